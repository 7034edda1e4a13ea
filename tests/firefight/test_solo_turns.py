"""The AI's turns in a solo game: acting units, their actions, the Mission Track."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.secret import private
from bot.titles.firefight import events as ev
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import kind
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import CardId, GeneratorId, MapId, OrderId, Sheet, UnitId
from bot.titles.firefight.model.solo import AI, HUMAN, Track
from bot.titles.firefight.model.steps import AiTurn, Emerge, Mined, Turn
from bot.titles.firefight.model.table import REMOVED, Played
from bot.titles.firefight.play.bonus_cards import PLAY_BONUS
from bot.titles.firefight.play.solo import turn
from bot.titles.firefight.printed.solo import Order, solo
from tests.firefight.fights import GERMAN, of
from tests.firefight.missions import Mission, hex_of, sources

FIRE = Order(source="ours", do="fire")
MOVE = Order(source="ours", do="move", who=("unhit",))


def meeting(sheet: str = "offense") -> Mission:
    """Two Soviet rifles and an MG face a German rifle in the open."""
    mission = Mission(sheet)  # type: ignore[arg-type]
    mission.put("g03", "I09", "N")
    mission.put("s05", "G09", "S")
    mission.put("s06", "E09", "S")
    return mission


# Acting units.


def test_the_ai_that_is_closest_acts_and_after_it_the_next_that_can() -> None:
    mission = meeting()
    assert of(mission.told(MOVE, 1), ev.AiActed)[0].units == ("s05",)
    mission.put("s05", "G09", "S", status="spent")
    assert of(mission.told(MOVE, 1), ev.AiActed)[0].units == ("s06",)


def test_the_closest_of_the_strongest_units_acts() -> None:
    mission = meeting()
    mission.put("s13", "F09", "S")
    order = replace(MOVE, first="firepower")
    assert of(mission.told(order, 1), ev.AiActed)[0].units == ("s13",)


def test_an_order_for_hit_units_passes_over_the_others() -> None:
    mission = meeting()
    mission.put("s06", "E09", "S", hit="pinned!")
    order = Order(source="ours", do="rally", who=("hit",))
    events = mission.told(order, (4, 4), 1)
    assert of(events, ev.AiActed)[0].units == ("s06",)
    assert of(events, ev.Rallied)[0].rallied


def test_a_command_order_card_lets_a_spent_unit_act_and_spends_nobody() -> None:
    mission = meeting()
    mission.put("s05", "G09", "S", status="spent")
    mission.put("s06", "E09", "S", status="spent")
    assert not sources(mission.told(MOVE))
    events = mission.told(MOVE, command=True)
    assert of(events, ev.AiActed)[0].units == ("s05",)
    assert not of(events, ev.Checked)


# Their actions.


def test_caps_of_an_order_go_on_the_roll_beyond_two() -> None:
    mission = meeting()
    events = mission.told(replace(FIRE, caps=4), (3, 2), 1, 1, 1)
    (shot,) = of(events, ev.Attacked)
    assert (shot.units, shot.target, shot.caps, shot.result) == (("s05",), "g03", 4, "hit")


# FF-R144
def test_caps_of_an_order_go_on_the_first_roll_at_an_enemy_and_on_none_at_a_friend() -> None:
    mission = Mission()
    mission.put("s06", "E02", "S", status="spent")
    mission.put("g03", "E02", "S")
    mission.put("s18", "L02", "N")
    events = mission.told(replace(FIRE, caps=4), (1, 2), (1, 2), 1)
    assert [(shot.target, shot.caps) for shot in of(events, ev.Attacked)] == [("s06", 0), ("g03", 4)]


def test_nobody_fires_without_a_fair_chance() -> None:
    mission = Mission()
    mission.put("g03", "K12", "N")
    mission.put("s05", "D12", "S")
    assert not sources(mission.told(FIRE))


def test_a_unit_moves_towards_and_then_fires_in_one_action() -> None:
    mission = Mission()
    mission.put("g03", "K09", "N")
    mission.put("s05", "E09", "S")
    events = mission.told(replace(MOVE, then="fire", caps=2), (6, 6), 1)
    assert [type(each) for each in events if isinstance(each, ev.Moved | ev.Attacked | ev.Checked)] == [
        ev.Moved, ev.Attacked, ev.Checked,
    ]  # fmt: skip


# FF-R143
def test_a_wagon_does_not_move_by_an_order_to_move_and_then_fire() -> None:
    mission = meeting()
    mission.put("s33", "H09", "S")
    assert of(mission.told(replace(MOVE, then="fire"), (1, 1), 1), ev.AiActed)[0].units == ("s05",)
    mission.put("s33", "G10", "S")
    mission.put("s05", "D09", "S")
    assert of(mission.told(MOVE, 1), ev.AiActed)[0].units == ("s33",)


def test_a_unit_that_cannot_continue_an_order_of_several_parts_says_so() -> None:
    mission = Mission()
    mission.put("g03", "K12", "N")
    mission.put("s05", "D12", "S")
    assert of(mission.told(replace(MOVE, then="fire"), 1), ev.AiHeld) == [ev.AiHeld(UnitId("s05"), fires=True)]
    mission.put("s05", "I12", "S")
    events = mission.told(replace(MOVE, hexes=2), 1)
    assert of(events, ev.AiHeld) == [ev.AiHeld(UnitId("s05"))]


def test_an_ai_goes_to_the_edge_by_which_units_will_come_and_nowhere_when_none_will() -> None:
    mission = Mission()
    mission.put("s05", "E09", "S")
    mission.wait("g03")
    assert of(mission.told(MOVE, 1), ev.Moved)[0].path[-1] == mission.hex("F09")
    mission.set(units={id: unit for id, unit in mission.state.units.items() if unit.side == "soviet"})
    assert not sources(mission.told(MOVE))


def test_the_mission_track_lets_a_unit_move_two_hexes_without_a_spent_check() -> None:
    mission = Mission()
    mission.put("g03", "K09", "N")
    mission.put("s05", "C09", "S")
    events = mission.told(replace(MOVE, hexes=2, no_check=True))
    assert len(of(events, ev.Moved)) == 2
    assert not of(events, ev.Checked)


def test_the_only_holder_of_a_control_marker_stays() -> None:
    mission = meeting()
    mission.marker("G09", "soviet")
    assert of(mission.told(MOVE, 1), ev.AiActed)[0].units == ("s06",)


# FF-R147
@pytest.mark.case("G-6.1", "G-5.6")
def test_a_unit_of_low_risk_enters_out_of_every_line_of_fire_or_not_at_all() -> None:
    mission = chosen("s06")
    mission.put("g03", "C09", "N")
    mission.wait("s06")
    risky = of(mission.told(MOVE, 1), ev.Entered)[0].hex
    mission.wait("s06")
    mission.tile("s16")
    assert of(mission.told(MOVE, 1), ev.Entered)[0].hex != risky
    land = ground(mission.state.field)
    for n, door in enumerate(land.rim("north"), 1):
        mission.put(f"g{n:02}", door if land.covered(door) else f"C{n + 1:02}", "N")
    mission.wait("s06")
    events = mission.told(MOVE, 1)
    assert [each.back for each in of(events, ev.CupDrawn)] == [True]
    assert of(events, ev.TurnEnded)[0].passed


def chosen(unit: str) -> Mission:
    """A mission in which a unit is of the card that Soviet 16 has chosen."""
    units = Played(GeneratorId("s03"), "bottom", AI, "units", units=(UnitId(unit),))
    mission = Mission()
    mission.set(record=(units, Played(GeneratorId("s16"), "top", AI, "victory", chosen=GeneratorId("s03"))))
    return mission


# FF-R172
def test_an_ai_avoids_known_mines_unless_no_other_hex_is_nearer() -> None:
    mission = Mission()
    mission.put("g03", "J05", "N")
    mission.put("s05", "E09", "S")
    way = of(mission.told(MOVE, 1), ev.Moved)[0].path[-1]
    mission.put("s05", "E09", "S")
    mission.work("mines", way, AI)
    assert of(mission.told(MOVE, 1), ev.Moved)[0].path[-1] != way
    mission.put("g03", "K09", "N")
    mission.put("s05", "E09", "S")
    mission.work("mines", "F09", AI)
    assert of(mission.told(MOVE, (1, 1), 1), ev.Attacked)[0].kind == "mines"


# FF-R153
@pytest.mark.case("G-5.6")
def test_an_ai_does_not_come_in_on_mines_that_it_knows() -> None:
    mission = watch()
    mission.put("g03", "C08", "N")
    mission.wait("s06")
    door = of(mission.told(MOVE, 1), ev.Entered)[0].hex
    mission.wait("s06")
    mission.work("mines", door, AI)
    assert of(mission.told(MOVE, 1), ev.Entered)[0].hex != door


def test_a_unit_in_the_open_digs_in_or_goes_to_cover() -> None:
    mission = meeting()
    order = Order(source="ours", do="dig", who=("foot", "in the open"))
    assert of(mission.told(order, 1), ev.WorkLaid)[0].work.digger == "s05"
    order = Order(source="ours", do="cover", who=("in the open",))
    mission.put("s06", "C10", "S")
    mission.put("s05", "A02", "S", status="spent")
    (moved,) = of(mission.told(order, 1), ev.Moved)
    assert moved.unit == "s06"


@pytest.mark.case("COH-4.1b", "COH-3.5g")
def test_a_cowering_ai_pays_more_to_turn_as_others_do() -> None:
    mission = Mission()
    mission.put("g03", "I02", "N")
    mission.put("s05", "G02", "N", hit="cowering!")
    (check,) = of(mission.told(Order(source="ours", do="face"), 1), ev.Checked)
    assert check.cost == 2


@pytest.mark.case("G-6.0")
def test_an_order_with_a_choice_takes_the_better_one_for_the_ai() -> None:
    mission = Mission()
    mission.put("g03", "I09", "N")
    mission.put("g16", "H11", "N", hit="unnerved!")
    mission.put("s05", "G10", "S")
    (shot,) = of(mission.told(FIRE, (1, 1), 1), ev.Attacked)
    assert shot.target == "g16"


def test_an_order_of_several_parts_is_checked_against_what_all_of_them_cost() -> None:
    mission = Mission()
    mission.put("g03", "K09", "N")
    mission.put("s05", "E09", "S")
    events = mission.told(replace(MOVE, hexes=2, then="fire", caps=2), (6, 6), 1)
    assert (len(of(events, ev.Moved)), of(events, ev.Checked)[0].cost) == (2, 1 + 1 + kind(mission["s05"]).attack)


def test_the_molotov_cocktail_of_a_spent_smg_needs_no_command_order_card() -> None:
    mission = Mission()
    mission.put("s14", "I09", "N", status="spent")
    mission.put("g03", "I09", "N")
    molotov(mission)
    assert of(mission.told(FIRE, (1, 1)), ev.ActionCardPlayed)
    mission.put("s14", "I09", "N", status="spent")
    assert not sources(mission.told(FIRE))


def molotov(mission: Mission) -> None:
    """Give the AI the Molotov Cocktail."""
    hand = replace(mission.state.players[AI], cards=private((CardId("molotov"),), AI), card_count=1)
    mission.set(players={**mission.state.players, AI: hand})


# Order cards.


@pytest.mark.case("COH-1.4g")
@pytest.mark.parametrize(("card", "value", "status"), [("40", 7, "fresh"), ("42", 1, "spent")])
def test_the_number_of_an_order_card_stands_for_the_die_of_a_spent_check(
    card: str, value: int, status: str
) -> None:
    mission = meeting()
    (check,) = of(mission.told(MOVE, 1, check=card), ev.Checked)
    assert (check.card, check.value, mission["s05"].status) == (card, value, status)
    mission.turn(HUMAN)
    (check,) = of(mission.do(do.Move((UnitId("g03"),), (mission.hex("I08"),)), 1), ev.Checked)
    assert (check.card, check.value, mission["g03"].status) == (card, value, status)


def test_nobody_does_what_no_order_of_the_card_lets_anybody_do() -> None:
    mission = Mission()
    mission.put("g03", "I09", "N")
    events = mission.draws("06")
    assert of(events, ev.AiIdle)
    assert of(events, ev.TurnEnded)[0].passed


def test_the_ai_loses_a_command_order_card_with_a_unit() -> None:
    mission = meeting()
    mission.lay(orders=("16", "17"), used=("21",))
    mission.put("s05", "G09", "N", hit="pinned!")
    mission.turn(HUMAN)
    events = mission.do(do.Fire((UnitId("g03"),), mission.hex("G09")), (6, 6), 2, 1)
    (lost,) = of(events, ev.CommandLost)
    assert (lost.card, mission.table.lost) == ("21", ("21",))


def test_bonus_cards_are_played_before_the_turn_of_the_ai_and_work_on_its_next_action() -> None:
    mission = meeting()
    mission.turn(HUMAN)
    hand = replace(mission.state.players[HUMAN], cards=private((CardId("06"),), HUMAN), card_count=1)
    mission.set(players={**mission.state.players, HUMAN: hand})
    assert PLAY_BONUS.allows(mission.at(HUMAN), do.PlayBonus(CardId("06"), UnitId("s05")))
    confused = replace(mission.state.players[AI], confused=3)
    mission.set(players={**mission.state.players, AI: confused})
    assert of(mission.told(MOVE, 1), ev.Checked)[0].cost == 4


# The sheet.


@pytest.mark.case("G-5.3.2c")
def test_counteractions_come_from_the_left_and_the_default_last_unless_a_tile_lies_on_space_3() -> None:
    mission = meeting()
    assert named(mission, "counteraction") == ["Default Counteraction"]
    mission.tile("s09", 2)
    mission.tile("s05", 1)
    mission.tile("s02", 1)
    assert named(mission, "counteraction") == [
        "Counteraction tile 05", "Counteraction tile 09", "Default Counteraction",
    ]  # fmt: skip
    mission.tile("s13", 3)
    assert named(mission, "counteraction")[-1] == "Counteraction tile 13"


@pytest.mark.case("G-5.3.2c")
def test_the_default_counteraction_of_the_offense_brings_in_the_units_of_the_draw_cup() -> None:
    mission = meeting()
    (default,) = turn.on_sheet(mission.state, "counteraction")
    assert not sources(mission.told(default.order))
    mission.wait("s07")
    assert of(mission.told(default.order, 1), ev.Entered)[0].unit == "s07"


@pytest.mark.case("G-5.3.2c")
def test_a_counteraction_waits_for_its_condition() -> None:
    mission = meeting()
    mission.put("g11", "I07", "N", status="spent")
    order = solo().tiles[GeneratorId("s03")].says
    assert not sources(mission.told(order))
    mission.set(players={**mission.state.players, HUMAN: replace(mission.state.players[HUMAN], caps=1)})
    (moved,) = of(mission.told(order, 1), ev.Moved)
    assert moved.unit == "s05"


@pytest.mark.case("G-5.3.3")
def test_mission_orders_come_from_the_left_and_the_default_last_unless_a_tile_lies_on_space_3() -> None:
    mission = meeting()
    assert named(mission, "mission order") == ["Default Mission Order"]
    mission.tile("s25", 2)
    mission.tile("s10", 1)
    assert named(mission, "mission order") == [
        "Mission Order tile 10", "Mission Order tile 25", "Default Mission Order",
    ]  # fmt: skip
    mission.tile("s14", 3)
    assert named(mission, "mission order")[-1] == "Mission Order tile 14"


@pytest.mark.case("G-5.3.3")
def test_an_order_to_fire_near_a_marker_means_the_unit_that_is_closest_to_it() -> None:
    mission = meeting()
    mission.put("g11", "I11", "N")
    mission.put("s18", "E10", "S")
    mission.marker("H11", "soviet")
    order = solo().tiles[GeneratorId("s02")].says
    (shot,) = of(mission.told(order, (1, 1), 1), ev.Attacked)
    assert (shot.target, shot.caps) == ("g11", 2)


@pytest.mark.case("G-5.3.3")
def test_for_several_markers_an_order_means_the_marker_that_chose_the_ai() -> None:
    mission = Mission()
    mission.marker("E02", "soviet")
    mission.marker("E16", "soviet")
    mission.put("s05", "E02", "S")
    mission.put("g03", "H02", "N")
    mission.put("g04", "F16", "N")
    order = solo().tiles[GeneratorId("s02")].says
    (shot,) = of(mission.told(order, (1, 1), 1), ev.Attacked)
    assert shot.target == "g03", "g04 is next to the other marker"


def named(mission: Mission, track: Track) -> list[str]:
    """Return the names on a track of the sheet, in order of trial."""
    return [said.source for said in turn.on_sheet(mission.state, track)]


@pytest.mark.case("G-6.1")
def test_units_of_a_chosen_card_take_low_risk_moves_alone_as_long_as_its_tile_lies_there() -> None:
    mission = Mission()
    mission.put("g11", "I09", "N")
    mission.put("s05", "F09", "S")
    chosen = Played(GeneratorId("s16"), "top", AI, "victory", chosen=GeneratorId("s03"))
    those = Played(GeneratorId("s03"), "bottom", AI, "units", (UnitId("s05"),))
    mission.set(record=(chosen, those))
    assert of(mission.told(MOVE, 1), ev.Moved)
    mission.tile("s16")
    assert not of(mission.told(MOVE), ev.Moved)


# The Mission Track.


ONE, TWO = "30", "40"
"""Order cards that move the marker a space, or two if the AI has more units."""


def watch(**fields: Any) -> Mission:
    """A mission in which no AI unit can act: its only unit is spent."""
    mission = Mission(**fields)
    mission.put("s05", "C09", "S", status="spent")
    return mission


@pytest.mark.case("G-5.5a")
def test_a_mission_tile_steps_along_its_own_spaces_when_the_marker_reaches_it() -> None:
    mission = watch()
    mission.tile("s06", 1, 2)
    mission.draws(ONE)
    (tile,) = mission.table.tiles
    assert (mission.table.marker, tile.space) == (2, 5)
    mission.lay(marker=16, end=20, tiles=(replace(tile, space=17),))
    mission.draws(ONE)
    assert mission.table.tiles[0].space == 0


@pytest.mark.case("G-5.5b")
def test_the_marker_passes_a_tile_that_is_not_yellow_and_the_tile_continues() -> None:
    for card, acts, more in (("s07", [], ()), ("s21", ["Mission Track tile 21"], (2,))):
        mission = watch()
        mission.put("s06", "C11", "S", status="spent")
        mission.put("g03", "L12", "N")
        mission.tile(card, 1, 2)
        events = mission.draws(TWO, *more, deck=("42",))
        assert sources(events) == acts
        assert mission.table.tiles[0].space == 5
        assert [(each.space, each.passed) for each in of(events, ev.MarkerAdvanced)] == [(2, True), (3, False)]


def test_the_marker_stays_where_the_condition_of_its_card_is_not_met() -> None:
    mission = watch()
    mission.put("g03", "L12", "S")
    assert not of(mission.draws(TWO), ev.MarkerAdvanced)


def test_the_forces_that_an_order_card_compares_are_those_on_the_map_and_those_that_may_enter() -> None:
    mission = watch()
    mission.put("g03", "L12", "S")
    assert not of(mission.draws(TWO), ev.MarkerAdvanced)
    mission.wait("s06")
    assert len(of(mission.draws(TWO, 1, deck=("42",)), ev.MarkerAdvanced)) == 2


def test_the_order_card_is_carried_out_if_no_unit_can_advance_by_the_track() -> None:
    mission = watch(marker=2)
    mission.put("g03", "L12", "N")
    mission.wait("s06")
    events = mission.draws(ONE, 1)
    assert sources(events) == ["Default Counteraction"]


def test_a_space_of_the_track_is_no_command_whatever_the_order_card_is() -> None:
    mission = watch(marker=12)
    mission.put("g03", "E09", "N")
    (acted,) = of(mission.draws("55"), ev.AiActed)
    assert (acted.source, acted.command) == ("Order Card 55", True)


def test_a_tile_means_the_units_of_its_own_card() -> None:
    mission = meeting()
    for id in ("s05", "s06"):
        mission.put(id, hex_of(mission, id).partition("-")[2], "S", hit="pinned!")
    chosen = [("s04", "s03", "s06"), ("s16", "s02", "s05")]
    for tile, card, unit in chosen:
        mission.tile(tile)
        mission.set(
            record=(
                *mission.state.record,
                Played(GeneratorId(tile), "top", AI, "rules", chosen=GeneratorId(card)),
                Played(GeneratorId(card), "bottom", AI, "units", (UnitId(unit),)),
            )
        )
    for tile, _, unit in chosen:
        order = solo().tiles[GeneratorId(tile)].says
        assert of(mission.told(order, (1, 1), 1, tile=tile), ev.AiActed)[0].units == (unit,)


@pytest.mark.case("G-5.5.1")
def test_the_mission_ends_at_once_when_the_marker_reaches_the_end_marker() -> None:
    mission = watch(marker=11)
    mission.lay(end=12)
    events = mission.draws(ONE)
    assert isinstance(events[-1], ev.GameEnded)
    assert mission.state.outcome is not None


def test_a_tile_lets_an_order_card_count_as_a_command_order_card() -> None:
    mission = watch()
    mission.put("g03", "I09", "N")
    mission.tile("s01", 1, 2)
    tile, acted = of(mission.draws(ONE, *NO_HIT), ev.AiActed)
    assert (tile.source, acted.command) == ("Mission Track tile 01", True)


NO_HIT = ((1, 1),)


def test_battlefield_confusion_spends_the_fresh_unit_with_the_highest_firepower() -> None:
    mission = watch(marker=7)
    mission.put("g03", "I09", "N")
    mission.put("g11", "L09", "N")
    assert sources(mission.draws(ONE)) == ["Mission Track space 8, Battlefield Confusion"]
    assert (mission["g11"].status, mission["g03"].status) == ("spent", "fresh")


def test_cap_surplus_adds_one_to_all_dice_of_the_ai_as_long_as_the_marker_lies_there() -> None:
    mission = meeting()
    mission.put("g16", "I09", "N")
    mission.lay(marker=6)
    rolls = of(mission.told(FIRE, (1, 1), (1, 1), 1), ev.Attacked)
    assert [each.caps for each in rolls] == [1, 1]


def test_mines_of_the_ai_have_cap_surplus_too() -> None:
    mission = Mission()
    mission.put("g03", "I09", "N")
    mission.work("mines", mission.hex("H09"), AI)
    mission.lay(marker=6)
    mission.turn(HUMAN)
    events = mission.do(do.Move((UnitId("g03"),), (mission.hex("H09"),)), (3, 4), 1, 1, 1)
    assert of(events, ev.Attacked)[0].result == "hit"


def test_swift_action_lets_the_ai_act_again_before_the_player() -> None:
    mission = watch(marker=9)
    events = mission.draws(ONE, 1)
    assert len(of(events, ev.OrderDrawn)) == 2
    assert [each.seat for each in of(events, ev.TurnBegan)] == [AI, HUMAN]


def test_swift_action_draws_its_second_card_before_the_round_is_over() -> None:
    mission = watch(marker=9)
    mission.put("g03", "K09", "N")
    mission.set(passed=(HUMAN,))
    events = mission.draws(ONE, 2, deck=("37",))
    assert [each.card for each in of(events, ev.OrderDrawn)] == [ONE, "37"]
    assert [each.unit for each in of(events, ev.Moved)] == ["s05"]
    assert not of(events, ev.RoundEnded)


def test_command_experience_brings_two_lost_command_order_cards_back() -> None:
    mission = watch(marker=17)
    mission.lay(lost=("13", "17", "21"), end=20)
    events = mission.draws(ONE, 1, 1)
    assert of(events, ev.CommandsFound)[0].cards == ("13", "17")
    assert mission.table.lost == ("21",)


@pytest.mark.case("G-5.6")
def test_when_nobody_on_the_map_can_move_a_unit_comes_out_of_the_draw_cup() -> None:
    mission = watch()
    mission.put("g03", "I09", "N")
    mission.wait("s06")
    mission.wait("s07")
    events = mission.told(MOVE, 2)
    assert of(events, ev.CupDrawn)[0].unit == "s07"
    assert of(events, ev.Entered)[0].hex in ground(mission.state.field).rim("north")


@pytest.mark.case("G-5.6")
def test_a_unit_that_enters_by_an_order_to_move_and_fire_also_fires() -> None:
    mission = watch()
    mission.put("g03", "D09", "N")
    mission.wait("s06")
    events = mission.told(replace(MOVE, then="fire", caps=2), 1, (1, 1), 1)
    assert [each.unit for each in of(events, ev.Entered)] == ["s06"]
    assert of(events, ev.Attacked)[0].units == ("s06",)
    assert of(events, ev.Checked)[0].cost == kind(mission["s06"]).attack


@pytest.mark.case("G-5.6")
def test_a_unit_that_cannot_enter_returns_to_the_cup_and_the_ai_passes() -> None:
    mission = watch()
    mission.wait("s30")
    mission.wait("g03")
    for hex in ground(mission.state.field).rim("north"):
        mission.work("road block", hex, AI)
    events = mission.told(MOVE, 1)
    assert of(events, ev.CupDrawn)[0].back
    assert of(events, ev.TurnEnded)[0].passed
    assert mission["s30"].hex == "waiting"


# Special rules of cards.


@pytest.mark.case("G-6.2.artillery")
def test_artillery_of_a_tile_lands_where_it_strikes_most_germans_and_fewest_of_the_ai() -> None:
    mission = watch()
    first, second = (mission.hex(hex) for hex in solo().cards[OrderId("30")].hexes)
    mission.put("g11", str(first))
    mission.put("g03", str(second))
    mission.put("g16", str(second))
    mission.put("s06", str(second), status="spent")
    mission.tile("s20", 1, 2)
    events = mission.draws(ONE, 1, 1, (1, 1), (1, 1), (1, 1), deck=("30", "30"))
    assert of(events, ev.ShellsFell)[0].hex == second
    assert {each.target for each in of(events, ev.Attacked)} == {"g03", "g16", "s06"}


@pytest.mark.case("G-6.2.soviet09")
def test_the_smg_throws_its_molotov_cocktail_at_tanks_and_when_spent_at_infantry() -> None:
    for foe, status, thrown in (("g52", "fresh", True), ("g03", "fresh", False), ("g03", "spent", True)):
        mission = Mission()
        mission.put("s14", "I09", "N", status=status)
        mission.put(foe, "I09", "N")
        molotov(mission)
        events = mission.told(FIRE, (1, 1), *(() if status == "spent" else (1,)), command=status == "spent")
        assert bool(of(events, ev.ActionCardPlayed)) == thrown, (foe, status)


@pytest.mark.case("G-6.2.soviet22")
def test_the_truck_drives_its_road_a_move_for_each_space_of_the_marker_and_obeys_no_card() -> None:
    mission = watch()
    road = tuple(mission.hex(f"{row}10") for row in "ABCDEFGHIJKL")
    mission.wait("s36")
    mission.lay(truck=UnitId("s36"), road=road)
    assert of(mission.draws(ONE), ev.AiIdle)
    first = road.index(hex_of(mission, "s36"))
    assert first == kind(mission["s36"]).wheels
    mission.draws(TWO)
    assert road.index(hex_of(mission, "s36")) == first + 2 * (1 + first)
    mission.lay(marker=1)
    while hex_of(mission, "s36") != REMOVED:
        mission.draws(ONE)
        mission.lay(marker=1)


# FF-R152
@pytest.mark.case("G-6.2.soviet22", "G-3.7.1a")
def test_a_truck_that_a_card_has_held_up_begins_to_drive_in_its_round() -> None:
    mission = watch()
    mission.wait("s36")
    truck = replace(mission["s36"], round=2, card=GeneratorId("s22"))
    mission.set(units={**mission.state.units, truck.id: truck})
    mission.lay(truck=truck.id, road=tuple(mission.hex(f"{row}10") for row in "ABCDEFGH"))
    events = mission.draws(ONE)
    assert not of(events, ev.Entered)
    assert sources(events) == []
    mission.set(round=2)
    events = mission.draws(ONE)
    assert of(events, ev.Entered)
    assert sources(events) == ["Soviet 22"], "it is told what moves it"


@pytest.mark.case("G-6.2.soviet22", "COH-6.1g", "COH-3.5c", "COH-7.2b")
def test_the_truck_stops_at_a_road_block_and_stands_still_as_long_as_it_cannot_move() -> None:
    mission = watch()
    road = tuple(mission.hex(f"{row}10") for row in "ABCDEFGH")
    mission.put("s36", "B10", "S", hit="pinned")
    mission.lay(truck=UnitId("s36"), road=road)
    mission.draws(ONE)
    assert hex_of(mission, "s36") == road[1], "it is pinned"
    mission.put("s36", "B10", "S", bogged=True)
    mission.draws(ONE)
    assert hex_of(mission, "s36") == road[1], "it is bogged down"
    mission.put("s36", "B10", "S")
    mission.work("road block", "D10", GERMAN)
    mission.draws(ONE)
    assert hex_of(mission, "s36") == road[2], "it stops before the road block"


@pytest.mark.case("G-6.2.soviet22", "COH-4.3a", "COH-4.3b")
@pytest.mark.parametrize("there", ["a tank", "smoke"])
def test_the_truck_enters_another_vehicles_hex_or_smoke_only_by_its_first_step(there: str) -> None:
    mission = watch()
    road = tuple(mission.hex(f"{row}10") for row in "ABCDEFGH")
    mission.put("s36", "A10", "S")
    mission.lay(truck=UnitId("s36"), road=road)
    if there == "smoke":
        mission.smoke("C10")
    else:
        mission.put("s41", "C10", "S", status="spent")
    mission.draws(ONE)
    assert hex_of(mission, "s36") == road[1]
    mission.draws(ONE)
    assert hex_of(mission, "s36") == road[2 if there == "smoke" else 3], "in smoke it stops again"


@pytest.mark.case("G-6.2.soviet22", "COH-6.1h")
def test_the_trucks_contacts_are_settled_before_the_ai_acts() -> None:
    mission = watch()
    mission.put("s36", "C10", "S")
    mission.lay(truck=UnitId("s36"), road=tuple(mission.hex(f"{row}10") for row in "ABCDEFGH"))
    mission.work("mines", "D10", GERMAN)
    assert mission.state.players[GERMAN].caps
    mission.draws(ONE)
    assert [type(step) for step in mission.state.steps[-2:]] == [AiTurn, Mined], "its owner is asked for CAPs"
    events = mission.do(do.Detonate(2), (1, 1))
    assert of(events, ev.Attacked)[0].target == "s36"
    assert not of(events, ev.OrderDrawn), "it goes on with the same card"
    assert len(of(events, ev.AiIdle)) == 1
    assert mission.state.steps[-1] == Turn(GERMAN)


@pytest.mark.case("G-6.2.soviet22", "COH-6.4b", "G-5.5b")
def test_a_unit_that_the_truck_finds_is_turned_by_its_player_before_the_ai_acts() -> None:
    mission = watch()
    mission.put("s36", "C10", "S")
    mission.lay(truck=UnitId("s36"), road=tuple(mission.hex(f"{row}10") for row in "ABCDEFGH"), marker=2)
    mission.hide("g03", "E10")
    mission.draws(ONE)
    assert isinstance(mission.state.steps[-1], Emerge)
    events = mission.do(do.Emerge("N"))
    assert mission["g03"].facing == "N"
    assert len([*of(events, ev.AiIdle), *of(events, ev.AiActed)]) == 1
    assert not of(events, ev.MarkerAdvanced)


# FF-R156
@pytest.mark.case("COH-6.1g", "G-5.3.2c")
@pytest.mark.parametrize("status", ["fresh", "spent"])
def test_a_command_order_card_pays_the_extra_cost_of_wire(status: Any) -> None:
    mission = Mission()
    mission.put("g03", "I09", "N")
    mission.put("s05", "C09", "S", status=status)
    for hex in ("D08", "D09", "D10"):
        mission.work("wire", hex)
    events = mission.told(Order(source="ours", do="move"), 6, command=True)
    assert hex_of(mission, "s05") != "1-C09"
    assert not of(events, ev.Checked)
    assert mission["s05"].status == status


# Rumours.


def test_a_rumoured_enemy_walks_like_other_ai_and_may_be_spent() -> None:
    mission = Mission()
    mission.put("g03", "K09", "N")
    id = mission.rumour("E09", "no enemy")
    events = mission.told(MOVE, 1, check="42")
    assert of(events, ev.RumourMoved)[0].rumour == id
    assert mission.table.rumours[id].status == "spent"
    assert not sources(mission.told(MOVE))


def test_a_rumoured_enemy_does_not_know_the_hidden_units_on_its_way() -> None:
    mission = Mission()
    rumour = mission.rumour("C02", "no enemy")
    mission.put("g03", "L02", "N")
    mission.told(MOVE, 1)
    way = mission.table.rumours[rumour].hex
    mission.lay(rumours={})
    rumour = mission.rumour("C02", "no enemy")
    mission.hide("g04", way)
    mission.told(MOVE, 1)
    assert mission.table.rumours[rumour].hex == way


# FF-R147
def test_a_low_risk_move_of_a_rumoured_enemy_uses_open_hexes_out_of_fire() -> None:
    for facing, moves in (("N", 0), ("S", 1)):
        mission = Mission()
        mission.put("g03", "K09", facing)
        mission.rumour("E09", "no enemy")
        events = mission.told(replace(MOVE, low_risk=True), *[1] * moves)
        assert len(of(events, ev.RumourMoved)) == moves, facing


def test_a_rumoured_enemy_moves_two_hexes_and_only_a_fresh_one_where_the_order_says_so() -> None:
    mission = Mission()
    mission.put("g03", "L09", "N")
    id = mission.rumour("C09", "no enemy")
    advance = Order(source="ours", do="move", who=("unhit", "fresh"), hexes=2, no_check=True)
    assert len(of(mission.told(advance), ev.RumourMoved)) == 2
    mission.lay(rumours={id: replace(mission.table.rumours[id], status="spent")})
    assert not sources(mission.told(advance))


@pytest.mark.case("G-6.2.soviet08")
def test_a_rumoured_enemy_is_found_by_fire_and_attacked() -> None:
    mission = Mission()
    mission.put("g11", "I09", "N")
    mission.wait("s05")
    mission.rumour("E09", "s05")
    mission.turn(HUMAN)
    events = mission.do(do.Recon(UnitId("g11"), mission.hex("E09")), (6, 6), 1, (1, 1), 1)
    assert of(events, ev.RumourTurned)[0].lot == "s05"
    assert [each.target for each in of(events, ev.Attacked)] == ["s05"]


@pytest.mark.parametrize(("lot", "left"), [("no enemy", 0), ("mines", 1), ("s05", 0)])
def test_a_unit_that_sees_a_rumoured_enemy_from_near_by_turns_it_up(lot: str, left: int) -> None:
    mission = Mission()
    mission.put("g03", "I09", "N")
    if lot == "s05":
        mission.wait("s05")
    mission.rumour("F09", lot)
    mission.turn(HUMAN)
    events = mission.do(do.Move((UnitId("g03"),), (mission.hex("H09"),)), 1, 1)
    assert of(events, ev.RumourTurned)[0].lot == lot
    assert len(mission.state.works) == left
    assert not mission.table.rumours
    if lot == "s05":
        assert (mission["s05"].hex, mission["s05"].facing) == (mission.hex("F09"), "S")


def test_a_rumoured_enemy_is_turned_up_when_it_is_to_fire() -> None:
    mission = Mission()
    mission.put("g03", "I09", "N")
    mission.wait("s05")
    mission.rumour("F09", "s05")
    events = mission.told(replace(FIRE, caps=2), 1, (1, 1), 1)
    assert of(events, ev.Attacked)[0].units == ("s05",)


# FF-R146
def test_a_rumoured_enemy_is_turned_up_only_to_fire_at_whom_the_order_means() -> None:
    mission = Mission()
    mission.rumour("E02", "no enemy")
    mission.put("g04", "H02", "S")
    mission.put("g05", "L02", "N", hit="pinned!")
    order = replace(FIRE, to="hit unit", at="hit unit")
    assert not of(mission.told(order), ev.RumourTurned), "the unit that is hit is out of its range"
    mission.put("g05", "I02", "N", hit="unnerved!")
    assert of(mission.told(order, 1), ev.RumourTurned)


@pytest.mark.case("G-6.0")
def test_a_rumoured_enemy_appears_in_the_best_hex_for_the_ai() -> None:
    mission = watch()
    mission.tile("s08", 1, 2)
    mission.put("g03", "L10", "N")
    (placed,) = of(mission.draws(ONE, 2, 1, deck=("38",)), ev.RumourPlaced)
    assert placed.rumour.hex == mission.hex(COVERED)


# FF-R150
@pytest.mark.case("G-6.0")
@pytest.mark.parametrize(
    ("card", "unit", "placed", "lots"),
    [
        (
            "18",
            "1-F14",
            "1-D14",
            (1,),
        ),  # The rules' example: D14 of the map nearer to a Unit.
        ("18", "3-F14", "3-D14", (1, 1)),
        ("16", "1-F04", "3-H04", (1, 1)),  # Light woods on map 3, open on map 1.
        ("24", "1-K05", "3-K05", (1, 1)),  # A Unit holds the woods on map 1.
    ],
)
def test_a_rumoured_enemy_uses_the_first_hex_of_the_card_on_the_best_map_for_the_ai(
    card: str, unit: str, placed: str, lots: tuple[int, ...]
) -> None:
    mission = watch()
    mission.set(field=(Sheet(MapId("1")), Sheet(MapId("3"), 0, -1)))
    mission.put("g03", unit, "N")
    mission.tile("s08", 1, 2)
    (found,) = of(mission.draws(ONE, *lots, deck=(card,)), ev.RumourPlaced)
    assert found.rumour.hex == placed


@pytest.mark.case("G-6.0")
def test_a_rumoured_enemy_without_a_hex_is_reported() -> None:
    mission = watch()
    mission.tile("s08", 1, 2)
    for unit, hex in zip(("g03", "g04"), solo().cards[OrderId("38")].hexes, strict=True):
        mission.put(unit, hex, "N")
    events = mission.draws(ONE, 2, deck=("38",))
    assert not of(events, ev.RumourPlaced)
    assert [each.what for each in of(events, ev.NothingPlaced)] == ["Rumored Enemy"]


@pytest.mark.case("G-6.2.artillery")
def test_artillery_of_a_tile_does_not_know_hidden_units() -> None:
    mission = watch()
    first, second = (mission.hex(hex) for hex in solo().cards[OrderId("30")].hexes)
    mission.put("g11", str(first))
    mission.hide("g03", str(second))
    mission.hide("g16", str(second))
    mission.tile("s20", 1, 2)
    events = mission.draws(ONE, 1, 1, (1, 1), deck=("30", "30"))
    assert of(events, ev.ShellsFell)[0].hex == first


COVERED = "H16"
"""The hex of order card 38 that has cover on map 1."""
