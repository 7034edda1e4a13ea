"""Advice for people: one order for many units, at nearly the computer's value.

The computer orders one unit after another. A player with fifteen units to move wants few orders, and loses little
by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from msgspec.structs import replace

from bot.titles.trap.computer import value
from bot.titles.trap.computer.fighting import (
    WORTH_A_TRY,
    WORTH_FIRING,
    WORTH_SHELLING,
    barrage,
    fight,
    try_a_shot,
    turn_to_shell,
)
from bot.titles.trap.computer.marching import (
    CROWD,
    Go,
    come_in,
    dismount,
    entries,
    gets_out,
    march,
    movers,
    places,
    post,
    shot_from,
)
from bot.titles.trap.field.units import riders
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.table import RUSSIAN, HexId, Level, Unit, UnitId
from bot.titles.trap.play.acting import Here, column, waiting
from bot.titles.trap.play.approach import Prospects, ends, prospects
from bot.titles.trap.play.batteries import batteries
from bot.titles.trap.play.engage import aims, firing
from bot.titles.trap.play.series import ready

AS_GOOD, LOSES = 0.6, 0.5
"""The share of its own gain that a unit keeps in a group, and the loss it accepts."""
MANY, LATE, WORTH_AN_ORDER = 8, 0.1, 0.8
"""Late, a group needs a lower share, and a single move needs a high value."""
ALSO = 5
"""The most further hexes that an order for several units may name."""
ROUNDS = 3
"""The rounds in which a group is formed again after units drop out."""
SALVOS = 3
"""The most hexes that share the batteries."""


def advise(at: Here) -> do.Action | None:
    """Return an order for several Russian units or for one; Chechens act singly.

    Units that have moved wait with fire or dismounting for the others, so that one order serves all.
    """
    if at.seat != RUSSIAN:
        return None
    early = [order for order in (dismount(at), fight(at, turning=False)) if order is not None]
    first = (order for order in early if not _has_moved(at, order))
    thoughts: tuple[Callable[[], do.Action | None], ...] = (
        lambda: next(first, None) or come_in(at),
        lambda: march(at),
        lambda: next(iter(early), None),
    )
    for think in thoughts:
        order = think()
        if order is not None and (found := _widest(at, order, WORTH_FIRING) or _alone(at, order)) is not None:
            return found
    order = try_a_shot(at, turning=False) or do.Done()
    return _widest(at, order, WORTH_A_TRY) or order


def _widest(at: Here, order: do.Action, least: float) -> do.Action | None:
    """Return a good order for several units in place of a unit's order, or `None`."""
    return next((wider for wider in _wider(at, order, least) if at.allows(wider)), None)


def _alone(at: Here, order: do.Action) -> do.Action | None:
    """Return an order for one unit; late, only the best move, if it is worth an order."""
    if not isinstance(order, do.Move) or not _late(at):
        return order
    goes = [go for unit in movers(at) for go in _best(at, unit)]
    best = max(goes, key=lambda go: go.gain, default=None)
    return best.action if best is not None and best.gain >= WORTH_AN_ORDER else None


def _late(at: Here) -> bool:
    """Return whether the remaining units are stragglers."""
    return len(at.state.acted) >= MANY


def _has_moved(at: Here, order: do.Action) -> bool:
    """Return whether the units that fire or dismount have moved."""
    match order:
        case do.Fire():
            return all(at.state.units[id].moved for id in order.units)
        case do.Dismount():
            return at.state.units[order.lead].moved
        case do.Unload():
            return at.state.units[at.state.units[order.units[0]].aboard].moved
        case _:
            return False


def _wider(at: Here, order: do.Action, least: float) -> Iterator[do.Action]:
    """Yield orders for several units in place of one for a unit."""
    match order:
        case do.Turn():
            for shell in at.offered(do.Shell):
                if turn_to_shell(at, shell) == order:
                    yield from _fire(at, shell.at, least, few=1)
            yield from _fire(at, HexId(""), least, few=1)
            yield from _turn_and_fire(at, order)
        case do.Fire():
            yield from _fire(at, HexId(""), least)
        case do.Shell() | do.Clear(how="fire"):
            yield from _fire(at, order.at, least)
        case do.Bombard():
            yield _shared_out(at, order)
        case do.Enter(units=()):
            yield _come_in(at, order)
        case do.Unload() | do.Dismount():
            yield from _out(at)
        case do.Move():
            yield from _on_the_way(at, order, 1)
        case do.March():
            lead = at.state.units[order.lead]
            yield from _on_the_way(at, do.Move((lead.id,), order.to), len(column(at.state, at.step, lead)))


def _fire(at: Here, hex: HexId, least: float, few: int = 2) -> Iterator[do.Engage]:
    """Yield fire by all units with a worthwhile shot, also at one hex, if enough can.

    A unit that must turn first does so in the same order, so a single unit is enough.
    """
    units = tuple(unit.id for unit in ready(at, do.Engage()) if _fires(at, unit, hex, least))
    if len(units) >= few:
        yield do.Engage(hex, units)


def _turn_and_fire(at: Here, order: do.Turn) -> Iterator[do.Engage]:
    """Yield the fire of a unit at each hex that it must turn to, the best shot first."""
    (id,) = order.units
    found: list[tuple[float, do.Engage]] = []
    for salvo in (do.Engage(hex, order.units) for hex in aims(at)):
        match firing(salvo)(at, at.state.units[id]):
            case (do.Turn(), do.Fire(target=target)):
                found.append((value.of_shot(at.state, at.state.units[id], at.state.units[target]), salvo))
    yield from (salvo for _, salvo in sorted(found, key=lambda each: -each[0]))


def _fires(at: Here, unit: Unit, hex: HexId, least: float) -> bool:
    for order in firing(do.Engage(hex, () if hex else (unit.id,)))(at, unit):
        if isinstance(order, do.Fire):
            foe = at.state.units[order.target]
            return value.is_game(unit, foe) and value.of_shot(at.state, unit, foe) >= least
        if not isinstance(order, do.Turn):
            return True
    return False


def _shared_out(at: Here, order: do.Bombard) -> do.Bombard:
    """Return fire by more batteries, shared among the hexes that are worth it.

    Those that find nobody left hold their fire, and fire elsewhere.
    """
    alone = (each for each in at.legal(do.Bombard) if each.batteries == 1)
    worth = {each.at for each in alone if barrage(at.state, each.at, None, each.spotter) >= WORTH_SHELLING}
    hexes = min(max(1, len(worth)), SALVOS)
    return replace(order, batteries=-(-len(batteries(at.state)) // hexes))


def _come_in(at: Here, order: do.Enter) -> do.Enter:
    """Return the entry with further entry hexes, for units that find no room."""
    ranked = sorted(entries(at), key=lambda each: -each[0])
    hexes = [each.at for _, each in ranked if not each.units and each.at != order.at and at.allows(each)]
    return replace(order, also=tuple(hexes[: len(waiting(at.state, at.step)) - 1]))


def _out(at: Here) -> Iterator[do.Dismount]:
    """Yield an order that unloads every vehicle in danger, wherever it is."""
    loaded = (unit for unit in ready(at, do.Engage()) if riders(at.state, unit.id) and gets_out(at, unit))
    first, *others = [unit.id for unit in loaded if at.allows(do.Dismount(unit.id, vehicles=1))] or [UnitId("")]
    if others:
        yield do.Dismount(first, vehicles=1, others=tuple(others))


def _on_the_way(at: Here, order: do.Move, members: int) -> Iterator[do.Approach]:
    """Yield orders by which several units approach hexes at nearly their best value.

    If no group suits the unit of the order, the others may form one, and it goes next.
    """
    best = {unit.id: go for unit in movers(at) for go in _best(at, unit)}
    known = {id: prospects(at.state, at.state.units[id]) for id in best}
    yield from _gathered(at, order, best, known, members)
    rest = {id: go for id, go in best.items() if id not in order.units}
    if moves := _moves(rest):
        yield from _gathered(at, replace(moves[0], units=()), rest, known, 1)


def _moves(best: Mapping[UnitId, Go]) -> list[do.Move]:
    """Return the best moves of single units, the most wanted hex first."""
    moves = [go.action for go in best.values() if isinstance(go.action, do.Move)]
    many = Counter(move.to for move in moves)
    return sorted(moves, key=lambda move: -many[move.to])


def _gathered(
    at: Here, order: do.Move, best: Mapping[UnitId, Go], known: Prospects, members: int
) -> Iterator[do.Approach]:
    """Yield an order for the units that accept its hex, or some further hexes.

    A hex is named if more units are content then, with those of the order; they must be more than it has anyway.
    """
    together = do.Approach(order.to, (), level=order.level)
    for hex in dict.fromkeys((order.to, *(move.to for move in _moves(best)))):
        also = (*together.also, hex) if hex != order.to else ()
        wider = _content(at, replace(together, also=also, units=tuple(best)), best, known)
        if set(order.units) <= set(wider.units) and len(wider.units) > len(together.units):
            together = wider
        if len(together.also) == ALSO:
            break
    together = _content(at, together, best)
    if len(together.units) > members:
        yield together


def _content(
    at: Here, together: do.Approach, best: Mapping[UnitId, Go], known: Prospects | None = None
) -> do.Approach:
    """Return the order for only the units that accept the places they find."""
    least = {id: _least(at, go.gain) for id, go in best.items()}
    for _ in range(ROUNDS):
        places = ends(at, together, known) if together.units else {}
        there = {unit.id: (spot, n) for spot, some in places.items() for n, unit in enumerate(some)}
        content = tuple(id for id in together.units if id in there and _suits(at, id, *there[id], least[id]))
        if content == together.units:
            break
        together = replace(together, units=content)
    return together


def _best(at: Here, unit: Unit) -> list[Go]:
    return list(islice((go for go in places(at, unit) if at.allows(go.action)), 1))


def _least(at: Here, best: float) -> float:
    """Return the least a unit must gain in a group."""
    return LATE * best if _late(at) else min(AS_GOOD * best, best - LOSES)


def _suits(at: Here, id: UnitId, spot: tuple[HexId, Level], others: int, least: float) -> bool:
    """Say whether a unit gains enough by a place, to which others come before it."""
    unit = at.state.units[id]
    now = shot_from(at.state, unit, unit.hex, unit.level, moved=unit.moved)
    then = shot_from(at.state, unit, *spot, moved=True)
    here = post(at.state, unit, unit.hex, unit.level, now)
    gain = post(at.state, unit, *spot, then) - here - CROWD[unit.side] * others
    return gain > 0 and gain >= least
