"""Action cards are played and discarded."""

from __future__ import annotations

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat, private
from bot.kit.pieces import without
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.model.ids import CardId, UnitId
from bot.titles.firefight.printed.cards import cards


@case("COH-7.1c")
def discard(
    play: Play, seat: Seat, card: CardId, units: tuple[UnitId, ...] = (), roll: Roll | None = None
) -> None:
    """Let a player play a card; a weapon card then leaves the game."""
    left = without(play.state.players[seat].cards.open(), card)
    gone = cards().actions[card].kind == "weapon"
    play.emit(ev.ActionCardPlayed(seat, card, private(left, seat), units, roll, gone))
