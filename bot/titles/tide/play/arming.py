"""Times at which sides buy special munitions and discard them."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import munitions, units
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arming, Keeping


@case("FB-munition-1", "FB-munition-2")
def arm(play: Play) -> None:
    """Let sides buy munitions in order of initiative, just before Op Fire is placed."""
    for seat in reversed(units.seats_in_order(play.state)):
        if can_buy(play.state, seat):
            play.emit(ev.Begun(Arming(seat)))


def can_buy(state: State, seat: Seat) -> bool:
    """Return true if a side could buy a munition; all conditions of this are public."""
    wanted = munitions.used(state) and bool(munitions.takers(state, seat))
    return wanted and munitions.buy_wrong(state, seat) is None


@case("FB-munition-5")
def clear_away(play: Play) -> None:
    """Discard revealed munitions, and munitions of guns that the enemy has captured."""
    for unit, munition in list(play.state.munitions.items()):
        if munition.kind.out or munition.seat != play.state.units[unit].side:
            play.emit(ev.MunitionGone(unit, "fired" if munition.kind.out else "captured"))


@case("FB-munition-5")
def keep(play: Play) -> None:
    """Ask sides about unused munitions of earlier rounds, late in the Status Phase."""
    for seat in reversed(units.seats_in_order(play.state)):
        if munitions.unused(play.state, seat):
            play.emit(ev.Begun(Keeping(seat)))
