"""Spending: a side puts command on initiative and cards, and plays sabotage."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, names, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import PlaySabotage, Spend
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Spending
from bot.titles.tide.model.table import HexId
from bot.titles.tide.play import card, sketches
from bot.titles.tide.play.command import are_used, can_spend, plays_with_sabotage
from bot.titles.tide.play.done import DONE
from bot.titles.tide.printed.tables import tables


def question(at: At[State, Spending]) -> str:
    """Name the side's command and the bids on the initiative cards."""
    mine, theirs = at.state.hq[at.seat], at.state.hq[units.other(at.state, at.seat)]
    return (
        f"You have {mine.command} command to spend: on the initiative, on cards, or on nothing. "
        f"On the initiative cards you have {mine.on_initiative}, the enemy {theirs.on_initiative}."
    )


@rule("FB-munition-2")
def is_bid(at: At[State, Spending], action: Spend) -> Wrong | None:
    """In the Command Phase command goes on the initiative card."""
    if not action.munition and not action.unit:
        return None
    return Wrong("munitions are bought in the Status Phase", "leave `munition` and `unit` out, or wait for it")


@rule("FB-sabotage-1")
def holds_sabotage(seen: Seen[State], action: PlaySabotage) -> Wrong | None:
    """Sabotage cards are played from the hand."""
    card = seen.state.sabotage.get(action.card)
    if card is None or card.owner != seen.seat or card.place != "hand":
        return Wrong("that is not a sabotage card in your hand", "choose one of yours; /game hand shows them")
    return None


@rule("FB-sabotage-3")
def may_sabotage(at: At[State, Spending], action: PlaySabotage) -> Wrong | None:
    """One sabotage card a phase, for 1 command."""
    step = at.step
    if step.sabotaged:
        return Wrong("you have already played a sabotage card in this phase", "wait for the next Command Phase")
    if at.state.hq[at.seat].command < tables().numbers.sabotage.card:
        return Wrong("a sabotage card costs 1 command", "gain command first")
    return None


@rule("FB-sabotage-2")
def saboteur_is_near(seen: Seen[State], action: PlaySabotage) -> Wrong | None:
    """A saboteur must be near enough to an enemy objective or officer."""
    if saboteur_near(seen.state, seen.seat):
        return None
    if not any(units.is_special(unit, "saboteur") for unit in units.of(seen.state, seen.seat)):
        return Wrong("no saboteur of yours is on the map", "choose another order")
    reach = sum(card.owner == seen.seat and card.place == "hand" for card in seen.state.sabotage.values())
    return Wrong(
        f"no saboteur of yours is within {reach} hexes of an enemy objective or officer", "bring one nearer first"
    )


@rule("FB-sabotage-4")
def deck_to_sabotage(seen: Seen[State], action: PlaySabotage) -> Wrong | None:
    """Sabotage is laid on an opponent's deck or on a shared one."""
    deck = seen.state.decks.get(action.deck)
    if deck is None:
        return Wrong("there is no such deck", "choose a deck of an opponent, or a shared one")
    if deck.owner == seen.seat:
        return Wrong("that deck is your own", "choose a deck of an opponent, or a shared one")
    return None


@case("FB-sabotage-2")
def saboteur_near(state: State, seat: Seat) -> bool:
    """Return true if a saboteur is near enough for sabotage.

    The distance is at most the number of sabotage cards in hand. It counts from an enemy command objective, a
    neutral objective that the enemy controls, or a squad that is known to have an enemy officer.
    """
    reach = sum(card.owner == seat and card.place == "hand" for card in state.sabotage.values())
    here = board.map_of(state)
    goals = [
        HexId(o.hex)
        for o in board.scenario(state).objectives
        if (o.kind == "command" and o.nation not in ("", seat))
        or (not o.nation and state.control.get(HexId(o.hex)) not in (None, seat))
    ]
    goals += [unit.hex for unit in units.against(state, seat) if "officer" in units.figures(unit)]
    return any(
        here.distance(unit.hex, goal) <= reach
        for unit in units.of(state, seat)
        if units.is_special(unit, "saboteur")
        for goal in goals
    )


def bids(seen: Seen[State], fixed: Fixed) -> Iterator[do.Spend]:
    """Yield bids for the initiative."""
    yield from (do.Spend(n) for n in range(1, seen.state.hq[seen.seat].command + 1))


def sabotages(seen: Seen[State], fixed: Fixed) -> Iterator[do.PlaySabotage]:
    """Yield each sabotage card of the hand on each deck."""
    hand = [back for back, c in seen.state.sabotage.items() if c.owner == seen.seat and c.place == "hand"]
    yield from (do.PlaySabotage(back, deck) for back, deck in product(hand, seen.state.decks))


@case("TOI-10.2a")
def bid(play: Play, step: Spending, action: do.Spend) -> None:
    """Place command on the initiative card."""
    play.emit(ev.Bid(play.seat, action.command))


@case("FB-sabotage-3", "FB-sabotage-4")
def lay_sabotage(play: Play, step: Spending, action: do.PlaySabotage) -> None:
    """Pay for a sabotage card and lay it face down on a deck."""
    play.emit(
        ev.Gained(play.seat, -tables().numbers.sabotage.card, why="sabotage"),
        ev.SabotageLaid(play.seat, action.card, action.deck),
        ev.Changed(replace(step, sabotaged=True)),
    )


def says_spend(seen: Seen[State], action: do.Spend) -> str:
    """Return the order as a sentence."""
    if action.munition:
        kind = names.ROUNDS[action.munition]
        return f"{names.for_reader(seen, action.unit)} gets a special round, {kind}, for 1 command."
    return f"Put {action.command} command on your initiative card."


def why_spend(seen: Seen[State], action: do.Spend) -> str:
    """Return the reason for an expense: the initiative, or enemy armour."""
    if action.munition:
        return "armour is in its sight, and the round is made for that"
    state = seen.state
    rival = units.other(state, seen.seat)
    mine, theirs = state.hq[seen.seat].on_initiative + action.command, state.hq[rival].on_initiative
    return f"you then have {mine} there, and the enemy {theirs}: the higher number takes the initiative"


SPENDING: Decision[State, Event, Spending] = Decision(
    Spending,
    question=question,
    does="spends its command",
    verbs=(
        Verb(
            do.Spend,
            when="command goes on the initiative card in the Command Phase, and buys munitions in the Status "
            "Phase",
            says=says_spend,
            why=why_spend,
            cite="TOI-10.2a",
            rules=(are_used, is_bid, can_spend),
            candidates=bids,
            resolve=bid,
            sketch=sketches.place,
        ),
        Verb(
            do.PlayCard,
            rules=(card.can_be_played, card.has_target),
            tells=card.foretold,
            candidates=card.cards,
            resolve=lambda play, step, action: card.play_card(play, action),
            odds=card.of_card,
            sketch=sketches.place,
        ),
        Verb(
            do.PlaySabotage,
            when="sabotage cards are played when you spend command in the Command Phase",
            why=lambda seen, action: "it waits there for the enemy's next card",
            cite="FB-sabotage-3",
            rules=(
                plays_with_sabotage,
                holds_sabotage,
                may_sabotage,
                saboteur_is_near,
                deck_to_sabotage,
            ),
            candidates=sabotages,
            resolve=lay_sabotage,
        ),
        DONE,
    ),
)
