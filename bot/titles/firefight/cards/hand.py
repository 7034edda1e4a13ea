"""Action cards in hand: checks of possession, and discards."""

from __future__ import annotations

from collections import Counter

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat, private
from bot.kit.pieces import without
from bot.titles.firefight.model import generator_events as ev
from bot.titles.firefight.model.ids import CardId, UnitId
from bot.titles.firefight.model.play import Play
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.cards import cards

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


@case("COH-7.1c")
def discard(
    play: Play, seat: Seat, card: CardId, units: tuple[UnitId, ...] = (), roll: Roll | None = None
) -> None:
    """Let a player play a card; a weapon card then leaves the game."""
    left = without(play.state.players[seat].cards.open(), card)
    gone = cards().actions[card].kind == "weapon"
    play.emit(ev.ActionCardPlayed(seat, card, private(left, seat), units, roll, gone))
