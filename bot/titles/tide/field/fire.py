"""Attacks from afar: who fires with what, how far, at whom, and what stands against it.

A `Plan` is worked out from what the attacker sees; rules, odds and dice all use the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat
from bot.kit.odds import face
from bot.titles.tide.field import defence, munitions, names, units
from bot.titles.tide.field.units import POSITION, AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Band, Figure, HexId, Mode, PartId, Speciality, Squad, UnitId, Vehicle
from bot.titles.tide.printed.effects import TankAce
from bot.titles.tide.printed.records import FigureRecord, VehicleRecord, Weapon
from bot.titles.tide.printed.tables import figure, tables


class Arms(Struct, frozen=True):
    """What a unit brings to bear: figures, firepower before halving, range value, the band it fires at."""

    figures: tuple[Figure, ...]
    firepower: int
    band: Band
    modifiers: tuple[Modifier, ...]
    reach: Band | Literal[""] = ""
    """The true range, where a round hits at it as at another."""


class Plan(Struct, frozen=True):
    """An attack as it would be rolled. `rerolls` are the misses that expert squads roll once more."""

    lead: UnitId
    by: tuple[UnitId, ...]
    hex: HexId
    mode: Mode
    band: Band
    dice: int
    modifiers: tuple[Modifier, ...]
    flame: bool = False
    seared: int = 0
    """What burning fuel takes off the cover of the targets."""
    rerolls: int = 0
    reach: Band | Literal[""] = ""
    """The range at which it is made, where it is not an area attack."""
    lead_figures: tuple[Figure, ...] = ()
    steady: tuple[UnitId, ...] = ()
    """Squads that fire with machine guns alone."""

    @property
    def hit(self) -> int:
        """The lowest face that hits."""
        return hit_face(self.band)


@case("TOI-5.2a")
def hit_face(band: Band) -> int:
    """Return the lowest face that hits at a range."""
    hit = tables().numbers.hit
    return {"close": hit.close, "normal": hit.normal, "long": hit.long, "area": hit.area}[band]


BANDS: tuple[Band, ...] = ("close", "normal", "long")
ANTI_TANK = 3
"""Against vehicles an anti-tank squad has at least so much range, and so much more firepower (TOI-2.4e)."""
CONCUSSIVE = 3
"""So much more range and firepower a concussive weapon has against squads behind walls (TOI-3.2b, FB-equip-14)."""


@case("TOI-5.1a")
def band_at(distance: int, reach: int, higher: int = 0, style: str = "doubled") -> Band | None:
    """Return the band of a distance for a weapon of this range; `None` where it does not carry.

    Close is adjacent, or the same hex while a tank overruns it; long is up to twice the range. Whether the hex
    gained by height is doubled too is an option of the scenario.
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
    """Choose among these kinds of figures those that fire best: most hits expected, then most dice.

    The range of a squad is the shortest among the figures that take part, its firepower their sum. `least` is the
    band at which others make it fire anyway.
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
    """Return the normal range of a unit's farthest weapon with all that can lengthen it, in hexes."""
    if isinstance(unit, Vehicle):
        reach, _ = weapon(units.kind(unit), armoured=armoured)
        return reach + CONCUSSIVE if units.able(unit, "concussive") else reach
    records = [figure(kind, unit.side) for kind in set(units.figures(unit)) - {"mortar"}]
    reach = max((weapon(record, armoured=armoured)[0] for record in records), default=0)
    return max(reach, ANTI_TANK) if units.is_special(unit, "anti-tank") else reach


def weapon(record: FigureRecord | VehicleRecord, *, armoured: bool) -> Weapon:
    """Return the range and the firepower of a figure or a vehicle, against vehicles or against squads."""
    return record.vehicles if armoured else record.infantry


@case("TOI-5.1b", "FB-hill-6")
def higher(state: State, shooter: HexId, target: HexId) -> int:
    """Return what shooting down adds to a range."""
    here = units.map_of(state)
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
    """Work out what a unit brings to bear on one enemy unit. Mortars fire at hexes, never at units.

    In a combined attack `least` is the worst band of all who take part, since all fire at that.
    """
    armoured = isinstance(target, Vehicle)
    distance = units.map_of(state).distance(unit.hex, target.hex)
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
    """Work out what a vehicle brings to bear on a hex: as if it fired at a vehicle there."""
    if not isinstance(unit, Vehicle):
        return Wrong("a squad fires no smoke rounds", "choose a vehicle or a gun", "FB-munition-9")
    distance = units.map_of(state).distance(unit.hex, hex)
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
        aces = units.standing(state, unit.side, TankAce)
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
    return units.map_of(state)[target.hex].terrain == "building" or (fort is not None and fort.kind == "pillbox")


def _out_of_reach(distance: int, allowed: tuple[Band, ...]) -> Wrong:
    far = "long range is not allowed here" if "long" not in allowed else "that is beyond long range"
    return Wrong(
        f"the target is {distance} hexes away: {far}", "go nearer, or choose another unit or target", "TOI-5.1a"
    )


@case("TOI-4.4a", "TOI-2.3d", "TOI-9.4", "TOI-9.5", "TOI-9.7", "TOI-3.5c", "TOI-5.3a")
def halvings(state: State, unit: AnyUnit, *more: Modifier) -> tuple[Modifier, ...]:
    """Return every reason for which a unit fires at half; `more` are reasons of the action itself."""
    reasons = list(more)
    if isinstance(unit, Squad) and unit.morale == "pinned":
        reasons.append(Modifier("TOI-2.3d", "pinned, rallied by an officer", 0))
    if isinstance(unit, Vehicle) and unit.damage == "heavy":
        reasons.append(Modifier("TOI-3.5c", "heavy damage", 0))
    kinds = {work.kind for work in units.works_at(state, unit.hex)}
    if "mines" in kinds:
        reasons.append(Modifier("TOI-9.4", "in a minefield", 0))
    if "wire" in kinds and isinstance(unit, Squad):
        reasons.append(Modifier("TOI-9.5", "in razor wire", 0))
    if "smoke" in kinds:
        reasons.append(Modifier("TOI-9.7", "in smoke", 0))
    return tuple(reasons)


def halved(n: int) -> int:
    """Return half of a strength, rounded up."""
    return (n + 1) // 2


def twice_halved(state: State, reasons: Sequence[Modifier]) -> Wrong | None:
    """Refuse an attack that would be halved twice, unless the players agreed that it is halved once."""
    if len(reasons) < 2 or state.options.get("halving") == "once":
        return None
    both = " and ".join(reason.why for reason in reasons[:2])
    return Wrong(
        f"the firepower would be halved twice: {both}",
        "let another unit do it, or leave that hex first",
        "TOI-9.7",
    )


def half_part(power: int, reasons: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """Return what the first reason for firing at half takes off a strength."""
    return tuple(Modifier(reason.cite, f"{reason.why}: half", halved(power) - power) for reason in reasons[:1])


@case("TOI-5.3a", "TOI-5.6b", "TOI-4.2", "FB-expert-1", "TOI-2.3g")
def plan(
    state: State,
    lead: AnyUnit,
    target: AnyUnit,
    mode: Mode,
    support: Sequence[AnyUnit] = (),
    using: Sequence[Figure] = (),
    allowed: tuple[Band, ...] = BANDS,
    halves: Sequence[Modifier] = (),
    chosen: Mapping[UnitId, Sequence[Figure]] = {},
) -> Plan | Wrong:
    """Work out a direct attack on one unit, at the worst range of all who take part.

    `halves` are the reasons of the action itself for which the lead fires at half; of the squads in support that
    are `chosen` only these figures fire.
    """
    everyone = (lead, *support)
    kinds = (using, *(chosen.get(unit.id, ()) for unit in support))
    all_arms = _together(state, everyone, target, kinds, allowed, halves)
    if isinstance(all_arms, Wrong):
        return all_arms
    first = all_arms[0]
    reasons = halvings(state, lead, *halves)
    if wrong := twice_halved(state, reasons):
        return wrong
    parts = [*first.modifiers, *half_part(first.firepower, reasons)]
    rerolls = rerolls_of(lead)
    flame = _flames(state, lead, target)
    for unit, one in zip(support, all_arms[1:], strict=True):
        reasons = halvings(state, unit, Modifier("TOI-5.3a", "in support", 0))
        if wrong := twice_halved(state, reasons):
            return wrong
        parts.append(Modifier("TOI-5.3a", "a unit in support: half", halved(one.firepower)))
        rerolls += rerolls_of(unit)
        flame = flame or _flames(state, unit, target)
    return Plan(
        lead=lead.id,
        by=tuple(unit.id for unit in everyone),
        hex=target.hex,
        mode=mode,
        band=_worst(one.band for one in all_arms),
        reach=_worst(one.reach or one.band for one in all_arms),
        dice=sum(part.n for part in parts),
        modifiers=tuple(parts),
        flame=flame,
        rerolls=rerolls,
        lead_figures=first.figures,
        steady=tuple(u.id for u, one in zip(everyone, all_arms, strict=True) if one.figures == ("mg",)),
    )


@case("TOI-2.2a")
def chosen(only: Sequence[PartId], mg_only: Sequence[UnitId] = ()) -> dict[UnitId, tuple[Figure, ...]]:
    """Return of which squads in support only some kinds of figures fire, and which."""
    found: dict[UnitId, tuple[Figure, ...]] = dict.fromkeys(mg_only, ("mg",))
    for part in only:
        unit, _, kind = part.partition("/")
        found[UnitId(unit)] = (*found.get(UnitId(unit), ()), kind)  # type: ignore[arg-type]
    return found


@case("TOI-5.6b", "TOI-2.2a")
def _together(
    state: State,
    units: Sequence[AnyUnit],
    target: AnyUnit,
    using: Sequence[Sequence[Figure]],
    allowed: tuple[Band, ...],
    halves: Sequence[Modifier],
) -> list[Arms] | Wrong:
    """Return what each unit brings to bear, so that all of them together can expect most hits.

    For each range at which the attack could be made, each unit chooses the figures that count for most there. One
    that has no choice of its own may so keep others from leaving figures out, or have them left out.
    """
    best: tuple[Fraction, list[Arms]] | None = None
    wrong: Wrong | None = None
    if len(units) == 1:
        alone = arms(state, units[0], target, using[0], allowed)
        return alone if isinstance(alone, Wrong) else [alone]
    for worst in BANDS:
        bands = tuple(band for band in allowed if BANDS.index(band) <= BANDS.index(worst))
        found = [arms(state, unit, target, kinds, bands, worst) for unit, kinds in zip(units, using, strict=True)]
        brought = [one for one in found if isinstance(one, Arms)]
        if len(brought) < len(found):
            wrong = _first_wrong(units, found)
            continue
        hits = _expected(state, units[0], brought, halves)
        if best is None or hits >= best[0]:
            best = hits, brought
    if best is not None:
        return best[1]
    assert wrong is not None
    return wrong


def _first_wrong(units: Sequence[AnyUnit], found: Sequence[Arms | Wrong]) -> Wrong:
    """Return the first objection, with the name of the unit where that is not the lead."""
    n, wrong = next((n, one) for n, one in enumerate(found) if isinstance(one, Wrong))
    return replace(wrong, why=f"{names.unit(units[n])} in support: {wrong.why}") if n else wrong


def _expected(state: State, lead: AnyUnit, brought: Sequence[Arms], halves: Sequence[Modifier]) -> Fraction:
    """Return how many hits an attack expects before any defence: the lead in full, the others at half."""
    first = brought[0].firepower
    dice = halved(first) if halvings(state, lead, *halves) else first
    dice += sum(halved(one.firepower) for one in brought[1:])
    return dice * face(hit_face(_worst(one.band for one in brought)))


def _worst(bands: Iterable[Band]) -> Band:
    """Return the worst of several ranges."""
    return max(bands, key=BANDS.index)


@case("FB-expert-1")
def rerolls_of(unit: AnyUnit) -> int:
    """Return how many dice a squad may roll again when it attacks: one for each figure of experts."""
    return len(units.figures(unit)) if units.is_special(unit, "expert") else 0


def _flames(state: State, unit: AnyUnit, target: AnyUnit) -> bool:
    near = units.map_of(state).distance(unit.hex, target.hex) <= 1
    return near and units.is_special(unit, "flamethrower")


@case("TOI-2.3h", "TOI-5.5a")
def mortar_plan(state: State, unit: AnyUnit, hex: HexId, mode: Mode) -> Plan | Wrong:
    """Work out the area attack of a squad's mortars on a hex; the rest of the squad stays silent."""
    count = units.figures(unit).count("mortar")
    if not count:
        return Wrong("only a mortar attacks a hex", "name an enemy unit as the target", "TOI-2.3h")
    record = figure("mortar", unit.side)
    reach, power = (record.suppressive or record.infantry) if mode == "suppressive" else record.infantry
    distance = units.map_of(state).distance(unit.hex, hex)
    if distance < 2 and state.options.get("mortars") != "any hex":
        return Wrong("a mortar does not fire at an adjacent hex", "choose a hex farther off", "TOI-2.3h")
    if distance > reach + higher(state, unit.hex, hex):
        return Wrong(
            f"{hex} is {distance} hexes away, a mortar reaches {reach}", "choose a nearer hex", "TOI-2.3h"
        )
    reasons = halvings(state, unit)
    if wrong := twice_halved(state, reasons):
        return wrong
    parts = [Modifier("TOI-2.3h", f"{count} × mortar", count * power)]
    parts += units.boon_modifiers(state, "firepower", unit)
    parts += half_part(sum(part.n for part in parts), reasons)
    dice = sum(part.n for part in parts)
    return Plan(
        unit.id, (unit.id,), hex, mode, "area", dice, tuple(parts),
        rerolls=rerolls_of(unit), lead_figures=("mortar",),
    )  # fmt: skip


@case("TOI-2.3i")
def spotted(state: State, seat: Seat, hex: HexId) -> bool:
    """Say whether any unit of a side sees a hex; suppressed units and trucks spot too, guns do not."""
    return _spotted(state, seat, hex, units.sight_limit(state))


@POSITION.keeps
def _spotted(state: State, seat: Seat, hex: HexId, limit: int) -> bool:
    eyes = (unit.hex for unit in units.of(state, seat) if not units.is_gun(unit))
    return any(units.sees(state, each, hex) for each in eyes)


def against(state: State, target: AnyUnit, plan: Plan) -> tuple[Modifier, ...]:
    """Return what stands between a unit and a planned attack."""
    lead = state.units.get(plan.lead)
    return defence.of(state, target, plan.mode, flame=plan.flame, seared=plan.seared, lead=lead)
