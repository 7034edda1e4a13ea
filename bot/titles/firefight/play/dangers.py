"""Dangers of an order: enemies that could fire, and works on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from bot.kit.english import listed, percent
from bot.kit.pieces import grouped
from bot.titles.firefight.events.changes import bring
from bot.titles.firefight.field import names, units
from bot.titles.firefight.field.exposure import risk, shooters
from bot.titles.firefight.field.groups import goals
from bot.titles.firefight.model.ids import Facing, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit, Work
from bot.titles.firefight.play import mines


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


def on_arrival(
    state: State, units_: Sequence[UnitId], hexes: Sequence[HexId], facing: Callable[[Unit, HexId], Facing]
) -> Iterator[str]:
    """Yield warnings about enemy fire and works at the goals of units, which face so."""
    arrived = state
    for id, hex in goals(tuple(units_), tuple(hexes)).items():
        arrived = bring(arrived, id, hex, facing=facing(state.units[id], hex))
    if said := could_fire(state, arrived, units_, "there"):
        yield said
    yield from in_the_way(state, units_, hexes)


def in_the_way(
    state: State, some: Sequence[UnitId], goals: Sequence[HexId], *, walks: bool = False
) -> Iterator[str]:
    """Yield warnings about known works in the goal hexes.

    `walks` is true for getting in or out.
    """
    there = {work.kind for hex in goals for work in works_at(state, hex)}
    if "wire" in there and any(units.kind(state.units[id]).foot for id in some if id in state.units):
        yield "For the barbed wire a die is added to the cost; a unit that cannot pay stays."
    if "mines" in there and not all(
        mines.spares(state, state.units[id], walks) for id in some if id in state.units
    ):
        yield "The mines there go off."


def works_at(state: State, hex: HexId) -> list[Work]:
    """Return the known works in a hex."""
    return [work for work in state.works.values() if units.where(work) == hex]


def holes_left(state: State, ids: Sequence[UnitId]) -> Iterator[str]:
    """Name the hasty defences that units give up if they move or turn."""
    for work in state.works.values():
        if work.digger and work.digger in ids:
            yield f"The {names.work(work)} {names.at(state, units.where(work))} is given up."
