"""Values for a side in victory points (11.2): units, shots, buildings and places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.kernel.secret import Seat
from bot.titles.trap.field import fire
from bot.titles.trap.field.battle import counts, night, scenario, variant
from bot.titles.trap.field.fire import aim, modifiers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import after, hit_chance, results
from bot.titles.trap.field.points import lead
from bot.titles.trap.field.sight import Line
from bot.titles.trap.field.units import (
    POSITION,
    at,
    awake,
    known,
    leaders,
    of,
    other,
    record,
    riders,
    vehicle_stands,
)
from bot.titles.trap.field.view import FAR, by_day, eyesight, firing_range, view
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ARTILLERY, CHECHEN, FACINGS, RUSSIAN, Facing, HexId, Level, Status, Unit
from bot.titles.trap.printed.units import CounterRecord

POINTS: Mapping[Seat, float] = {RUSSIAN: 4.0, CHECHEN: 3.0}
"""11.2: points for eliminating a unit of each side."""
OFFICER = 5.0
"""A Russian leader scores nothing, but without one the guns have no spotter."""
HARM: Mapping[str, float] = {
    "normal": 0.0, "suppressed": 0.12, "pinned": 0.2, "disrupted": 0.4, "inactive": 0.5, "eliminated": 1.0,
}  # fmt: skip
"""Which part of a unit's worth is lost while it is in such order."""
STORMED, SURELY = 0.2, 0.6
"""The chance to lose a unit to a possible assault, and its limit."""
OVERRUN = 0.5
"""The chance to lose a lone leader or sniper on the ground near enemies."""
AVERAGE, CHOSEN = 4.5, 1.2
"""Units that a Chechen marker activates (4.3.2), and the weight of a target."""
SHUTS_IN = 0.8
"""The value of destroying a vehicle at an end of a column: its wreck may block it."""
ALONE = 1.2
"""The cost of a street to a vehicle without infantry, if enemies may come behind."""
LURKS = 3
"""How near the enemy is for that."""
SHELLED = 0.4
"""The cost of a Chechen place in a leader's sight, without a Russian nearby (6.5)."""
SPOILS = 0.6
"""The cost of a Russian move beside Chechens that a leader has in sight."""
SHUTS_OFF = 12.0
"""The value of reaching a landmark first, if that ends Chechen reinforcements."""
HURRY, PATIENCE = 3, 0.6
"""The turns before the end in which Russians hurry, and their pace before."""
FARTHER = 0.8
"""How much of a building's draw is left one hex away from it."""
BUILDINGS: Mapping[Seat, Mapping[str, float]] = {
    RUSSIAN: {"palace": 14.0, "station": 8.0, "security": 7.0, "parliament": 4.0},
    CHECHEN: {"palace": 12.0, "station": 4.0, "security": 6.0, "parliament": 3.0},
}
"""The value of holding each building, with the enemy's loss."""


def of_unit(state: State, unit: Unit) -> float:
    """Return the value of a unit with its passengers."""
    what = known(unit)
    leads = what is not None and what.kind == "leader" and unit.side == RUSSIAN
    own = OFFICER if leads else POINTS[unit.side]
    return own + sum(of_unit(state, rider) for rider in riders(state, unit.id))


def of_ends(state: State, target: Unit, ends: Mapping[Any, float]) -> float:
    """Return the value of a shot at a unit, from the chances of its results."""
    before = HARM[target.status]
    harm = sum(chance * max(0.0, HARM[end] - before) for end, chance in ends.items())
    return of_unit(state, target) * harm


# Shots.


class Shot(NamedTuple):
    """The best shot from a place: its value, its target and the facing it needs."""

    value: float
    target: Unit | None
    facing: Facing | None


NO_SHOT = Shot(0.0, None, None)


@POSITION.keeps
def foes(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Return the known enemies of a side on the map that are not passengers."""
    return tuple(unit for unit in of(state, other(seat)) if unit.counter.known and not unit.aboard)


@POSITION.keeps
def foes_near(state: State, seat: Seat, hex: HexId) -> tuple[Unit, ...]:
    """Return the enemies whom a side can tell, as far from a hex as anybody sees."""
    near = ground().near(hex, FAR)
    return tuple(foe for foe in foes(state, seat) if foe.hex in near)


@POSITION.keeps
def around_foes(state: State, seat: Seat) -> frozenset[HexId]:
    """Return the hexes near which there are enemies whom a side can tell."""
    return frozenset(hex for foe in foes(state, seat) for hex in ground().near(foe.hex, FAR))


def best_shot(state: State, unit: Unit, hex: HexId, level: Level, *, moved: bool) -> Shot:
    """Return the best shot that a unit would have from a place."""
    if hex not in around_foes(state, unit.side):
        return NO_SHOT
    near = foes_near(state, unit.side, hex)
    there = replace(unit, hex=hex, level=level, moved=moved)
    best, reach = NO_SHOT, firing_range(state, there)
    seen = view(state, hex, reach)
    for foe in near:
        if foe.hex in seen and is_game(there, foe):
            value = of_shot(state, there, foe)
            if value > best.value:
                best = Shot(value, foe, _facing(there, foe, fire.fire_line(state, there, foe.hex)))
    return best


def is_game(unit: Unit, foe: Unit) -> bool:
    """Return whether a unit may target another; snipers target leaders, and only them."""
    return (record(unit).kind == "sniper") == (record(foe).kind == "leader")


def of_shot(state: State, unit: Unit, foe: Unit) -> float:
    """Return the value of a unit's shot at an enemy."""
    what, whom = record(unit), record(foe)
    hit = float(hit_chance(what.cf, modifiers(aim(state, unit, foe, unit.id))))
    ends = {end: hit * chance for end, chance in hit_ends(what, whom, foe.status).items()}
    shuts = SHUTS_IN * ends.get("eliminated", 0.0) if ends_column(state, foe) else 0.0
    return of_ends(state, foe, ends) + shuts


@cache
def hit_ends(what: CounterRecord, whom: CounterRecord, status: Status) -> Mapping[str, float]:
    """Return how a unit ends that is hit, and how likely."""
    done = results(what.heavy, what.kind == "schmel", whom, status, sniper=what.kind == "sniper")
    return {end if end == "eliminated" else after(status, end): float(p) for end, p in done.items()}


def ends_column(state: State, foe: Unit) -> bool:
    """Return whether a Russian vehicle ends a column that its wreck may block."""
    if foe.side != RUSSIAN or not record(foe).vehicle or ground().terrain[foe.hex] == "clear":
        return False
    beside = [hex for hex in ground().road_next(foe.hex) if vehicle_stands(state, hex, foe.side)]
    return len(beside) == 1


def _facing(unit: Unit, foe: Unit, line: Line) -> Facing:
    """Return a facing from which a unit bears on an enemy; its present one if it does."""
    ways = (unit.facing, *FACINGS)
    return next((way for way in ways if fire.can_bear(replace(unit, facing=way), line)), unit.facing)


# Places.


def danger(state: State, unit: Unit, hex: HexId, level: Level) -> float:
    """Return the expected loss of a unit in a place to the enemies that see it.

    At night the view is that of the next morning.
    """
    there = replace(unit, hex=hex, level=level, shot_at=False)
    survives, acts = 1.0, _acting(state, other(unit.side))
    for foe in _menaces(state, unit.side).get(hex, ()):
        if hex in view(state, foe.hex, by_day(foe)):
            survives *= 1 - acts * _kills(state, foe, there)
        if ground().distance(foe.hex, hex) <= 1 and _storms(foe, hex, level):
            survives *= 1 - acts * min(SURELY, STORMED * _crowd(state, unit, hex, level))
    if survives and not record(unit).fights and level == "ground" and not unit.aboard and _alone(state, unit, hex):
        survives *= 1 - OVERRUN * bool(foes_near(state, unit.side, hex))
    return of_unit(state, unit) * (1 - survives)


@POSITION.keeps
def _menaces(state: State, seat: Seat) -> Mapping[HexId, Sequence[Unit]]:
    """Return the known enemies by the hexes that they see by day, or are beside."""
    found: dict[HexId, list[Unit]] = {}
    for foe in foes(state, seat):
        for hex in view(state, foe.hex, by_day(foe)) | ground().near(foe.hex, 1):
            found.setdefault(hex, []).append(foe)
    return found


@POSITION.keeps
def _acting(state: State, seat: Seat) -> float:
    """Return the chance that a unit of a side acts in a turn.

    Few of many Chechens act; those with a target act first.
    """
    if seat == RUSSIAN:
        return 1.0
    theirs = scenario(state).chechen
    markers = theirs.markers + sum(turn <= state.turn for turn in theirs.more)
    return min(1.0, CHOSEN * AVERAGE * markers / max(1, len(foes(state, RUSSIAN))))


def _crowd(state: State, unit: Unit, hex: HexId, level: Level) -> int:
    """Count the units that an assault on a place would destroy."""
    return 1 + sum(each.id != unit.id and not each.aboard for each in at(state, hex, level, unit.side))


def _alone(state: State, unit: Unit, hex: HexId) -> bool:
    """Return whether no fighting unit of its side is with a unit on the ground."""
    with_it = at(state, hex, "ground", unit.side)
    return not any(record(each).fights for each in with_it if each.id != unit.id and each.counter.known)


def _storms(foe: Unit, hex: HexId, level: Level) -> bool:
    """Return whether an enemy could storm a place from beside it or its other level."""
    if foe.status != "normal" or not record(foe).fights:
        return False
    return foe.level != level if foe.hex == hex else foe.level == level == "ground"


def _kills(state: State, foe: Unit, target: Unit) -> float:
    """Return the approximate chance that an enemy kills a unit in its new place."""
    what, whom = record(foe), record(target)
    if not is_game(foe, target):
        return 0.0
    hit = hit_chance(what.cf, modifiers(aim(state, foe, target, foe.id)))
    return float(hit) * hit_ends(what, whom, target.status).get("eliminated", 0.0)


def unescorted(state: State, unit: Unit, hex: HexId) -> float:
    """Return the cost for a vehicle in a street near enemies without infantry."""
    if not record(unit).vehicle or ground().terrain[hex] == "clear" or riders(state, unit.id):
        return 0.0
    if all(ground().distance(foe.hex, hex) > LURKS for foe in foes_near(state, unit.side, hex)):
        return 0.0
    around = (each for near in ground().near(hex, 1) for each in at(state, near, seat=unit.side))
    return 0.0 if any(_escorts(each) for each in around if not each.aboard) else ALONE


def _escorts(unit: Unit) -> bool:
    what = known(unit)
    return what is not None and what.foot and what.fights


@POSITION.keeps
def open_to_guns(state: State, keeps: int = 1) -> frozenset[HexId]:
    """Return the Chechen hexes at this distance from Russians (6.5, 8.3)."""
    return frozenset(foe.hex for foe in foes(state, RUSSIAN)) - _too_near(state, keeps)


@POSITION.keeps
def _too_near(state: State, keeps: int) -> frozenset[HexId]:
    """Return the hexes too near to Russians for guns that need this distance."""
    return frozenset(hex for unit in of(state, RUSSIAN) for hex in ground().near(unit.hex, keeps))


def _spotted(state: State, *, moved: bool) -> frozenset[HexId]:
    """Return the hexes that Russian leaders see; leaders that moved count if `moved`."""
    found = leaders(state, RUSSIAN)
    eyes = [view(state, unit.hex, eyesight(state, unit)) for unit in found if moved or not unit.moved]
    return frozenset[HexId]().union(*eyes)


@POSITION.keeps
def targets(state: State) -> frozenset[HexId]:
    """Return the hexes that guns could hit: seen by a leader, with no Russian near."""
    if ARTILLERY not in state.cup or night(state):
        return frozenset()
    return _spotted(state, moved=False) - _too_near(state, 1)


def shelled(state: State, unit: Unit, hex: HexId) -> float:
    """Return the cost of a Chechen place that guns could hit.

    Chechens stay near Russians for that reason.
    """
    return SHELLED * (unit.side == CHECHEN and hex in targets(state))


def spoils(state: State, unit: Unit, hex: HexId) -> float:
    """Return the cost of a Russian move beside Chechens that the guns could hit (6.5)."""
    return SPOILS * (unit.side == RUSSIAN and not _watched(state).isdisjoint(ground().neighbours(hex)))


@POSITION.keeps
def _watched(state: State) -> frozenset[HexId]:
    """Return the Chechen hexes that a leader sees and no Russian is beside."""
    return open_to_guns(state) & _spotted(state, moved=True)


def lost(state: State, seat: Seat) -> float:
    """Return the points a side lacks in the last turn; 0 before it and for the leader."""
    if state.turn < scenario(state).turns[1]:
        return 0.0
    ahead = lead(state) / 2 - scenario(state).margin
    return max(0.0, -ahead if seat == RUSSIAN else ahead + 0.5)


def draw(state: State, seat: Seat, hex: HexId) -> float:
    """Return how much the buildings that a side lacks or must guard draw it to a hex."""
    return _draws(state, seat)[hex]


@POSITION.keeps
def _draws(state: State, seat: Seat) -> Draws:
    return _drawn(_goals(state, seat))


class Draws(dict[HexId, float]):
    """How much some buildings draw to each hex that has been asked about."""

    def __init__(self, goals: tuple[tuple[HexId, float], ...]) -> None:
        self.goals = goals

    def __missing__(self, hex: HexId) -> float:
        far = ground().distance
        found = max((price * FARTHER ** far(hex, goal) for goal, price in self.goals), default=0.0)
        self[hex] = found
        return found


_drawn = lru_cache(maxsize=64)(Draws)
"""The draws of some goals, which stay the same for many moves."""


def at_building(state: State, seat: Seat, hex: HexId) -> bool:
    """Say whether a building that counts is here or next door."""
    return hex in _at_buildings(state, seat)


@POSITION.keeps
def _at_buildings(state: State, seat: Seat) -> frozenset[HexId]:
    """Return the hexes of the buildings that count, and those beside them."""
    return frozenset(hex for goal, _ in _goals(state, seat) for hex in ground().near(goal, 1))


@POSITION.keeps
def _goals(state: State, seat: Seat) -> tuple[tuple[HexId, float], ...]:
    """Return the hexes of scoring buildings, each with the value of a unit there."""
    found = []
    for key, worth in BUILDINGS[seat].items():
        price = worth / 4 if variant(state) and key == "station" else worth
        goals = ground().building(key) if counts(state, key) else ()
        found += [(goal, price * urgency(state, seat) * wanted(state, seat, goal)) for goal in goals]
    if seat == RUSSIAN:
        found += [(hex, SHUTS_OFF * wanted(state, seat, hex)) for hex in unguarded(state)]
    return tuple(found)


@POSITION.keeps
def unguarded(state: State) -> tuple[HexId, ...]:
    """Return the landmarks without Chechens while a Russian could end their arrivals."""
    theirs = scenario(state).chechen
    comes = theirs.draws is not None and state.turn <= theirs.draws.turns[1] and state.reinforces
    if not theirs.until_landmark or not comes:
        return ()
    return tuple(hex for hex in ground().landmark_of if not at(state, hex, seat=CHECHEN))


def urgency(state: State, seat: Seat) -> float:
    """Return a side's urgency for buildings, which score at the end of the game."""
    left = scenario(state).turns[1] - state.turn - HURRY
    return max(PATIENCE, 1 - 0.1 * left) if seat == RUSSIAN and left > 0 else 1.0


def wanted(state: State, seat: Seat, goal: HexId) -> float:
    """Return the demand for another unit in a building hex: the first is worth most."""
    there = at(state, goal, seat=seat)
    mine = sum(awake(unit) and ((what := known(unit)) is None or what.fights) for unit in there)
    theirs = bool(at(state, goal, seat=other(seat)))
    if theirs:
        return 1.0
    return 1.0 if not mine else 0.45 if mine < 2 else 0.25
