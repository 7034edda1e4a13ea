"""The value of places: the draw on a side, and the threats of the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from bot.kernel.secret import Seat
from bot.kit.memo import Sides
from bot.kit.paths import Move, Reach, trace
from bot.titles.strike.field import combat, commissar, communication, counters, movement, railways, supply, value
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit
from bot.titles.strike.printed.tables import tables

LIFELINE = 2.0
"""The value of a railway that supplies a front."""

HOME = 30.0
"""The value of a home edge ox on such a railway: an army group depends on it."""

ABANDONED = 5.0
"""The cost of a lone leader or trucks among enemies."""

EXPOSED = 2.0
"""The cost of leaving them alone in the enemy's reach."""

TAKEN = 0.5
"""The extra value of a goal for the unit that takes it, compared to a neighbour."""

NEXT = 4.0
"""The value of holding a railhead's next area alone."""
ELSE = 2.0
"""The value of another area that it could choose instead."""
CUT = 5.0
"""The value of driving the enemy from a railway behind a railhead."""

SERVED = 0.12
"""The value, by price, of a railhead near troops without a railway."""
REACH = 2
"""The distance from a railhead at which troops count: one now, two soon."""

ARMOUR = 0.5
"""The share of a railway's value that counts for armour."""

GARRISON = 0.5
"""The share of a goal's value that counts for Soviets alone guarding it.

The Germans hold what they have taken by attacking elsewhere.
"""

PRUDENCE = 0.2
"""The weight of the enemy's possible gains, since no side can do everything."""

SUPPLIED = 0.6
"""The value of a place with supply by railway or trucks."""

SHOCK = 0.5
"""The value of Soviet armour and a leader together before winter."""

CROWD = 0.08
"""The cost of sharing an area with an own corps, which could hold other ground."""

OUT_OF_COMMAND = "attackers out of command"


# Where units stand well.


def post_value(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return the value of an area for units at the end of their move."""
    seat = party[0].side
    if value.last_move(state, seat):
        return 2 * value.prize(state, seat, area) + 0.1 * value.pull(state, seat, area)
    friends = _others(state, party, area)
    supplied = supply.source(state, seat, area) is not None
    connected = communication.has_line(state, party[0], area)
    each = (
        value.pull(state, seat, area)
        + (SUPPLIED if supplied else 0.0)
        + (0.0 if connected else -2.0)
        + 0.15 * value.cover(state, area)
        - CROWD * sum(map(counters.size, friends))
    )
    ground = TAKEN * value.prize(state, seat, area) + for_railways(state, party, area)
    ground += garrisons(state, party, area)
    each += SHOCK * _joins_shock_group(state, party, area)
    return len(party) * each + ground - PRUDENCE * _guards(state, party, area)


def _joins_shock_group(state: State, party: tuple[Unit, ...], area: AreaId) -> bool:
    """Return whether Soviet armour joins a leader, before bad weather requires one."""
    return (
        party[0].side == RUSSIAN
        and value.winter_is_near(state)
        and all(map(counters.is_armour, party))
        and any(leader.place == area for leader in counters.leaders(state, RUSSIAN))
    )


def garrisons(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return the value of Soviets guarding an own goal against an open way."""
    if party[0].side != RUSSIAN or state.control.get(area) != RUSSIAN or _others(state, party, area):
        return 0.0
    if strongest(state, GERMAN, area) is None:
        return 0.0
    return GARRISON * value.goals(state, RUSSIAN).get(area, 0.0)


def for_railways(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return the value of units in an area that a railhead waits for."""
    if party[0].side != GERMAN or _others(state, party, area):
        return 0.0
    return _wanted(state).get(area, 0.0) * (1.0 if any(map(counters.is_infantry, party)) else ARMOUR)


def ground_of(state: State, seat: Seat, area: AreaId) -> float:
    """Return the value of driving the enemy from an area, with railways."""
    rails = _wanted(state).get(area, 0.0) if seat == GERMAN else 0.0
    return value.ground_of(state, seat, area) + rails


# The needs of railways.


def railheads(state: State) -> list[Unit]:
    """Return the railheads of the Germans."""
    return [unit for unit in counters.of(state, GERMAN) if counters.is_kind(unit, "rail")]


def railhead_value(state: State, area: AreaId) -> float:
    """Return the value of a railhead in an area: near goals and unsupplied troops."""
    return value.pull(state, GERMAN, area) + SERVED * _served(state, area)


def _served(state: State, area: AreaId) -> float:
    """Return the price of troops near an area without a railway, less with distance."""
    far = ((unit, counters.map_of(state).distance(area, unit.place)) for unit in _unserved(state))
    return sum(counters.price(unit) / max(1, away) for unit, away in far if away <= REACH)


@counters.POSITION.keeps
def _unserved(state: State) -> tuple[Unit, ...]:
    """Return the German troops whom no railway supplies."""
    troops = filter(counters.fights, counters.of(state, GERMAN))
    return tuple(unit for unit in troops if not has_railway(state, unit))


def has_railway(state: State, unit: Unit) -> bool:
    """Return whether a unit's side has a working railway in or next to its area."""
    near = (unit.place, *counters.map_of(state)[unit.place].next)
    return not supply.lines(state, unit.side).keys().isdisjoint(near)


@counters.POSITION.keeps
def _wanted(state: State) -> Mapping[AreaId, float]:
    """Return the areas that the railheads need, with their values."""
    found: dict[AreaId, float] = {}
    enemies, taken = counters.held(state, RUSSIAN), set(state.converted)
    for head in railheads(state):
        if head.place not in supply.lines(state, GERMAN):
            found |= dict.fromkeys(enemies.intersection(state.converted), CUT)
            continue
        ways = [way for way in railways.onward(state, head) if way[-1] not in taken]
        ways.sort(key=lambda way: (-railhead_value(state, way[-1]), way))
        for way in ways:
            points = NEXT if way[-1] == ways[0][-1] else ELSE
            for area in {way[-1], *enemies.intersection(way)}:
                found[area] = max(found.get(area, 0.0), points)
        taken.update(way[-1] for way in ways[:1])
    return found


# Losses by leaving.


def leaving(state: State, unit: Unit) -> float:
    """Return the loss when a unit leaves its area: a weaker battle, and its wards."""
    seat, area = unit.side, unit.place
    friends = _others(state, (unit,), area)
    enemies = counters.held(state, counters.other(seat))
    wards = 0 if friends else len(_wards(state, seat, area))
    if area in enemies:
        whole = max(0.0, battle_value(state, seat, area, (*friends, unit)))
        rest = max(0.0, battle_value(state, seat, area, friends)) if friends else 0.0
        return whole - rest + ABANDONED * wards
    return EXPOSED * wards if wards and strongest(state, counters.other(seat), area) is not None else 0.0


def ordered(state: State, party: tuple[Unit, ...]) -> float:
    """Return the gain of Soviets in an area where the Commissar may order an attack.

    A loss is below 0.
    """
    seat, area = party[0].side, party[0].place
    oxes = commissar.shared_oxes(state) if seat == RUSSIAN and commissar.calls(state) else ()
    if area not in oxes:
        return 0.0
    friends = _others(state, party, area)
    with_them = _attack_at_any_price(state, area, (*friends, *party))
    return (with_them - _attack_at_any_price(state, area, friends)) / len(oxes)


def _attack_at_any_price(state: State, area: AreaId, units: tuple[Unit, ...]) -> float:
    """Return the loss of a forced Soviet attack, below 0.

    Without a column it is total.
    """
    if not units:
        return 0.0
    if value.attack_terms(state, RUSSIAN, area, units) is None:
        return -sum(map(value.of_unit, units))
    return min(0.0, battle_value(state, RUSSIAN, area, units))


def baring(state: State, unit: Unit) -> float:
    """Return the enemy's extra gain in an area when a unit leaves it."""
    if value.last_move(state, unit.side):
        return 0.0
    guarded = PRUDENCE * max(0.0, -_guards(state, (unit,), unit.place))
    return guarded + garrisons(state, (unit,), unit.place)


def _guards(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return the enemy's gain from units in an area; below 0 they guard it."""
    seat, friends = party[0].side, _others(state, party, area)
    return menace(state, seat, area, (*friends, *party)) - menace(state, seat, area, friends)


def _others(state: State, party: tuple[Unit, ...], area: AreaId) -> tuple[Unit, ...]:
    """Return the troops in an area that do not belong to a party."""
    gone = {unit.id for unit in party}
    return tuple(unit for unit in counters.troops(state, area, party[0].side) if unit.id not in gone)


def _wards(state: State, seat: Seat, area: AreaId) -> list[Unit]:
    """Return the leaders and trucks in an area, who are lost there without troops."""
    return [unit for unit in counters.at(state, area, seat) if counters.is_kind(unit, "leader", "trucks")]


# Battles.


def battle_value(state: State, seat: Seat, area: AreaId, units: tuple[Unit, ...], *, led: bool = False) -> float:
    """Return the value of a supplied attack; `led` means that a leader comes along."""
    return _battle_value(state, seat, area, units, led, value.last_move(state, seat), state.points[seat])


@counters.POSITION.keeps
def _battle_value(
    state: State, seat: Seat, area: AreaId, units: tuple[Unit, ...], led: bool, last: bool, points: int
) -> float:
    """Return the same value for a number of points, which decides the supply."""
    found = value.attack_terms(state, seat, area, units)
    if found is None:
        return -1.0
    terms, price = found
    if led:
        terms = replace(terms, modifiers=tuple(each for each in terms.modifiers if each.why != OUT_OF_COMMAND))
    return value.of_battle(terms, ground_of(state, seat, area), last=last) - value.point(state, seat) * price


# The enemy's possible next move.


class Stack(NamedTuple):
    """The strongest that a side can bring to an area."""

    strength: int
    value: float
    steps: int
    combined: bool


def menace(state: State, seat: Seat, area: AreaId, units: Iterable[Unit], *, led: bool | None = None) -> float:
    """Return the enemy's expected gain in an area with these units in its next move.

    `led` says whether a leader commands them; else it is looked up.
    """
    enemy = counters.other(seat)
    coming = strongest(state, enemy, area)
    if coming is None:
        return 0.0
    stake, there = at_stake(state, seat, area), tuple(units)
    if not there:
        return stake
    strength = sum(map(counters.strength, there))
    columns = [combat.column(method, coming.strength, strength) for method in combat.METHODS]
    base = max((column for column in columns if column is not None), default=None)
    if base is None:
        return 0.0
    column = base + coming.combined - combat.combined(there) - _shelter(state, seat, area)
    last = len(tables().numbers.combat.differential) - 1
    commanded = combat.commander(state, seat, area) is not None if led is None else led
    roll = 0 if commanded else tables().numbers.modifiers.out_of_command
    held, steps = sum(map(value.of_unit, there)), sum(map(counters.steps, there))
    return max(
        0.0,
        sum(
            chance * value.of_result(result, coming.value, held, coming.steps, steps, stake)
            for result, chance in combat.rounded(max(0, min(last, column)), roll).items()
        ),
    )


@counters.POSITION.keeps
def need_of_leader(state: State, seat: Seat, area: AreaId) -> float:
    """Return the reduction of the enemy's expected gain by a leader in an area."""
    troops = counters.troops(state, area, seat)
    if not troops:
        return 0.0
    alone, commanded = (menace(state, seat, area, troops, led=led) for led in (False, True))
    return alone - commanded


def _shelter(state: State, seat: Seat, area: AreaId) -> int:
    """Return how many columns ground, weather and supply give to defenders."""
    numbers = tables().numbers
    weather = numbers.conditions[state.weather].shift
    lacks = supply.source(state, seat, area) is None
    return value.cover(state, area) + weather - lacks * numbers.shifts.unsupplied


def at_stake(state: State, seat: Seat, area: AreaId) -> float:
    """Return a side's loss with an area: a held goal, and the railway to its front."""
    held = value.goals(state, seat).get(area, 0.0) if state.control.get(area) == seat else 0.0
    if area not in lifelines(state, seat):
        return held
    return held + (HOME if area in counters.map_of(state).edge[seat] else LIFELINE)


@counters.POSITION.keeps
def lifelines(state: State, seat: Seat) -> frozenset[AreaId]:
    """Return the areas on the German railways from their railheads home."""
    back = supply.lines(state, seat)
    heads = [unit.place for unit in counters.of(state, seat) if counters.is_kind(unit, "rail")]
    return frozenset(area for head in heads if head in back for area in trace(back, head))


HOSTS: Sides[State] = Sides(lambda state, seat: (*counters.front(state, seat), counters.of(state, seat)))
"""The factors of a side's next move: its own units, and its obstacles."""


@HOSTS.keeps
def strongest(state: State, seat: Seat, area: AreaId) -> Stack | None:
    """Return a side's strongest possible stack in an area after its next move."""
    units: list[Unit] = []
    for unit in (*counters.troops(state, area, seat), *comers(state, seat).get(area, ())):
        if counters.stacked([*units, unit]) <= counters.limit(state, area):
            units.append(unit)
    if not units:
        return None
    return Stack(
        sum(map(counters.strength, units)),
        sum(map(value.of_unit, units)),
        sum(map(counters.steps, units)),
        combat.combined(units),
    )


@HOSTS.keeps
def comers(state: State, seat: Seat) -> Mapping[AreaId, tuple[Unit, ...]]:
    """Return the troops that can reach each area in their next move, strongest first."""
    found: dict[AreaId, list[Unit]] = {}
    troops = [unit for unit in counters.of(state, seat) if counters.fights(unit)]
    for unit in sorted(troops, key=lambda each: (-counters.strength(each) / counters.size(each), each.id)):
        for area in _march(state, unit):
            free = not movement.disengages(state, unit) or communication.has_line(state, unit, area)
            if free and area != unit.place and counters.may_stand(state, unit, area):
                found.setdefault(area, []).append(unit)
    return {area: tuple(units) for area, units in found.items()}


def _march(state: State, unit: Unit) -> Iterable[AreaId]:
    """Return the areas within a fresh unit's march; troops there now stop it."""
    points = movement.allowance(state, unit)[0]
    if movement.needs_leader(state, unit):
        led = any(leader.place == unit.place for leader in counters.leaders(state, unit.side))
        points = points if led else 0
    key = ("march", unit.side, unit.place, counters.mover(unit), counters.is_kind(unit, "army"), points)
    here, enemies = counters.map_of(state), counters.held(state, counters.other(unit.side))

    def onward(area: AreaId) -> Iterable[Move[AreaId]]:
        for to in here[area].next:
            if not here[to].is_diamond or counters.may_pass(state, unit, to):
                yield Move(to, movement.cost(state, unit, to), to in enemies)

    return counters.FRONTS.of(unit.side).recall(state, key, lambda: tuple(Reach(unit.place, points, onward).cost))
