"""What things are worth to a side, in victory points (11.2): units, shots, buildings, and places to stand."""

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
"""11.2: what a unit counts for the enemy who eliminates it."""
OFFICER = 5.0
"""A Russian leader counts nothing by himself, but who loses him fights blind: nobody spots for the guns."""
HARM: Mapping[str, float] = {
    "normal": 0.0, "suppressed": 0.12, "pinned": 0.2, "disrupted": 0.4, "inactive": 0.5, "eliminated": 1.0,
}  # fmt: skip
"""Which part of a unit's worth is lost while it is in such order."""
STORMED, SURELY = 0.2, 0.6
"""How likely one is lost to an enemy who could storm one's place: one such assault in two or three is tried."""
OVERRUN = 0.5
"""How likely a leader or a sniper is lost who is alone on the ground with enemies near: they just walk in."""
AVERAGE, CHOSEN = 4.5, 1.2
"""How many Chechens a marker activates (4.3.2); and that those act who have somebody to fire at."""
SHUTS_IN = 0.8
"""What it is worth to destroy a vehicle at either end of a column: its wreck may shut the others in."""
ALONE = 1.2
"""What it costs a vehicle to stand in a street without its infantry, where the enemy may come to its rear."""
LURKS = 3
"""How near the enemy is for that."""
SHELLED = 0.4
"""What it costs Chechens to stand where a leader sees them and no Russian is too near for the guns (6.5)."""
SPOILS = 0.6
"""What it costs a Russian to come beside Chechens whom a leader has in sight for the guns."""
SHUTS_OFF = 12.0
"""What it is worth to the Russians to come to a landmark first, where that ends the Chechen reinforcements."""
HURRY, PATIENCE = 3, 0.6
"""How many turns before the end the Russians go for the buildings, and how much before that."""
FARTHER = 0.8
"""How much of a building's draw is left one hex away from it."""
BUILDINGS: Mapping[Seat, Mapping[str, float]] = {
    RUSSIAN: {"palace": 14.0, "station": 8.0, "security": 7.0, "parliament": 4.0},
    CHECHEN: {"palace": 12.0, "station": 4.0, "security": 6.0, "parliament": 3.0},
}
"""What the buildings are worth to hold, with what the enemy loses by it."""


def of_unit(state: State, unit: Unit) -> float:
    """Return what a unit is worth, with whoever rides in it."""
    what = known(unit)
    leads = what is not None and what.kind == "leader" and unit.side == RUSSIAN
    own = OFFICER if leads else POINTS[unit.side]
    return own + sum(of_unit(state, rider) for rider in riders(state, unit.id))


def of_ends(state: State, target: Unit, ends: Mapping[Any, float]) -> float:
    """Return what it is worth to shoot at a unit, by the chances of how it ends."""
    before = HARM[target.status]
    harm = sum(chance * max(0.0, HARM[end] - before) for end, chance in ends.items())
    return of_unit(state, target) * harm


# Shots.


class Shot(NamedTuple):
    """The best shot from a place: what it is worth, at whom, and which way one must face for it."""

    value: float
    target: Unit | None
    facing: Facing | None


NO_SHOT = Shot(0.0, None, None)


@POSITION.keeps
def foes(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Return the enemies of a side on the map whom it can tell, and who do not ride."""
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
    """Say whether a unit is a target for another one: leaders are for snipers, and snipers for leaders alone."""
    return (record(unit).kind == "sniper") == (record(foe).kind == "leader")


def of_shot(state: State, unit: Unit, foe: Unit) -> float:
    """Return what one shot of a unit at an enemy is worth."""
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
    """Say whether a Russian vehicle is the first or last of a column in a street, which its wreck may block."""
    if foe.side != RUSSIAN or not record(foe).vehicle or ground().terrain[foe.hex] == "clear":
        return False
    beside = [hex for hex in ground().road_next(foe.hex) if vehicle_stands(state, hex, foe.side)]
    return len(beside) == 1


def _facing(unit: Unit, foe: Unit, line: Line) -> Facing:
    """Return a facing from which a unit bears on an enemy; as it faces now, if it does."""
    ways = (unit.facing, *FACINGS)
    return next((way for way in ways if fire.can_bear(replace(unit, facing=way), line)), unit.facing)


# Places.


def danger(state: State, unit: Unit, hex: HexId, level: Level) -> float:
    """Return what enemies who see a place could do to a unit there, a few of them at once.

    Who goes somewhere by night is seen there in the morning.
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
    """Return the enemies whom a side can tell by the hexes that they see by day, or stand beside."""
    found: dict[HexId, list[Unit]] = {}
    for foe in foes(state, seat):
        for hex in view(state, foe.hex, by_day(foe)) | ground().near(foe.hex, 1):
            found.setdefault(hex, []).append(foe)
    return found


@POSITION.keeps
def _acting(state: State, seat: Seat) -> float:
    """Return how likely a unit of a side acts in a turn: of many Chechens few do, those with a target first."""
    if seat == RUSSIAN:
        return 1.0
    theirs = scenario(state).chechen
    markers = theirs.markers + sum(turn <= state.turn for turn in theirs.more)
    return min(1.0, CHOSEN * AVERAGE * markers / max(1, len(foes(state, RUSSIAN))))


def _crowd(state: State, unit: Unit, hex: HexId, level: Level) -> int:
    """Count those who would be lost together, if a place were stormed: the more, the better for the enemy."""
    return 1 + sum(each.id != unit.id and not each.aboard for each in at(state, hex, level, unit.side))


def _alone(state: State, unit: Unit, hex: HexId) -> bool:
    """Say whether nobody of a unit's side who fights would be with it on the ground."""
    with_it = at(state, hex, "ground", unit.side)
    return not any(record(each).fights for each in with_it if each.id != unit.id and each.counter.known)


def _storms(foe: Unit, hex: HexId, level: Level) -> bool:
    """Say whether an enemy close by could storm a place: from beside it on the ground, or from the other level."""
    if foe.status != "normal" or not record(foe).fights:
        return False
    return foe.level != level if foe.hex == hex else foe.level == level == "ground"


def _kills(state: State, foe: Unit, target: Unit) -> float:
    """Return about how likely an enemy kills a unit where it would stand."""
    what, whom = record(foe), record(target)
    if not is_game(foe, target):
        return 0.0
    hit = hit_chance(what.cf, modifiers(aim(state, foe, target, foe.id)))
    return float(hit) * hit_ends(what, whom, target.status).get("eliminated", 0.0)


def unescorted(state: State, unit: Unit, hex: HexId) -> float:
    """Return what it costs a vehicle to be in a street among enemies with nobody on foot to look after it."""
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
    """Return the hexes of Chechens at which guns may fire that keep so far from Russians: 1, or 2 (6.5, 8.3)."""
    return frozenset(foe.hex for foe in foes(state, RUSSIAN)) - _too_near(state, keeps)


@POSITION.keeps
def _too_near(state: State, keeps: int) -> frozenset[HexId]:
    """Return the hexes that lie too near to Russians for guns that keep so far from them."""
    return frozenset(hex for unit in of(state, RUSSIAN) for hex in ground().near(unit.hex, keeps))


def _spotted(state: State, *, moved: bool) -> frozenset[HexId]:
    """Return the hexes that Russian leaders see; those who have moved count where that is said."""
    found = leaders(state, RUSSIAN)
    eyes = [view(state, unit.hex, eyesight(state, unit)) for unit in found if moved or not unit.moved]
    return frozenset[HexId]().union(*eyes)


@POSITION.keeps
def targets(state: State) -> frozenset[HexId]:
    """Return the hexes at which the guns could fire: a leader sees them, and no Russian stands beside them."""
    if ARTILLERY not in state.cup or night(state):
        return frozenset()
    return _spotted(state, moved=False) - _too_near(state, 1)


def shelled(state: State, unit: Unit, hex: HexId) -> float:
    """Return what it costs Chechens to be where the guns could fire at them: they cling to the enemy."""
    return SHELLED * (unit.side == CHECHEN and hex in targets(state))


def spoils(state: State, unit: Unit, hex: HexId) -> float:
    """Return what it costs a Russian to come beside Chechens at whom the guns could fire otherwise (6.5)."""
    return SPOILS * (unit.side == RUSSIAN and not _watched(state).isdisjoint(ground().neighbours(hex)))


@POSITION.keeps
def _watched(state: State) -> frozenset[HexId]:
    """Return the hexes of Chechens whom a Russian leader sees, and beside whom no Russian stands."""
    return open_to_guns(state) & _spotted(state, moved=True)


def lost(state: State, seat: Seat) -> float:
    """Return how many points a side lacks in the last turn, as the game stands; 0 before it, and for who leads."""
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
    """Return the hexes of the buildings that count, each with what it is worth to a side to have a unit there."""
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
    """Return the landmarks without Chechens while these still come: a Russian who takes one ends that (10.3.2)."""
    theirs = scenario(state).chechen
    comes = theirs.draws is not None and state.turn <= theirs.draws.turns[1] and state.reinforces
    if not theirs.until_landmark or not comes:
        return ()
    return tuple(hex for hex in ground().landmark_of if not at(state, hex, seat=CHECHEN))


def urgency(state: State, seat: Seat) -> float:
    """Return how much a side hurries to the buildings: they count at the end, and Russians have days before it."""
    left = scenario(state).turns[1] - state.turn - HURRY
    return max(PATIENCE, 1 - 0.1 * left) if seat == RUSSIAN and left > 0 else 1.0


def wanted(state: State, seat: Seat, goal: HexId) -> float:
    """Return how much a side wants one more unit in a hex of a building: the first one most."""
    there = at(state, goal, seat=seat)
    mine = sum(awake(unit) and ((what := known(unit)) is None or what.fights) for unit in there)
    theirs = bool(at(state, goal, seat=other(seat)))
    if theirs:
        return 1.0
    return 1.0 if not mine else 0.45 if mine < 2 else 0.25
