"""The fine print: details and exceptions of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.game import Course
from bot.kernel.secret import private
from bot.kit.events import evolve
from bot.titles.firefight import events as ev
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import PlayCard
from bot.titles.firefight.model.ids import CardId, ConditionId, GeneratorId, HexId, MarkerId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import WAITING, Condition, Control, Played
from bot.titles.firefight.play.hiding import show
from tests.firefight.fights import GERMAN, SOVIET, Fight, of
from tests.firefight.test_corners import fire, ids, move, purse, two
from tests.scripted import ScriptedDice


def hide(unit: str, at: str) -> do.Hide:
    return do.Hide(UnitId(unit), HexId(f"1-{at}"))


def unload(unit: str, at: str) -> do.Unload:
    return do.Unload(UnitId(unit), HexId(f"1-{at}"))


def play(card: str, unit: str) -> PlayCard:
    return PlayCard(CardId(card), ids(unit))


def refused(fight: Fight, action: do.Move) -> str:
    found = fight.refusal(action)
    return f"{found.cite} {found.why}" if found is not None else ""


def hold(fight: Fight, *cards: str) -> None:
    """Give the German player these cards."""
    held = private(tuple(map(CardId, cards)), GERMAN)
    german = replace(fight.state.players[GERMAN], cards=held, card_count=len(cards))
    fight.set(players={**fight.state.players, GERMAN: german})


def marker(fight: Fight, hex: str) -> MarkerId:
    """Lay a Soviet control marker."""
    id = MarkerId("m1")
    fight.set(control={id: Control(id, HexId(f"1-{hex}"), "soviet")})
    return id


# Hidden units.


# FF-R75
@pytest.mark.case("COH-5.3a", "COH-6.4a")
def test_a_hidden_unit_takes_no_control_marker_but_holds_it() -> None:
    fight = Fight()
    fight.hide("g03", "I05")
    here = marker(fight, "I06")
    events = fight.do(hide("g03", "I06"))
    assert not of(events, ev.MarkerTurned), "it would tell where the unit is"
    shown: Course[State, Any] = Course(evolve, fight.state, ScriptedDice([]), GERMAN)
    show(shown, None, do.Show(UnitId("g03"), "S"))
    assert shown.state.control[here].side == "german"
    fight = Fight(SOVIET)
    fight.hide("s05", "I05")
    here = marker(fight, "I05")
    fight.put("g03", "H05", "S")
    fight.turn(GERMAN)
    fight.do(move(("g03",), "I05"))
    assert fight.state.control[here].side == "soviet", "it is held by who was hidden there"


@pytest.mark.case("COH-3.4d")
def test_a_unit_found_by_an_intruder_does_not_withdraw_past_it() -> None:
    fight = Fight(SOVIET)
    fight.hide("g03", "I05")
    fight.put("s05", "H05", "S")
    fight.do(move(("s05",), "I05"))
    fight.turn(GERMAN)
    assert fight.cite(move(("g03",), "H05")) == "COH-3.4d"
    assert fight.cite(move(("g03",), "J05")) == ""


# FF-R77
@pytest.mark.case("COH-6.4d", "COH-6.1g")
def test_wire_does_not_slow_who_moves_hidden() -> None:
    fight = Fight()
    fight.hide("g03", "I05")
    fight.work("wire", "H05")
    assert not of(fight.do(hide("g03", "H05")), ev.WireRolled)
    assert purse(fight, GERMAN)[0] == 2


# Close combat.


@pytest.mark.case("COH-3.4d", "COH-6.5a")
def test_a_unit_that_dismounts_into_an_enemy_hex_blocks_its_way_back() -> None:
    fight = Fight()
    fight.put("g38", "I09")
    fight.put("g03", "I09", aboard=UnitId("g38"))
    fight.put("s05", "H09", "S")
    fight.do(unload("g03", "H09"))
    fight.turn(SOVIET)
    assert fight.cite(move(("s05",), "I09")) == "COH-3.4d"
    assert fight.cite(move(("s05",), "G09")) == ""


@pytest.mark.case("COH-1.6c", "COH-3.4b")
def test_a_unit_among_the_targets_supports_no_attack() -> None:
    fight = two()
    fight.put("g05", "H09", "N")
    fight.put("s05", "H09", "S")
    assert fight.cite(fire("g03", "g05", at="H09")) == "COH-1.6c"
    fight.put("g06", "K09", "N")
    assert fight.cite(fire("g03", "g06", at="H09")) == "COH-1.6c", "not the case of groups that move"


# Cards.


@pytest.mark.case("COH-3.5e", "COH-7.1b")
def test_no_card_makes_the_stunned_do_more_than_rally() -> None:
    fight = Fight()
    fight.put("g03", "I09", hit="stunned")
    hold(fight, "03", "04", "08", "09", "40")
    assert fight.cite(play("08", "g03")) == fight.cite(play("09", "g03")) == "COH-3.5e"
    assert fight.cite(play("03", "g03")) == fight.cite(play("04", "g03")) == "", "they rally"
    fight.work("wire", "I09")
    assert fight.cite(play("40", "g03")) == "COH-3.5e"


@pytest.mark.case("COH-6.5a", "COH-7.2b")
def test_a_passenger_clears_no_obstacle() -> None:
    fight = Fight()
    fight.put("g38", "I09")
    fight.put("g03", "I09", aboard=UnitId("g38"))
    fight.work("wire", "I09")
    hold(fight, "40")
    assert fight.cite(play("40", "g03")) == "COH-6.5a"


# Movement.


# FF-R76
@pytest.mark.case("COH-4.3b")
def test_an_ordinary_move_leads_out_of_hard_ground_and_bonus_moves_on() -> None:
    fight = Fight()
    fight.put("g45", "K10", "N")
    on = do.Move(ids("g45"), (HexId("1-I10"),), via=(HexId("1-J10"),))
    fight.smoke("K10")
    assert fight.cite(on) == ""
    fight.work("mines", "K10", SOVIET)
    assert fight.cite(on) == ""
    fight.work("wire", "I10", SOVIET)
    assert refused(fight, on) == "COH-4.3b no bonus move leads through the barbed wire at I10"
    fight.set(works={})
    fight.smoke("J10")
    assert refused(fight, on) == "COH-4.3b no bonus move leads through the heavy smoke at J10"
    fight.put("g45", "I10", "N")
    back = do.Move(ids("g45"), (HexId("1-K10"),), via=(HexId("1-J10"),))
    fight.set(smoke={})
    assert refused(fight, back) == "COH-4.3b it has no bonus moves when it goes backwards"


@pytest.mark.case("G-1.2")
def test_a_refusal_says_that_the_mud_ends_bonus_moves() -> None:
    fight = Fight()
    fight.put("g45", "K11", "N")
    fight.set(conditions=(Condition(ConditionId("c2"), "top", GERMAN),))
    off_the_road = do.Move(ids("g45"), (HexId("1-I11"),), via=(HexId("1-J11"),))
    assert refused(fight, off_the_road) == "G-1.2 in the mud no bonus move leads off the roads"


@pytest.mark.case("G-1.2", "COH-4.5a")
def test_wheels_pay_for_mud_where_they_come_in_too() -> None:
    fight = Fight()
    fight.put("g36", "L04")
    fight.set(units={UnitId("g36"): replace(fight["g36"], hex=WAITING)})
    fight.set(conditions=(Condition(ConditionId("c2"), "top", GERMAN),))
    fight.do(do.Enter(ids("g36"), (HexId("1-L04"),)))
    assert purse(fight, GERMAN)[0] == 7 - 1 - 1


# FF-R63
@pytest.mark.case("COH-1.4d", "COH-6.1g")
def test_spent_units_pay_caps_for_the_extra_cost_of_wire() -> None:
    fight = Fight(economy="spent checks")
    fight.put("g03", "J10", status="spent")
    fight.work("wire", "I10")
    events = fight.do(do.Move(ids("g03"), (HexId("1-I10"),), caps=1), 3)
    assert fight["g03"].hex == "1-I10"
    assert not of(events, ev.Checked)
    assert purse(fight, GERMAN)[1] == 7 - 1 - 3
    fight.put("g03", "J10", status="spent")
    fight.turn(GERMAN)
    fight.do(do.Move(ids("g03"), (HexId("1-I10"),), caps=2), 6)
    assert fight["g03"].hex == "1-J10", "one CAP is left"


# FF-R88
@pytest.mark.case("COH-4.1e", "G-6.2.soviet22")
def test_the_truck_of_the_convoy_takes_nobody_off_the_map() -> None:
    fight = Fight(SOVIET)
    fight.put("s36", "L10", "S")
    fight.put("s05", "L10", "S", aboard=UnitId("s36"))
    fight.set(record=(Played(GeneratorId("s22"), "top", SOVIET, "victory", ids("s36")),))
    assert fight.cite(do.Leave(UnitId("s36"))) == "COH-4.1e"
    fight.do(unload("s05", "K10"))
    fight.turn(SOVIET)
    fight.do(do.Leave(UnitId("s36")))
    fight.turn(SOVIET)
    assert refused(fight, move(("s36",), "L10")) == "COH-4.1e that unit has left the map"


# FF-R61
@pytest.mark.case("COH-6.1h")
def test_a_unit_that_dismounts_among_mines_sets_them_off() -> None:
    fight = Fight()
    fight.put("g38", "I09")
    fight.put("g03", "I09", aboard=UnitId("g38"))
    fight.work("mines", "I09", SOVIET)
    fight.set(players={**fight.state.players, SOVIET: replace(fight.state.players[SOVIET], caps=0)})
    events = fight.do(unload("g03", "I09"), (1, 1))
    assert [each.target for each in of(events, ev.Attacked)] == ["g03"]


@pytest.mark.case("COH-1.6c", "COH-6.3a")
def test_a_refusal_says_which_supporter_does_not_reach_the_target() -> None:
    fight = two()
    fight.put("g21", "I09", "N")
    fight.put("s05", "H09", "S")
    found = fight.refusal(fire("g03", "g21", at="H09"))
    assert found is not None
    assert (found.cite, found.why.partition(":")[0]) == ("COH-6.3a", "5cm Mortar 21 does not support it")


@pytest.mark.case("COH-6.1b", "COH-4.1e")
def test_a_unit_that_leaves_the_map_takes_its_hasty_defence_along() -> None:
    fight = Fight()
    fight.put("g03", "A10")
    fight.set(record=(Played(GeneratorId("g22"), "top", GERMAN, "victory"),))
    fight.do(do.Dig(UnitId("g03")))
    fight.turn(GERMAN)
    fight.do(do.Leave(UnitId("g03")))
    assert not fight.state.works


@pytest.mark.case("COH-3.5a", "COH-4.1e")
def test_the_hit_marker_of_a_unit_that_leaves_the_map_returns_to_its_pile() -> None:
    fight = Fight()
    fight.put("g38", "A10", hit="light-damage")
    fight.put("g03", "A10", hit="panicked", aboard=UnitId("g38"))
    fight.set(record=(Played(GeneratorId("g22"), "top", GERMAN, "victory"),))
    before = {pile: len(left.open()) for pile, left in fight.state.piles.items()}
    fight.do(do.Leave(UnitId("g38")))
    assert (fight["g38"].hit, fight["g03"].hit) == (None, None)
    after = {pile: len(left.open()) for pile, left in fight.state.piles.items()}
    assert after == {pile: n + 1 for pile, n in before.items()}


# FF-R78
@pytest.mark.case("COH-3.3f", "COH-3.5d")
def test_a_marker_does_not_weaken_flames() -> None:
    fight = Fight()
    fight.put("g16", "I09", hit="suppressed")
    fight.put("s05", "H09", "S")
    (rolled,) = of(fight.do(fire("g16", at="H09", weapon="flamethrower"), (1, 1)), ev.Attacked)
    assert rolled.need == 11 - (3 + 3)
    assert purse(fight, GERMAN)[0] == 7 - 2 - 1
