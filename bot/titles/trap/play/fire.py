"""Direct fire: firers and targets, effects, and exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb, until_found
from bot.kit.english import begun, join
from bot.titles.trap import events as ev
from bot.titles.trap.field import advantage, fire, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.allowance import left, may_fire_after
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.fire import SNIPED, aim, modifiers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import after, hit_chance, results, sniped_result
from bot.titles.trap.field.movement import costs
from bot.titles.trap.field.units import awake, known, of, on_map, other, record, riders
from bot.titles.trap.field.view import firing_range
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, Result, Status, Unit, UnitId
from bot.titles.trap.play.acting import (
    Anytime,
    Here,
    able,
    act,
    enough,
    has_been_attacked,
    idle,
    may_act,
    named,
    on_the_map,
)
from bot.titles.trap.play.base import Play, tens
from bot.titles.trap.play.results import attacks, bring_down, die_of, suffer
from bot.titles.trap.play.revealing import show

NOBODY = UnitId("")


# Rules that every kind of fire has.


# TRAP-R75
@case("TRAP-6.0", "TRAP-6.3", "TRAP-6.4", "TRAP-8.10", "TRAP-5.1.3")
def unready(state: State, unit: Unit) -> Wrong | None:
    """Return why a unit does not fire now, whatever the target; `None` where it may."""
    if unit.fired:
        return Wrong(f"{_short(unit)} has fired this turn", "choose another unit", "TRAP-6.0")
    if unit.got_out:
        return Wrong(f"{_short(unit)} has just got out and does not fire", "choose another unit", "TRAP-8.2")
    if not fire.armed(state, unit):
        if record(unit).kind == "sniper":
            return Wrong(f"the sniper is {unit.status}", "only snipers in good order fire", "TRAP-8.8")
        return Wrong("a tank with riders does not fire", "let them get down first", "TRAP-8.10")
    if unit.status != "normal" and not may_fire_after(state, unit):
        return Wrong(
            f"{_short(unit)} has moved, and is {unit.status}",
            "only units in good order both move and fire",
            "TRAP-5.1.3",
        )
    if not may_fire_after(state, unit):
        return Wrong(
            f"{_short(unit)} has moved too far to fire as well",
            "a unit in good order moves half its allowance at most, and then fires", "TRAP-5.1.3",
        )  # fmt: skip
    return None


def _short(unit: Unit) -> str:
    what = known(unit)
    return what.name if what is not None else "this unit"


@rule("TRAP-6.3")
def are_awake(at: Here, action: do.Fire | do.Shell | do.Engage) -> Wrong | None:
    """Disrupted and inactive units cannot fire in any way."""
    for id in named(action):
        unit = at.state.units.get(id)
        if unit is not None and unit.side == at.seat and not awake(unit):
            return Wrong(f"{_short(unit)} is {unit.status}", "units that are disrupted or inactive do not fire")
    return None


@rule("TRAP-6.0", "TRAP-6.3", "TRAP-5.1.3")
def may_fire(at: Here, action: do.Fire) -> Wrong | None:
    """Each unit fires once a turn, and has not moved too far."""
    found = (unready(at.state, at.state.units[id]) for id in action.units)
    return next((wrong for wrong in found if wrong is not None), None)


@rule("TRAP-4.3.2")
def are_enough(at: Here, action: do.Fire) -> Wrong | None:
    """Firing units and the helping sniper count against the die."""
    return enough(at, (*action.units, action.sniper))


# Rules of direct fire.


# TRAP-R29, TRAP-R68
@rule("TRAP-6.4", "TRAP-8.2", "TRAP-8.8")
def is_a_target(at: Here, action: do.Fire) -> Wrong | None:
    """A shot has one enemy target; leaders hide among others, passengers in an APC."""
    target = at.state.units.get(action.target)
    if target is None or target.side == at.seat or not on_map(target):
        return Wrong("that is no enemy on the map", "choose an enemy unit")
    whom = known(target)
    if whom is None:
        return Wrong("nobody sees what lies there", "choose the unit on top, or come nearer", "TRAP-3.6")
    if target.aboard and record(at.state.units[target.aboard]).kind == "apc":
        return Wrong("nobody fires at those inside an APC", "fire at the APC", "TRAP-8.2")
    snipers = [id for id in action.units if record(at.state.units[id]).kind == "sniper"]
    if snipers and whom.kind != "leader":
        return Wrong("a sniper fires at leaders alone", "let him help others to fire", "TRAP-8.8")
    if len(snipers) < len(action.units) and whom.kind == "leader" and not fire.alone(at.state, target):
        return Wrong("a leader among other units cannot be picked out", "fire at those with him", "TRAP-8.5")
    return None


# TRAP-R18
@rule("TRAP-6.1", "TRAP-6.2.1", "TRAP-8.1", "TRAP-8.6-2")
def in_range(at: Here, action: do.Fire) -> Wrong | None:
    """Range is four by day, two if shaken, three for a Schmel, one at night."""
    target = at.state.units[action.target]
    for id in action.units:
        unit = at.state.units[id]
        far, distance = firing_range(at.state, unit), ground().distance(unit.hex, target.hex)
        if distance > far:
            return Wrong(
                f"{target.hex} is {distance} hexes off, and {_short(unit)} reaches {far}",
                "choose a nearer target", _range_case(at.state, unit),
            )  # fmt: skip
    return None


def _range_case(state: State, unit: Unit) -> str:
    if night(state):
        return "TRAP-8.6-2"
    if unit.status != "normal":
        return "TRAP-6.2.1"
    return "TRAP-8.1" if record(unit).kind == "schmel" else "TRAP-6.1"


@rule("TRAP-6.2.1", "TRAP-6.2.1-1", "TRAP-6.2.1-3")
def in_sight(at: Here, action: do.Fire) -> Wrong | None:
    """Nothing stands between, and among buildings the line runs along a street."""
    target = at.state.units[action.target]
    for id in action.units:
        line = fire.fire_line(at.state, at.state.units[id], target.hex)
        if line.blocked == target.hex:
            why = f"no street leads from {line.start} to {line.end} within range"
            return Wrong(why, "among buildings units see only along streets", "TRAP-6.2.1-3")
        if line.blocked is not None:
            why = f"{line.blocked} blocks the line from {line.start} to {line.end}"
            return Wrong(why, "choose a target in sight", "TRAP-6.2.1-1")
    return None


@rule("TRAP-6.2", "TRAP-3.4.1")
def faces_it(at: Here, action: do.Fire) -> Wrong | None:
    """Foot units fire through their three front hexsides."""
    target = at.state.units[action.target]
    for id in action.units:
        unit = at.state.units[id]
        if not fire.can_bear(unit, fire.fire_line(at.state, unit, target.hex)):
            return Wrong(f"{_short(unit)} does not face {target.hex}", "turn it first; that costs nothing")
    return None


# TRAP-R65
@rule("TRAP-8.8")
def sniper_can_help(at: Here, action: do.Fire) -> Wrong | None:
    """A helping sniper is in good order, sees the target and acts with the marker."""
    if not action.sniper:
        return None
    unit, target = at.state.units.get(action.sniper), at.state.units[action.target]
    if unit is None or unit.side != at.seat or not fire.helps(at.state, unit, target.hex):
        return Wrong("that is no sniper who could help", "leave the sniper out, or name one who sees the target")
    if unit.id in action.units or record(unit).side != "chechen":
        return Wrong("a sniper helps others", "leave the sniper out")
    whom = known(target)
    if whom is not None and whom.kind not in SNIPED:
        return Wrong(f"a sniper does not help to hit {whom.name}", "leave the sniper out")
    return idle(at.state, at.step, unit)


# The targets of fire.


def shots(at: Here, fixed: Fixed) -> Iterator[do.Fire]:
    """Offer each unit that can fire, and hex groups, at each enemy in reach."""
    targets = [
        unit for unit in of(at.state, other(at.seat)) if fixed.get("target", unit.id) == unit.id and known(unit)
    ]
    for group in _groups(at, fixed):
        if any(id not in at.state.units for id in group):
            continue
        units = [at.state.units[id] for id in group]
        for target in until_found(fixed, "units", group, targets):
            if units and all(_could(at, unit, target) for unit in units):
                for sniper in (NOBODY, *_helpers(at, group, target)):
                    yield do.Fire(group, target.id, sniper)


def _could(at: Here, unit: Unit, target: Unit) -> bool:
    if unit.side != at.seat or not unit.counter.known or not on_map(unit):
        return False
    return fire.facing_towards(at.state, unit, target.hex)


def _groups(at: Here, fixed: Fixed) -> Iterator[tuple[UnitId, ...]]:
    """Yield groups that can fire together: a unit, or all ready units of a hex."""
    if "units" in fixed:
        yield fixed["units"]
        return
    hexes: dict[tuple[str, str], list[UnitId]] = {}
    for unit in able(at.state, at.step):
        if on_map(unit) and unready(at.state, unit) is None:
            yield (unit.id,)
            if record(unit).kind not in ("sniper", "leader"):
                hexes.setdefault((unit.hex, unit.level), []).append(unit.id)
    yield from (tuple(group) for group in hexes.values() if len(group) > 1)


def _helpers(at: Here, group: tuple[UnitId, ...], target: Unit) -> Iterator[UnitId]:
    """Yield snipers that could help; none if one helps already or help is useless."""
    firer, whom = at.state.units[group[0]], record(target)
    if at.seat != CHECHEN or whom.kind not in SNIPED or fire.helper(at.state, firer, target.hex, NOBODY):
        return
    for unit in of(at.state, CHECHEN):
        if unit.id not in at.state.acted and unit.id not in group and fire.helps(at.state, unit, target.hex):
            yield unit.id


# The shot.


@case("TRAP-6.4", "TRAP-6.0", "TRAP-2.4", "TRAP-4.3-2")
def fire_all(play: Play, step: object, action: do.Fire) -> None:
    """Let units fire in turn until the target is gone; the rest hold their fire."""
    attacks(play, play.seat)
    if action.sniper:
        act(play, [action.sniper])
    for id in action.units:
        if play.state.steps[-1] != step or not on_map(play.state.units[action.target]):
            return
        act(play, [id])
        shoot(play, play.state.units[id], play.state.units[action.target], action.sniper)


def shoot(play: Play, firer: Unit, target: Unit, called: UnitId) -> None:
    """Roll for one shot, and let its result come."""
    what, mods = record(firer), modifiers(aim(play.state, firer, target, called))
    roll = play.dice.roll("fire", 1, 10)
    hit = tens(roll) + sum(each.n for each in mods) <= what.cf
    die: Roll | None = None
    done: Result = "none"
    if hit:
        die, done = _result(play, firer, target)
    helper = fire.helper(play.state, firer, target.hex, called)
    show(play, [firer.id, target.id])
    shot = ev.Shot(target.id, target.counter.open(), roll, mods, hit, die, done)
    course = fire.fire_line(play.state, firer, target.hex).course
    play.emit(
        ev.Fired(
            firer.id,
            firer.counter.open(),
            what.cf,
            firer.hex,
            target.hex,
            shot,
            course,
            helper.id if helper is not None else NOBODY,
        )
    )
    suffer(play, shot, "fire", what.heavy)
    if done == "eliminated" and what.kind == "schmel":
        bring_down(play, target.hex, firer.side)


def _result(play: Play, firer: Unit, target: Unit) -> tuple[Roll | None, Result]:
    what = record(firer)
    if what.kind == "sniper":
        die = play.dice.roll("result", 1)
        return die, sniped_result(target.status, die.faces[0])
    return die_of(play, target, what.heavy, what.kind == "schmel")


# Odds.


def odds(at: Anytime, action: do.Fire) -> Odds | None:
    """Return the odds of a shot, or of several shots together."""
    firers = [at.state.units.get(id) for id in action.units]
    target = at.state.units.get(action.target)
    if target is None or not target.counter.known or not firers or not on_map(target):
        return None
    units = [unit for unit in firers if unit is not None and unit.counter.known and on_map(unit)]
    if len(units) < len(firers) or any(unit.hex not in ground() for unit in units):
        return None
    first = modifiers(aim(at.state, units[0], target, action.sniper))
    ends = outcomes(at.state, units, target, action.sniper)
    chances = [(_END[end], float(chance)) for end, chance in ends.items()]
    if len(units) == 1:
        chances.insert(0, ("hit", float(hit_chance(record(units[0]).cf, first))))
    hope = chances[0][1] if len(units) == 1 else 1 - float(ends.get(target.status, 0))
    notes = tuple(_notes(at.state, units, target))
    return Odds(_title(units, target), first, tuple(chances), notes, ("to hit", hope))


_END: dict[str, str] = {
    "eliminated": "eliminated",
    "inactive": "inactive",
    "disrupted": "disrupted",
    "pinned": "pinned",
    "suppressed": "suppressed",
    "normal": "in good order",
}


def outcomes(state: State, firers: list[Unit], target: Unit, sniper: UnitId) -> dict[str, Fraction]:
    """Return the exact chances of a target's end: eliminated, or its status."""
    now: dict[str, Fraction] = {target.status: Fraction(1)}
    before = target
    for firer in firers:
        then: dict[str, Fraction] = {}
        what = record(firer)
        cf, mods = what.cf, modifiers(aim(state, firer, before, sniper))
        hit = hit_chance(cf, mods)
        for end, chance in now.items():
            if end == "eliminated":
                then[end] = then.get(end, Fraction(0)) + chance
                continue
            status: Status = end  # type: ignore[assignment]
            then[end] = then.get(end, Fraction(0)) + chance * (1 - hit)
            each = results(what.heavy, what.kind == "schmel", record(target), status, sniper=what.kind == "sniper")
            for done, p in each.items():
                to = done if done == "eliminated" else after(status, done)
                then[to] = then.get(to, Fraction(0)) + chance * hit * p
        now, before = then, replace(before, shot_at=True)
    return {end: now[end] for end in _END if now.get(end)}


def _title(units: list[Unit], target: Unit) -> str:
    who = record(units[0]).name if len(units) == 1 else f"{len(units)} units"
    return f"{who} at {record(target).name}, {target.hex}"


def _notes(state: State, units: list[Unit], target: Unit) -> Iterator[str]:
    aboard = riders(state, target.id)
    if aboard:
        yield "its passengers suffer the same"
    if any(record(unit).kind == "schmel" for unit in units) and ground().has_levels(target.hex):
        yield "a kill by a Schmel brings the building down"
    if len(units) > 1:
        yield "the modifiers are those of the first shot; they fire until the target is gone"


def sketch(at: Anytime, action: do.Fire) -> Sketch | None:
    """Draw the line of fire along its street, and the hex that blocks it."""
    unit = at.state.units.get(action.units[0]) if action.units else None
    target = at.state.units.get(action.target)
    if unit is None or target is None or not on_map(unit) or not on_map(target) or not unit.counter.known:
        return None
    line = fire.fire_line(at.state, unit, target.hex)
    places = tuple(dict.fromkeys((unit.hex, *line.course, target.hex)))
    blocked = ((line.blocked, "blocked"),) if line.blocked is not None else ()
    return Sketch(
        places=places,
        line=None if line.course else (unit.hex, target.hex),
        path=line.course,
        mark=target.hex,
        notes=blocked,
    )


def says_fire(seen: Seen[State], action: do.Fire) -> str:
    """Name the units that fire, their target and the sniper who helps."""
    foe = seen.state.units.get(action.target)
    aim = f"{say.who(seen, action.target)} at {names.spot(foe.hex, foe.level)}" if foe else action.target
    helped = f"; {say.who(seen, action.sniper)} helps" if action.sniper else ""
    return f"{say.they(seen, action.units, 'fires', 'fire')} at {aim}{helped}."


def beside_the_odds(seen: Seen[State], action: do.Fire) -> str:
    """Name what makes the target easy to hit, or what its loss would mean."""
    units, foe = say.units_of(seen, action.units), seen.state.units.get(action.target)
    if foe is None or not foe.counter.known or not units or not on_map(foe) or not units[0].counter.known:
        return ""
    what, whom = known(units[0]), known(foe)
    mods = modifiers(aim(seen.state, units[0], foe, units[0].id))
    reasons = advantage.helps(mods)
    if any(mod.cite == "TRAP-6.4.2-15" for mod in mods) and whom is not None:
        reasons = [f"it shows its {'flank' if whom.vehicle else 'back'}", *reasons][:2]
    if whom is not None and whom.kind == "leader" and what is not None and what.kind == "sniper":
        reasons = ["without their leader nobody spots for their guns"]
    return join(reasons)


def foretold(seen: Seen[State], action: do.Fire) -> list[str]:
    """Report the passengers that stay in, and the units that the order shows."""
    units = say.own(seen, action.units)
    return [*shut_in(seen.state, units), *say.given_away(units)]


def shut_in(state: State, units: Iterable[Unit]) -> Iterator[str]:
    """Name the passengers that could still leave an APC, but not after it fires."""
    apcs = [unit for unit in units if record(unit).kind == "apc" and left(state, unit) >= costs().carry]
    inside = [rider for unit in apcs for rider in riders(state, unit.id)]
    if inside:
        yield f"{begun(names.units(inside))} cannot get out after that."


FIRE = Verb(
    do.Fire,
    when="units fire when their side acts",
    says=says_fire,
    besides=beside_the_odds,
    cite="TRAP-4.3-2",
    rules=(
        are_awake, may_act, on_the_map, has_been_attacked, is_a_target, may_fire, are_enough, in_range, in_sight,
        faces_it, sniper_can_help,
    ),
    candidates=shots,
    resolve=fire_all,
    odds=odds,
    sketch=sketch,
    tells=foretold,
)  # fmt: skip
VERBS = (FIRE,)
