"""Losses: an owner chooses what the hits cost."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.kit.words import count, join
from bot.titles.tide.candidates import answering
from bot.titles.tide.field import names
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Losses
from bot.titles.tide.play import orders
from bot.titles.tide.resolve import actions, hits
from bot.titles.tide.rules import assaulting
from bot.titles.tide.words.scenes import sketch


def question(at: At[State, Losses]) -> str:
    """Say how many hits there are, and on whom."""
    struck = [names.unit(unit) for each in at.step.units if (unit := at.state.units.get(each)) is not None]
    return f"{count(at.step.left, 'hit')} to take on {join(struck)}: choose what you lose."


LOSSES: Decision[State, Event, Losses] = Decision(
    Losses,
    question=question,
    does="chooses its losses",
    go=lambda play, step: hits.settle_losses(play),
    standing=orders.losses,
    verbs=(
        Verb(
            do.Remove,
            when="losses are chosen when your units have been hit, and unused munitions discarded at the end of a "
            "round",
            cite="TOI-5.4a",
            rules=(assaulting.can_be_lost,),
            candidates=answering.losses,
            resolve=actions.lose,
            sketch=sketch,
        ),
    ),
)
