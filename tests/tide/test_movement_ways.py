"""Ways over random ground: costs match the reach, steps are legal, none is free."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.kernel.rule import Wrong
from bot.titles.tide.field import board, movement, units
from bot.titles.tide.field.movement import POINT, Way
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Boon, HexId, UnitId
from tests.examples import examples
from tests.tide.conftest import Field

HEXES = [f"{column}{row}" for column in "ABCDEFGHI" for row in range(1, 9)]
some = st.lists(st.sampled_from(HEXES), max_size=12, unique=True)
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


@st.composite
def fields(draw: Callable[..., list[str]]) -> str:
    """Draw a field with ground, works, and a few units that want to move."""
    lines = ["level 1 at A1"]
    for kind in ("woods", "building", "rough", "swamp", "pond", "deep stream", "level 1", "level 2"):
        lines += [f"{kind} at {', '.join(hexes)}"] if (hexes := draw(some)) else []
    taken = draw(st.lists(st.sampled_from(HEXES), min_size=8, max_size=8, unique=True))
    for kind, hex in zip(("minefield", "razor wire", "tank trap", "entrenchment"), draw(some), strict=False):
        lines.append(f"{kind} at {hex}")
    lines += (
        f"German {ORDINALS[n]} Squad (4 regulars{special}), {taken[n]}"
        for n, special in ((1, ""), (2, "; engineer"))
    )
    lines += (f"German Panzer IV 1, {taken[3]}", f"German Opel Blitz 1, {taken[4]}")
    lines += (f"Soviet {ORDINALS[n]} Squad (4 regulars), {taken[4 + n]}" for n in (1, 2, 3))
    return "\n".join(lines)


@pytest.mark.case("TOI-8.1", "TOI-4.1", "TOI-9.4", "TOI-9.5", "TOI-9.6", "TOI-3.2c", "TOI-12.2b", "TOI-7.6")
@examples(20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields())
def test_reach_and_way_agree_and_every_step_can_be_made(field: Field, lines: str) -> None:
    state = field(lines)
    for id in ("g1", "g2", "gv1", "gv2"):
        unit = state.units[UnitId(id)]
        points, _ = movement.allowance(state, unit, "advance")
        reach = movement.reach(state, unit, "advance")
        assert reach.cost[unit.hex] == 0
        for hex, cost in reach.cost.items():
            assert cost <= points
            if hex != unit.hex:
                way = movement.way(state, unit, hex)
                assert isinstance(way, Way)
                assert way.cost == cost
                assert walked(state, unit, way.path) == cost


def walked(state: State, unit: units.AnyUnit, path: tuple[HexId, ...]) -> int:
    """Walk a path step by step under the rules, and return its cost."""
    total, here = 0, board.map_of(state)
    for n, (start, to) in enumerate(itertools.pairwise((unit.hex, *path))):
        assert to in here.neighbours[start]
        cost = movement.step_cost(state, unit, unit.hex, start, to)
        assert not isinstance(cost, Wrong)
        assert cost >= (1 if units.able(unit, "road") else POINT)
        last = n == len(path) - 1
        assert last or not movement.must_stop(state, unit, unit.hex, start, to)
        assert abs(here[to].level - here[start].level) < 2
        total += cost
    return total


@pytest.mark.case("TOI-3.2g", "FB-road-1", "FB-hill-5")
def test_a_truck_goes_twelve_hexes_by_road_uphill_too(field: Field) -> None:
    row = ["A4", "B5", "C5", "D6", "E6", "F7", "G6", "H6", "I5", "I4", "I3", "I2", "I1"]
    state = field(f"""
        level 1 at C5, D6
        woods at E6
        road along {", ".join(row)}
        German Opel Blitz 1, A4
    """)
    truck = state.units[UnitId("gv1")]
    way = movement.way(state, truck, HexId("I1"), [HexId(hex) for hex in row[1:-1]])
    assert isinstance(way, Way)
    assert way.cost == 12
    assert movement.allowance(state, truck, "advance")[0] == 12
    assert movement.points(way.cost) == "4"
    assert [movement.points(thirds) for thirds in (1, 5, 0)] == ["1/3", "1 2/3", "0"]


@pytest.mark.case("TOI-3.5c")
def test_a_heavily_damaged_vehicle_has_no_points_whatever_adds_to_them(field: Field) -> None:
    state = field("German Panzer IV 1, C4, heavily damaged\nGerman Panzer IV 2, C5\nSoviet T-34/76 1, I4")
    [whole] = (unit.id for unit in state.units.values() if unit.hex == "C5")
    [wreck] = (unit.id for unit in state.units.values() if unit.hex == "C4")
    boons = tuple(Boon("move", state.units[id].side, 3, 6, id) for id in (whole, wreck))
    state = replace(state, boons=boons)
    assert movement.allowance(state, state.units[whole], "advance")[0] == 9 * POINT
    assert movement.allowance(state, state.units[wreck], "advance")[0] == 0
