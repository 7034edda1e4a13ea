"""What a sabotage card does to the player who turns it over."""

from __future__ import annotations

from collections.abc import Callable

from bot.kernel.secret import Seat
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.table import Boon
from bot.titles.tide.resolve.hits import Play


def _leak(play: Play, seat: Seat) -> None:
    play.emit(ev.Gained(seat, -min(2, play.state.hq[seat].command), why="Leaked Plans"))


def _burn(play: Play, seat: Seat) -> None:
    """The drawing step itself ends; see `resolve.status`."""


def _mislead(play: Play, seat: Seat) -> None:
    play.emit(ev.Given(Boon("actions", seat, -1, play.state.round + 1)))


def _sugar(play: Play, seat: Seat) -> None:
    play.emit(ev.Given(Boon("vehicle move", seat, -2, play.state.round + 1)))


def _raid(play: Play, seat: Seat) -> None:
    cards = play.state.hq[seat].cards
    if cards:
        lot = play.dice.roll("lot", 1, len(cards))
        play.emit(ev.CardLost(cards[lot.faces[0] - 1], "Partisan Raid", lot=lot))


def _wake(play: Play, seat: Seat) -> None:
    play.emit(ev.Given(Boon("no op fire", seat, 0, play.state.round)))


def _jam(play: Play, seat: Seat) -> None:
    play.emit(ev.Given(Boon("contact", seat, -2, play.state.round + 1)))
    if there := min(2, play.state.hq[seat].on_initiative):
        play.emit(ev.Bid(seat, -there, "Jammed Frequencies"))


SABOTAGE: dict[str, Callable[[Play, Seat], None]] = {
    "leaked-plans": _leak,
    "burned-depot": _burn,
    "false-orders": _mislead,
    "sugar-in-the-tank": _sugar,
    "partisan-raid": _raid,
    "sleepless-night": _wake,
    "jammed-frequencies": _jam,
}
