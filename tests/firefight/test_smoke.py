"""Laying smoke."""

from __future__ import annotations

import pytest

from bot.titles.firefight import events as ev
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.play.rounds import thinner
from tests.firefight.fights import Fight, of


def smoke(unit: str, at: str, map: str = "1", **fields: str) -> do.LaySmoke:
    spotter = HexId(fields.get("spotter", ""))
    return do.LaySmoke(UnitId(unit), HexId(f"{map}-{at}"), spotter)


@pytest.mark.case("COH-6.2a")
def test_pioneers_place_smoke_in_the_next_hex_at_the_cost_of_an_attack() -> None:
    fight = Fight()
    fight.put("g16", "H02", "N")
    assert fight.cite(smoke("g16", "F02")) == "COH-6.2a"
    events = fight.do(smoke("g16", "G02"))
    assert fight.state.smoke == {"1-G02": "heavy"}
    assert of(events, ev.Paid)[0].ap == 2
    assert thinner(fight.state) == {"1-G02": "light"}, "and then it is gone"
    fight.set(smoke=thinner(fight.state))
    assert thinner(fight.state) == {}


@pytest.mark.case("COH-6.2a", "COH-6.3a")
def test_mortars_place_smoke_in_hexes_that_they_could_hit() -> None:
    fight = Fight()
    fight.put("g23", "L02", "N")
    fight.put("g21", "L02", "N")
    assert fight.cite(smoke("g21", "H02")) == "COH-6.2a", "the light mortar has none"
    assert fight.cite(smoke("g23", "K02")) == "COH-6.2a", "nearer than its shortest range"
    assert fight.cite(smoke("g23", "L04")) == "COH-6.2a"
    assert fight.cite(smoke("g23", "H02")) == ""
    fight.put("g24", "H08", "NW")
    assert fight.cite(smoke("g24", "F05")) == "COH-4.4a"
    assert fight.cite(smoke("g24", "F05", spotter="1-I06")) == ""
    events = fight.do(smoke("g24", "F05", spotter="1-I06"))
    assert of(events, ev.Paid)[0].ap == 4


@pytest.mark.case("COH-6.2a")
def test_smoke_does_not_lie_on_water_nor_twice() -> None:
    fight = Fight(maps="5")
    fight.put("g16", "E14", "N")
    assert fight.cite(smoke("g16", "D14", map="5")) == "COH-6.2a"
    fight.put("g16", "H02", "N")
    fight.smoke("G02")
    assert fight.cite(smoke("g16", "G02", map="5")) == "COH-6.2a"
    fight.smoke("G02", "light")
    assert fight.cite(smoke("g16", "G02", map="5")) == ""


@pytest.mark.case("COH-6.2a", "COH-3.4b")
def test_a_unit_that_cannot_attack_places_no_smoke() -> None:
    fight = Fight()
    fight.put("g16", "H02", "N", hit="stunned")
    assert fight.cite(smoke("g16", "G02")) == "COH-3.5e"
    fight.put("g16", "H02", "N")
    fight.put("s05", "H02")
    assert fight.cite(smoke("g16", "G02")) == "COH-3.4b"
    fight.put("s05", "A02")
    fight.put("g16", "H02", "S")
    assert fight.cite(smoke("g16", "G02")) == "COH-3.1c"


def test_smoke_is_offered_within_reach() -> None:
    fight = Fight()
    fight.put("g16", "H02", "N")
    assert {each.at for each in fight.offered(do.LaySmoke)} == {"1-H02", "1-G02", "1-H03"}
