"""Standing orders answer as ordered, and only the ordered questions."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.dice import SeededDice
from bot.kernel.game import answer, decide
from bot.kernel.secret import PUBLIC, Seat, private, see
from bot.titles.tide import TITLE
from bot.titles.tide.field import units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Orders, UnitId
from tests.tide.conftest import Field

GERMAN, SOVIET = Seat("german"), Seat("soviet")


def ordered(state: State, **orders: Any) -> State:
    return replace(state, orders={**state.orders, GERMAN: private(Orders(**orders), GERMAN)})


def answered(state: State) -> do.Action | None:
    return TITLE.answer(see(state, GERMAN))


@pytest.fixture
def chance(field: Field) -> State:
    """A Soviet squad has entered the sight of a machine gun and riflemen on Op Fire."""
    state = field("""
        German 1st Squad (2 regulars, MG), B4, on Op Fire
        German 2nd Squad (4 regulars), C5, on Op Fire
        Soviet 1st Squad (4 regulars), E4
        Soviet M3A1 half-track 1, E5
    """)
    return replace(state, steps=(*state.steps, steps.OpFireChance(GERMAN, UnitId("s1"))))


@pytest.mark.case("TOI-5.4a", "TOI-11.3")
def test_without_orders_a_side_is_asked_for_every_loss_and_for_exchanges_with_room() -> None:
    state = TITLE.blank()
    for event in TITLE.open("first", {}, SeededDice(b"opening")):
        state = TITLE.evolve(state, event)
    assert {units.orders(state, seat).casualties for seat in (GERMAN, SOVIET)} == {"ask"}
    assert {units.orders(state, seat).transfers for seat in (GERMAN, SOVIET)} == {"gaps"}


@pytest.mark.case("TOI-6.1a", "TOI-2.3g")
@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ({}, None),
        ({"op_fire": "hold"}, do.Hold()),
        ({"op_fire": "fire", "mode": "suppressive"}, do.Shoot(UnitId("g1"), "suppressive")),
        ({"op_fire": "fire", "mode": "suppressive", "within": 2}, do.Shoot(UnitId("g2"), "suppressive")),
        ({"op_fire": "fire", "within": 1}, do.Hold()),
        ({"op_fire": "fire", "chance": 100}, do.Hold()),
        ({"op_fire": "fire", "at": "vehicles"}, do.Hold()),
    ],
)
def test_op_fire(chance: State, orders: dict[str, Any], expected: do.Action | None) -> None:
    assert answered(ordered(chance, **orders)) == expected


@pytest.mark.case("TOI-6.1a")
def test_op_fire_at_vehicles_alone(chance: State) -> None:
    at_half_track = replace(chance, steps=(steps.OpFireChance(GERMAN, UnitId("sv1")),))
    vehicles, infantry = ({"op_fire": "fire", "at": at, "chance": 1} for at in ("vehicles", "infantry"))
    found = answered(ordered(at_half_track, **vehicles))
    assert isinstance(found, do.Shoot)
    assert found.mode == "normal"
    assert answered(ordered(at_half_track, **infantry)) == do.Hold()


@pytest.mark.parametrize(("kind", "fires"), [("AP-B", True), ("smoke", False)])
def test_op_fire_keeps_smoke_rounds(field: Field, kind: str, fires: bool) -> None:
    state = field(f"""
        German Panzer IV 1, A4, on Op Fire, {kind} round face down
        Soviet T-34/76 1, D4
    """)
    state = replace(state, steps=(*state.steps, steps.OpFireChance(GERMAN, UnitId("sv2"))))
    found = answered(ordered(state, op_fire="fire", chance=1))
    assert found == (do.Shoot(UnitId("gv1")) if fires else do.Hold())


@pytest.mark.case("TOI-5.4a", "TOI-6.2e")
def test_losses_take_the_cheapest_from_the_largest_squad_and_vehicles_last(field: Field) -> None:
    state = field("""
        German 1st Squad (officer, regular), C4
        German 2nd Squad (elite, 2 regulars), C4
        German SdKfz 251 1, C4
    """)
    hit = (UnitId("g1"), UnitId("g2"), UnitId("gv1"))
    state = replace(state, steps=(*state.steps, steps.Losses(GERMAN, hit, 2)))
    assert answered(state) == do.Remove(UnitId("g2"), "regular")
    assert answered(ordered(state, casualties="ask")) is None
    alone = replace(state, steps=(*state.steps, steps.Losses(GERMAN, (UnitId("g1"), UnitId("gv1")), 1)))
    assert answered(alone) == do.Remove(UnitId("g1"), "regular")


@pytest.mark.case("TOI-6.2f")
def test_retreats_prefer_cover(field: Field) -> None:
    state = field("""
        woods at B4
        German 1st Squad (4 regulars), C4
        Soviet 1st Squad (4 regulars), D4
    """)
    state = replace(state, steps=(*state.steps, steps.Rout(GERMAN, (UnitId("g1"),), HexId("C4"))))
    assert answered(state) is None
    assert answered(ordered(state, retreat="safest")) == do.Retreat(UnitId("g1"), HexId("B4"))


@pytest.mark.case("TOI-6.2h")
@pytest.mark.parametrize(
    ("join", "expected"), [("ask", None), ("join", do.Join((UnitId("g1"),))), ("stay", do.Join())]
)
def test_concealed_squads_join_or_stay(field: Field, join: str, expected: do.Action | None) -> None:
    state = field("""
        German 1st Squad, concealed (4 regulars), C4
        German 2nd Squad (4 regulars), C4
        Soviet 1st Squad (4 regulars), D4
    """)
    state = replace(state, steps=(*state.steps, steps.Melee(UnitId("s1"), HexId("C4"), ())))
    assert answered(ordered(state, join=join)) == expected


@pytest.mark.case("TOI-11.3")
def test_transfers_are_skipped(field: Field) -> None:
    state = field("""
        German 1st Squad (2 regulars), C4
        German 2nd Squad (2 regulars), C4
    """)
    state = replace(state, phase="status", steps=(steps.Transferring(GERMAN),))
    assert answered(state) is None
    assert answered(ordered(state, transfers="skip")) == do.Done()


@pytest.mark.case("TOI-11.3")
def test_exchanges_are_asked_for_only_where_a_squad_has_room(field: Field) -> None:
    for second, expected in (("4 regulars", do.Done()), ("3 regulars", None)):
        state = field(f"""
            German 1st Squad (4 regulars), C4
            German 2nd Squad ({second}), C4
        """)
        state = replace(state, phase="status", steps=(steps.Transferring(GERMAN),))
        assert answered(ordered(state, transfers="gaps")) == expected


def test_nobody_answers_for_a_seat_that_is_not_asked(chance: State) -> None:
    for seat in (SOVIET, PUBLIC):
        assert TITLE.answer(see(chance, seat)) is None


def test_orders_keep_what_was_left_out_and_are_nobody_elses_business(chance: State) -> None:
    game = TITLE
    state = chance
    for order in (do.Order(op_fire="fire", within=5), do.Order(chance=70), do.Order(retreat="safest")):
        events = decide(game, state, GERMAN, order, None)  # type: ignore[arg-type]
        assert isinstance(events, tuple)
        for event in events:
            state = game.evolve(state, event)
    kept = state.orders[GERMAN].open()
    assert kept == Orders(op_fire="fire", within=5, chance=70, retreat="safest")
    told = game.orders(see(state, GERMAN))
    assert "within 5 hexes, to kill or to suppress as seems best, when the chance of an effect is 70 %" in told
    assert not see(state, SOVIET).state.orders[GERMAN].known
    assert answer(game, state, ()) is not None


@pytest.mark.case("TOI-5.4a")
def test_a_side_without_other_orders_is_asked_for_losses() -> None:
    game, dice = TITLE, SeededDice(b"opening")
    state = game.blank()
    for event in game.open("first", {}, dice):
        state = game.evolve(state, event)
    squad = next(unit for unit in state.units.values() if unit.side == GERMAN and len(units.figures(unit)) > 1)
    state = replace(state, steps=(*state.steps, steps.Losses(GERMAN, (squad.id,), 1)))
    assert answered(state) is None
    assert answered(ordered(state, casualties="cheapest")) is not None
