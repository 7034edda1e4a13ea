"""Close assault: one side is destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import join
from bot.titles.trap import events as ev
from bot.titles.trap.field import advantage, names
from bot.titles.trap.field import assault as field
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.allowance import left
from bot.titles.trap.field.battle import stacking
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import hit_chance
from bot.titles.trap.field.movement import (
    costs,
    may_turn,
    obstacle_case,
    obstacles,
    open_to_vehicles,
    side,
    untouched,
)
from bot.titles.trap.field.stacking import enemies, helpless, levels, room
from bot.titles.trap.field.units import known, of, on_map, other, record, riders, seen_aboard
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS, RUSSIAN, HexId, Level, Unit, UnitId
from bot.titles.trap.play.acting import Anytime, Here, able, act, enough, idle
from bot.titles.trap.play.base import Play, price, tens
from bot.titles.trap.play.control import take
from bot.titles.trap.play.moves import off_course
from bot.titles.trap.play.results import attacks, eliminate
from bot.titles.trap.play.revealing import show

# Rules.


# TRAP-R75
@rule("TRAP-7.0", "TRAP-4.3-4", "TRAP-8.2")
def may_assault(at: Here, action: do.Assault) -> Wrong | None:
    """Units in good order assault, with passengers that dismount from vehicles."""
    if not action.units or len(set(action.units)) < len(action.units):
        return Wrong("no attacker is named", "name units of yours, and none twice")
    for id in action.units:
        unit = at.state.units.get(id)
        if unit is None or unit.side != at.seat or not on_map(unit):
            return Wrong("that is no unit of yours on the map", "choose a unit of your own", "TRAP-4.3")
        if unit.aboard and unit.aboard not in action.units:
            return Wrong("that unit rides in a vehicle", "name its vehicle first, or let it get out", "TRAP-8.2")
        if unit.status != "normal":
            return Wrong(f"{record(unit).name} is {unit.status}", "choose units in good order")
        if (unit.climbed or not unit.aboard) and (wrong := idle(at.state, at.step, unit)) is not None:
            return wrong
    return enough(at, action.units)


# TRAP-R26
@rule("TRAP-7.0", "TRAP-8.8")
def are_fighters(at: Here, action: do.Assault) -> Wrong | None:
    """Leaders alone do not assault, and snipers not at all."""
    kinds = [record(at.state.units[id]) for id in action.units]
    if any(each.kind == "sniper" for each in kinds):
        return Wrong("snipers take no part in close assaults", "leave the sniper out", "TRAP-8.8")
    if not any(each.fights for each in kinds):
        return Wrong("leaders alone do not assault", "name units that fight")
    return None


# TRAP-R25
@rule("TRAP-7.1")
def are_rested(at: Here, action: do.Assault) -> Wrong | None:
    """An assault takes all movement points, and nobody assaults who has fired."""
    for id in action.units:
        unit = at.state.units[id]
        if unit.fired:
            return Wrong(f"{record(unit).name} has fired", "choose units that have not fired")
        if not unit.aboard and not untouched(at.state, unit):
            what = "moved" if unit.moved else "spent movement points"
            why = f"{record(unit).name} has {what}, and an assault takes all movement points"
            return Wrong(why, _instead(at.state, unit))
    return None


def _instead(state: State, unit: Unit) -> str:
    """Suggest units for an assault: fresh units, or passengers that can dismount."""
    others = "choose units that still have all of theirs"
    can_get_out = riders(state, unit.id) and left(state, unit) >= costs().carry
    return f"let its passengers dismount, which they still may, or {others}" if can_get_out else others


# TRAP-R73
@rule("TRAP-7.1", "TRAP-3.2", "TRAP-5.1.1-4")
def is_near(at: Here, action: do.Assault) -> Wrong | None:
    """Assaults go to an adjacent hex on the ground, or to the other level of a hex."""
    if action.at not in ground() or action.level not in levels(at.state, action.at):
        return Wrong("there is no such level to assault", "choose a hex, and a level that it has")
    for id in action.units:
        unit = at.state.units[id]
        if unit.hex == action.at and unit.level == action.level and not unit.aboard:
            return Wrong("they stand there already", "choose another level or hex")
        if unit.hex != action.at and action.level == "upper":
            return Wrong("an upper level is assaulted from the ground below it", "enter the ground floor first")
        if unit.got_out and action.level == "upper":
            return Wrong(
                "a unit that has just dismounted assaults on the ground only", "choose enemies on the ground"
            )
        if unit.hex != action.at and (unit.level == "upper" or ground().distance(unit.hex, action.at) != 1):
            return Wrong(f"{action.at} is assaulted from the ground beside it", "come nearer, or come down first")
    return None


@rule("TRAP-7.1", "TRAP-3.4.2", "TRAP-8.4", "TRAP-8.9")
def vehicles_can_enter(at: Here, action: do.Assault) -> Wrong | None:
    """Vehicles assault to their front by road or open ground, but not upstairs."""
    for id in action.units:
        unit = at.state.units[id]
        if not record(unit).vehicle:
            continue
        way = ground().direction(unit.hex, action.at)
        if action.level == "upper" or way is None:
            return Wrong("vehicles assault no upper levels", "leave the vehicle out")
        if action.at in obstacles(at.state):
            blocked = obstacle_case(at.state, action.at)
            return Wrong(f"the road is blocked at {action.at}", "leave the vehicle out", blocked)
        if not open_to_vehicles(at.state, unit.hex, action.at):
            return Wrong(f"no vehicle gets to {action.at} from {unit.hex}", "leave the vehicle out")
        if not may_turn(at.state, ground(), unit.hex, side(unit.facing), way):
            return Wrong("a vehicle cannot turn round here", "leave the vehicle out", "TRAP-3.4.2")
    return None


# TRAP-R86
@rule("TRAP-7.1", "TRAP-8.8")
def are_enemies_there(at: Here, action: do.Assault) -> Wrong | None:
    """Combat units must defend the hex; lone leaders and snipers are lost without it.

    A unit that has just dismounted cannot move, so it catches them by an assault.
    """
    there = enemies(at.state, at.seat, action.at, action.level)
    if not there and action.at in obstacles(at.state) and action.level == "ground":
        return Wrong(f"no enemy holds the obstacle on the road at {action.at}", "clear it by hand", "TRAP-8.4.2")
    if not there:
        return Wrong(f"no enemy is on that level of {action.at}", "choose a level with enemies")
    if helpless(there) and not all(at.state.units[id].got_out for id in action.units):
        return Wrong("no combat unit is there", "move in: they are lost", "TRAP-8.8")
    return None


@rule("TRAP-7.1", "TRAP-3.1")
def have_room(at: Here, action: do.Assault) -> Wrong | None:
    """The attackers must find room in the hex."""
    units = [at.state.units[id] for id in action.units]
    full = room(at.state, at.seat, action.at, action.level, units)
    return full.refuses("name fewer units") if full else None


# The units that could assault.


def assaults(at: Here, fixed: Fixed) -> Iterator[do.Assault]:
    """Offer each unit beside an enemy level, a hex's units together, and groups."""
    units = [unit for unit in able(at.state, at.step) if on_map(unit) and _could(at.state, unit)]
    places = dict.fromkeys((foe.hex, foe.level) for foe in of(at.state, other(at.seat)))
    for hex, level in places:
        if fixed.get("at", hex) == hex and fixed.get("level", level) == level:
            for group in _groups(at.state, units, hex, level, fixed):
                yield do.Assault(group, hex, level)


def _could(state: State, unit: Unit) -> bool:
    return unit.status == "normal" and record(unit).fights and untouched(state, unit)


def _groups(
    state: State, units: Sequence[Unit], hex: HexId, level: Level, fixed: Fixed
) -> Iterator[tuple[UnitId, ...]]:
    if "units" in fixed:
        yield fixed["units"]
        return
    near = [unit for unit in units if _near(unit, hex, level)]
    found: dict[tuple[UnitId, ...], None] = {}
    stacks: dict[HexId, list[Unit]] = {}
    for unit in near:
        found[(unit.id,)] = None
        stacks.setdefault(unit.hex, []).append(unit)
        aboard = tuple(rider.id for rider in riders(state, unit.id))
        if aboard:
            found[(unit.id, *aboard)] = None
    limit = stacking(near[0].side) if near else 0
    for group in (*stacks.values(), near):
        foot = [unit for unit in group if not record(unit).vehicle]
        found[tuple(unit.id for unit in foot[:limit])] = None
        vehicle = next((unit.id for unit in group if record(unit).vehicle), None)
        if vehicle is not None:
            found[(vehicle, *(unit.id for unit in foot[: limit - 1]))] = None
    yield from (group for group in found if group)


def _near(unit: Unit, hex: HexId, level: Level) -> bool:
    if unit.hex == hex:
        return unit.level != level
    return unit.level == level == "ground" and hex in ground().neighbours(unit.hex)


# The assault.


# TRAP-R34, TRAP-R151
@case("TRAP-7.1", "TRAP-7.2", "TRAP-7.3")
def assault(play: Play, step: object, action: do.Assault) -> None:
    """Roll, and destroy one of the two sides."""
    attacks(play, play.seat)
    state, seat = play.state, play.seat
    act(play, [id for id in action.units if not state.units[id].aboard])
    defenders = enemies(state, seat, action.at, action.level)
    if helpless(defenders):
        overrun(play, action, defenders)
        return
    units = [state.units[id] for id in action.units]
    mods = field.modifiers(seat, units, defenders, action.level)
    roll = play.dice.roll("assault", 1, 10)
    cf = field.factor(seat)
    won = tens(roll) + sum(each.n for each in mods) <= cf
    ids, counters = action.units, tuple(unit.counter.open() for unit in units)
    foes = tuple(unit.id for unit in defenders), tuple(unit.counter.open() for unit in defenders)
    starts = tuple(unit.hex for unit in units)
    points = {unit.id: left(state, unit) for unit in units}
    show(play, (*ids, *foes[0]))
    play.emit(
        ev.Assaulted(seat, action.at, action.level, ids, counters, starts, *foes, cf, roll, mods, won),
    )
    enter(play, action, points)
    if won:
        clear_by_assault(play, action.at)
    lost = foes[0] if won else ids
    for id in sorted(lost, key=lambda id: not play.state.units[id].aboard):
        if on_map(play.state.units[id]):
            eliminate(play, id, "assault", even=tens(roll) % 2 == 0)
    if won:
        for id in ids:
            take(play, id, (action.at,))


# TRAP-R86
@case("TRAP-8.8")
def overrun(play: Play, action: do.Assault, found: Sequence[Unit]) -> None:
    """Enter a hex that holds only snipers and leaders: they are lost without a fight."""
    enter(play, action, {id: left(play.state, play.state.units[id]) for id in action.units})
    for unit in found:
        eliminate(play, unit.id, "overrun")
    for id in action.units:
        take(play, id, (action.at,))


@case("TRAP-7.1", "TRAP-8.2", "TRAP-5.1.4")
def enter(play: Play, action: do.Assault, points: Mapping[UnitId, int]) -> None:
    """Move the attackers into the hex; passengers dismount there."""
    starts: dict[tuple[HexId, Level], list[Unit]] = {}
    for id in action.units:
        unit = play.state.units[id]
        if not unit.aboard:
            starts.setdefault((unit.hex, unit.level), []).append(unit)
    for (start, _), units in starts.items():
        way = ground().direction(start, action.at)
        path = (start,) if way is None else (start, action.at)
        facings = tuple(unit.facing if way is None else FACINGS[way] for unit in units)
        paid = price(play.seat, *(points[unit.id] for unit in units))
        ids = tuple(unit.id for unit in units)
        play.emit(ev.Moved(ids, path, action.level, facings, paid, "advance"))
    for id in action.units:
        unit = play.state.units[id]
        if unit.aboard:
            play.emit(ev.Unloaded((id,), unit.aboard, action.at, unit.facing, how="assault"))


@case("TRAP-8.4.2", "TRAP-8.9")
def clear_by_assault(play: Play, hex: HexId) -> None:
    """Russians that win a close assault also clear the road."""
    if play.seat != RUSSIAN:
        return
    if hex in play.state.roadblocked:
        play.emit(ev.Cleared(hex, "road block", "assault", play.seat))
    if hex in play.state.wrecks:
        play.emit(ev.Cleared(hex, "wreck", "assault", play.seat))


# Odds and sketch.


def odds(at: Anytime, action: do.Assault) -> Odds | None:
    """Return the chance that the defenders are destroyed; otherwise the attackers are."""
    units = [unit for id in action.units if (unit := at.state.units.get(id)) and unit.counter.known]
    defenders = enemies(at.state, at.seat, action.at, action.level)
    if not defenders or not units or len(units) < len(action.units):
        return None
    if helpless(defenders):
        sure = (("the defenders are destroyed", 1.0),)
        return Odds(f"Close assault at {action.at}", (), sure, ("no combat unit is there",), ("to win", 1.0))
    mods = field.modifiers(at.seat, units, defenders, action.level)
    won = hit_chance(field.factor(at.seat), mods)
    chances = (("the defenders are destroyed", float(won)), ("the attackers are destroyed", float(1 - won)))
    hidden = sum(known(unit) is None for unit in defenders)
    some = f"{hidden} of the defenders are hidden, and counted as combat units"
    one = "1 of the defenders is hidden, and counted as a combat unit"
    notes = (one if hidden == 1 else some,) if hidden else ()
    return Odds(f"Close assault at {action.at}", mods, chances, notes, ("to win", float(won)))


def sketch(at: Anytime, action: do.Assault) -> Sketch | None:
    """Draw where they come from."""
    if action.at not in ground():
        return None
    starts = dict.fromkeys(at.state.units[id].hex for id in action.units if id in at.state.units)
    places = tuple(hex for hex in starts if hex in ground())
    return Sketch(places=tuple(dict.fromkeys((*places, action.at))), mark=action.at)


def says_assault(seen: Seen[State], action: do.Assault) -> str:
    """Name the units that assault and their enemies."""
    where = names.spot(action.at, action.level)
    foes = [foe for foe in enemies(seen.state, seen.seat, action.at, action.level) if not seen_aboard(foe)]
    whom = names.named_or_counted(foes, say.FEW)
    return f"{say.they(seen, action.units, 'assaults', 'assault')} {whom or 'the enemies'} at {where}."


def beside_the_odds(seen: Seen[State], action: do.Assault) -> str:
    """Name what makes the assault easier, and the building that it takes."""
    units = say.units_of(seen, action.units)
    there = enemies(seen.state, seen.seat, action.at, action.level) if action.at in ground() else ()
    mods = field.modifiers(seen.seat, units, there, action.level)
    takes = action.at in advantage.buildings(seen.state)
    return join([*advantage.helps(mods), *([f"it takes {names.place(action.at)}"] if takes else [])])


ASSAULT = Verb(
    do.Assault,
    when="units assault when their side acts",
    says=says_assault,
    besides=beside_the_odds,
    cite="TRAP-4.3-4",
    rules=(
        may_assault, off_course, are_fighters, are_rested, is_near, are_enemies_there, vehicles_can_enter,
        have_room,
    ),
    candidates=assaults,
    resolve=assault,
    odds=odds,
    sketch=sketch,
    tells=lambda seen, action: say.given_away(say.own(seen, action.units)),
)  # fmt: skip
VERBS = (ASSAULT,)
