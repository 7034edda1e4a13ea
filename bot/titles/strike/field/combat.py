"""Combat before the dice: strengths, columns, shifts, modifiers, and results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat
from bot.kit.odds import outcomes, sums
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Method, Unit, UnitId
from bot.titles.strike.printed.tables import tables

METHODS: tuple[Method, Method] = ("differential", "odds")


class Sides(Struct, frozen=True):
    """The fighting units in an area, and their strength."""

    area: AreaId
    attacker: Seat
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    attack: int
    defence: int

    @property
    def defender(self) -> Seat:
        """The side that is attacked."""
        return counters.other(self.attacker)


class Supplied(NamedTuple):
    """Whether all units of each side have supply."""

    attack: bool
    defence: bool


@case("11.1.3", "11.1.5")
def sides(state: State, area: AreaId, attacker: Seat) -> Sides:
    """Return the fighting units in an area: all ground units of both sides."""
    attackers = counters.troops(state, area, attacker)
    defenders = counters.troops(state, area, counters.other(attacker))
    return Sides(
        area,
        attacker,
        attackers,
        defenders,
        sum(map(counters.strength, attackers)),
        sum(map(counters.strength, defenders)),
    )


# Columns.


@case("11.2.1", "11.2.2", "11.2.3")
def differential_column(attack: int, defence: int) -> int | None:
    """Return the differential's column, at most the last; `None` below the first."""
    columns = tables().numbers.combat.differential
    below = [at for at, value in enumerate(columns) if value <= attack - defence]
    return below[-1] if below else None


@case("11.3.1", "11.3.2", "11.3.4")
def odds_column(attack: int, defence: int) -> int | None:
    """Return the column of the odds, rounded for the defender; `None` below the first."""
    if attack <= 0:
        return None
    labels = {label: at for at, label in enumerate(tables().numbers.combat.odds) if label}
    if defence <= 0:
        return max(labels.values())
    if attack >= defence:
        ratio = attack // defence
        return max(at for label, at in labels.items() if label.endswith(":1") and int(label[:-2]) <= ratio)
    return labels.get(f"1:{-(-defence // attack)}")


@case("11.1.6", "11.3.3")
def column(method: Method, attack: int, defence: int) -> int | None:
    """Return the column of a method before shifts, `None` if the attack is impossible."""
    return (differential_column if method == "differential" else odds_column)(attack, defence)


def best_column(attack: int, defence: int) -> int | None:
    """Return the attacker's better column of both methods, `None` without any."""
    return max(
        (found for method in METHODS if (found := column(method, attack, defence)) is not None), default=None
    )


def best_method(attack: int, defence: int) -> Method:
    """Return the method with the better column, or the differential if they are equal."""
    differential, odds = (column(method, attack, defence) for method in METHODS)
    return (
        "odds"
        if (-1 if odds is None else odds) > (-1 if differential is None else differential)
        else "differential"
    )


def label(column: int) -> str:
    """Return how a column is headed, such as "+6 (3:1)"."""
    table = tables().numbers.combat
    value = table.differential[column]
    odds = f" ({table.odds[column]})" if table.odds[column] else ""
    return f"{value:+d}{odds}" if value else f"0{odds}"


@case("11.4.1")
def shifted(column: int, shifts: Iterable[Modifier]) -> int:
    """Return a column after all shifts, within the first and the last."""
    last = len(tables().numbers.combat.differential) - 1
    return max(0, min(last, column + sum(shift.n for shift in shifts)))


# Command.


@case("11.8.1", "9.2.1")
def command_range(state: State, leader: Unit) -> int:
    """Return a leader's command range: one area, or none among enemies or air units."""
    enemies = leader.place in counters.held(state, counters.other(leader.side))
    under_air = leader.side == RUSSIAN and any(unit.place == leader.place for unit in counters.air(state))
    return 0 if enemies or under_air else 1


@case("11.8.1", "11.8")
def commander(state: State, seat: Seat, area: AreaId) -> Unit | None:
    """Return the best leader in whose command the units of a side in an area are."""
    near = counters.map_of(state)[area].next
    return max(
        (
            leader
            for leader in counters.leaders(state, seat)
            if leader.place == area or (leader.place in near and command_range(state, leader))
        ),
        key=counters.rating,
        default=None,
    )


# Shifts and modifiers. Those to the right, and those upwards, help the attacker.


def shifts(state: State, fight: Sides, supplied: Supplied, air: Iterable[UnitId] = ()) -> tuple[Modifier, ...]:
    """Return every column shift of a battle."""
    found = [*ground_shifts(state, fight.area), *_weather_shifts(state)]
    numbers = tables().numbers.shifts
    if not supplied.attack:
        found.append(Modifier("11.5", "the attacker lacks supply", -numbers.unsupplied))
    if not supplied.defence:
        found.append(Modifier("11.5", "the defender lacks supply", numbers.unsupplied))
    if combined(fight.attackers):
        found.append(Modifier(_combined_case(fight.attacker), "combined arms attack", numbers.combined_arms))
    if combined(fight.defenders):
        found.append(Modifier(_combined_case(fight.defender), "combined arms defend", -numbers.combined_arms))
    if list(air):
        helps = 1 if fight.attacker == GERMAN else -1
        found.append(Modifier("9.2.3", "Luftwaffe", helps * numbers.air))
    return tuple(found)


@case("11.4.2")
def ground_shifts(state: State, area: AreaId) -> Iterable[Modifier]:
    """Yield the defender's best terrain or city, and a river through the area."""
    here = counters.map_of(state)[area]
    numbers = tables().numbers
    kinds = [(numbers.terrain[each].shift, numbers.terrain[each].name) for each in here.record.terrain]
    if is_objective_city(here.record.city):
        kinds.append(
            (numbers.shifts.fortress, f"the fortress {here.record.city}")
            if here.record.fortress
            else (numbers.shifts.city, here.record.city)
        )
    shift, name = max(kinds)
    if shift:
        yield Modifier("11.4.1", name, -shift)
    if here.rivers:
        yield Modifier("11.4.2", " and ".join(here.rivers), -numbers.shifts.river)


def is_objective_city(city: str) -> bool:
    """Return whether the Objectives Table names a city; only these help defenders."""
    objectives = tables().numbers.objectives
    return bool(city) and (city in objectives.default or any(city in four for four in objectives.table))


@case("11.6", "3.1.1")
def _weather_shifts(state: State) -> Iterable[Modifier]:
    weather = tables().numbers.conditions[state.weather]
    if weather.shift:
        yield Modifier("11.6", weather.name, -weather.shift)


@case("11.7", "11.7.1", "11.7.2")
def combined(units: Iterable[Unit]) -> bool:
    """Say whether units combine arms: infantry, and armour or mechanized troops."""
    some = list(units)
    return any(map(counters.is_infantry, some)) and any(map(counters.is_armour, some))


def _combined_case(seat: Seat) -> str:
    return "11.7.1" if seat == RUSSIAN else "11.7.2"


@case("11.4.3", "11.8.1")
def modifiers(state: State, fight: Sides) -> tuple[Modifier, ...]:
    """Return every modifier of the roll."""
    numbers = tables().numbers.modifiers
    found = []
    if commander(state, fight.attacker, fight.area) is None:
        found.append(Modifier("11.8.1", "attackers out of command", -numbers.out_of_command))
    if commander(state, fight.defender, fight.area) is None:
        found.append(Modifier("11.8.1", "defenders out of command", numbers.out_of_command))
    for units, sign, verb in ((fight.attackers, 1, "attacks"), (fight.defenders, -1, "defends")):
        if any(counters.record(unit).trait == "ss" for unit in units):
            found.append(Modifier("11.4.3", f"the SS {verb}", sign * numbers.ss))
    return tuple(found)


# Results.


@case("11.9")
def result(column: int, total: int) -> str:
    """Return the result of a roll of two dice with its modifiers in a column."""
    return tables().numbers.combat.results[column + max(2, min(12, total)) - 2]


@case("11.9")
def exchanged(attackers: Iterable[Unit], defenders: Iterable[Unit]) -> int:
    """Return the steps that an exchange costs each side: all of the smaller side."""
    return max(1, min(sum(map(counters.steps, units)) for units in (attackers, defenders)))


def rank(result: str) -> int:
    """Return how good a result is for the attacker; more is better."""
    return tables().numbers.combat.results.index(result)


@lru_cache(maxsize=1 << 9)
def distribution(column: int, modifier: int) -> dict[str, Fraction]:
    """Return the exact chance of each result, the best for the attacker last."""
    chances = outcomes(sums(2), lambda total: result(column, total + modifier))
    return {each: chances[each] for each in sorted(chances, key=rank)}


@lru_cache(maxsize=1 << 9)
def rounded(column: int, modifier: int) -> Mapping[str, float]:
    """Return the chance of each result, to be weighed."""
    return {result: float(chance) for result, chance in distribution(column, modifier).items()}


def at_least(chances: dict[str, Fraction], outcome: str) -> Fraction:
    """Return the chance of a result at least as good for the attacker."""
    return sum((chance for each, chance in chances.items() if rank(each) >= rank(outcome)), Fraction(0))


# All of it together.


class Terms(Struct, frozen=True):
    """Everything that decides a battle but the dice."""

    fight: Sides
    method: Method
    base: int
    """The column before shifts."""
    shifts: tuple[Modifier, ...]
    column: int
    modifiers: tuple[Modifier, ...]

    @property
    def modifier(self) -> int:
        """The number added to the roll."""
        return sum(each.n for each in self.modifiers)

    @property
    def results(self) -> dict[str, Fraction]:
        """The chance of each result."""
        return distribution(self.column, self.modifier)


def terms(state: State, fight: Sides, method: Method, supplied: Supplied, air: Iterable[UnitId] = ()) -> Terms:
    """Return the terms of a battle; an attack below every column uses the first."""
    base = column(method, fight.attack, fight.defence) or 0
    moved = shifts(state, fight, supplied, air)
    return Terms(fight, method, base, moved, shifted(base, moved), modifiers(state, fight))
