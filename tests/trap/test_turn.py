"""The sequence of play: events, initiative, cup, End Phase, nightfall, the end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.secret import private, see
from bot.kit.decisions import At
from bot.kit.events import evolve
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation, Arrival, Cup, Held, Muster
from bot.titles.trap.model.table import (
    CHECHEN,
    ELIMINATED,
    LADDER,
    RUSSIAN,
    Award,
    Bonus,
    CounterId,
    HexId,
    MarkerId,
    UnitId,
)
from bot.titles.trap.play import activation, cup, ending, muster, nightfall, random_events, setup
from bot.titles.trap.play.base import Play, tens
from bot.titles.trap.play.sequence import SEQUENCE
from tests.scripted import ScriptedDice
from tests.trap.fights import Fight
from tests.trap.game import Game

CHECHENS = MarkerId("chechen")


def table(**fields: Any) -> State:
    """Return a state of the historical battle without pending steps."""
    return replace(Fight(RUSSIAN).state, **{"steps": (), **fields})


def play(state: State, *script: int | tuple[int, ...]) -> Play:
    """Return a course of events with dice that are written down."""
    return Play(evolve, state, ScriptedDice([each if isinstance(each, tuple) else (each,) for each in script]))


def event(state: State, *script: int | tuple[int, ...]) -> tuple[ev.EventRolled, State]:
    """Roll for a random event."""
    course = play(state, *script)
    random_events.roll(course)
    (rolled,) = (each for each in course.events if isinstance(each, ev.EventRolled))
    return rolled, course.state


def lost(state: State, *keys: str) -> State:
    """Put units into the box of the eliminated."""
    fight = Fight(RUSSIAN)
    fight.state = state
    for key in keys:
        fight.put(key, ELIMINATED)
    return fight.state


@pytest.mark.case("TRAP-2.4", "TRAP-4.3.2")
def test_the_tenth_face_of_a_ten_sided_die_is_a_zero() -> None:
    dice = ScriptedDice([(10,), (9,), (1,)])
    assert [tens(dice.roll("ten", 1, 10)) for _ in range(3)] == [0, 9, 1]


@pytest.mark.case("TRAP-9.0", "TRAP-9.0-1", "TRAP-9.0-2", "TRAP-9.0-3", "TRAP-9.0-4", "TRAP-9.0-5", "TRAP-4.1")
def test_each_total_has_its_event() -> None:
    wanted = {
        2: "chechen desperation", 3: "snafu", 4: "russian desperation", 5: "return", 6: "chechen desperation",
        7: "none", 8: "return", 9: "russian desperation", 10: "none", 11: "snafu", 12: "chechen desperation",
    }  # fmt: skip
    state = lost(table(control={HexId("1519"): CHECHEN}), "c-i1", "c-i2", "131-t1")
    for total, expected in wanted.items():
        one = min(6, total - 1)
        more = (4,) if expected != "none" else ()
        for second in (2,) if total == 9 else more:
            rolled, _ = event(state, (one, total - one), second)
            assert rolled.rolled == expected
        if expected == "none":
            assert event(state, (one, total - one))[0].event == "none"


@pytest.mark.case("TRAP-9.0-1", "TRAP-9.0-2")
def test_desperation_is_not_for_the_side_that_leads() -> None:
    russians_lead = lost(table(), "c-i1")
    chechens_lead = lost(table(), "131-t1")
    rolled, after = event(chechens_lead, (2, 2), 7)
    assert (rolled.event, rolled.number, after.bonus) == ("russian desperation", 7, Bonus(RUSSIAN, 7))
    assert event(russians_lead, (2, 2))[0].event == "none"
    rolled, after = event(russians_lead, (6, 6), 10)
    assert (rolled.event, after.bonus) == ("chechen desperation", Bonus(CHECHEN, 0))
    assert event(chechens_lead, (3, 3))[0].event == "none"
    assert event(table(), (2, 2), 7)[0].event == "russian desperation", "nobody leads"
    assert event(table(), (3, 3), 7)[0].event == "chechen desperation"


@pytest.mark.case("TRAP-9.0-1", "TRAP-9.0-2")
def test_a_bonus_activation_is_for_units_in_order_that_see_a_leader_and_they_act_once_more() -> None:
    fight = Fight(CHECHEN, number=2)
    fight.put("c-leader1", "0306")
    fight.put("c-i1", "0307", activated=True, fired=True, moved=True)
    fight.put("c-i2", "0308", status="suppressed")
    fight.put("c-i3", "1107")
    fight.set(steps=(Cup(),), bonus=Bonus(CHECHEN, 2))
    course = play(fight.state)
    cup.go_on(course, Cup())
    fight.state = course.state
    turn = Fight.cite
    assert turn(fight, do.Turn((UnitId("c-i2"),), "S")) == "TRAP-9.0-1"
    assert turn(fight, do.Turn((UnitId("c-i3"),), "S")) == "TRAP-9.0-1"
    fight.do(do.Move((UnitId("c-i1"),), HexId("0308")))
    assert not fight["c-i1"].fired
    fight.put("c-leader1", "0306", status="disrupted")
    fight.set(acted=())
    assert turn(fight, do.Turn((UnitId("c-i1"),), "S")) == "TRAP-9.0-1"


@pytest.mark.case("TRAP-9.0-3")
def test_a_snafu_takes_a_marker_of_one_side_once_a_game() -> None:
    state = table(cup=(MarkerId("1/81"), MarkerId("artillery"), CHECHENS))
    rolled, after = event(state, (1, 2), 4)
    assert (rolled.event, rolled.seat) == ("snafu", RUSSIAN)
    course = play(after, 2)
    cup.snafu(course)
    assert course.state.cup == ("1/81", "chechen")
    assert course.state.gone == ("artillery",)
    assert course.state.snafu == (RUSSIAN,)
    again, _ = event(course.state, (1, 2), 6)
    assert again.event == "none"
    other, after = event(course.state, (5, 6), 3)
    assert (other.event, other.seat) == ("snafu", CHECHEN)
    course = play(replace(after, cup=(MarkerId("1/81"),)))
    cup.snafu(course)
    assert not course.events, "of an empty cup nothing is taken"


@pytest.mark.case("TRAP-9.0-4", "TRAP-11.2-12")
def test_eliminated_chechens_return_once_at_landmarks_of_theirs() -> None:
    control = {HexId("1519"): CHECHEN, HexId("2412"): RUSSIAN}
    state = lost(table(control=control, steps=(Held(RUSSIAN),)), "c-i1", "c-i2", "c-t1")
    rolled, after = event(state, (4, 4), 2)
    assert rolled.number == 2
    fight = Fight(CHECHEN)
    fight.state = after
    both = (UnitId("c-i1"), UnitId("c-t1"))
    assert fight.cite(do.Place(both, HexId("2412"))) == "TRAP-9.0-4"
    assert fight.cite(do.Place((*both, UnitId("c-i2")), HexId("1519"))) == "TRAP-9.0-4"
    fight.do(do.Place(both, HexId("1519")))
    assert fight["c-i1"].hex == fight["c-t1"].hex == "1519"
    assert sum(award.halves for award in fight.state.awards) == 4
    assert fight.state.steps == (Held(RUSSIAN),)
    assert event(replace(after, steps=()), (2, 3))[0].why == "Chechens have returned once already"
    assert event(table(control=control), (2, 3))[0].event == "none"
    assert event(replace(state, control={HexId("1519"): RUSSIAN}), (2, 3))[0].event == "none"


@pytest.mark.case("TRAP-4.2", "TRAP-10.0")
def test_the_higher_die_has_the_initiative_and_ties_are_rolled_again() -> None:
    course = play(table(turn=2), (4, 4), (3, 5))
    cup.initiative(course)
    assert course.state.steps == (Held(CHECHEN),)
    first = play(table(turn=1))
    cup.initiative(first)
    assert first.state.steps == (Held(RUSSIAN),)


@pytest.mark.case("TRAP-10.1", "TRAP-10.2.2", "TRAP-10.3.2", "TRAP-4.3.1-3", "TRAP-4.3.1")
@pytest.mark.parametrize(
    ("scenario", "chechens"), [("historical", [2, 3, 4, 5, 6, 7, 7, 7]), ("variant", [4, 5, 6, 7, 7, 7, 7, 7])]
)
def test_markers_join_with_the_turns(scenario: str, chechens: list[int]) -> None:
    for turn, count in enumerate(chechens, 1):
        markers = list(cup.markers(table(turn=turn, scenario=scenario)))
        assert markers.count(CHECHENS) == count
        assert markers.count(MarkerId("artillery")) == 1
        assert {"1/81", "2/81", "3/81", "1/131", "3/131"} <= set(markers)
        assert ("2/131" in markers) == (turn >= 8)


@pytest.mark.case("TRAP-4.3", "TRAP-4.2")
def test_the_held_marker_comes_first_and_then_one_after_another_by_lot() -> None:
    game = Game("historical", b"cup")
    game.state = replace(game.state, restricted=False)
    game.until(Activation)
    first = game.state.gone
    assert len(first) == 1
    while game.state.turn == 1 and game.state.outcome is None:
        drawn = [each for each in game.events if isinstance(each, ev.MarkerDrawn)]
        assert all(each.marker in game.state.gone for each in drawn)
        before = game.state
        game.until(Activation)
        if game.state.steps == before.steps:
            game.do(do.Done())


@pytest.mark.case("TRAP-4.3")
def test_nobody_can_tell_which_marker_comes_next() -> None:
    """The cup has no order: the draw depends on the die alone."""
    state = table(cup=(MarkerId("1/81"), MarkerId("artillery"), CHECHENS), steps=(Cup(),))
    for face, marker in ((1, "1/81"), (2, "artillery"), (3, "chechen")):
        course = play(state, face)
        cup.go_on(course, Cup())
        (drawn,) = (each for each in course.events if isinstance(each, ev.MarkerDrawn))
        assert drawn.marker == marker
        assert marker not in course.state.cup


@pytest.mark.case("TRAP-4.3.2")
def test_a_zero_lets_no_chechen_act() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1413")
    fight.put("81-btr1", "0117")
    fight.set(steps=(Cup(), Muster("number")))
    course = play(fight.state, 10)
    muster.number(course, Muster("number"))
    step = course.state.steps[-1]
    assert isinstance(step, Activation)
    assert not activation.go(course, step)
    assert course.state.steps == (Cup(),)


MARKS: tuple[tuple[dict[str, Any], bool], ...] = (
    ({"activated": True}, False),
    ({"status": "disrupted"}, False),
    ({}, True),
)


@pytest.mark.case("TRAP-4.3.2", "TRAP-4.3.3")
@pytest.mark.parametrize(("marks", "asked"), MARKS)
def test_no_seat_is_asked_to_act_if_all_units_have_acted(marks: dict[str, Any], asked: bool) -> None:
    fight = Fight(CHECHEN, number=3)
    fight.put("c-i1", "1310", activated=True)
    fight.put("c-i2", "1311", **marks)
    course = play(fight.state)
    assert activation.go(course, fight.step) == asked
    fight = Fight(CHECHEN, number=3)
    fight.put("c-i1", "1310", activated=True)
    fight.set(acted=("c-i1",))
    assert activation.go(play(fight.state), fight.step), "who has begun may go on"


@pytest.mark.case("TRAP-4.3.1")
def test_no_seat_is_asked_to_act_with_a_marker_that_visibly_has_no_unit_left() -> None:
    for other, asked in (("131-1-i1", False), ("131-t1", True)):
        fight = Fight(RUSSIAN, marker="3/131")
        fight.put(other, "1220")
        assert activation.go(play(fight.state), fight.step) == asked


@pytest.mark.case("TRAP-4.3.1")
def test_at_night_the_artillery_marker_is_for_schmels_alone() -> None:
    for other, asked in (("81-1-i1", False), ("schmel1", True)):
        fight = Fight(RUSSIAN, marker="artillery", turn=6)
        fight.put(other, "1220")
        assert activation.go(play(fight.state), fight.step) == asked
        at: At[State, Activation] = At(RUSSIAN, see(fight.state, RUSSIAN).state, fight.step)
        assert activation.question(at).startswith("The artillery is silent")


@pytest.mark.case(
    "TRAP-4.4", "TRAP-4.4-1", "TRAP-4.4-2", "TRAP-4.4-3", "TRAP-4.4-4", "TRAP-4.4-5", "TRAP-4.4-6", "TRAP-4.4-7"
)
def test_everybody_recovers_by_one_step() -> None:
    fight = Fight(RUSSIAN)
    for n, status in enumerate(LADDER, 1):
        fight.put(f"81-1-i{n}", "0305", status=status, activated=True, fired=True, moved=True, shot_at=True)
    course = play(replace(fight.state, steps=(), turn=3))
    ending.end_phase(course)
    units = [course.state.units[UnitId(f"81-1-i{n}")] for n in range(1, 6)]
    assert [unit.status for unit in units] == ["normal", "normal", "suppressed", "pinned", "disrupted"]
    assert not any(unit.activated or unit.fired or unit.moved or unit.shot_at for unit in units)
    assert course.state.turn == 4


@pytest.mark.case("TRAP-11.1", "TRAP-11.0")
def test_a_side_without_anybody_in_order_has_lost() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "0305", status="pinned")
    fight.put("c-i1", "1413", status="disrupted")
    fight.put("c-i2", "hand")
    course = play(replace(fight.state, steps=()))
    ending.decide_early(course)
    assert course.state.outcome is not None
    assert course.state.outcome.winners == (RUSSIAN,)
    fight.put("c-i3", "1413", status="pinned")
    course = play(replace(fight.state, steps=()))
    ending.decide_early(course)
    assert course.state.outcome is None


@pytest.mark.case("TRAP-11.1")
def test_a_leader_keeps_a_side_in_the_battle_and_two_beaten_sides_continue() -> None:
    for leader, sniper in (("0305", "1413"), ("eliminated", "eliminated")):
        fight = Fight(RUSSIAN, turn=3)
        fight.put("kalin", leader)
        fight.put("c-sniper1", sniper)
        course = play(replace(fight.state, steps=()))
        ending.decide_early(course)
        assert course.state.outcome is None


@pytest.mark.case("TRAP-11.1")
def test_russians_yet_to_enter_in_the_first_turn_are_not_beaten() -> None:
    for turn, over in ((1, False), (2, True)):
        fight = Fight(RUSSIAN, turn=turn)
        fight.put("81-1-i1", "waiting")
        fight.put("c-i1", "1413")
        course = play(replace(fight.state, steps=()))
        ending.decide_early(course)
        assert (course.state.outcome is not None) == over


@pytest.mark.case("TRAP-11.2-14", "TRAP-11.2")
def test_sixteen_points_of_lead_win_for_the_russians() -> None:
    for chechens, winner in ((6, RUSSIAN), (5, CHECHEN)):
        state = lost(table(turn=11), *(f"c-i{n}" for n in range(1, chechens + 1)))
        course = play(state)
        ending.end_phase(course)
        assert course.state.outcome is not None
        assert course.state.outcome.winners == (winner,), f"{3 * chechens} points"


@pytest.mark.case("TRAP-11.2-14")
def test_fifteen_and_a_half_points_are_not_enough() -> None:
    for halves, winner in ((32, RUSSIAN), (31, CHECHEN)):
        course = play(table(turn=11, awards=(Award(RUSSIAN, halves, "TRAP-11.2-12", "", 5),)))
        ending.end_phase(course)
        assert course.state.outcome is not None
        assert course.state.outcome.winners == (winner,)


@pytest.mark.case("TRAP-10.4", "TRAP-10.4-1", "TRAP-10.4-2", "TRAP-10.4-3")
def test_at_nightfall_a_die_and_landmarks_held_alone_are_replaced() -> None:
    russians = ("81-1-i1", "81-1-h1", "kalin", "81-btr1", "131-t1", "schmel1")
    chechens = ("c-i1", "c-rpg1", "c-h1", "c-sniper1", "c-leader1", "c-t1", "dudayev")
    control = {HexId("1519"): RUSSIAN, HexId("1918"): CHECHEN}
    state = lost(table(turn=6, control=control, roadblocks=2, pool=private((CounterId("c-i9"),))), *russians)
    state = lost(state, *chechens)
    course = play(state, 4, 1, 1, 1, 1, 1, 4, 2, 1, 1)
    nightfall.fall(course)
    chechen, russian = (each for each in course.events if isinstance(each, ev.ReplacementsRolled))
    assert (chechen.landmarks, len(chechen.units)) == (1, 5)
    assert set(chechen.units) == {"c-i1", "c-rpg1", "c-h1", "c-sniper1", "c-leader1"}
    assert set(course.state.pool.open()) == {"c-i9", *chechen.units}
    assert course.state.replacements == 4
    assert (russian.landmarks, set(russian.units)) == (1, {"81-1-i1", "81-1-h1", "kalin"})
    assert course.state.steps == (Arrival(RUSSIAN, russian.units, "replacement"),)


@pytest.mark.case("TRAP-10.4-2")
def test_road_blocks_that_were_cleared_may_come_back() -> None:
    course = play(table(turn=6, roadblocks=1, roadblocked=(HexId("1412"),), control={}), 3, 1, 2)
    nightfall.fall(course)
    assert course.state.roadblocks == 3, "four there are, one lies in the city, and two were cleared"


@pytest.mark.case("TRAP-4.0", "TRAP-4.1", "TRAP-8.6")
def test_the_stages_of_a_turn() -> None:
    names = [stage.name for stage in SEQUENCE.stages]
    assert names == [
        "set-up", "nightfall", "random events", "initiative", "activations", "decision", "end phase"
    ]  # fmt: skip
    by_day, at_night = {"nightfall"}, {"random events"}
    for turn, skipped in ((1, by_day | at_night), (2, by_day), (6, at_night), (7, by_day)):
        state = table(turn=turn)
        assert {stage.name for stage in SEQUENCE.stages if SEQUENCE.skips(state, stage)} == skipped


@pytest.mark.case("TRAP-4.0")
def test_a_turn_goes_through_its_stages_and_begins_again_with_the_events() -> None:
    turn = ["initiative", "activations", "decision", "end phase"]
    wanted = ["set-up", *turn, "random events", *turn]
    game, stages = Game("relief", b"stages"), list[str]()
    while len(stages) < len(wanted):
        stages += [event.name for event in game.events if isinstance(event, ev.StageBegan)]
        seen = see(game.state, game.seat)
        game.do(do.Done() if TITLE.judge(seen, do.Done()) is None else TITLE.play(seen))
    assert stages[: len(wanted)] == wanted


@pytest.mark.case("TRAP-11.2-11")
def test_a_zero_is_no_price_for_buratinos() -> None:
    course = play(table(), 10, 4)
    setup.pay_for_buratinos(course)
    (award,) = course.state.awards
    assert (award.seat, award.halves) == (CHECHEN, 8)


@pytest.mark.case("TRAP-8.3", "TRAP-11.2-11", "TRAP-4.3.1-3")
def test_buratinos_take_the_place_of_three_batteries_for_a_price() -> None:
    assert sum(not each.buratino for each in Game("historical").state.batteries.values()) == 9
    state = Game("historical", buratino="yes").state
    assert sorted(state.batteries) == ["a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2"]
    assert 2 <= state.awards[0].halves <= 18
    assert state.awards[0].seat == CHECHEN
