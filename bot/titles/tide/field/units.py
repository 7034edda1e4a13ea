"""Units: their kinds, hexes and abilities, without opening a secret.

A squad with a hidden base counts as having no known figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat, Seen
from bot.kit.memo import Memo
from bot.kit.pieces import grouped
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import (
    HEAVY_WEAPONS,
    Base,
    Boon,
    CardId,
    Figure,
    HexId,
    Orders,
    ShelterId,
    Speciality,
    Squad,
    TargetId,
    UnitId,
    Vehicle,
    Work,
)
from bot.titles.tide.printed.records import Ability, VehicleRecord
from bot.titles.tide.printed.tables import tables

AnyUnit = Squad | Vehicle
NOBODY = Base("", ())


POSITION: Memo[State] = Memo("units", "works", "scenario", "options")
"""Results that depend on units, works, map and options."""


def at(state: State, hex: HexId) -> tuple[AnyUnit, ...]:
    """Return the units in a hex, passengers included."""
    return _by_hex(state).get(hex, ())


@POSITION.keeps
def _by_hex(state: State) -> dict[HexId, tuple[AnyUnit, ...]]:
    return grouped(state.units.values(), lambda unit: unit.hex)


@POSITION.keeps
def of(state: State, seat: Seat) -> tuple[AnyUnit, ...]:
    """Return the units of a side that are on the map."""
    return tuple(unit for unit in state.units.values() if unit.side == seat and unit.hex)


@POSITION.keeps
def against(state: State, seat: Seat) -> tuple[AnyUnit, ...]:
    """Return the enemies of a side that are on the map."""
    return tuple(unit for unit in state.units.values() if unit.side != seat and unit.hex)


def enemies_at(state: State, hex: HexId, seat: Seat) -> tuple[AnyUnit, ...]:
    """Return the enemies of a side in a hex, without passengers."""
    return tuple(unit for unit in at(state, hex) if unit.side != seat and not aboard(state, unit))


def holders(state: State, hex: HexId, seat: Seat) -> tuple[AnyUnit, ...]:
    """Return the enemies that keep a side out of a hex."""
    return held(state, seat).get(hex, ())


@case("FB-equip-10")
@POSITION.keeps
def held(state: State, seat: Seat) -> dict[HexId, tuple[AnyUnit, ...]]:
    """Return the hexes that enemies keep a side out of.

    Passengers and lone guns do not count.
    """
    enemies = grouped((unit for unit in against(state, seat) if not aboard(state, unit)), lambda unit: unit.hex)
    return {hex: there for hex, there in enemies.items() if not all(is_gun(unit) for unit in there)}


def unit_at(state: State, unit: UnitId | TargetId | ShelterId) -> AnyUnit | None:
    """Return a unit that is on the map, or `None` for anything else."""
    found = state.units.get(UnitId(unit))
    return found if found is not None and found.hex else None


def known_base(unit: AnyUnit) -> Base:
    """Return the known base of a squad; a vehicle has none."""
    if isinstance(unit, Squad) and unit.base.known:
        return unit.base.open()
    return NOBODY


def figures(unit: AnyUnit) -> tuple[Figure, ...]:
    """Return the known figures of a squad."""
    return known_base(unit).figures


def is_special(unit: AnyUnit, special: Speciality) -> bool:
    """Return true if a squad is known to have a specialization."""
    return known_base(unit).special == special


def kind(unit: Vehicle) -> VehicleRecord:
    """Return the record of a vehicle."""
    return tables().vehicles[unit.kind]


def able(unit: AnyUnit, ability: Ability) -> bool:
    """Say whether a unit is a vehicle with an ability."""
    return isinstance(unit, Vehicle) and ability in kind(unit).abilities


@case("TOI-3.1a")
def is_heavy(unit: AnyUnit) -> bool:
    """Say whether a unit is a heavy vehicle."""
    return isinstance(unit, Vehicle) and kind(unit).heavy


def is_gun(unit: AnyUnit) -> bool:
    """Say whether a unit is a piece of equipment."""
    return isinstance(unit, Vehicle) and kind(unit).type == "equipment"


def has_heavy_weapon(unit: AnyUnit) -> bool:
    """Say whether a squad is known to have a machine gun or a mortar."""
    return not HEAVY_WEAPONS.isdisjoint(figures(unit))


def is_suppressed(unit: AnyUnit) -> bool:
    """Say whether a unit is a pinned or disrupted squad."""
    return isinstance(unit, Squad) and unit.morale != ""


def aboard(state: State, unit: AnyUnit) -> Vehicle | None:
    """Return the transport that a squad is in."""
    if not isinstance(unit, Squad) or not unit.within:
        return None
    transport = state.units.get(UnitId(unit.within))
    return transport if isinstance(transport, Vehicle) else None


def inside(state: State, shelter: ShelterId) -> tuple[Squad, ...]:
    """Return the squads inside a fortification or a transport."""
    return tuple(u for u in state.units.values() if isinstance(u, Squad) and u.within == shelter)


def passengers(state: State, vehicle: AnyUnit) -> tuple[Squad, ...]:
    """Return the squads inside a vehicle."""
    return inside(state, ShelterId(vehicle.id))


def dug_in(state: State, unit: AnyUnit) -> Work | None:
    """Return the fortification that a squad is in."""
    if not isinstance(unit, Squad) or not unit.within:
        return None
    return next((work for work in state.works.values() if ShelterId(work.id) == unit.within), None)


def molotovs(state: State, seat: Seat) -> Boon | None:
    """Return the boon that lets a side's squads throw Molotov cocktails."""
    return next((boon for boon in state.boons if boon.kind == "molotovs" and boon.side == seat), None)


def open_cards(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the open cards of a side."""
    hq = state.hq[seat]
    return (*hq.cards, *hq.in_play)


def officer_at(state: State, hex: HexId, seat: Seat, *, steady: bool = False) -> bool:
    """Return true if an officer in a hex can help others: not concealed, not riding."""
    return any(
        "officer" in figures(unit) and not (steady and is_suppressed(unit))
        for unit in _standing_by(state, hex, seat)
    )


def medic_at(state: State, hex: HexId, seat: Seat) -> bool:
    """Return true if a medic in a hex can help others: not concealed, not riding."""
    return any(is_special(unit, "medic") for unit in _standing_by(state, hex, seat))


@case("TOI-12.1a")
def _standing_by(state: State, hex: HexId, seat: Seat) -> Iterator[AnyUnit]:
    """Yield the units in a hex that can help others: not concealed, not riding."""
    for unit in at(state, hex):
        hidden = isinstance(unit, Squad) and unit.concealed
        if unit.side == seat and not hidden and aboard(state, unit) is None:
            yield unit


def boons(state: State, kind: str, unit: AnyUnit) -> tuple[Boon, ...]:
    """Return the boons of a kind that hold for a unit itself."""
    return tuple(boon for boon in state.boons if boon.kind == kind and boon.unit == unit.id)


def boon_modifiers(state: State, kind: str, unit: AnyUnit) -> tuple[Modifier, ...]:
    """Return the modifiers of cards for a unit itself."""
    return tuple(Modifier("TOI-10.3c", "a card", boon.n) for boon in boons(state, kind, unit))


def stack(state: State, hex: HexId) -> int:
    """Count the units in a hex toward its stacking limit."""
    return _stacks(state).get(hex, 0)


@case("TOI-12.2a")
@POSITION.keeps
def _stacks(state: State) -> Counter[HexId]:
    """Count the units toward the stacking limit of each hex; passengers do not count."""
    return Counter(unit.hex for unit in state.units.values() if aboard(state, unit) is None)


@case("TOI-12.2a", "TOI-12.2b", "FB-equip-8")
def has_room(state: State, hex: HexId, unit: AnyUnit) -> bool:
    """Return true if a unit could stop in a hex.

    The hex has no enemies but guns, and is within the stacking limit.
    """
    return roomy(state, unit)(hex)


def roomy(state: State, unit: AnyUnit) -> Callable[[HexId], bool]:
    """Return a function that checks whether a unit could stop in a hex."""
    shut, crowds, most = held(state, unit.side), _stacks(state), tables().numbers.stacking.units
    own = unit.hex if aboard(state, unit) is None else ""
    return lambda hex: hex not in shut and crowds.get(hex, 0) - (hex == own) < most


@case("FB-equip-9")
def taken_by(state: State, unit: AnyUnit) -> Iterator[Vehicle]:
    """Yield the enemy guns that a unit captures by staying in its hex."""
    if is_gun(unit) or holders(state, unit.hex, unit.side):
        return
    for gun in at(state, unit.hex):
        if isinstance(gun, Vehicle) and is_gun(gun) and gun.side != unit.side:
            yield gun


@case("TOI-4.9")
def activable(state: State, unit: AnyUnit) -> bool:
    """Return true if a unit could be activated: fresh, and not suppressed."""
    return unit.activity == "fresh" and not is_suppressed(unit)


def orders(state: State, seat: Seat) -> Orders:
    """Return a side's standing orders, if they may be read."""
    return state.orders[seat].open()


def other(state: State, seat: Seat) -> Seat:
    """Return the opponent of a side."""
    return next(each for each in state.hq if each != seat)


def seats_in_order(state: State) -> tuple[Seat, ...]:
    """Return the sides in the order of initiative."""
    return tuple(sorted(state.hq, key=lambda seat: (seat != state.initiative, seat)))


@case("TOI-2.3d")
def rallied(state: State, unit: AnyUnit) -> bool:
    """Return true if an officer lets a fresh pinned squad in its hex fire."""
    return (
        isinstance(unit, Squad)
        and unit.activity == "fresh"
        and unit.morale == "pinned"
        and aboard(state, unit) is None
        and officer_at(state, unit.hex, unit.side)
    )


def own(seen: Seen[State], unit: UnitId) -> AnyUnit | None:
    """Return one of the seat's own units on the map."""
    found = unit_at(seen.state, unit)
    return found if found is not None and found.side == seen.seat else None


@case("TOI-9.5", "TOI-2.4b")
def crosses_wire(unit: AnyUnit) -> bool:
    """Return true if razor wire does not stop a unit: engineers and heavy vehicles."""
    return is_heavy(unit) or is_special(unit, "engineer")


@case("TOI-9.5", "TOI-2.4b")
def clears_wire(unit: AnyUnit) -> bool:
    """Return true if a unit can remove razor wire: engineers and tanks."""
    return able(unit, "overrun") or is_special(unit, "engineer")
