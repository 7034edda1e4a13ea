"""An attack in numbers: its targets, its modifiers and the number to roll."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from bot.kernel.rule import Modifier, case
from bot.titles.firefight.field import hits, works
from bot.titles.firefight.field.arcs import aspect
from bot.titles.firefight.field.economy import checks
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.memo import PLACES
from bot.titles.firefight.field.units import at, kind, where
from bot.titles.firefight.field.view import look
from bot.titles.firefight.model.ids import Facing, Field, HexId, Side, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, AttackKind, Pile, Unit, Work
from bot.titles.firefight.printed.hits import HitRecord
from bot.titles.firefight.printed.units import Aspect, Colour

Mods = tuple[Modifier, ...]
"""The modifiers of a roll.

Firepower and help are above 0, defence and hindrance below. Their negated sum is the hit number.
"""
CRITICAL = 4
"""A roll this far above the hit number destroys the target."""
FLAME = 3
"""The firepower of a flamethrower against either colour."""
SHELTER = {"light woods": 1, "wood building": 1, "heavy woods": 2, "stone building": 2}
WET = 1
"""The change of an attack on foot units in water."""


class Shot(NamedTuple):
    """An attack, before its targets are known."""

    kind: AttackKind
    side: Side
    hex: HexId
    """The hex that is attacked."""
    leader: Unit | None = None
    """The attacking unit that counts; `None` for artillery."""
    supporters: int = 0
    eye: HexId = HexId("")
    """The hex that sees the target: the leader's or the spotter's.

    Empty for artillery.
    """
    red: int = 0
    blue: int = 0
    """The firepower of an attack without a leader, or with a special weapon."""
    bonus: Mods = ()
    """The modifiers of cards."""

    @property
    def explosive(self) -> bool:
        """True if shells burst from above: artillery, and mortars outside their own hex."""
        lobbed = self.leader is not None and kind(self.leader).mortar and not (self.close or self.armed)
        return self.kind == "artillery" or lobbed

    @property
    def flames(self) -> bool:
        """True for a flamethrower."""
        return self.kind == "flamethrower"

    @property
    def armed(self) -> bool:
        """True if a weapon's firepower replaces the printed one of the unit."""
        return self.leader is None or self.kind in ("flamethrower", "card")

    @property
    def close(self) -> bool:
        """True if attacker and target are in the same hex."""
        return self.leader is not None and where(self.leader) == self.hex

    def firepower(self, colour: Colour) -> int:
        """Return its printed firepower."""
        if self.leader is None or self.armed:
            return self.red if colour == "red" else self.blue
        return kind(self.leader).firepower(colour)


def need(mods: Mods) -> int:
    """Return the lowest sum of two dice that hits."""
    return -sum(each.n for each in mods)


# Targets.


# FF-R46, FF-R169
@case("COH-3.1d", "COH-3.4e", "COH-6.5b")
def struck(state: State, shot: Shot) -> tuple[Unit, ...]:
    """Return all units in the hex that are rolled for, friends too, in roll order.

    Passengers come before their vehicle, and vehicles come last because they shelter units beside them. Hidden
    units are not rolled for.
    """
    order = _in_order(state, shot.hex)
    return tuple(unit for unit in order if shot.leader is None or unit.id != shot.leader.id)


@PLACES.keeps
def _in_order(state: State, hex: HexId) -> tuple[Unit, ...]:
    """Return all units in a hex that may be rolled for, in roll order."""
    there = [unit for unit in at(state, hex) if unit.hex != HIDDEN]
    riders = {unit.aboard: unit for unit in there if unit.aboard}
    standing = sorted((unit for unit in there if not unit.aboard), key=lambda unit: kind(unit).vehicle)
    return tuple(each for unit in standing for each in (riders.get(unit.id), unit) if each is not None)


# FF-R47
@case("COH-6.1f")
def target_work(state: State, shot: Shot) -> Work | None:
    """Return the visible work that is rolled for after the units."""
    work = works.at(state, shot.hex)
    return work if work is not None and work.hex != HIDDEN else None


def victims(state: State, shot: Shot, only: UnitId | Work | None = None) -> list[UnitId | Work]:
    """Return the targets in roll order: all in the hex, or one with its passenger."""
    if isinstance(only, Work):
        return [only]
    found: list[UnitId | Work] = [
        unit.id for unit in struck(state, shot) if only is None or only in (unit.id, unit.aboard)
    ]
    work = target_work(state, shot) if only is None else None
    return [*found, work] if work is not None else found


# Firepower.


# FF-R166
@case("COH-3.3e")
def colour_against(shot: Shot, target: Unit, side: Aspect) -> Colour:
    """Return the colour of the defence that counts.

    An open-topped vehicle is soft against fire from above, and against red fire at close quarters.
    """
    red = shot.close and stronger(shot) == "red"
    if kind(target).open and side == "flank" and (shot.explosive or shot.armed or red):
        return "red"
    return kind(target).colour(side)


# FF-R47, FF-R166
@case("COH-6.1f", "COH-3.3e")
def stronger(shot: Shot) -> Colour:
    """Return the better of the two firepowers, after marker and close combat."""
    return "red" if _left(shot, "red") >= _left(shot, "blue") else "blue"


def _left(shot: Shot, colour: Colour) -> int:
    """Return a firepower after marker and close combat."""
    if shot.leader is None or shot.armed:
        return shot.firepower(colour)
    close = _close(shot, colour) if shot.close else 0
    return shot.firepower(colour) + hits.firepower(shot.leader, colour) + close


@case("COH-3.2b")
def _close(shot: Shot, colour: Colour) -> int:
    """Return the change of a firepower in close combat, a loss for crewed weapons."""
    assert shot.leader is not None
    crew = colour in kind(shot.leader).crewed and not shot.armed
    return -2 if crew else 4


@case("COH-2.0a", "COH-3.1a", "COH-1.6b")
def _firepower(state: State, shot: Shot, colour: Colour) -> Iterator[Modifier]:
    yield Modifier("COH-2.0a", f"{colour} firepower", shot.firepower(colour))
    if shot.leader is None:
        return
    if not shot.armed and (n := hits.firepower(shot.leader, colour)):
        worn = hits.marker(shot.leader)
        yield Modifier(worn.case, worn.name.lower(), n)
    yield from _distance(state, shot, colour)
    if shot.supporters:
        yield Modifier("COH-1.6b", "supporters", shot.supporters)
    if (smoke := state.smoke.get(where(shot.leader))) and not shot.close:
        yield Modifier("COH-6.2b" if smoke == "heavy" else "COH-6.2c", f"out of {smoke} smoke",
                       -2 if smoke == "heavy" else -1)  # fmt: skip


# FF-R48
@case("COH-3.2a", "COH-3.2b", "COH-3.3f")
def _distance(state: State, shot: Shot, colour: Colour) -> Iterator[Modifier]:
    assert shot.leader is not None
    far = ground(state.field).distance(where(shot.leader), shot.hex)
    if far == 0:
        n = _close(shot, colour)
        yield Modifier("COH-3.2b", "crewed weapon at close quarters" if n < 0 else "close combat", n)
    elif far == 1 and shot.kind != "card":
        yield Modifier("COH-3.2a", "adjacent", 3)
    elif far == 1:
        yield Modifier("COH-7.2a", "thrown", -2)
    elif far > hits.reach(shot.leader):
        yield Modifier("COH-3.2a", "long range", -2)


# FF-R71
@case("COH-3.2c", "COH-6.3a", "COH-3.3f")
def _height(state: State, shot: Shot) -> Iterator[Modifier]:
    if not shot.eye or shot.close:
        return
    land = ground(state.field)
    above = land[shot.eye].level - land[shot.hex].level
    if above > 0:
        yield Modifier("COH-3.2c", "from higher ground", 1)
    elif above < 0 and not shot.flames:
        yield Modifier("COH-3.2c", "target higher", -1)


# Defence.


@case("COH-3.3b", "COH-3.4c", "COH-3.3e", "COH-3.3f")
def aspect_of(state: State, shot: Shot, target: Unit) -> Aspect:
    """Return the side of a target that counts.

    It is the flank at close quarters, and under shells and flames.
    """
    if shot.leader is None or shot.close or shot.explosive or shot.armed:
        return "flank"
    return aspect(state.field, shot.hex, facing_of(state, target), where(shot.leader))


def facing_of(state: State, unit: Unit) -> Facing:
    """Return a unit's facing; in a bunker, it is the bunker's."""
    fort = works.of(state, unit)
    return fort.facing if fort is not None and fort.kind == "bunker" else unit.facing


@case("COH-3.3a", "COH-3.3e")
def _terrain(state: State, shot: Shot, colour: Colour | None, foot: bool) -> Iterator[Modifier]:
    """Yield the terrain modifier of a colour of defence; a work has no colour."""
    terrain = ground(state.field)[shot.hex].terrain
    if terrain == "heavy woods" and shot.explosive and colour == "red":
        return
    if terrain == "water" and foot:
        yield Modifier("COH-3.3a", "in water", WET)
    elif n := SHELTER.get(terrain, 0):
        yield Modifier("COH-3.3a", terrain, -n)


# FF-R49
@case("COH-3.3c")
def _wall(state: State, shot: Shot) -> Iterator[Modifier]:
    if shot.leader is None or shot.close or shot.explosive:
        return
    if _walled(state.field, shot.hex, where(shot.leader)):
        yield Modifier("COH-3.3c", "behind a wall", -1)


@lru_cache(maxsize=1 << 16)
def _walled(field: Field, hex: HexId, shooter: HexId) -> bool:
    """Return true if walls cover every hexside between a hex and the shooter."""
    land = ground(field)
    crossed = [land.beyond(hex, n, 1) for n in land.bearings(hex, shooter)]
    return bool(crossed) and all(each is not None and land.wall(hex, each) for each in crossed)


# FF-R51
@case("COH-3.3d", "COH-6.1b", "COH-6.1c", "COH-6.1d")
def _shelter(state: State, shot: Shot, target: Unit, side: Aspect) -> Iterator[Modifier]:
    fort = works.of(state, target)
    if fort is not None:
        yield Modifier(works.CITES[fort.kind], f"in a {works.NAMES[fort.kind]}", -works.shelter(fort, side))
    if target.aboard:
        if kind(state.units[target.aboard]).shield and kind(target).colour(side) == "red":
            yield Modifier("COH-3.3d", "behind the shield", -2)
    elif kind(target).foot and any(
        unit.side == target.side and kind(unit).vehicle for unit in at(state, shot.hex) if unit.hex != HIDDEN
    ):
        yield Modifier("COH-3.3d", "beside a vehicle", -1)


# FF-R52
@case("COH-6.2b", "COH-6.2c")
def _smoke(state: State, shot: Shot) -> Iterator[Modifier]:
    if shot.close or not state.smoke:
        return
    lying = {"heavy": 2, "light": 1}.get(state.smoke.get(shot.hex, ""), 0)
    haze = look(state, shot.eye, shot.hex).haze if shot.eye else 0
    if n := min(2, lying + haze):
        yield Modifier("COH-6.2c" if n == 1 else "COH-6.2b", "smoke", -n)


# All modifiers together.


def modifiers(state: State, shot: Shot, target: Unit, bears: HitRecord | None = None) -> Mods:
    """Return all modifiers against a unit; `bears` replaces an unknown hit marker."""
    what, side = kind(target), aspect_of(state, shot, target)
    colour = colour_against(shot, target, side)
    worn = hits.marker(target) if bears is None else bears
    found = [*_firepower(state, shot, colour), *_height(state, shot), *shot.bonus]
    found.append(Modifier("COH-3.3b", f"{side} defence", -what.defence(side)))
    if n := hits.defence(worn, side, checks(state)):
        found.append(Modifier(worn.case, worn.name.lower(), -n))
    if not shot.flames:
        if not (shot.close and what.vehicle):
            found += _terrain(state, shot, colour, what.foot)
        found += [*_wall(state, shot), *_shelter(state, shot, target, side)]
    return (*found, *_smoke(state, shot))


# FF-R47
@case("COH-6.1f")
def against_work(state: State, shot: Shot, work: Work) -> Mods:
    """Return all modifiers against a work; at close quarters terrain does not count."""
    colour = stronger(shot)
    found = [*_firepower(state, shot, colour), *_height(state, shot), *shot.bonus]
    found.append(Modifier("COH-6.1f", works.NAMES[work.kind], -works.OWN[work.kind]))
    if not shot.close and not shot.flames:
        found += [*_terrain(state, shot, None, False), *_wall(state, shot)]
    return (*found, *_smoke(state, shot))


def pile_of(shot: Shot, target: Unit, state: State) -> Pile:
    """Return the pile from which a target draws its marker, by the colour that is hit."""
    return "soft" if colour_against(shot, target, aspect_of(state, shot, target)) == "red" else "armoured"
