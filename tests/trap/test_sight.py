"""Sight along streets and over open ground, against a slow and plain reference."""

from __future__ import annotations

import pytest

from bot.titles.trap.field.arcs import aspect, bears, leaves, toward
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.sight import Line, sight
from bot.titles.trap.model.table import HexId
from tests.trap import slow


def sees(a: str, b: str, limit: int = 4, rubble: tuple[str, ...] = ()) -> bool:
    return sight().sees(HexId(a), HexId(b), limit, {HexId(hex) for hex in rubble})


def line(a: str, b: str) -> Line:
    return sight().line(HexId(a), HexId(b))


# TRAP-R72
@pytest.mark.case("TRAP-6.2.1")
@pytest.mark.parametrize("part", range(4))
def test_sight_agrees_with_the_slow_reference(part: int) -> None:
    """A sixth of the map's hexes, each with all hexes within 4.

    Some of the city is rubble.
    """
    city = ground()
    some = [hex for n, hex in enumerate(city.terrain) if n % 24 == 6 * part]
    rubble = {hex for n, hex in enumerate(city.terrain) if n % 5 == 0 and city.has_levels(hex)}
    seen = 0
    for a in some:
        for b in city.map.within(a, 4):
            limit = 2 if (int(a) + int(b)) % 5 == 0 else 4
            found = sight().sees(a, b, limit, rubble)
            assert found == slow.sees(city, a, b, limit, rubble), f"{a} to {b} over {limit}"
            seen += found
    assert seen > 250


@pytest.mark.case("TRAP-6.2.1-4")
def test_along_a_straight_road_sight_passes_changes_of_street_name() -> None:
    """Every road hex of the map against the plain reference, by day and while shaken."""
    city = ground()
    found = renamed = 0
    for a in city.streets_of:
        for b in city.map.within(a, 4):
            for limit in (2, 4):
                if a != b and slow.straight_road(city, a, b, limit):
                    found += 1
                    renamed += not slow.streets(city, a, b, limit) and not slow.straight(city, a, b)
                    assert sees(a, b, limit), f"{a} to {b} over {limit}"
                    assert line(a, b).length == city.distance(a, b)
    assert found > 1000
    assert renamed > 50, "streets meet under other names"
    assert line("3006", "3004").course == ("3006", "3005", "3004")
    assert not sees("2517", "2515"), "woods beside a road hide what lies behind them"


@pytest.mark.case("TRAP-10.1.1")
@pytest.mark.parametrize(("start", "landmark"), [("0117", "palace"), ("0124", "palace"), ("0426", "station")])
def test_ambush_positions_lie_along_every_approach(start: str, landmark: str) -> None:
    """Buildings off the road, in several streets, see the column within four hexes."""
    city = ground()
    way = city.road_way(HexId(start), city.building(landmark))
    watch = {hex for at in way for hex in sight().seen_from(at) if city.has_levels(hex)} - set(way)
    streets = {street for hex in watch for street in city.streets_of.get(hex, ())}
    assert len(watch) >= 15
    assert len(streets) >= 4


def test_sight_is_mutual() -> None:
    city = ground()
    for n, a in enumerate(city.terrain):
        if n % 7 == 0:
            assert all(sight().sees(b, a) for b in sight().seen_from(a))


def test_sight_from_a_hex_is_cached_by_the_rubble_nearby() -> None:
    city = ground()
    here = next(hex for hex in city.terrain if city.has_levels(hex))
    fallen = [hex for hex in city.map.within(here, 4) if city.has_levels(hex)]
    for rubble in ((), tuple(fallen), (here,), ()):
        seen = {hex for hex in city.map.within(here, 4) if sees(here, hex, rubble=rubble)}
        assert set(sight().seen_from(here, rubble=rubble)) == seen
    assert len(sight().seen_from(here, rubble=fallen)) > len(sight().seen_from(here))


@pytest.mark.case("TRAP-6.2.1-1")
def test_buildings_and_woods_block_a_straight_line_but_are_seen_into() -> None:
    assert line("0917", "1217").blocked == "1017", "the city begins there"
    assert sees("0817", "1017")
    assert not sees("0103", "0503"), "woods lie between"
    assert sees("0103", "0203")
    assert sees("0120", "0420"), "open ground"


@pytest.mark.case("TRAP-6.2.1-3")
def test_in_the_city_one_sees_along_streets_only() -> None:
    assert line("1302", "1306").course == ("1302", "1303", "1304", "1305", "1306")
    assert not sees("1104", "1204"), "two buildings with no street in common"
    assert not sees("1304", "1404"), "a building beside the street is not on it"
    assert sees("1306", "1605"), "a junction sees along both streets"
    assert sees("1306", "1310")


# TRAP-R69
def test_sight_goes_round_the_bends_of_a_street_and_is_counted_along_it() -> None:
    assert line("1414", "1713").course == ("1414", "1514", "1613", "1713")
    assert line("1912", "2209").blocked == "2209", "five hexes along the avenue, four as the crow flies"
    assert len(line("1514", "1912").course) == 5
    assert not sees("1514", "1912", 3)


# TRAP-R71
def test_rubble_is_seen_into_and_past_along_its_street() -> None:
    assert sees("1302", "1306", rubble=("1304",))
    assert sees("1302", "1304", rubble=("1304",))


# TRAP-R70
def test_rubble_no_longer_hides_its_units_from_the_next_building() -> None:
    assert not sees("1104", "1204")
    assert sees("1104", "1204", rubble=("1204",))


# TRAP-R72
def test_a_line_along_a_hexside_is_open_when_one_of_its_two_hexes_is() -> None:
    city = ground()
    seen = set()
    for a in city.terrain:
        for side in range(6):
            first, second = city.beside(a, side), city.beside(a, (side + 1) % 6)
            over = city.beside(first, (side + 1) % 6) if first else None
            if first and second and over and city.terrain[a] == city.terrain[over] == "clear":
                hides = [city.terrain[hex] != "clear" for hex in (first, second)]
                assert sees(a, over) == (not all(hides)) or city.road_joins(a, first)
                seen.add(sum(hides))
    assert seen == {0, 1, 2}


def test_hexsides_are_counted_clockwise_from_the_north() -> None:
    places = ground().map.places
    middle = HexId("0520")
    for side, beside in enumerate(ground().neighbours(middle)):
        assert toward(places[middle], places[beside]) == (side,)
    assert toward(places[middle], places[HexId("0620")]) == (2,)
    assert toward(places[middle], places[HexId("0719")]) == (1,), "one more column, still through the same side"
    assert toward(places[middle], places[HexId("0720")]) == (1, 2), "through the corner in the east"


# TRAP-R72
@pytest.mark.case("TRAP-3.4.1", "TRAP-6.2")
def test_foot_units_fire_through_their_three_front_hexsides_and_their_corners() -> None:
    assert [bears(0, (side,)) for side in range(6)] == [True, True, False, False, False, True]
    assert bears(0, (1, 2))
    assert not bears(0, (2, 3))
    assert bears(0, ()), "in its own hex"


# TRAP-R72
@pytest.mark.case("TRAP-3.4.1", "TRAP-3.4.2")
def test_the_aspect_of_a_target() -> None:
    assert [aspect(0, (side,), False) for side in range(6)] == ["front", "front", "rear", "rear", "rear", "front"]
    assert [aspect(1, (side,), True) for side in range(6)] == ["flank", "front", "flank", "flank", "rear", "flank"]
    assert aspect(0, (1, 2), False) == "front", "at a corner the target has the better of it"
    assert aspect(0, (2, 3), True) == "flank"


@pytest.mark.case("TRAP-3.4.2")
def test_round_a_bend_fire_comes_in_by_the_street() -> None:
    city = ground()
    bend = line("1414", "1713")
    assert leaves(city, bend) == (city.direction(HexId("1414"), HexId("1514")),)
    assert leaves(city, bend.back()) == (city.direction(HexId("1713"), HexId("1613")),)
