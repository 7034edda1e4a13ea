"""Units that a state keeps by their ids, groups and piles."""

from __future__ import annotations

import pytest
from msgspec import Struct

from bot.kit.pieces import change, grouped, with_units, without


class Man(Struct, frozen=True):
    id: str
    tired: bool = False
    hill: str = ""


class Hills(Struct, frozen=True):
    units: dict[str, Man]
    turn: int = 1


START = Hills({"a": Man("a"), "b": Man("b")})


def test_units_take_the_place_of_those_with_their_ids() -> None:
    after = with_units(START, [Man("b", hill="north"), Man("c")])
    assert after.units == {"a": Man("a"), "b": Man("b", hill="north"), "c": Man("c")}
    assert START.units == {"a": Man("a"), "b": Man("b")}
    assert with_units(START, []) is START


def test_the_same_fields_of_several_units_change() -> None:
    assert change(START, ["a", "b"], tired=True, hill="south").units == {
        "a": Man("a", True, "south"),
        "b": Man("b", True, "south"),
    }
    with pytest.raises(KeyError):
        change(START, ["z"], tired=True)


def test_items_are_grouped_by_their_key_each_group_in_their_order() -> None:
    men = [Man("a", hill="north"), Man("b", hill="south"), Man("c", hill="north")]
    assert grouped(men, lambda man: man.hill) == {"north": (men[0], men[2]), "south": (men[1],)}
    assert grouped([], lambda man: man) == {}


def test_of_equal_items_as_many_leave_a_pile_as_are_named() -> None:
    assert without(("a", "b", "a", "c"), "a") == ("b", "a", "c")
    assert without(("a", "b", "a", "c"), "a", "a", "c") == ("b",)
    assert without(("a",), "z") == ("a",)
