"""Sight over hexes, against a plain second implementation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kit import hexes
from bot.kit.hexmap import HexMap
from bot.kit.sight import Bar, Eye, Relief, between
from tests.examples import examples
from tests.kit.test_hexes import walked

N = TypeVar("N", bound=str)

BOARD = HexMap(
    {
        hexes.name(at): at
        for column in range(1, 8)
        for row in range(column & 1, 6)
        if (at := hexes.from_grid(column, row))
    }
)
NAMES = sorted(BOARD.places)
REACH = {0: 0, 1: 2, 2: 1, 3: 0}
"""The length of shadows for a viewer on each level."""


class Heap(NamedTuple):
    """The level of a hex, and the height of its terrain."""

    level: int
    stands: int


class Look(NamedTuple):
    heaps: dict[str, Heap]
    a: Eye[str]
    b: Eye[str]

    @property
    def relief(self) -> Relief[str]:
        heaps = self.heaps
        return Relief(
            BOARD, lambda at: heaps[at].level, lambda at: heaps[at].level + heaps[at].stands, REACH.__getitem__
        )


@st.composite
def looks(draw: st.DrawFn) -> Look:
    """A map, and two places in it, on the ground or one level above it."""
    heap = st.sampled_from([Heap(0, 0)] * 4 + [Heap(level, stands) for level in range(3) for stands in range(2)])
    heaps = {name: draw(heap) for name in NAMES}
    eyes = []
    for _ in range(2):
        at = draw(st.sampled_from(NAMES))
        eyes.append(Eye(at, heaps[at].level + draw(st.integers(0, 1))))
    return Look(heaps, *eyes)


def sides(board: HexMap[N], a: N, b: N) -> Iterator[list[N]]:
    """Yield both sides of a line moved a hair to its left and to its right.

    A side that leaves the map is left out.
    """
    names = {at: name for name, at in board.places.items()}
    for side in (1, -1):
        crossed = walked(board.places[a], board.places[b], side)
        if all(at in names for at in crossed):
            yield [names[at] for at in crossed]


def sees(board: HexMap[str], a: str, b: str, hides: Callable[[str], bool]) -> bool:
    """True if one of the sides is clear."""
    return any(not any(map(hides, side)) for side in sides(board, a, b))


def hides(look: Look, high: Eye[str], low: Eye[str], at: str) -> bool:
    """Say whether a hex that the line crosses hides the lower end from the higher one."""
    level, stands = look.heaps[at]
    if level + stands > high.level:
        return True
    if high.level == low.level:
        return False
    if BOARD.distance(high.at, at) == 1 and level == high.level:
        return True
    return level + stands > low.level and BOARD.distance(at, low.at) <= REACH[high.level]


@examples(100)
@given(looks())
def test_a_viewer_over_a_map_sees_what_the_plain_rules_say(look: Look) -> None:
    high, low = sorted((look.a, look.b), key=lambda eye: -eye.level)
    bar = look.relief.bar(look.a, look.b)
    assert (bar is None) == sees(BOARD, high.at, low.at, lambda at: hides(look, high, low, at))
    if bar is not None:
        assert hides(look, high, low, bar.at)
        assert bar.low in (look.a.at, look.b.at)
        assert any(bar.at in side for side in sides(BOARD, high.at, low.at))


@examples(70)
@given(looks())
def test_sight_is_mutual(look: Look) -> None:
    there, back = look.relief.bar(look.a, look.b), look.relief.bar(look.b, look.a)
    assert (there is None) == (back is None)


@examples(70)
@given(st.frozensets(st.sampled_from(NAMES)), st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_one_clear_side_of_a_line_is_enough(walls: frozenset[str], a: str, b: str) -> None:
    found = between(BOARD, a, b, lambda at: at if at in walls else None)
    assert (found is None) == sees(BOARD, a, b, walls.__contains__)


def told(heaps: dict[str, Heap], a: Eye[str], b: Eye[str]) -> Bar[str] | None:
    return Look({name: heaps.get(name, Heap(0, 0)) for name in NAMES}, a, b).relief.bar(a, b)


@pytest.mark.parametrize(
    ("heaps", "a", "b", "how"),
    [
        ({}, Eye("A1", 0), Eye("A5", 0), None),
        ({"A3": Heap(0, 1)}, Eye("A1", 0), Eye("A5", 0), "above"),
        ({"A2": Heap(0, 1)}, Eye("A1", 1), Eye("A5", 0), None),
        ({"A4": Heap(0, 1)}, Eye("A1", 1), Eye("A5", 0), "shadow"),
        ({"A1": Heap(1, 0), "A2": Heap(1, 0)}, Eye("A1", 1), Eye("A5", 0), "ledge"),
        ({"A1": Heap(1, 0), "A2": Heap(1, 0)}, Eye("A1", 2), Eye("A5", 0), None),
        ({"A1": Heap(0, 1)}, Eye("A1", 0), Eye("A5", 0), None),
    ],
)
def test_a_blocking_hex_has_its_reason(heaps: dict[str, Heap], a: Eye[str], b: Eye[str], how: str | None) -> None:
    bar = told(heaps, a, b)
    assert (bar.how if bar else None) == how
