"""Sight on small maps beside the rules, told once more as plainly as can be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kit import hexes
from bot.kit.hexes import distance, from_grid
from bot.titles.tide.field.board import of_scenario
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.ground import Ground, Spot
from bot.titles.tide.printed.tables import tables
from tests.examples import examples
from tests.kit.test_sight import sides

COLUMNS, ROWS = 8, 6
Look = tuple[Ground, HexId, HexId, frozenset[HexId]]


def plane(marks: dict[str, tuple[str, int]]) -> Ground:
    """Return clear ground of level 0 with some marks.

    Half hexes at the rim do not exist.
    """
    spots = {}
    for column in range(1, COLUMNS):
        for row in range(column & 1, ROWS):
            at = from_grid(column, row)
            name = HexId(hexes.name(at))
            terrain, level = marks.get(name, ("clear", 0))
            spots[name] = Spot(name, at, terrain, level)
    return Ground(tables(), spots, (1, 1))


NAMES = sorted(plane({}).spots)


@st.composite
def looks(draw: st.DrawFn) -> Look:
    """A map with woods, houses, hills and smoke, and two hexes of it."""
    grounds = st.sampled_from(
        [("clear", 0)] * 4 + [(t, n) for t in ("clear", "woods", "building") for n in (0, 1, 2)]
    )
    here = plane({name: draw(grounds) for name in NAMES})
    clouds = draw(st.frozensets(st.sampled_from(NAMES), max_size=4))
    a, b = draw(st.sampled_from(NAMES)), draw(st.sampled_from(NAMES))
    return here, HexId(a), HexId(b), frozenset(map(HexId, clouds))


def by_the_rules(here: Ground, a: HexId, b: HexId, clouds: frozenset[HexId]) -> bool:
    """Move the line a hair to either side; a clear side is enough (TOI-7.3)."""
    high, low = sorted((a, b), key=lambda name: -here[name].level)
    return any(not any(hides(here, high, low, each, clouds) for each in side) for side in sides(here, high, low))


def hides(here: Ground, high: HexId, low: HexId, at: HexId, clouds: frozenset[HexId]) -> bool:
    """Say whether what stands at a hex of the line hides one end from the other."""
    top, bottom = here[high].level, here[low].level
    grown = here[at].terrain in ("woods", "building") or at in clouds
    stands = here[at].level + grown
    if stands > top:
        return True  # TOI-7.2: higher than both ends
    if top == bottom:
        return False
    if here[at].level == top and distance(here[high].at, here[at].at) == 1:
        return True  # TOI-7.5: the plateau in front of the unit
    shadow = {1: 2, 2: 1}[top]
    return stands > bottom and distance(here[at].at, here[low].at) <= shadow  # TOI-7.4


@examples(130)
@given(looks())
@pytest.mark.case("TOI-7.2", "TOI-7.3", "TOI-7.4", "TOI-7.5", "TOI-9.7", "FB-hill-1", "FB-hill-2", "FB-hill-3")
def test_sight_is_what_the_rules_say(look: Look) -> None:
    here, a, b, clouds = look
    assert here.sees(a, b, clouds) == by_the_rules(here, a, b, clouds)


@examples(70)
@given(looks())
def test_sight_is_mutual(look: Look) -> None:
    here, a, b, clouds = look
    assert here.sees(a, b, clouds) == here.sees(b, a, clouds)


@examples(70)
@given(looks())
def test_a_blocking_hex_is_between_the_two_hexes(look: Look) -> None:
    here, a, b, clouds = look
    obstacle = here.blocked(a, b, clouds)
    if obstacle is not None:
        assert any(obstacle.hex in side for side in sides(here, a, b))
        assert obstacle.hex not in (a, b)
        assert obstacle.cite in ("TOI-7.2", "TOI-7.4", "TOI-7.5")


def test_neighbours_always_see_each_other() -> None:
    here = plane(dict.fromkeys(NAMES, ("woods", 0)))
    assert all(here.sees(name, other) for name in NAMES for other in here.neighbours[HexId(name)])


def test_only_woods_and_buildings_grow_above_their_ground() -> None:
    assert {key for key, terrain in tables().terrain.items() if terrain.blocks} == {"woods", "building"}


@pytest.mark.parametrize("scenario", ["first", "kalach"])
def test_sight_on_the_printed_maps(scenario: str) -> None:
    """Some hundreds of pairs of hexes, and a cloud on the map."""
    here = of_scenario(scenario)
    clouds = frozenset({HexId("E5")})
    pairs = [(a, b) for a in here.spots for b in here.spots if a < b][:: len(here.spots)]
    for a, b in pairs:
        assert here.sees(a, b, clouds) == by_the_rules(here, a, b, clouds), (a, b)


@pytest.mark.parametrize(
    ("marks", "a", "b", "sees"),
    [
        ({}, "A1", "A5", True),
        ({"A3": ("woods", 0)}, "A1", "A5", False),
        ({"A3": ("building", 0)}, "A1", "A5", False),
        ({"A3": ("rough", 0)}, "A1", "A5", True),
        ({"A3": ("clear", 1)}, "A1", "A5", False),
        ({"A1": ("woods", 0), "A5": ("building", 0)}, "A1", "A5", True),
        ({"A1": ("clear", 1), "A3": ("woods", 0)}, "A1", "A5", False),
        ({"A1": ("clear", 1), "A2": ("woods", 0)}, "A1", "A5", True),
        ({"A1": ("clear", 2), "A4": ("woods", 0)}, "A1", "A5", False),
        ({"A1": ("clear", 2), "A3": ("woods", 0)}, "A1", "A5", True),
        ({"A1": ("clear", 1), "A2": ("clear", 1)}, "A1", "A5", False),
        ({"A1": ("clear", 1), "A2": ("clear", 1), "A5": ("clear", 1)}, "A1", "A5", True),
        ({"A1": ("clear", 1), "A5": ("clear", 1), "A3": ("woods", 0)}, "A1", "A5", True),
        ({"A1": ("clear", 1), "A5": ("clear", 1), "A3": ("woods", 1)}, "A1", "A5", False),
        ({"A3": ("woods", 0)}, "A2", "B4", True),
        ({"A3": ("woods", 0), "B3": ("woods", 0)}, "A2", "B4", False),
        ({"C1": ("woods", 0)}, "B1", "D1", False),
    ],
)
def test_sight_told_one_by_one(marks: dict[str, tuple[str, int]], a: str, b: str, sees: bool) -> None:
    assert plane(marks).sees(HexId(a), HexId(b)) == sees
