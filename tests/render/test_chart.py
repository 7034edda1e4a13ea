"""Where things lie on a map."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from bot.kit import hexes
from bot.kit.hexes import Hex
from render import ways
from render.chart import LEGIBLE, PHONE, SIDE, TALL, Cell, Chart, Window, centre, corners, gate, outlines

HERE = Hex(0, 0)
AROUND = hexes.neighbours(HERE)


def chart(cells: list[Cell]) -> Chart:
    return Chart(cells, -300, -300, 300, 300)


def area(loop: Sequence[tuple[float, float]]) -> float:
    """Twice the area of a polygon; positive when it runs clockwise on a page."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True))


def test_a_side_lies_between_its_two_hexes() -> None:
    points = corners(HERE)
    for i, to in enumerate(AROUND):
        x, y = centre(to)
        assert (points[i - 1][0] + points[i][0]) / 2 == pytest.approx(x / 2)
        assert (points[i - 1][1] + points[i][1]) / 2 == pytest.approx(y / 2)


def test_a_hex_is_as_large_as_it_should_be() -> None:
    assert math.dist(centre(HERE), corners(HERE)[1]) == pytest.approx(SIDE)
    assert math.dist(centre(HERE), centre(AROUND[0])) == pytest.approx(TALL)


def test_an_outline_runs_once_around_a_region() -> None:
    (loop,) = outlines({HERE, AROUND[0]})
    assert len(loop) == 10
    assert area(loop) == pytest.approx(2 * 2 * 1.5 * SIDE * TALL)


def test_a_hole_has_an_outline_of_its_own() -> None:
    loops = outlines(set(AROUND))
    assert sorted(len(loop) for loop in loops) == [6, 18]
    assert sorted(area(loop) > 0 for loop in loops) == [False, True]


def test_a_way_crosses_a_side_at_one_place_from_both_hexes() -> None:
    for to in AROUND:
        assert gate(HERE, to, "road", 11) == gate(to, HERE, "road", 11)
        assert math.dist(gate(HERE, to, "road", 11), gate(HERE, to, "road", 0)) <= 11


def test_a_way_runs_off_the_map_across_from_where_it_came() -> None:
    south = AROUND[3]
    at_the_rim = chart([Cell(HERE, "A1", roads=frozenset((south,))), Cell(south, "A2")])
    assert at_the_rim.runoff(HERE, [south]) == AROUND[0]
    inside = chart([Cell(to, "") for to in (HERE, *AROUND)])
    assert inside.runoff(HERE, [south]) is None
    assert at_the_rim.runoff(HERE, [south, AROUND[1]]) is None


def test_a_stream_that_bends_sharply_does_not_cut_its_corner() -> None:
    bend = [HERE, AROUND[0], AROUND[1]]
    courses = ways.streams(chart([Cell(at, "", "stream") for at in bend] + [Cell(AROUND[3], "")]))
    ends = [len(pieces) for pieces in courses.values()]
    assert sum(ends) == 3, "a chain of three hexes: one piece in each"


def test_a_stream_enters_a_pond_only_once() -> None:
    lake = [Cell(AROUND[0], "", "pond"), Cell(AROUND[1], "", "pond")]
    courses = ways.streams(chart([Cell(HERE, "", "stream"), Cell(AROUND[3], "", "stream"), *lake]))
    assert [len(pieces) for pieces in courses.values()] == [1, 1]


def test_a_window_shows_what_is_in_it() -> None:
    window = Window(-100, -100, 100, 100, 0.5)
    assert window.size == (100, 100)
    assert window.pixel((0, 0)) == (50, 50)
    assert window.shows(HERE)
    assert not window.shows(Hex(9, 9))


def test_letters_grow_where_a_phone_would_show_them_too_small() -> None:
    near, broad, far = (Window(0, 0, size, size, 1) for size in (400, 1000, 8000))
    assert near.letters(20, 40) == 20
    assert broad.letters(20, 40) == round(LEGIBLE * 1000 / PHONE)
    assert far.letters(20, 40) == 30, "nobody reads a map of a whole front on a phone"
