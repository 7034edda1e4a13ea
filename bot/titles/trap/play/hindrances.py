"""Hindrances between a unit and a hex: enemies, room and obstacles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.kernel.rule import Wrong
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import foot_ways, obstacles, open_to_vehicles, vehicle_ways
from bot.titles.trap.field.stacking import enemies, helpless, room
from bot.titles.trap.field.units import known, record
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Level, Unit


def hindrance(state: State, unit: Unit, to: HexId) -> Wrong | None:
    """Return the only hindrance between a unit and a hex; `None` if there is none."""
    if comes_to(state, unit, to):
        return None
    for without, wrong in lighter(state, unit):
        if without is not state and comes_to(without, unit, to):
            return wrong
    return None


def taken(state: State, units: Sequence[Unit], to: HexId, level: Level) -> Wrong | None:
    """Return why units cannot end on a level of a hex: enemies or no room."""
    side = units[0].side
    there = enemies(state, side, to, level)
    if there and not helpless(there):
        return Wrong(f"the enemy stands at {to}", "choose another hex, or assault it", "TRAP-3.1.4")
    crowd = room(state, side, to, level, units)
    return crowd.refuses("choose another hex, or the other level of a building") if crowd else None


def comes_to(state: State, unit: Unit, to: HexId) -> bool:
    """Return whether a unit can reach a hex alone with its remaining points."""
    ways = vehicle_ways(state, unit) if record(unit).vehicle else foot_ways(state, (unit,))
    return bool(ways.to(to))


def lighter(state: State, unit: Unit) -> Iterator[tuple[State, Wrong]]:
    """Yield the position without each possible hindrance, and the refusal for it."""
    vehicle = record(unit).vehicle
    for without, cite in _cleared(state):
        yield (
            without,
            Wrong("the road on the way is blocked", "clear it first, or go round", cite)
            if vehicle
            else Wrong(
                "climbing over the obstacle takes a whole allowance", "go next to it first", "TRAP-5.1.1-10"
            ),
        )
    yield (
        _without(state, unit, snipers=True),
        Wrong("a sniper in sight costs a point for each hex", "choose a nearer hex, or go out of his sight",
              "TRAP-5.1.1-8"),
    )  # fmt: skip
    yield (
        _without(state, unit, snipers=False),
        Wrong("enemies on the way cost a vehicle a point each", "choose another way", "TRAP-5.1.4")
        if vehicle
        else Wrong("the enemy holds the way there", "choose another hex, or assault", "TRAP-5.1.4"),
    )
    if any(battery.hex for battery in state.batteries.values()):
        quiet = {id: replace(battery, hex=HexId("")) for id, battery in state.batteries.items()}
        yield (
            replace(state, batteries=quiet),
            Wrong("artillery interdicts the way, for a point a hex", "choose a nearer hex", "TRAP-6.5.3"),
        )


def _cleared(state: State) -> Iterator[tuple[State, str]]:
    """Yield the position without road blocks, without wrecks, and without both.

    Each has its case.
    """
    if state.roadblocked:
        yield replace(state, roadblocked=()), "TRAP-8.4"
    if state.wrecks:
        yield replace(state, wrecks=()), "TRAP-8.9"
    if state.roadblocked and state.wrecks:
        yield replace(state, roadblocked=(), wrecks=()), "TRAP-8.4"


def _without(state: State, unit: Unit, *, snipers: bool) -> State:
    """Return the position without the enemy's snipers, or without all other enemies."""

    def goes(each: Unit) -> bool:
        what = known(each)
        return each.side != unit.side and (what is not None and what.kind == "sniper") == snipers

    kept = {id: each for id, each in state.units.items() if not goes(each)}
    return replace(state, units=kept) if len(kept) < len(state.units) else state


def closed_to_vehicles(state: State, a: HexId, b: HexId) -> Wrong | None:
    """Return why a vehicle cannot drive from a hex into the next, at any facing."""
    here = ground()
    if here.direction(a, b) is None or open_to_vehicles(state, a, b) or b in obstacles(state) or b in state.rubble:
        return None
    if here.has_river(a, b):
        return Wrong("vehicles cross the river by bridges only", "drive to a bridge", "TRAP-5.1.1-6")
    return Wrong(
        f"no road joins {a} and {b}, and off the road vehicles drive over open ground only", "follow the road",
        "TRAP-5.1.1-2" if "woods" in (here.terrain[a], here.terrain[b]) else "TRAP-5.1.1-3",
    )  # fmt: skip
