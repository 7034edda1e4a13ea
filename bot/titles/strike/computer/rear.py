"""What is done behind the front: railheads, trucks, air units, arrivals, reorganization."""

from __future__ import annotations

from bot.kernel.secret import Seat, Seen
from bot.titles.strike import arrivals, boxes, communication, forces, movement, railways, supply, worth
from bot.titles.strike.candidates import candidates
from bot.titles.strike.computer.marching import legal
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit
from bot.titles.strike.resolve.reorganizing import PARTS, front_price
from bot.titles.strike.tables import tables


def arrive(seen: Seen[State], step: steps.Arrival) -> do.Action:
    """Set up as suggested; else place each unit where it matters most."""
    state = seen.state
    if step.why == "set-up":
        return do.Done()
    unit = state.units[step.units[0]]
    places = arrivals.places(state, step, unit)
    if step.why == "partisans":
        return do.Place(unit.id, max(places, key=lambda area: (_nuisance(state, unit, area), area)))
    return do.Place(unit.id, max(places, key=lambda area: (worth.pull(state, unit.side, area), area)))


def _nuisance(state: State, partisans: Unit, area: AreaId) -> float:
    """Return how much partisans in an area hurt: the nearer to what matters, the more."""
    return worth.pull(state, RUSSIAN, area)


# Railheads and trucks.


def convert(seen: Seen[State]) -> do.Convert | None:
    """Advance railheads towards the goals, onto new ground only."""
    state = seen.state
    found = []
    for unit in forces.of(state, GERMAN):
        if forces.is_kind(unit, "rail"):
            for to in railways.conversions(state, unit):
                gain = worth.pull(state, GERMAN, to) - worth.pull(state, GERMAN, unit.place)
                if to not in state.converted or gain > 1.0:
                    found.append((gain + (to not in state.converted), do.Convert(unit.id, to)))
    best = max(found, key=lambda each: (each[0], each[1].railhead, each[1].to), default=None)
    return best[1] if best is not None and legal(seen, best[1]) else None


def move_trucks(seen: Seen[State]) -> do.Move | None:
    """Bring trucks to where troops need supply and railways give none."""
    state, seat = seen.state, seen.seat
    for unit in forces.trucks(state, seat):
        if unit.trail or not movement.left(state, unit):
            continue
        here = _truck_worth(state, unit, unit.place)
        best = max(
            ((_truck_worth(state, unit, area), area) for area in movement.destinations(state, (unit,))),
            default=(0.0, unit.place),
        )
        move = do.Move((unit.id,), best[1])
        if best[0] > here + 0.5 and legal(seen, move):
            return move
    return None


def _truck_worth(state: State, unit: Unit, area: AreaId) -> float:
    """Return how many of the troops around an area trucks there would supply, that have no railway."""
    seat = unit.side
    if supply.truck_way(state, seat, area) is None:
        return -2.0
    here, back = forces.map_of(state), railways.lines(state, seat)
    need = 0.0
    for to in (area, *here[area].next):
        by_rail = to in back or not set(back).isdisjoint(here[to].next)
        troops = forces.troops(state, to, seat)
        need += 0.0 if by_rail else sum(map(forces.price, troops))
    guarded = 0.0 if forces.troops(state, area, seat) else -1.5
    return need + guarded + 0.3 * worth.pull(state, seat, area)


# The air.


def fly(seen: Seen[State]) -> do.Fly | None:
    """Fly to the battle that matters most."""
    state, seat = seen.state, seen.seat
    if seat != GERMAN:
        return None
    here, reach = forces.map_of(state), tables().numbers.air.range
    taken = {unit.place for unit in forces.air(state) if unit.trail}
    for unit in forces.air(state):
        if unit.trail:
            continue
        areas = [
            area for area in forces.shared(state) if area not in taken and here.distance(unit.place, area) <= reach
        ]
        goal = max(areas, key=lambda area: (_air_worth(state, area), area), default=unit.place)
        taken.add(goal)
        action = do.Fly(unit.id, goal)
        if goal != unit.place and legal(seen, action):
            return action
    return None


def _air_worth(state: State, area: AreaId) -> float:
    strength = sum(map(forces.strength, forces.troops(state, area, GERMAN)))
    return strength + 2 * worth.ground_of(state, GERMAN, area)


# Reorganization.


def reorganize(seen: Seen[State], step: steps.Reorganization) -> do.Action:
    """Recover, buy back what is worth its price, rebuild; keep some points for the enemy's turn."""
    state, seat = seen.state, seen.seat
    for action in candidates(seen, do.Recover, {}) if step.part == 0 else ():
        if legal(seen, action):
            return action
    keep = _reserve(state, seat)
    if step.part <= PARTS[do.Replace]:
        purchase = _purchase(seen, keep)
        if purchase is not None:
            return purchase
    for unit in forces.of(state, seat):
        rebuild = do.Rebuild(unit.id)
        if unit.down and state.points[seat] - front_price(unit) >= keep and legal(seen, rebuild):
            return rebuild
    return do.Done()


def _reserve(state: State, seat: Seat) -> int:
    """Return the points to keep: the Germans need some for supply and reserves in the Russian turn."""
    if seat == RUSSIAN:
        return 0
    return min(12, state.points[seat] // 3)


def _purchase(seen: Seen[State], keep: int) -> do.Replace | None:
    """Buy what gives most strength for its points, in full where that pays."""
    state, seat = seen.state, seen.seat
    found: list[tuple[float, do.Replace]] = []
    for unit in boxes.purchasable(state, seat):
        if forces.on_map(unit):
            found.append((0.4, do.Replace(unit.id)))
            continue
        places = arrivals.replacement_places(state, unit)
        if not places:
            continue
        where = max(
            places, key=lambda area: (worth.pull(state, seat, area), communication.has_line(state, unit, area))
        )
        for full in (True, False):
            price = boxes.replacement_price(unit, full=full)
            record = forces.record(unit)
            strength = record.full[0] if full or record.reduced is None else record.reduced[0]
            value = 0.45 if record.kind == "trucks" else (strength + 0.8) / max(1, price)
            found.append((value, do.Replace(unit.id, where, full)))
    for value, action in sorted(found, key=lambda each: (-each[0], each[1].unit, each[1].full)):
        unit = state.units[action.unit]
        price = front_price(unit) if forces.on_map(unit) else boxes.replacement_price(unit, full=action.full)
        if value > 0.25 and state.points[seat] - price >= keep and legal(seen, action):
            return action
    return None
