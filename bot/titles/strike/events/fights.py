"""Battles: declarations, bombs, reserves, dice, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from bot.kernel.game import Effect, Luck, Scene
from bot.kernel.roll import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Seen
from bot.kit.english import count
from bot.kit.luck import of_one
from bot.kit.pieces import with_units
from bot.titles.strike.events.base import Event, along, put
from bot.titles.strike.field import combat, names
from bot.titles.strike.field.commissar import under_commissar
from bot.titles.strike.field.names import all_names, dice, place_name, the_side, unit_name, verb_for
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import REMOVED, RUSSIAN, AreaId, Method, UnitId
from bot.titles.strike.printed.tables import tables


class Declared(Event, frozen=True, tag="declared"):
    """A battle began, or a new round of it."""

    area: AreaId
    attacker: Seat
    method: Method
    why: Literal["attack", "continuation", "thrust", "counter-attack"] = "attack"

    def apply(self, state: State) -> State:
        return replace(state, fought=(*state.fought, self.area))

    def tell(self, seen: Seen[State]) -> str:
        side, where = names.nation(self.attacker), place_name(seen, self.area)
        return {
            "attack": f"⚔️ {side} attack at **{where}**, by {self.method}.",
            "continuation": f"⚔️ The battle of **{where}** continues, by {self.method}.",
            "thrust": f"⚔️ Blitzkrieg: the {side} armour attacks again at **{where}**, by {self.method}.",
            "counter-attack": f"⚔️ The Commissar orders a counter-attack at **{where}**, by {self.method}.",
        }[self.why]


class CannotGoOn(Event, frozen=True, tag="cannot go on"):
    """A side cannot continue a battle although both sides are still in the area."""

    seat: Seat
    area: AreaId
    why: str

    def tell(self, seen: Seen[State]) -> str:
        where = place_name(seen, self.area)
        return f"-# {the_side(self.seat)} cannot continue the battle of {where}: {self.why}."


class Bombed(Event, frozen=True, tag="bombed"):
    """An air unit bombed trucks; it needed `need` or less after the modifiers."""

    unit: UnitId
    target: UnitId
    roll: Roll
    need: int
    hit: bool
    modifiers: tuple[Modifier, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, tried=(*state.tried, self.unit))

    def tell(self, seen: Seen[State]) -> str:
        made = "".join(f" {m.n:+} {m.why}" for m in self.modifiers)
        hit = "hit" if self.hit else "missed"
        target = seen.state.units[self.target]
        where = place_name(seen, target.place)
        return (
            f"💣 {unit_name(seen, self.unit)} bombs {names.full(target)} at {where}: "
            f"🎲 {dice(self.roll)}{made}, {self.need} or less needed: {hit}."
        )

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        return [] if self.hit else [Effect("missed", "The bombs missed.")]


class ReserveCalled(Event, frozen=True, tag="reserve"):
    """A leader called a unit to a battle; it needed `need` or less."""

    unit: UnitId
    leader: UnitId
    area: AreaId
    roll: Roll
    need: int
    came: bool

    def apply(self, state: State) -> State:
        state = replace(state, tried=(*state.tried, self.unit))
        unit = state.units[self.unit]
        return with_units(state, [along(unit, (unit.place, self.area))]) if self.came else state

    def tell(self, seen: Seen[State]) -> str:
        came = f"it arrives at {place_name(seen, self.area)}" if self.came else "it does not arrive"
        calls = f"{unit_name(seen, self.leader)} calls {unit_name(seen, self.unit)}"
        return f"{calls}: 🎲 {dice(self.roll)}, {self.need} or less: {came}."


class Fought(Event, frozen=True, tag="fought"):
    """A battle was decided.

    Columns count from 0. Shifts to the right and modifiers upwards help the attacker.
    """

    area: AreaId
    attacker: Seat
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    method: Method
    attack: int
    defence: int
    base: int
    shifts: tuple[Modifier, ...]
    column: int
    modifiers: tuple[Modifier, ...]
    roll: Roll
    result: str
    chance: float
    """The chance of a result that is at least as good for the attacker."""
    withdrawal: Roll | None = None
    air: tuple[UnitId, ...] = ()

    def tell(self, seen: Seen[State]) -> str:
        modifier = sum(m.n for m in self.modifiers)
        changed = f" ({modifier:+})" if modifier else ""
        total = f"{' + '.join(map(str, self.roll.faces))}{changed} = {sum(self.roll.faces) + modifier}"
        distance = ""
        if self.withdrawal is not None:
            oxes = tables().numbers.withdrawal.distance[self.withdrawal.faces[0] - 1]
            distance = f" by {count(oxes, 'area')} (🎲 {dice(self.withdrawal)})"
        elif self.result == "DW":
            distance = ", but the Commissar forbids it"
        attackers, defenders = all_names(seen, self.attackers), all_names(seen, self.defenders)
        column, result = combat.label(self.column), self._outcome(seen)
        shifts, modifiers = column_shifts(self.shifts), parts(self.modifiers)
        lines = (
            f"{attackers} ({self.attack}) against {defenders} ({self.defence}).",
            f"🎲 {total} in the column {column}: **{self.result}**, {result}{distance}.",
            f"-# Column before shifts: {combat.label(self.base)}. Shifts: {shifts}. Modifiers: {modifiers}.",
        )
        return "\n".join(lines)

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        """Report the result on the chart; the events that follow tell the harm."""
        return [Effect("missed", _at(seen, self.area, self._outcome(seen)))]

    def scene(self, seen: Seen[State]) -> Scene | None:
        where = names.place(seen.state, self.area)
        modifier = sum(each.n for each in self.modifiers)
        rolls, titles = [self.roll], [f"2d6 {modifier:+}: {self.result}" if modifier else f"2d6: {self.result}"]
        if self.withdrawal is not None:
            rolls.append(self.withdrawal)
            titles.append("withdrawal")
        chance, likely = self.chance, "Chance of this result or a better one"
        if chance > 0.5:
            chance, likely = 1 - chance, "Chance of a worse result"
        return Scene(
            "fight",
            f"{where}: {self._outcome(seen)}. {self._terms()}",
            (self.area,),
            rolls=tuple(rolls),
            titles=tuple(titles),
            chance=chance,
            likely=likely,
        )

    def fortune(self, seen: Seen[State]) -> Iterable[Luck]:
        """Compare the harm to the defenders with its chance.

        A forbidden withdrawal is no harm.
        """
        chances = combat.distribution(self.column, sum(each.n for each in self.modifiers))
        chance, harmed = combat.at_least(chances, "D1"), combat.rank(self.result) >= combat.rank("D1")
        if self.attacker != RUSSIAN and under_commissar(seen.state, self.area):
            chance -= chances.get("DW", Fraction(0))
            harmed = harmed and self.result != "DW"
        yield of_one(names.nation(self.attacker), "attacks", "hurt the enemy", chance, good=harmed)

    def _outcome(self, seen: Seen[State]) -> str:
        units = seen.state.units
        sides = ([units[id] for id in ids] for ids in (self.attackers, self.defenders))
        return names.result(self.result, combat.exchanged(*sides))

    def _terms(self) -> str:
        """Explain the column: both strengths, then each shift."""
        shifts = "".join(f", {each.why} {each.n:+}" for each in self.shifts)
        moved = f"{shifts}, so {combat.label(self.column)}" if shifts else ""
        strengths = f"{names.nation(self.attacker)} {self.attack} to {self.defence}"
        return f"{strengths} by {self.method}: {combat.label(self.base)}{moved}"


def _at(seen: Seen[State], area: AreaId, result: str) -> str:
    """Say what a battle led to."""
    return f"At {place_name(seen, area)} {result}."


def parts(modifiers: Iterable[Modifier]) -> str:
    """List modifiers, each with its case."""
    return ", ".join(f"{m.why} {m.n:+} [{m.cite}]" for m in modifiers) or "none"


def column_shifts(modifiers: Iterable[Modifier]) -> str:
    """List column shifts as on the chart, each with its case."""
    return ", ".join(f"{m.why} {abs(m.n)}{'R' if m.n > 0 else 'L'} [{m.cite}]" for m in modifiers) or "none"


class Withdrew(Event, frozen=True, tag="withdrew"):
    """Units left a battle along a path, which begins in its area."""

    units: tuple[UnitId, ...]
    path: tuple[AreaId, ...]
    retreat: bool = False
    """True if they were the attackers."""

    def apply(self, state: State) -> State:
        return with_units(state, [along(state.units[id], self.path) for id in self.units])

    def tell(self, seen: Seen[State]) -> str:
        verbs = ("retreats", "retreat") if self.retreat else ("withdraws", "withdraw")
        verb = verb_for(seen, self.units, *verbs)
        return f"{all_names(seen, self.units)} {verb} {names.journey(seen.state, self.path)}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        """Report the withdrawal in the place of the result that demanded it."""
        went = names.effects_on(seen, self.units, "changed", "retreated" if self.retreat else "withdrew")
        demanded = _at(seen, self.path[0], names.RESULTS["AR" if self.retreat else "DW"])
        return [*went, Effect("missed", demanded, n=0)]


class Advanced(Event, frozen=True, tag="advanced"):
    """Units advanced after combat along a path, which begins in its area."""

    units: tuple[UnitId, ...]
    path: tuple[AreaId, ...]

    def apply(self, state: State) -> State:
        return with_units(state, [along(state.units[id], self.path) for id in self.units])

    def tell(self, seen: Seen[State]) -> str:
        verb = verb_for(seen, self.units, "advances", "advance")
        by, end = names.passing(seen.state, self.path), place_name(seen, self.path[-1])
        return f"{all_names(seen, self.units)} {verb}{by} to {end}."


class LeaderTested(Event, frozen=True, tag="leader"):
    """A leader without troops was among enemies."""

    unit: UnitId
    roll: Roll
    lost: bool

    def apply(self, state: State) -> State:
        return put(state, self.unit, REMOVED) if self.lost else state

    def tell(self, seen: Seen[State]) -> str:
        end = "**he is lost**" if self.lost else "he gets away"
        return f"{unit_name(seen, self.unit)} has no troops with him: 🎲 {dice(self.roll)}: {end}."

    def effects(self, seen: Seen[State]) -> Iterable[Effect]:
        if self.lost:
            return names.effects_on(seen, [self.unit], "destroyed", "was lost")
        return names.effects_on(seen, [self.unit], "changed", "got away")
