"""Hooks for the laws of Strike the Bear: its one secret, and places of counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from msgspec.structs import replace

from bot.kernel.fields import fields
from bot.kernel.secret import Seat, Secret, Seen
from bot.titles.strike import TITLE
from bot.titles.strike import events as ev
from bot.titles.strike.field import boxes, counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BOXES, BREAKDOWN, ELIMINATED, REMOVED, AreaId, Orders, Unit, UnitId
from tests import hooks
from tests.match import Match

BUSY = (steps.Movement, steps.Redeployment, steps.Battle, steps.Tie)
"""During these steps units come and go; faults are corrected at their end."""


class StrikeHooks(hooks.Plain):
    """Strike the Bear, as the laws ask about it."""

    usual: Mapping[str, int] = {"first": 60, "autumn": 250, "campaign": 400}
    longest = 6000
    anytime = (do.Order, do.Resign)

    def redeal(self, state: State, viewer: Seat, rnd: Random) -> State:
        """Give the other side other standing orders."""
        orders = {
            seat: given if given.readable(viewer) else Secret(given.readers, _orders(rnd))
            for seat, given in state.orders.items()
        }
        return replace(state, orders=orders)

    def tells(self, seen: Seen[State], action: do.Action) -> bool:
        """Nothing is hidden but standing orders."""
        return False

    def twins(self, match: Match, seat: Seat, action: do.Action, rnd: Random) -> Iterator[do.Action]:
        """Other standing orders look the same to everybody else."""
        if isinstance(action, do.Order):
            yield do.Order(supply="buy", points=rnd.randint(1, 20), withdrawal="hold")
            yield do.Order(reserves="none", losses="ask", press="never")

    def stock(self, state: State) -> Counter[str]:
        """Count counters by place, points, German-gauge railways and used trains."""
        count = Counter(_where(unit) for unit in state.units.values())
        count.update({f"{seat} points": n for seat, n in state.points.items()})
        count.update({"converted": len(state.converted), "trains": len(state.by_rail)})
        return count

    def change(self, state: State, event: ev.Event) -> Counter[str]:
        """Count the counters that an event moves, and its payment."""
        match event:
            case ev.PointsCame():
                return Counter({f"{event.seat} points": event.points - state.points[event.seat]})
            case ev.Paid():
                return Counter({f"{event.seat} points": -event.points})
            case ev.Converted():
                return Counter({"converted": len(event.areas)})
            case ev.Railed():
                return Counter({"trains": 1})
            case ev.TurnBegan():
                return Counter({"trains": -len(state.by_rail)})
            case _:
                return _put(state, dict(_places(state, event)))

    def faults(self, state: State) -> Iterator[str]:
        """Yield what the rules of stacking, boxes, diamonds and points forbid."""
        for seat, points in state.points.items():
            if points < 0:
                yield f"{seat} has {points} points"
            least = counters.side(state, seat).minimum
            if boxes.in_boxes(state, seat) < least:
                yield f"the boxes of {seat} hold {boxes.in_boxes(state, seat)} corps, less than {least}"
        for id, unit in state.units.items():
            yield from _unit_faults(state, id, unit)
        yield from _area_faults(state)

    def untrue(self, seen: Seen[State], action: do.Action, why: str) -> str:
        """Look at whose move it is, and at areas that are said not to be on the map."""
        return hooks.untrue_turn(TITLE, seen, why)

    def crops(self, state: State, rnd: Random) -> tuple[str, ...]:
        """Choose two areas."""
        return tuple(rnd.sample(sorted(counters.map_of(state).areas), 2))

    def cards(self, seen: Seen[State]) -> tuple[str, ...]:
        """There are no cards in this game."""
        return ()


HOOKS = StrikeHooks()


def _orders(rnd: Random) -> Orders:
    """Give orders by lot."""
    chosen = {
        field.name: rnd.choice(field.choices) if field.choices else rnd.randint(0, 99)
        for field in fields(Orders)
        if field.name != "leader"
    }
    return Orders(**chosen)  # type: ignore[arg-type]


def _where(unit: Unit, place: AreaId | None = None) -> str:
    there = unit.place if place is None else place
    return f"{unit.id} in {there}" if there in BOXES else f"{unit.id} on the map"


def _put(state: State, places: Mapping[UnitId, AreaId]) -> Counter[str]:
    change: Counter[str] = Counter()
    for id, place in places.items():
        unit = state.units[id]
        change.update({_where(unit, place): 1})
        change.subtract({_where(unit): 1})
    return change


def _places(state: State, event: ev.Event) -> Iterator[tuple[UnitId, AreaId]]:
    """Yield where an event puts counters, by its own words."""
    match event:
        case ev.Placed() | ev.Replaced():
            yield event.unit, event.place
        case ev.BrokenDown():
            yield event.unit, BREAKDOWN
            yield from ((id, state.units[event.unit].place) for id in event.into)
        case ev.Combined():
            yield event.into, state.units[event.units[0]].place
            yield from ((id, BREAKDOWN) for id in event.units)
        case ev.StepLost() if event.corps:
            yield event.corps, ELIMINATED
        case ev.Eliminated():
            yield event.unit, ELIMINATED
            if event.corps:
                yield event.corps, BREAKDOWN
        case ev.LeaderTested(lost=True):
            yield event.unit, REMOVED
        case ev.Swapped():
            army = state.units[event.army]
            other = ELIMINATED if army.place == BREAKDOWN else BREAKDOWN
            yield army.id, other
            yield from ((id, army.place) for id in event.corps)


def _unit_faults(state: State, id: UnitId, unit: Unit) -> Iterator[str]:
    here = counters.map_of(state)
    if id != unit.id:
        yield f"{id} is {unit}"
    if unit.place not in BOXES and unit.place not in here:
        yield f"{id} stands off the map at {unit.place}"
    moving = state.seat == unit.side and state.phase == "movement"
    if unit.place in here and not counters.may_stand(state, unit, unit.place) and not moving:
        yield f"{id} stands in the diamond {unit.place}"
    if unit.place in (BREAKDOWN, ELIMINATED) and unit.mission:
        yield f"{id} flies from a box"


def _reinforced(state: State, seat: Seat) -> bool:
    """Return whether a side's reinforcements arrive; a full ox may take them (4.1.4)."""
    coming = (step for step in state.steps if isinstance(step, steps.Arrival) and step.seat == seat)
    return any(step.why == "reinforcement" for step in coming)


def _area_faults(state: State) -> Iterator[str]:
    """Yield overfull areas, unless their units move, and lone units among enemies."""
    for seat in state.points:
        busy = any(isinstance(step, BUSY) for step in state.steps)
        for area in () if busy or _reinforced(state, seat) else counters.crowded(state, seat):
            yield f"too many of {seat} stand at {area}"
        enemies = counters.held(state, counters.other(seat))
        for unit in counters.of(state, seat):
            alone = unit.place in enemies and not counters.troops(state, unit.place, seat)
            if alone and counters.is_kind(unit, "leader", "trucks") and not busy:
                yield f"{unit.id} is alone among enemies at {unit.place}"
