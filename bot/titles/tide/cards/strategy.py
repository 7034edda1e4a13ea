"""Strategy cards: their effects by record, and the rules for playing them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.titles.tide.cards.effect import MAKERS, Effect, nothing
from bot.titles.tide.field import board, units
from bot.titles.tide.model.actions import PlayCard
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, HexId, UnitId
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.tables import card as printed


@cache
def effect(card: CardId) -> Effect:
    """Return the effect of a card."""
    named = printed(card).effect
    return nothing(named) if isinstance(named, does.Standing) else MAKERS[type(named)](named)


def targets(state: State, seat: Seat, card: CardId) -> Iterator[str]:
    """Yield the possible targets of a card; "" for a card without a target."""
    needs = effect(card).needs
    if needs == "hex":
        yield from board.map_of(state).spots
    elif needs == "unit":
        yield from (unit.id for unit in state.units.values() if unit.hex)
    elif needs == "against":
        yield from units.open_cards(state, units.other(state, seat))
    else:
        yield ""


def play(card: CardId, target: str, direction: int = 0) -> PlayCard:
    """Return the action of playing a card on a target."""
    match effect(card).needs:
        case "hex":
            return PlayCard(card, hex=HexId(target), direction=direction)
        case "unit":
            return PlayCard(card, unit=UnitId(target))
        case "against":
            return PlayCard(card, against=CardId(target))
        case "":
            return PlayCard(card)


@case("TOI-4.5", "TOI-10.2a", "TOI-10.3a", "TOI-10.3c", "TOI-5.7")
def card_wrong(state: State, seat: Seat, card: CardId, phase: str) -> Wrong | None:
    """Return why a side cannot play a card in this phase, or `None` if it can.

    The target is not considered.
    """
    hq = state.hq[seat]
    if card in state.waiting and card in hq.in_play:
        if state.waiting[card] == state.round:
            return Wrong(
                "its guns have already been called in this round", "try again in the next round", "TOI-5.7"
            )
    elif card not in hq.cards:
        return _not_in_hand(state, seat, card)
    record = printed(card)
    if record.phase != phase:
        return Wrong(f"{record.name} is played in the {record.phase.title()} Phase", "keep it until then")
    if cost(state, seat, card) > hq.command:
        return Wrong(f"{record.name} costs {record.cost} command, you have {hq.command}", "gain command first")
    return None


@case("TOI-10.3a", "TOI-10.3c")
def _not_in_hand(state: State, seat: Seat, card: CardId) -> Wrong:
    """Return the refusal of a card that is not in hand, which names its place."""
    if card in state.hq[seat].in_play:
        return Wrong(f"{printed(card).name} has been played and stays in play", "choose another card", "TOI-10.3c")
    if card in units.open_cards(state, units.other(state, seat)):
        return Wrong(f"{printed(card).name} lies before the enemy", "choose one of your open cards", "TOI-10.3a")
    if card in (deck.top for deck in state.decks.values()) and card:
        name = printed(card).name
        return Wrong(f"{name} lies on a deck", "draw it in the Status Phase, or choose another card", "TOI-10.3a")
    return Wrong("that card does not lie in your HQ", "choose one of your open cards", "TOI-10.3a")


@case("TOI-10.3c")
def cost(state: State, seat: Seat, card: CardId) -> int:
    """Return the current cost of a card; a waiting card has already been paid for."""
    return 0 if card in state.hq[seat].in_play else printed(card).cost


@case("TOI-1.2d")
def playable(state: State, seat: Seat, phase: str) -> bool:
    """Return true if a side could play any card now."""
    return any(
        card_wrong(state, seat, card, phase) is None
        and any(effect(card).fits(state, seat, target) is None for target in targets(state, seat, card))
        for card in units.open_cards(state, seat)
    )
