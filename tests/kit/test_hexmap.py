"""Maps of hexes, and boards that are joined, against plain counting."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from bot.kit import hexes
from bot.kit.hexes import Hex
from bot.kit.hexmap import HexMap, Joint, full

COLUMNS, ROWS = 10, 9


def board(across: int = 1, down: int = 1) -> HexMap[str]:
    return HexMap({hexes.name(at): at for at in full(COLUMNS, ROWS, across, down)})


def test_neighbours_are_the_hexes_at_distance_one() -> None:
    here = board()
    for name in here.places:
        assert set(here.neighbours[name]) == {other for other in here.places if here.distance(name, other) == 1}


def test_within_and_beyond_agree_with_distances() -> None:
    here = board()
    assert set(here.within("E5", 2)) == {name for name in here.places if here.distance("E5", name) <= 2}
    assert [here.beyond("E5", direction, 1) for direction in range(1, 7)] == list(here.neighbours["E5"])
    assert here.beyond("A1", 1, 1) is None
    assert "A0" not in here


def test_the_direction_of_a_neighbour_leads_to_it() -> None:
    here = board()
    for name in here.places:
        for other in here.neighbours[name]:
            assert here.beyond(name, here.direction(name, other), 1) == other
            assert here.bearings(name, other) == (here.direction(name, other),)
    assert here.direction("E5", "E5") == here.direction("E5", "E7") == 0


def test_a_hexside_lies_between_two_neighbours() -> None:
    here = board()
    assert here.side("E5", "E6") == here.side("E6", "E5")
    for other in ("E5", "E7"):
        with pytest.raises(ValueError, match="not adjacent"):
            here.side("E5", other)


def test_lines_do_not_leave_the_map() -> None:
    here = board()
    for a, b in product(here.places, repeat=2):
        for side in here.line(a, b):
            assert set(side) <= set(here.places)


@pytest.mark.parametrize("turned", [False, True])
def test_a_board_fills_its_place(turned: bool) -> None:
    joint = Joint(COLUMNS, ROWS, 1, 1, turned)
    places = list(joint.places())
    assert len(places) == len(set(places)) == 6 * 9 + 5 * 10
    assert joint.place(0, 0) == (hexes.from_grid(20, 17) if turned else hexes.from_grid(10, 9))
    assert joint.place(COLUMNS + 1, 0) is joint.place(0, ROWS) is None


def test_a_board_that_is_turned_twice_lies_as_before() -> None:
    straight, turned = Joint(COLUMNS, ROWS, 0, 0, False), Joint(COLUMNS, ROWS, 0, 0, True)
    for column in range(COLUMNS + 1):
        for row in range(ROWS + (column & 1)):
            at = straight.place(column, row)
            assert at is not None
            assert turned.place(*hexes.grid(turned.place(column, row) or at)) == at


def test_joined_boards_meet_in_their_halves() -> None:
    times: Counter[Hex] = Counter()
    for x, y in product(range(2), repeat=2):
        times.update(Joint(COLUMNS, ROWS, x, y, False).places())
    assert set(full(COLUMNS, ROWS, 2, 2)) <= set(times)
    assert {at.q for at, n in times.items() if n > 1} >= {COLUMNS}


def test_names_are_read_as_they_are_written() -> None:
    for at in full(COLUMNS, ROWS, 3, 1):
        assert hexes.named(hexes.name(at)) == at
    assert [hexes.named(text) for text in ("", "7", "C", "4C", "Ж4", "C-1")] == [None] * 6
