"""Fortifications and obstacles: their hexes, occupants and effects."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.titles.firefight.field.memo import WORKS
from bot.titles.firefight.field.units import kind, where
from bot.titles.firefight.model.ids import HexId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit, Work, WorkKind
from bot.titles.firefight.printed.units import Aspect, Kind

FORTS: frozenset[WorkKind] = frozenset({"hasty", "trench", "bunker"})
OBSTACLES: frozenset[WorkKind] = frozenset({"wire", "road block", "mines"})
NAMES: dict[WorkKind, str] = {
    "hasty": "hasty defence",
    "trench": "trench",
    "bunker": "bunker",
    "wire": "barbed wire",
    "road block": "road block",
    "mines": "mines",
}
CITES: dict[WorkKind, str] = {
    "hasty": "COH-6.1b", "trench": "COH-6.1c", "bunker": "COH-6.1d",
    "wire": "COH-6.1g", "road block": "COH-6.1g", "mines": "COH-6.1h",
}  # fmt: skip
"""The case of each kind."""
OWN: dict[WorkKind, int] = {"hasty": 13, "trench": 16, "bunker": 16, "wire": 15, "road block": 15, "mines": 15}
"""The defence of each kind against an attack."""


@case("COH-6.1a")
def at(state: State, hex: HexId) -> Work | None:
    """Return the known work in a hex, which holds at most one work."""
    return _by_hex(state).get(hex)


@WORKS.keeps
def _by_hex(state: State) -> dict[HexId, Work]:
    """Return the first work of each hex."""
    return {where(work): work for work in reversed(state.works.values())}


def unused(state: State) -> WorkId:
    """Return an unused id for a new work."""
    return WorkId(f"w{state.serial + 1}")


def fort(state: State, hex: HexId) -> Work | None:
    """Return the fortification in a hex."""
    work = at(state, hex)
    return work if work is not None and work.kind in FORTS else None


def inside(state: State, work: WorkId) -> tuple[Unit, ...]:
    """Return the units in a fortification."""
    return tuple(unit for unit in state.units.values() if unit.inside == work)


# FF-R170
@case("COH-6.1e")
def of(state: State, unit: Unit) -> Work | None:
    """Return the fortification of a unit; a hidden unit uses one that admits it.

    Public fields never show the fortification of a hidden unit.
    """
    if unit.hiding is None:
        return state.works.get(unit.inside) if unit.inside else None
    work = fort(state, where(unit))
    return work if work is not None and open_to(state, work, unit) else None


@case("COH-6.1b", "COH-6.1c", "COH-6.1d")
def admits(work: Work, unit: Unit) -> bool:
    """Return true if a fortification admits a unit by its kind.

    A bunker admits foot units and guns, and a trench foot units.
    """
    what = kind(unit)
    if work.kind == "hasty":
        return unit.id == work.digger
    if work.kind == "trench":
        return what.foot
    return work.kind == "bunker" and (what.foot or what.gun)


# FF-R50
@case("COH-6.1e")
def open_to(state: State, work: Work, unit: Unit) -> bool:
    """Return true if a fortification admits a unit and no enemy holds it."""
    holders = inside(state, work.id)
    return admits(work, unit) and all(holder.side == unit.side for holder in holders)


@case("COH-6.1b", "COH-6.1c", "COH-6.1d")
def shelter(work: Work, aspect: Aspect) -> int:
    """Return the defence that a fortification adds to a unit inside."""
    if work.kind == "bunker":
        return 5 if aspect == "front" else 3
    return {"hasty": 1, "trench": 2}.get(work.kind, 0)


# Effects on movement.


@case("COH-6.1c", "COH-6.1g")
def closed(state: State, what: Kind, to: HexId) -> Wrong | None:
    """Return why wheels do not enter the hex of a trench, of wire or of a road block."""
    work = at(state, to)
    if work is None or what.mode != "wheels" or work.kind not in ("trench", "wire", "road block"):
        return None
    return Wrong(f"wheels do not pass the {NAMES[work.kind]} there", "go round it", CITES[work.kind])


@case("COH-6.1g", "COH-4.3b")
def smooth(state: State, hex: HexId) -> bool:
    """Return true if works in a hex allow bonus moves; obstacles and trenches do not."""
    work = at(state, hex)
    return work is None or work.kind in ("hasty", "bunker")
