"""Marches cut short: a unit killed, slowed or thrown back, or no shooter left."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from bot.kernel.game import answer, decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat
from bot.titles.tide import TITLE
from bot.titles.tide.field import units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId, Squad, TargetId, UnitId
from tests.scripted import ScriptedDice
from tests.tide.conftest import Field

GERMAN, SOVIET = Seat("german"), Seat("soviet")
FIRES = do.Order(op_fire="fire", chance=1, mode="normal", within=40)


def played(state: State, *moves: tuple[Seat, do.Action], dice: Sequence[tuple[int, ...]] = ()) -> State:
    """Play actions with these dice; standing orders answer in between."""
    game, scripted = TITLE, ScriptedDice(dice)
    for seat, action in moves:
        state = _after(state, seat, action, scripted)
        while (automatic := answer(game, state, ())) is not None:
            state = _after(state, automatic[0], automatic[2], scripted)
    assert scripted.script == []
    return state


def _after(state: State, seat: Seat, action: do.Action, dice: ScriptedDice) -> State:
    events = decide(TITLE, state, seat, action, dice)
    assert not isinstance(events, Refusal), events
    for event in events:
        state = TITLE.evolve(state, event)
    return state


@pytest.mark.case("TOI-6.1e", "TOI-2.1d")
def test_a_squad_that_is_shot_down_on_its_way_is_gone(field: Field) -> None:
    state = field("""
        German 1st Squad (regular), A4
        German 2nd Squad (4 regulars), A5
        Soviet 1st Squad (4 regulars), E4, on Op Fire
        Soviet 2nd Squad (4 regulars), I8
    """)
    walk = do.Advance(UnitId("g1"), HexId("C4"))
    state = played(state, (SOVIET, FIRES), (GERMAN, walk), dice=[(5, 1, 1, 1)])
    assert "g1" not in state.units
    assert state.steps == (steps.Turn(GERMAN, 1),)


@pytest.mark.case("TOI-9.5", "TOI-3.2a", "TOI-6.1a")
def test_a_tank_that_is_too_slow_leaves_the_wire_alone(field: Field) -> None:
    state = field("""
        razor wire at G4
        German Panzer IV 1, C4
        German 2nd Squad (4 regulars), A5
        Soviet T-34/76 1, I6, on Op Fire
        Soviet 2nd Squad (4 regulars), I8
    """)
    drive = do.Advance(UnitId("gv1"), HexId("G4"), clear=(HexId("G4"),), after_fire="go on")
    unharmed = played(state, (SOVIET, replace(FIRES, op_fire="hold")), (GERMAN, drive))
    assert not unharmed.works
    slowed = played(state, (SOVIET, FIRES), (GERMAN, drive), dice=[(5, *(1,) * 8), (1,) * 4])
    assert slowed.units[UnitId("gv1")].hex == "G4"
    assert [work.hex for work in slowed.works.values()] == ["G4"]


@pytest.mark.case("TOI-12.2a", "TOI-6.1e")
def test_a_unit_stopped_in_a_full_hex_falls_back_to_the_last_hex_with_room(field: Field) -> None:
    state = field("""
        German 1st Squad (4 regulars), A4
        German 2nd Squad (4 regulars), C4
        German 3rd Squad (4 regulars), C4
        German 4th Squad (4 regulars), C4
        Soviet 1st Squad (4 regulars), E5, on Op Fire
        Soviet 2nd Squad (4 regulars), I8
    """)
    walk = do.Advance(UnitId("g1"), HexId("C3"), via=(HexId("B4"), HexId("C4")))
    orders = replace(FIRES, mode="suppressive", within=2)
    stopped = played(state, (SOVIET, orders), (GERMAN, walk), dice=[(5, 1, 1, 1)])
    squad = stopped.units[UnitId("g1")]
    assert isinstance(squad, Squad)
    assert (squad.hex, squad.morale, squad.activity) == ("B4", "pinned", "fatigued")


@pytest.mark.case("TOI-4.4a", "TOI-5.4a")
def test_the_remaining_figures_fire_on_the_move(field: Field) -> None:
    state = field("""
        German 1st Squad (elite, 2 regulars), A4
        German 2nd Squad (4 regulars), A5
        Soviet 1st Squad (4 regulars), E4, on Op Fire
        Soviet 2nd Squad (4 regulars), I8
    """)
    both = do.FireAndMove(UnitId("g1"), TargetId("s1"), HexId("C4"), "move", using=("elite", "regular"))
    asks = do.Order(casualties="ask", after_fire="go on")
    move = [(SOVIET, FIRES), (GERMAN, asks), (GERMAN, both)]
    state = played(state, *move, dice=[(5, 5, 1, 1)])
    assert isinstance(state.steps[-1], steps.Losses)
    state = played(state, (GERMAN, do.Remove(UnitId("g1"), "elite")), dice=[(1,)])
    assert units.figures(state.units[UnitId("g1")]) == ("regular",)
    assert state.units[UnitId("g1")].hex == "C4"


@pytest.mark.case("TOI-3.6a", "TOI-9.1")
def test_a_unit_that_enters_a_shelter_must_still_be_able_to(field: Field) -> None:
    """An officer that falls on the way takes his point of movement with him."""
    state = field("""
        entrenchment at E4
        German 1st Squad (officer, regular), A4
        German 2nd Squad (4 regulars), A5
        Soviet 1st Squad (4 regulars), G5, on Op Fire
        Soviet 2nd Squad (4 regulars), I8
    """)
    dig = do.Advance(UnitId("g1"), HexId("E4"), ShelterId("w1"))
    asks = do.Order(casualties="ask", after_fire="go on")
    state = played(state, (SOVIET, FIRES), (GERMAN, asks), (GERMAN, dig), dice=[(6, 1, 1, 1)])
    state = played(state, (GERMAN, do.Remove(UnitId("g1"), "officer")))
    squad = state.units[UnitId("g1")]
    assert isinstance(squad, Squad)
    assert (squad.hex, squad.within) == ("E4", "")


@pytest.mark.case("TOI-6.2e", "TOI-2.1d", "TOI-6.2f")
def test_a_winner_who_dies_takes_nothing(field: Field) -> None:
    state = field("""
        German 1st Squad (regular), C4
        German 2nd Squad (4 elites), C5
        Soviet 1st Squad (regular), D5
        Soviet 2nd Squad (4 regulars), I8
    """)
    storm = do.Assault(UnitId("g1"), HexId("D5"), support=(UnitId("g2"),))
    state = played(
        state, (SOVIET, do.Order(retreat="safest")), (GERMAN, do.Order(casualties="ask")), (GERMAN, storm),
        (GERMAN, do.Remove(UnitId("g1"), "regular")), dice=[(6, 6, 1, 1, 1), (6,)],
    )  # fmt: skip
    assert "g1" not in state.units
    assert not units.at(state, HexId("D5"))
    assert state.units[UnitId("g2")].hex == "C5"


@pytest.mark.case("TOI-6.2e", "TOI-3.5a", "TOI-3.2f")
@pytest.mark.parametrize(
    ("vehicle", "hits", "damage"),
    [
        ("M3A1 half-track", 2, "light"),
        ("M3A1 half-track", 3, "heavy"),
        ("GMC truck", 2, "light"),
        ("GMC truck", 3, None),
    ],
)
def test_hits_that_a_vehicle_takes_in_an_assault_count_together(
    field: Field, vehicle: str, hits: int, damage: str | None
) -> None:
    state = field(f"""
        German 1st Squad (4 elites), C4
        German 2nd Squad (4 elites), C5
        Soviet {vehicle} 1, D5
        Soviet 1st Squad (4 regulars), I8
        Soviet turn: 2 actions
        German turn: 2 actions
    """)
    storm = do.Assault(UnitId("g1"), HexId("D5"))
    faces = (*(6,) * hits, *(1,) * (8 - hits))
    dice = [faces, (1,) * 4, (1,)] if vehicle.startswith("M3A1") else [faces, ()]
    state = played(state, (SOVIET, do.Order(retreat="safest")), (GERMAN, storm), dice=dice)
    left = state.units.get(UnitId("sv1"))
    assert getattr(left, "damage", None) == (None if damage == "heavy" else damage)


@pytest.mark.case("TOI-3.2c", "TOI-3.2a", "TOI-6.1a")
def test_a_slowed_tank_among_enemies_falls_back_and_pins_no_unit(field: Field) -> None:
    """Six points lead through; with five it would stop in the woods among the enemy."""
    state = field("""
        woods at E4
        German Panzer IV 1, C4
        German 1st Squad (4 regulars), A1
        Soviet 1st Squad (4 regulars), E4, on Op Fire
        Soviet 2nd Squad (4 regulars), I8
    """)
    overrun = do.Advance(UnitId("gv1"), HexId("F4"), via=(HexId("E4"),))
    through = played(state, (SOVIET, replace(FIRES, op_fire="hold")), (GERMAN, overrun)).units
    assert (through[UnitId("gv1")].hex, getattr(through[UnitId("s1")], "morale", "")) == ("F4", "pinned")
    state = played(state, (GERMAN, overrun))
    state = played(state, (SOVIET, do.Hold()), (SOVIET, do.Shoot(UnitId("s1"))), dice=[(4, 4, 1, 1), (1,) * 6])
    tank, squad = state.units[UnitId("gv1")], state.units[UnitId("s1")]
    assert (tank.hex, tank.activity, getattr(tank, "damage", "")) == ("D4", "fatigued", "light")
    assert (squad.hex, getattr(squad, "morale", "")) == ("E4", "")
