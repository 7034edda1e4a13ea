"""Effects of hexes on arriving units: works, mines, hidden enemies."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.secret import private
from bot.titles.firefight import events as ev
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import CardId, HexId, UnitId
from bot.titles.firefight.model.steps import Emerge, Mined
from bot.titles.firefight.model.table import DESTROYED, HIDDEN, WAITING
from tests.firefight.fights import GERMAN, SOVIET, Fight, of


def move(unit: str, to: str, map: str = "1", **fields: Any) -> do.Move:
    return do.Move((UnitId(unit),), (HexId(f"{map}-{to}"),), **fields)


def turn(unit: str, facing: Any) -> do.Pivot:
    return do.Pivot((UnitId(unit),), facing)


# Works.


@pytest.mark.case("COH-6.1b")
def test_riflemen_dig_in_for_five_points_and_lose_it_when_they_move_or_turn() -> None:
    for action in (move("g03", "G02"), turn("g03", "S")):
        fight = Fight()
        fight.put("g03", "H02")
        events = fight.do(do.Dig(UnitId("g03")))
        assert of(events, ev.Paid)[0].ap == 5
        work = fight["g03"].inside
        assert fight.state.works[work].kind == "hasty"
        fight.turn(GERMAN)
        fight.do(action)
        assert work not in fight.state.works
        assert fight["g03"].inside == ""


@pytest.mark.case("COH-6.1b", "COH-6.1a")
def test_only_able_units_dig_and_only_in_free_hexes() -> None:
    fight = Fight()
    fight.put("g52", "H02")
    fight.put("g03", "G02")
    fight.put("g04", "F02", hit="stunned")
    fight.put("g05", "E02")
    fight.put("s05", "E02")
    fight.work("wire", "G02")
    assert fight.cite(do.Dig(UnitId("g52"))) == "COH-6.1b"
    assert fight.cite(do.Dig(UnitId("g03"))) == "COH-6.1a"
    assert fight.cite(do.Dig(UnitId("g04"))) == "COH-3.5e"
    assert fight.cite(do.Dig(UnitId("g05"))) == "COH-6.1b", "there is an enemy in the hex"


@pytest.mark.case("COH-6.1e", "COH-6.1c")
def test_foot_units_go_into_an_empty_trench_with_their_move_and_wheels_do_not_come_there() -> None:
    fight = Fight()
    fight.put("g03", "H02")
    fight.put("g36", "H02")
    fight.put("g52", "H03", "SW")
    work = fight.work("trench", "G02")
    events = fight.do(move("g03", "G02"))
    assert fight["g03"].inside == work
    assert of(events, ev.Paid)[0].ap == 1
    fight.turn(GERMAN)
    assert fight.cite(move("g36", "G02")) == "COH-6.1c"
    fight.do(turn("g03", "S"))
    assert fight["g03"].inside == work, "one turns in a trench as one likes"


@pytest.mark.case("COH-6.1e", "COH-3.4a")
def test_a_work_that_the_enemy_holds_keeps_out_who_enters_its_hex() -> None:
    fight = Fight()
    fight.put("s05", "G02")
    fight.work("trench", "G02", SOVIET, "s05")
    fight.put("g03", "H02")
    fight.do(move("g03", "G02"))
    assert fight["g03"].inside == ""
    fight.turn(GERMAN)
    assert fight.cite(do.Occupy(UnitId("g03"))) == "COH-6.1e"


@pytest.mark.case("COH-6.1d")
def test_a_bunker_takes_foot_units_and_guns_and_they_face_as_it_does() -> None:
    fight = Fight()
    work = fight.work("bunker", "G02", facing="S")
    fight.put("g03", "H02", "N")
    fight.do(move("g03", "G02"))
    assert (fight["g03"].inside, fight["g03"].facing) == (work, "S")
    fight.turn(GERMAN)
    fight.put("g28", "G02")
    fight.put("g52", "G02")
    assert fight.cite(do.Occupy(UnitId("g28"))) == ""
    assert fight.cite(do.Occupy(UnitId("g52"))) == "COH-6.1d"
    fight.do(do.Occupy(UnitId("g03")))
    assert fight["g03"].inside == "", "who is inside comes out"


@pytest.mark.case("COH-6.1g")
def test_wire_adds_a_die_to_a_move_on_foot() -> None:
    fight = Fight()
    fight.put("g03", "H02")
    fight.work("wire", "G02")
    events = fight.do(move("g03", "G02"), 4)
    assert sum(paid.ap for paid in of(events, ev.Paid)) == 1 + 4
    assert fight["g03"].hex == "1-G02"
    fight.turn(GERMAN)
    fight.put("g36", "H02")
    assert fight.cite(move("g36", "G02")) == "COH-6.1g"


# FF-R63
@pytest.mark.case("COH-6.1g")
def test_a_command_card_pays_for_the_wire_too() -> None:
    fight = Fight()
    fight.put("g03", "H02", "N")
    fight.work("wire", "G02")
    player = replace(fight.state.players[GERMAN], caps=0)
    held = replace(player, cards=private((CardId("02"),), GERMAN), card_count=1)
    fight.set(players={**fight.state.players, GERMAN: held})
    fight.do(move("g03", "G02", by="card"), 6)
    assert (fight["g03"].hex, fight.state.players[GERMAN].caps) == ("1-G02", 0)


@pytest.mark.case("COH-6.1g", "COH-4.5a")
def test_wire_stops_units_that_enter_and_units_that_dismount() -> None:
    fight = Fight()
    fight.put("g03", "H02")
    fight.set(units={"g03": replace(fight["g03"], hex=WAITING)})
    fight.work("wire", "L02")
    fight.do(do.Enter((UnitId("g03"),), (HexId("1-L02"),)), 4)
    assert (fight["g03"].hex, fight.state.players[GERMAN].ap) == ("1-L02", 2)
    fight = Fight()
    fight.put("g36", "H02", "N")
    fight.put("g03", "H02", aboard="g36")
    fight.work("wire", "G02")
    fight.do(do.Unload(UnitId("g03"), HexId("1-G02")), 3)
    assert (fight["g03"].hex, fight.state.players[GERMAN].ap) == ("1-G02", 3)


@pytest.mark.case("COH-6.1g")
def test_a_unit_that_cannot_pay_for_wire_stays_and_loses_its_points() -> None:
    fight = Fight()
    player = fight.state.players[GERMAN]
    fight.set(players={**fight.state.players, GERMAN: player.__class__(GERMAN, "german", base=7, caps=0)})
    fight.put("g19", "H02")
    fight.work("wire", "G02")
    events = fight.do(move("g19", "G02"), 6)
    assert fight["g19"].hex == "1-H02"
    assert of(events, ev.WireRolled)[0].stopped
    assert fight["g19"].status == "spent"


@pytest.mark.case("COH-6.1g")
def test_tracks_roll_wire_flat_and_end_there() -> None:
    fight = Fight()
    fight.put("s48", "H02", "N")
    work = fight.work("wire", "G02", GERMAN)
    fight.turn(SOVIET)
    assert fight.cite(move("s48", "F02")) == "COH-4.3a", "no bonus move leads through wire"
    fight.do(move("s48", "G02"))
    assert work not in fight.state.works


@pytest.mark.case("COH-6.1g", "COH-4.3b")
def test_road_blocks_stop_wheels_and_bonus_moves() -> None:
    fight = Fight()
    fight.put("g36", "E10", "S")
    fight.put("g52", "F09", "SE")
    fight.put("g03", "F09")
    fight.work("road block", "F10")
    assert fight.cite(move("g36", "F10")) == "COH-6.1g"
    assert fight.cite(move("g36", "G10", via=(HexId("1-F10"),))) == "COH-6.1g"
    assert fight.cite(move("g52", "G10", via=(HexId("1-F10"),))) == "COH-4.3b"
    assert fight.cite(move("g52", "F10")) == ""
    assert fight.cite(move("g03", "F10")) == ""


# Mines.


@pytest.mark.case("COH-6.1h")
def test_mines_strike_on_eight_and_their_owner_alone_adds_caps() -> None:
    fight = Fight()
    fight.put("g03", "H02")
    fight.work("mines", "G02", SOVIET)
    fight.do(move("g03", "G02"))
    assert isinstance(fight.state.steps[-1], Mined)
    assert fight.seat == SOVIET
    (attacked,) = of(fight.do(do.Detonate(2), (3, 3), 1, 1), ev.Attacked)
    assert (attacked.kind, attacked.need, attacked.caps, attacked.result) == ("mines", 8, 2, "hit")
    assert fight.state.players[SOVIET].caps == 4


@pytest.mark.case("COH-6.1h")
def test_hidden_mines_are_revealed_and_hit_riders_too() -> None:
    from bot.kernel.secret import private

    fight = Fight()
    fight.put("g39", "H02", "N")
    fight.put("g03", "H02", "N", aboard="g39")
    work = fight.work("mines", "G02", SOVIET)
    lying = fight.state.works[work]
    hidden = lying.__class__(work, "mines", "soviet", SOVIET, hiding=private(lying.hex, SOVIET))
    broke = fight.state.players[SOVIET].__class__(SOVIET, "soviet", base=6)
    fight.set(works={work: hidden}, players={**fight.state.players, SOVIET: broke})
    events = fight.do(move("g39", "F02", via=(HexId("1-G02"),)), (6, 6), (1, 1))
    assert of(events, ev.WorkShown)
    assert [each.target for each in of(events, ev.Attacked)] == ["g03", "g39"]
    assert fight["g03"].hex == DESTROYED
    assert fight["g39"].hex == "1-G02", "it goes no further"


@pytest.mark.case("COH-6.1h")
def test_pioneers_on_foot_are_spared_but_a_unit_that_turns_in_mines_is_not() -> None:
    fight = Fight()
    fight.put("g16", "H02")
    fight.put("g03", "G02")
    fight.work("mines", "G02", SOVIET)
    assert not of(fight.do(move("g16", "G02")), ev.Attacked)
    fight.turn(GERMAN)
    fight.do(turn("g03", "S"))
    assert isinstance(fight.state.steps[-1], Mined)


# FF-R61
@pytest.mark.case("COH-6.1h")
def test_a_unit_that_begins_close_combat_in_mines_sets_them_off() -> None:
    fight = Fight()
    fight.put("g03", "G02", hit="unnerved!")
    fight.put("s05", "G02")
    fight.work("mines", "G02", GERMAN)
    fight.do(do.Fire((UnitId("g03"),), HexId("1-G02")), (1, 1))
    assert fight.seat == GERMAN
    (attacked,) = of(fight.do(do.Detonate(1), (4, 4)), ev.Attacked)
    assert attacked.caps == -1, "for a friend they count the other way"
    assert fight["g03"].hex == "1-G02"


# Hidden units.


@pytest.mark.case("COH-6.4b", "COH-6.4a")
def test_a_unit_hidden_in_the_open_is_found_within_two_hexes() -> None:
    fight = Fight()
    fight.put("g03", "H02")
    fight.hide("s05", "E02")
    fight.do(move("g03", "G02"))
    assert isinstance(fight.state.steps[-1], Emerge)
    assert fight["s05"].hex == "1-E02"
    assert fight.seat == SOVIET
    fight.do(do.Emerge("SE"))
    assert fight["s05"].facing == "SE"


@pytest.mark.case("COH-6.4b")
def test_in_cover_only_an_enemy_in_its_hex_finds_it() -> None:
    fight = Fight()
    fight.put("g03", "E11")
    fight.put("g04", "E11")
    fight.hide("s05", "D11")
    fight.do(move("g04", "D10"))
    assert fight["s05"].hex == HIDDEN
    fight.turn(GERMAN)
    fight.do(move("g03", "D11"))
    assert fight["s05"].hex == "1-D11"


@pytest.mark.case("COH-6.4b")
def test_a_vehicle_in_the_open_is_seen_from_afar() -> None:
    fight = Fight()
    fight.put("g03", "L02")
    fight.hide("s45", "E02")
    fight.do(move("g03", "K02"))
    assert fight["s45"].hex == "1-E02"


@pytest.mark.case("COH-6.4b")
def test_an_acting_unit_is_revealed() -> None:
    fight = Fight()
    fight.hide("g03", "D11")
    fight.put("s05", "A04")
    events = fight.do(move("g03", "D10"))
    assert [each.why for each in of(events, ev.Shown)] == ["it acts"]
    assert fight["g03"].hex == "1-D10"


# Hits and movement.


@pytest.mark.case("COH-3.5b", "COH-3.5g")
def test_cowering_shows_when_it_makes_a_move_dearer() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="cowering")
    events = fight.do(move("g03", "G02"))
    assert of(events, ev.Paid)[0].ap == 2
    assert [each.marker for each in of(events, ev.HitShown)] == ["cowering"]


@pytest.mark.case("COH-3.5c", "COH-3.6a")
def test_pinned_and_immobilised_units_neither_move_nor_turn() -> None:
    for counter, hit in (("g03", "pinned"), ("g52", "immobilised"), ("g03", "stunned"), ("g52", "dazed")):
        fight = Fight()
        fight.put(counter, "H02", hit=hit)
        assert fight.refusal(move(counter, "G02"))
        assert fight.refusal(turn(counter, "S"))


@pytest.mark.case("COH-6.1d")
def test_nobody_turns_in_a_bunker() -> None:
    fight = Fight()
    fight.put("g03", "H02", "N")
    fight.work("bunker", "H02", GERMAN, "g03", facing="N")
    assert fight.cite(turn("g03", "S")) == "COH-6.1d"


@pytest.mark.case("COH-6.1g", "COH-4.5a")
def test_wheels_do_not_come_in_through_wire() -> None:
    fight = Fight()
    fight.put("g36", "L02")
    fight.set(units={UnitId("g36"): replace(fight["g36"], hex=WAITING)})
    enter = do.Enter((UnitId("g36"),), (HexId("1-L02"),))
    assert fight.cite(enter) == ""
    fight.work("wire", "L02", SOVIET)
    assert fight.cite(enter) == "COH-6.1g"


# FF-R63
@pytest.mark.case("COH-6.1g", "COH-1.4a")
def test_with_spent_checks_wire_raises_the_number_of_the_die_after_any_contact() -> None:
    fight = Fight(economy="spent checks")
    fight.put("g03", "H02", "N")
    fight.put("g04", "H02", "N")
    fight.hide("s05", "F04")
    fight.work("wire", "G02", SOVIET)
    group = do.Move((UnitId("g03"), UnitId("g04")), (HexId("1-H03"), HexId("1-G02")))
    fight.do(group, 4)
    assert isinstance(fight.state.steps[-1], Emerge)
    events = fight.do(do.Emerge("S"), 10)
    (checked,) = of(events, ev.Checked)
    assert checked.cost == 1 + 4
