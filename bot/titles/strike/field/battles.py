"""What is open to the two sides in a battle: reserves, supply, air units, going on. Questions to a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.kit.words import count
from bot.titles.strike.field import combat, counters, supply
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Battle
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables

NOBODY = UnitId("")
MOST_RESERVES = 2
"""11.8.2b: how many units may be called to one battle."""


# Reserves.


@case("11.8.2", "11.8.2a")
def reserves(state: State, leader: Unit, area: AreaId) -> Iterator[Unit]:
    """Yield the units that a leader can call to a battle.

    He is in the area or next to it; they are with him or next to him, next to the battle, free of enemies, and
    have not been called in this phase yet.
    """
    here = counters.map_of(state)
    if leader.down or leader.place not in (area, *here[area].next):
        return
    for place in here[area].next:
        for unit in counters.troops(state, place, leader.side):
            if cannot_be_called(state, leader, unit, area) is None:
                yield unit


@case("11.8.2a", "11.8.2b", "6.1.1")
def cannot_be_called(state: State, leader: Unit, unit: Unit, area: AreaId) -> Wrong | None:
    """Say why a leader who is near a battle cannot call a unit to it.

    The players may agree that he calls nobody from his own area, but from next to it alone.
    """
    here, name = counters.map_of(state), counters.record(unit).name
    if unit.id in state.tried:
        return Wrong(f"{name} has been called in this phase", "choose another unit", "11.8.2b")
    if unit.place not in here[area].next:
        return Wrong(
            f"{name} is at {unit.place}, not next to {area}", "choose a unit next to the battle", "11.8.2a"
        )
    if unit.place in counters.held(state, counters.other(unit.side)):
        return Wrong(f"enemies are with {name} at {unit.place}", "choose a unit free of enemies", "11.8.2a")
    chief = counters.record(leader).name
    mend = "choose a unit next to him and to the battle"
    if unit.place == leader.place:
        if state.options.get("reserves") == "next to the leader":
            return Wrong(f"{name} stands with {chief} at {unit.place}, not next to him", mend, "11.8.2a")
    elif unit.place not in here[leader.place].next:
        return Wrong(f"{name} at {unit.place} is not next to {chief} at {leader.place}", mend, "11.8.2a")
    if not counters.may_stand(state, unit, area):
        return Wrong(f"{name} cannot stand in the diamond {area}", "choose a corps", "6.1.1")
    return None


@case("11.8.2b", "11.8.2c")
def callable_reserves(state: State, seat: Seat, area: AreaId) -> dict[UnitId, tuple[Unit, ...]]:
    """Return for each leader of a side the units that he can call, that find room and can be paid for."""
    room, points = counters.room(state, area, seat), state.points[seat]
    found = {}
    for leader in supply.leaders_near(state, seat, area):
        units = tuple(
            unit
            for unit in reserves(state, leader, area)
            if counters.size(unit) <= room and counters.price(unit) <= points
        )
        if units:
            found[leader.id] = units
    return found


def caller(state: State, seat: Seat, area: AreaId, called: tuple[UnitId, ...], leader: UnitId) -> Unit | None:
    """Return the leader who calls reserves: the one that is named, else the best who can call them all."""
    near = supply.leaders_near(state, seat, area)
    if leader:
        near = (each for each in near if each.id == leader)
    able = (each for each in near if {unit.id for unit in reserves(state, each, area)}.issuperset(called))
    return max(able, key=counters.rating, default=None)


# Air units.


def supporters(state: State, area: AreaId) -> tuple[Unit, ...]:
    """Return the air units that can support a battle: they are in its area and fly no supply."""
    return tuple(unit for unit in counters.air(state) if unit.place == area and is_free(state, unit))


@case("9.2")
def is_free(state: State, unit: Unit) -> bool:
    """Say whether an air unit has no mission yet: it flies no supply, cuts no railway and has dropped no bombs."""
    return unit.mission == "" and unit.id not in state.tried and not counters.interdicts(state, unit)


@case("9.1.1", "9.2.2", "9.2.4")
def within_range(state: State, area: AreaId) -> tuple[Unit, ...]:
    """Return the free air units that can reach an area."""
    here, reach = counters.map_of(state), tables().numbers.air.range
    return tuple(
        unit for unit in counters.air(state) if is_free(state, unit) and here.distance(unit.place, area) <= reach
    )


@case("9.2.2")
def bomb_targets(state: State) -> tuple[Unit, ...]:
    """Return the Russian trucks that an air unit can bomb."""
    return tuple(trucks for trucks in counters.trucks(state, RUSSIAN) if within_range(state, trucks.place))


def bomber(state: State, target: Unit, busy: tuple[UnitId, ...], named: UnitId = NOBODY) -> Unit | None:
    """Return the air unit that is named to bomb some trucks, else the best of those that do nothing else."""
    able = [unit for unit in within_range(state, target.place) if unit.id not in busy]
    if named:
        return next((unit for unit in able if unit.id == named), None)
    return max(able, key=counters.rating, default=None)


# What a defender can decide.


class Means(NamedTuple):
    """What a defender can do before the dice fall."""

    reserves: dict[UnitId, tuple[Unit, ...]]
    unsupplied: tuple[Unit, ...]
    price: int
    """What their supply costs."""
    support: tuple[Unit, ...]
    airlift: tuple[Unit, ...]
    targets: tuple[Unit, ...]
    most: int = MOST_RESERVES
    """How many units he can still call."""

    @property
    def any(self) -> bool:
        """Whether there is anything to decide."""
        return bool(self.reserves or self.unsupplied or self.support or self.airlift or self.targets)


def means(state: State, battle: Battle) -> Means:
    """Return what the defender of a battle can still decide; what he cannot pay for is left out."""
    seat, area = counters.other(battle.attacker), battle.area
    lacking = supply.unsupplied(state, seat, area)
    price = supply.cost(lacking)
    german = seat == GERMAN
    found = callable_reserves(state, seat, area) if battle.called < MOST_RESERVES else {}
    if battle.caller:
        found = {leader: units for leader, units in found.items() if leader == battle.caller}
    buys = price <= state.points[seat] and not battle.defender_buys
    return Means(
        reserves=found,
        unsupplied=lacking if buys else (),
        price=price,
        support=supporters(state, area) if german and not battle.air else (),
        airlift=within_range(state, area) if german and lacking else (),
        targets=trucks_of(state, area) if german else (),
        most=MOST_RESERVES - battle.called,
    )


def trucks_of(state: State, area: AreaId) -> tuple[Unit, ...]:
    """Return the trucks on which the supply of the Russians in an area hangs, where bombs can reach them."""
    source = supply.source(state, RUSSIAN, area)
    if source is None or source.how != "trucks":
        return ()
    return tuple(target for target in bomb_targets(state) if target.id == source.trucks)


# The Commissar.


def commissar(state: State) -> Unit | None:
    """Return the Commissar where he is on the map."""
    return next((unit for unit in counters.of(state, RUSSIAN) if counters.is_kind(unit, "commissar")), None)


@case("7.2.1", "7.2.2")
def under_commissar(state: State, area: AreaId) -> bool:
    """Say whether Russians in an area fight under the eyes of the Commissar."""
    watching = commissar(state)
    return watching is not None and watching.place == area


@case("11.1.1", "11.1.2", "7.2.2a")
def must_attack(state: State, areas: tuple[AreaId, ...]) -> AreaId | None:
    """Return the area where the Russians have to attack since the Commissar is there."""
    return next((area for area in areas if state.seat == RUSSIAN and under_commissar(state, area)), None)


# Where one may attack.


@case("11.1.4", "11.1.7")
def open_areas(state: State, areas: tuple[AreaId, ...]) -> tuple[AreaId, ...]:
    """Return those of the areas shared when the phase began that are still so and have not been fought for in it.

    The players may agree on all areas that are shared at the moment.
    """
    both = counters.shared(state)
    some = both if state.options.get("attacks") == "shared at any time" else areas
    return tuple(area for area in some if area in both and area not in state.fought)


def attackable(state: State, area: AreaId, attacker: Seat) -> bool:
    """Say whether the attacker is strong enough for any column at all."""
    fight = combat.sides(state, area, attacker)
    return any(combat.column(method, fight.attack, fight.defence) is not None for method in combat.METHODS)


# Going on.


@case("11.10.2", "11.10.4a")
def may_press(state: State, seat: Seat, area: AreaId, attacker: Seat) -> bool:
    """Say whether a side may go on with a battle: survivors, a leader near, and points for all its units.

    The players may agree that both sides need a leader.
    """
    return press_barred(state, seat, area, attacker) is None


@case("11.10.2", "11.10.4a", "11.2.3")
def press_barred(state: State, seat: Seat, area: AreaId, attacker: Seat) -> Wrong | None:
    """Say why a side cannot go on with a battle: nobody left, too weak, no leader, too few points."""
    if area not in counters.shared(state):
        return Wrong(f"both sides no longer stand at {area}", "", "11.10.2")
    if not attackable(state, area, attacker):
        return Wrong("the attack would be below the lowest column", "", "11.2.3")
    needed = (seat, counters.other(seat)) if state.options.get("continuation") == "both leaders" else (seat,)
    for each in needed:
        if next(supply.leaders_near(state, each, area), None) is None:
            whose = "of its own" if each == seat else "of the enemy"
            return Wrong(f"no undisrupted leader {whose} is at {area} or next to it", "", "11.10.2")
    price, has = supply.cost(counters.troops(state, area, seat)), state.points[seat]
    if price > has:
        return Wrong(f"it costs {count(price, 'operations point')}, and the side has {has}", "", "11.10.4a")
    return None


@case("11.10.1")
def press_areas(state: State, battle: Battle) -> tuple[AreaId, ...]:
    """Return where the attacker may go on: in the same area, or where his armour has broken into others."""
    return tuple(
        area
        for area in dict.fromkeys((battle.area, *battle.thrusts))
        if may_press(state, battle.attacker, area, battle.attacker)
    )
