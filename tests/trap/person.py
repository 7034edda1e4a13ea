"""Somebody who plays with sense and gives few orders: as the computer does, but for several units where they can.

What the computer would order one unit is ordered all for whom it is about as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.trap import TITLE
from bot.titles.trap.computer import marching, value
from bot.titles.trap.computer.fighting import WORTH_FIRING
from bot.titles.trap.field.units import riders
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import RUSSIAN, HexId, Level, Unit, UnitId
from bot.titles.trap.play.acting import Here
from bot.titles.trap.play.activation import ACTIVATION
from bot.titles.trap.play.approach import ends, towards
from bot.titles.trap.play.engage import firing
from bot.titles.trap.play.series import ready

AS_GOOD = 0.8
"""How much of what a unit could gain by itself it must gain with the others."""
GOALS = 6
"""So many hexes are thought of as goals of several."""
ROUNDS = 3
"""How often those who go together think again, when some have dropped out."""
LEVELS: tuple[Level, ...] = ("ground", "upper")


def play(seen: Seen[State]) -> do.Action:
    """Return the next order of a battalion, for as many as it suits; any other as the computer gives it."""
    order = TITLE.play(seen)
    step = seen.state.steps[-1]
    if not isinstance(step, Activation) or seen.seat != RUSSIAN:
        return order
    at = At(seen.seat, seen.state, step, ACTIVATION)
    return next((wider for wider in _wider(at, order) if at.allows(wider)), order)


def _wider(at: Here, order: do.Action) -> Iterator[do.Action]:
    """Yield orders for several units in place of one for a unit."""
    match order:
        case do.Fire() | do.Turn():
            yield from _several(at, HexId(""))
        case do.Shell() | do.Clear(how="fire"):
            yield from _several(at, order.at)
        case do.Unload() | do.Dismount():
            yield from _out(at, order)
        case do.Move():
            yield from _the_same_way(at, order)


def _several(at: Here, hex: HexId) -> Iterator[do.Engage]:
    """Yield fire by all who have a shot that is worth it, or at one hex by all who can."""
    units = tuple(unit.id for unit in ready(at, do.Engage()) if _fires(at, unit, hex))
    if len(units) > 1:
        yield do.Engage(hex, units)


def _fires(at: Here, unit: Unit, hex: HexId) -> bool:
    for order in firing(do.Engage(hex, () if hex else (unit.id,)))(at, unit):
        if isinstance(order, do.Fire):
            foe = at.state.units[order.target]
            return value.is_game(unit, foe) and value.of_shot(at.state, unit, foe) >= WORTH_FIRING
        if not isinstance(order, do.Turn):
            return True
    return False


def _out(at: Here, order: do.Unload | do.Dismount) -> Iterator[do.Dismount]:
    """Yield that everybody gets out whose vehicle is in danger, wherever it stands."""
    loaded = [
        unit for unit in ready(at, do.Engage()) if riders(at.state, unit.id) and marching._gets_out(at, unit)
    ]
    if len(loaded) > 1:
        yield do.Dismount(loaded[0].id, vehicles=1, others=tuple(unit.id for unit in loaded[1:]))


def _the_same_way(at: Here, order: do.Move) -> Iterator[do.Approach]:
    """Yield that all go towards a hex for whom that is about as good as what they would do by themselves."""
    best = {unit.id: go for unit in marching._movers(at) for go in _best(at, unit)}
    moves = [go.action for go in best.values() if isinstance(go.action, do.Move)]
    found: list[do.Approach] = []
    for goal in list(dict.fromkeys((order.to, *(move.to for move in moves))))[:GOALS]:
        for level in LEVELS:
            together = do.Approach(goal, tuple(best), level=level)
            joins = _content(at, together, best)
            if order.units[0] in joins and len(joins) > 1:
                found.append(do.Approach(goal, joins, level=level))
    yield from sorted(found, key=lambda each: -len(each.units))


def _content(at: Here, together: do.Approach, best: Mapping[UnitId, marching.Go]) -> tuple[UnitId, ...]:
    """Return who is content to go with the others, when all of them have found their places."""
    units = tuple(id for id in together.units if _gain(at, id, together) >= AS_GOOD * best[id].gain)
    for _ in range(ROUNDS):
        there = {unit.id: (spot, n) for spot, some in ends(at, replace(together, units=units)).items()
                 for n, unit in enumerate(some)}  # fmt: skip
        content = tuple(
            id for id in units if id in there and _place(at, id, *there[id]) >= AS_GOOD * best[id].gain
        )
        if content == units:
            break
        units = content
    return units


def _best(at: Here, unit: Unit) -> list[marching.Go]:
    return [go for go in marching._places(at, unit) if at.allows(go.action)][:1]


def _gain(at: Here, id: UnitId, together: do.Approach) -> float:
    """Return by how much the place to which a unit would come first is better for it."""
    for order in towards(together)(at, at.state.units[id]):
        if isinstance(order, do.Move):
            return _place(at, id, (order.to, order.level), 0)
    return 0.0


def _place(at: Here, id: UnitId, spot: tuple[HexId, Level], others: int) -> float:
    """Return by how much a place is better for a unit, to which so many others have come before it."""
    unit = at.state.units[id]
    now = marching.shot_from(at.state, unit, unit.hex, unit.level, moved=unit.moved)
    then = marching.shot_from(at.state, unit, *spot, moved=True)
    here = marching.post(at.state, unit, unit.hex, unit.level, now)
    return marching.post(at.state, unit, *spot, then) - here - marching.CROWD[unit.side] * others
