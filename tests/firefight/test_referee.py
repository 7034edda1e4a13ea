"""Cases of a referee in which two or three rules meet."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.kernel.secret import PUBLIC, private, redact, see
from bot.titles.firefight.field.works import of as fort_of
from bot.titles.firefight.model import fight_actions as do
from bot.titles.firefight.model import fight_events as fe
from bot.titles.firefight.model.actions import Move
from bot.titles.firefight.model.fight_actions import Rally
from bot.titles.firefight.model.ids import ConditionId, HexId, HitId, UnitId
from bot.titles.firefight.model.steps import Turn
from bot.titles.firefight.model.table import Condition, Hit
from bot.titles.firefight.printed.cards import cards
from tests.firefight.fights import GERMAN, SOVIET, Fight, of


def ids(*units: str) -> tuple[UnitId, ...]:
    return tuple(map(UnitId, units))


def fire(unit: str, at: str, **more: object) -> do.Fire:
    return do.Fire(ids(unit), HexId(f"1-{at}"), **more)  # type: ignore[arg-type]


# Markers and what they change.


@pytest.mark.case("COH-3.5b", "COH-3.5g", "COH-6.4d")
def test_a_marker_that_makes_hiding_dearer_is_shown() -> None:
    fight = Fight()
    fight.put("g03", "E03", hit="cowering")
    events = fight.do(do.Hide(UnitId("g03"), HexId("1-E03")))
    assert [(each.unit, each.marker) for each in of(events, fe.HitShown)] == [("g03", "cowering")]
    assert fight.state.players[GERMAN].ap == 1, "five points, and one for the marker"
    quiet = Fight()
    quiet.put("g03", "E03", hit="suppressed")
    assert not of(quiet.do(do.Hide(UnitId("g03"), HexId("1-E03"))), fe.HitShown)


@pytest.mark.case("COH-3.5g", "COH-6.2a")
def test_a_cowering_mortar_lays_no_smoke_that_far() -> None:
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
def test_who_reaches_less_far_for_its_marker_is_told_so(hit: str, at: str, cite: str) -> None:
    fight = Fight()
    fight.put("g03", "I02", hit=hit)
    fight.put("s05", at, "S")
    assert fight.cite(fire("g03", at)) == cite


@pytest.mark.case("G-1.2")
def test_who_reaches_less_far_for_the_haze_is_told_so() -> None:
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
    assert fight.odds(fire("g25", "E02", work=wire)) == {"the work is destroyed": pytest.approx(6 / 36)}


# Who is sheltered by a vehicle that is struck too.


@pytest.mark.case("COH-3.1d", "COH-3.3d")
def test_who_stands_beside_a_vehicle_is_rolled_for_before_it() -> None:
    fight = Fight()
    fight.put("s35", "E02", "S")
    fight.put("s05", "E02", "S")
    fight.put("g09", "I02")
    events = of(fight.do(fire("g09", "E02"), (4, 4), (6, 6)), fe.Attacked)
    assert [(each.target, each.need, each.result) for each in events] == [
        ("s05", 9, "missed"), ("s35", 7, "destroyed"),
    ]  # fmt: skip


# Fortifications and who hides in them.


@pytest.mark.case("COH-6.1e", "COH-6.4a")
def test_who_hides_in_a_trench_is_in_it_and_nobody_reads_so() -> None:
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
def test_who_is_found_in_a_bunker_faces_as_it_does_unasked() -> None:
    fight = Fight(SOVIET)
    fight.hide("g09", "D11")
    fight.work("bunker", "D11", GERMAN, facing="SE")
    fight.put("s05", "E11")
    fight.do(Move(ids("s05"), (HexId("1-D11"),)))
    assert fight["g09"].facing == "SE"
    assert isinstance(fight.state.steps[-1], Turn), "nobody is asked"


@pytest.mark.case("COH-3.7b", "COH-6.4a")
def test_what_helps_a_hidden_unit_to_rally_its_player_alone_is_told() -> None:
    fight = Fight()
    fight.hide("g03", "D11")
    pinned = replace(fight["g03"], hit=Hit("soft", private(HitId("pinned"), GERMAN)))
    fight.set(units={**fight.state.units, pinned.id: pinned})
    (rallied,) = of(fight.do(Rally(ids("g03")), (1, 1)), fe.Rallied)
    assert (rallied.modifiers, [each.n for each in redact(rallied, GERMAN).covert.open()]) == ((), [1])
    assert not redact(rallied, SOVIET).covert.known
