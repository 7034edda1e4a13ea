"""Assaults: the dice of each side, and the cover of the defenders."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from bot.kernel.rule import Modifier, case
from bot.kit import odds
from bot.kit.english import in_dice
from bot.titles.tide.field import board, defence, halving, units
from bot.titles.tide.field.halving import halved
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Melee
from bot.titles.tide.model.table import HexId, Squad, UnitId, Vehicle
from bot.titles.tide.printed.effects import Resolute
from bot.titles.tide.printed.tables import figure, tables

IN_SUPPORT = Modifier("TOI-6.2b", "in support", 0)
ENTANGLED = ("TOI-9.4", "TOI-9.5")
"""The cases that halve a squad in a minefield or in razor wire."""


class Strength(Struct, frozen=True):
    """Both sides of an assault before the dice fall."""

    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    cover: tuple[Modifier, ...]
    defenders: tuple[UnitId, ...]
    rerolls: int = 0

    @property
    def attack_dice(self) -> int:
        """The number of the attacker's dice."""
        return max(0, sum(part.n for part in self.attack))

    @property
    def defence_dice(self) -> int:
        """The number of the defender's dice."""
        return max(0, sum(part.n for part in self.defence))

    @property
    def cover_dice(self) -> int:
        """The number of the defender's cover dice."""
        return defence.dice(self.cover)


@case("TOI-2.2a", "TOI-10.3c")
def _power(state: State, unit: AnyUnit, cite: str, what: str) -> list[Modifier]:
    """Return the firepower of a unit against infantry, with cards for assaults."""
    if isinstance(unit, Vehicle):
        return [Modifier(cite, what, units.kind(unit).infantry[1])]
    firepower = sum(figure(kind, unit.side).infantry[1] for kind in units.figures(unit))
    return [Modifier(cite, what, firepower), *units.boon_modifiers(state, "assault", unit)]


def _half(parts: Sequence[Modifier], reasons: Sequence[Modifier]) -> list[Modifier]:
    """Return the loss of strength for the first halving reason."""
    full = sum(part.n for part in parts)
    return [Modifier(reason.cite, f"{reason.why}: half", halved(full) - full) for reason in reasons[:1]]


@case("TOI-6.2b", "TOI-6.2c", "TOI-6.2d", "TOI-6.2h", "FB-expert-1", "FB-equip-8")
def strength(
    state: State, unit: AnyUnit, hex: HexId, support: Sequence[AnyUnit], joined: Sequence[UnitId] = ()
) -> Strength:
    """Return both strengths of an assault, with the concealed defenders that join.

    Guns take no part in an assault.
    """
    defenders = tuple(
        enemy
        for enemy in units.enemies_at(state, hex, unit.side)
        if not units.is_gun(enemy)
        and not (isinstance(enemy, Squad) and enemy.concealed and enemy.id not in joined)
    )
    return Strength(
        attack=_attack(state, unit, hex, support),
        defence=tuple(part for enemy in defenders for part in _defence(state, enemy)),
        cover=worst_cover(state, defenders, unit),
        defenders=tuple(enemy.id for enemy in defenders),
        rerolls=sum(map(halving.rerolls_of, (unit, *support))),
    )


@case("TOI-6.2b", "TOI-6.2g", "TOI-9.7", "TOI-2.4d")
def _attack(state: State, unit: AnyUnit, hex: HexId, support: Sequence[AnyUnit]) -> tuple[Modifier, ...]:
    parts = _power(state, unit, "TOI-6.2b", "the assaulting squad")
    parts += _half(parts, attack_halvings(state, unit, hex))
    for friend in support:
        full = _power(state, friend, "TOI-6.2b", "a squad")
        parts += (*full, *_half(full, (IN_SUPPORT,)))
    parts += (
        Modifier("TOI-2.4d", "flamethrower", 2)
        for attacker in (unit, *support)
        if units.is_special(attacker, "flamethrower")
    )
    return tuple(parts)


@case("TOI-6.2g", "TOI-9.4", "TOI-9.5", "TOI-9.7")
def attack_halvings(state: State, unit: AnyUnit, hex: HexId) -> tuple[Modifier, ...]:
    """Return why an assaulting squad is halved; smoke in its own hex does not count."""
    kinds = {work.kind for work in board.works_at(state, unit.hex)}
    reasons = []
    if "mines" in kinds:
        reasons.append(Modifier("TOI-9.4", "out of a minefield", 0))
    if "wire" in kinds:
        reasons.append(Modifier("TOI-6.2g", "out of razor wire", 0))
    if board.works_at(state, hex, "smoke"):
        reasons.append(Modifier("TOI-9.7", "into smoke", 0))
    return tuple(reasons)


@case("TOI-6.2c", "TOI-9.4", "TOI-9.5")
def _defence(state: State, unit: AnyUnit) -> tuple[Modifier, ...]:
    if isinstance(unit, Squad) and unit.morale == "disrupted":
        return (Modifier("TOI-6.2c", "a disrupted squad", 0),)
    parts = _power(state, unit, "TOI-6.2c", "a defending squad" if isinstance(unit, Squad) else "a vehicle")
    spared = {"TOI-2.3d", *(ENTANGLED if state.options.get("entangled") == "in full" else ())}
    reasons = [reason for reason in halving.halvings(state, unit) if reason.cite not in spared]
    full = units.officer_at(state, unit.hex, unit.side) or board.standing(state, unit.side, Resolute)
    if isinstance(unit, Squad) and unit.morale == "pinned" and not full:
        reasons.append(Modifier("TOI-6.2c", "pinned", 0))
    return (*parts, *_half(parts, reasons))


@case("TOI-6.2d", "TOI-2.4c")
def worst_cover(state: State, defenders: Sequence[AnyUnit], attacker: AnyUnit) -> tuple[Modifier, ...]:
    """Return the cover of the worst protected defender; one roll covers all of them."""
    covers = [defence.of(state, unit, "normal", lead=attacker) for unit in defenders]
    return min(covers, key=defence.dice, default=())


def distributions(strength: Strength) -> tuple[odds.Distribution, odds.Distribution]:
    """Return the chances of each number of hits on the defender, and on the attacker."""
    chance = odds.face(tables().numbers.assault.face)
    attack = odds.rerolled(strength.attack_dice, chance, strength.rerolls)
    saved = odds.successes(strength.cover_dice, odds.face(tables().numbers.defence.face))
    return odds.cancelled(attack, saved), odds.successes(strength.defence_dice, chance)


def at_least(who: str, distribution: odds.Distribution) -> list[tuple[str, float]]:
    """Return the chances that a side loses at least each number of figures."""
    return [
        (f"{who} {n} or more" if n == 1 else f"{n} or more", float(odds.at_least(distribution, n)))
        for n in range(1, min(5, len(distribution)))
    ]


def title(hex: HexId, sides: Strength) -> str:
    """Describe an assault by its dice."""
    return (
        f"Assault on {hex}: {in_dice(sides.attack_dice)} against {sides.defence_dice}, "
        f"{sides.cover_dice} for cover, {tables().numbers.assault.face} or better to hit"
    )


def modifiers(sides: Strength) -> tuple[Modifier, ...]:
    """Return the modifiers of an assault's dice."""
    return (
        *sides.attack,
        *(Modifier(part.cite, f"defence: {part.why}", part.n) for part in sides.defence),
        *(Modifier(part.cite, f"cover: {part.why}", part.n) for part in sides.cover),
    )


@case("TOI-6.2e")
def wins(defender_loses: int, attacker_loses: int) -> bool:
    """Return true if the attacker wins: it needs more hits; a tie holds the hex."""
    return defender_loses > attacker_loses


def win_chance(strength: Strength) -> Fraction:
    """Return the chance that the attacker wins."""
    on_defender, on_attacker = distributions(strength)
    return sum(
        (p * q for d, p in enumerate(on_defender) for a, q in enumerate(on_attacker) if wins(d, a)), Fraction(0)
    )


def hidden_defenders(state: State, step: Melee, unit: AnyUnit) -> list[UnitId]:
    """Return the concealed squads that may join the defence."""
    return [
        enemy.id
        for enemy in units.enemies_at(state, step.hex, unit.side)
        if isinstance(enemy, Squad) and enemy.concealed
    ]
