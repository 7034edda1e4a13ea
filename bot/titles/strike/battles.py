"""What is open to the two sides in a battle: reserves, supply, air units, going on. Questions to a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.strike import combat, forces, supply
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Battle
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.tables import tables

MOST_RESERVES = 2
"""11.8.2b: how many units may be called to one battle."""


# Reserves.


@case("11.8.2", "11.8.2a")
def reserves(state: State, leader: Unit, area: AreaId) -> Iterator[Unit]:
    """Yield the units that a leader can call to a battle.

    He is in the area or next to it; they are with him or next to him, next to the battle, free of enemies, and
    have not been called in this phase yet.
    """
    here, enemies = forces.map_of(state), forces.held(state, forces.other(leader.side))
    near = here[area].next
    if leader.down or leader.place not in (area, *near):
        return
    for place in near:
        beside = leader.place in (area, place) or place in here[leader.place].next
        if beside and place not in enemies:
            for unit in forces.troops(state, place, leader.side):
                if unit.id not in state.tried and forces.may_stand(state, unit, area):
                    yield unit


@case("11.8.2b", "11.8.2c")
def callable_reserves(state: State, seat: Seat, area: AreaId) -> dict[UnitId, tuple[Unit, ...]]:
    """Return for each leader of a side the units that he can call, that find room and can be paid for."""
    room, points = forces.room(state, area, seat), state.points[seat]
    found = {}
    for leader in supply.leaders_near(state, seat, area):
        units = tuple(
            unit
            for unit in reserves(state, leader, area)
            if forces.size(unit) <= room and forces.price(unit) <= points
        )
        if units:
            found[leader.id] = units
    return found


def caller(state: State, seat: Seat, area: AreaId, called: tuple[UnitId, ...], leader: UnitId) -> Unit | None:
    """Return the leader who calls reserves: the one that is named, else the best who can call them all."""
    near = supply.leaders_near(state, seat, area)
    if leader:
        return next((each for each in near if each.id == leader), None)
    able = (each for each in near if {unit.id for unit in reserves(state, each, area)}.issuperset(called))
    return max(able, key=forces.rating, default=None)


# Air units.


def supporters(state: State, area: AreaId) -> tuple[Unit, ...]:
    """Return the air units that can support a battle: they are in its area and fly no supply."""
    return tuple(unit for unit in forces.air(state) if unit.place == area and is_free(state, unit))


@case("9.2")
def is_free(state: State, unit: Unit) -> bool:
    """Say whether an air unit has no mission yet: it flies no supply, cuts no railway and has dropped no bombs."""
    return unit.mission == "" and unit.id not in state.tried and not forces.interdicts(state, unit)


@case("9.1.1", "9.2.2", "9.2.4")
def within_range(state: State, area: AreaId) -> tuple[Unit, ...]:
    """Return the free air units that can reach an area."""
    here, reach = forces.map_of(state), tables().numbers.air.range
    return tuple(
        unit for unit in forces.air(state) if is_free(state, unit) and here.distance(unit.place, area) <= reach
    )


@case("9.2.2")
def bomb_targets(state: State) -> tuple[Unit, ...]:
    """Return the Russian trucks that an air unit can bomb."""
    return tuple(trucks for trucks in forces.trucks(state, RUSSIAN) if within_range(state, trucks.place))


def bomber(state: State, target: Unit, busy: tuple[UnitId, ...]) -> Unit | None:
    """Return the best air unit to bomb some trucks with, other than those that do something else."""
    able = [unit for unit in within_range(state, target.place) if unit.id not in busy]
    return max(able, key=forces.rating, default=None)


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

    @property
    def any(self) -> bool:
        """Whether there is anything to decide."""
        return bool(self.reserves or self.unsupplied or self.support or self.airlift or self.targets)


def means(state: State, battle: Battle) -> Means:
    """Return what the defender of a battle can still decide; what he cannot pay for is left out."""
    seat, area = forces.other(battle.attacker), battle.area
    lacking = supply.unsupplied(state, seat, area)
    price = supply.cost(lacking)
    german = seat == GERMAN
    return Means(
        reserves=callable_reserves(state, seat, area),
        unsupplied=lacking if price <= state.points[seat] else (),
        price=price,
        support=supporters(state, area) if german else (),
        airlift=within_range(state, area) if german and lacking else (),
        targets=trucks_of(state, area) if german else (),
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
    return next((unit for unit in forces.of(state, RUSSIAN) if forces.is_kind(unit, "commissar")), None)


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
    """Return those of the shared areas that are still shared and have not been fought for in this phase."""
    both = forces.shared(state)
    return tuple(area for area in areas if area in both and area not in state.fought)


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
    if area not in forces.shared(state) or not attackable(state, area, attacker):
        return False
    needed = (seat, forces.other(seat)) if state.options.get("continuation") == "both leaders" else (seat,)
    if any(next(supply.leaders_near(state, each, area), None) is None for each in needed):
        return False
    return state.points[seat] >= supply.cost(forces.troops(state, area, seat))


@case("11.10.1")
def press_areas(state: State, battle: Battle) -> tuple[AreaId, ...]:
    """Return where the attacker may go on: in the same area, or where his armour has broken into others."""
    return tuple(
        area
        for area in dict.fromkeys((battle.area, *battle.thrusts))
        if may_press(state, battle.attacker, area, battle.attacker)
    )
