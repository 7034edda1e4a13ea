"""The reserves that leaders can call to a battle."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit, UnitId

MOST_RESERVES = 2
"""11.8.2b: how many units may be called to one battle."""


@case("11.8.2", "11.8.2a")
def reserves(state: State, leader: Unit, area: AreaId) -> Iterator[Unit]:
    """Yield the units that a leader can call to a battle.

    The leader is in the area or next to it. The units are with or next to him, next to the battle, free of
    enemies, and not called yet in this phase.
    """
    here = counters.map_of(state)
    if leader.down or leader.place not in (area, *here[area].next):
        return
    for place in here[area].next:
        for unit in counters.troops(state, place, leader.side):
            if cannot_be_called(state, leader, unit, area) is None:
                yield unit


@case("11.8.2a", "11.8.2b", "6.1.1")
def cannot_be_called(state: State, leader: Unit, unit: Unit, area: AreaId) -> Wrong | None:
    """Say why a leader who is near a battle cannot call a unit to it.

    The players may agree that he calls nobody from his own area, but from next to it alone.
    """
    here, name = counters.map_of(state), counters.record(unit).name
    if unit.id in state.tried:
        return Wrong(f"{name} has been called in this phase", "choose another unit", "11.8.2b")
    if unit.place not in here[area].next:
        return Wrong(
            f"{name} is at {unit.place}, not next to {area}", "choose a unit next to the battle", "11.8.2a"
        )
    if unit.place in counters.held(state, counters.other(unit.side)):
        return Wrong(f"enemies are with {name} at {unit.place}", "choose a unit free of enemies", "11.8.2a")
    chief = counters.record(leader).name
    mend = "choose a unit next to him and to the battle"
    if unit.place == leader.place:
        if state.options.get("reserves") == "next to the leader":
            return Wrong(f"{name} stands with {chief} at {unit.place}, not next to him", mend, "11.8.2a")
    elif unit.place not in here[leader.place].next:
        return Wrong(f"{name} at {unit.place} is not next to {chief} at {leader.place}", mend, "11.8.2a")
    if not counters.may_stand(state, unit, area):
        return Wrong(f"{name} does not fit into the diamond {area}", "choose a corps", "6.1.1")
    return None


@case("11.8.2b", "11.8.2c")
def callable_reserves(state: State, seat: Seat, area: AreaId) -> dict[UnitId, tuple[Unit, ...]]:
    """Return the affordable units each leader of a side can call, if there is room."""
    room, points = counters.room(state, area, seat), state.points[seat]
    found = {}
    for leader in counters.leaders_near(state, seat, area):
        units = tuple(
            unit
            for unit in reserves(state, leader, area)
            if counters.size(unit) <= room and counters.price(unit) <= points
        )
        if units:
            found[leader.id] = units
    return found


def caller(state: State, seat: Seat, area: AreaId, called: tuple[UnitId, ...], leader: UnitId) -> Unit | None:
    """Return the leader that calls reserves: the named one, else the best for all."""
    near = counters.leaders_near(state, seat, area)
    if leader:
        near = (each for each in near if each.id == leader)
    able = (each for each in near if {unit.id for unit in reserves(state, each, area)}.issuperset(called))
    return max(able, key=counters.rating, default=None)
