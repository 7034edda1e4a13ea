"""Ranged attacks: weapons, range, targets and cover.

An `Attack` is computed from the attacker's view; rules, odds and dice all use the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from bot.kernel.rule import Modifier, Wrong, case
from bot.kernel.secret import Seat
from bot.kit.odds import face
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.arms import Arms, arms, higher
from bot.titles.tide.field.attack import BANDS, Attack, hit_face
from bot.titles.tide.field.halving import half_part, halved, halvings, rerolls_of, twice_halved
from bot.titles.tide.field.units import POSITION, AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Band, Figure, HexId, Mode, PartId, UnitId
from bot.titles.tide.printed.tables import figure, tables


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
) -> Attack | Wrong:
    """Return a direct attack on a unit, at the worst range of all attackers.

    `halves` are the action's own reasons to halve the lead. Supporting squads in `chosen` fire only the given
    figures.
    """
    everyone = (lead, *support)
    kinds = (using, *(chosen.get(unit.id, ()) for unit in support))
    all_arms = _together(state, everyone, target, kinds, allowed, halves)
    if isinstance(all_arms, Wrong):
        return all_arms
    parts = _strength(state, everyone, all_arms, halves)
    if isinstance(parts, Wrong):
        return parts
    return Attack(
        lead=lead.id,
        by=tuple(unit.id for unit in everyone),
        hex=target.hex,
        mode=mode,
        band=_worst(one.band for one in all_arms),
        reach=_worst(one.reach or one.band for one in all_arms),
        dice=sum(part.n for part in parts),
        modifiers=parts,
        flame=any(_flames(state, unit, target) for unit in everyone),
        rerolls=sum(map(rerolls_of, everyone)),
        lead_figures=all_arms[0].figures,
        steady=tuple(u.id for u, one in zip(everyone, all_arms, strict=True) if one.figures == ("mg",)),
    )


@case("TOI-5.3a")
def _strength(
    state: State, everyone: Sequence[AnyUnit], all_arms: Sequence[Arms], halves: Sequence[Modifier]
) -> tuple[Modifier, ...] | Wrong:
    """Return the firepower: the lead's, maybe halved, and half of each supporter's."""
    (lead, *support), (first, *others) = everyone, all_arms
    reasons = halvings(state, lead, *halves)
    if wrong := twice_halved(state, reasons):
        return wrong
    parts = [*first.modifiers, *half_part(first.firepower, reasons)]
    for unit, one in zip(support, others, strict=True):
        reasons = halvings(state, unit, Modifier("TOI-5.3a", "in support", 0))
        if wrong := twice_halved(state, reasons):
            return wrong
        parts.append(Modifier("TOI-5.3a", "a unit in support: half", halved(one.firepower)))
    return tuple(parts)


@case("TOI-2.2a")
def chosen(only: Sequence[PartId], mg_only: Sequence[UnitId] = ()) -> dict[UnitId, tuple[Figure, ...]]:
    """Return the supporting squads that fire only some kinds of figures, with these."""
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
    """Return the weapons of all units with the most expected hits together.

    For each possible range band, each unit chooses the figures that count most there. A unit without a choice may
    thus decide which figures others leave out.
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
    """Return the first refusal, which names the unit unless it is the lead."""
    n, wrong = next((n, one) for n, one in enumerate(found) if isinstance(one, Wrong))
    return replace(wrong, why=f"{names.unit(units[n])} in support: {wrong.why}") if n else wrong


def _expected(state: State, lead: AnyUnit, brought: Sequence[Arms], halves: Sequence[Modifier]) -> Fraction:
    """Return the expected hits before defence: the lead in full, supporters at half."""
    first = brought[0].firepower
    dice = halved(first) if halvings(state, lead, *halves) else first
    dice += sum(halved(one.firepower) for one in brought[1:])
    return dice * face(hit_face(_worst(one.band for one in brought)))


def _worst(bands: Iterable[Band]) -> Band:
    """Return the worst of several ranges."""
    return max(bands, key=BANDS.index)


def _flames(state: State, unit: AnyUnit, target: AnyUnit) -> bool:
    near = board.map_of(state).distance(unit.hex, target.hex) <= 1
    return near and units.is_special(unit, "flamethrower")


@case("TOI-2.3h", "TOI-5.5a")
def mortar_plan(state: State, unit: AnyUnit, hex: HexId, mode: Mode) -> Attack | Wrong:
    """Return the area attack of a squad's mortars on a hex.

    Its other figures do not fire.
    """
    count = units.figures(unit).count("mortar")
    if not count:
        return Wrong("only a mortar attacks a hex", "name an enemy unit as the target", "TOI-2.3h")
    record = figure("mortar", unit.side)
    reach, power = (record.suppressive or record.infantry) if mode == "suppressive" else record.infantry
    distance = board.map_of(state).distance(unit.hex, hex)
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
    return Attack(
        unit.id, (unit.id,), hex, mode, "area", dice, tuple(parts),
        rerolls=rerolls_of(unit), lead_figures=("mortar",),
    )  # fmt: skip


@case("TOI-2.3i")
def spotted(state: State, seat: Seat, hex: HexId) -> bool:
    """Return true if a unit of a side sees a hex.

    Suppressed units and trucks also spot; guns do not.
    """
    return _spotted(state, seat, hex, board.sight_limit(state))


@POSITION.keeps
def _spotted(state: State, seat: Seat, hex: HexId, limit: int) -> bool:
    eyes = (unit.hex for unit in units.of(state, seat) if not units.is_gun(unit))
    return any(board.sees(state, each, hex) for each in eyes)


@case("TOI-12.1b")
def comes_to_light(state: State, seat: Seat, hex: HexId) -> bool:
    """Return true if a hex reveals a concealed squad of a side.

    It is an objective, or bare ground in an enemy's sight.
    """
    if any(objective.hex == hex for objective in board.scenario(state).objectives):
        return True
    bare = not tables().terrain[board.map_of(state)[hex].terrain].cover
    return bare and spotted(state, units.other(state, seat), hex)


ON_THE_MOVE = Modifier("TOI-4.4a", "fire and movement", 0)
