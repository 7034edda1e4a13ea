"""Rules of every move: the movers, the cost, the limits and the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import Fixed
from bot.titles.trap import events as ev
from bot.titles.trap.field.allowance import left
from bot.titles.trap.field.battle import wave_of
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import (
    coming_down,
    foot_costs,
    foot_may_enter,
    interdicted,
    may_turn,
    obstacle_case,
    obstacles,
    open_to_vehicles,
    side,
    stairs_held,
    total_cost,
)
from bot.titles.trap.field.stacking import defended, room
from bot.titles.trap.field.units import record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS, WAITING, Facing, HexId, Level, Unit
from bot.titles.trap.play.acting import Here, able, named
from bot.titles.trap.play.base import Play, price
from bot.titles.trap.play.hindrances import closed_to_vehicles, hindrance
from bot.titles.trap.play.results import after_moving, interdict
from bot.titles.trap.printed.units import named as counters_of


@rule("TRAP-10.1.2")
# TRAP-R40
def off_course(at: Here, action: do.Action) -> Wrong | None:
    """While columns are restricted, units bound for an objective only drive there."""
    if not at.state.restricted:
        return None
    for id in named(action):
        unit = at.state.units[id]
        wave = wave_of(at.state, unit) if unit.counter.known else None
        if wave is not None and wave.bound and unit.counter.open() in counters_of(wave.units):
            return Wrong(
                "the column drives for its objective until a Chechen attacks", "press Done when all units are in"
            )
    return None


@rule("TRAP-5.0", "TRAP-5.1.2")
# TRAP-R66
def can_still_move(at: Here, action: do.Action) -> Wrong | None:
    """A unit that has fired or has no points left cannot move."""
    for id in named(action):
        unit = at.state.units[id]
        if unit.fired:
            return Wrong("a unit that has fired cannot move", "choose another unit", "TRAP-5.1.3")
        if unit.got_out:
            return Wrong("a unit that has just dismounted cannot move", "let it assault from there", "TRAP-8.2")
        if left(at.state, unit) <= 0:
            fewer = "TRAP-5.0" if unit.status == "normal" else "TRAP-5.1.2"
            return Wrong("that unit has no movement points left", "choose another unit", fewer)
    return None


def far(state: State, unit: Unit, to: HexId) -> Wrong:
    """Return why a unit cannot reach a hex: the particular before the general."""
    here, vehicle = ground(), record(unit).vehicle
    if to == unit.hex:
        return Wrong(f"it is at {to} already", "choose another hex", "TRAP-5.1")
    if stairs_held(state, unit):
        return Wrong(
            f"the enemy holds the ground below it at {unit.hex}", "assault it, or stay upstairs", "TRAP-5.1.4"
        )
    if to in obstacles(state):
        if vehicle:
            return Wrong(f"the road is blocked at {to}", "clear it first, or go round", obstacle_case(state, to))
        return Wrong(f"climbing over the obstacle at {to} takes a whole allowance, from the next hex",
                     "go next to it first", "TRAP-5.1.1-10")  # fmt: skip
    if vehicle and to in state.rubble:
        return Wrong("no vehicle drives through rubble", "go round", "TRAP-8.7")
    if vehicle and here.terrain[to] != "clear" and not here.has_road(to):
        return Wrong(f"vehicles keep to the roads among buildings and woods, and none leads to {to}",
                     "choose a hex with a road",
                     "TRAP-5.1.1-2" if here.terrain[to] == "woods" else "TRAP-5.1.1-3")  # fmt: skip
    if not vehicle and not foot_may_enter(state, unit.side, to):
        return Wrong(f"the enemy holds {to}", "choose another hex, or assault it", "TRAP-5.1.4")
    if vehicle:
        if (wrong := closed_to_vehicles(state, unit.hex, to)) is not None:
            return wrong
        turn = here.direction(unit.hex, to)
        if turn is not None and open_to_vehicles(state, unit.hex, to) and not may_turn(
            state, here, unit.hex, side(unit.facing), turn
        ):  # fmt: skip
            return Wrong(
                "a vehicle cannot turn round among buildings and woods", "reverse, or drive on", "TRAP-3.4.2"
            )
    far_off = Wrong(f"{to} is too far with the movement points that are left", "choose a nearer hex", "TRAP-5.1.1")
    return hindrance(state, unit, to) or far_off


def last_side(path: Sequence[HexId]) -> Facing | None:
    """Return the facing at the end of a way."""
    if len(path) < 2:
        return None
    turn = ground().direction(path[-2], path[-1])
    return FACINGS[turn] if turn is not None else None


def groups(at: Here, fixed: Fixed, *, free: bool = False) -> list[tuple[Unit, ...]]:
    """Return the groups that can move together: single units, or a level's foot units.

    A `free` order costs no movement, so units without points may take it.
    """
    wanted = fixed.get("units")
    if wanted:
        units = tuple(at.state.units[id] for id in wanted if id in at.state.units)
        whole = len(units) == len(wanted) and all(unit.counter.known for unit in units)
        return [units] if whole and all(unit.side == at.seat for unit in units) else []
    there = (unit for unit in able(at.state, at.step) if unit.hex != WAITING)
    movers = [unit for unit in there if free or left(at.state, unit) > 0]
    found: list[tuple[Unit, ...]] = [(unit,) for unit in movers]
    stacks: dict[tuple[HexId, Level], list[Unit]] = {}
    for unit in movers:
        if record(unit).foot:
            stacks.setdefault((unit.hex, unit.level), []).append(unit)
    found += [tuple(sorted(stack, key=lambda unit: unit.height)) for stack in stacks.values() if len(stack) > 1]
    return found


How = Literal["move", "column"]


class Route(NamedTuple):
    """How units move: their way, which begins where they are, and where it leads."""

    path: tuple[HexId, ...]
    level: Level
    facing: Facing | None


@case("TRAP-5.1", "TRAP-5.1.1-8", "TRAP-8.8", "TRAP-6.5.3")
def go(play: Play, units: Sequence[Unit], plan: Route, facing: Facing | None, how: How = "move") -> None:
    """Follow a way while points last; unseen units may raise the cost.

    If artillery interdicts the way, it is interrupted hex by hex.
    """
    path = affordable(play.state, units, plan)
    whole = path == plan.path
    level = plan.level if whole else "ground"
    stops = [n for n, hex in enumerate(path) if n and interdicted(play.state, hex)]
    begin = 0
    for stop in (*stops, len(path) - 1):
        if stop > begin or len(path) == 1:
            last = stop == len(path) - 1
            leg(play, units, path[begin : stop + 1], level if last else "ground", facing if last else None, how)
            begin = stop
            if stop in stops:
                interdict(play, [unit.id for unit in units], path[stop])
                if any(play.state.units[unit.id].hex != path[stop] for unit in units) or any(
                    left(play.state, play.state.units[unit.id]) <= 0 for unit in units
                ):
                    fall_back(play, units, path[: stop + 1])
                    return


# TRAP-R141
@case("TRAP-6.5.3", "TRAP-3.1.4")
def fall_back(play: Play, units: Sequence[Unit], path: Sequence[HexId]) -> None:
    """Move units stopped in a forbidden hex back to the last legal hex of their way."""
    now = [play.state.units[unit.id] for unit in units]
    seat, last = now[0].side, len(path) - 1

    def stands(hex: HexId) -> bool:
        return not defended(play.state, seat, hex) and not room(play.state, seat, hex, "ground", now)

    end = next((n for n in range(last, -1, -1) if stands(path[n])), last)
    if end < last:
        ids, facings = tuple(unit.id for unit in now), tuple(unit.facing for unit in now)
        back = tuple(reversed(path[end:]))
        play.emit(ev.Moved(ids, back, "ground", facings, price(seat, *(0 for _ in now)), "retreat"))


def affordable(state: State, units: Sequence[Unit], plan: Route) -> tuple[HexId, ...]:
    """Return the part of a way that all units can truly pay; the first step always."""
    if record(units[0]).vehicle or len(plan.path) == 1:
        return plan.path
    ends = [len(plan.path)]
    for unit in units:
        rest = left(state, unit) - coming_down(unit)
        costs = foot_costs(state, unit, plan.path, "ground")
        climb = foot_costs(state, unit, plan.path, plan.level)[len(costs) :]
        for n, cost in enumerate(costs, 1):
            rest -= cost
            if rest < sum(climb) * (n == len(costs)) and n > 1:
                ends.append(n)
                break
    for end in range(min(ends), 1, -1):
        if not room(state, units[0].side, plan.path[end - 1], plan.level, units):
            return plan.path[:end]
    return plan.path[:2]


def leg(
    play: Play, units: Sequence[Unit], path: tuple[HexId, ...], level: Level, facing: Facing | None, how: How
) -> None:
    """Move along a stretch; lone units found there are lost."""
    now = [play.state.units[unit.id] for unit in units]
    way = facing or last_side(path)
    facings = tuple(way or unit.facing for unit in now)
    costs = [min(total_cost(play.state, unit, path, level), left(play.state, unit)) for unit in now]
    play.emit(ev.Moved(tuple(unit.id for unit in now), path, level, facings, price(now[0].side, *costs), how))
    down = now[0].level == "upper"
    after_moving(play, [unit.id for unit in now], path, start=down)
