"""Conditions of attacks: weapons, range, arc, sight and support."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Modifier, Wrong, case
from bot.kit.english import hexes
from bot.titles.firefight.field import hiding, hits, works
from bot.titles.firefight.field.arcs import in_arc
from bot.titles.firefight.field.conditions import haze
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.memo import POSITION
from bot.titles.firefight.field.shots import FLAME, Shot, facing_of, struck, target_work
from bot.titles.firefight.field.units import at, kind, other, where
from bot.titles.firefight.field.view import look, sees
from bot.titles.firefight.model.actions import Fire, bonus_cards
from bot.titles.firefight.model.ids import CardId, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, AttackKind, Unit
from bot.titles.firefight.printed.units import named

CAREFUL, MOLOTOV = CardId("11"), CardId("molotov")
COCKTAIL = 4
"""The firepower of a Molotov cocktail against either colour."""
TURRET = 2
"""The cost of firing a turret to the side."""
SPOTTER = 2
"""The greatest distance between a mortar and its spotting hex."""


@case("COH-3.2d", "COH-3.3f", "COH-6.3a")
def shot(state: State, action: Fire) -> Shot:
    """Return the attack of an action."""
    leader, cards = state.units[action.units[0]], bonus_cards(action)
    supporters, eye = len(action.units) - 1, action.spotter or where(leader)
    how: AttackKind = "fire"
    red = blue = 0
    bonus: tuple[Modifier, ...] = ()
    if action.weapon:
        how, red, blue = "flamethrower", FLAME, FLAME
    elif MOLOTOV in cards:
        how, red, blue = "card", COCKTAIL, COCKTAIL
    elif where(leader) == action.at:
        how = "close combat"
    elif action.spotter:
        how = "indirect"
    if careful := cards.count(CAREFUL):
        bonus = (Modifier("COH-7.2a", "careful aiming", 2 * careful),)
    return Shot(how, leader.side, action.at, leader, supporters, eye, red, blue, bonus)


@case("COH-3.5d", "COH-3.5g", "COH-3.5h", "COH-3.6b", "COH-3.2d")
def price(state: State, action: Fire) -> int:
    """Return the cost of an attack: the leader's counter, plus its marker and turret."""
    leader = state.units[action.units[0]]
    what = kind(leader)
    printed = what.indirect if shot(state, action).kind == "indirect" else what.attack
    aside = (
        what.turret
        and leader.hiding is None
        and not in_arc(state.field, where(leader), facing_of(state, leader), action.at)
    )
    return max(0, printed + hits.attack_cost(leader) + TURRET * aside)


# Ability to attack.


@case("COH-2.0c", "COH-3.5e", "COH-3.5f", "COH-3.6c", "COH-4.2d", "COH-6.5a", "COH-6.1d")
def unable(state: State, unit: Unit) -> Wrong | None:
    """Return why a unit cannot attack now."""
    what, fort = kind(unit), works.of(state, unit)
    if not what.attack:
        return Wrong(f"{named(unit.counter)} has no weapon", "choose another unit", "COH-2.0c")
    if not hits.attacks(unit):
        return hits.kept_from(unit, "cannot attack")
    if ground(state.field)[where(unit)].terrain == "water":
        return Wrong("nobody attacks out of the water", "let it come ashore first", "COH-4.2d")
    if fort is not None and fort.kind == "bunker" and what.mortar:
        return Wrong("a mortar does not fire out of a bunker", "let it come out first", "COH-6.1d")
    return None


# Reach. Each function returns why the attack does not reach its target.


@case("COH-3.3f", "COH-6.4c")
def fair_game(state: State, shot: Shot) -> Wrong | None:
    """The hex holds a known enemy or an enemy work; flames may also find hidden units."""
    if shot.hex not in ground(state.field):
        return Wrong("that hex is not on the map", "choose a hex of the map", "COH-4.1e")
    work = target_work(state, shot)
    if any(unit.side != shot.side for unit in struck(state, shot)) or (work and work.side != shot.side):
        return None
    some_hide = hiding.hides_something(state, other(shot.side))
    if not (shot.flames and some_hide):
        mend = "recon finds hidden units in a hex" if some_hide else "choose a hex in which an enemy is"
        return Wrong("no enemy is known to be there", mend, "COH-6.4c")
    return None


@case("COH-3.4b")
def tied(state: State, shot: Shot) -> Wrong | None:
    """A unit with an enemy in its hex attacks nothing outside."""
    assert shot.leader is not None
    if not shot.close and enemies_beside(state, shot.leader):
        return Wrong("there is an enemy in its own hex", "attack that one, or leave the hex first", "COH-3.4b")
    return None


def enemies_beside(state: State, unit: Unit) -> tuple[Unit, ...]:
    """Return the known enemies in a unit's own hex."""
    return tuple(foe for foe in at(state, where(unit), other(unit.side)) if foe.hex != HIDDEN)


@case("COH-3.1c", "COH-3.2a", "COH-6.3a", "COH-2.0c", "COH-3.3f")
def too_far(state: State, shot: Shot) -> Wrong | None:
    """The target is within twice the range.

    Flames reach only the next hex. A mortar also has a minimum range.
    """
    assert shot.leader is not None
    far, what = ground(state.field).distance(where(shot.leader), shot.hex), kind(shot.leader)
    if shot.kind in ("flamethrower", "card"):
        if far > 1:
            cite = "COH-3.3f" if shot.flames else "COH-7.2a"
            return Wrong("that reaches no farther than the next hex", "go nearer", cite)
        return None
    if far and not what.range:
        return Wrong(f"{named(shot.leader.counter)} fights only in its own hex", "drive there first", "COH-2.0c")
    if (wrong := _beyond_reach(state, shot.leader, far)) is not None:
        return wrong
    if 0 < far < what.minimum:
        why = f"it is {hexes(far)} off, and its shortest range is {what.minimum}"
        return Wrong(why, "choose a target farther off", "COH-6.3a")
    return None


@case("COH-3.1c", "COH-3.5g", "COH-3.5h", "G-1.2")
def _beyond_reach(state: State, unit: Unit, far: int) -> Wrong | None:
    """A unit reaches twice its range; its marker or haze may reduce it."""
    reach = hits.reach(unit)
    most = reach if haze(state) else 2 * reach
    if far <= most:
        return None
    why = f"it is {hexes(far)} off, and {{}}it reaches no farther than {most}"
    if far <= 2 * kind(unit).range and reach < kind(unit).range:
        worn = hits.marker(unit)
        return Wrong(why.format(f"as it is hit ({worn.name}) "), "choose a nearer target", worn.case)
    if far <= 2 * reach:
        return Wrong(why.format("in this haze "), "choose a nearer target", "G-1.2")
    return Wrong(why.format(""), "choose a nearer target", "COH-3.1c")


# FF-R54, FF-R72
@case("COH-3.1c", "COH-3.2d", "COH-6.1d")
def averted(state: State, shot: Shot) -> Wrong | None:
    """The target is in the arc, unless the attacker has a turret.

    A unit in a bunker has the bunker's arc. A unit that hides elsewhere has no facing yet.
    """
    assert shot.leader is not None
    unit, fort = shot.leader, works.of(state, shot.leader)
    bunker = fort is not None and fort.kind == "bunker"
    free = unit.hiding is not None and not bunker
    if free or in_arc(state.field, where(unit), facing_of(state, unit), shot.hex):
        return None
    if bunker:
        return Wrong("a unit in a bunker fires only in its arc", "choose a target in the arc", "COH-6.1d")
    if kind(unit).turret:
        return None
    return Wrong("it lies outside the arc", "turn first, or choose a target ahead", "COH-3.1c")


@case("COH-3.1c", "COH-6.3a", "COH-4.4f")
def unseen(state: State, shot: Shot) -> Wrong | None:
    """The firing or spotting hex sees the target; tanks do not fire down a cliff."""
    assert shot.leader is not None
    found = look(state, shot.eye, shot.hex)
    if not found.clear:
        return Wrong(found.why, "choose a target in sight", found.cite)
    land = ground(state.field)
    start = where(shot.leader)
    steep = land[start].level - land[shot.hex].level >= 2 and land.distance(start, shot.hex) == 1
    if steep and kind(shot.leader).vehicle:
        return Wrong("its gun does not point down a cliff", "choose a target farther off", "COH-4.4f")
    return None


# FF-R55
@case("COH-6.3a")
def no_spotter(state: State, shot: Shot) -> Wrong | None:
    """A mortar fires indirectly by a hex that it sees, within two hexes of it."""
    assert shot.leader is not None
    start = where(shot.leader)
    if shot.eye == start and shot.kind != "indirect":
        return None
    if not kind(shot.leader).indirect:
        return Wrong(
            f"{named(shot.leader.counter)} fires only at targets that it sees", "leave the spotter out", "COH-6.3a"
        )
    if shot.eye not in ground(state.field) or ground(state.field).distance(start, shot.eye) > SPOTTER:
        return Wrong(f"the spotter is within {SPOTTER} hexes of the mortar", "choose a nearer hex", "COH-6.3a")
    if not sees(state, start, shot.eye):
        return Wrong("the mortar does not see its spotter", "choose a hex in its sight", "COH-6.3a")
    return None


def hindered(state: State, shot: Shot) -> Wrong | None:
    """Return the first reason why an attack does not reach its target."""
    checks = (fair_game, tied, too_far, averted, no_spotter, unseen)
    return next((wrong for check in checks if (wrong := check(state, shot)) is not None), None)


# Support.


@case("COH-1.6c")
def no_support(state: State, shot: Shot, unit: Unit) -> Wrong | None:
    """Return why a unit does not support an attack."""
    assert shot.leader is not None
    here, name = where(unit), named(unit.counter)
    near = 0 if shot.close else 1
    if ground(state.field).distance(where(shot.leader), here) > near:
        return Wrong(f"{name} is not with the leader", "in the leader's hex or beside it, at close quarters in it")
    if here == shot.hex and not shot.close:
        return Wrong(f"{name} is in the hex that is attacked", "let it stay out of the attack")
    if hits.marker(unit).touches_firepower:
        return Wrong(f"{name} is hit in its firepower", "let it stay out of the attack, or rally it")
    if (wrong := unable(state, unit)) is not None:
        return wrong
    own = Shot("close combat" if shot.close else "fire", unit.side, shot.hex, unit, eye=here)
    if ground(state.field).distance(here, shot.hex) > hits.reach(unit):
        return Wrong(f"{name} supports only within its normal range", "let it stay out of the attack")
    if unit.hiding is None and not in_arc(state.field, here, facing_of(state, unit), shot.hex):
        return Wrong(f"{name} does not face the target", "let it stay out of the attack, or turn it first")
    barred = hindered(state, own)
    return barred and Wrong(
        f"{name} does not support it: {barred.why}", "let it stay out of the attack", barred.cite
    )


# Candidates.


def may_lead(state: State, unit: Unit) -> bool:
    """Return whether a unit can attack at all, from where it is."""
    return where(unit) in ground(state.field) and unable(state, unit) is None


def finds_something(state: State, unit: Unit, hex: HexId) -> bool:
    """Return whether a hex is fair game for a unit, at least with flames."""
    return fair_game(state, Shot("flamethrower", unit.side, hex, unit, eye=where(unit))) is None


def targets(state: State, unit: Unit) -> Iterator[HexId]:
    """Yield the hexes with known enemies that a unit might attack."""
    foes = {where(foe) for foe in state.units.values() if foe.side != unit.side and foe.hex != HIDDEN}
    yield from sorted(foes & ground(state.field).places.keys())


@POSITION.keeps
def reached(state: State, id: UnitId) -> tuple[HexId, ...]:
    """Return the hexes with enemies that a unit can attack alone."""
    unit = state.units[id]
    if not may_lead(state, unit):
        return ()
    shots = (Shot("fire", unit.side, hex, unit, eye=where(unit)) for hex in targets(state, unit))
    return tuple(each.hex for each in shots if hindered(state, each) is None)


@POSITION.keeps
def supporters(state: State, leader: UnitId, hex: HexId) -> tuple[UnitId, ...]:
    """Return the units of the same player that can support a unit's attack."""
    unit = state.units[leader]
    attack = Shot("fire", unit.side, hex, unit, eye=where(unit))
    mine = (each for each in state.units.values() if each.owner == unit.owner and each.id != leader)
    standing = (each for each in mine if where(each) in ground(state.field) and not each.aboard)
    return tuple(each.id for each in standing if no_support(state, attack, each) is None)
