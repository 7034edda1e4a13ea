"""Movement: by foot, rail and air, railheads, breaking down and combining, arrivals and partisans."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case
from bot.titles.strike.field import arrivals, counters, movement, railways
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.steps import Arrival, Movement, Redeployment
from bot.titles.strike.model.table import GERMAN, RUSSIAN, WAITING, UnitId
from bot.titles.strike.play import contact
from bot.titles.strike.play.contact import Play
from bot.titles.strike.play.setup import place
from bot.titles.strike.printed.tables import tables

# The stages.


@case("2.0", "3.2.3")
def begin(play: Play) -> None:
    """A side begins to move: its units have all their points, and its reinforcements come."""
    seat = play.state.seat
    play.emit(ev.Readied(seat))
    units = arrivals.due(play.state, seat)
    if units:
        play.emit(ev.Begun(Arrival(seat, units, "reinforcement")))


@case("2.0", "6.4.1a")
def rails(play: Play) -> None:
    """The Germans advance their railheads and move their trucks before all else."""
    play.emit(ev.Begun(Movement(play.state.seat, "rails")))


@case("2.0")
def units(play: Play) -> None:
    """A side moves its units."""
    play.emit(ev.Begun(Movement(play.state.seat, "units")))


@case("8.0", "8.1.2", "8.1.4", "8.1.5", "8.1.7")
def partisans(play: Play) -> None:
    """Partisans leave their places, and railways are whole again; those whom the die makes active come anew."""
    chart = tables().numbers.partisans
    if "partisans" in counters.scenario(play.state).without or play.state.turn < chart.from_turn:
        return
    roll = play.dice.roll("partisans", 1)
    active = arrivals.active_partisans(play.state, chart.table[roll.faces[0] - 1])
    play.emit(ev.PartisansRolled(roll, active))
    for unit in list(counters.of(play.state, RUSSIAN)):
        if counters.is_kind(unit, "partisans"):
            play.emit(ev.Placed(unit.id, WAITING, "off the map"))
    if active:
        play.emit(ev.Begun(Arrival(play.state.seat, active, "partisans")))


# The steps.


def go_arrival(play: Play, step: Arrival) -> bool:
    """Ask for the next unit that can be placed; those that cannot wait for another turn."""
    able = tuple(unit for unit in step.units if arrivals.places(play.state, step, play.state.units[unit]))
    if not able:
        play.emit(ev.Ended())
        return False
    if able != step.units:
        play.emit(ev.Changed(replace(step, units=able)))
    return True


# The actions.


def arrive(play: Play, step: Arrival, action: do.Place) -> None:
    """Place a unit; partisans on trucks disrupt them at once."""
    unit, area = action.unit, action.at
    play.emit(ev.Changed(replace(step, units=tuple(each for each in step.units if each != unit))))
    if step.why == "set-up":
        place(play, unit, area)
        return
    play.emit(ev.Placed(unit, area, step.why))
    if step.why == "partisans" and counters.record(play.state.units[unit]).trait == "trucks":
        trucks = next(each for each in counters.trucks(play.state, GERMAN) if each.place == area)
        play.emit(ev.Turned(trucks.id, True, "partisans"))
    contact.abandoned(play)
    contact.settle(play)


@case("6.0", "6.3.4", "3.2.2")
def move(play: Play, step: Movement | Redeployment, action: do.Move) -> None:
    """Move units to an area, troops first."""
    count(play, action.units)
    legs = movement.plan(play.state, [play.state.units[unit] for unit in action.units], action.to, action.via)
    assert not isinstance(legs, Wrong)
    for leg in legs:
        gone = tuple(unit.id for unit in leg.units)
        play.emit(ev.Moved(gone, leg.path, leg.costs, leg.leader, leg.led))
        contact.come_through(play, leg.units, leg.path)
    contact.settle(play)


@case("3.2.1")
def count(play: Play, units: Sequence[UnitId]) -> None:
    """Count the units that redeploy; one that has moved in this phase already counts once."""
    step = play.state.steps[-1]
    new = sum(not play.state.units[unit].trail for unit in units)
    if isinstance(step, Redeployment) and new:
        play.emit(ev.Changed(replace(step, left=step.left - new)))


@case("6.4", "6.4.4", "6.3.3")
def rail(play: Play, step: Movement | Redeployment, action: do.Rail) -> None:
    """Move a unit by rail, and before it the leader who takes it along."""
    unit, leader = action.unit, action.leader
    riders = (leader, unit) if leader else (unit,)
    count(play, riders)
    mover = play.state.units[unit]
    way = railways.rail_way(play.state, mover, action.to)
    assert way is not None
    for rider in riders:
        by = leader if rider != leader else UnitId("")
        play.emit(ev.Railed(rider, way, tables().numbers.rail.cost, by))
    contact.settle(play, mover.side, way if counters.fights(mover) else ())


@case("6.4.1", "6.4.1a")
def convert(play: Play, step: Movement, action: do.Convert) -> None:
    """Advance a railhead."""
    way = railways.conversions(play.state, play.state.units[action.railhead])[action.to]
    play.emit(ev.Converted(action.railhead, way, railways.converted_by(play.state, way)))


@case("9.1.1", "9.0")
def fly(play: Play, step: Movement | Redeployment, action: do.Fly) -> None:
    """Fly an air unit, or let parachutists jump."""
    unit, to = action.unit, action.to
    count(play, (unit,))
    flyer = play.state.units[unit]
    jumps = counters.fights(flyer)
    play.emit(ev.Flown(unit, to, "dropped" if jumps else ""))
    if jumps:
        contact.come_through(play, (play.state.units[unit],), (flyer.place, to))
        contact.settle(play)


@case("10.2.2")
def break_down(play: Play, step: Movement | Redeployment, action: do.Break) -> None:
    """Break an army or a panzer group down."""
    play.emit(ev.BrokenDown(action.unit, action.into))


@case("10.2.1")
def combine(play: Play, step: Movement | Redeployment, action: do.Combine) -> None:
    """Combine two corps; the players may agree that the Breakdown Box makes reduced ones whole."""
    at_full = play.state.options.get("boxes") == "at full strength"
    play.emit(ev.Combined(action.units, action.into, at_full))


def give_up(play: Play, step: Movement | Redeployment, action: do.Lose) -> None:
    """Give up what is too much in an area."""
    play.emit(ev.Eliminated(action.unit, "stacking"))
    contact.settle(play)


def end(play: Play, step: Movement | Redeployment, action: do.Done) -> None:
    """Be done with moving."""
    play.emit(ev.Ended())
    contact.abandoned(play)
