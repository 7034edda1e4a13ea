"""Special munitions: bought before units go on Op Fire, and sorted at the end of a round."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.titles.tide.candidates import answering
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arming, Keeping
from bot.titles.tide.play import orders
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.resolve import actions, munitions
from bot.titles.tide.rules import munitions as rules
from bot.titles.tide.rules.cards import can_spend
from bot.titles.tide.words.scenes import sketch


def question(at: At[State, Arming]) -> str:
    """Say what a munition costs, and what there is to pay it."""
    price, has = tables().numbers.munitions.price, at.state.hq[at.seat].command
    return f"Buy special munitions for your vehicles and guns, {price} command each? You have {has}."


ARMING: Decision[State, Event, Arming] = Decision(
    Arming,
    question=question,
    does="buys munitions",
    go=munitions.go_arming,
    standing=orders.purchases,
    verbs=(
        Verb(
            do.Spend,
            rules=(rules.are_used, rules.is_bought, can_spend, rules.can_be_bought),
            candidates=answering.purchases,
            resolve=actions.buy,
            sketch=sketch,
        ),
        Verb(do.Done, candidates=answering.dones, resolve=actions.end),
    ),
)
KEEPING: Decision[State, Event, Keeping] = Decision(
    Keeping,
    question=lambda at: "Which unused munitions do you discard? The others stay where they are.",
    does="sorts its munitions",
    go=munitions.go_keeping,
    standing=orders.discards,
    verbs=(
        Verb(
            do.Remove,
            rules=(rules.can_be_discarded,),
            candidates=answering.discards,
            resolve=actions.discard,
            sketch=sketch,
        ),
        Verb(do.Done, candidates=answering.dones, resolve=actions.end),
    ),
)
