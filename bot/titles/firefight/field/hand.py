"""Action cards in hand."""

from __future__ import annotations

from collections import Counter

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.model.ids import CardId
from bot.titles.firefight.model.state import State

COMMAND, FOLLOW, RALLY, DEPLOYMENT, CONFUSION, NCO, OFFICER, COVER, SNIPER, CAREFUL, SWIFT, LUCK = (
    CardId(f"{n:02}") for n in range(2, 14)
)
BOGGED, CLEARING, MOLOTOV = CardId("20"), CardId("40"), CardId("molotov")


@case("COH-7.1c")
def holds(state: State, seat: Seat, card: CardId) -> bool:
    """Return true if a player is known to hold an action card.

    Each player knows only their own hand.
    """
    hand = state.players[seat].cards
    return hand.known and card in hand.open()


@case("COH-7.1c", "COH-7.1b")
def holds_all(state: State, seat: Seat, cards: tuple[CardId, ...]) -> bool:
    """Return true if a player is known to hold several action cards, copies too."""
    hand = state.players[seat].cards
    return not cards or (hand.known and not Counter(cards) - Counter(hand.open()))
