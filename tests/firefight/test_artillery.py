"""Artillery off the map."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.game import Course
from bot.kernel.secret import private, redact, see
from bot.kit.events import evolve
from bot.kit.lots import rolls
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import GeneratorId, HexId, MarkerId
from bot.titles.firefight.model.steps import Landing, Plot, Shelling, Turns
from bot.titles.firefight.model.table import DESTROYED, Control, Played, Strike
from bot.titles.firefight.play import artillery, rounds, shelling
from bot.titles.firefight.words.account import tell
from tests.firefight.fights import GERMAN, SOVIET, Fight, of
from tests.scripted import ScriptedDice


def battery(**fields: Any) -> Fight:
    """The German player has artillery, and has noted D10 before the last round."""
    fight = Fight(**fields)
    strike = Strike(GERMAN, 1, private(fight.hex("D10"), GERMAN))
    played = Played(GeneratorId("g20"), "top", GERMAN, "rules")
    fight.set(strikes=(strike,), round=2, record=(played,), steps=())
    return fight


def poor(fight: Fight) -> None:
    """Leave nobody any CAPs."""
    fight.set(players={seat: replace(player, caps=0) for seat, player in fight.state.players.items()})


def land(fight: Fight, *script: int | tuple[int, ...]) -> list[Any]:
    """Let artillery come down without asking anybody."""
    dice = ScriptedDice([each if isinstance(each, tuple) else (each,) for each in script])
    play: Course[Any, Any] = Course(evolve, fight.state, dice)
    artillery.land(play)
    while play.state.steps:
        step = play.state.steps[-1]
        if artillery.go(play, step) if isinstance(step, Landing) else shelling.fall(play, step):
            break
    assert not dice.script, f"{dice.script} did not fall"
    fight.state = play.state
    return play.events


@pytest.mark.case("COH-6.3b")
def test_a_side_with_artillery_notes_a_hex_in_secret() -> None:
    fight = battery()
    fight.set(strikes=())
    play: Course[Any, Any] = Course(evolve, fight.state, ScriptedDice([]))
    artillery.note(play)
    fight.state, fight.seat = play.state, GERMAN
    assert fight.state.steps == (Plot(GERMAN, 1),)
    assert fight.cite(do.Plot(HexId("1-Z99"))) == "COH-6.3b"
    artillery.plot(play, Plot(GERMAN, 1), do.Plot(fight.hex("E09")))
    (strike,) = play.state.strikes
    assert strike.hex.open() == "1-E09"
    assert not see(play.state, SOVIET).state.strikes[0].hex.known


@pytest.mark.case("COH-6.3b", "COH-6.2a")
def test_whether_shells_or_smoke_are_noted_nobody_else_knows() -> None:
    seen = []
    for smoke in (False, True):
        fight = battery()
        fight.set(strikes=(), steps=(Plot(GERMAN, 1),))
        play: Course[Any, Any] = Course(evolve, fight.state, ScriptedDice([]))
        artillery.plot(play, Plot(GERMAN, 1), do.Plot(fight.hex("E09"), smoke))
        assert play.state.strikes[0].smokes == smoke
        seen.append([redact(event, SOVIET) for event in play.events])
    assert seen[0] == seen[1]


@pytest.mark.case("COH-6.3b")
def test_an_empty_strike_is_secret_until_it_would_land() -> None:
    seen = []
    for hex in ("", "1-E09"):
        fight = battery()
        fight.set(strikes=(), steps=(Plot(GERMAN, 1),))
        play: Course[Any, Any] = Course(evolve, fight.state, ScriptedDice([]))
        artillery.plot(play, Plot(GERMAN, 1), do.Plot(HexId(hex)))
        seen.append([redact(event, SOVIET) for event in play.events])
        fight.state = play.state
    assert seen[0] == seen[1]
    nowhere = Strike(GERMAN, fight.state.round, private(HexId(""), GERMAN))
    fight.set(strikes=(nowhere, *fight.state.strikes), round=fight.state.round + 1, steps=())
    poor(fight)
    before = see(fight.state, SOVIET)
    nothing, landed = of(land(fight, 3), ev.Landed)
    assert TITLE.tell(before, redact(nothing, SOVIET)) == "-# No artillery of the German player was to land."
    assert landed.hex == "1-E09"
    assert not fight.state.strikes


@pytest.mark.case("COH-6.3b")
def test_a_strike_noted_before_this_round_lands_before_the_next() -> None:
    fight = battery()
    poor(fight)
    fight.set(round=1)
    assert land(fight) == []
    fight.set(round=2)
    assert of(land(fight, 3), ev.Landed)[0].hex == "1-D10"
    assert fight.state.strikes == ()


@pytest.mark.case("COH-6.3c")
def test_german_guns_are_on_target_with_three_and_soviet_ones_with_four() -> None:
    for seat, need in ((GERMAN, 3), (SOVIET, 4)):
        for face in range(1, 7):
            fight = battery()
            poor(fight)
            fight.set(strikes=(Strike(seat, 1, private(fight.hex("D10"), seat)),))
            script = (face,) if face >= need else (face, 4)
            (landed,) = of(land(fight, *script), ev.Landed)
            there = ground(fight.state.field).distance(fight.hex("D10"), landed.hex)
            assert there == (0 if face >= need else face), "it drifts as far as the die shows"


@pytest.mark.case("COH-6.3c")
def test_a_second_die_says_which_way_it_drifts() -> None:
    fight = battery()
    poor(fight)
    (landed,) = of(land(fight, 2, 4), ev.Landed)
    assert landed.hex == "1-F10", "4 is south"
    fight = battery()
    poor(fight)
    fight.set(strikes=(Strike(GERMAN, 1, private(fight.hex("A10"), GERMAN)),))
    (landed,) = of(land(fight, 2, 1), ev.Landed)
    assert landed.off, "it lands beyond the map"


@pytest.mark.case("COH-6.3c", "COH-1.5a")
def test_its_player_changes_either_die_by_two_caps() -> None:
    fight = battery()
    land(fight)
    fight.seat = GERMAN
    fight.do_step(do.Correct(1), 1)
    step = fight.state.steps[-1]
    assert isinstance(step, Landing)
    assert step.drifts == 2
    (landed,) = of(fight.do_step(do.Correct(-2), 5), ev.Landed)
    assert landed.hex == "1-E12", "the third side is the south-east"
    assert fight.state.players[GERMAN].caps == 4


def test_the_first_die_of_a_drifting_strike_is_one_order() -> None:
    fight = battery()
    land(fight)
    fight.seat = GERMAN
    first = fight.do_step(do.Correct(1), 1)
    then = fight.do_step(do.Correct(), 5)
    assert [roll.purpose for roll in rolls(tuple(first))] == ["artillery"]
    assert [roll.purpose for roll in rolls(tuple(then))] == ["drift"]
    (landed,) = of(then, ev.Landed)
    assert landed.first == 1
    older = replace(landed, roll=next(rolls(tuple(first))), first=0)
    seen = see(fight.state, GERMAN)
    assert tell(seen, landed) == tell(seen, older), "a game of an earlier release is told alike"


@pytest.mark.case("COH-6.3d")
def test_it_strikes_everybody_in_seven_hexes_friends_too() -> None:
    fight = battery()
    poor(fight)
    fight.put("s05", "D10", "N")
    fight.put("g03", "E10", "N")
    fight.put("s45", "C10", "N")
    fight.put("s06", "B10", "N")
    events = land(fight, 6, (6, 6), (1, 1), (1, 1))
    assert [each.target for each in of(events, ev.Attacked)] == ["s05", "s45", "g03"]
    assert [each.need for each in of(events, ev.Attacked)] == [11 - 5, 12 - 7, 11 - 5]
    assert fight["s05"].hex == DESTROYED


@pytest.mark.case("COH-5.3a", "COH-6.3d")
def test_a_marker_turns_to_the_side_left_in_its_hex_after_a_strike() -> None:
    fight = battery()
    poor(fight)
    fight.put("g03", "D10")
    fight.put("s05", "D10")
    here = MarkerId("m1")
    fight.set(control={here: Control(here, fight.hex("D10"), "soviet")})
    land(fight, 5, (1, 1), (6, 6))
    assert (fight["g03"].hex, fight["s05"].hex) == ("1-D10", DESTROYED)
    step = Turns((GERMAN, SOVIET))
    play: Course[Any, Any] = Course(evolve, replace(fight.state, steps=(step,)), ScriptedDice([]))
    rounds.go(play, step)
    assert play.state.control[here].side == "german", "also if nobody acts in this round"


@pytest.mark.case("COH-1.5a", "COH-6.3d")
def test_its_player_changes_each_of_its_rolls_by_two_caps_for_a_friend_too() -> None:
    fight = battery()
    fight.put("s05", "D10", "N")
    fight.put("g03", "E10", "N")
    land(fight)
    fight.seat = GERMAN
    fight.do_step(do.Correct(), 6)
    step = fight.state.steps[-1]
    assert isinstance(step, Shelling)
    assert [each.unit for each in step.left] == ["s05", "g03"]
    assert "Rifle 05 at D10: 6 or more to hit" in shelling.ask_for_roll(fight.at(GERMAN))
    (first,) = of(fight.do_step(do.Correct(2), (2, 2), 1, 1), ev.Attacked)
    assert (first.target, first.caps, first.result) == ("s05", 2, "hit")
    (second,) = of(fight.do_step(do.Correct(-2), (3, 4)), ev.Attacked)
    assert (second.target, second.caps, second.result, second.last) == ("g03", -2, "missed", True)
    assert fight.state.players[GERMAN].caps == 3
    assert fight["s05"].hit is not None
    assert fight["g03"].hit is None


@pytest.mark.case("COH-6.3d", "COH-6.1f")
def test_shells_that_wait_for_caps_fall_on_works_after_units_and_on_nobody_twice() -> None:
    fight = battery()
    fight.put("s05", "D10", "N", hit="pinned")
    fight.work("trench", "D10")
    land(fight)
    fight.seat = GERMAN
    fight.do_step(do.Correct(), 6)
    gone = fight.do_step(do.Correct(), (6, 6))
    assert of(gone, ev.Destroyed)[0].unit == "s05"
    step = fight.state.steps[-1]
    assert isinstance(step, Shelling)
    assert "the trench at D10: 9 or more to hit" in shelling.ask_for_roll(fight.at(GERMAN))
    (work,) = of(fight.do_step(do.Correct(1), (5, 5)), ev.Attacked)
    assert (work.work, work.result) == (step.left[0].work, "destroyed")
    assert not fight.state.works
    assert not fight.state.steps


@pytest.mark.case("COH-6.2a")
def test_artillery_places_smoke_on_seven_hexes_but_not_on_water() -> None:
    fight = Fight(maps="5")
    strike = Strike(GERMAN, 1, private(fight.hex("C12"), GERMAN), load=private("smoke", GERMAN))
    fight.set(strikes=(strike,), round=2, steps=())
    poor(fight)
    land(fight, 6)
    here = ground(fight.state.field)
    wet = [hex for hex in here.within(HexId("5-C12"), 1) if here[hex].terrain == "water"]
    assert wet
    assert len(fight.state.smoke) == 7 - len(wet)
