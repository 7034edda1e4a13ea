"""Parts of the sentences of orders: ways, shots and support."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.secret import Seen
from bot.kit.english import join
from bot.titles.tide.field import board, movement, names, underway, units
from bot.titles.tide.field.names import for_reader
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import ShelterId, UnitId


def goes(seen: Seen[State], action: do.Advance | do.FireAndMove | do.Assault) -> str:
    """Return the goal of a unit and its way there: "goes to C4 by C5"."""
    state = seen.state
    unit = units.unit_at(state, action.unit)
    goal = f"goes to {action.to}"
    if unit is not None and unit.hex == action.to:
        goal = f"stays at {action.to}"
    elif unit is not None and all(hex in board.map_of(state) for hex in (action.to, *action.via)):
        found = underway.way(state, unit, action.to, action.via)
        passed = found.path[:-1] if isinstance(found, movement.Way) else ()
        goal += f" by {join(passed)}" if passed else ""
    clears = f", clears the wire at {join(action.clear)}" if action.clear else ""
    into = "" if isinstance(action, do.Assault) or not action.into else action.into
    gets_in = f" and gets into {names.shelter(state, ShelterId(into))}" if into else ""
    crew = getattr(action, "crew", "")
    return f"{goal}{clears}{gets_in}{f', moved along by {for_reader(seen, crew)}' if crew else ''}"


def fires(seen: Seen[State], action: do.Fire | do.FireAndMove) -> str:
    """Return a shot with its figures, its target and its mode."""
    unit = units.unit_at(seen.state, action.target)
    aim = f"{for_reader(seen, action.target)} at {unit.hex}" if unit is not None else action.target
    return f"fires {using(action.using)}at {aim}{mode(action.mode)}"


def supported(seen: Seen[State], support: Iterable[UnitId]) -> str:
    """Return the units that help: ", with 2nd Squad,"; "" for none."""
    friends = [for_reader(seen, unit) for unit in support]
    return f", with {join(friends)}," if friends else ""


def using(figures: Iterable[str]) -> str:
    """Return the chosen figures of a shot; "" for all."""
    named = [names.SINGULARS.get(figure, figure) for figure in figures]
    return f"only with its {join(named)} " if named else ""


def mode(mode: str) -> str:
    """Return the mode of a shot if it is not the usual one."""
    return ", to suppress" if mode == "suppressive" else ""
