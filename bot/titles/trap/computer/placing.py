"""Placement: Chechens go along the columns' streets and into scoring buildings."""

from __future__ import annotations

from bot.kit.decisions import At
from bot.titles.trap.computer import value
from bot.titles.trap.computer.ways import ambush, nearness, routes
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.stacking import levels
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import of, record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Arrival
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, HexId, Level, Unit
from bot.titles.trap.play.arrival import open_hexes

Here = At[State, Arrival]
HOLDS = 3.0
"""The value of the first unit in a building that scores, compared to an ambush."""
AMBUSHES = 0.35
FRIENDS = 0.8
"""The cost of sharing a hex: hunters go in small groups."""
OPEN = 3.0
"""The cost of the open, where heavy weapons hit best: ambushes are set in houses."""
FEARS = 0.8
"""The weight of enemy fire at the placement hex."""
UPSTAIRS = 0.5
"""Upstairs one is harder to hit and fires down."""


def place(at: Here) -> do.Action:
    """Place the next unit, or put up a road block instead."""
    if (block := _block(at)) is not None:
        return block
    state = at.state
    unit = state.units[at.step.units[0]] if at.step.units else None
    if unit is None or not unit.counter.known:
        return _any(at)
    hexes = sorted(hex for hex in open_hexes(state, at.step.why) if hex in ground())
    spots = (
        (_spot(state, unit, hex, level), do.Place((unit.id,), hex, level))
        for hex in _likely(state, unit, hexes) for level in sorted(levels(state, hex))
    )  # fmt: skip
    return at.best(spots) or _any(at)


def _likely(state: State, unit: Unit, hexes: list[HexId]) -> list[HexId]:
    """Return the hexes worth considering.

    Chechens consider ways of columns, scoring buildings and hexes near the enemy.
    """
    if unit.side != CHECHEN or record(unit).named:
        return hexes
    ours, near = unit.side, value.around_foes(state, unit.side)
    found = [hex for hex in hexes if ambush(hex) or hex in near or value.at_building(state, ours, hex)]
    return found or hexes


def _spot(state: State, unit: Unit, hex: HexId, level: Level) -> float:
    """Return how good a place is for a unit that comes."""
    what = record(unit)
    if what.named:
        return -float(ambush(hex)) + 0.1 * int(hex[:2]) + (level == "upper")
    friends = len(units_at(state, hex, seat=unit.side))
    holds = HOLDS * value.draw(state, unit.side, hex) / 4 if what.fights else 0.0
    base = holds - FRIENDS * friends
    if unit.side != CHECHEN:
        return base + nearness(state, unit, hex) - value.danger(state, unit, hex, level)
    shot = value.best_shot(state, unit, hex, level, moved=False).value
    shelter = UPSTAIRS * (level == "upper") - OPEN * (ground().terrain[hex] == "clear")
    shelter -= FEARS * value.danger(state, unit, hex, level)
    return base + AMBUSHES * ambush(hex) + 0.8 * shot + nearness(state, unit, hex) + shelter


def _block(at: Here) -> do.Block | None:
    """Put a road block on a way of the columns, close ahead of the foremost vehicle."""
    if not at.step.blocks:
        return None
    best: tuple[float, do.Block | None] = (0.0, None)
    ahead = [routes()[unit.hex] for unit in of(at.state, RUSSIAN) if unit.hex in routes()]
    front = max(ahead, default=0.0)
    for block in at.legal(do.Block):
        depth = routes().get(block.at, 0.0)
        if depth > front and 1 - depth > best[0]:
            best = (1 - depth, block)
    return best[1]


def _any(at: Here) -> do.Action:
    """Return the first legal placing, else be done."""
    return next(at.legal(do.Place, do.Block, do.Evacuate), do.Done())
