"""The weapons of a unit against a target: figures or gun, dice and range."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal

from msgspec import Struct

from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat
from bot.kit.odds import face
from bot.titles.tide.field import board, munitions, units
from bot.titles.tide.field.attack import BANDS, hit_face
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Band, Figure, HexId, Speciality, Squad, Vehicle
from bot.titles.tide.printed.effects import TankAce
from bot.titles.tide.printed.records import FigureRecord, VehicleRecord, Weapon
from bot.titles.tide.printed.tables import figure

ANTI_TANK = 3
"""The least range of an anti-tank squad, and its extra firepower (TOI-2.4e).

Both count against vehicles.
"""


CONCUSSIVE = 3
"""The range and firepower that a concussive weapon adds against walls.

It counts against squads in buildings and pillboxes (TOI-3.2b, FB-equip-14).
"""


class Arms(Struct, frozen=True):
    """A unit's part in an attack: figures, firepower before halving, and range band."""

    figures: tuple[Figure, ...]
    firepower: int
    band: Band
    modifiers: tuple[Modifier, ...]
    reach: Band | Literal[""] = ""
    """The true range, if a round hits as if at another range."""


@case("TOI-5.1a")
def band_at(distance: int, reach: int, higher: int = 0, style: str = "doubled") -> Band | None:
    """Return the range band of a distance for a weapon, or `None` if out of range.

    Close is adjacent, or the same hex while a tank overruns it; long is up to twice the range. An option of the
    scenario decides whether the bonus for height is doubled too.
    """
    if distance > 2 * reach + higher * (2 if style == "doubled" else 1):
        return None
    if distance <= 1:
        return "close"
    return "normal" if distance <= reach + higher else "long"


def _style(state: State) -> str:
    return state.options.get("height", "doubled")


@case("TOI-2.2a", "TOI-2.2b", "TOI-2.4e", "TOI-2.1a")
@lru_cache(maxsize=1 << 16)
def _best(
    kinds: tuple[Figure, ...],
    squad: tuple[Figure, ...],
    special: Speciality,
    seat: Seat,
    armoured: bool,
    distance: int,
    higher: int,
    allowed: tuple[Band, ...],
    all_of_them: bool,
    style: str,
    least: Band = "close",
) -> tuple[tuple[Figure, ...], Band] | None:
    """Return the figures that fire best: most expected hits, then most dice.

    The range of a squad is the shortest range of the figures that take part; its firepower is their sum. `least`
    is the range band that other units impose.
    """
    best: tuple[Fraction, int, int, tuple[Figure, ...], Band] | None = None
    for size in range(len(kinds) if all_of_them else 1, len(kinds) + 1):
        for some in combinations(kinds, size):
            weapons = [(weapon(figure(kind, seat), armoured=armoured), squad.count(kind)) for kind in some]
            reach = min(weapon[0] for weapon, _ in weapons)
            power = sum(weapon[1] * n for weapon, n in weapons)
            if armoured and special == "anti-tank":
                reach, power = max(reach, ANTI_TANK), power + ANTI_TANK
            band = band_at(distance, reach, higher, style)
            if band is None or band not in allowed or not power:
                continue
            worth = (power * face(hit_face(max(band, least, key=BANDS.index))), power, size, some, band)
            if best is None or worth[:3] > best[:3]:
                best = worth
    return best[3:] if best else None


def farthest(unit: AnyUnit, *, armoured: bool) -> int:
    """Return the longest normal range of a unit's weapons, with all possible bonuses."""
    if isinstance(unit, Vehicle):
        reach, _ = weapon(units.kind(unit), armoured=armoured)
        return reach + CONCUSSIVE if units.able(unit, "concussive") else reach
    reach = _farthest(units.figures(unit), unit.side, armoured)
    return max(reach, ANTI_TANK) if units.is_special(unit, "anti-tank") else reach


@cache
def _farthest(figures: tuple[Figure, ...], seat: Seat, armoured: bool) -> int:
    """Return the longest range of the figures, in hexes.

    Mortars are left out, because they fire at hexes.
    """
    records = (figure(kind, seat) for kind in set(figures) - {"mortar"})
    return max((weapon(record, armoured=armoured)[0] for record in records), default=0)


def weapon(record: FigureRecord | VehicleRecord, *, armoured: bool) -> Weapon:
    """Return the range and firepower of a figure or a vehicle, against armour or not."""
    return record.vehicles if armoured else record.infantry


@case("TOI-5.1b", "FB-hill-6")
def higher(state: State, shooter: HexId, target: HexId) -> int:
    """Return the range that a higher position adds."""
    here = board.map_of(state)
    return int(here[shooter].level > here[target].level)


@case("TOI-2.3j", "TOI-2.3h")
def arms(
    state: State,
    unit: AnyUnit,
    target: AnyUnit,
    using: Sequence[Figure] = (),
    allowed: tuple[Band, ...] = BANDS,
    least: Band = "close",
) -> Arms | Wrong:
    """Return a unit's weapons against an enemy unit, or why it has none.

    Mortars fire at hexes, never at units. In a combined attack `least` is the worst range band of all units,
    because all fire at it.
    """
    armoured = isinstance(target, Vehicle)
    distance = board.map_of(state).distance(unit.hex, target.hex)
    up = higher(state, unit.hex, target.hex)
    if isinstance(unit, Vehicle):
        if using:
            return Wrong("a vehicle has no figures", "leave `using` out", "TOI-2.2a")
        return _gun(state, unit, target, distance, up, allowed)
    squad = units.figures(unit)
    present = tuple(dict.fromkeys(kind for kind in squad if kind != "mortar"))
    kinds = tuple(kind for kind in present if not using or kind in using)
    if squad and (not present or ("mortar" in using and "mortar" in squad)):
        return Wrong("a mortar fires at a hex, not at a unit", "name the hex as the target", "TOI-2.3h")
    if missing := [kind for kind in using if kind not in present]:
        noun = "MG" if missing[0] == "mg" else missing[0]
        return Wrong(f"the squad has no {noun}", "leave `using` out for the best choice", "TOI-2.2a")
    special = units.known_base(unit).special
    style = _style(state)
    best = _best(kinds, squad, special, unit.side, armoured, distance, up, allowed, bool(using), style, least)
    if best is None:
        return _out_of_reach(distance, allowed)
    some, band = best
    parts = [_figures_part(kind, squad.count(kind), unit.side, armoured) for kind in some]
    if armoured and special == "anti-tank":
        parts.append(Modifier("TOI-2.4e", "anti-tank squad", ANTI_TANK))
    parts += _extra(state, unit, distance)
    return Arms(some, sum(part.n for part in parts), band, tuple(parts))


def _figures_part(kind: Figure, count: int, seat: Seat, armoured: bool) -> Modifier:
    record = figure(kind, seat)
    _, power = weapon(record, armoured=armoured)
    return Modifier("TOI-2.2a", f"{count} × {record.name.lower()}", count * power)


@case("TOI-2.4d", "TOI-10.3c")
def _extra(state: State, unit: AnyUnit, distance: int) -> list[Modifier]:
    parts = []
    if distance <= 1 and units.is_special(unit, "flamethrower"):
        parts.append(Modifier("TOI-2.4d", "flamethrower", 2))
    parts += units.boon_modifiers(state, "firepower", unit)
    return parts


@case("FB-munition-4", "FB-munition-9")
def _gun(
    state: State, unit: Vehicle, target: AnyUnit, distance: int, up: int, allowed: tuple[Band, ...]
) -> Arms | Wrong:
    if munitions.loaded(state, unit) == "smoke":
        return Wrong("a smoke round is loaded", "name a hex as the target", "FB-munition-9")
    walls = isinstance(target, Squad) and _behind_walls(state, target)
    return _shell(state, unit, isinstance(target, Vehicle), walls, distance, up, allowed)


@case("FB-munition-9")
def gun_at_hex(state: State, unit: AnyUnit, hex: HexId, allowed: tuple[Band, ...]) -> Arms | Wrong:
    """Return a vehicle's weapon against a hex, as if against a vehicle there."""
    if not isinstance(unit, Vehicle):
        return Wrong("a squad fires no smoke rounds", "choose a vehicle or a gun", "FB-munition-9")
    distance = board.map_of(state).distance(unit.hex, hex)
    return _shell(state, unit, True, False, distance, higher(state, unit.hex, hex), allowed)


@case("TOI-3.2b", "TOI-10.4", "FB-equip-14")
def _shell(
    state: State, unit: Vehicle, armoured: bool, walls: bool, distance: int, up: int, allowed: tuple[Band, ...]
) -> Arms | Wrong:
    record = units.kind(unit)
    reach, power = weapon(record, armoured=armoured)
    if not power:
        return Wrong(f"{record.name} has no weapon for that", "choose another unit", "TOI-5.3a")
    parts = [Modifier("TOI-5.3a", record.name, power)]
    if walls and units.able(unit, "concussive"):
        cite = "FB-equip-14" if units.is_gun(unit) else "TOI-3.2b"
        parts.append(Modifier(cite, "concussive firepower", CONCUSSIVE))
        reach += CONCUSSIVE
    if armoured and record.type == "tank":
        aces = board.standing(state, unit.side, TankAce)
        parts += (Modifier("TOI-10.4", name, ace.firepower) for name, ace in aces)
    band = band_at(distance, reach, up, _style(state))
    if band is None or band not in allowed:
        return _out_of_reach(distance, allowed)
    applied = munitions.applied(munitions.loaded(state, unit), band, armoured=armoured)
    if isinstance(applied, Wrong):
        return applied
    hits_at, added = applied
    parts += (*added, *_extra(state, unit, distance))
    return Arms((), max(0, sum(part.n for part in parts)), hits_at, tuple(parts), band)


def _behind_walls(state: State, target: AnyUnit) -> bool:
    fort = units.dug_in(state, target)
    return board.map_of(state)[target.hex].terrain == "building" or (fort is not None and fort.kind == "pillbox")


def _out_of_reach(distance: int, allowed: tuple[Band, ...]) -> Wrong:
    nearby = "long" not in allowed
    far = "long range is not allowed here" if nearby else "that is beyond long range"
    return Wrong(
        f"the target is {distance} hexes away: {far}",
        "go nearer, or choose another unit or target",
        "TOI-4.4a" if nearby else "TOI-5.1a",
    )
