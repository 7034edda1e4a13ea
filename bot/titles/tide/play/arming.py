"""When sides are asked about their special munitions, and which are cleared away."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.tide.field import munitions, units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.play import Play
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arming, Keeping


@case("FB-munition-1", "FB-munition-2")
def arm(play: Play) -> None:
    """Sides buy munitions in the order of initiative, just before they put units on Op Fire."""
    for seat in reversed(units.seats_in_order(play.state)):
        if can_buy(play.state, seat):
            play.emit(ev.Begun(Arming(seat)))


def can_buy(state: State, seat: Seat) -> bool:
    """Say whether a side could buy a munition; everything that this depends on is open."""
    wanted = munitions.used(state) and bool(munitions.takers(state, seat))
    return wanted and munitions.buy_wrong(state, seat) is None


@case("FB-munition-5")
def clear_away(play: Play) -> None:
    """Discard what was turned over, and what lies beside a gun that the enemy has taken."""
    for unit, munition in list(play.state.munitions.items()):
        if munition.kind.out or munition.seat != play.state.units[unit].side:
            play.emit(ev.MunitionGone(unit, "fired" if munition.kind.out else "captured"))


@case("FB-munition-5")
def keep(play: Play) -> None:
    """Ask sides whether they keep unused munitions of an earlier round, at the end of the Status Phase."""
    for seat in reversed(units.seats_in_order(play.state)):
        if munitions.unused(play.state, seat):
            play.emit(ev.Begun(Keeping(seat)))
