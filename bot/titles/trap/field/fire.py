"""Fire: the modifiers of the die, then range, line, firers and targets."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat
from bot.titles.trap.field.arcs import Aspect, aspect, bears, leaves
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.ground import BUILT, ground
from bot.titles.trap.field.sight import Line, sight
from bot.titles.trap.field.units import at, flipped, inside, known, record, riders, vehicle_stands
from bot.titles.trap.field.view import eyesight, firing_range
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, FACINGS, RUSSIAN, HexId, Kind, Level, Status, Unit, UnitId
from bot.titles.trap.printed.map import Terrain
from bot.titles.trap.printed.units import CounterRecord, Model

SNIPED = ("infantry", "heavy", "schmel")
"""8.8: units that a sniper helps to hit: infantry and heavy weapons, not leaders."""


class Firer(NamedTuple):
    """The relevant properties of a firing unit."""

    side: Seat
    model: Model
    heavy: bool
    """It has heavy weapons."""
    level: Level
    status: Status
    moved: bool


class Target(NamedTuple):
    """The relevant properties of a target and its hex."""

    side: Seat
    kind: Kind
    model: Model
    foot: bool
    level: Level
    flipped: bool
    shot_at: bool
    rides: bool
    """It rides on a tank."""
    beside_vehicle: bool
    """A vehicle of its side stands on the ground of its hex."""
    terrain: Terrain
    rubble: bool

    @property
    def vehicle(self) -> bool:
        """Whether it is a tank or an APC."""
        return not self.foot

    @property
    def built(self) -> bool:
        """Whether its hex has buildings that stand."""
        return self.terrain in BUILT and not self.rubble

    @property
    def clear(self) -> bool:
        """Whether its hex is clear terrain."""
        return self.terrain == "clear"


class Aim(NamedTuple):
    """The properties that decide the modifiers of a shot.

    Fire without a firer comes from off-map artillery.

    It names no units and no hexes, so that shots which are alike are equal and their modifiers are looked up.
    """

    target: Target
    firer: Firer | None
    direct: bool
    aspect: Aspect | None = None
    """The target's side that the line meets.

    Indirect fire and units without a facing have `None`.
    """
    sniper: bool = False
    """A sniper helps."""
    night: bool = False


class Factor(NamedTuple):
    """A line of the list of modifiers: its case, when it holds, and by how much."""

    cite: str
    why: str
    amount: Callable[[Aim], int]
    indirect: bool


FACTORS: list[Factor] = []
"""6.4.2: every modifier, in the order of the list."""


def factor(
    cite: str, why: str, *, indirect: bool = False
) -> Callable[[Callable[[Aim], int]], Callable[[Aim], int]]:
    """Put a modifier on the list; most hold for direct fire only."""

    def note(amount: Callable[[Aim], int]) -> Callable[[Aim], int]:
        FACTORS.append(Factor(cite, why, amount, indirect))
        return case(cite)(amount)

    return note


@factor("TRAP-6.4.2-01", "infantry beside a vehicle, fired at from the ground")
# TRAP-R102, TRAP-R144
def beside_vehicle(aim: Aim) -> int:
    """Infantry shares its hex with a vehicle of its side, or rides on it."""
    infantry = aim.target.foot and aim.target.kind != "leader"
    if not infantry or aim.target.level != "ground" or aim.firer is None or aim.firer.level != "ground":
        return 0
    return int(aim.target.beside_vehicle)


@factor("TRAP-6.4.2-02", "moved in this activation")
def moved(aim: Aim) -> int:
    """The firer has moved and fires in the same activation."""
    return int(aim.firer is not None and aim.firer.moved)


@factor("TRAP-6.4.2-03", "the firer is suppressed", indirect=True)
def suppressed(aim: Aim) -> int:
    """The firer is suppressed."""
    return int(aim.firer is not None and aim.firer.status == "suppressed")


@factor("TRAP-6.4.2-04", "the firer is pinned", indirect=True)
def pinned(aim: Aim) -> int:
    """The firer is pinned."""
    return 2 * (aim.firer is not None and aim.firer.status == "pinned")


@factor("TRAP-6.4.2-05", "target in woods", indirect=True)
def woods(aim: Aim) -> int:
    """The target is in woods."""
    return int(aim.target.terrain == "woods")


@factor("TRAP-6.4.2-06", "target on a higher level")
def above(aim: Aim) -> int:
    """The target stands upstairs and the firer does not."""
    return int(aim.firer is not None and aim.firer.level == "ground" and aim.target.level == "upper")


@factor("TRAP-6.4.2-07", "target has neither acted nor fired", indirect=True)
def fresh(aim: Aim) -> int:
    """Indirect fire catches a target that lies low."""
    return int(not aim.direct and not aim.target.flipped)


@factor("TRAP-6.4.2-08", "through the front of a T-80")
def front_of_t80(aim: Aim) -> int:
    """The line comes in by the front of a T-80, or from its own hex."""
    return int(aim.target.model == "T-80" and aim.aspect == "front")


@factor("TRAP-6.4.2-09", "target in rubble", indirect=True)
@case("TRAP-8.7")
def in_rubble(aim: Aim) -> int:
    """The target lies in rubble, which helps less against artillery off the map."""
    return (2 if aim.firer is None else 3) * aim.target.rubble


@factor("TRAP-6.4.2-10", "target among buildings", indirect=True)
# TRAP-R63, TRAP-R102
@case("TRAP-3.2")
def in_building(aim: Aim) -> int:
    """The target is among buildings.

    Only vehicles stay on the road, as if in the open.
    """
    return (1 if aim.firer is None else 2) * (aim.target.built and aim.target.foot)


@factor("TRAP-6.4.2-11", "target has acted or fired", indirect=True)
def has_acted(aim: Aim) -> int:
    """The target has given itself away."""
    return -int(aim.target.flipped)


@factor("TRAP-6.4.2-12", "target was fired at before")
# TRAP-R64
def shot_at(aim: Aim) -> int:
    """The target was under direct fire before in this turn."""
    return -int(aim.target.shot_at)


@factor("TRAP-6.4.2-13", "heavy weapons at foot units in the open")
# TRAP-R62
def in_the_open(aim: Aim) -> int:
    """Heavy weapons fire at a foot unit in clear terrain, tank riders included."""
    return -2 * (aim.firer is not None and aim.firer.heavy and aim.target.foot and aim.target.clear)


@factor("TRAP-6.4.2-14", "target on a lower level")
def below(aim: Aim) -> int:
    """The firer stands upstairs and the target does not."""
    return -2 * (aim.firer is not None and aim.firer.level == "upper" and aim.target.level == "ground")


@factor("TRAP-6.4.2-15", "through the flank of a vehicle")
# TRAP-R21
def flank_or_rear(aim: Aim) -> int:
    """The line comes in by the flank of a vehicle, or from behind a foot unit."""
    if aim.target.vehicle and aim.aspect == "flank":
        return -1 if aim.target.model == "T-80" else -2
    return -2 * (not aim.target.vehicle and aim.aspect == "rear")


@factor("TRAP-6.4.2-16", "through the rear of a vehicle")
# TRAP-R21
def rear_of_vehicle(aim: Aim) -> int:
    """The line comes in by the rear of a vehicle."""
    if not aim.target.vehicle or aim.aspect != "rear":
        return 0
    return -2 if aim.target.model == "T-80" else -3


@factor("TRAP-6.4.2-17", "Chechens fire at night")
def by_night(aim: Aim) -> int:
    """Chechens know their city in the dark."""
    return -int(aim.firer is not None and aim.firer.side == CHECHEN and aim.night)


@factor("TRAP-6.4.2-18", "a T-80 fires at a building", indirect=True)
# TRAP-R63, TRAP-R145
def tank_at_building(aim: Aim) -> int:
    """A T-80 fires at a hex with buildings."""
    return -int(aim.firer is not None and aim.firer.model == "T-80" and aim.target.built)


@factor("TRAP-6.4.2-19", "a sniper helps")
# TRAP-R65
@case("TRAP-8.8")
def sniper_helps(aim: Aim) -> int:
    """A sniper helps against Russian infantry and heavy weapons, but only once."""
    return -int(aim.sniper and aim.target.side == RUSSIAN and aim.target.kind in SNIPED)


@factor("TRAP-6.4.2-20", "target rides on a tank", indirect=True)
@case("TRAP-8.10")
def on_a_tank(aim: Aim) -> int:
    """A rider on a tank has this besides all other modifiers."""
    return -3 * aim.target.rides


@case("TRAP-6.4.2")
@lru_cache(maxsize=1 << 14)
def modifiers(aim: Aim) -> tuple[Modifier, ...]:
    """Return every modifier of a shot, with its case."""
    some = ((each, each.amount(aim)) for each in FACTORS if aim.direct or each.indirect)
    return tuple(Modifier(each.cite, _why(each, aim), n) for each, n in some if n)


def _why(factor: Factor, aim: Aim) -> str:
    """Name a modifier; the same case covers a vehicle's flank and a foot unit's back."""
    foot = factor.cite == "TRAP-6.4.2-15" and not aim.target.vehicle
    return "from behind a foot unit" if foot else factor.why


# Range, line and arc.


def fire_line(state: State, unit: Unit, hex: HexId) -> Line:
    """Return the line from a unit to a hex."""
    return sight().line(unit.hex, hex, firing_range(state, unit), state.rubble)


# TRAP-R3
@case("TRAP-6.2", "TRAP-3.4.1", "TRAP-3.4.2")
def can_bear(unit: Unit, line: Line) -> bool:
    """Return whether a unit's facing allows fire along a line.

    Vehicles and leaders fire in every direction.
    """
    what = record(unit)
    if what.vehicle or what.kind == "leader" or line.start == line.end:
        return True
    return bears(FACINGS.index(unit.facing), leaves(ground(), line))


def facing_towards(state: State, unit: Unit, hex: HexId) -> bool:
    """Say whether a unit has a hex in range, in sight and before its front."""
    if ground().distance(unit.hex, hex) > firing_range(state, unit):
        return False
    line = fire_line(state, unit, hex)
    return line.clear and can_bear(unit, line)


# TRAP-R65
@case("TRAP-8.8")
def helper(state: State, firer: Unit, hex: HexId, called: UnitId) -> Unit | None:
    """Return the sniper that helps a Chechen unit to fire at a hex, or `None`.

    It must be in good order, and in range and sight of the hex.

    It acts with the same marker: it has begun to, or is named now. A sniper that has fired does not help.
    """
    if firer.side != CHECHEN or record(firer).kind == "sniper":
        return None
    for id in (*state.acted, called):
        unit = state.units.get(id)
        if unit is not None and helps(state, unit, hex):
            return unit
    return None


def helps(state: State, unit: Unit, hex: HexId) -> bool:
    """Say whether a unit is a sniper who could help to fire at a hex."""
    what = known(unit)
    if what is None or what.kind != "sniper" or unit.status != "normal" or unit.fired or unit.hex not in ground():
        return False
    return sight().sees(unit.hex, hex, eyesight(state, unit), state.rubble)


@case("TRAP-8.8", "TRAP-8.10")
def armed(state: State, unit: Unit) -> bool:
    """Return whether a unit can fire: a shaken sniper and a tank with riders cannot."""
    what = known(unit)
    if what is None:
        return True
    return not (what.kind == "tank" and riders(state, unit.id)) and (
        what.kind != "sniper" or unit.status == "normal"
    )


# TRAP-R68
def alone(state: State, leader: Unit) -> bool:
    """Say whether no unit that fights is with a leader on his level."""
    beside = at(state, leader.hex, leader.level, leader.side)
    return not any(what is None or what.fights for what in map(known, beside))


# TRAP-R29
def spared(state: State, foe: Unit, unit: Unit) -> bool:
    """Return whether a unit is no target for another.

    Covered units, passengers of an APC and leaders among others are none, and so are combat units for a sniper.
    """
    what, whom = known(foe), known(unit)
    if whom is None:
        return True
    if inside(state, unit) or what is None:
        return inside(state, unit)
    if what.kind == "sniper":
        return whom.kind != "leader"
    return whom.kind == "leader" and not alone(state, unit)


def aim(state: State, firer: Unit, target: Unit, called: UnitId) -> Aim:
    """Return how a unit fires at another, with the sniper who helps."""
    what, whom = record(firer), _target(state, target)
    sniper = helper(state, firer, target.hex, called) is not None
    return Aim(whom, _firer(firer, what), True, _aspect(state, firer, target), sniper, night(state))


def indirect(state: State, target: Unit, firer: Unit | None) -> Aim:
    """Return the aim of indirect fire at a unit, from the map or from off the map."""
    return Aim(_target(state, target), None if firer is None else _firer(firer, record(firer)), False)


def _firer(unit: Unit, what: CounterRecord) -> Firer:
    return Firer(unit.side, what.model, what.heavy, unit.level, unit.status, unit.moved)


def _target(state: State, unit: Unit) -> Target:
    what, hex = record(unit), unit.hex
    return Target(
        unit.side, what.kind, what.model, what.foot, unit.level, flipped(unit), unit.shot_at, bool(unit.aboard),
        vehicle_stands(state, hex, unit.side), ground().terrain[hex], hex in state.rubble,
    )  # fmt: skip


def _aspect(state: State, firer: Unit, target: Unit) -> Aspect | None:
    """Return the aspect of the target under direct fire; `None` if it has none.

    Leaders and units that ride have no facing. Within a hex only a T-80 has an aspect: it faces everybody.
    """
    whom = record(target)
    if target.aboard or whom.kind == "leader":
        return None
    if firer.hex == target.hex:
        return "front" if whom.model == "T-80" else None
    sides = leaves(ground(), fire_line(state, firer, target.hex).back())
    return aspect(FACINGS.index(target.facing), sides, whom.vehicle)
