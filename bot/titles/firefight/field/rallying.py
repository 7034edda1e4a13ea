"""Conditions and modifiers of rallies."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Modifier, Wrong, case
from bot.titles.firefight.field import hits, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import at, where
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Unit
from bot.titles.firefight.printed.units import named

COST = 5


@case("COH-3.7c", "COH-3.6a", "COH-3.6c")
def hopeless(state: State, unit: Unit) -> Wrong | None:
    """Return why a unit cannot rally."""
    name = named(unit.counter)
    if unit.hit is None:
        return Wrong(f"{name} is not hit", "choose a unit that is", "COH-3.7a")
    if not hits.marker(unit).rally:
        marker = hits.marker(unit).name.lower()
        return Wrong(f"nobody rallies from {marker}", "choose another unit", "COH-3.7c")
    if any(other.side != unit.side and other.hex != HIDDEN for other in at(state, where(unit))):
        return Wrong("there is an enemy in its hex", "get rid of that one first, or leave the hex", "COH-3.7c")
    return None


# FF-R57
@case("COH-3.7b")
def help_for(state: State, unit: Unit) -> tuple[Modifier, ...]:
    """Return the modifiers that help a unit to rally."""
    return tuple(_help(state, unit))


def _help(state: State, unit: Unit) -> Iterator[Modifier]:
    hex = where(unit)
    if sheltered(state, unit, hex):
        yield Modifier("COH-3.7b", "in cover", 1)
    friends = sum(each.side == unit.side and each.hit is None and each.id != unit.id for each in at(state, hex))
    if friends:
        yield Modifier("COH-3.7b", "friendly units that are not hit", friends)


def sheltered(state: State, unit: Unit, hex: HexId) -> bool:
    """Return true if a unit is in cover.

    Cover is woods, a building, a wall, a fortification or heavy smoke.
    """
    land = ground(state.field)
    walled = any(land.wall(hex, beside) for beside in land.neighbours[hex])
    return land.covered(hex) or walled or works.of(state, unit) is not None or state.smoke.get(hex) == "heavy"


def need(state: State, unit: Unit) -> int:
    """Return the number that two dice need, without CAPs."""
    return hits.marker(unit).rally - sum(each.n for each in help_for(state, unit))
