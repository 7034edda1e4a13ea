"""Riding and towing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.kernel.secret import see
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, UnitId
from tests.firefight.fights import GERMAN, Fight, of


def load(unit: str, into: str) -> do.Load:
    return do.Load(UnitId(unit), UnitId(into))


def unload(unit: str, at: str = "") -> do.Unload:
    return do.Unload(UnitId(unit), HexId(f"1-{at}" if at else ""))


@pytest.mark.case("COH-6.5a")
def test_a_vehicle_carries_one_foot_unit_or_tows_one_gun() -> None:
    fight = Fight()
    fight.put("g36", "H02", "N")
    fight.put("g03", "H02", "S")
    fight.put("g28", "H02", "S")
    fight.put("g52", "H02", "S")
    assert fight.cite(load("g52", "g36")) == "COH-6.5a"
    events = fight.do(load("g28", "g36"))
    assert of(events, ev.Paid)[0].ap == 3, "what the gun's move costs"
    assert (fight["g28"].aboard, fight["g28"].facing) == ("g36", "N")
    fight.turn(GERMAN)
    assert fight.cite(load("g03", "g36")) == "COH-6.5a", "it is full"
    assert fight.cite(load("g03", "s35")) == "COH-6.5a"


@pytest.mark.case("COH-6.5a")
def test_passengers_move_at_the_cost_of_the_vehicle_and_do_nothing_else() -> None:
    fight = Fight()
    fight.put("g36", "H02", "N")
    fight.put("g28", "H02", aboard="g36")
    events = fight.do(do.Move((UnitId("g36"),), (HexId("1-G02"),)))
    assert fight["g28"].hex == fight["g36"].hex == "1-G02"
    assert of(events, ev.Paid)[0].ap == 1
    fight.turn(GERMAN)
    fight.put("s05", "E02")
    assert fight.cite(do.Move((UnitId("g28"),), (HexId("1-F02"),))) == "COH-6.5a"
    assert fight.cite(do.Fire((UnitId("g28"),), HexId("1-E02"))) == "COH-6.5a"


# FF-R65
@pytest.mark.case("COH-6.5a")
def test_from_the_next_hex_getting_in_costs_the_way() -> None:
    fight = Fight()
    fight.put("g36", "F11", "N")
    fight.put("g28", "F10", "NE")
    fight.put("g03", "E12", "S")
    fight.put("g04", "H10", hit="pinned")
    events = fight.do(load("g28", "g36"))
    assert of(events, ev.Paid)[0].ap == 3 + 2, "into light woods on wheels"
    fight.turn(GERMAN)
    fight.put("g37", "G10", "N")
    assert fight.cite(load("g04", "g37")) == "COH-3.5c", "who is pinned does not come"
    fight.put("g04", "G10", hit="pinned")
    assert fight.cite(load("g04", "g37")) == "", "and gets in where it stands"
    assert fight.cite(load("g03", "g37")) == "COH-6.5a", "too far off"


@pytest.mark.case("COH-6.1h", "COH-3.5b")
def test_a_unit_that_mounts_from_the_next_hex_enters_the_vehicles_hex() -> None:
    fight = Fight()
    fight.put("g36", "G02", "N")
    fight.put("g03", "H02", "N", hit="cowering")
    fight.work("mines", "G02", GERMAN)
    fight.set(players={**fight.state.players, GERMAN: replace(fight.state.players[GERMAN], caps=0)})
    events = fight.do(load("g03", "g36"), (1, 1))
    assert [each.target for each in of(events, ev.Attacked)] == ["g03"]
    assert of(events, ev.HitShown), "its marker has made the way dearer"


@pytest.mark.case("COH-6.1h", "COH-6.5a")
def test_pioneers_that_mount_from_the_next_hex_cross_its_mines() -> None:
    fight = Fight()
    fight.put("g36", "G02", "N")
    fight.put("g16", "H02", "N")
    fight.work("mines", "G02")
    fight.set(players={key: replace(each, caps=0) for key, each in fight.state.players.items()})
    assert not of(fight.do(load("g16", "g36")), ev.Attacked), "they come on foot"
    assert fight["g16"].aboard == "g36"
    fight.turn(GERMAN)
    events = fight.do(do.Pivot((UnitId("g36"),), "S"), (1, 1), (1, 1))
    assert [each.target for each in of(events, ev.Attacked)] == ["g16", "g36"], "riders are not spared"


@pytest.mark.case("COH-6.5a", "COH-3.5e")
def test_getting_out() -> None:
    fight = Fight()
    fight.put("g36", "H02", "N")
    fight.put("g03", "H02", "N", aboard="g36")
    events = fight.do(unload("g03"))
    assert of(events, ev.Paid)[0].ap == 1
    assert fight["g03"].aboard == ""
    fight.put("g03", "H02", "N", aboard="g36")
    fight.turn(GERMAN)
    assert fight.cite(unload("g03", "F02")) == "COH-6.5a"
    fight.do(unload("g03", "G02"))
    assert fight["g03"].hex == "1-G02"
    fight.turn(GERMAN)
    fight.put("g04", "H02", "N", aboard="g36", hit="stunned")
    assert fight.cite(unload("g04")) == "COH-3.5e"
    assert fight.cite(unload("g05")) != ""


def test_every_way_in_and_out_is_offered() -> None:
    fight = Fight()
    fight.put("g36", "H02", "N")
    fight.put("g03", "H02", "N")
    assert {(each.unit, each.into) for each in fight.offered(do.Load)} == {("g03", "g36")}
    fight.put("g03", "H02", "N", aboard="g36")
    assert {each.at for each in fight.offered(do.Unload)} >= {"", "1-G02"}


@pytest.mark.case("COH-6.1h", "COH-6.5a")
def test_mines_are_named_before_a_unit_mounts_or_dismounts_in_their_hex() -> None:
    fight = Fight()
    fight.put("g36", "G02", "N")
    for unit in ("g03", "g16"):
        fight.put(unit, "H02", "N")
    fight.work("mines", "G02")
    goes_off = "The mines there go off."
    seen = see(fight.state, GERMAN)
    assert goes_off in TITLE.beforehand(seen, load("g03", "g36"))
    assert goes_off not in TITLE.beforehand(seen, load("g16", "g36")), "Pioneers walk through them"
    fight.set(
        units={
            **fight.state.units,
            UnitId("g03"): replace(fight["g03"], aboard=UnitId("g36"), hex=fight["g36"].hex),
        }
    )
    assert goes_off in TITLE.beforehand(see(fight.state, GERMAN), unload("g03"))
