"""Attacks: fire, close combat, groups, mortars and flamethrowers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

from msgspec.structs import replace

from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed
from bot.kit.english import count, percent
from bot.titles.firefight.cards import discards
from bot.titles.firefight.cards.luck import CHANGES, changes, helps, untold
from bot.titles.firefight.field import chances, firing, hand, names, phrases
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.hits import face_down, lying
from bot.titles.firefight.field.shots import Shot, against_work, modifiers, need, pile_of, victims
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind, on_map, other, where
from bot.titles.firefight.field.view import look
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import bonus_cards
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Work
from bot.titles.firefight.play import harm, mines
from bot.titles.firefight.play.acting import able, acting, payments, present
from bot.titles.firefight.play.base import Anytime, Here, Play
from bot.titles.firefight.play.by_units import by_units
from bot.titles.firefight.play.revealing import flush_out
from bot.titles.firefight.printed.hits import hits as printed
from bot.titles.firefight.printed.units import named

WITH_ATTACKS = (*CHANGES, hand.CAREFUL, hand.MOLOTOV)
"""The cards that go with attacks."""

# Rules.


@rule("COH-2.0c", "COH-3.5e", "COH-3.5f", "COH-3.6c", "COH-4.2d", "COH-6.1d")
def can_attack(at: Here, action: do.Fire) -> Wrong | None:
    """An attacker has a weapon and can use it."""
    found = (firing.unable(at.state, unit) for unit in acting(at.state, action))
    return next((wrong for wrong in found if wrong is not None), None)


@rule("COH-3.3f", "COH-7.1b")
def has_the_weapon(at: Here, action: do.Fire) -> Wrong | None:
    """Pioneers and flame tanks have flamethrowers; an attack uses one weapon."""
    leader = at.state.units[action.units[0]]
    if action.weapon and not kind(leader).flamethrower:
        return Wrong(f"{named(leader.counter)} has no flamethrower", "leave the weapon out")
    if action.spotter and action.weapon:
        return Wrong("a flamethrower needs no spotter", "leave the spotter out")
    return None


@rule("COH-7.1c", "COH-7.1b", "COH-7.2a")
def may_use(at: Here, action: do.Fire) -> Wrong | None:
    """The player holds the named card; one foot unit throws a Molotov Cocktail."""
    cards = bonus_cards(action)
    if wrong := next((card for card in cards if card not in WITH_ATTACKS), None):
        return Wrong(f"{names.action_card(wrong)} does not go with an attack", "leave the card out", "COH-7.1b")
    if not hand.holds_all(at.state, at.seat, cards):
        return Wrong("you do not hold that card", "leave the card out", "COH-7.1c")
    alone = kind(at.state.units[action.units[0]]).foot and len(action.units) == 1 and not action.weapon
    if hand.MOLOTOV in cards and not alone:
        return Wrong("one foot unit throws the bottle", "name it alone", "COH-7.1b")
    return None


@rule("COH-6.4c", "COH-4.1e")
def has_a_target(at: Here, action: do.Fire) -> Wrong | None:
    """The target hex holds a visible enemy or an enemy work."""
    return firing.fair_game(at.state, firing.shot(at.state, action))


@rule("COH-3.4b")
def fights_in_its_hex(at: Here, action: do.Fire) -> Wrong | None:
    """A unit with an enemy in its hex attacks only there, one unit or one work."""
    shot = firing.shot(at.state, action)
    if (wrong := firing.tied(at.state, shot)) is not None:
        return wrong
    if not shot.close:
        return (
            Wrong("at a distance everybody in the hex is attacked", "leave the target out", "COH-3.1d")
            if (action.target or action.work)
            else None
        )
    return _one_target(at.state, action)


def _one_target(state: State, action: do.Fire) -> Wrong | None:
    """A close-combat attack names one enemy, or an undefended work."""
    foes = units_at(state, action.at, other(state.units[action.units[0]].side))
    open_foes = [foe for foe in foes if foe.hex != HIDDEN and not foe.aboard]
    if action.work:
        work = state.works.get(action.work)
        if action.target or work is None or where(work) != action.at:
            return Wrong("that work is not in this hex", "name one target: a unit or the work", "COH-6.1f")
        return None
    if not action.target and len(open_foes) == 1:
        return None
    if action.target not in {foe.id for foe in open_foes}:
        mend = "name one of those in the hex; riders share the fate of their vehicle"
        return Wrong("at close quarters one enemy is attacked", mend)
    return None


@rule("COH-3.1c", "COH-3.2a", "COH-6.3a", "COH-2.0c", "COH-3.3f", "COH-3.5g", "COH-3.5h", "G-1.2")
def in_range(at: Here, action: do.Fire) -> Wrong | None:
    """The target is in range."""
    return firing.too_far(at.state, firing.shot(at.state, action))


@rule("COH-3.1c", "COH-3.2d", "COH-6.1d")
def in_arc(at: Here, action: do.Fire) -> Wrong | None:
    """The target is in the arc."""
    return firing.averted(at.state, firing.shot(at.state, action))


@rule("COH-6.3a")
def spots(at: Here, action: do.Fire) -> Wrong | None:
    """A mortar's spotter is near the mortar, and the mortar sees it."""
    shot = firing.shot(at.state, action)
    if action.spotter and shot.kind != "indirect":
        return Wrong("nobody spots for an attack at close quarters or with a card", "leave the spotter out")
    return firing.no_spotter(at.state, shot)


@rule("COH-3.1c", "COH-4.4a", "COH-4.4c", "COH-4.4d", "COH-4.4e", "COH-4.4f", "COH-6.2b", "COH-6.2c")
def in_sight(at: Here, action: do.Fire) -> Wrong | None:
    """The attacker sees the target."""
    return firing.unseen(at.state, firing.shot(at.state, action))


@rule("COH-1.6c")
def supported(at: Here, action: do.Fire) -> Wrong | None:
    """Supporters are near the leader and could attack alone."""
    shot = firing.shot(at.state, action)
    found = (firing.no_support(at.state, shot, at.state.units[id]) for id in action.units[1:])
    return next((wrong for wrong in found if wrong is not None), None)


@rule("COH-1.5a")
def aims(at: Here, action: do.Fire) -> Wrong | None:
    """CAPs go only on rolls that the attack makes."""
    rolls = len(targets(at.state, action))
    if len(action.aim) > rolls:
        return Wrong(f"this attack has {count(rolls, 'roll')}", "put CAPs on at most as many")
    return None


def targets(state: State, action: do.Fire) -> list[UnitId | Work]:
    """Return the visible targets that an attack rolls for."""
    shot = firing.shot(state, action)
    return victims(state, shot, chosen(state, action) if shot.close else None)


def chosen(state: State, action: do.Fire) -> UnitId | Work:
    """Return the target in close combat: the named one, or the only enemy there."""
    if action.work:
        return state.works[action.work]
    side = other(state.units[action.units[0]].side)
    foes = (foe for foe in units_at(state, action.at, side) if foe.hex != HIDDEN and not foe.aboard)
    return action.target or next((foe.id for foe in foes), UnitId(""))


# Resolution.


@case("COH-3.1d", "COH-3.4b", "COH-6.4b", "COH-3.3f")
def fire(play: Play, action: do.Fire) -> None:
    """Resolve an attack; first turn the leader's marker up if it matters.

    Flames reveal units that hide in the hex before the dice are rolled.
    """
    shot = firing.shot(play.state, action)
    if shot.flames:
        flush_out(play, play.state.units[action.units[0]], action.at, "the flames have found it")
    harm.show_attack(play, shot)
    cards = bonus_cards(action)
    for card in cards:
        if card not in CHANGES:
            discards.discard(play, play.seat, card, action.units)
    only = chosen(play.state, action) if shot.close else None
    shot = shot._replace(leader=play.state.units[action.units[0]])
    harm.attack(play, shot, action.units, only, action.aim, changes(cards))
    if shot.close:
        for id in action.units:
            mines.set_off(play, id)


# Candidates.


def attacks(at: Here, fixed: Fixed) -> Iterator[do.Fire]:
    """Yield attacks on every reachable target, alone and with all supporters.

    The strongest come first, because the leader's firepower counts most.
    """
    leaders = (
        [fixed["units"][0]] if fixed.get("units") else sorted(able(at, fixed), key=partial(_weakness, at.state))
    )
    for id in leaders:
        if id not in at.state.units or not firing.may_lead(at.state, at.state.units[id]):
            continue
        hexes = [fixed["at"]] if "at" in fixed else firing.reached(at.state, id)
        for hex in (hex for hex in hexes if firing.finds_something(at.state, at.state.units[id], hex)):
            for action in _at_hex(at, id, hex, fixed):
                yield from (_with(action, fixed, **paid) for paid in payments(at, action.units, fixed))
                if "card" not in fixed:
                    yield from (
                        replace(action, card=card) for card in WITH_ATTACKS if hand.holds(at.state, at.seat, card)
                    )
        yield from (
            _with(action, fixed, **paid)
            for action in _indirect(at, id, fixed)
            for paid in payments(at, action.units, fixed)
        )


def _weakness(state: State, id: UnitId) -> int:
    return -kind(state.units[id]).red if id in state.units else 0


def _indirect(at: Here, id: UnitId, fixed: Fixed) -> Iterator[do.Fire]:
    """Yield a mortar's indirect attacks.

    Every spotting hex is tried if the target is named, otherwise the first that works. A hex that the mortar sees
    gets direct attacks instead.
    """
    state, unit = at.state, at.state.units[id]
    land = ground(state.field)
    if not kind(unit).indirect or where(unit) not in land:
        return
    eyes = [fixed["spotter"]] if "spotter" in fixed else land.within(where(unit), firing.SPOTTER)
    for hex in [fixed["at"]] if "at" in fixed else firing.targets(state, unit):
        blind = (do.Fire(fixed.get("units", (id,)), hex, spotter=eye) for eye in eyes if eye != where(unit))
        found = (each for each in blind if firing.hindered(state, firing.shot(state, each)) is None)
        if hex not in firing.reached(state, id):
            yield from found if "at" in fixed else islice(found, 1)


def _with(action: do.Fire, fixed: Fixed, **paid: Any) -> do.Fire:
    rest = {name: value for name, value in fixed.items() if name in ("aim", "spotter", "card", "work")}
    return replace(action, **rest, **paid)


def _at_hex(at: Here, id: UnitId, hex: HexId, fixed: Fixed) -> Iterator[do.Fire]:
    """Yield the attacks on a hex: alone, with support, and with flames.

    In close combat each enemy is a target.
    """
    unit = at.state.units[id]
    groups = [fixed["units"]] if "units" in fixed else [(id,)]
    if (
        "units" not in fixed
        and where(unit) in ground(at.state.field)
        and (more := firing.supporters(at.state, id, hex))
    ):
        groups.append((id, *more))
    for units in groups:
        if where(unit) == hex:
            foes = units_at(at.state, hex, other(unit.side))
            yield from (do.Fire(units, hex, foe.id) for foe in foes if foe.hex != HIDDEN and not foe.aboard)
        else:
            yield do.Fire(units, hex)
    if kind(unit).flamethrower:
        yield do.Fire((id,), hex, weapon="flamethrower")


# Odds.


def odds(at: Anytime, action: do.Fire) -> Odds | None:
    """Return the odds of an attack, target by target."""
    if not _thinkable(at.state, action):
        return None
    shot = firing.shot(at.state, action)
    struck = targets(at.state, action)
    if not struck:
        return None
    fates = list(_fates(at.state, shot, struck, action))
    found = [line for target, fate in fates for line in _told(at.state, target, fate, len(struck) == 1)]
    first = struck[0]
    mods = (
        against_work(at.state, shot, first)
        if isinstance(first, Work)
        else modifiers(at.state, shot, at.state.units[first])
    )
    aim = names.work(first) if isinstance(first, Work) else named(at.state.units[first].counter)
    title = f"{named(at.state.units[action.units[0]].counter)} against {aim}: {need(mods)} or more to hit"
    markers = _markers(at.state, shot, struck)
    notes = (
        *_notes(at.state, action, struck),
        *markers,
        *untold(at.state, at.seat, bonus_cards(action), (hand.CAREFUL,)),
    )
    return Odds(title, mods, tuple(found), notes, ("to hit", float(_best(at.state, shot, fates))))


Fates = Iterable[tuple[UnitId | Work, chances.Fate | Fraction]]
"""The possible results for units, or the chance that a work is destroyed."""


def _fates(state: State, shot: Shot, struck: list[UnitId | Work], action: do.Fire) -> Fates:
    """Yield the possible results for each target, roll by roll.

    Bonus cards change only rolls against enemies.
    """
    rolls = chances.Rolls(state, *helps(bonus_cards(action)))
    for n, target in enumerate(struck):
        caps = action.aim[n] if n < len(action.aim) else 0
        if isinstance(target, Work):
            yield target, chances.on_work(against_work(state, shot, target), caps)
        else:
            unit = state.units[target]
            yield target, rolls.on_unit(shot, unit, caps, mends=unit.side != shot.side)


def _best(state: State, shot: Shot, fates: Fates) -> Fraction:
    """Return the best chance to hit or destroy an enemy in the hex."""
    best = Fraction(0)
    for target, fate in fates:
        if isinstance(fate, Fraction):
            best = max(best, fate)
        elif not isinstance(target, Work) and state.units[target].side != shot.side:
            best = max(best, fate.hit + fate.destroyed)
    return best


def _thinkable(state: State, action: do.Fire) -> bool:
    """Return true if the units and hexes that an action names exist."""
    known = bool(action.units) and all(id in state.units for id in action.units)
    land = ground(state.field)
    return (
        known
        and action.at in land
        and all(where(state.units[id]) in land for id in action.units)
        and (not action.spotter or action.spotter in land)
        and (not action.work or action.work in state.works)
    )


def _told(
    state: State, target: UnitId | Work, fate: chances.Fate | Fraction, alone: bool
) -> Iterator[tuple[str, float]]:
    """Yield the odds for a target; a single target also lists possible markers."""
    if isinstance(target, Work):
        yield f"the {names.work(target)} is destroyed", float(fate) if isinstance(fate, Fraction) else 0.0
    elif not isinstance(fate, Fraction):
        yield from chances.told(named(state.units[target].counter), fate, alone)


def _notes(state: State, action: do.Fire, struck: list[UnitId | Work]) -> Iterator[str]:
    side = state.units[action.units[0]].side
    units = [state.units[each] for each in struck if not isinstance(each, Work)]
    if any(unit.side == side for unit in units):
        yield "your own units in the hex are rolled for too"
    if len(struck) > 1:
        yield "everybody in the hex is rolled for; the number above is that of the first roll"
    if any(face_down(unit) and unit.side != side for unit in units):
        yield "a marker that lies face down may change the number"


@case("COH-3.5a", "COH-3.6d")
def _markers(state: State, shot: Shot, struck: list[UnitId | Work]) -> Iterator[str]:
    """Yield the markers that hit units may draw, if there are several targets."""
    units = [state.units[each] for each in struck if not isinstance(each, Work)]
    unhurt = [unit for unit in units if unit.hit is None]
    for pile in dict.fromkeys(pile_of(shot, unit, state) for unit in unhurt) if len(units) > 1 else ():
        lasting = lying(state, pile).lasting.items()
        each = ", ".join(f"{printed().markers[id].name.lower()} {percent(float(part))}" for id, part in lasting)
        if each:
            yield f"a target that is hit in its {pile} defence and lives draws: {each}"


def sketch(at: Anytime, action: do.Fire) -> Sketch | None:
    """Draw the line of fire and the hex that blocks it."""
    if not _thinkable(at.state, action):
        return None
    shot = firing.shot(at.state, action)
    start = where(at.state.units[action.units[0]])
    found = look(at.state, shot.eye, shot.hex)
    blocked = ((found.bar, "blocked"),) if found.bar is not None else ()
    places = tuple(dict.fromkeys((start, shot.eye, shot.hex)))
    return Sketch(
        places, line=(shot.eye, shot.hex) if shot.eye != shot.hex else None, mark=shot.hex, notes=blocked
    )


def says_fire(seen: Seen[State], action: do.Fire) -> str:
    """Return the order as a sentence: the leader, its targets, means and supporters."""
    leader, others = action.units[:1], action.units[1:]
    rolls = _rolled_for(seen, action)
    struck = names.units(seen.state, [action.target] if action.target else rolls)
    there = names.hex(seen.state, action.at)
    means = " with its flamethrower" if action.weapon else ""
    means += f", spotted from {names.hex(seen.state, action.spotter)}" if action.spotter else ""
    helped = f", with {phrases.who(seen, others)} in support" if others else ""
    first = "the first roll" if not action.target and len(rolls) > 1 else "the roll"
    extra = f"{phrases.with_caps(action.aim, first)}{phrases.with_cards(bonus_cards(action))}"
    target = f"{struck} at {there}" if struck else there
    return f"{phrases.who(seen, leader)} attacks {target}{means}{helped}{extra}{phrases.PAID[action.by]}."


def _rolled_for(seen: Seen[State], action: do.Fire) -> list[UnitId]:
    """Return all units in the hex, in close combat only enemies of the attacker."""
    leader, there = seen.state.units.get(action.units[0]), units_at(seen.state, action.at)
    close = leader is not None and on_map(leader) and where(leader) == action.at
    return [unit.id for unit in there if not close or leader is None or unit.side != leader.side]


FIRE = by_units(
    do.Fire,
    when="units attack in their player's turn",
    says=says_fire,
    cost=firing.price,
    rules=(
        present, can_attack, has_the_weapon, may_use, has_a_target, fights_in_its_hex, in_range, in_arc, spots,
        in_sight, supported, aims,
    ),
    candidates=attacks,
    deed=fire,
    odds=odds,
    sketch=sketch,
    over=lambda action: (action.at,),
)  # fmt: skip
VERBS = (FIRE,)
