"""The computer player's guns: values of crews, and moves of guns without targets."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.secret import Seen
from bot.titles.tide.field import board, crews, guns, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId, Squad, WorkId

CREW = 1.5
"""The value of a gun that has a crew."""


def crew_value(state: State, unit: AnyUnit, hex: HexId, into: ShelterId) -> float:
    """Return the value of a unit as the only crew of guns in a hex, by its shelter."""
    work = state.works.get(WorkId(into))
    if not isinstance(unit, Squad) or (work is not None and work.kind not in crews.OPEN_TO_GUNS):
        return 0.0
    there = [each for each in units.at(state, hex) if each.id != unit.id]
    if not any(map(units.is_gun, there)) or units.holders(state, hex, unit.side):
        return 0.0
    served = any(isinstance(each, Squad) and each.side == unit.side for each in there)
    return 0.0 if served else CREW * sum(map(units.is_gun, there))


def hauls(seen: Seen[State], gun: AnyUnit) -> Iterator[tuple[HexId, do.Advance]]:
    """Yield the moves of a gun that sees no enemy, each with its goal hex."""
    state = seen.state
    if any(board.sees(state, gun.hex, enemy.hex) for enemy in units.against(state, seen.seat)):
        return
    for crew in crews.movers(state, gun):
        for hex in board.map_of(state).neighbours[gun.hex]:
            if guns.way_wrong(state, gun, crew, hex) is None:
                yield hex, do.Advance(gun.id, hex, crew=crew.id)
