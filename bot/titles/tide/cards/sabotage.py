"""The effects of sabotage cards on the player who reveals them."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit import lots
from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.model.table import Boon
from bot.titles.tide.printed import sabotage


@case("FB-sabotage-5")
def suffer(play: Play, seat: Seat, effect: sabotage.Sprung, name: str) -> None:
    """Apply the effect of a sabotage card to a side.

    With `Burn` its drawing ends; see `play.drawing`.
    """
    state = play.state
    now, later = state.round, state.round + 1
    match effect:
        case sabotage.Leak(command=command):
            play.emit(ev.Gained(seat, -min(command, state.hq[seat].command), why=name))
        case sabotage.Mislead(actions=actions):
            play.emit(ev.Given(Boon("actions", seat, -actions, later)))
        case sabotage.Sugar(points=points):
            play.emit(ev.Given(Boon("vehicle move", seat, -points, later)))
        case sabotage.Raid(cards=cards):
            _raid(play, seat, cards, name)
        case sabotage.Sleepless():
            play.emit(ev.Given(Boon("no op fire", seat, 0, now)))
        case sabotage.Jam(contact=contact, command=command):
            play.emit(ev.Given(Boon("contact", seat, -contact, later)))
            if there := min(command, state.hq[seat].on_initiative):
                play.emit(ev.Bid(seat, -there, name))
        case sabotage.Burn():
            pass


def _raid(play: Play, seat: Seat, cards: int, name: str) -> None:
    """Discard random cards of an HQ."""
    for _ in range(cards):
        if held := play.state.hq[seat].cards:
            card, lot = lots.draw(play.dice, "lot", held)
            play.emit(ev.CardLost(card, name, lot=lot))
