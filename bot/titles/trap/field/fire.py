"""Fire: every modifier of the die; then how far, along which line, by whom and at whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from bot.kernel.rule import Modifier, case
from bot.titles.trap.field.arcs import Aspect, aspect, bears, leaves
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.sight import Line, sight
from bot.titles.trap.field.units import at, flipped, inside, known, record, riders
from bot.titles.trap.field.view import eyesight, firing_range
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, FACINGS, RUSSIAN, HexId, Unit, UnitId
from bot.titles.trap.printed.units import CounterRecord

SNIPED = ("infantry", "heavy", "schmel")
"""8.8: whom a sniper helps to hit: infantry and heavy weapons, not leaders."""


class Aim(Struct, frozen=True):
    """Who fires at whom, and from where. Without a firer it is artillery off the map."""

    state: State
    target: Unit
    whom: CounterRecord
    firer: Unit | None = None
    what: CounterRecord | None = None
    line: Line | None = None
    """The line of direct fire; none within one hex."""
    direct: bool = True
    sniper: bool = False
    """A sniper helps."""

    @property
    def off_map(self) -> bool:
        """Whether artillery off the map fires."""
        return self.firer is None

    @property
    def rides(self) -> bool:
        """Whether the target rides on a tank."""
        return bool(self.target.aboard)

    @property
    def built(self) -> bool:
        """Whether the target's hex has buildings that stand."""
        return ground().has_levels(self.target.hex) and self.target.hex not in self.state.rubble

    @property
    def rubble(self) -> bool:
        """Whether the target's hex is rubble."""
        return self.target.hex in self.state.rubble

    @property
    def clear(self) -> bool:
        """Whether the target's hex is clear terrain."""
        return ground().terrain[self.target.hex] == "clear"

    @property
    def same_hex(self) -> bool:
        """Whether firer and target are in one hex."""
        return self.firer is not None and self.firer.hex == self.target.hex

    @property
    def aspect(self) -> Aspect | None:
        """Which side of the target the line meets; `None` where there is no such thing.

        Leaders and who rides have no facing. Within a hex only a T-80 has an aspect: it faces everybody.
        """
        if not self.direct or self.rides or self.whom.kind == "leader":
            return None
        if self.line is None or self.same_hex:
            return "front" if self.whom.model == "T-80" else None
        sides = leaves(ground(), self.line.back())
        return aspect(FACINGS.index(self.target.facing), sides, self.whom.vehicle)


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
    infantry = aim.whom.foot and aim.whom.kind != "leader"
    if not infantry or aim.target.level != "ground" or aim.firer is None or aim.firer.level != "ground":
        return 0
    beside = at(aim.state, aim.target.hex, "ground", aim.target.side)
    return int(any(what is not None and what.vehicle for what in map(known, beside)))


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
    """The target stands in woods."""
    return int(ground().terrain[aim.target.hex] == "woods")


@factor("TRAP-6.4.2-06", "target on a higher level")
def above(aim: Aim) -> int:
    """The target stands upstairs and the firer does not."""
    return int(aim.firer is not None and aim.firer.level == "ground" and aim.target.level == "upper")


@factor("TRAP-6.4.2-07", "target has neither acted nor fired", indirect=True)
def fresh(aim: Aim) -> int:
    """Indirect fire catches a target that lies low."""
    return int(not aim.direct and not flipped(aim.target))


@factor("TRAP-6.4.2-08", "through the front of a T-80")
def front_of_t80(aim: Aim) -> int:
    """The line comes in by the front of a T-80, or from its own hex."""
    return int(aim.whom.model == "T-80" and aim.aspect == "front")


@factor("TRAP-6.4.2-09", "target in rubble", indirect=True)
@case("TRAP-8.7")
def in_rubble(aim: Aim) -> int:
    """The target lies in rubble, which helps less against artillery off the map."""
    return (2 if aim.off_map else 3) * aim.rubble


@factor("TRAP-6.4.2-10", "target among buildings", indirect=True)
# TRAP-R63, TRAP-R102
@case("TRAP-3.2")
def in_building(aim: Aim) -> int:
    """The target is among buildings. Only vehicles stay on the road, as if in the open."""
    return (1 if aim.off_map else 2) * (aim.built and aim.whom.foot)


@factor("TRAP-6.4.2-11", "target has acted or fired", indirect=True)
def has_acted(aim: Aim) -> int:
    """The target has given itself away."""
    return -int(flipped(aim.target))


@factor("TRAP-6.4.2-12", "target was fired at before")
# TRAP-R64
def shot_at(aim: Aim) -> int:
    """The target was under direct fire before in this turn."""
    return -int(aim.target.shot_at)


@factor("TRAP-6.4.2-13", "heavy weapons at foot units in the open")
# TRAP-R62
def in_the_open(aim: Aim) -> int:
    """Heavy weapons fire at a foot unit in clear terrain, one that rides on a tank too."""
    return -2 * (aim.what is not None and aim.what.heavy and aim.whom.foot and aim.clear)


@factor("TRAP-6.4.2-14", "target on a lower level")
def below(aim: Aim) -> int:
    """The firer stands upstairs and the target does not."""
    return -2 * (aim.firer is not None and aim.firer.level == "upper" and aim.target.level == "ground")


@factor("TRAP-6.4.2-15", "through the flank of a vehicle")
# TRAP-R21
def flank_or_rear(aim: Aim) -> int:
    """The line comes in by the flank of a vehicle, or from behind a foot unit."""
    if aim.whom.vehicle and aim.aspect == "flank":
        return -1 if aim.whom.model == "T-80" else -2
    return -2 * (not aim.whom.vehicle and aim.aspect == "rear")


@factor("TRAP-6.4.2-16", "through the rear of a vehicle")
# TRAP-R21
def rear_of_vehicle(aim: Aim) -> int:
    """The line comes in by the rear of a vehicle."""
    if not aim.whom.vehicle or aim.aspect != "rear":
        return 0
    return -2 if aim.whom.model == "T-80" else -3


@factor("TRAP-6.4.2-17", "Chechens fire at night")
def by_night(aim: Aim) -> int:
    """Chechens know their city in the dark."""
    return -int(aim.firer is not None and aim.firer.side == CHECHEN and night(aim.state))


@factor("TRAP-6.4.2-18", "a T-80 fires at a building", indirect=True)
# TRAP-R63, TRAP-R145
def tank_at_building(aim: Aim) -> int:
    """A T-80 fires at a hex with buildings."""
    return -int(aim.what is not None and aim.what.model == "T-80" and aim.built)


@factor("TRAP-6.4.2-19", "a sniper helps")
# TRAP-R65
@case("TRAP-8.8")
def sniper_helps(aim: Aim) -> int:
    """A sniper helps against Russian infantry and heavy weapons; a second one adds nothing."""
    return -int(aim.sniper and aim.target.side == RUSSIAN and aim.whom.kind in SNIPED)


@factor("TRAP-6.4.2-20", "target rides on a tank", indirect=True)
@case("TRAP-8.10")
def on_a_tank(aim: Aim) -> int:
    """A rider on a tank has this besides all other modifiers."""
    return -3 * aim.rides


@case("TRAP-6.4.2")
def modifiers(aim: Aim) -> tuple[Modifier, ...]:
    """Return every modifier of a shot, with its case."""
    some = ((each, each.amount(aim)) for each in FACTORS if aim.direct or each.indirect)
    return tuple(Modifier(each.cite, _why(each, aim), n) for each, n in some if n)


def _why(factor: Factor, aim: Aim) -> str:
    """Name a modifier; one and the same case has the flank of vehicles and the back of those on foot."""
    foot = factor.cite == "TRAP-6.4.2-15" and not aim.whom.vehicle
    return "from behind a foot unit" if foot else factor.why


# Range, line and arc.


def fire_line(state: State, unit: Unit, hex: HexId) -> Line:
    """Return the line from a unit to a hex."""
    return sight().line(unit.hex, hex, firing_range(state, unit), state.rubble)


# TRAP-R3
@case("TRAP-6.2", "TRAP-3.4.1", "TRAP-3.4.2")
def can_bear(unit: Unit, line: Line) -> bool:
    """Say whether a unit faces so that it can fire along a line: vehicles and leaders fire all round."""
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
    """Return the sniper who helps a Chechen unit to fire at a hex: in good order, in range and sight of it.

    He acts with the same marker: he has begun to, or is called upon now. One who has fired himself does not help.
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
    """Say whether a unit fires at all as it is: no sniper does who is shaken, and no tank with riders."""
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
    """Say whether a unit is no target: covered, in an APC, a leader among others, no leader for a sniper."""
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
    line = fire_line(state, firer, target.hex) if firer.hex != target.hex else None
    sniper = helper(state, firer, target.hex, called) is not None
    return Aim(state, target, record(target), firer, record(firer), line, sniper=sniper)
