"""A leader calls reserves to a battle."""

from __future__ import annotations

from collections.abc import Mapping

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, Seen
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters, reserves, supply
from bot.titles.strike.field.reserves import MOST_RESERVES
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import NOBODY, AreaId, Unit, UnitId
from bot.titles.strike.play import Play
from bot.titles.strike.play.named import own
from bot.titles.strike.play.points import pay


def no_caller(seen: Seen[State], area: AreaId, before: UnitId, action: do.Defend) -> Wrong | None:
    """Return why the named leader cannot call reserves, or that there is none.

    The leader that called units `before` calls all of them.
    """
    state = seen.state
    near = {leader.id for leader in counters.leaders_near(state, seen.seat, area)}
    if before and action.leader not in ("", before):
        chief = counters.record(state.units[before]).name
        return Wrong(f"{chief} has called reserves in this battle", "one leader calls them all", "11.8.2b")
    if not near:
        return Wrong(f"no leader of yours who could call is at {area} or next to it", "defend without", "11.8.2")
    if not action.leader or action.leader in near:
        return None
    leader = own(seen, action.leader)
    if leader is None or not counters.is_kind(leader, "leader"):
        return Wrong("that is no leader of yours on the map", f"choose one at {area} or next to it", "11.8.2")
    name = counters.record(leader).name
    if leader.down:
        return Wrong(f"{name} is disrupted", "choose a leader who is not", "11.8")
    return Wrong(f"{name} is at {leader.place}, not next to {area}", "choose a leader who is", "11.8.2")


def none_calls(seen: Seen[State], area: AreaId, units: list[Unit], only: UnitId) -> Wrong | None:
    """Say why no leader, or not the one who is named, can call these units."""
    state = seen.state
    leaders = [each for each in counters.leaders_near(state, seen.seat, area) if only in ("", each.id)]
    for unit in units:
        wrongs = [reserves.cannot_be_called(state, leader, unit, area) for leader in leaders]
        if all(wrongs):
            return wrongs[0]
    if reserves.caller(state, seen.seat, area, tuple(unit.id for unit in units), only) is None:
        return Wrong("no leader can call all of them", "one leader calls them all: choose others", "11.8.2b")
    return None


def call_reserve(play: Play, leader: Unit, id: UnitId, area: AreaId) -> None:
    """A leader calls a unit; it is paid for whether it comes or not."""
    unit = play.state.units[id]
    if counters.price(unit) > play.state.points[unit.side] or counters.size(unit) > counters.room(
        play.state, area, unit.side
    ):
        return
    pay(play, unit.side, counters.price(unit), "reserves")
    roll = play.dice.roll("reserves", 1)
    need = counters.rating(leader)
    play.emit(ev.ReserveCalled(id, leader.id, area, roll, need, roll.faces[0] <= need))


def best_reserves(
    state: State,
    seat: Seat,
    area: AreaId,
    callable: Mapping[UnitId, tuple[Unit, ...]],
    most: int = MOST_RESERVES,
    only: UnitId = NOBODY,
) -> tuple[UnitId, tuple[UnitId, ...]]:
    """Return the leader with the strongest and surest reserves, and these units."""
    best: tuple[float, UnitId, tuple[UnitId, ...]] = (0.0, NOBODY, ())
    for id, units in callable.items():
        if only and id != only:
            continue
        room, points = counters.room(state, area, seat), state.points[seat]
        called: list[Unit] = []
        for unit in sorted(units, key=counters.strength, reverse=True):
            fits = counters.stacked([*called, unit]) <= room and supply.cost([*called, unit]) <= points
            if fits and len(called) < most and counters.strength(unit):
                called.append(unit)
        value = sum(map(counters.strength, called)) * counters.rating(state.units[id])
        if value > best[0]:
            best = (value, id, tuple(unit.id for unit in called))
    return best[1], best[2]
