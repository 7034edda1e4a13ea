"""Cases of a referee in which two or three rules meet."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.secret import PUBLIC, private, redact, see
from bot.titles import titles
from bot.titles.firefight import events as ev
from bot.titles.firefight.field.shells import shells
from bot.titles.firefight.field.shots import against_work, modifiers, need
from bot.titles.firefight.field.works import of as fort_of
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import Move, Place, PlayCard, Rally
from bot.titles.firefight.model.ids import CardId, ConditionId, HexId, HitId, UnitId, WorkId
from bot.titles.firefight.model.steps import Landing, Turn
from bot.titles.firefight.model.table import Condition, Hit
from bot.titles.firefight.printed.cards import cards
from tests.firefight.board import Board
from tests.firefight.fights import GERMAN, SOVIET, Fight, of
from tests.firefight.test_artillery import battery, land
from tests.transcripts import Step, Table, Transcript


def ids(*units: str) -> tuple[UnitId, ...]:
    return tuple(map(UnitId, units))


def fire(unit: str, at: str, **more: object) -> do.Fire:
    return do.Fire(ids(unit), HexId(f"1-{at}"), **more)  # type: ignore[arg-type]


# Markers and their effects.


@pytest.mark.case("COH-3.5b", "COH-3.5g", "COH-6.4d")
def test_a_marker_that_makes_hiding_dearer_is_shown() -> None:
    fight = Fight()
    fight.put("g03", "E03", hit="cowering")
    events = fight.do(do.Hide(UnitId("g03"), HexId("1-E03")))
    assert [(each.unit, each.marker) for each in of(events, ev.HitShown)] == [("g03", "cowering")]
    assert fight.state.players[GERMAN].ap == 1, "five points, and one for the marker"
    quiet = Fight()
    quiet.put("g03", "E03", hit="suppressed")
    assert not of(quiet.do(do.Hide(UnitId("g03"), HexId("1-E03"))), ev.HitShown)


@pytest.mark.case("COH-3.5b", "COH-6.1g", "COH-6.5a")
def test_a_marker_that_made_the_way_dearer_is_shown_also_where_wire_stops_it() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="cowering")
    fight.put("g36", "G02")
    fight.work("wire", "G02")
    fight.set(players={**fight.state.players, GERMAN: replace(fight.state.players[GERMAN], caps=0)})
    events = fight.do(do.Load(UnitId("g03"), UnitId("g36")), 6)
    assert (of(events, ev.WireRolled)[0].stopped, len(of(events, ev.HitShown))) == (True, 1)
    assert fight["g03"].aboard == ""


@pytest.mark.case("COH-3.5g", "COH-6.2a")
def test_a_cowering_mortar_has_a_shorter_smoke_range() -> None:
    fight = Fight()
    fight.put("g23", "I02", hit="cowering")
    fight.put("g24", "J02")
    assert fight.cite(do.LaySmoke(UnitId("g23"), HexId("1-E02"))) == "COH-3.5g"
    assert fight.cite(do.LaySmoke(UnitId("g24"), HexId("1-E02"))) == ""


@pytest.mark.case("COH-3.5g", "COH-3.5h", "COH-3.1c")
@pytest.mark.parametrize(
    ("hit", "at", "cite"),
    [
        ("cowering", "E02", "COH-3.5g"),
        ("berserk", "E02", "COH-3.5h"),
        ("berserk", "G02", ""),
        ("", "E02", ""),
        ("suppressed", "A02", ""),
        ("cowering", "A18", "COH-3.1c"),
    ],
)
def test_a_shorter_range_by_a_marker_is_refused_with_the_marker(hit: str, at: str, cite: str) -> None:
    fight = Fight()
    fight.put("g03", "I02", hit=hit)
    fight.put("s05", at, "S")
    assert fight.cite(fire("g03", at)) == cite


@pytest.mark.case("G-1.2")
def test_a_shorter_range_by_haze_is_refused_with_the_haze() -> None:
    fight = Fight()
    fight.put("g03", "I02")
    fight.put("s05", "C02", "S")
    assert fight.cite(fire("g03", "C02")) == ""
    fight.set(conditions=(Condition(haze(), "top", GERMAN),))
    assert fight.cite(fire("g03", "C02")) == "G-1.2"


def haze() -> ConditionId:
    return next(id for id, each in cards().conditions.items() if each.weather.haze)


# Weapons with a crew.


@pytest.mark.case("COH-6.1f", "COH-3.2b")
def test_at_close_quarters_the_better_firepower_is_the_one_without_a_crew() -> None:
    fight = Fight()
    fight.put("g25", "E02")
    wire = fight.work("wire", "E02")
    # Red firepower 1 and 4 at close quarters, against 15; the crewed blue one would leave 1 of its 3.
    assert fight.odds(fire("g25", "E02", work=wire)) == {"the barbed wire is destroyed": pytest.approx(6 / 36)}


@pytest.mark.case("COH-6.1f", "COH-3.3e")
def test_heavy_woods_shelter_a_work_from_shells_and_not_a_soft_flank() -> None:
    fight = Fight()
    fight.put("s17", "D11", "S")
    fight.work("bunker", "D11", SOVIET, "s17")
    shot = shells("german", fight.hex("D11"))
    assert need(modifiers(fight.state, shot, fight["s17"])) == 10 + 3 - 5
    assert need(against_work(fight.state, shot, fight.state.works[WorkId("w1")])) == 16 + 2 - 7


# Units beside a vehicle that is hit too.


@pytest.mark.case("COH-3.1d", "COH-3.3d")
def test_a_unit_beside_a_vehicle_is_rolled_for_before_it() -> None:
    fight = Fight()
    fight.put("s35", "E02", "S")
    fight.put("s05", "E02", "S")
    fight.put("g09", "I02")
    events = of(fight.do(fire("g09", "E02"), (4, 4), (6, 6)), ev.Attacked)
    assert [(each.target, each.need, each.result) for each in events] == [
        ("s05", 9, "missed"), ("s35", 7, "destroyed"),
    ]  # fmt: skip


# Fortifications and hidden units in them.


@pytest.mark.case("COH-6.1e", "COH-6.4a")
def test_a_unit_hidden_in_a_trench_is_secretly_in_it() -> None:
    fight = Fight()
    fight.hide("g03", "D11")
    trench = fight.work("trench", "D11", GERMAN)
    fight.put("s05", "E11")
    own, enemy = (see(fight.state, seat).state for seat in (GERMAN, SOVIET))
    assert fort_of(own, own.units[UnitId("g03")]) == fight.state.works[trench]
    assert fort_of(enemy, enemy.units[UnitId("g03")]) is None
    assert redact(fight.state, PUBLIC).units[UnitId("g03")].inside == ""
    fight.turn(SOVIET)
    fight.do(Move(ids("s05"), (HexId("1-D11"),)))
    assert (fight["g03"].inside, fight["s05"].inside) == (trench, "")


@pytest.mark.case("COH-6.1d", "COH-6.4a")
def test_a_unit_found_in_a_bunker_faces_as_the_bunker() -> None:
    fight = Fight(SOVIET)
    fight.hide("g09", "D11")
    fight.work("bunker", "D11", GERMAN, facing="SE")
    fight.put("s05", "E11")
    fight.do(Move(ids("s05"), (HexId("1-D11"),)))
    assert fight["g09"].facing == "SE"
    assert isinstance(fight.state.steps[-1], Turn), "nobody is asked"


@pytest.mark.case("COH-3.7b", "COH-6.4a")
def test_only_its_player_reads_what_helps_a_hidden_unit_to_rally() -> None:
    fight = Fight()
    fight.hide("g03", "D11")
    pinned = replace(fight["g03"], hit=Hit("soft", private(HitId("pinned"), GERMAN)))
    fight.set(units={**fight.state.units, pinned.id: pinned})
    (rallied,) = of(fight.do(Rally(ids("g03")), (1, 1)), ev.Rallied)
    assert (rallied.modifiers, [each.n for each in redact(rallied, GERMAN).covert.open()]) == ((), [1])
    assert not redact(rallied, SOVIET).covert.known


# Odds.


def chances_of(fight: Fight, action: object) -> dict[str, float]:
    """Return the chances of an answer to what is asked now."""
    return {name: round(chance * 36, 6) for name, chance in fight.odds(action).items()}


@pytest.mark.case("COH-3.5a", "COH-3.6d")
def test_for_several_targets_the_odds_show_the_contents_of_each_pile() -> None:
    fight = Fight(SOVIET)
    fight.put("s28", "I02", "N")
    fight.put("g03", "E02", "S")
    fight.put("g45", "E02", "S")
    fight.put("g04", "L02", "S", hit="pinned!")
    found = fight.verb(fire("s28", "E02")).odds(fight.at(), fire("s28", "E02"))
    assert found is not None
    # Nineteen soft markers are in the pile, and one destroys. The other 18 include 4 Pinned and 5 Suppressed.
    soft = "pinned 22 %, suppressed 28 %, stunned 11 %, unnerved 11 %, panicked 11 %, cowering 11 %, berserk 6 %"
    hard = "immobilised 26 %, suppressed 26 %, light damage 21 %, stunned 11 %, gun damaged 11 %, panicked 5 %"
    assert f"a target that is hit in its soft defence and lives draws: {soft}" in found.notes
    assert f"a target that is hit in its armoured defence and lives draws: {hard}" in found.notes


@pytest.mark.case("COH-6.1h", "COH-1.5a")
def test_the_odds_of_mines_count_the_caps_of_their_owner() -> None:
    fight = Fight()
    fight.put("g03", "F02")
    fight.work("mines", "E02")
    fight.do(Move(ids("g03"), (HexId("1-E02"),)))
    # Eight or more on two dice are 15 of 36, twelve 1; one marker of twenty destroys.
    found = chances_of(fight, do.Detonate())
    assert (found["Rifle 03 is hit and survives"], found["Rifle 03 is destroyed"]) == (13.3, 1.7)
    assert found["pinned"] == 14 * 0.25
    # With two CAPs six or more are 26, ten or more 6.
    found = chances_of(fight, do.Detonate(2))
    assert (found["Rifle 03 is hit and survives"], found["Rifle 03 is destroyed"]) == (19.0, 7.0)


@pytest.mark.case("COH-6.3c", "COH-6.3d", "COH-1.5a")
def test_the_odds_of_artillery_die_by_die() -> None:
    fight = battery()
    fight.put("g03", "C10", "N")
    land(fight)
    fight.seat = GERMAN
    assert chances_of(fight, do.Correct()) == {"it is on target": 24, "it drifts": 12}
    assert chances_of(fight, do.Correct(-1)) == {"it is on target": 18, "it drifts": 18}
    # Two hexes from D10; 1 is north, and six is the highest way.
    drifting = battery()
    drifting.set(steps=(Landing(GERMAN, 1, 2, Roll("artillery", 6, (2,), 0)),))
    ways = dict.fromkeys(("B10", "C12", "E12", "F10", "E08", "C08"), 6.0)
    assert chances_of(drifting, do.Correct()) == ways
    assert chances_of(drifting, do.Correct(2)) == {"E12": 6, "F10": 6, "E08": 6, "C08": 18}
    drifting.seat = SOVIET
    assert drifting.verb(do.Correct()).odds(drifting.at(), do.Correct()) is None, "where it was noted is a secret"
    # On target: 5 against a flank of 11 is 6 or more, 26 of 36, ten or more 6; a CAP for a friend makes it 7.
    fight.do_step(do.Correct(), 6)
    found = chances_of(fight, do.Correct())
    assert (found["Rifle 03 is hit and survives"], found["Rifle 03 is destroyed"]) == (19.0, 7.0)
    assert chances_of(fight, do.Correct(-1))["Rifle 03 is destroyed"] == round(3 + 18 / 20, 6)


@pytest.mark.case("COH-7.2a", "COH-3.7a")
def test_the_odds_of_cards_that_roll() -> None:
    fight = Fight()
    for id in ("g03", "g04"):
        fight.put(id, "E03", hit="pinned")
    held = private((CardId("04"), CardId("08"), CardId("07")), GERMAN)
    mine = replace(fight.state.players[GERMAN], cards=held, card_count=3)
    fight.set(players={**fight.state.players, GERMAN: mine})
    # Seven less one for the woods: 26 of 36, with a CAP 30.
    free = PlayCard(CardId("04"), ids("g03", "g04"), aim=(0, 1))
    assert chances_of(fight, free) == {"Rifle 03 rallies": 26, "Rifle 04 rallies": 30}
    assert chances_of(fight, PlayCard(CardId("08"), ids("g03"), aim=(1,))) == {
        "1 CAP": 0, "2 CAPs": 6, "3 CAPs": 6, "4 CAPs": 6, "5 CAPs": 6, "6 CAPs": 12,
    }  # fmt: skip
    # The card rolls again for the first that fails: for the second one where the first does not.
    again = fight.odds(Rally(ids("g03", "g04"), card=CardId("07")))
    first, second = 26 / 36 + 10 / 36 * 26 / 36, 26 / 36 + 26 / 36 * 10 / 36 * 26 / 36
    assert list(again.values()) == [pytest.approx(first), pytest.approx(second)]


# Previews.


@pytest.mark.case("COH-6.4b", "G-3.7a")
def test_a_player_who_hides_a_unit_in_view_is_warned() -> None:
    lines = ["played: Soviet 02 bottom", "G03 N: German Rifle 03", "E10: Soviet Rifle 05", "Soviet hand: 08"]
    table = Table(Transcript(Path(), [], ["field", *lines, "Soviet plays"], []), Board())
    table.play(Step(1, '> two /firefight top card:"Soviet 08"'))
    game, seen = titles()["firefight"], see(table.state, SOVIET)

    def told(at: str) -> list[str]:
        action = Place(ids("s03"), HexId(f"1-{at}"))
        assert game.judge(seen, action) is None
        return list(game.beforehand(seen, action))

    begins = "Soviet Rifle 03 is revealed as soon as the battle begins"
    assert told("E04") == [f"{begins}: it is seen in the open."]
    assert told("E10") == [f"{begins}: somebody is in its hex."]
    assert told("E03") == told("D04") == [], "in woods, and farther off, nobody finds it"
