"""Experts have thrown Molotov cocktails, and may roll dice again."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.titles.tide.candidates import answering
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Rerolling
from bot.titles.tide.play import orders
from bot.titles.tide.resolve import actions
from bot.titles.tide.rules.specialists import can_be_rolled_again


def question(at: At[State, Rerolling]) -> str:
    """Say what has fallen."""
    step = at.step
    shown = ", ".join(map(str, step.faces))
    return f"Your experts threw {shown} at {step.hex}: which dice do they roll again, {step.most} at most?"


REROLLING: Decision[State, Event, Rerolling] = Decision(
    Rerolling,
    question=question,
    does="may roll dice again",
    standing=orders.rerolls,
    verbs=(
        Verb(
            do.Reroll,
            when="dice are rolled again when your experts have thrown Molotov cocktails",
            cite="FB-expert-1",
            rules=(can_be_rolled_again,),
            candidates=answering.rerolls,
            resolve=actions.reroll,
        ),
    ),
)
