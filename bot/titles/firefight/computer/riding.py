"""The computer's transport: slow weapons are towed to where they have somebody to fire at."""

from __future__ import annotations

from collections.abc import Iterator

from bot.titles.firefight.computer.paying import Choice, priced, ready
from bot.titles.firefight.field.arcs import toward
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.places import Places
from bot.titles.firefight.field.units import kind, of, side_of, where
from bot.titles.firefight.field.weighing import foes
from bot.titles.firefight.model import fight_actions as do
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.base import Here
from bot.titles.firefight.play.transport import LOAD, UNLOAD, load_cost, unload_cost

SLOW = 3
"""What a move costs whoever is better carried."""
WAY = 5
"""So far the enemy must be for that to pay."""
LIFTED, SET_DOWN = 0.12, 0.1
"""What it is worth to be carried, and to stand where one can fire, beside the fire."""
FARTHER = 0.02
"""What each hex adds that the enemy is farther off."""


def rides(at: Here, places: Places) -> Iterator[Choice]:
    """Weigh getting in, for who is slow and has nobody to fire at, where an empty truck or wagon stands near."""
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
    """Weigh getting out, for who has somebody to fire at from there, or whose vehicle is in danger."""
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
    """Return how far off the nearest enemy is."""
    enemies = foes(at.state, side_of(at.state, at.seat))
    return min((_far(at, unit, foe) for foe in enemies), default=0)


def _far(at: Here, unit: Unit, foe: Unit) -> int:
    return ground(at.state.field).distance(where(unit), where(foe))
