"""What it is worth to stand somewhere: what draws a side there, and what the enemy could do."""

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
"""What a railway is worth on which the supply of a front hangs."""

HOME = 30.0
"""What an ox of the home edge is worth through which such a railway leaves the map: an army group lives on it."""

ABANDONED = 5.0
"""What it costs to leave a leader or trucks alone among enemies."""

EXPOSED = 2.0
"""What it costs to leave them alone where enemies can come."""

TAKEN = 0.5
"""How much more a goal is worth to whoever takes it than to whoever stands beside it."""

NEXT = 4.0
"""What it is worth to stand alone where a railhead should come next."""
ELSE = 2.0
"""What it is worth in another area to which it could go instead."""
CUT = 5.0
"""What it is worth to drive the enemy from a railway behind a railhead."""

SERVED = 0.12
"""What it is worth for a point of their price to come near troops whom no railway supplies."""
REACH = 2
"""How far from a railhead troops count: those one area away are supplied, two away they soon will be."""

ARMOUR = 0.5
"""How much of what ground is worth for railways counts for armour."""

GARRISON = 0.5
"""How much of what a goal is worth counts for Soviets who alone keep the enemy from walking into it.

The Germans hold what they have taken by attacking elsewhere.
"""

PRUDENCE = 0.2
"""How much of what the enemy could gain in the next move counts: nobody can do everything."""

SUPPLIED = 0.6
"""What it is worth to stand where a railway or trucks bring supply."""

SHOCK = 0.5
"""What it is worth for Soviet armour and a leader to stand together when winter is near."""

CROWD = 0.08
"""What it costs to stand with a corps of one's own: elsewhere it would hold more ground."""

OUT_OF_COMMAND = "attackers out of command"


# Where units stand well.


def post_value(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return how good an area is for units to stand in at the end of their move."""
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
    """Say whether Soviet armour gathers where a leader is, before bad weather lets it move with him only."""
    return (
        party[0].side == RUSSIAN
        and value.winter_is_near(state)
        and all(map(counters.is_armour, party))
        and any(leader.place == area for leader in counters.leaders(state, RUSSIAN))
    )


def garrisons(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return what it is worth that Soviets keep a goal of theirs that the enemy could walk into without them."""
    if party[0].side != RUSSIAN or state.control.get(area) != RUSSIAN or _others(state, party, area):
        return 0.0
    if strongest(state, GERMAN, area) is None:
        return 0.0
    return GARRISON * value.goals(state, RUSSIAN).get(area, 0.0)


def for_railways(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return what it is worth that units stand where a railhead waits to come; armour is wanted elsewhere too."""
    if party[0].side != GERMAN or _others(state, party, area):
        return 0.0
    return _wanted(state).get(area, 0.0) * (1.0 if any(map(counters.is_infantry, party)) else ARMOUR)


def ground_of(state: State, seat: Seat, area: AreaId) -> float:
    """Return what it is worth to a side to drive the enemy from an area, railways counted."""
    rails = _wanted(state).get(area, 0.0) if seat == GERMAN else 0.0
    return value.ground_of(state, seat, area) + rails


# What railways need.


def railheads(state: State) -> list[Unit]:
    """Return the railheads of the Germans."""
    return [unit for unit in counters.of(state, GERMAN) if counters.is_kind(unit, "rail")]


def railhead_value(state: State, area: AreaId) -> float:
    """Return how good it is to have a railhead in an area: near the goals, and near troops without a railway."""
    return value.pull(state, GERMAN, area) + SERVED * _served(state, area)


def _served(state: State, area: AreaId) -> float:
    """Return the price of the troops near an area whom no railway supplies yet, less for those farther away."""
    far = ((unit, counters.map_of(state).distance(area, unit.place)) for unit in _unserved(state))
    return sum(counters.price(unit) / max(1, away) for unit, away in far if away <= REACH)


@counters.POSITION.keeps
def _unserved(state: State) -> tuple[Unit, ...]:
    """Return the German troops whom no railway supplies."""
    troops = filter(counters.fights, counters.of(state, GERMAN))
    return tuple(unit for unit in troops if not has_railway(state, unit))


def has_railway(state: State, unit: Unit) -> bool:
    """Say whether a working railway of its side runs where a unit stands or next to it."""
    near = (unit.place, *counters.map_of(state)[unit.place].next)
    return not supply.lines(state, unit.side).keys().isdisjoint(near)


@counters.POSITION.keeps
def _wanted(state: State) -> Mapping[AreaId, float]:
    """Return the areas to take or to hold so that the railheads can go on, with what they are worth."""
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


# What is lost when they leave.


def leaving(state: State, unit: Unit) -> float:
    """Return what is lost when a unit leaves its area: a battle that is won without it less surely, and wards."""
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
    """Return what Soviets gain, below 0, by staying where the Commissar may have them attack."""
    seat, area = party[0].side, party[0].place
    oxes = commissar.shared_oxes(state) if seat == RUSSIAN and commissar.calls(state) else ()
    if area not in oxes:
        return 0.0
    friends = _others(state, party, area)
    with_them = _attack_at_any_price(state, area, (*friends, *party))
    return (with_them - _attack_at_any_price(state, area, friends)) / len(oxes)


def _attack_at_any_price(state: State, area: AreaId, units: tuple[Unit, ...]) -> float:
    """Return what Soviets lose, below 0, by an attack that is not worth it: all, where there is no column."""
    if not units:
        return 0.0
    if value.attack_terms(state, RUSSIAN, area, units) is None:
        return -sum(map(value.of_unit, units))
    return min(0.0, battle_value(state, RUSSIAN, area, units))


def baring(state: State, unit: Unit) -> float:
    """Return what the enemy could gain in an area when a unit leaves it, more than if it stays."""
    if value.last_move(state, unit.side):
        return 0.0
    guarded = PRUDENCE * max(0.0, -_guards(state, (unit,), unit.place))
    return guarded + garrisons(state, (unit,), unit.place)


def _guards(state: State, party: tuple[Unit, ...], area: AreaId) -> float:
    """Return how much more the enemy could gain in an area with units than without; below 0 they guard it."""
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
    """Return what an attack of these units is worth, their supply paid; `led`, a leader comes with them."""
    return _battle_value(state, seat, area, units, led, value.last_move(state, seat), state.points[seat])


@counters.POSITION.keeps
def _battle_value(
    state: State, seat: Seat, area: AreaId, units: tuple[Unit, ...], led: bool, last: bool, points: int
) -> float:
    """Return the same for a side that has so many operations points: its supply depends on them."""
    found = value.attack_terms(state, seat, area, units)
    if found is None:
        return -1.0
    terms, price = found
    if led:
        terms = replace(terms, modifiers=tuple(each for each in terms.modifiers if each.why != OUT_OF_COMMAND))
    return value.of_battle(terms, ground_of(state, seat, area), last=last) - value.point(state, seat) * price


# What the enemy could do in the next move.


class Stack(NamedTuple):
    """The strongest that a side can bring to an area."""

    strength: int
    value: float
    steps: int
    combined: bool


def menace(state: State, seat: Seat, area: AreaId, units: Iterable[Unit], *, led: bool | None = None) -> float:
    """Return what the enemy can hope to gain in an area in the next move, if these units of a side stand there.

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
    """Return how much less the enemy can hope to gain from the troops in an area if a leader commands them."""
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
    """Return what a side loses with an area: a goal that it holds, and the railway behind its front."""
    held = value.goals(state, seat).get(area, 0.0) if state.control.get(area) == seat else 0.0
    if area not in lifelines(state, seat):
        return held
    return held + (HOME if area in counters.map_of(state).edge[seat] else LIFELINE)


@counters.POSITION.keeps
def lifelines(state: State, seat: Seat) -> frozenset[AreaId]:
    """Return the areas through which the railways of the Germans run from their railheads home."""
    back = supply.lines(state, seat)
    heads = [unit.place for unit in counters.of(state, seat) if counters.is_kind(unit, "rail")]
    return frozenset(area for head in heads if head in back for area in trace(back, head))


HOSTS: Sides[State] = Sides(lambda state, seat: (*counters.front(state, seat), counters.of(state, seat)))
"""The values that a side's next move depends on: its own units, and what hinders them."""


@HOSTS.keeps
def strongest(state: State, seat: Seat, area: AreaId) -> Stack | None:
    """Return the strongest stack of a side that can stand in an area after its next move."""
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
    """Return for each area the troops of a side that can come there in its next move, the strongest first."""
    found: dict[AreaId, list[Unit]] = {}
    troops = [unit for unit in counters.of(state, seat) if counters.fights(unit)]
    for unit in sorted(troops, key=lambda each: (-counters.strength(each) / counters.size(each), each.id)):
        for area in _march(state, unit):
            free = not movement.disengages(state, unit) or communication.has_line(state, unit, area)
            if free and area != unit.place and counters.may_stand(state, unit, area):
                found.setdefault(area, []).append(unit)
    return {area: tuple(units) for area, units in found.items()}


def _march(state: State, unit: Unit) -> Iterable[AreaId]:
    """Return the areas within a fresh unit's march; the troops that stand there now stop it."""
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
