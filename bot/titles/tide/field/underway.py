"""A marching unit whose owner is asked for its next move: its points and options."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import Wrong, case
from bot.titles.tide.field import board, movement, units
from bot.titles.tide.field.marches import march_of
from bot.titles.tide.field.movement import Way, Ways
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import March
from bot.titles.tide.model.table import HexId


def left(state: State, march: March, unit: AnyUnit) -> int:
    """Return the movement points left in thirds; damage and losses reduce them."""
    points, _ = movement.allowance(state, unit, march.verb)
    return points - march.spent


@case("TOI-9.4", "TOI-9.5", "TOI-9.6", "FB-mines-1")
def held(state: State, march: March, unit: AnyUnit) -> str:
    """Return the case that stops a unit in its march's hex, or "" if it may move."""
    if unit.hex == march.start:
        return ""
    if march.settled:
        return "FB-mines-1"
    if board.works_at(state, march.start, "mines"):
        return "TOI-9.4"
    return movement.must_stop(state, unit, march.start, HexId(""), unit.hex)


def ways(state: State, march: March, unit: AnyUnit, spare: int = 0) -> Ways:
    """Return every hex still in reach, with `spare` thirds left over."""
    points = -1 if held(state, march, unit) else left(state, march, unit) - spare
    return movement.ways(state, unit, march.start, points)


def way(state: State, unit: AnyUnit, to: HexId, via: Sequence[HexId] = ()) -> Way | Wrong:
    """Return a unit's path to a hex, from its place on its march if it has one."""
    march = march_of(state)
    origin = march.start if march is not None and march.unit == unit.id else None
    return movement.way(state, unit, to, via, origin)


def next_wrong(state: State, march: March, unit: AnyUnit) -> Wrong | None:
    """Return why a unit cannot take its order's next step, or `None`.

    The result is also `None` if no step is left.
    """
    path = march.plan.open().path
    if not path or march.gun:
        return None
    cost = movement.step_cost(state, unit, march.start, unit.hex, path[0])
    if isinstance(cost, Wrong):
        return cost
    has = max(0, left(state, march, unit))
    if cost <= has:
        return None
    needs = f"{path[0]} costs {movement.points(cost)} movement points, the unit has {movement.points(has)} left"
    return Wrong(needs, "choose another way, or stop it here", "TOI-4.1")


@case("TOI-6.1f")
def cannot_go_on(state: State, march: March, unit: AnyUnit) -> Wrong | None:
    """Return why a unit cannot continue with its order, or `None` if it can."""
    if not has_done_all(march):
        return next_wrong(state, march, unit)
    return Wrong("it has done all that it was ordered to", "choose another way, or stop it here", "TOI-6.1f")


def has_done_all(march: March) -> bool:
    """Return true if nothing of a unit's order is left."""
    plan = march.plan.open()
    return not (plan.path or plan.clear or plan.into or plan.shot or plan.assault)


def goes_farther(state: State, march: March, unit: AnyUnit) -> bool:
    """Return true if a unit can still move a hex, by its order or otherwise."""
    if march.plan.open().path and next_wrong(state, march, unit) is None:
        return True
    open_ones = units.roomy(state, unit)
    return any(hex != unit.hex and open_ones(hex) for hex in ways(state, march, unit).cost)


@case("TOI-12.2a", "TOI-12.2b", "FB-mines-1")
def cannot_stop(state: State, march: March, unit: AnyUnit) -> Wrong | None:
    """Return why a unit may not stop in its hex, or `None` if it may."""
    mined = march.meant_to_cross(unit.hex) and board.works_at(state, unit.hex, "instant-mines")
    if mined and goes_farther(state, march, unit):
        why = "the unit entered the instant mines to move on, as it announced before the die"
        return Wrong(why, "let it continue, or choose another way", "FB-mines-1")
    if units.holders(state, unit.hex, unit.side):
        return Wrong(f"there are enemies at {unit.hex}", "let it continue, or choose another way", "TOI-12.2b")
    if not units.has_room(state, unit.hex, unit):
        full = f"{unit.hex} already holds three units"
        return Wrong(full, "let it continue, or choose another way", "TOI-12.2a")
    return None
