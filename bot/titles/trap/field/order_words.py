"""Parts of the sentences of orders: units with verbs, hexes, markers, facings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.kernel.secret import Seen
from bot.kit.english import FACES
from bot.titles.trap.field import names
from bot.titles.trap.field.battle import wave_of
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import known, on_map
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import WAITING, MarkerId, Unit, UnitId

FEW = 4
"""Most units that a sentence names; more are counted."""


def units_of(seen: Seen[State], ids: Iterable[UnitId]) -> list[Unit]:
    """Return the units of these ids that exist."""
    return [seen.state.units[id] for id in ids if id in seen.state.units]


def identified(seen: Seen[State], ids: Iterable[UnitId]) -> tuple[Unit, ...]:
    """Return the units on the map that an order names and the player can identify."""
    return tuple(unit for unit in units_of(seen, ids) if on_map(unit) and unit.counter.known)


def own(seen: Seen[State], ids: Iterable[UnitId]) -> tuple[Unit, ...]:
    """Return the identified units of the player; none if the first is off the map."""
    units = tuple(unit for unit in identified(seen, ids) if unit.side == seen.seat)
    return units if units and units[0].hex in ground() else ()


def given_away(units: Iterable[Unit]) -> Iterator[str]:
    """Name the hidden units that an order shows to the enemy."""
    hidden = [unit for unit in units if not unit.counter.out]
    if hidden:
        yield f"This shows {names.units(hidden)} to the enemy."


def who(seen: Seen[State], *ids: UnitId) -> str:
    """Name units."""
    return names.units(units_of(seen, ids))


def they(seen: Seen[State], ids: Iterable[UnitId], one: str, more: str) -> str:
    """Name units with the matching verb; a larger number is counted by type."""
    units = units_of(seen, ids)
    return f"{names.named_or_counted(units, FEW)} {names.does(units, one, more)}"


def marker(seen: Seen[State], key: MarkerId) -> str:
    """Name a marker, with the units that it activates if it is a formation's."""
    ready = activated_by(seen, key)
    return f"{names.marker(key)} ({names.sorts(ready)})" if ready else names.marker(key)


def activated_by(seen: Seen[State], key: MarkerId) -> list[Unit]:
    """Return the units that a formation's marker activates, on the map or arriving."""
    units = [unit for unit in seen.state.units.values() if (what := known(unit)) and what.formation == key]
    return [unit for unit in units if on_map(unit) or (unit.hex == WAITING and wave_of(seen.state, unit))]


def facing(way: str) -> str:
    """Say which way units face, if an order names it."""
    return f", facing {FACES[way]}" if way in FACES else ""


def spotted_by(seen: Seen[State], spotter: UnitId) -> str:
    """Say which unit spots, if an order names it."""
    return f"; {who(seen, spotter)} spots" if spotter else ""
