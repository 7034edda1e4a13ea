"""The maps against what the rules say of them, and maps that are joined."""

from __future__ import annotations

import pytest

from bot.titles.firefight.field.ground import Ground, ground, outermost
from bot.titles.firefight.model.ids import HexId, MapId, Sheet
from bot.titles.firefight.printed.maps import MapRecord, _misdrawn, _misplaced, maps

FIVE = [MapId(key) for key in "12345"]


def alone(key: str) -> Ground:
    return ground((Sheet(MapId(key)),))


def hexes(*names: str) -> tuple[HexId, ...]:
    return tuple(map(HexId, names))


def test_five_maps_are_read_without_a_complaint() -> None:
    assert maps().problems == ()
    assert list(maps().maps) == FIVE
    assert {record.source for record in maps().maps.values()} == {"ours"}


@pytest.mark.case("COH-4.1e")
@pytest.mark.parametrize("key", FIVE)
def test_a_map_has_196_full_hexes_and_its_halves_cannot_be_played(key: str) -> None:
    land = alone(key)
    assert len(land.places) == 196
    for half in ("A03", "M03", "B01", "B19", "M01", "M02"):
        assert land.called(half) is None
    for full in ("A02", "B03", "L03", "L18"):
        assert land.called(full) is not None


def test_every_hex_that_the_rules_name_is_what_they_say() -> None:
    land = alone("1")
    for name in ("D11", "E13", "D13", "G07"):
        assert land[HexId(f"1-{name}")].terrain == "heavy woods"
    assert land[HexId("1-F11")].terrain == "light woods"
    assert land[HexId("1-E09")].terrain == "open"
    for name in ("L04", "L05", "L06"):
        assert HexId(f"1-{name}") in land.edge(Sheet(MapId("1")), "south")
    assert land.distance(*hexes("1-E09", "1-D11")) == 2
    assert land.distance(*hexes("1-E09", "1-F11")) == 2
    assert land.distance(*hexes("1-E09", "1-G07")) == 3
    for key in "13":
        assert alone(key).called("D14") is not None, "a rumoured enemy is placed there"


def test_the_hex_of_the_marker_is_the_fourth_from_the_edge() -> None:
    land = alone("1")
    edge = land.edge(Sheet(MapId("1")), "north")
    assert min(land.distance(HexId("1-E09"), hex) for hex in edge) == 3


@pytest.mark.case("COH-4.5a")
def test_units_enter_at_the_full_hexes_of_an_edge() -> None:
    land, sheet = alone("1"), Sheet(MapId("1"))
    north = land.edge(sheet, "north")
    assert north[:3] == hexes("1-A02", "1-B03", "1-A04")
    assert north[-1] == "1-A18"
    assert len(north) == len(land.edge(sheet, "south")) == 17
    assert land.edge(sheet, "west") == hexes(*(f"1-{row}02" for row in "ABCDEFGHIJKL"))
    assert land.edge(sheet, "east")[0] == "1-A18"


@pytest.mark.parametrize("key", FIVE)
def test_roads_leave_a_map_at_the_middle_of_every_side(key: str) -> None:
    land = alone(key)
    for hex in ("A10", "L10"):
        assert land[HexId(f"{key}-{hex}")].roads
    assert maps().maps[MapId(key)].ways()[1][0] == "G01"
    assert maps().maps[MapId(key)].ways()[1][-1] == "G19"


@pytest.mark.case("G-3.8")
@pytest.mark.parametrize("turned", [False, True])
def test_roads_of_joined_maps_meet_however_they_lie(turned: bool) -> None:
    beside = ground((Sheet(MapId("1")), Sheet(MapId("4"), 1, 0, turned)))
    seam = HexId("1-G19")
    assert beside.called("4-G01" if not turned else "4-G19") == seam
    assert len(beside[seam].roads) == 2
    below = ground((Sheet(MapId("1")), Sheet(MapId("4"), 0, 1, turned)))
    other = HexId("4-L10" if turned else "4-A10")
    assert below.by_road(HexId("1-L10"), other)
    assert below.by_road(other, HexId("1-L10"))


@pytest.mark.case("COH-4.1e", "G-3.8")
def test_two_halves_that_are_joined_are_one_hex_with_two_addresses() -> None:
    below = ground((Sheet(MapId("1")), Sheet(MapId("2"), 0, 1)))
    assert len(below.places) == 2 * 196 + 8
    assert below.called("2-A03") == below.called("1-M03") == "1-M03"
    assert below.called("1-M01") is None, "a quarter is completed by four maps alone"
    turned = ground((Sheet(MapId("1")), Sheet(MapId("2"), 0, 1, True)))
    assert turned.called("2-M17") == "1-M03"
    assert turned.neighbours[HexId("1-L04")][3] == "2-L16", "the other map lies the other way round"


@pytest.mark.case("G-3.8")
def test_open_edges_are_those_at_which_no_map_lies() -> None:
    first, second = Sheet(MapId("1")), Sheet(MapId("2"), 1, 0)
    land = ground((first, second))
    assert (first, "east") not in land.open_edges()
    assert (second, "west") not in land.open_edges()
    assert len(land.open_edges()) == 6
    assert land.edge(first, "north")[-1] == "1-B19", "the seam belongs to the edge"
    assert len(land.rim("north")) == 17 + 1 + 17
    assert land.rim("east") == land.edge(second, "east")


@pytest.mark.case("G-3.8", "COH-4.5a")
def test_a_map_that_is_added_moves_the_entry_of_the_map_it_joins_alone() -> None:
    first, second = Sheet(MapId("1")), Sheet(MapId("2"), 1, 0)
    third = Sheet(MapId("3"), 0, -1)
    land = ground((first, second, third))
    north = {*land.edge(third, "north"), *land.edge(second, "north")}
    assert set(land.rim("north")) == north, "who was to enter at the second map still does"
    assert not set(land.edge(first, "north")) & (north - set(land.edge(second, "north")))
    assert set(land.rim("south")) == {*land.edge(first, "south"), *land.edge(second, "south")}
    assert set(land.rim("west")) == {*land.edge(first, "west"), *land.edge(third, "west")}


def test_the_maps_at_an_edge_are_those_that_none_lies_beyond() -> None:
    field = (Sheet(MapId("1")), Sheet(MapId("3"), 0, 1), Sheet(MapId("5"), 1))
    assert [sheet.map for sheet in outermost(field, "north")] == ["1", "5"]
    assert [sheet.map for sheet in outermost(field, "south")] == ["3", "5"]


def test_a_hex_keeps_its_name_when_a_map_is_added() -> None:
    before, after = alone("1"), ground((Sheet(MapId("1")), Sheet(MapId("3"), 0, -1)))
    assert set(before.places) <= set(after.places)
    assert before.label(HexId("1-E09")) == "E09"
    assert after.label(HexId("1-E09")) == "1-E09"
    assert before.called("E09") == "1-E09"
    assert after.called("E09") is None


def test_four_maps_complete_their_corner() -> None:
    sheets = tuple(Sheet(MapId(key), x, y) for key, x, y in (("1", 0, 0), ("2", 1, 0), ("3", 0, 1), ("4", 1, 1)))
    assert ground(sheets).called("1-M19") == "1-M19"
    assert ground(sheets[:3]).called("1-M19") is None


def test_a_map_that_is_drawn_wrong_says_where() -> None:
    record = maps().maps[MapId("2")]

    def found(**changes: str | tuple[str, ...]) -> list[tuple[str, ...]]:
        fields = {name: getattr(record, name) for name in record.__struct_fields__}
        changed = MapRecord(**{**fields, **changes})
        return [keys for keys, _ in _misdrawn(changed) or ()] or [keys for keys, _ in _misplaced(changed)]

    assert found() == []
    assert found(terrain=record.terrain.replace("w", "x")) == [("terrain",)]
    assert found(terrain="..") == [("terrain",)]
    assert found(terrain=record.terrain.replace("-", ".")) == [("terrain",)]
    assert found(roads=("A10 C10",)) == [("roads", "0")]
    assert found(walls="A02-C02") == [("walls",)]
