"""Candidate values of many actions: units, targets, shelters, supporters, figures.

A fixed field has only its fixed value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed
from bot.titles.tide.field import board, crews, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import (
    AfterFire,
    Figure,
    HexId,
    Mode,
    PartId,
    ShelterId,
    Squad,
    UnitId,
    Vehicle,
)
from bot.titles.tide.printed.tables import tables


def ours(seen: Seen[State], fixed: Fixed, field: str = "unit") -> Iterator[AnyUnit]:
    """Yield the seat's units on the map, or the one that is fixed."""
    for unit in units.of(seen.state, seen.seat):
        if fixed.get(field, unit.id) == unit.id:
            yield unit


def fresh(seen: Seen[State], fixed: Fixed) -> Iterator[AnyUnit]:
    """Yield the seat's units that could be activated."""
    return (unit for unit in ours(seen, fixed) if crews.ready(seen.state, unit))


def enemies(seen: Seen[State], fixed: Fixed) -> Iterator[AnyUnit]:
    """Yield the enemies that can be fired at, or the one that is fixed."""
    for unit in units.against(seen.state, seen.seat):
        hidden = isinstance(unit, Squad) and unit.concealed
        if fixed.get("target", unit.id) == unit.id and not hidden and units.aboard(seen.state, unit) is None:
            yield unit


def modes(target: AnyUnit, fixed: Fixed) -> tuple[Mode, ...]:
    """Return the modes against a target, or the fixed mode.

    Vehicles are only fired at in normal mode.
    """
    if "mode" in fixed:
        return (fixed["mode"],)
    return ("normal",) if isinstance(target, Vehicle) else ("normal", "suppressive")


def shelters(seen: Seen[State], unit: AnyUnit, hex: HexId) -> Iterator[ShelterId]:
    """Yield the shelters of a unit in a hex, no shelter first."""
    yield ShelterId("")
    if not isinstance(unit, Squad):
        return
    for work in board.works_at(seen.state, hex):
        if tables().works[work.kind].type == "fortification":
            yield ShelterId(work.id)
    for vehicle in units.at(seen.state, hex):
        if isinstance(vehicle, Vehicle) and vehicle.side == seen.seat and units.kind(vehicle).transport:
            yield ShelterId(vehicle.id)


def optional(fixed: Fixed, field: str, values: Iterable[Any] = ()) -> tuple[Any, ...]:
    """Return the values of an optional field: the fixed value, or empty and others."""
    return (fixed[field],) if field in fixed else ((), *values)


def after_fire(seen: Seen[State], fixed: Fixed, goal: str = "to") -> tuple[AfterFire, ...]:
    """Return the choices of a unit that draws fire, or the fixed value.

    The values appear after unit and goal are known. The value of the side's standing orders is left out, because
    it is the default.
    """
    if "after_fire" in fixed:
        return (fixed["after_fire"],)
    usual = units.orders(seen.state, seen.seat).after_fire
    return tuple(each for each in get_args(AfterFire) if each != usual) if {"unit", goal} <= {*fixed} else ("",)


def supports(
    seen: Seen[State], lead: AnyUnit, able: Iterable[AnyUnit], fixed: Fixed
) -> Iterator[tuple[UnitId, ...]]:
    """Yield the supporters to offer: none, each alone, and all.

    Other choices are legal too if they are named.
    """
    if "support" in fixed:
        yield fixed["support"]
        return
    friends = tuple(unit.id for unit in able if unit.id != lead.id)
    yield ()
    yield from ((friend,) for friend in friends)
    if len(friends) > 1:
        yield friends


def parts(seen: Seen[State], support: Iterable[UnitId], fixed: Fixed) -> tuple[tuple[PartId, ...], ...]:
    """Return the figures of supporting squads that could fire alone.

    They are offered after the support is chosen.
    """
    if "support" not in fixed:
        return optional(fixed, "only")
    squads = [unit for each in support if (unit := seen.state.units.get(each)) is not None]
    kinds = [(unit.id, dict.fromkeys(units.figures(unit))) for unit in squads]
    some = [(PartId(f"{id}/{kind}"),) for id, each in kinds for kind in each if len(each) > 1 and kind != "mortar"]
    return optional(fixed, "only", some)


def firing_figures(unit: AnyUnit, fixed: Fixed) -> tuple[tuple[Figure, ...], ...]:
    """Return the figures that could fire: the best choice, or each of several kinds."""
    kinds = tuple(dict.fromkeys(kind for kind in units.figures(unit) if kind != "mortar"))
    return optional(fixed, "using", ((kind,) for kind in kinds) if len(kinds) > 1 else ())
