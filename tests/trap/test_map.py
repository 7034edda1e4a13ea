"""The map against what the rules themselves say of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.kit.data_files import FOLDERS, Problem
from bot.titles.trap.field.ground import Ground, ground
from bot.titles.trap.model.table import HexId
from bot.titles.trap.printed.map import read_map
from tests.trap.conftest import Lay

SIX_POINTS_OF_ROAD = 10
"""Road hexes that a vehicle drives in an activation: 5 MP at 1/2 MP a hex."""


def way(start: str, landmark: str, closed: frozenset[HexId] = frozenset()) -> Sequence[HexId]:
    return ground().road_way(HexId(start), ground().building(landmark), closed)


@pytest.mark.case("TRAP-2.1")
def test_the_map_is_read_without_a_complaint() -> None:
    problems: list[Problem] = []
    assert read_map(problems) is not None
    assert problems == []


@pytest.mark.case("TRAP-2.1")
def test_hexes_are_numbered_by_column_and_row_from_the_north_west() -> None:
    city = ground()
    assert len(city.terrain) == 40 * 26
    assert city.neighbours(HexId("2412")) == ("2411", "2512", "2513", "2413", "2313", "2312")
    assert city.neighbours(HexId("0101")) == ("0201", "0102"), "what is beyond the rim is not there"
    assert city.direction(HexId("2412"), HexId("2513")) == 2


@pytest.mark.case("TRAP-2.1.1")
def test_there_is_a_bridge_wherever_a_road_crosses_the_river() -> None:
    city = ground()
    assert len(city.bridges) == 6
    for bridge in city.bridges:
        a, b = bridge
        assert city.road_joins(a, b)


@pytest.mark.case("TRAP-10.1.2-1", "TRAP-10.1.2-2", "TRAP-10.3.3")
@pytest.mark.parametrize("entry", ["0117", "0123", "0124", "0426"])
def test_where_columns_enter_there_is_a_road_at_the_edge(entry: str) -> None:
    city = ground()
    assert city.has_road(HexId(entry))
    assert HexId(entry) in city.rim
    assert city.terrain[HexId(entry)] == "clear"


@pytest.mark.case("TRAP-12.0")
def test_columns_reach_the_palace_on_turn_3_and_the_station_on_turn_2() -> None:
    for start in ("0117", "0124"):
        assert 2 * SIX_POINTS_OF_ROAD < len(way(start, "palace")) <= 3 * SIX_POINTS_OF_ROAD
    assert SIX_POINTS_OF_ROAD < len(way("0426", "station")) <= 2 * SIX_POINTS_OF_ROAD


@pytest.mark.case("TRAP-10.1.1")
def test_the_stadium_and_the_palace_are_no_built_up_hexes_north_of_karl_marx_street() -> None:
    city = ground()
    north = {hex for hex in city.north_of("karl_marx") if city.terrain[hex] == "built-up"}
    assert len(north) > 300
    assert not north & set(city.building("stadium"))
    assert not north & set(city.building("palace"))
    assert not north & set(city.streets["karl_marx"].hexes)
    assert HexId("1615") in north
    assert HexId("1617") not in north


@pytest.mark.case("TRAP-11.2-07")
def test_the_parliament_has_several_hexes_and_the_other_buildings_one() -> None:
    city = ground()
    assert len(city.building("parliament")) == 3
    for key in ("palace", "security", "station", "stadium"):
        assert len(city.building(key)) == 1


@pytest.mark.parametrize("landmark", ["palace", "parliament", "security", "station", "stadium"])
def test_at_least_three_streets_lead_to_every_landmark(landmark: str) -> None:
    city = ground()
    building = set(city.building(landmark))
    approaches = {beside for hex in building for beside in city.road_next(hex)} - building
    streets = {key for hex in building for key in city.streets_of[hex]}
    assert len(approaches) >= 3
    assert len(streets) >= 2


@pytest.mark.parametrize("start", ["0117", "0124"])
def test_side_streets_lie_along_the_way_to_the_palace(start: str) -> None:
    """Each hex of the approach in the city has a side street within two hexes."""
    city = ground()
    approach = way(start, "palace")
    own = set(approach)
    streets = [i for i, hex in enumerate(approach) if any(_off(city, hex, own))]
    inner = [i for i, hex in enumerate(approach) if city.terrain[hex] == "built-up"]
    assert inner, "the approach leads through the city"
    for i in inner:
        assert min(abs(i - j) for j in streets) <= 2, f"{approach[i]}: no side street near"


def _off(city: Ground, hex: HexId, own: set[HexId]) -> list[HexId]:
    return [beside for beside in city.road_next(hex) if beside not in own and city.has_levels(beside)]


@pytest.mark.parametrize("start", ["0117", "0124", "0426"])
def test_no_single_road_block_keeps_vehicles_from_a_landmark(start: str) -> None:
    """A block is set up in a built-up or woods hex with a road."""
    city = ground()
    for landmark in city.record.landmarks:
        for hex in way(start, landmark)[:-1]:
            if city.terrain[hex] in ("built-up", "woods"):
                assert set(city.building(landmark)) & _driven(city, HexId(start), hex), f"a block in {hex}"


def _driven(city: Ground, start: HexId, closed: HexId) -> set[HexId]:
    """Return the hexes that vehicles reach: over open ground, elsewhere by road."""
    reached, queue = {start}, [start]
    for at in queue:
        for to in city.neighbours(at):
            open_ground = city.terrain[to] == "clear" and frozenset((at, to)) not in city.river
            if to not in reached and to != closed and (open_ground or city.road_joins(at, to)):
                reached.add(to)
                queue.append(to)
    return reached


@pytest.mark.parametrize("landmark", ["palace", "parliament", "security", "station", "stadium"])
def test_one_leaves_the_city_to_the_east_by_a_bridge_only(landmark: str) -> None:
    city = ground()
    east = set(city.east)
    paved = [tuple(side) for side in city.paved - city.bridges]
    beside: dict[HexId, set[HexId]] = {}
    for a, b in paved:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    reached = set(city.building(landmark))
    queue = list(reached)
    for at in queue:
        queue.extend(beside[at] - reached)
        reached |= beside[at]
    assert not reached & east


def test_hotels_are_in_built_up_hexes() -> None:
    city = ground()
    assert {city.terrain[hex] for hex in city.hotels} == {"built-up"}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('hexes = ["2412"]', 'hexes = ["2413"]', "landmarks.palace.hexes: 2413 is no landmark hex on the sheet"),
        ("0426 0526 0625", "0426 0625", "streets.southern_road.course: 0426 and 0625 do not touch"),
        ("2716 2717", "2716 4199", "streets.khankala.course: there is no hex 4199"),
        ("columns = 40", "columns = 41", "sheet.terrain: expected 26 rows of 41 letters"),
        ("....w..###", "....x..###", "sheet.terrain: x: no terrain has this letter"),
        ('"1815", "2212"', '"2412", "2212"', "hotels.hexes: 2412 is not built-up"),
    ],
)
def test_a_map_of_ones_own_is_checked(lay: Lay, old: str, new: str, reason: str) -> None:
    text = (FOLDERS[0] / "trap" / "map.toml").read_text(encoding="utf-8")
    assert old in text
    lay("map.toml", text.replace(old, new, 1))
    problems: list[Problem] = []
    assert read_map(problems) is None
    assert reason in str(problems[0])
    assert ":0:" not in str(problems[0])
