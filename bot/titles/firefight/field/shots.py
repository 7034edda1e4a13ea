"""An attack in numbers: whom it strikes, what helps and hinders it, and what must be rolled."""

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
from bot.titles.firefight.model.fight_events import AttackKind
from bot.titles.firefight.model.ids import Facing, Field, HexId, Side, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Pile, Unit, Work
from bot.titles.firefight.printed.hits import HitRecord
from bot.titles.firefight.printed.units import Aspect, Colour

Mods = tuple[Modifier, ...]
"""What adds to the roll: firepower and help above nothing, defence and hindrance below. The hit number is what is
missing to zero."""
CRITICAL = 4
"""So much above the hit number destroys."""
FLAME = 3
"""The firepower of a flamethrower against either colour."""
SHELTER = {"light woods": 1, "wood building": 1, "heavy woods": 2, "stone building": 2}


class Shot(NamedTuple):
    """An attack, before it is known who is rolled for."""

    kind: AttackKind
    side: Side
    hex: HexId
    """The hex that is attacked."""
    leader: Unit | None = None
    """Who attacks and counts; nobody for artillery."""
    supporters: int = 0
    eye: HexId = HexId("")
    """Whence one looks: the leader's hex, or the one that spots; of artillery none."""
    red: int = 0
    blue: int = 0
    """The firepower of who attacks without a leader, or with a weapon of its own."""
    bonus: Mods = ()
    """What cards add."""

    @property
    def explosive(self) -> bool:
        """Whether shells burst from above: those of artillery, and of mortars but at close quarters."""
        lobbed = self.leader is not None and kind(self.leader).mortar and not (self.close or self.armed)
        return self.kind == "artillery" or lobbed

    @property
    def flames(self) -> bool:
        """Whether it burns."""
        return self.kind == "flamethrower"

    @property
    def armed(self) -> bool:
        """Whether its firepower is that of a weapon, and not the one printed on the unit."""
        return self.leader is None or self.kind in ("flamethrower", "card")

    @property
    def close(self) -> bool:
        """Whether it is fought in one hex."""
        return self.leader is not None and where(self.leader) == self.hex

    def firepower(self, colour: Colour) -> int:
        """Return its printed firepower."""
        if self.leader is None or self.armed:
            return self.red if colour == "red" else self.blue
        return kind(self.leader).firepower(colour)


def need(mods: Mods) -> int:
    """Return the lowest sum of two dice that hits."""
    return -sum(each.n for each in mods)


# Who is struck.


# FF-R46, FF-R169
@case("COH-3.1d", "COH-3.4e", "COH-6.5b")
def struck(state: State, shot: Shot) -> tuple[Unit, ...]:
    """Return everybody in the hex who is rolled for, friend and foe, riders before what carries them.

    Vehicles come last, since they shelter those beside them. Who is hidden is not rolled for.
    """
    order = _in_order(state, shot.hex)
    return tuple(unit for unit in order if shot.leader is None or unit.id != shot.leader.id)


@PLACES.keeps
def _in_order(state: State, hex: HexId) -> tuple[Unit, ...]:
    """Return everybody in a hex who may be rolled for, in the order of the rolls."""
    there = [unit for unit in at(state, hex) if unit.hex != HIDDEN]
    riders = {unit.aboard: unit for unit in there if unit.aboard}
    standing = sorted((unit for unit in there if not unit.aboard), key=lambda unit: kind(unit).vehicle)
    return tuple(each for unit in standing for each in (riders.get(unit.id), unit) if each is not None)


# FF-R47
@case("COH-6.1f")
def target_work(state: State, shot: Shot) -> Work | None:
    """Return the work that is rolled for after the units; what is hidden is not."""
    work = works.at(state, shot.hex)
    return work if work is not None and work.hex != HIDDEN else None


def victims(state: State, shot: Shot, only: UnitId | Work | None = None) -> list[UnitId | Work]:
    """Return what is rolled for, in the order of the rolls: all in the hex, or one target with its rider."""
    if isinstance(only, Work):
        return [only]
    found: list[UnitId | Work] = [
        unit.id for unit in struck(state, shot) if only is None or only in (unit.id, unit.aboard)
    ]
    work = target_work(state, shot) if only is None else None
    return [*found, work] if work is not None else found


# What helps.


# FF-R166
@case("COH-3.3e")
def colour_against(shot: Shot, target: Unit, side: Aspect) -> Colour:
    """Return the colour of the defence that is struck; an open top is soft from above, close by to red fire."""
    red = shot.close and stronger(shot) == "red"
    if kind(target).open and side == "flank" and (shot.explosive or shot.armed or red):
        return "red"
    return kind(target).colour(side)


# FF-R47, FF-R166
@case("COH-6.1f", "COH-3.3e")
def stronger(shot: Shot) -> Colour:
    """Return the better of the two firepowers, as a marker and a crewed weapon at close quarters leave them."""
    return "red" if _left(shot, "red") >= _left(shot, "blue") else "blue"


def _left(shot: Shot, colour: Colour) -> int:
    """Return what is left of a firepower."""
    if shot.leader is None or shot.armed:
        return shot.firepower(colour)
    close = _close(shot, colour) if shot.close else 0
    return shot.firepower(colour) + hits.firepower(shot.leader, colour) + close


@case("COH-3.2b")
def _close(shot: Shot, colour: Colour) -> int:
    """Return what close quarters add to a firepower, or take from that of a crewed weapon."""
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


# What hinders.


@case("COH-3.3b", "COH-3.4c", "COH-3.3e", "COH-3.3f")
def aspect_of(state: State, shot: Shot, target: Unit) -> Aspect:
    """Return which side of a target counts: the flank at close quarters, under shells and flames."""
    if shot.leader is None or shot.close or shot.explosive or shot.armed:
        return "flank"
    return aspect(state.field, shot.hex, facing_of(state, target), where(shot.leader))


def facing_of(state: State, unit: Unit) -> Facing:
    """Return which way a unit faces; in a bunker, as the bunker does."""
    fort = works.of(state, unit)
    return fort.facing if fort is not None and fort.kind == "bunker" else unit.facing


@case("COH-3.3a", "COH-3.3e")
def _terrain(state: State, shot: Shot, colour: Colour | None, foot: bool) -> Iterator[Modifier]:
    """Yield what the ground is worth to a colour of defence; a work has none."""
    terrain = ground(state.field)[shot.hex].terrain
    if terrain == "heavy woods" and shot.explosive and colour == "red":
        return
    if terrain == "water" and foot:
        yield Modifier("COH-3.3a", "in water", 1)
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
    """Say whether there is a wall on the side of a hex, or on both sides, on which somebody stands."""
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


# All together.


def modifiers(state: State, shot: Shot, target: Unit, bears: HitRecord | None = None) -> Mods:
    """Return everything that counts against a unit; `bears` in place of its marker, where one guesses at that."""
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
    """Return everything that counts against a work; at close quarters it has no terrain."""
    colour = stronger(shot)
    found = [*_firepower(state, shot, colour), *_height(state, shot), *shot.bonus]
    found.append(Modifier("COH-6.1f", works.NAMES[work.kind], -works.OWN[work.kind]))
    if not shot.close and not shot.flames:
        found += [*_terrain(state, shot, None, False), *_wall(state, shot)]
    return (*found, *_smoke(state, shot))


def pile_of(shot: Shot, target: Unit, state: State) -> Pile:
    """Return from which pile a target draws its marker: that of the colour that is hit."""
    return "soft" if colour_against(shot, target, aspect_of(state, shot, target)) == "red" else "armoured"
