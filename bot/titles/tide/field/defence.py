"""Cover: its sources and the number of defence dice."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import Modifier, case
from bot.titles.tide.field import board, units
from bot.titles.tide.field.attack import Attack
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Mode, Squad, Vehicle
from bot.titles.tide.printed.effects import Camouflage, Steadfast, Wavering
from bot.titles.tide.printed.tables import tables


@case("TOI-5.3b", "TOI-3.1b", "TOI-2.3a", "TOI-2.3c", "TOI-2.4c", "TOI-2.4d", "TOI-9.1", "TOI-9.2", "TOI-9.6")
@case("TOI-9.7", "TOI-10.4", "TOI-3.5b", "FB-road-2", "FB-bridge-1", "FB-swamp-1", "FB-woods-1", "FB-building-1")
def of(
    state: State,
    target: AnyUnit,
    mode: Mode,
    *,
    flame: bool = False,
    seared: int = 0,
    lead: AnyUnit | None = None,
) -> tuple[Modifier, ...]:
    """Return a unit's cover modifiers: armour, terrain, works and abilities.

    A sum below 0 counts as 0; see `dice`.
    """
    spot = board.map_of(state)[target.hex]
    terrain = tables().terrain[spot.terrain]
    armour, parts = [], []
    if isinstance(target, Vehicle):
        armour.append(Modifier("TOI-3.1b", "armour", units.kind(target).armour))
        if target.damage and units.kind(target).armour:
            armour.append(Modifier("TOI-3.5b" if target.damage == "light" else "TOI-3.5c", "damage", -1))
    if terrain.cover:
        parts.append(Modifier("TOI-8.1", terrain.name, terrain.cover))
    parts += _works_cover(state, target, lead)
    if isinstance(target, Squad):
        parts += _squad_cover(state, target, mode)
    if flame:
        parts.append(Modifier("TOI-2.4d", "flamethrower", -min(5, dice(parts))))
    if seared and dice(parts):
        parts.append(Modifier("FI-fougasse-3", "burning fuel", -min(seared, dice(parts))))
    return (*armour, *parts)


CITES = {"pillbox": "TOI-9.2", "trench": "FB-trench-3"}


@case("FB-trench-3", "FB-equip-11")
def _works_cover(state: State, target: AnyUnit, lead: AnyUnit | None) -> Iterable[Modifier]:
    fort = units.dug_in(state, target)
    if fort is not None:
        record = tables().works[fort.kind]
        yield Modifier(CITES.get(fort.kind, "TOI-9.1"), record.name, record.cover)
        if record.beside is not None and lead is not None and _beside(state, lead, target, fort.kind):
            yield Modifier("FB-trench-3", f"from an adjacent {record.name}", record.beside - record.cover)
    if units.is_gun(target) and board.works_at(state, target.hex, "entrenchment"):
        yield Modifier("FB-equip-11", "an entrenchment beside it", GUN_DUG_IN)
    for work in board.works_at(state, target.hex):
        if work.kind == "trap" and isinstance(target, Squad):
            yield Modifier("TOI-9.6", "tank trap", tables().works["trap"].cover)
        if work.kind == "smoke":
            yield Modifier("TOI-9.7", "smoke", tables().works["smoke"].cover)


GUN_DUG_IN = 1
"""The cover that an entrenchment in its hex adds to a gun."""


def _beside(state: State, lead: AnyUnit, target: AnyUnit, kind: str) -> bool:
    """Return true if a squad attacks from an adjacent fortification of the same kind."""
    fort = units.dug_in(state, lead)
    return fort is not None and fort.kind == kind and board.map_of(state).distance(lead.hex, target.hex) == 1


def _squad_cover(state: State, target: Squad, mode: Mode) -> Iterable[Modifier]:
    if mode == "normal":
        if units.medic_at(state, target.hex, target.side):
            yield Modifier("TOI-2.4c", "a medic's bandages", 1)
        if board.snow_trait(state, target.hex):
            for name, smocks in board.standing(state, target.side, Camouflage):
                yield Modifier("FB-snow-1", name, smocks.cover)
        return
    if "elite" in units.figures(target):
        yield Modifier("TOI-2.3a", "battle-hardened", 1)
    if units.officer_at(state, target.hex, target.side):
        yield Modifier("TOI-2.3c", "an officer's determination", 1)
    for name, shaken in board.standing(state, target.side, Wavering):
        yield Modifier("TOI-10.4", name, -shaken.cover)
    if _on_objective(state, target.hex):
        for name, steadfast in board.standing(state, target.side, Steadfast):
            yield Modifier("TOI-10.3c", name, steadfast.cover)


def _on_objective(state: State, hex: HexId) -> bool:
    return any(objective.hex == hex for objective in board.scenario(state).objectives)


def dice(modifiers: Iterable[Modifier]) -> int:
    """Return the number of defence dice."""
    return max(0, sum(part.n for part in modifiers))


def against(state: State, target: AnyUnit, plan: Attack) -> tuple[Modifier, ...]:
    """Return a unit's cover modifiers against a planned attack."""
    lead = state.units.get(plan.lead)
    return of(state, target, plan.mode, flame=plan.flame, seared=plan.seared, lead=lead)
