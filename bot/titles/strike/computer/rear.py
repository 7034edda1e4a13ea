"""The rear: railheads, trucks, air units, arrivals and reorganization."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bot.kernel.secret import Seat
from bot.kit.decisions import At
from bot.titles.strike.computer.posts import has_railway, railhead_value, railheads, strongest
from bot.titles.strike.field import arrivals, boxes, communication, counters, movement, railways, supply, value
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit
from bot.titles.strike.play.march import MOVE
from bot.titles.strike.play.reorganization import PARTS, front_price, recoveries
from bot.titles.strike.play.trains import CONVERT

WORTH_BUYING = 0.25
"""The least strength for a point that is bought."""
VALUE_OF_TRUCKS = 0.45
"""The value of trucks for a point of their price, compared to strength."""
VALUE_OF_AIRCRAFT = 0.4
"""The value of a full air unit for a point of its price."""
FOR_WINTER = 1.4
"""The value of Soviet armour near winter, since infantry hardly moves in snow."""
ALONE = 1.5
"""The cost of trucks without troops."""
OVERRUN = 9.0
"""The cost within the enemy's reach: their price, and supply until their return."""
WITH_TROOPS = 3.0
"""The cost there with troops, which may be driven off."""
NEW = 1.0
"""The value of converting an area."""
CLEARLY = 1.0
"""The gain that justifies a railhead's way over converted railway."""
FEW_LEADERS = 2
"""With fewer leaders than this, any other is worth the price."""


def arrive(at: At[State, steps.Arrival]) -> do.Action:
    """Set up as suggested; else place each unit where it matters most."""
    state, step = at.state, at.step
    if step.why == "set-up":
        return do.Done()
    unit = state.units[step.units[0]]
    places = arrivals.places(state, step.why, unit)
    if step.why == "partisans":
        return do.Place(unit.id, max(places, key=lambda area: (_nuisance(state, unit, area), area)))

    def liked(area: AreaId) -> tuple[bool, float, AreaId]:
        fits = counters.room(state, area, unit.side) >= counters.size(unit)
        return fits, value.pull(state, unit.side, area), area

    return do.Place(unit.id, max(places, key=liked))


def _nuisance(state: State, partisans: Unit, area: AreaId) -> float:
    """Return the harm of partisans in an area: fewer troops with railways are better.

    Of areas that hurt alike, and of trucks, those nearer to what matters are taken.
    """
    there = replace(state, units={**state.units, partisans.id: replace(partisans, place=area)})
    return 0.1 * value.pull(state, RUSSIAN, area) - _by_rail(there)


def _by_rail(state: State) -> int:
    """Return the price of the German troops whom railways supply."""
    troops = filter(counters.fights, counters.of(state, GERMAN))
    return sum(counters.price(unit) for unit in troops if has_railway(state, unit))


# Railheads and trucks.


def move_rails(at: At[State, steps.Movement]) -> do.Action:
    """Advance railheads, and then move trucks."""
    return _convert(at) or move_trucks(at) or do.Done()


def _convert(at: At[State, Any]) -> do.Convert | None:
    """Advance the most useful railhead: new ground, unsupplied troops, goals."""
    state = at.state
    found = []
    for unit in railheads(state):
        here = railhead_value(state, unit.place)
        for to in railways.conversions(state, unit):
            gain = railhead_value(state, to) - here
            if to not in state.converted or gain > CLEARLY:
                found.append((gain + NEW * (to not in state.converted), do.Convert(unit.id, to)))
    best = max(found, key=lambda each: (each[0], each[1].railhead, each[1].to), default=None)
    return best[1] if best is not None and CONVERT.allows(at, best[1]) else None


def move_trucks(at: At[State, Any]) -> do.Move | None:
    """Bring trucks to troops without railway supply, and away from the enemy."""
    state, seat = at.state, at.seat
    for unit in counters.trucks(state, seat):
        if unit.trail or not movement.left(state, unit):
            continue
        here = _truck_value(state, unit, unit.place)
        best = max(
            ((_truck_value(state, unit, area), area) for area in movement.destinations(state, (unit,))),
            default=(0.0, unit.place),
        )
        move = do.Move((unit.id,), best[1])
        if best[0] > here + 0.5 and MOVE.allows(at, move):
            return move
    return None


def _truck_value(state: State, unit: Unit, area: AreaId) -> float:
    """Return the troops around an area that trucks there would supply."""
    seat = unit.side
    if supply.truck_way(state, seat, area) is None:
        return -2.0
    here, back = counters.map_of(state), supply.lines(state, seat)
    need = 0.0
    for to in (area, *here[area].next):
        by_rail = to in back or not set(back).isdisjoint(here[to].next)
        troops = counters.troops(state, to, seat)
        need += 0.0 if by_rail else sum(map(counters.price, troops))
    return need - _risk(state, seat, area) + 0.3 * value.pull(state, seat, area)


def _risk(state: State, seat: Seat, area: AreaId) -> float:
    """Return the cost of trucks in an area; with troops out of reach they are safe."""
    guarded = bool(counters.troops(state, area, seat))
    if strongest(state, counters.other(seat), area) is None:
        return 0.0 if guarded else ALONE
    return WITH_TROOPS if guarded else OVERRUN


# Reorganization.


def reorganize(at: At[State, steps.Reorganization]) -> do.Action:
    """Recover, buy and rebuild as it pays; keep some points for the enemy's turn."""
    state, seat, step = at.state, at.seat, at.step
    keep = _reserve(state, seat)
    if step.part == 0 and (recovery := _recovery(at, keep)) is not None:
        return recovery
    if step.part <= PARTS[do.Replace] and (purchase := _purchase(at, keep)) is not None:
        return purchase
    for unit in counters.of(state, seat):
        rebuild = do.Rebuild(unit.id)
        if unit.down and state.points[seat] - front_price(unit) >= keep and at.allows(rebuild):
            return rebuild
    return do.Done()


def _reserve(state: State, seat: Seat) -> int:
    """Return the points to keep: Germans need some in the Russian turn."""
    if seat == RUSSIAN:
        return 0
    return min(12, state.points[seat] // 3)


def _recovery(at: At[State, Any], keep: int) -> do.Action | None:
    """Recover trucks, and leaders if troops lack them or points are left over."""
    state, seat = at.state, at.seat
    commanding = sum(1 for _ in counters.leaders(state, seat))
    for action in recoveries(at, {}):
        assert isinstance(action, do.Recover)
        unit = state.units[action.unit]
        wanted = counters.is_kind(unit, "trucks") or commanding < FEW_LEADERS
        spare = state.points[seat] - front_price(unit) - _shopping(state, seat)
        if (wanted or spare >= keep) and at.allows(action):
            return action
    return None


def _shopping(state: State, seat: Seat) -> int:
    """Return the price of all possible purchases on their reduced sides."""
    spare = boxes.in_boxes(state, seat) - counters.side(state, seat).minimum
    total = 0
    for unit in boxes.purchasable(state, seat):
        if 0 < counters.size(unit) <= spare:
            spare -= counters.size(unit)
            total += boxes.replacement_price(unit, full=False)
    return total


def _purchase(at: At[State, Any], keep: int) -> do.Replace | None:
    """Buy the most strength for the points; fronts only if all backs are affordable."""
    state, seat = at.state, at.seat
    spare = state.points[seat] - keep - _shopping(state, seat)
    for gain, action in sorted(_offers(state, seat), key=lambda each: (-each[0], each[1].unit)):
        unit = state.units[action.unit]
        if action.full and counters.record(unit).full[1] > spare:
            continue
        price = front_price(unit) if counters.on_map(unit) else boxes.replacement_price(unit, full=action.full)
        if gain > WORTH_BUYING and state.points[seat] - price >= keep and at.allows(action):
            return action
    return None


def _offers(state: State, seat: Seat) -> Iterator[tuple[float, do.Replace]]:
    """Yield what can be bought back, with its strength for a point."""
    for unit in boxes.purchasable(state, seat):
        if counters.on_map(unit):
            yield VALUE_OF_AIRCRAFT, do.Replace(unit.id)
            continue
        places = arrivals.replacement_places(state, unit)
        if not places:
            continue
        where = max(places, key=lambda area: _arrival_value(state, unit, area))
        record = counters.record(unit)
        if record.reduced is None:
            yield VALUE_OF_TRUCKS if record.kind == "trucks" else 0.5, do.Replace(unit.id, where)
            continue
        liked = FOR_WINTER if seat == RUSSIAN and counters.is_armour(unit) and value.winter_is_near(state) else 1.0
        half = liked * (record.reduced[0] + 0.8) / record.reduced[1]
        front = liked * (record.full[0] - record.reduced[0]) / record.full[1]
        yield half, do.Replace(unit.id, where)
        if front > WORTH_BUYING:
            yield half + front, do.Replace(unit.id, where, True)


def _arrival_value(state: State, unit: Unit, area: AreaId) -> tuple[bool, bool, float]:
    """Return the value of an arrival area: communication, working railway, goals."""
    seat = unit.side
    connected = communication.has_line(state, unit, area)
    return connected, area in supply.lines(state, seat), value.pull(state, seat, area)
