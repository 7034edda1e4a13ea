"""Each modifier of the list of 6.4.2 alone."""

from __future__ import annotations

from typing import Any

import pytest

from bot.titles.trap.field.fire import aim, indirect, modifiers
from bot.titles.trap.model.table import UnitId
from tests.trap.fights import CHECHEN, RUSSIAN, Fight


def direct(fight: Fight, firer: str, target: str, sniper: str = "") -> dict[str, int]:
    """Return the modifiers of a shot, by their cases without the title."""
    found = aim(fight.state, fight[firer], fight[target], UnitId(sniper))
    return {each.cite.removeprefix("TRAP-6.4.2-"): each.n for each in modifiers(found)}


def shelled(fight: Fight, target: str, firer: str = "") -> dict[str, int]:
    """Return the modifiers of indirect fire; without a firer it is off-map artillery."""
    found = indirect(fight.state, fight[target], fight[firer] if firer else None)
    return {each.cite.removeprefix("TRAP-6.4.2-"): each.n for each in modifiers(found)}


def open_ground(firer: str, target: str, **fields: Any) -> Fight:
    """Put a firer at 0520 and a target north of it at 0518; they face each other."""
    fight = Fight(CHECHEN if firer.startswith("c-") else RUSSIAN)
    fight.put(firer, "0520")
    fight.put(target, "0518", **{"facing": "S", **fields})
    return fight


def test_nothing_modifies_a_plain_shot() -> None:
    assert direct(open_ground("c-i1", "81-1-i1"), "c-i1", "81-1-i1") == {}


@pytest.mark.case("TRAP-6.4.2-01")
def test_infantry_beside_a_vehicle_is_harder_to_hit_from_the_ground() -> None:
    fight = open_ground("c-i1", "81-1-i1")
    fight.put("81-btr1", "0518")
    assert direct(fight, "c-i1", "81-1-i1") == {"01": 1}
    assert "01" not in direct(fight, "c-i1", "81-btr1"), "the vehicle itself is not"
    assert "01" not in shelled(fight, "81-1-i1")
    upstairs = Fight(CHECHEN)
    upstairs.put("c-i1", "1312", level="upper")
    upstairs.put("81-1-i1", "1313", facing="N")
    upstairs.put("81-btr1", "1313")
    assert "01" not in direct(upstairs, "c-i1", "81-1-i1"), "not from an upper level"
    upstairs.put("c-i2", "1312")
    upstairs.put("81-1-i2", "1313", level="upper", facing="N")
    upstairs.put("81-1-h1", "1313", facing="N")
    assert "01" not in direct(upstairs, "c-i2", "81-1-i2"), "not for who stands above it"
    assert direct(upstairs, "c-i2", "81-1-h1")["01"] == 1, "heavy weapons infantry too"


@pytest.mark.case("TRAP-6.4.2-02", "TRAP-5.1.3")
def test_a_unit_that_has_moved_fires_worse() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "0520", moved=True)
    fight.put("81-1-i1", "0518", facing="S")
    assert direct(fight, "c-i1", "81-1-i1") == {"02": 1}


@pytest.mark.case("TRAP-6.4.2-03", "TRAP-6.4.2-04", "TRAP-6.3")
def test_suppressed_and_pinned_units_fire_worse() -> None:
    for status, expected in (("suppressed", {"03": 1}), ("pinned", {"04": 2})):
        fight = Fight(CHECHEN)
        fight.put("c-i1", "0519", status=status)
        fight.put("81-1-i1", "0518", facing="S")
        assert direct(fight, "c-i1", "81-1-i1") == expected


@pytest.mark.case("TRAP-6.4.2-05")
def test_woods_hide_a_target_from_every_kind_of_fire() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "0403", facing="NW")
    fight.put("81-1-i1", "0303", facing="SE")
    assert direct(fight, "c-i1", "81-1-i1") == {"05": 1}
    assert shelled(fight, "81-1-i1")["05"] == 1


@pytest.mark.case("TRAP-6.4.2-06", "TRAP-6.4.2-14")
def test_it_is_harder_to_fire_up_than_down() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1312", facing="S")
    fight.put("c-i2", "1312", facing="S", level="upper")
    fight.put("81-1-i1", "1314", facing="N")
    fight.put("81-1-i2", "1314", facing="N", level="upper")
    assert direct(fight, "c-i1", "81-1-i2") == {"06": 1, "10": 2}
    assert direct(fight, "c-i2", "81-1-i1") == {"14": -2, "10": 2}
    assert direct(fight, "c-i1", "81-1-i1") == direct(fight, "c-i2", "81-1-i2") == {"10": 2}
    assert "06" not in shelled(fight, "81-1-i2")
    assert "14" not in shelled(fight, "81-1-i1", "c-i2")


@pytest.mark.case("TRAP-6.4.2-07", "TRAP-6.4.2-11")
def test_indirect_fire_misses_who_lies_low_and_finds_who_has_acted() -> None:
    fight = open_ground("c-i1", "81-1-i1")
    assert shelled(fight, "81-1-i1") == {"07": 1}
    fight = open_ground("c-i1", "81-1-i1", activated=True)
    assert shelled(fight, "81-1-i1") == {"11": -1}
    assert direct(fight, "c-i1", "81-1-i1") == {"11": -1}
    assert direct(open_ground("c-i1", "81-1-i1", fired=True), "c-i1", "81-1-i1") == {"11": -1}


@pytest.mark.case("TRAP-6.4.2-08", "TRAP-3.4.2")
def test_the_front_of_a_t80_is_thick() -> None:
    assert direct(open_ground("c-rpg1", "131-t1"), "c-rpg1", "131-t1") == {"08": 1}
    assert "08" not in direct(open_ground("c-rpg1", "81-btr1"), "c-rpg1", "81-btr1")
    fight = Fight(CHECHEN)
    fight.put("c-rpg1", "1312", level="upper")
    fight.put("131-t1", "1312", facing="N")
    fight.put("81-btr1", "1412", facing="N")
    assert direct(fight, "c-rpg1", "131-t1") == {"08": 1, "14": -2}, "from its own hex, too"
    assert "08" not in shelled(fight, "131-t1")


@pytest.mark.case("TRAP-6.4.2-09", "TRAP-8.7")
def test_rubble_hides_best_though_less_from_artillery() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-h1", "1312", facing="S")
    fight.put("81-1-i1", "1314", facing="N")
    fight.put("81-btr1", "1313", facing="N")
    fight.set(rubble=("1314", "1313"))
    assert direct(fight, "c-h1", "81-1-i1") == {"09": 3}
    assert shelled(fight, "81-1-i1")["09"] == 2
    assert shelled(fight, "81-1-i1", "c-h1")["09"] == 3


@pytest.mark.case("TRAP-6.4.2-10", "TRAP-3.2", "TRAP-5.1.2")
def test_buildings_hide_who_is_not_a_vehicle() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1312", facing="S")
    fight.put("81-1-i1", "1314", facing="N")
    fight.put("81-btr1", "1313", facing="N")
    assert direct(fight, "c-i1", "81-1-i1") == {"10": 2}
    assert direct(fight, "c-i1", "81-btr1") == {}, "vehicles stay on the road"
    assert shelled(fight, "81-1-i1")["10"] == 1
    assert shelled(fight, "81-1-i1", "c-i1")["10"] == 2


def test_a_landmark_is_a_building() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "2313", facing="NE")
    fight.put("81-1-i1", "2412", facing="SW")
    assert direct(fight, "c-i1", "81-1-i1") == {"10": 2}


@pytest.mark.case("TRAP-6.4.2-12")
def test_a_unit_under_fire_is_easier_to_hit() -> None:
    fight = open_ground("c-i1", "81-1-i1", shot_at=True)
    assert direct(fight, "c-i1", "81-1-i1") == {"12": -1}
    assert "12" not in shelled(fight, "81-1-i1")


@pytest.mark.case("TRAP-6.4.2-13")
def test_heavy_weapons_mow_down_foot_units_in_the_open() -> None:
    assert direct(open_ground("c-h1", "81-1-i1"), "c-h1", "81-1-i1") == {"13": -2}
    assert direct(open_ground("81-btr1", "c-h1"), "81-btr1", "c-h1") == {"13": -2}
    assert direct(open_ground("c-h1", "81-btr1"), "c-h1", "81-btr1") == {}, "not vehicles"
    assert direct(open_ground("c-i1", "81-1-i1"), "c-i1", "81-1-i1") == {}, "not by light weapons"
    assert "13" not in shelled(open_ground("c-h1", "81-1-i1"), "81-1-i1", "c-h1")


@pytest.mark.case("TRAP-6.4.2-15", "TRAP-3.4.1", "TRAP-3.4.2")
def test_flanks_of_vehicles_and_rears_of_foot_units() -> None:
    for facing in ("SW", "SE", "NW", "NE"):
        assert direct(open_ground("c-rpg1", "81-btr1", facing=facing), "c-rpg1", "81-btr1") == {"15": -2}
        assert direct(open_ground("c-rpg1", "131-t1", facing=facing), "c-rpg1", "131-t1") == {"15": -1}
    for facing in ("N", "NE", "NW"):
        assert direct(open_ground("c-i1", "81-1-i1", facing=facing), "c-i1", "81-1-i1") == {"15": -2}
    for facing in ("S", "SE", "SW"):
        assert direct(open_ground("c-i1", "81-1-i1", facing=facing), "c-i1", "81-1-i1") == {}
    assert direct(open_ground("c-i1", "kalin", facing="N"), "c-i1", "kalin") == {}, "leaders have no facing"
    assert "15" not in shelled(open_ground("c-i1", "81-1-i1", facing="N"), "81-1-i1")


@pytest.mark.case("TRAP-6.4.2-16", "TRAP-3.4.2")
def test_rears_of_vehicles() -> None:
    assert direct(open_ground("c-rpg1", "81-btr1", facing="N"), "c-rpg1", "81-btr1") == {"16": -3}
    assert direct(open_ground("c-rpg1", "131-t1", facing="N"), "c-rpg1", "131-t1") == {"16": -2}
    assert direct(open_ground("131-t1", "c-t1", facing="N"), "131-t1", "c-t1") == {"16": -3}, "a T-62 is thin"


@pytest.mark.case("TRAP-3.4.2")
def test_round_a_bend_a_vehicle_is_hit_where_its_street_comes_in() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-rpg1", "1414", facing="N")
    fight.put("81-btr1", "1713", facing="NW")
    assert direct(fight, "c-rpg1", "81-btr1") == {"15": -2}, "the street comes in from 1613, to the south-west"


@pytest.mark.case("TRAP-6.4.2-17")
def test_chechens_see_better_at_night() -> None:
    fight = Fight(CHECHEN, turn=6)
    fight.put("c-i1", "0519")
    fight.put("81-1-i1", "0518", facing="S")
    assert direct(fight, "c-i1", "81-1-i1") == {"17": -1}
    assert direct(fight, "81-1-i1", "c-i1") == {}
    assert "17" not in shelled(fight, "81-1-i1", "c-i1")


@pytest.mark.case("TRAP-6.4.2-18")
def test_a_t80_fires_well_at_buildings() -> None:
    fight = Fight(RUSSIAN, "3/131")
    fight.put("131-t1", "1312", facing="S")
    fight.put("c-i1", "1314", facing="N")
    assert direct(fight, "131-t1", "c-i1") == {"10": 2, "18": -1}
    assert shelled(fight, "c-i1", "131-t1")["18"] == -1, "indirectly as well"
    fight.set(rubble=("1314",))
    assert "18" not in direct(fight, "131-t1", "c-i1")


@pytest.mark.case("TRAP-6.4.2-18", "TRAP-6.4.2-09")
def test_a_vehicle_among_buildings_has_cover_in_rubble_only() -> None:
    fight = Fight(RUSSIAN)
    fight.put("131-t1", "1312", facing="N")
    fight.put("c-t1", "1310", facing="S")
    assert direct(fight, "131-t1", "c-t1") == {"18": -1}
    fight.set(rubble=("1310",))
    assert direct(fight, "131-t1", "c-t1") == {"09": 3}


@pytest.mark.case("TRAP-6.4.2-19", "TRAP-8.8")
def test_a_sniper_helps_against_russian_infantry() -> None:
    fight = open_ground("c-i1", "81-1-i1")
    fight.put("c-sniper1", "0618")
    assert direct(fight, "c-i1", "81-1-i1") == {}, "he has not been activated"
    assert direct(fight, "c-i1", "81-1-i1", "c-sniper1") == {"19": -1}
    fight.put("c-sniper2", "0619")
    fight.set(acted=("c-sniper1", "c-sniper2"))
    assert direct(fight, "c-i1", "81-1-i1") == {"19": -1}, "two help no more than one"
    for target in ("81-btr1", "kalin"):
        other = open_ground("c-i1", target)
        other.put("c-sniper1", "0618")
        assert "19" not in direct(other, "c-i1", target, "c-sniper1")
    for fields in ({"status": "suppressed"}, {"fired": True}):
        other = open_ground("c-i1", "81-1-i1")
        other.put("c-sniper1", "0618", **fields)
        assert "19" not in direct(other, "c-i1", "81-1-i1", "c-sniper1")
    far = open_ground("c-i1", "81-1-i1")
    far.put("c-sniper1", "0512")
    assert "19" not in direct(far, "c-i1", "81-1-i1", "c-sniper1"), "he is out of range"


@pytest.mark.case("TRAP-6.4.2-20", "TRAP-8.10", "TRAP-6.4.2-01", "TRAP-6.4.2-10")
def test_riders_on_a_tank_have_three_less_besides_all_modifiers_of_infantry() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1312", facing="S")
    fight.put("131-t1", "1313", facing="N")
    fight.put("131-1-i1", "1313", aboard="131-t1")
    assert direct(fight, "c-i1", "131-1-i1") == {"01": 1, "10": 2, "20": -3}
    assert shelled(fight, "131-1-i1") == {"07": 1, "10": 1, "20": -3}
    fight.put("c-i2", "0520", level="ground", facing="N")
    fight.put("131-t2", "0518", facing="S")
    fight.put("131-1-i2", "0518", aboard="131-t2")
    assert direct(fight, "c-i2", "131-1-i2") == {"01": 1, "20": -3}, "light fire in the open"


@pytest.mark.case("TRAP-6.4.2-01")
def test_a_vehicle_covers_infantry_and_no_leader() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-sniper1", "0520", facing="N")
    fight.put("c-i1", "0520", facing="N")
    fight.put("81-btr1", "0518", facing="S")
    fight.put("81-1-i1", "0518", facing="S")
    fight.put("kalin", "0518")
    assert direct(fight, "c-i1", "81-1-i1") == {"01": 1}
    assert direct(fight, "c-sniper1", "kalin") == {}


@pytest.mark.case("TRAP-6.4.2")
def test_modifiers_add_up_and_each_names_its_case() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-rpg1", "0520", status="suppressed", moved=True)
    fight.put("81-1-i1", "0519", facing="N", activated=True, shot_at=True)
    assert direct(fight, "c-rpg1", "81-1-i1") == {"02": 1, "03": 1, "11": -1, "12": -1, "13": -2, "15": -2}
