"""The computer pursues its side's aims, in a position or on the first day."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeVar

from bot.kernel.dice import SeededDice
from bot.kernel.game import answer, decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat
from bot.kit.events import evolve
from bot.titles.strike import TITLE
from bot.titles.strike import events as ev
from bot.titles.strike.field import combat, counters, value
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, UnitId
from tests.match import Match, step
from tests.strike.board import begin, set_up

A = TypeVar("A", bound=do.Action)
GAME = TITLE
SIDES = (GERMAN, RUSSIAN)


def stage(state: State, name: str, seed: bytes = b"computer") -> tuple[State, list[tuple[Seat, do.Action]]]:
    """Let the computer play a stage for both sides; returns the state and its actions."""
    dice = SeededDice(seed)
    state, events = begin(state, name, dice)
    for event in events:
        state = evolve(state, event)
    at, done = state.stage, list[tuple[Seat, do.Action]]()
    while state.stage == at and (answered := answer(GAME, state, SIDES)) is not None:
        seat, _, action = answered
        result = decide(GAME, state, seat, action, dice)
        assert not isinstance(result, Refusal), f"{action}: {result}"
        for event in result:
            if isinstance(event, ev.StageBegan):
                return state, [*done, (seat, action)]
            state = evolve(state, event)
        done.append((seat, action))
    return state, done


def of(kind: type[A], done: list[tuple[Seat, do.Action]]) -> Iterator[A]:
    return (action for _, action in done if isinstance(action, kind))


def troops(state: State, area: str, seat: Seat) -> set[UnitId]:
    return {unit.id for unit in counters.troops(state, AreaId(area), seat)}


def test_on_22_june_at_most_a_third_of_the_german_points_lapse() -> None:
    left = []
    for seed in range(3):
        match, rnd = Match(GAME, "campaign", {}, bytes([seed])), Random(seed)
        while match.state.turn == 1:
            before = match.state.points[GERMAN]
            step(match, rnd, match.seats)
        left.append(before)
    assert sum(left) <= len(left) * 70 / 3


GAUGE = "railways of the German gauge: C5"
"""Besides those that are German from the beginning, A5 among them."""
CENTRE = ["turn 2", "A5, C5 are German", "German: 30 points", "Russian: 10 points"]


def test_infantry_stands_where_the_railhead_comes_next() -> None:
    units = [
        "C5: German 4th Army, Railhead Centre",
        "G5: 2nd Panzer Group, German 9th Army",
        "K5: Soviet 3rd Army",
    ]
    after, _ = stage(set_up([*CENTRE, GAUGE, *units]), "german movement")
    assert troops(after, "E5", GERMAN) == {"g-a4"}
    _, done = stage(after, "railways and trucks")
    assert [action.to for action in of(do.Convert, done)] == ["E5"]


def test_a_railhead_goes_to_troops_that_no_railway_supplies() -> None:
    troops = ["C6: German 9th Army", "E5: German 4th Army", "C7: 2nd Panzer Group, German 6th Army"]
    state = set_up(["turn 4", GAUGE, "C5: Railhead Centre", *troops, "I9: Soviet 5th Army"])
    _, done = stage(state, "railways and trucks")
    assert [action.to for action in of(do.Convert, done)] == ["C6"]


def test_partisans_cut_the_railway_on_which_most_troops_live() -> None:
    units = [
        "I5: 2nd Panzer Group, German 4th Army",
        "E3: XXVI Corps",
        "K2: Soviet 3rd Army",
        "C3: Rail Partisans",
    ]
    railways = "railways of the German gauge: C3, E3, C5, E5, G5, I5"
    _, done = stage(set_up(["turn 4", railways, *units]), "partisans", b"rail 0")
    assert [action.at for action in of(do.Place, done)] == ["G5"]


def test_a_corps_waits_for_the_railhead_while_the_other_moves_on() -> None:
    units = ["C5: Railhead Centre", "E5: XXVI Corps, VIII Corps", "G4: Soviet 5th Army", "K5: Soviet 3rd Army"]
    after, _ = stage(set_up([*CENTRE, GAUGE, *units]), "german movement")
    assert len(troops(after, "E5", GERMAN)) == 1


def test_the_enemy_on_the_railway_ahead_is_attacked_first() -> None:
    armies = "C5: Railhead Centre, German 4th Army, German 9th Army"
    units = [armies, "E5: Soviet 5th Army, 36th Rifle Corps", "K5: Soviet 3rd Army"]
    after, _ = stage(set_up([*CENTRE, GAUGE, *units]), "german movement")
    assert troops(after, "E5", GERMAN) == {"g-a4", "g-a9"}


def test_an_air_unit_without_a_battle_of_its_own_bombs_trucks() -> None:
    units = ["C5: German 4th Army, 2nd Panzer Group, Guderian", "C5: Soviet 10th Army", "A5: Luftflotte 1"]
    state = set_up([*CENTRE, *units, "E5: Soviet Trucks 1, Soviet 3rd Army"])
    _, done = stage(state, "german combat")
    assert [action.bomb for action in of(do.Attack, done)][:1] == ["s-trucks1"]


def test_warsaw_is_not_left_empty_when_the_enemy_can_come() -> None:
    units = ["A5: German 4th Army, Railhead Centre", "C6: 5th Mechanized Corps", "K5: Soviet 3rd Army"]
    after, _ = stage(set_up([*CENTRE, *units]), "german movement")
    assert troops(after, "A5", GERMAN)


def test_a_train_brings_who_is_far_behind_to_the_front() -> None:
    units = ["O5: Soviet 5th Army", "I5: Soviet 3rd Army", "G5: 2nd Panzer Group, German 4th Army"]
    _, done = stage(set_up([*CENTRE, *units]), "russian movement")
    assert [action.unit for action in of(do.Rail, done)] == ["s-a5"]


def test_in_winter_a_leader_takes_the_soviets_into_the_attack() -> None:
    strong = "K4: Zhukov, 3rd Tank Corps, 2nd Mechanized Corps, 5th Mechanized Corps, 7th Mechanized Corps"
    units = [strong, "I4: XXVI Corps reduced", "A5: German 4th Army", "German: 0 points"]
    after, _ = stage(set_up(["turn 9", "weather heavy snow", *units]), "russian movement")
    _, done = stage(after, "russian combat")
    assert [action.area for action in of(do.Attack, done)] == ["I4"]


def test_a_soviet_leader_stays_behind_the_attack_that_he_commands() -> None:
    strong = "K4: Zhukov, 3rd Tank Corps, 2nd Mechanized Corps, 5th Mechanized Corps, Soviet 3rd Army"
    units = [strong, "K5: Soviet 4th Army", "I4: XXVI Corps", "A5: German 4th Army"]
    after, _ = stage(set_up(["turn 4", *units]), "russian movement")
    assert counters.shared(after) == ("I4",)
    assert combat.commander(after, RUSSIAN, AreaId("I4")) == after.units[UnitId("s-zhukov")]
    assert after.units[UnitId("s-zhukov")].place not in counters.shared(after)


def test_moscow_is_garrisoned_before_another_army_takes_the_train() -> None:
    germans = ["I5: 3rd Panzer Group, German 4th Army", "G5: German 9th Army"]
    after, _ = stage(set_up(["turn 5", "M5: Soviet 3rd Army, 36th Rifle Corps", *germans]), "russian movement")
    assert troops(after, "K5", RUSSIAN)


def test_soviets_leave_an_ox_where_the_commissar_could_order_a_hopeless_attack() -> None:
    elsewhere = ["K5: Soviet 5th Army", "M9: Soviet 6th Army", "O5: Soviet 10th Army"]
    units = ["G4: Soviet 3rd Army", "G4: German 4th Army, 3rd Panzer Group", *elsewhere]
    for turn, shared in ((1, ("G4",)), (6, ())):
        after, _ = stage(set_up([f"turn {turn}", *units]), "russian movement")
        assert counters.shared(after) == shared


def test_soviet_trucks_drive_out_of_the_way_of_armour_to_troops_of_theirs() -> None:
    units = ["G5: Soviet Trucks 1", "E5: 3rd Panzer Group, German 4th Army", "G7: 36th Rifle Corps"]
    after, _ = stage(set_up(["turn 5", *units, "M6: Soviet 5th Army"]), "russian movement")
    assert troops(after, after.units[UnitId("s-trucks1")].place, RUSSIAN)


def test_each_area_counts_fully_for_a_side_that_loses_an_objective_with_any_of_them() -> None:
    moscow = ["turn 5", "German objectives: Riga", "Russian objectives: Moscow"]
    whole, half = (set_up([*moscow, *lines]) for lines in ((), ("K5 is German",)))
    assert value.goals(whole, RUSSIAN)[AreaId("M5")] > value.goals(half, RUSSIAN)[AreaId("M5")]


def test_two_corps_are_bought_back_reduced_before_one_in_full() -> None:
    boxes = ["Eliminated Box: 2nd Mechanized Corps, 5th Mechanized Corps", "Breakdown Box: Soviet 3rd Army"]
    more = "Breakdown Box: 7th Mechanized Corps, 8th Mechanized Corps"
    state = set_up(["turn 9", "Russian: 7 points", *boxes, more, "K5: Soviet 5th Army"])
    _, done = stage(state, "russian reorganization")
    assert [action.full for action in of(do.Replace, done)] == [False, False]


def test_in_their_last_move_the_soviets_try_what_they_would_not_have_tried_before() -> None:
    units = ["I7: 2nd Mechanized Corps, 5th Mechanized Corps", "G7: German 4th Army, German 6th Army"]
    for turn, attacked in ((13, ()), (14, ("G7",))):
        state = set_up([f"turn {turn}", "weather fair", "G7 is German", *units])
        after, _ = stage(state, "russian movement")
        assert counters.shared(after) == attacked
