"""The counters against what the rules say of them."""

from __future__ import annotations

import pytest

from bot.titles.firefight.model.ids import CounterId
from bot.titles.firefight.printed.units import Kind, named, twice, units


def kind(counter: str) -> Kind:
    return units().counters[CounterId(counter)]


@pytest.mark.case("COH-2.1a")
def test_numbers_of_the_rules_belong_to_the_units_of_the_rules() -> None:
    assert units().problems == ()
    soviets = ("Rifle 03", "Rifle 04", "Rifle 05", "Rifle 06", "Rifle 07", "Rifle 08")
    assert tuple(named(CounterId(f"s{n:02}")) for n in range(3, 9)) == soviets
    for counter, name in {
        "s18": "MMG 18", "s20": "NKVD 20", "s21": "NKVD 21", "s40": "ZiS-30 40", "s46": "BT-7 46", "s13": "SMG 13",
        "g03": "Rifle 03", "g11": "LMG 11", "g16": "Pioneer 16", "g17": "Pioneer 17", "g18": "Pioneer 18",
        "g39": "SdKfz 251 39", "g52": "Pz III J 52", "g28": "PaK 36 28",
    }.items():  # fmt: skip
        assert named(CounterId(counter)) == name


@pytest.mark.case("COH-2.1a")
def test_values_of_kinds_that_are_known_well() -> None:
    rifle, other = kind("g03"), kind("s05")
    assert (rifle.attack, rifle.move, rifle.red, rifle.blue, rifle.range) == (3, 1, 2, 0, 5)
    assert (other.attack, other.red, other.flank, other.front) == (4, 3, 11, 12)
    assert (kind("s51").flank, kind("s51").front, kind("s51").blue) == (17, 20, 7)


def test_a_number_belongs_to_one_kind() -> None:
    again = {"rifle": kind("g03"), "other": kind("g03")}
    assert [keys for keys, _ in twice(again)] == [("kinds", "other", "numbers")] * 8


@pytest.mark.case("COH-2.0a")
def test_blue_counts_against_armour_and_red_against_the_rest() -> None:
    assert kind("s46").colour("front") == "blue"
    assert kind("s05").colour("front") == "red"
    assert kind("s40").colour("flank") == "red", "the flank of a ZiS-30 is soft"
    assert kind("g28").firepower("blue") == 5


@pytest.mark.case("COH-2.0b")
def test_machine_guns_mortars_and_guns_have_crews() -> None:
    crewed = {kind.kind for kind in units().kinds.values() if kind.has_crew}
    assert {"machine gun", "mortar", "gun"} <= crewed
    others = {
        key for key, kind in units().kinds.items() if kind.kind in ("infantry", "transport") and kind.has_crew
    }
    assert others == {"tank-hunter"}
    assert units().kinds["tank-hunter"].crewed == ("blue",)
    assert units().kinds["zis-30"].has_crew, "the crew of its gun stands in the open"


@pytest.mark.case("COH-2.0c")
def test_trucks_and_wagons_do_not_count() -> None:
    assert not kind("s35").counts
    assert kind("s35").range == 0, "a truck fights only in its own hex"
    assert kind("s31").attack == 0, "a wagon does not fight"
    assert kind("g39").counts
