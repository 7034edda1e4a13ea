"""Munitions: knowledge of each side, questions, and their value before use."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.kernel.game import legal
from bot.kernel.rule import Wrong
from bot.kernel.secret import PUBLIC, Seat, Seen, see
from bot.titles.tide import TITLE
from bot.titles.tide import events as ev
from bot.titles.tide.computer import fires
from bot.titles.tide.field import board, fire, names
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Arming, Keeping, OpFireChance
from bot.titles.tide.model.table import HexId, TargetId, UnitId
from bot.titles.tide.play import op_fire
from bot.titles.tide.printed.scenarios import scenarios
from bot.titles.tide.printed.tables import tables
from bot.titles.tide.words import situation
from tests.scripted import ScriptedDice
from tests.tide.conftest import Field

GERMAN, SOVIET = Seat("german"), Seat("soviet")


def plan(state: State, target: str, *support: str) -> Attack | Wrong:
    friends = [state.units[UnitId(each)] for each in support]
    return fire.plan(state, state.units[UnitId("gv1")], state.units[UnitId(target)], "normal", friends)


def tank(field: Field, kind: str, hex: str) -> State:
    return field(f"""
        German Panzer IV 1, A4, {kind} round face down
        German Panzer IV 2, A4
        Soviet T-34/76 1, {hex}
        Soviet 1st Squad (4 regulars), {hex}
    """)


@pytest.mark.case("FB-munition-6", "FB-munition-7", "FB-munition-8")
@pytest.mark.parametrize(
    ("kind", "hex", "band", "dice"),
    [
        ("AP-B", "B4", "close", 10), ("AP-B", "E4", "normal", 10), ("AP-B", "I4", "long", 10),
        ("AP-C", "B4", "close", 11), ("AP-C", "E4", "normal", 9), ("AP-C", "I4", "long", 8),
        ("HE", "B4", "close", 9), ("HE", "E4", "close", 9),
    ],
)  # fmt: skip
def test_rounds_against_vehicles_have_their_range_and_dice(
    field: Field, kind: str, hex: str, band: str, dice: int
) -> None:
    found = plan(tank(field, kind, hex), "sv3")
    assert not isinstance(found, Wrong)
    assert (found.band, found.dice) == (band, dice)


@pytest.mark.case("FB-munition-6", "FB-munition-7", "FB-munition-8")
@pytest.mark.parametrize("kind", ["AP-B", "AP-C"])
def test_armour_piercing_rounds_are_for_vehicles(field: Field, kind: str) -> None:
    found = plan(tank(field, kind, "B4"), "s1")
    assert not isinstance(found, Wrong)
    assert found.dice == 6


@pytest.mark.case("FB-munition-6", "TOI-5.6b")
def test_high_explosive_counts_no_better_than_the_worst_range(field: Field) -> None:
    state = tank(field, "HE", "E4")
    alone, together = plan(state, "sv3"), plan(state, "sv3", "gv2")
    assert not isinstance(alone, Wrong)
    assert not isinstance(together, Wrong)
    assert (alone.band, together.band) == ("close", "normal")
    assert isinstance(plan(tank(field, "HE", "I4"), "sv3"), Wrong)


@pytest.mark.case("FB-munition-2", "FB-munition-4")
def test_only_its_owner_knows_a_munition_face_down(field: Field) -> None:
    state = tank(field, "AP-C", "E4")
    assert "AP-C round face down" in names.label_unit(see(state, GERMAN), "gv1")
    assert "AP-C round face down" in situation.hand(see(state, GERMAN))
    for seat in (SOVIET, PUBLIC):
        assert names.label_unit(see(state, seat), "gv1").endswith("special round face down")
    *_, end = TITLE.resolve(state, GERMAN, do.Resign(), ScriptedDice())
    assert isinstance(end, ev.GameEnded)
    assert end.munitions == {"gv1": "ap-c"}


@pytest.mark.case("FB-munition-4")
def test_a_question_does_not_reveal_a_munition_face_down(field: Field) -> None:
    """HE is out of range, but its owner is still asked."""
    state = field("""
        German Panzer IV 1, A4, on Op Fire, HE round face down
        Soviet T-34/76 1, I4
    """)
    assert op_fire.draws_fire(state, GERMAN, UnitId("sv2"), ())
    assert op_fire.op_fire_leads(state, GERMAN, UnitId("sv2"), ()) == []
    asked = replace(state, steps=(*state.steps, OpFireChance(GERMAN, UnitId("sv2"))))
    assert TITLE.prompts(see(asked, GERMAN))[GERMAN].private


def at(state: State, step: Arming | Keeping) -> State:
    return replace(state, steps=(step,), phase="status")


@pytest.mark.case("FB-munition-2")
def test_every_round_is_offered_to_every_unit_without_one(field: Field) -> None:
    state = field("""
        | munitions = "used"
        German: 5 command
        German Panzer IV 1, A4, HE round face down
        German Panzer IV 2, A5
        German Opel Blitz 1, A6
        German 1st Squad (4 regulars), A4
        Soviet T-34/76 1, D4
    """)
    offered = list(legal(TITLE, see(at(state, Arming(GERMAN)), GERMAN), do.Spend))
    assert {(a.unit, a.munition) for a in offered if isinstance(a, do.Spend)} == {
        (unit, kind) for unit in ("gv2", "gv3") for kind in ("he", "ap-b", "ap-c", "smoke")
    }
    bought = TITLE.play(see(at(state, Arming(GERMAN)), GERMAN))
    assert bought == do.Spend(1, "ap-b", UnitId("gv2"))


@pytest.mark.case("FB-munition-5")
def test_standing_orders_keep_what_was_not_used(field: Field) -> None:
    state = field("""
        German Panzer IV 1, A4, HE round face down
        Soviet T-34/76 1, D4
    """)
    later = replace(at(state, Keeping(GERMAN)), round=2)
    assert TITLE.answer(see(later, GERMAN)) is None
    for event in TITLE.resolve(later, GERMAN, do.Order(munitions="keep"), ScriptedDice()):
        later = TITLE.evolve(later, event)
    assert TITLE.answer(see(later, GERMAN)) == do.Done()
    assert "You are asked whether you buy special munitions; unused ones are kept." in situation.orders(
        see(later, GERMAN)
    )
    assert list(legal(TITLE, see(later, GERMAN), do.Remove)) == [do.Remove(UnitId("gv1"))]


def test_a_side_that_never_buys_is_not_asked(field: Field) -> None:
    state = field("""
        | munitions = "used"
        German: 3 command
        German Panzer IV 1, A4
        Soviet T-34/76 1, D4
    """)
    state = at(state, Arming(GERMAN))
    assert TITLE.answer(see(state, GERMAN)) is None
    for event in TITLE.resolve(state, GERMAN, do.Order(munitions="never"), ScriptedDice()):
        state = TITLE.evolve(state, event)
    assert TITLE.answer(see(state, GERMAN)) == do.Done()


@pytest.mark.case("FB-munition-9", "FB-munition-10", "FB-munition-11")
def test_the_chances_of_a_smoke_round(field: Field) -> None:
    state = tank(field, "smoke", "D4")
    odds = TITLE.odds(see(state, GERMAN), do.Fire(UnitId("gv1"), TargetId("C4")))
    assert odds is not None
    hit = 1 / 3
    none, one = (1 - hit) ** 9, 9 * hit * (1 - hit) ** 8
    assert dict(odds.chances) == pytest.approx(
        {"misfire": none, "smoke drifts": one, "smoke in place": 1 - none - one}
    )
    moving = do.FireAndMove(UnitId("gv1"), TargetId("C4"), HexId("A5"))
    halved = TITLE.odds(see(state, GERMAN), moving)
    assert halved is not None
    assert sum(part.n for part in halved.modifiers) == 5
    assert moving in set(legal(TITLE, see(state, GERMAN), do.FireAndMove, {"target": TargetId("C4")}))


@pytest.mark.case("FB-munition-9")
def test_a_smoke_round_is_offered_at_every_hex_in_range(field: Field) -> None:
    state = tank(field, "smoke", "D4")
    seen: Seen[State] = see(state, GERMAN)
    offered = [a for a in legal(TITLE, seen, do.Fire) if isinstance(a, do.Fire) and a.unit == "gv1"]
    assert {a.target for a in offered} >= {"C4", "D4", "E5"}
    assert all(a.target in board.map_of(state) for a in offered)


@pytest.mark.case("FB-munition-1")
def test_the_lobby_asks_where_the_scenario_leaves_it_open() -> None:
    shown = scenarios(tables())
    for key, record in tables().scenarios.items():
        asked = any(option.name == "munitions" for option in shown[key].options)
        assert asked == (record.munitions == "by agreement")


def test_the_computer_wishes_for_nothing_without_a_target(field: Field) -> None:
    state = field("""
        German Panzer IV 1, A1
        building at B1, B2
        Soviet T-34/76 1, I8
    """)
    assert list(fires.wishes(see(state, GERMAN))) == []
