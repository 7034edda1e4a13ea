"""The computer's transport: slow weapons ride to hexes with targets."""

from __future__ import annotations

from collections.abc import Iterator

from bot.titles.firefight.computer.paying import Choice, priced, ready
from bot.titles.firefight.field.arcs import toward
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.places import Places
from bot.titles.firefight.field.units import kind, of, side_of, where
from bot.titles.firefight.field.weighing import foes
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.base import Here
from bot.titles.firefight.play.transport import LOAD, UNLOAD, load_cost, unload_cost

SLOW = 3
"""The move cost from which a unit should ride."""
WAY = 5
"""The least distance to the enemy for riding."""
LIFTED, SET_DOWN = 0.12, 0.1
"""The value of riding, and of getting out in a hex with targets."""
FARTHER = 0.02
"""The value of each hex of distance to the enemy."""


def rides(at: Here, places: Places) -> Iterator[Choice]:
    """Weigh loading slow units without targets into an empty transport near them."""
    trucks = [unit for unit in of(at.state, at.seat) if kind(unit).kind == "transport"]
    for unit in ready(at) if trucks else ():
        off = _off(at, unit)
        if kind(unit).move < SLOW or kind(unit).vehicle or places.chance(unit) or off < WAY:
            continue
        gain = LIFTED + FARTHER * (off - WAY)
        for truck in trucks:
            action = do.Load(unit.id, truck.id)
            if LOAD.allows(at, action):
                yield from priced(at, action, load_cost(at.state, action), gain, "opportunity", "command")


def alights(at: Here, places: Places) -> Iterator[Choice]:
    """Weigh unloading units that have targets, or whose vehicle is in danger."""
    for unit in of(at.state, at.seat):
        if not unit.aboard:
            continue
        near = min(foes(at.state, unit.side), key=lambda foe: _far(at, unit, foe), default=None)
        facing = toward(at.state.field, where(unit), where(near)) if near is not None else unit.facing
        action = do.Unload(unit.id, facing=facing)
        gain = places.carried(unit, where(unit)) + places.danger(at.state.units[unit.aboard], where(unit))
        if gain > 0 and UNLOAD.allows(at, action):
            yield from priced(at, action, unload_cost(at.state, action), gain + SET_DOWN, "opportunity", "command")


def _off(at: Here, unit: Unit) -> int:
    """Return the distance to the nearest enemy."""
    enemies = foes(at.state, side_of(at.state, at.seat))
    return min((_far(at, unit, foe) for foe in enemies), default=0)


def _far(at: Here, unit: Unit, foe: Unit) -> int:
    return ground(at.state.field).distance(where(unit), where(foe))
