"""Hooks for the laws of Into a Bear Trap: hidden stacks, and places of counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.kernel.secret import Seat, Secret, Seen
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.field.battle import stacking
from bot.titles.trap.field.fog import readers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.stacking import levels
from bot.titles.trap.field.units import on_map, record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Arrival, Collapse
from bot.titles.trap.model.table import (
    CHECHEN,
    ELIMINATED,
    EXITED,
    HAND,
    REMOVED,
    SEATS,
    WAITING,
    CounterId,
    HexId,
    Orders,
    Unit,
    UnitId,
)
from bot.titles.trap.printed.units import CounterRecord, counters
from tests import hooks
from tests.match import Match

MAP = HexId("map")
POOL = "pool"


class TrapHooks(hooks.Plain):
    """Into a Bear Trap, as the laws ask about it."""

    usual: Mapping[str, int] = {"first": 70, "relief": 250, "historical": 500, "variant": 500}
    longest = 6000
    anytime: tuple[type[Any], ...] = (do.Order, do.Resign)
    open_lots: tuple[type[Any], ...] = (ev.UnitsDrawn,)
    """Its open die says how many come."""

    def redeal(self, state: State, viewer: Seat, rnd: Random) -> State:
        """Shuffle counters that a viewer cannot read, with the pool, and change orders."""
        orders = {
            seat: given
            if given.readable(viewer)
            else Secret(given.readers, Orders(rnd.choice(("ask", "stays", "leaves"))))
            for seat, given in state.orders.items()
        }
        return replace(_dealt(state, viewer, rnd), orders=orders)

    def tells(self, seen: Seen[State], action: do.Action) -> bool:
        """These orders reveal units by their reach or fire.

        Entering units are open anyway. A column that dismounts reveals, by a vehicle that it passes over, that
        there is no room: a leader needs none (3.1.2).
        """
        if isinstance(action, do.Dismount):
            return action.vehicles > 1 or bool(action.others)
        return isinstance(action, do.Approach | do.Engage | do.Enter | do.Mount)

    def twins(self, match: Match, seat: Seat, action: do.Action, rnd: Random) -> Iterator[do.Action]:
        """Other standing orders look the same to everybody else."""
        if isinstance(action, do.Order):
            yield do.Order("stays")
            yield do.Order("leaves")

    def stock(self, state: State) -> Counter[str]:
        """Count every counter where it is, road blocks, markers and points."""
        count: Counter[str] = Counter()
        for unit in state.units.values():
            if unit.hex != REMOVED:
                count[_where(unit.counter.open(), unit.hex)] += 1
        count.update(f"{counter} in {POOL}" for counter in state.pool.open())
        count.update({"road blocks": state.roadblocks, "blocked": len(state.roadblocked)})
        for award in state.awards:
            count[f"{award.seat} halves"] += award.halves
        return count

    def change(self, state: State, event: ev.Event) -> Counter[str]:
        """Say which counters an event puts elsewhere."""
        change: Counter[str] = Counter()
        for id, place in _places(state, event):
            unit = state.units[id]
            change[_where(unit.counter.open(), unit.hex)] -= 1
            if place != REMOVED:
                change[_where(unit.counter.open(), place)] += 1
        match event:
            case ev.UnitsDrawn():
                for unit in event.units:
                    change[_where(unit.counter.open(), HAND)] += 1
                    change[f"{unit.counter.open()} in {POOL}"] -= 1
            case ev.RoadBlockPlaced():
                change.update({"road blocks": -1, "blocked": 1})
            case ev.Cleared(what="road block"):
                change.update({"blocked": -1})
            case ev.ReplacementsRolled():
                change.update({"road blocks": event.roadblocks})
            case ev.Awarded():
                change.update({f"{event.seat} halves": event.halves})
        return change

    def faults(self, state: State) -> Iterator[str]:
        """Yield what stacking, levels, transport and the fog of war forbid."""
        if len(state.pool.open()) != state.undrawn:
            yield f"{state.undrawn} are said to be undrawn of {len(state.pool.open())}"
        busy = any(isinstance(step, Arrival | Collapse) for step in state.steps)
        for unit in state.units.values():
            yield from _unit_faults(state, unit)
        if not busy:
            yield from _stack_faults(state)
        if not busy and state.steps:
            for id, seats in readers(state).items():
                if state.units[id].counter.readers != seats:
                    yield f"{id} is read by {state.units[id].counter.readers}, not {seats}"

    def untrue(self, seen: Seen[State], action: do.Action, why: str) -> str:
        """Look at whose move it is."""
        return hooks.untrue_turn(TITLE, seen, why)

    def crops(self, state: State, rnd: Random) -> tuple[str, ...]:
        """Choose two hexes."""
        return tuple(rnd.sample(sorted(ground().terrain), 2))

    def cards(self, seen: Seen[State]) -> tuple[str, ...]:
        """There are no cards in this game."""
        return ()


HOOKS = TrapHooks()


def _dealt(state: State, viewer: Seat, rnd: Random) -> State:
    """Exchange pairs of hidden counters that leave the viewer's table unchanged."""
    pool = list(state.pool.open())
    for seat in SEATS:
        hidden = [u.id for u in state.units.values() if u.side == seat and not u.counter.readable(viewer)]
        slots: list[UnitId | int] = [*hidden, *(range(len(pool)) if seat == CHECHEN and hidden else ())]
        for _ in range(3 * len(hidden)):
            one, other = rnd.choice(slots), rnd.choice(slots)
            changed = _exchanged(state, pool, one, other)
            if changed is not None:
                state, pool = changed
    return replace(state, pool=Secret(state.pool.readers, tuple(sorted(pool))))


def _exchanged(
    state: State, pool: list[CounterId], one: UnitId | int, other: UnitId | int
) -> tuple[State, list[CounterId]] | None:
    """Exchange the contents of two slots, `None` if it would show or is impossible."""
    held = [pool[s] if isinstance(s, int) else state.units[s].counter.open() for s in (one, other)]
    kinds = [counters().units[counter] for counter in held]
    if not _alike(*kinds):
        return None
    pool, units = list(pool), dict(state.units)
    for slot, counter in zip((one, other), reversed(held), strict=True):
        if isinstance(slot, int):
            pool[slot] = counter
        else:
            unit = units[slot]
            if unit.aboard and len({what.kind == "leader" for what in kinds}) > 1:
                return None
            units[slot] = replace(unit, counter=Secret(unit.counter.readers, counter))
    new = replace(state, units=units)
    return None if any(_stack_faults(new)) else (new, pool)


def _alike(a: CounterRecord, b: CounterRecord) -> bool:
    """Return whether two counters can be exchanged.

    Formations are public, so they must match.
    """
    return a.vehicle == b.vehicle and a.formation == b.formation


def _where(counter: CounterId, hex: HexId) -> str:
    boxes = (WAITING, HAND, ELIMINATED, EXITED)
    return f"{counter} in {hex}" if hex in (*boxes, POOL) else f"{counter} on the map"


def _places(state: State, event: ev.Event) -> Iterator[tuple[UnitId, HexId]]:
    """Yield where an event puts units, by its own words."""
    match event:
        case ev.Placed():
            yield event.unit, MAP
        case ev.Entered():
            yield event.unit, MAP
            yield from ((unit.id, MAP) for unit in state.units.values() if unit.aboard == event.unit)
        case ev.Eliminated():
            yield event.unit, ELIMINATED
        case ev.Exited():
            yield from ((id, EXITED) for id in event.units)
        case ev.Evacuated():
            yield event.unit, REMOVED
        case ev.UnitsReturned():
            yield from ((id, HexId(POOL)) for id in event.units)
        case ev.ReplacementsRolled() if event.seat == CHECHEN:
            yield from ((id, HexId(POOL)) for id in event.units)


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if not on_map(unit):
        return
    what = record(unit)
    if unit.hex not in ground():
        yield f"{unit.id} stands at {unit.hex}"
    elif unit.level not in levels(state, unit.hex):
        yield f"{unit.id} stands on the {unit.level} level of {unit.hex}"
    elif what.vehicle and unit.level == "upper":
        yield f"{unit.id}, a vehicle, stands upstairs"
    elif what.vehicle and ground().terrain[unit.hex] != "clear" and not ground().has_road(unit.hex):
        yield f"{unit.id}, a vehicle, stands at {unit.hex} without a road"
    if unit.aboard and (unit.aboard not in state.units or state.units[unit.aboard].hex != unit.hex):
        yield f"{unit.id} rides in {unit.aboard}, which is elsewhere"


def _stack_faults(state: State) -> Iterator[str]:
    stacks: dict[tuple[HexId, str], list[Unit]] = {}
    for unit in state.units.values():
        if on_map(unit):
            stacks.setdefault((unit.hex, unit.level), []).append(unit)
    for place, units in stacks.items():
        sides = {unit.side for unit in units}
        if len(sides) > 1:
            yield f"both sides stand at {place}"
        for side in sides:
            kinds = [record(unit) for unit in units if unit.side == side and not unit.aboard]
            if sum(what.stacks for what in kinds) > stacking(side) or sum(what.vehicle for what in kinds) > 1:
                yield f"too many of {side} stand at {place}"
