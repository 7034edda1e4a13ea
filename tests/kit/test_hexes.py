"""Hexes beside plain geometry in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kit.hexes import (
    DIRECTIONS,
    Hex,
    Line,
    bearings,
    distance,
    from_grid,
    grid,
    line,
    name,
    neighbours,
    numbered,
    step,
    turned,
)
from tests.examples import examples

Point = tuple[Fraction, Fraction]
near = st.integers(-9, 9)
hexes = st.builds(Hex, near, near)
ORIGIN = Hex(0, 0)

CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The corners of a hex about its centre, clockwise from the east.

x runs east in half sides, y south in halves of the height. Stretching the plane like this changes no crossing.
"""


def centre(at: Hex) -> Point:
    return Fraction(3 * at.q), Fraction(2 * at.r + at.q)


def crossing(at: Hex, start: Point, end: Point) -> tuple[Fraction, Fraction] | None:
    """Return where a segment runs inside a hex, as shares of its length, or `None`."""
    (cx, cy), enter, leave = centre(at), Fraction(0), Fraction(1)
    for (ax, ay), (bx, by) in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True):
        ex, ey = bx - ax, by - ay

        def inside(point: Point, ax: int = ax, ay: int = ay, ex: int = ex, ey: int = ey) -> Fraction:
            return ex * (point[1] - cy - ay) - ey * (point[0] - cx - ax)

        first, last = inside(start), inside(end)
        if first == last:
            if first <= 0:
                return None
        elif first < last:
            enter = max(enter, first / (first - last))
        else:
            leave = min(leave, first / (first - last))
    return (enter, leave) if enter < leave else None


def walked(a: Hex, b: Hex, side: int) -> tuple[Hex, ...]:
    """Return the hexes between two hexes on a slightly moved line.

    The line is a hair to the left (1) or to the right (-1).
    """
    (ax, ay), (bx, by) = centre(a), centre(b)
    hair = Fraction(side, 10**6)
    off = ((by - ay) * hair, -(bx - ax) * hair)
    start, end = (ax + off[0], ay + off[1]), (bx + off[0], by + off[1])
    span = distance(a, b)
    around = [Hex(a.q + q, a.r + r) for q in range(-span, span + 1) for r in range(-span, span + 1)]
    between = [at for at in around if at not in (a, b) and distance(a, at) + distance(at, b) <= span + 2]
    crossed = {at: where for at in between if (where := crossing(at, start, end))}
    return tuple(sorted(crossed, key=lambda at: crossed[at]))


@examples(50)
@given(hexes)
def test_a_line_crosses_what_geometry_says(to: Hex) -> None:
    assert line(ORIGIN, to) == Line(walked(ORIGIN, to, 1), walked(ORIGIN, to, -1))


@pytest.mark.parametrize("to", [Hex(1, 1), Hex(2, -1), Hex(2, 2), Hex(4, -2), Hex(3, 0), Hex(3, -1), Hex(0, 4)])
def test_a_line_along_hexsides_and_through_corners(to: Hex) -> None:
    assert line(ORIGIN, to) == Line(walked(ORIGIN, to, 1), walked(ORIGIN, to, -1))


def test_along_a_hexside_each_side_has_its_own_hex() -> None:
    assert line(ORIGIN, Hex(1, 1)) == Line((Hex(1, 0),), (Hex(0, 1),))


@given(hexes, hexes)
def test_a_line_back_is_the_same_line_turned_round(a: Hex, b: Hex) -> None:
    there, back = line(a, b), line(b, a)
    assert (there.left, there.right) == (back.right[::-1], back.left[::-1])


@given(hexes, hexes, hexes)
def test_a_line_is_the_same_anywhere(a: Hex, b: Hex, by: Hex) -> None:
    moved = line(Hex(a.q + by.q, a.r + by.r), Hex(b.q + by.q, b.r + by.r))
    assert moved.left == tuple(Hex(h.q + by.q, h.r + by.r) for h in line(a, b).left)


@given(hexes, hexes)
def test_a_line_is_a_way(a: Hex, b: Hex) -> None:
    for side in line(a, b):
        way = [a, *side, b] if a != b else [a]
        assert all(distance(one, two) == 1 for one, two in pairwise(way))


def test_nothing_lies_between_a_hex_and_itself_or_its_neighbours() -> None:
    for to in (ORIGIN, *neighbours(ORIGIN)):
        assert line(ORIGIN, to) == Line((), ())


@given(hexes)
def test_neighbours_stand_around(at: Hex) -> None:
    around = neighbours(at)
    assert len(set(around)) == 6
    assert all(distance(at, other) == 1 for other in around)
    assert all(distance(one, two) == 1 for one, two in zip(around, around[1:] + around[:1], strict=True))


def test_directions_go_clockwise_from_the_north() -> None:
    assert [(int(x), int(y)) for x, y in map(centre, DIRECTIONS)] == [
        (0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1),
    ]  # fmt: skip


@given(hexes, hexes)
def test_distance_counts_the_fewest_steps(a: Hex, b: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    if a != b:
        assert min(distance(each, b) for each in neighbours(a)) == distance(a, b) - 1
    else:
        assert distance(a, b) == 0


@given(hexes, st.integers(1, 6), st.integers(0, 9))
def test_steps_in_a_direction_add_up(at: Hex, direction: int, by: int) -> None:
    there = step(at, direction, by)
    assert distance(at, there) == by
    assert step(there, (direction + 2) % 6 + 1, by) == at


def outside(corner: Point, other: Point, to: Point) -> bool:
    """True if a line from the origin leaves a hex there.

    The place is a corner or lies between two corners, clockwise.
    """
    (ax, ay), (bx, by), (x, y) = corner, other, to
    return ax * y - ay * x >= 0 and x * by - y * bx >= 0


@examples(100)
@given(hexes, hexes)
def test_one_looks_at_a_hex_through_the_sides_that_the_line_leaves_by(a: Hex, b: Hex) -> None:
    (ax, ay), (bx, by) = centre(a), centre(b)
    fractions = [(Fraction(x), Fraction(y)) for x, y in CORNERS]
    # Corners are counted from the east; the first side, to the north, is between the fifth and the sixth.
    sides = [(fractions[(n + 3) % 6], fractions[(n + 4) % 6]) for n in range(1, 7)]
    left = [n for n, (one, two) in enumerate(sides, start=1) if outside(one, two, (bx - ax, by - ay))]
    assert list(bearings(a, b)) == (left if a != b else [])


def test_a_neighbour_lies_in_one_direction_and_a_corner_between_two() -> None:
    assert [bearings(ORIGIN, each) for each in neighbours(ORIGIN)] == [(n,) for n in range(1, 7)]
    assert bearings(ORIGIN, Hex(1, 1)) == (3, 4)
    assert bearings(ORIGIN, Hex(1, -2)) == (1, 2)
    assert bearings(ORIGIN, Hex(-1, -1)) == (1, 6)


@given(st.integers(1, 6), st.integers(-12, 12))
def test_turning_goes_hexside_by_hexside(direction: int, by: int) -> None:
    wheel = [1, 2, 3, 4, 5, 6]
    assert turned(direction, by) == wheel[(wheel.index(direction) + by) % 6]


@given(hexes)
def test_a_grid_place_leads_back_to_its_hex(at: Hex) -> None:
    assert from_grid(*grid(at)) == at


def test_odd_columns_stand_half_a_hex_further_north() -> None:
    assert centre(from_grid(0, 3))[1] - centre(from_grid(1, 3))[1] == 1
    assert centre(from_grid(2, 3))[1] - centre(from_grid(1, 3))[1] == 1


@pytest.mark.parametrize(
    ("column", "row", "expected"),
    [(1, 1, "A1"), (2, 0, "B1"), (3, 4, "C4"), (26, 8, "Z9"), (27, 1, "AA1"), (28, 11, "AB12"), (703, 1, "AAA1")],
)
def test_full_hexes_have_the_names_of_a_paper_map(column: int, row: int, expected: str) -> None:
    assert name(from_grid(column, row)) == expected


def test_no_name_is_given_twice() -> None:
    names = [name(from_grid(column, row)) for column in range(1, 60) for row in range(column & 1, 30)]
    assert len(set(names)) == len(names)


def test_four_digits_are_a_column_and_a_row() -> None:
    assert [numbered(f"{column:02}{row:02}") for column, row in ((1, 24), (40, 26))] == [(1, 24), (40, 26)]
    assert [numbered(text) for text in ("", "304", "03044", "03-4", "C4", "٠٣٠٤")] == [None] * 6
