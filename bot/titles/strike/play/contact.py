"""Effects of moves: control of areas, overrun trucks, leaders without troops."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Tie
from bot.titles.strike.model.table import GERMAN, REMOVED, RUSSIAN, WAITING, AreaId, Unit, UnitId
from bot.titles.strike.play import Play
from bot.titles.strike.printed.tables import tables


def settle(play: Play, seat: Seat | None = None, passed: Iterable[AreaId] = ()) -> None:
    """Settle the effects of moves: partisans flee the garrison, control changes."""
    hunt_partisans(play)
    control(play, seat, passed)


@case("13.1.1", "13.0")
def control(play: Play, seat: Seat | None = None, passed: Iterable[AreaId] = ()) -> None:
    """Give areas to the side that is alone there, or was while passing through."""
    for side in (GERMAN, RUSSIAN):
        enemies = counters.held(play.state, counters.other(side))
        alone = counters.held(play.state, side) - enemies
        if side == seat:
            alone |= set(passed) - enemies
        taken = tuple(area for area in counters.map_of(play.state).areas
                      if area in alone and play.state.control.get(area) != side)  # fmt: skip
        if taken:
            play.emit(ev.ControlTaken(side, taken))


def come_through(play: Play, units: Iterable[Unit], path: tuple[AreaId, ...]) -> None:
    """Settle the contacts of units on their way: trucks, leaders, partisans, control."""
    some = list(units)
    if not any(map(counters.fights, some)):
        return
    seat = some[0].side
    for area in path[1:]:
        overrun(play, counters.other(seat), area)
    settle(play, seat, path[1:])


@case("6.4.6", "11.8.3")
def overrun(play: Play, seat: Seat, area: AreaId, *, enemies: bool = True) -> None:
    """Test leaders without troops; trucks are lost if enemies are there."""
    if area in counters.held(play.state, seat):
        return
    for unit in counters.at(play.state, area, seat):
        if counters.is_kind(unit, "trucks") and enemies:
            play.emit(ev.Eliminated(unit.id, "overrun"))
        elif counters.is_kind(unit, "leader") and not is_leaving(play.state, unit):
            test_leader(play, unit)


def ask_where(play: Play, seat: Seat, unit: UnitId, areas: tuple[AreaId, ...]) -> None:
    """Let a side choose a unit's area among equally near ones."""
    play.emit(ev.Begun(Tie(seat, unit, areas)))


def is_leaving(state: State, leader: Unit) -> bool:
    """Return whether a leader was tested and its owner chooses a refuge."""
    return any(isinstance(step, Tie) and step.unit == leader.id for step in state.steps)


@case("6.4.6", "11.8.3")
def abandoned(play: Play) -> None:
    """Trucks and leaders left among enemies are lost or tested."""
    for seat in (GERMAN, RUSSIAN):
        enemies = counters.held(play.state, counters.other(seat))
        left = {unit.place for unit in counters.of(play.state, seat) if counters.is_kind(unit, "leader", "trucks")}
        for area in sorted(left & enemies):
            overrun(play, seat, area)


@case("11.8.3")
def test_leader(play: Play, leader: Unit) -> None:
    """A leader without troops is lost, or flees disrupted to the nearest own troops."""
    roll = play.dice.roll("leader loss", 2)
    lost = sum(roll.faces) <= tables().numbers.leader_loss.lost
    play.emit(ev.LeaderTested(leader.id, roll, lost))
    if lost:
        return
    refuges = nearest(play.state, leader)
    if not refuges:
        play.emit(ev.Placed(leader.id, REMOVED, "off the map"))
    elif len(refuges) == 1:
        relocate(play, leader.id, refuges[0])
    else:
        ask_where(play, leader.side, leader.id, refuges)


def nearest(state: State, leader: Unit) -> tuple[AreaId, ...]:
    """Return the oxes nearest to a leader where troops of his side are."""
    here = counters.map_of(state)
    oxes = [area for area in here.areas if area in counters.held(state, leader.side) and not here[area].is_diamond]
    least = min((here.distance(leader.place, area) for area in oxes), default=0)
    return tuple(area for area in oxes if here.distance(leader.place, area) == least)


def relocate(play: Play, leader: UnitId, area: AreaId) -> None:
    """Bring a leader to an area, disrupted."""
    play.emit(ev.Placed(leader, area, "relocated"))
    if not play.state.units[leader].down:
        play.emit(ev.Turned(leader, True, "relocated"))


@case("8.1.3", "8.1.6")
def hunt_partisans(play: Play) -> None:
    """The garrison drives partisans out of its area; they return next turn."""
    for garrison in [unit for unit in counters.of(play.state, GERMAN) if counters.is_kind(unit, "garrison")]:
        for unit in counters.at(play.state, garrison.place, RUSSIAN):
            if counters.is_kind(unit, "partisans"):
                play.emit(ev.Placed(unit.id, WAITING, "cancelled"))
