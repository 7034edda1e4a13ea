"""Claims of refusals, checked against the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bot.kernel.game import open_kinds
from bot.kernel.secret import Seen
from bot.titles.tide import TITLE
from bot.titles.tide.field import board, fire, munitions, names, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Squad, UnitId
from bot.titles.tide.printed.tables import tables

CONDITIONS: dict[str, Callable[[Any], bool]] = {
    "fatigued": lambda unit: unit.activity == "fatigued",
    "on Op Fire": lambda unit: unit.activity == "op fire",
    "fresh": lambda unit: unit.activity == "fresh",
    "pinned": lambda unit: getattr(unit, "morale", "") == "pinned",
    "disrupted": lambda unit: getattr(unit, "morale", "") == "disrupted",
    "suppressed": units.is_suppressed,
    "no squad": lambda unit: not isinstance(unit, Squad),
}


def untrue(seen: Seen[State], action: do.Action, why: str) -> str:
    """Return the false claim of a reason, "" if none is known."""
    for pattern, holds in TRUTHS:
        found = re.match(pattern, why)
        if found and not holds(seen, action, *found.groups()):
            return f"not so: {found[0]}"
    return ""


def _own(seen: Seen[State], name: str) -> list[AnyUnit]:
    return [unit for unit in seen.state.units.values() if unit.side == seen.seat and names.unit(unit) == name]


def _named(seen: Seen[State], action: Any, name: str, state: str) -> bool:
    if name in ("the unit", "the squad", "the vehicle"):
        units = [unit for unit in seen.state.units.values() if unit.id == getattr(action, "unit", "")]
    else:
        units = _own(seen, name)
    return any(CONDITIONS[state](unit) for unit in units)


def _full(seen: Seen[State], action: Any, hex: str) -> bool:
    return units.stack(seen.state, HexId(hex)) >= tables().numbers.stacking.units


def _enemies(seen: Seen[State], action: Any, hex: str) -> bool:
    return bool(units.enemies_at(seen.state, HexId(hex), seen.seat))


def _far(seen: Seen[State], action: Any, hexes: str) -> bool:
    here, state = board.map_of(seen.state), seen.state
    step = state.steps[-1]
    goal = state.units.get(UnitId(getattr(action, "target", "") or getattr(step, "target", "")))
    starts = [state.units[id].hex for id in (action.unit, *getattr(action, "support", ())) if id in state.units]
    starts += [HexId(action.to)] if getattr(action, "to", "") in here else []
    ends = [goal.hex] if goal is not None else [HexId(action.target)]
    return any(here.distance(start, end) == int(hexes) for start in starts for end in ends)


def _enemy(seen: Seen[State], action: Any, name: str) -> bool:
    return any(unit.side != seen.seat and names.full(unit) == name for unit in seen.state.units.values())


def _kind(seen: Seen[State], action: Any, noun: str) -> bool:
    unit = seen.state.units.get(action.unit)
    return unit is None or noun not in map(names.SINGULARS.__getitem__, units.figures(unit))


TRUTHS: tuple[tuple[str, Callable[..., bool]], ...] = (
    (r"it is not your move", lambda seen, action: seen.seat not in TITLE.asked(seen.state)),
    (r"not now", lambda seen, action: type(action) not in open_kinds(TITLE, seen)),
    (r"the battle is over$", lambda seen, action: seen.state.outcome is not None),
    (rf"(.+?) is (?:already )?({'|'.join(CONDITIONS)})(?:$|[,:] | and )", _named),
    (r"(.+) is an enemy unit$", _enemy),
    (r"the enemy has captured (.+)$", lambda seen, action, name: not _own(seen, name)),
    (r"(\S+) already holds three units$", _full),
    (r"there are enemies at (\S+)$", _enemies),
    (r"there are no enemies at (\S+)$", lambda seen, action, hex: not _enemies(seen, action, hex)),
    (r"there is no hex (\S+)$", lambda seen, action, hex: hex not in board.map_of(seen.state)),
    (r"the target is (\d+) hexes away", _far),
    (r"none of your units sees (\S+)$", lambda seen, action, hex: not fire.spotted(seen.state, seen.seat, hex)),
    (r"you have (\d+) command$", lambda seen, action, n: seen.state.hq[seen.seat].command == int(n)),
    (r"the squad has no (\w+)$", _kind),
    (r"this battle is fought without special munitions", lambda seen, action: not munitions.used(seen.state)),
    (r"nothing burns at (\S+)$", lambda seen, action, hex: not board.works_at(seen.state, hex, "weak-fire")),
)
"""The claims of refusals, and their checks."""
