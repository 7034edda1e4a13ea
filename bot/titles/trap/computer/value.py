"""What things are worth to a side, in victory points (11.2): units, shots, buildings, and places to stand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.kernel.secret import Seat
from bot.titles.trap.field import fire
from bot.titles.trap.field.battle import counts, variant
from bot.titles.trap.field.fire import aim
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.sight import Line, sight
from bot.titles.trap.field.units import POSITION, at, awake, known, of, other, record, riders
from bot.titles.trap.field.view import FAR, eyesight
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, FACINGS, RUSSIAN, Facing, HexId, Level, Unit

POINTS: Mapping[Seat, float] = {RUSSIAN: 4.0, CHECHEN: 3.0}
"""11.2: what a unit counts for the enemy who eliminates it."""
OFFICER = 2.5
"""A Russian leader counts nothing by himself, but who loses him fights blind: nobody spots for the guns."""
HARM: Mapping[str, float] = {
    "normal": 0.0, "suppressed": 0.12, "pinned": 0.2, "disrupted": 0.4, "inactive": 0.5, "eliminated": 1.0,
}  # fmt: skip
"""Which part of a unit's worth is lost while it is in such order."""
STORMED = 0.2
"""How likely one is lost to an enemy who could storm one's place: one such assault in two or three is tried."""
OVERRUN = 0.5
"""How likely a leader or a sniper is lost who is alone on the ground with enemies near: they just walk in."""
FARTHER = 0.8
"""How much of a building's draw is left one hex away from it."""
BUILDINGS: Mapping[Seat, Mapping[str, float]] = {
    RUSSIAN: {"palace": 12.0, "station": 8.0, "security": 6.0, "parliament": 2.0},
    CHECHEN: {"palace": 12.0, "station": 4.0, "security": 6.0, "parliament": 3.0},
}
"""What the buildings are worth to hold, with what the enemy loses by it."""


def of_unit(state: State, unit: Unit) -> float:
    """Return what a unit is worth, with whoever rides in it."""
    what = known(unit)
    leads = what is not None and what.kind == "leader" and unit.side == RUSSIAN
    own = OFFICER if leads else POINTS[unit.side]
    return own + sum(of_unit(state, rider) for rider in riders(state, unit.id))


def of_ends(state: State, target: Unit, ends: Mapping[Any, Fraction]) -> float:
    """Return what it is worth to shoot at a unit, by the chances of how it ends."""
    before = HARM[target.status]
    harm = sum(float(chance) * max(0.0, HARM[end] - before) for end, chance in ends.items())
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
def _around(state: State, seat: Seat) -> Mapping[HexId, tuple[Unit, ...]]:
    """Return the enemies whom a side can tell by the hexes from which one could see them."""
    found: dict[HexId, list[Unit]] = {}
    for foe in foes(state, seat):
        for hex in ground().near(foe.hex, FAR):
            found.setdefault(hex, []).append(foe)
    return {hex: tuple(units) for hex, units in found.items()}


def foes_near(state: State, seat: Seat, hex: HexId) -> tuple[Unit, ...]:
    """Return the enemies whom a side can tell, as far from a hex as anybody sees."""
    return _around(state, seat).get(hex, ())


def best_shot(state: State, unit: Unit, hex: HexId, level: Level, *, moved: bool) -> Shot:
    """Return the best shot that a unit would have from a place."""
    near = foes_near(state, unit.side, hex)
    if not near:
        return NO_SHOT
    there = replace(unit, hex=hex, level=level, moved=moved)
    best, reach = NO_SHOT, fire.reach(state, there)
    for foe in near:
        if ground().distance(hex, foe.hex) > reach or not is_game(there, foe):
            continue
        line = fire.fire_line(state, there, foe.hex)
        if line.clear:
            value = of_shot(state, there, foe)
            if value > best.value:
                best = Shot(value, foe, _facing(there, foe, line))
    return best


def is_game(unit: Unit, foe: Unit) -> bool:
    """Say whether a unit is a target for another one: leaders are for snipers, and snipers for leaders alone."""
    return (record(unit).kind == "sniper") == (record(foe).kind == "leader")


def of_shot(state: State, unit: Unit, foe: Unit) -> float:
    """Return what one shot of a unit at an enemy is worth."""
    what, whom = record(unit), record(foe)
    hit = fire.hit_chance(what.cf, fire.modifiers(aim(state, unit, foe, unit.id)))
    sniper = what.kind == "sniper"
    done = fire.results(what.heavy, what.kind == "schmel", whom, foe.status, sniper=sniper)
    ends = {end if end == "eliminated" else fire.after(foe.status, end): hit * p for end, p in done.items()}
    return of_ends(state, foe, ends)


def _facing(unit: Unit, foe: Unit, line: Line) -> Facing:
    """Return a facing from which a unit bears on an enemy; as it faces now, if it does."""
    ways = (unit.facing, *FACINGS)
    return next((way for way in ways if fire.can_bear(replace(unit, facing=way), line)), unit.facing)


# Places.


def danger(state: State, unit: Unit, hex: HexId, level: Level) -> float:
    """Return what enemies who see a place could do to a unit there, a few of them at once."""
    there = replace(unit, hex=hex, level=level, shot_at=False)
    survives = 1.0
    for foe in foes_near(state, unit.side, hex):
        near = ground().distance(foe.hex, hex)
        if near <= eyesight(state, foe) and sight().sees(foe.hex, hex, eyesight(state, foe), state.rubble):
            survives *= 1 - _kills(state, foe, there)
        if near <= 1 and _storms(foe, hex, level):
            survives *= 1 - STORMED
    if survives and not record(unit).fights and level == "ground" and not unit.aboard and _alone(state, unit, hex):
        survives *= 1 - OVERRUN * bool(foes_near(state, unit.side, hex))
    return of_unit(state, unit) * (1 - survives)


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
    hit = fire.hit_chance(what.cf, fire.modifiers(aim(state, foe, target, foe.id)))
    done = fire.results(what.heavy, what.kind == "schmel", whom, target.status, sniper=what.kind == "sniper")
    return float(hit * done.get("eliminated", Fraction(0)))


@POSITION.keeps
def draw(state: State, seat: Seat, hex: HexId) -> float:
    """Return how much the buildings that a side lacks or must guard draw it to a hex."""
    far = ground().distance
    return max((price * FARTHER ** far(hex, goal) for goal, price in _goals(state, seat)), default=0.0)


@POSITION.keeps
def _goals(state: State, seat: Seat) -> tuple[tuple[HexId, float], ...]:
    """Return the hexes of the buildings that count, each with what it is worth to a side to have a unit there."""
    found = []
    for key, worth in BUILDINGS[seat].items():
        price = worth / 4 if variant(state) and key in ("station", "security") else worth
        goals = ground().building(key) if counts(state, key) else ()
        found += [(goal, price * wanted(state, seat, goal)) for goal in goals]
    return tuple(found)


def wanted(state: State, seat: Seat, goal: HexId) -> float:
    """Return how much a side wants one more unit in a hex of a building: the first one most."""
    mine = sum(awake(unit) for unit in at(state, goal, seat=seat))
    theirs = bool(at(state, goal, seat=other(seat)))
    if theirs:
        return 1.0
    return 1.0 if not mine else 0.45 if mine < 2 else 0.25
