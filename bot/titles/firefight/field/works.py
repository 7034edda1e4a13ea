"""Fortifications and obstacles: what lies in a hex, who may be inside, and what it is worth."""

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
"""The case of each."""
OWN: dict[WorkKind, int] = {"hasty": 13, "trench": 16, "bunker": 16, "wire": 15, "road block": 15, "mines": 15}
"""What it takes to destroy one."""


@case("COH-6.1a")
def at(state: State, hex: HexId) -> Work | None:
    """Return the work in a hex as far as one may know it; there is never a second one."""
    return _by_hex(state).get(hex)


@WORKS.keeps
def _by_hex(state: State) -> dict[HexId, Work]:
    """Return the first work of each hex."""
    return {where(work): work for work in reversed(state.works.values())}


def unused(state: State) -> WorkId:
    """Return an id for a work that is laid next."""
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
    """Return the fortification in which a unit is; one that hides is in that of its hex which takes it in.

    Of who hides, nothing that everybody may read tells so.
    """
    if unit.hiding is None:
        return state.works.get(unit.inside) if unit.inside else None
    work = fort(state, where(unit))
    return work if work is not None and open_to(state, work, unit) else None


@case("COH-6.1b", "COH-6.1c", "COH-6.1d")
def admits(work: Work, unit: Unit) -> bool:
    """Say whether a kind of fortification takes a unit in: a bunker foot units and guns, a trench foot units."""
    what = kind(unit)
    if work.kind == "hasty":
        return unit.id == work.digger
    if work.kind == "trench":
        return what.foot
    return work.kind == "bunker" and (what.foot or what.gun)


# FF-R50
@case("COH-6.1e")
def open_to(state: State, work: Work, unit: Unit) -> bool:
    """Say whether a unit may go into a fortification: its like is let in, and no enemy holds it."""
    holders = inside(state, work.id)
    return admits(work, unit) and all(holder.side == unit.side for holder in holders)


@case("COH-6.1b", "COH-6.1c", "COH-6.1d")
def shelter(work: Work, aspect: Aspect) -> int:
    """Return what a fortification adds to the defence of who is inside."""
    if work.kind == "bunker":
        return 5 if aspect == "front" else 3
    return {"hasty": 1, "trench": 2}.get(work.kind, 0)


# What it is to movement.


@case("COH-6.1c", "COH-6.1g")
def closed(state: State, what: Kind, to: HexId) -> Wrong | None:
    """Return why wheels do not enter the hex of a trench, of wire or of a road block."""
    work = at(state, to)
    if work is None or what.mode != "wheels" or work.kind not in ("trench", "wire", "road block"):
        return None
    return Wrong(f"wheels do not pass the {NAMES[work.kind]} there", "go round it", CITES[work.kind])


@case("COH-6.1g", "COH-4.3b")
def smooth(state: State, hex: HexId) -> bool:
    """Say whether bonus moves lead through a hex for all that lies there: obstacles and trenches end them."""
    work = at(state, hex)
    return work is None or work.kind in ("hasty", "bunker")
