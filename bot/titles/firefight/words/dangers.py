"""The enemies that could fire at units in their hexes or goals, with chances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.kit.english import listed, percent
from bot.kit.pieces import grouped
from bot.titles.firefight.events.changes import bring
from bot.titles.firefight.field import entry, names, units
from bot.titles.firefight.field.exposure import risk, shooters
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import Facing, HexId, UnitId
from bot.titles.firefight.model.state import State


def could_fire(state: State, arrived: State, ids: Iterable[UnitId], where: str) -> str:
    """List enemies that could fire at units that have `arrived`, best chance first."""
    best: dict[UnitId, float] = {}
    for id in ids:
        unit = arrived.units[id]
        for foe in shooters(state, unit.side, units.where(unit)):
            best[foe] = max(best.get(foe, 0.0), risk(arrived, foe, id))
    return _told(state, best, where) if best else ""


def _told(state: State, chances: Mapping[UnitId, float], where: str) -> str:
    """Name enemies with their chances, grouped by hex and chance."""
    in_order = sorted(chances, key=lambda id: -chances[id])
    alike = grouped(in_order, lambda id: (units.where(state.units[id]), percent(chances[id])))
    named = [(_at(state, ids, hex), len(ids), chance) for (hex, chance), ids in alike.items()]
    if len(named) == 1:
        ((who, number, chance),) = named
        return f"{who} could fire {where}: {chance} to hit{' each' if number > 1 else ''}."
    return (
        f"{listed(f'{who} ({chance})' for who, _, chance in named)} could fire {where}, with that chance to hit."
    )


def _at(state: State, ids: Sequence[UnitId], hex: HexId) -> str:
    return f"{names.units(state, ids)} {names.at(state, hex)}"


def arrival(state: State, action: do.Move | do.Enter) -> State:
    """Return the state after the units have arrived where an action takes them."""
    for id, hex, facing in _ends(state, action):
        state = bring(state, id, hex, facing=facing)
    return state


def _ends(state: State, action: do.Move | do.Enter) -> Iterator[tuple[UnitId, HexId, Facing]]:
    """Yield the units' goals and their facings there."""
    goals = action.to if isinstance(action, do.Move) else action.at
    hexes = goals if len(goals) == len(action.units) else goals[:1] * len(action.units)
    for id, hex in zip(action.units, hexes, strict=True):
        unit = state.units[id]
        usual = unit.facing if isinstance(action, do.Move) else entry.inward(state, unit, hex)
        yield id, hex, action.facing or usual
