"""Where units march: together against those whom they can beat, else to better ground, in supply and in cover."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import judge
from bot.kernel.secret import Seat, Seen
from bot.titles.strike import communication, forces, movement, supply, worth
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Redeployment
from bot.titles.strike.model.table import GERMAN, AreaId, Unit
from bot.titles.strike.rules import RULES

WORTH_FIGHTING = 0.8
"""The least that a battle must be worth before units are brought to it."""
ABANDONED = 5.0
"""What it costs to leave a leader or trucks alone among enemies."""
EXPOSED = 2.0
"""What it costs to leave them alone next to enemies."""
TAKEN = 0.5
"""How much more a goal is worth to whoever takes it than to whoever stands beside it."""
AWAITED = 0.3
"""What it is worth to stand where a railhead waits to come."""
WORTH_WALKING = 0.25
"""The least by which new ground must be better than the old."""


def legal(seen: Seen[State], action: do.Action) -> bool:
    """Say whether an action is legal now."""
    return judge(RULES[type(action)], seen, action) is None


def march(seen: Seen[State]) -> do.Action | None:
    """Return the next move: the best assault, then leaders to where they are needed, then better ground."""
    return _gather(seen) or _lead(seen) or _post(seen) or _clear(seen)


def redeploy(seen: Seen[State], step: Redeployment) -> do.Action | None:
    """Bring up units that are far from where they matter."""
    if not step.left:
        return _clear(seen)
    moves = sorted(_posts(seen), key=lambda move: (-move[0], move[1].units))
    for gain, move in moves:
        if gain > 3 * WORTH_WALKING and len(move.units) <= step.left and legal(seen, move):
            return move
    return _clear(seen)


def _able(state: State, seat: Seat) -> list[Unit]:
    """Return the troops that have not moved yet and still can, the strongest first."""
    units = movement.movable(state, forces.of(state, seat))
    fresh = [unit for unit in units if forces.fights(unit) and not unit.trail]
    return sorted(fresh, key=lambda unit: (-forces.strength(unit), unit.id))


# Assaults.


def _gather(seen: Seen[State]) -> do.Move | None:
    """Bring units together where a battle is worth most."""
    state, seat = seen.state, seen.seat
    able = [unit for unit in _able(state, seat) if not movement.needs_leader(state, unit)]
    reached: dict[AreaId, list[Unit]] = {}
    enemies = forces.held(state, forces.other(seat))
    for unit in able:
        for area in movement.destinations(state, (unit,)):
            if area in enemies:
                reached.setdefault(area, []).append(unit)
    best: tuple[float, do.Move | None] = (0.0, None)
    for area, units in reached.items():
        value, group = _assault(state, seat, area, units)
        if group and value > best[0]:
            best = (value, do.Move(tuple(unit.id for unit in group), area))
    move = best[1]
    return move if move is not None and legal(seen, move) else None


def _assault(state: State, seat: Seat, area: AreaId, units: list[Unit]) -> tuple[float, list[Unit]]:
    """Return what it gains to bring some of these units to an area, and which of them."""
    there = forces.troops(state, area, seat)
    room = forces.room(state, area, seat)
    before = max(0.0, _battle_worth(state, seat, area, there)) if there else 0.0
    group: list[Unit] = []
    value = before
    left = list(units)
    while left:
        fits = [unit for unit in left if forces.size(unit) <= room - forces.stacked(group)]
        if not fits:
            break
        tried = [
            (_battle_worth(state, seat, area, (*there, *group, unit)) - _leaves(state, unit), unit)
            for unit in fits
        ]
        gained, unit = max(tried, key=lambda each: (each[0], each[1].id))
        if gained <= value and gained <= before + WORTH_FIGHTING and group:
            break
        group.append(unit)
        left.remove(unit)
        if gained <= value and len(group) > 2:
            group.pop()
            break
        value = max(value, gained)
    final = _battle_worth(state, seat, area, (*there, *group)) - sum(_leaves(state, unit) for unit in group)
    return (final - before, group) if final - before > WORTH_FIGHTING else (0.0, [])


def _battle_worth(state: State, seat: Seat, area: AreaId, units: tuple[Unit, ...]) -> float:
    found = worth.attack_terms(state, seat, area, units)
    if found is None:
        return -1.0
    terms, price = found
    return worth.of_battle(terms, worth.ground_of(state, seat, area)) - worth.POINT * price


def _leaves(state: State, unit: Unit) -> float:
    """Return what is lost when a unit leaves its area: a battle there that others can do without, or a city."""
    seat, area = unit.side, unit.place
    friends = tuple(each for each in forces.troops(state, area, seat) if each.id != unit.id)
    enemies = forces.held(state, forces.other(seat))
    wards = 0 if friends else len(_wards(state, seat, area))
    if area in enemies:
        whole = max(0.0, _battle_worth(state, seat, area, (*friends, unit)))
        rest = max(0.0, _battle_worth(state, seat, area, friends)) if friends else 0.0
        return whole - rest + ABANDONED * wards
    if not enemies.isdisjoint(forces.map_of(state)[area].next):
        return EXPOSED * wards + _unguarded(state, unit, friends)
    return _unguarded(state, unit, friends)


def _unguarded(state: State, unit: Unit, friends: tuple[Unit, ...]) -> float:
    """Return what an area is worth that a unit leaves without enough cover."""
    seat, area = unit.side, unit.place
    goal = worth.goals(state, seat).get(area, 0.0)
    guarded = sum(map(forces.strength, friends)) >= 0.6 * worth.threat(state, seat, area)
    return 0.0 if guarded else 0.5 * goal


def _wards(state: State, seat: Seat, area: AreaId) -> list[Unit]:
    """Return the leaders and trucks in an area, who are lost there without troops."""
    return [unit for unit in forces.at(state, area, seat) if forces.is_kind(unit, "leader", "trucks")]


# Leaders.


def _lead(seen: Seen[State]) -> do.Move | None:
    """Send leaders to where most troops of theirs are in contact and out of command."""
    state, seat = seen.state, seen.seat
    taken: set[AreaId] = set()
    for leader in forces.leaders(state, seat):
        if leader.trail or not movement.left(state, leader):
            taken |= {leader.place, *forces.map_of(state)[leader.place].next}
            continue
        goal = _best_post(state, leader, taken)
        taken |= {goal, *forces.map_of(state)[goal].next}
        if goal != leader.place:
            move = do.Move((leader.id,), goal)
            if legal(seen, move):
                return move
    return None


def _best_post(state: State, leader: Unit, taken: set[AreaId]) -> AreaId:
    def good(area: AreaId) -> tuple[float, str]:
        seat = leader.side
        friends = forces.troops(state, area, seat)
        enemies = area in forces.held(state, forces.other(seat))
        near = () if enemies else forces.map_of(state)[area].next
        commanded = sum(
            sum(map(forces.strength, forces.troops(state, each, seat)))
            for each in (area, *near)
            if each in forces.shared(state) and each not in taken
        )
        safe = 0.0 if friends else -3.0
        fragile = -2.0 if friends and sum(map(forces.steps, friends)) < 3 and enemies else 0.0
        return commanded + safe + fragile + 0.2 * worth.pull(state, seat, area), area

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
    for unit in _able(state, seat):
        party: tuple[Unit, ...] = (unit,)
        if movement.needs_leader(state, unit):
            leader = next((each for each in forces.leaders(state, seat) if each.place == unit.place), None)
            if leader is None or leader.trail:
                continue
            led = [each for each in _able(state, seat) if each.place == unit.place]
            party = (leader, *(each for each in led if movement.needs_leader(state, each)))
        here = post_worth(state, unit, unit.place) + _leaves(state, unit)
        enemies = forces.held(state, forces.other(seat))
        for area in movement.destinations(state, party, escorted=True):
            if area in enemies or forces.stacked(party) > forces.room(state, area, seat):
                continue
            gain = post_worth(state, unit, area) - here
            if gain > WORTH_WALKING:
                yield gain, do.Move(tuple(each.id for each in party), area)


def post_worth(state: State, unit: Unit, area: AreaId) -> float:
    """Return how good an area is for a unit to stand in at the end of its move."""
    seat = unit.side
    friends = [each for each in forces.troops(state, area, seat) if each.id != unit.id]
    strength = forces.strength(unit) + sum(map(forces.strength, friends))
    threat = worth.threat(state, seat, area)
    danger = max(0.0, threat - strength * (1 + 0.3 * worth.cover(state, area)))
    supplied = supply.source(state, seat, area) is not None
    connected = communication.has_line(state, unit, area)
    crowd = sum(map(forces.size, friends))
    awaited = seat == GERMAN and not friends and forces.is_infantry(unit)
    return (
        worth.pull(state, seat, area)
        + TAKEN * worth.prize(state, seat, area)
        + (AWAITED if awaited and area in worth.awaited(state) else 0.0)
        + (0.4 if supplied else -0.6)
        + (0.0 if connected else -2.0)
        + 0.15 * worth.cover(state, area)
        - 0.12 * danger
        - 0.18 * crowd
    )


def _clear(seen: Seen[State]) -> do.Action | None:
    """Leave areas where too many stand: whoever can goes, else the weakest is given up."""
    state, seat = seen.state, seen.seat
    for area in forces.crowded(state, seat):
        units = sorted(forces.troops(state, area, seat), key=lambda unit: (worth.of_unit(unit), unit.id))
        for unit in units:
            for to in movement.destinations(state, (unit,)):
                move = do.Move((unit.id,), to)
                if forces.room(state, to, seat) >= forces.size(unit) and legal(seen, move):
                    return move
        return do.Lose(units[0].id)
    return None
