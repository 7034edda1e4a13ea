"""Spending: a side puts its command on the initiative and on cards, and lays sabotage."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.titles.tide.candidates import acting, answering
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Spending
from bot.titles.tide.play import chances
from bot.titles.tide.resolve import actions
from bot.titles.tide.rules import cards, munitions
from bot.titles.tide.words.scenes import sketch


def question(at: At[State, Spending]) -> str:
    """Say how much there is to spend."""
    has = at.state.hq[at.seat].command
    return f"You have {has} command to spend: on the initiative, on cards, or on nothing."


SPENDING: Decision[State, Event, Spending] = Decision(
    Spending,
    question=question,
    does="spends its command",
    verbs=(
        Verb(
            do.Spend,
            when="command goes on the initiative card in the Command Phase, and buys munitions in the Status "
            "Phase",
            cite="TOI-10.2a",
            rules=(munitions.are_used, munitions.is_bid, cards.can_spend),
            candidates=answering.bids,
            resolve=actions.bid,
            sketch=sketch,
        ),
        Verb(
            do.PlayCard,
            rules=(cards.can_be_played, cards.has_target),
            candidates=acting.cards,
            resolve=actions.card,
            odds=chances.of_card,
            sketch=sketch,
        ),
        Verb(
            do.PlaySabotage,
            when="sabotage cards are played where you spend command in the Command Phase",
            cite="FB-sabotage-3",
            rules=(
                cards.plays_with_sabotage,
                cards.holds_sabotage,
                cards.may_sabotage,
                cards.saboteur_is_near,
                cards.deck_to_sabotage,
            ),
            candidates=answering.sabotages,
            resolve=actions.sabotage,
        ),
        Verb(do.Done, candidates=answering.dones, resolve=actions.end),
    ),
)
