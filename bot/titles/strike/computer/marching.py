"""Where units march: together against those whom they can beat, else to better ground, in supply and in cover."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.secret import Seat, Seen
from bot.titles.strike.computer import danger
from bot.titles.strike.field import combat, communication, counters, movement, railways, supply, value
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Redeployment
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.play.contents import allows as legal

WORTH_FIGHTING = 0.8
"""The least that a battle must be worth before units are brought to it."""
ABANDONED = 5.0
"""What it costs to leave a leader or trucks alone among enemies."""
EXPOSED = 2.0
"""What it costs to leave them alone where enemies can come."""
TAKEN = 0.5
"""How much more a goal is worth to whoever takes it than to whoever stands beside it."""
AWAITED = 3.0
"""What it is worth to stand where a railhead waits to come."""
PRUDENCE = 0.2
"""How much of what the enemy could gain in his next move counts: he cannot do everything."""
SUPPLIED = 0.6
"""What it is worth to stand where a railway or trucks bring supply."""
SHOCK = 0.5
"""What it is worth for Soviet armour and a leader to stand together when winter is near."""
CROWD = 0.08
"""What it costs to stand with a corps of one's own: elsewhere it would hold more ground."""
CLOSE_LEADERS = 3.0
"""What it costs a leader to stand where another one commands already."""
OUT_OF_COMMAND = "attackers out of command"
WORTH_WALKING = 0.25
"""The least by which new ground must be better than the old."""
WORTH_RAILING = 0.6
"""The least by which it must be better to go there by train."""
MARCH = 2
"""How far infantry comes on its feet."""
STATIONS = 6
"""How many places a train is thought of for: the nearest to what matters."""


def march(seen: Seen[State]) -> do.Action | None:
    """Return the next move: the best assault, leaders to where they are needed, trains, then better ground."""
    return _gather(seen) or _lead(seen) or entrain(seen) or _post(seen) or _clear(seen)


def redeploy(seen: Seen[State], step: Redeployment) -> do.Action | None:
    """Bring up units that are far from where they matter."""
    if not step.left:
        return _clear(seen)
    if (train := entrain(seen)) is not None:
        return train
    moves = sorted(_posts(seen), key=lambda move: (-move[0], move[1].units))
    for gain, move in moves:
        if gain > 3 * WORTH_WALKING and len(move.units) <= step.left and legal(seen, move):
            return move
    return _clear(seen)


def _able(state: State, seat: Seat) -> list[Unit]:
    """Return the troops that have not moved yet and still can, the strongest first."""
    units = movement.movable(state, counters.of(state, seat))
    fresh = [unit for unit in units if counters.fights(unit) and not unit.trail]
    return sorted(fresh, key=lambda unit: (-counters.strength(unit), unit.id))


# Assaults.


def _gather(seen: Seen[State]) -> do.Move | None:
    """Bring units together where a battle is worth most, with a leader where none commands."""
    state, seat = seen.state, seen.seat
    best: tuple[float, do.Move | None] = (0.0, None)
    for leader, area, units in _assaults(state, seat):
        commander = leader or _commander(state, seat, area)
        value, group = _assault(state, seat, area, units, led=bool(commander))
        if group and value > best[0]:
            best = (value, do.Move((*commander, *(unit.id for unit in group)), area))
    move = best[1]
    return move if move is not None and legal(seen, move) else None


def _commander(state: State, seat: Seat, area: AreaId) -> tuple[UnitId, ...]:
    """Return the best leader who can come to an area that nobody commands yet, and is not wanted where he is."""
    if combat.commander(state, seat, area) is not None:
        return ()
    able = [
        leader
        for leader in counters.leaders(state, seat)
        if not leader.trail
        and leader.place not in counters.shared(state)
        and area in movement.destinations(state, (leader,), escorted=True)
    ]
    return tuple(leader.id for leader in sorted(able, key=lambda each: (-counters.rating(each), each.id))[:1])


def _assaults(state: State, seat: Seat) -> Iterator[tuple[tuple[UnitId, ...], AreaId, list[Unit]]]:
    """Yield areas of the enemy with those who can come there: by themselves, or in bad weather with a leader."""
    able, enemies = _able(state, seat), counters.held(state, counters.other(seat))
    reached: dict[AreaId, list[Unit]] = {}
    for unit in able:
        if not movement.needs_leader(state, unit):
            for area in enemies.intersection(movement.destinations(state, (unit,))):
                reached.setdefault(area, []).append(unit)
    yield from (((), area, reached[area]) for area in sorted(reached))
    for leader in movement.movable(state, list(counters.leaders(state, seat))):
        led = [unit for unit in able if unit.place == leader.place and movement.needs_leader(state, unit)]
        if led and not leader.trail:
            for area in sorted(enemies.intersection(movement.destinations(state, (leader, *led), escorted=True))):
                yield (leader.id,), area, led


def _assault(state: State, seat: Seat, area: AreaId, units: list[Unit], *, led: bool) -> tuple[float, list[Unit]]:
    """Return what it gains to bring some of these units to an area, and which: the best are added one by one."""
    there = counters.troops(state, area, seat)
    room = counters.room(state, area, seat)
    before = max(0.0, battle_worth(state, seat, area, there)) if there else 0.0
    lost = {unit.id: _leaves(state, unit) + _bares(state, unit) for unit in units}
    best: tuple[float, list[Unit]] = (_least(state, seat), [])
    group: list[Unit] = []
    left = list(units)

    def gain(unit: Unit) -> tuple[float, UnitId]:
        some = (*group, unit)
        whole = battle_worth(state, seat, area, (*there, *some), led=led)
        return whole - before - sum(lost[each.id] for each in some), unit.id

    while fits := [unit for unit in left if counters.size(unit) <= room - counters.stacked(group)]:
        unit = max(fits, key=gain)
        gained = gain(unit)[0]
        group.append(unit)
        left.remove(unit)
        if gained > best[0]:
            best = (gained, list(group))
    return best if best[1] else (0.0, [])


def _least(state: State, seat: Seat) -> float:
    """Return the least that a battle must be worth: in winter the Soviets take every chance."""
    return 0.0 if seat == RUSSIAN and value.winter_is_near(state) else WORTH_FIGHTING


def battle_worth(state: State, seat: Seat, area: AreaId, units: tuple[Unit, ...], *, led: bool = False) -> float:
    """Return what an attack of these units is worth, their supply paid; `led`, a leader comes with them."""
    return _battle_worth(state, seat, area, units, led, state.points[seat])


@counters.POSITION.keeps
def _battle_worth(
    state: State, seat: Seat, area: AreaId, units: tuple[Unit, ...], led: bool, points: int
) -> float:
    """Return the same for a side that has so many operations points: its supply depends on them."""
    found = value.attack_terms(state, seat, area, units)
    if found is None:
        return -1.0
    terms, price = found
    if led:
        terms = replace(terms, modifiers=tuple(each for each in terms.modifiers if each.why != OUT_OF_COMMAND))
    return value.of_battle(terms, value.ground_of(state, seat, area)) - value.point(state, seat) * price


def _leaves(state: State, unit: Unit) -> float:
    """Return what is lost when a unit leaves its area: a battle that is won without it less surely, and wards."""
    seat, area = unit.side, unit.place
    friends = _others(state, (unit,), area)
    enemies = counters.held(state, counters.other(seat))
    wards = 0 if friends else len(_wards(state, seat, area))
    if area in enemies:
        whole = max(0.0, battle_worth(state, seat, area, (*friends, unit)))
        rest = max(0.0, battle_worth(state, seat, area, friends)) if friends else 0.0
        return whole - rest + ABANDONED * wards
    return EXPOSED * wards if wards and danger.strongest(state, counters.other(seat), area) is not None else 0.0


def _bares(state: State, unit: Unit) -> float:
    """Return what the enemy could gain in an area when a unit leaves it, more than if it stays."""
    return PRUDENCE * max(0.0, -_guards(state, (unit,), unit.place))


def _guards(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return how much more the enemy could gain in an area with units than without; below 0 they guard it."""
    seat, friends = party[0].side, _others(state, party, area)
    return danger.menace(state, seat, area, (*friends, *party)) - danger.menace(state, seat, area, friends)


def _others(state: State, party: tuple[Unit, ...], area: AreaId) -> tuple[Unit, ...]:
    """Return the troops in an area that do not belong to a party."""
    gone = {unit.id for unit in party}
    return tuple(unit for unit in counters.troops(state, area, party[0].side) if unit.id not in gone)


def _wards(state: State, seat: Seat, area: AreaId) -> list[Unit]:
    """Return the leaders and trucks in an area, who are lost there without troops."""
    return [unit for unit in counters.at(state, area, seat) if counters.is_kind(unit, "leader", "trucks")]


# Leaders.


def _lead(seen: Seen[State]) -> do.Move | None:
    """Send leaders to where most troops of theirs are in contact and out of command."""
    state, seat = seen.state, seen.seat
    taken: set[AreaId] = set()
    for leader in counters.leaders(state, seat):
        if leader.trail or not movement.left(state, leader):
            taken |= {leader.place, *counters.map_of(state)[leader.place].next}
            continue
        goal = _best_post(state, leader, taken)
        taken |= {goal, *counters.map_of(state)[goal].next}
        if goal != leader.place:
            move = do.Move((leader.id,), goal)
            if legal(seen, move):
                return move
    return None


def _best_post(state: State, leader: Unit, taken: set[AreaId]) -> AreaId:
    def good(area: AreaId) -> tuple[float, str]:
        seat = leader.side
        friends = counters.troops(state, area, seat)
        enemies = area in counters.held(state, counters.other(seat))
        near = () if enemies else counters.map_of(state)[area].next
        commanded: float = sum(
            sum(map(counters.strength, counters.troops(state, each, seat)))
            for each in (area, *near)
            if each in counters.shared(state) and each not in taken
        )
        commanded += 0.1 * sum(map(counters.strength, friends))
        if seat == RUSSIAN and value.winter_is_near(state):
            commanded += SHOCK * sum(counters.strength(unit) for unit in friends if counters.is_armour(unit))
        commanded -= CLOSE_LEADERS * (area in taken)
        safe = 0.0 if friends else -3.0
        fragile = -2.0 if friends and sum(map(counters.steps, friends)) < 3 and enemies else 0.0
        return commanded + safe + fragile + 0.2 * value.pull(state, seat, area), area

    reach = [leader.place, *movement.destinations(state, (leader,))]
    return max(reach, key=good)


# Ground.


def _post(seen: Seen[State]) -> do.Move | None:
    """Move the unit that gains most by better ground."""
    moves = sorted(_posts(seen), key=lambda move: (-move[0], move[1].units))
    return next((move for _, move in moves if legal(seen, move)), None)


def _posts(seen: Seen[State]) -> Iterator[tuple[float, do.Move]]:
    """Yield moves to better ground with what they gain."""
    state, seat = seen.state, seen.seat
    enemies = counters.held(state, counters.other(seat))
    for party in _parties(state, seat):
        troops = tuple(filter(counters.fights, party))
        here = post_worth(state, troops, party[0].place) + sum(_leaves(state, unit) for unit in troops)
        for area in movement.destinations(state, party, escorted=True):
            if area in enemies or counters.stacked(party) > counters.room(state, area, seat):
                continue
            gain = post_worth(state, troops, area) - here
            if gain > WORTH_WALKING * len(troops):
                yield gain, do.Move(tuple(each.id for each in party), area)


def _parties(state: State, seat: Seat) -> Iterator[tuple[Unit, ...]]:
    """Yield who could march together: each alone, whole stacks, in bad weather those whom a leader leads."""
    stacks: dict[AreaId, list[Unit]] = {}
    for unit in _able(state, seat):
        stacks.setdefault(unit.place, []).append(unit)
    leaders = {leader.place: leader for leader in counters.leaders(state, seat) if not leader.trail}
    for area, stack in stacks.items():
        free = [unit for unit in stack if not movement.needs_leader(state, unit)]
        yield from ((unit,) for unit in free)
        if len(free) > 1:
            yield tuple(free)
        if len(free) < len(stack) and area in leaders:
            yield (leaders[area], *(unit for unit in stack if unit not in free))


def post_worth(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return how good an area is for units to stand in at the end of their move."""
    seat = party[0].side
    friends = _others(state, party, area)
    supplied = supply.source(state, seat, area) is not None
    connected = communication.has_line(state, party[0], area)
    infantry = any(map(counters.is_infantry, party))
    awaited = seat == GERMAN and not friends and infantry and area in value.awaited(state)
    each = (
        value.pull(state, seat, area)
        + (SUPPLIED if supplied else 0.0)
        + (0.0 if connected else -2.0)
        + 0.15 * value.cover(state, area)
        - CROWD * sum(map(counters.size, friends))
    )
    ground = TAKEN * value.prize(state, seat, area) + (AWAITED if awaited else 0.0)
    each += SHOCK * _joins_shock_group(state, party, area)
    return len(party) * each + ground - PRUDENCE * _guards(state, party, area)


def _joins_shock_group(state: State, party: tuple[Unit, ...], area: AreaId) -> bool:
    """Say whether Soviet armour gathers where a leader is, before bad weather lets it move with him only."""
    return (
        party[0].side == RUSSIAN
        and value.winter_is_near(state)
        and all(map(counters.is_armour, party))
        and any(leader.place == area for leader in counters.leaders(state, RUSSIAN))
    )


# Trains.


def entrain(seen: Seen[State]) -> do.Rail | None:
    """Send by train the unit that gains most by it, farther than it could march."""
    state, seat = seen.state, seen.seat
    if railways.trains_left(state, seat) <= 0:
        return None
    found = []
    for unit in _able(state, seat):
        if railways.is_safe(state, seat, unit.place) and unit.id not in state.by_rail:
            here = post_worth(state, (unit,), unit.place) + _leaves(state, unit)
            found += [
                (gain, do.Rail(unit.id, to))
                for to in _stations(state, unit)
                if (gain := post_worth(state, (unit,), to) - here) > WORTH_RAILING
            ]
    found.sort(key=lambda each: (-each[0], each[1].unit, each[1].to))
    return next((train for _, train in found if legal(seen, train)), None)


def _stations(state: State, unit: Unit) -> list[AreaId]:
    """Return the best areas on the railways of a unit that lie beyond a march and away from the enemy."""
    here, seat = counters.map_of(state), unit.side
    safe = (
        area
        for area in railways.journeys(state, unit)
        if here.distance(unit.place, area) > MARCH
        and railways.is_safe(state, seat, area)
        and counters.may_stand(state, unit, area)
        and counters.room(state, area, seat) >= counters.size(unit)
    )
    return sorted(safe, key=lambda area: (-value.pull(state, seat, area), area))[:STATIONS]


def _clear(seen: Seen[State]) -> do.Action | None:
    """Leave areas where too many stand: whoever can goes, else the weakest is given up."""
    state, seat = seen.state, seen.seat
    for area in counters.crowded(state, seat):
        units = sorted(counters.troops(state, area, seat), key=lambda unit: (value.of_unit(unit), unit.id))
        for unit in units:
            for to in movement.destinations(state, (unit,)):
                move = do.Move((unit.id,), to)
                if counters.room(state, to, seat) >= counters.size(unit) and legal(seen, move):
                    return move
        return do.Lose(units[0].id)
    return None
