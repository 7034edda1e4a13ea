"""Ways, communication, supply and command match the slow reference at random."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.titles.strike.field import combat, communication, counters, movement, railways, reserves, supply
from bot.titles.strike.field.counters import ground
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, WAITING, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables
from tests.examples import examples
from tests.strike.board import set_up
from tests.strike.slow import TROOPS, Position

QUIET = examples(20, suppress_health_check=list(HealthCheck))
MAP = ground("campaign")
WEATHERS = ("fair", "rain", "mud", "snow", "heavy snow")
EMPTY = set_up([])


def pool(side: str, *kinds: str) -> list[UnitId]:
    return [UnitId(id) for id, unit in tables().units.items() if unit.side == side and unit.kind in kinds]


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Dense units that meet and cut each other off, and railways converted so far."""
    middle, radius = draw(st.sampled_from(sorted(MAP.areas))), draw(st.integers(1, 4))
    around = sorted(area for area in MAP.areas if MAP.distance(middle, area) <= radius)
    areas = st.sampled_from(around)
    places: dict[UnitId, AreaId] = {}
    for side in ("german", "russian"):
        troops = draw(st.permutations(pool(side, *TROOPS)))
        most = min(len(around), len(troops))
        held = draw(st.sets(areas, min_size=draw(st.integers(0, most)), max_size=most))
        places |= dict(zip(troops, sorted(held), strict=False))
        others = draw(st.lists(areas, min_size=draw(st.integers(0, 7)), max_size=7))
        places |= dict(zip(draw(st.permutations(pool(side, "leader", "trucks"))), others, strict=False))
    german = {area for id, area in places.items() if tables().units[id].side == "german"}
    alone = st.sampled_from([area for area in around if area not in german] or around)
    flights = draw(st.lists(alone, min_size=draw(st.integers(0, 2)), max_size=2))
    places |= dict(zip(pool("german", "luftwaffe"), flights, strict=False))
    if draw(st.booleans()):
        places[UnitId("s-partisans-rail")] = draw(areas)
    turned = draw(st.sets(st.sampled_from(sorted(places)))) if places else set()
    units = {
        id: replace(EMPTY.units[id], place=area, down=id in turned and id != "g-garrison")
        for id, area in places.items()
    }
    front, holes = draw(st.integers(0, 14)), draw(st.sets(areas, max_size=3))
    converted = (id for id, area in MAP.areas.items() if area.rails and area.at[0] <= front and id not in holes)
    return replace(
        EMPTY,
        units={**EMPTY.units, **units},
        weather=draw(st.sampled_from(WEATHERS)),
        converted=tuple(converted),
    )


def on_the_ground(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if counters.on_map(unit) and counters.marches(unit)]


@QUIET
@given(positions())
def test_communication(state: State) -> None:
    """Whether there is a line anywhere, and that the line which is shown is one."""
    slow = Position(state)
    for id in ("g-a4", "fi-c6", "s-a5"):
        unit = state.units[UnitId(id)]
        lines = slow.communicates(unit)
        finnish = counters.is_finnish(unit)
        for area in MAP.areas:
            assert communication.has_line(state, unit, area) == (area in lines), f"{id} at {area}"
            line = communication.line(state, unit.side, area, finnish=finnish)
            assert (line is not None) == (area in lines), f"{id} at {area}: {line}"
            if line is not None:
                assert line[0] == area
                assert slow.enemies(unit.side).isdisjoint(line[1:])
                assert all(b in MAP[a].next for a, b in pairwise(line))


@QUIET
@given(positions())
def test_movement(state: State) -> None:
    """The areas a unit can reach alone, and the costs."""
    slow = Position(state)
    for unit in on_the_ground(state)[::4]:
        reach = movement.reach(state, (unit,))
        found = {area: reach.cost[area] for area in movement.destinations(state, (unit,))}
        assert found == slow.walks(unit), unit.id


@QUIET
@given(positions())
def test_supply(state: State) -> None:
    """Which areas are supplied, and that the ways which are shown lead home."""
    slow = Position(state)
    for seat in (GERMAN, RUSSIAN):
        assert set(supply.lines(state, seat)) == slow.railways(seat)
        supplied = slow.supplied(seat)
        for area in MAP.areas:
            source = supply.source(state, seat, area)
            assert (source is not None) == (area in supplied), f"{seat} at {area}: {source}"
            if source is not None:
                assert all(b in MAP[a].next for a, b in pairwise(source.path))
                assert source.path[-1] in MAP.exits[seat]


@QUIET
@given(positions())
def test_command(state: State) -> None:
    """Which areas are in command."""
    slow = Position(state)
    for seat in (GERMAN, RUSSIAN):
        led = {area for area in MAP.areas if combat.commander(state, seat, area) is not None}
        assert led == slow.in_command(seat)


@QUIET
@given(positions())
def test_trains(state: State) -> None:
    """The destinations of trains, for units with the points."""
    slow = Position(state)
    for unit in on_the_ground(state)[::3]:
        found = {
            area
            for area in railways.journeys(state, unit)
            if area != unit.place
            and counters.may_stand(state, unit, area)
            and railways.is_safe(state, unit.side, unit.place)
            and railways.is_safe(state, unit.side, area)
        }
        assert found == slow.trains(unit), unit.id


@QUIET
@given(positions())
def test_reserves(state: State) -> None:
    """The units each leader can call to each battle."""
    slow = Position(state)
    for area in counters.shared(state):
        for leader in counters.leaders(state, RUSSIAN):
            assert {unit.id for unit in reserves.reserves(state, leader, area)} == slow.reserves(leader, area)


def test_the_positions_are_varied() -> None:
    """Many have units in contact, without supply, out of command, or cut off."""
    seen: Counter[str] = Counter()

    @QUIET
    @given(positions())
    def look(state: State) -> None:
        for area in counters.shared(state):
            seen["contact"] += 1
            seen["no supply"] += supply.source(state, GERMAN, area) is None
            seen["supply"] += supply.source(state, GERMAN, area) is not None
            seen["no command"] += combat.commander(state, RUSSIAN, area) is None
            seen["command"] += combat.commander(state, RUSSIAN, area) is not None
        for unit in on_the_ground(state):
            seen["line" if communication.has_line(state, unit, unit.place) else "no line"] += 1
        seen["aircraft on railways"] += bool(counters.interdicted(state))

    look()
    assert len(seen) == 8
    assert min(seen.values()) >= 5, seen


@pytest.mark.case("11.5.2", "9.2.1")
@pytest.mark.parametrize("mission", ["", "supply"])
def test_aircraft_block_the_railway_of_a_truck_line_whatever_their_mission(mission: Literal["", "supply"]) -> None:
    state = set_up(["M1: Soviet Trucks 1", "K1: German 9th Army", "O2: Luftflotte 1"])
    wing = next(unit for unit in counters.air(state))
    flying = replace(state, units={**state.units, wing.id: replace(wing, mission=mission)})
    grounded = replace(state, units={**state.units, wing.id: replace(wing, place=WAITING)})
    assert supply.truck_way(grounded, RUSSIAN, AreaId("M1")) == ("M1", "O1", "O2", "O3")
    around = supply.truck_way(flying, RUSSIAN, AreaId("M1"))
    assert around is not None
    assert around[1] == "M2"
    assert "O2" not in around
    by_rail = supply.source(flying, RUSSIAN, AreaId("O1"))
    assert (by_rail is not None and by_rail.how == "rail") == (mission == "supply")


@pytest.mark.case("6.4.1c", "8.1.1")
def test_partisans_stop_a_railhead_from_behind_and_not_ahead() -> None:
    lines = ["railways of the German gauge: C5, E5", "E5: German 4th Army, Railhead Centre", "G5: German 9th Army"]
    ahead = set_up([*lines, "G5: Truck Partisans"])
    behind = set_up([*lines, "C5: Rail Partisans"])
    (railhead,) = (unit for unit in ahead.units.values() if unit.place == "E5" and not counters.marches(unit))
    assert AreaId("G5") in railways.conversions(ahead, railhead)
    assert not railways.conversions(behind, railhead)
