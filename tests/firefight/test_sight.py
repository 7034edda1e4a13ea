"""Sight and arcs."""

from __future__ import annotations

import pytest

from bot.titles.firefight.field import arcs
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.sight import Density, look, seen_from, sees
from bot.titles.firefight.model.ids import FACINGS, Field, HexId, MapId, Sheet

GROVES: Field = (Sheet(MapId("1")),)
HILLS: Field = (Sheet(MapId("3")),)


def groves(name: str) -> HexId:
    return HexId(f"1-{name}")


def hills(name: str) -> HexId:
    return HexId(f"3-{name}")


def cite(field: Field, a: str, b: str, **smoke: Density) -> str:
    key = field[0].map
    lying = {HexId(f"{key}-{hex}"): density for hex, density in smoke.items()}
    there = look(field, HexId(f"{key}-{a}"), HexId(f"{key}-{b}"), lying)
    back = look(field, HexId(f"{key}-{b}"), HexId(f"{key}-{a}"), lying)
    assert there.clear == back.clear, "sight is mutual"
    return there.cite


@pytest.mark.case("COH-4.4a")
def test_woods_between_block_and_woods_at_the_ends_do_not() -> None:
    assert cite(GROVES, "C11", "E11") == "COH-4.4a", "D11 is heavy woods"
    assert cite(GROVES, "D11", "D13") == "", "from wood to wood over D12"
    assert cite(GROVES, "E09", "G07") == ""


@pytest.mark.case("COH-4.4a")
def test_sight_goes_all_round_without_a_limit() -> None:
    assert cite(GROVES, "H02", "L02") == ""
    assert groves("A02") in seen_from(GROVES, groves("L02"))


# FF-R41
@pytest.mark.case("COH-4.4b")
def test_along_a_hexside_the_freer_of_its_two_hexes_counts() -> None:
    assert ground(GROVES).covered(groves("B04"))
    assert not ground(GROVES).covered(groves("B03"))
    assert cite(GROVES, "A04", "C03") == "", "the line runs between B03 and the woods of B04"
    assert cite(GROVES, "D12", "F13") == "COH-4.4a", "between E12 and E13, woods both"


# FF-R41
@pytest.mark.case("COH-4.4b")
def test_each_hexside_along_the_line_counts_alone() -> None:
    assert cite(GROVES, "G08", "J10", H08="heavy", I10="heavy") == "", "past them on either side"
    assert cite(GROVES, "G08", "J10", H08="heavy", H09="heavy") == "COH-6.2b"


@pytest.mark.case("COH-4.4c")
def test_between_different_levels_what_is_as_high_as_the_higher_end_blocks() -> None:
    assert cite(HILLS, "B03", "B08") == "COH-4.4c", "B04 is as high as B03"
    assert cite(HILLS, "B05", "D02") == "COH-4.4c", "C04 is as high as the crest"
    assert cite(HILLS, "C04", "C02") == "", "the slope before the crest is lower"


@pytest.mark.case("COH-4.4d")
def test_the_hex_right_behind_woods_is_hidden_from_above() -> None:
    assert ground(HILLS)[hills("C05")].level == 2
    assert cite(HILLS, "B05", "C09") == "COH-4.4d", "right behind the woods of B08"
    assert cite(HILLS, "B05", "B10") == "", "the hex behind it is not"


# FF-R42
@pytest.mark.case("COH-4.4e")
def test_between_equal_levels_ground_blocks_when_it_is_higher_and_woods_with_their_level() -> None:
    assert cite(HILLS, "A02", "E03") == "COH-4.4e"
    assert cite(HILLS, "B03", "B06") == "COH-4.4e"
    assert cite(HILLS, "B03", "D03") == "", "C03 is as high as both"
    assert cite(HILLS, "C07", "E06") == "COH-4.4a", "woods on the hill between two slopes"


@pytest.mark.case("COH-6.2b")
def test_heavy_smoke_blocks_at_all_levels() -> None:
    assert cite(GROVES, "H02", "L02", J02="heavy") == "COH-6.2b"
    assert cite(GROVES, "H02", "L02", L02="heavy") == "", "one sees into it"
    assert cite(HILLS, "B05", "B10", B07="heavy") == "COH-6.2b"


@pytest.mark.case("COH-6.2c")
def test_one_light_smoke_hazes_and_two_hide() -> None:
    smoke: dict[HexId, Density] = {groves("J02"): "light"}
    assert look(GROVES, groves("H02"), groves("L02"), smoke).haze == 1
    smoke[groves("K02")] = "light"
    assert look(GROVES, groves("H02"), groves("L02"), smoke).cite == "COH-6.2c"
    assert look(GROVES, groves("H02"), groves("K02"), smoke).haze == 1, "that of the end is another matter"


@pytest.mark.case("COH-4.4f")
def test_the_arc_is_the_three_front_hexes_continued_to_their_outer_rows() -> None:
    start = groves("G10")
    assert arcs.front(GROVES, start, "N") == tuple(map(groves, ("G09", "F10", "G11")))
    assert arcs.in_arc(GROVES, start, "N", groves("A10"))
    assert arcs.in_arc(GROVES, start, "N", groves("F13")), "two hexes on in the row of G11"
    assert not arcs.in_arc(GROVES, start, "N", groves("G12")), "beside that row"
    assert not arcs.in_arc(GROVES, start, "N", groves("H11"))
    assert arcs.in_arc(GROVES, start, "N", start)


@pytest.mark.case("COH-4.4f")
def test_two_opposite_arcs_share_nothing_but_the_hex_between_them() -> None:
    land, start = ground(GROVES), groves("G10")
    for ahead, back in zip(FACINGS[:3], FACINGS[3:], strict=True):
        both = [
            hex
            for hex in land.places
            if arcs.in_arc(GROVES, start, ahead, hex) and arcs.in_arc(GROVES, start, back, hex)
        ]
        assert both == [start]


@pytest.mark.case("COH-3.3b")
def test_a_target_shows_its_front_to_units_in_its_arc() -> None:
    target = groves("G10")
    assert arcs.aspect(GROVES, target, "N", groves("D10")) == "front"
    assert arcs.aspect(GROVES, target, "N", groves("G11")) == "front"
    assert arcs.aspect(GROVES, target, "N", groves("H11")) == "flank"
    assert arcs.aspect(GROVES, target, "N", target) == "flank", "in its own hex"


@pytest.mark.case("COH-4.1c")
def test_three_hexes_lie_behind_a_unit() -> None:
    assert arcs.behind(GROVES, groves("G10"), "N") == tuple(map(groves, ("H11", "H10", "H09")))
    assert arcs.behind(GROVES, groves("L02"), "N") == (), "beyond the rim there is nothing"


def test_sight_continues_from_map_to_map() -> None:
    field = (Sheet(MapId("1")), Sheet(MapId("4"), 0, 1))
    assert sees(field, groves("L02"), HexId("4-A02"))
    assert ground(field).distance(groves("L02"), HexId("4-A02")) == 1
