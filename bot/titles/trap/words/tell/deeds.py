"""Sentences about what units do without a fight: they move, turn, load and hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.kernel.secret import Seen
from bot.kit.english import FACES, begun, join
from bot.titles.trap.field import names
from bot.titles.trap.field.units import known, riders
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import WAITING, Unit, UnitId
from bot.titles.trap.words.tell.phrases import on, shown


@on(ev.Halted)
def _halted(seen: Seen[State], e: ev.Halted) -> str:
    if not (e.left.known and e.why.known):
        return ""
    left = [seen.state.units[id] for id in e.left.open()]
    waits = f"{begun(names.units(left))} {names.does(left, 'waits', 'wait')}"
    return f"The order goes no further: {e.why.open()}. {waits}."


@on(ev.Moved)
def _moved(seen: Seen[State], e: ev.Moved) -> str:
    some = shown(seen, e.units)
    start, who = e.path[0], _driving(seen, some)
    if e.how == "advance":
        return ""
    if len(e.path) == 1:
        goes = names.does(some, "goes", "go")
        return (
            f"{who} {goes} {'upstairs' if e.level == 'upper' else 'down to the street'} at {names.place(start)}."
        )
    end = names.spot(e.path[-1], e.level)
    street = names.way(e.path)
    by = f" along {street}" if street and e.how != "column" else ""
    aboard = _aboard(seen, e.units)
    match e.how:
        case "column":
            return f"-# In column {who}{aboard} {names.does(some, 'comes', 'come')} to {end}."
        case "reverse":
            return f"{who}{aboard} {names.does(some, 'backs', 'back')} from {start} to {end}."
        case "retreat":
            return f"{who} {names.does(some, 'gets', 'get')} out to {end}."
        case _:
            paid = f" ({_paid(e.costs)} MP)" if e.costs.known else ""
            return f"{who}{aboard} {names.does(some, 'moves', 'move')} from {start}{by} to {end}{paid}."


def _paid(costs: ev.Costs) -> str:
    return " and ".join(names.halves(cost) for cost in dict.fromkeys(costs.open()))


def _aboard(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Say who rides along, as far as one knows; of those that cannot be known, how many."""
    inside = shown(seen, [rider.id for id in ids for rider in riders(seen.state, id)])
    if not inside:
        return ""
    covered = "a unit" if len(inside) == 1 else f"{len(inside)} units"
    return f", with {names.units(inside) if any(map(known, inside)) else covered} aboard,"


def _driving(seen: Seen[State], some: Sequence[Unit]) -> str:
    """Name units that move; one in which somebody rides is a vehicle, even where no more can be known."""
    if len(some) == 1 and known(some[0]) is None and riders(seen.state, some[0].id):
        return f"a {names.side(some[0].side)} vehicle"
    return names.units(some)


@on(ev.Entered)
def _entered(seen: Seen[State], e: ev.Entered) -> str:
    """Tell who comes in; of a column only its own side is told who follows, the others see its counters soon."""
    some = shown(seen, [e.unit])
    follows = e.rank > 1 and not e.heads
    if follows and known(some[0]) is None:
        return ""
    who = f"{_driving(seen, some)}{_aboard(seen, [e.unit])}"
    if follows:
        return f"-# {who} {names.does(some, 'follows', 'follow')} to {names.place(e.path[-1])}."
    street = names.way(e.path)
    goes = f" and {names.does(some, 'goes', 'go')} on{f' along {street}' if street else ''} to {e.path[-1]}"
    return f"{who} {names.does(some, 'enters', 'enter')} at {e.path[0]}{goes if len(e.path) > 1 else ''}."


@on(ev.Faced)
def _faced(seen: Seen[State], e: ev.Faced) -> str:
    """Tell who turns; which way a unit faces that lies covered nobody else sees."""
    some = [unit for unit in shown(seen, e.units) if known(unit) is not None]
    return f"-# {names.units(some)} {names.does(some, 'turns', 'turn')} to the {FACES[e.facing]}." if some else ""


@on(ev.Loaded)
def _loaded(seen: Seen[State], e: ev.Loaded) -> str:
    """Tell who gets in; of those who come in from off the map it is told as they enter."""
    if seen.state.units[e.into].hex == WAITING:
        return ""
    some, vehicle = shown(seen, e.units), shown(seen, [e.into])[0]
    what = known(vehicle)
    if what is not None and what.kind == "tank":
        return f"{names.units(some)} {names.does(some, 'climbs', 'climb')} onto {_vehicle(vehicle)}."
    return f"{names.units(some)} {names.does(some, 'gets', 'get')} into {_vehicle(vehicle)}."


def _vehicle(unit: Unit) -> str:
    """Name a vehicle; of a stack that is covered one knows as much."""
    return names.unit(unit) if known(unit) is not None else "a vehicle"


@on(ev.Unloaded)
def _unloaded(seen: Seen[State], e: ev.Unloaded) -> str:
    some, vehicle = shown(seen, e.units), shown(seen, [e.vehicle])[0]
    verb = names.does(some, "gets", "get")
    if e.how == "lost":
        return f"{names.units(some)} {verb} clear of {_vehicle(vehicle)}."
    at = f" at {names.place(e.hex)}"
    charge = " and charge" if names.plural(some) else " and charges"
    what = known(vehicle)
    off = "off" if what is not None and what.kind == "tank" else "out of"
    return f"{names.units(some)} {verb} {off} {_vehicle(vehicle)}{at}{charge if e.how == 'assault' else ''}."


@on(ev.StatusChanged)
def _status(seen: Seen[State], e: ev.StatusChanged) -> str:
    some = [unit for unit in shown(seen, [e.unit, *e.also], own=False) if unit.aboard]
    if not some:
        return ""
    return f"-# Aboard it {names.units(some)} {names.does(some, 'is', 'are')} {e.status} too."


@on(ev.ControlTaken)
def _control(seen: Seen[State], e: ev.ControlTaken) -> str:
    return f"🚩 {names.side_first(e.seat)} takes {join(map(names.place, e.hexes))}."


@on(ev.Awarded)
def _awarded(seen: Seen[State], e: ev.Awarded) -> str:
    rolled = f" (🎲 {', '.join(map(names.tens, e.rolls))})" if e.rolls else ""
    if not e.halves:
        return f"No points{rolled}: {e.why} [{e.cite}]."
    return f"🏅 {names.side_first(e.seat)} scores {names.points(e.halves)}{rolled}: {e.why} [{e.cite}]."
