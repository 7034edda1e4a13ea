"""Backing a vehicle, turning on the spot, leaving the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import FACES, begun
from bot.titles.trap import events as ev
from bot.titles.trap.field import fire, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.allowance import left, spent
from bot.titles.trap.field.battle import variant
from bot.titles.trap.field.danger import watchers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import interdicted, obstacle_case, obstacles, rear, untouched
from bot.titles.trap.field.stacking import defended, room
from bot.titles.trap.field.units import of, on_map, other, record
from bot.titles.trap.field.view import firing_range
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, FACINGS, WAITING, Unit
from bot.titles.trap.play.acting import Here, able, act, may_act, on_the_map
from bot.titles.trap.play.base import Play, price
from bot.titles.trap.play.moves import can_still_move, groups, off_course
from bot.titles.trap.play.results import after_moving, interdict


@rule("TRAP-3.4.2")
# TRAP-R76
def has_all_its_movement(at: Here, action: do.Reverse) -> Wrong | None:
    """Backing takes a vehicle's whole allowance."""
    unit = at.state.units[action.unit]
    if not record(unit).vehicle:
        return Wrong("only vehicles reverse", "move it")
    if spent(at.state, unit):
        return Wrong("backing takes a vehicle's whole movement", "choose a vehicle that has not moved")
    return None


@rule("TRAP-3.4.2")
def can_back(at: Here, action: do.Reverse) -> Wrong | None:
    """A vehicle backs into the hex behind it, if there is room."""
    unit = at.state.units[action.unit]
    behind_it = rear(at.state, unit)
    straight = ground().beside(unit.hex, (FACINGS.index(unit.facing) + 3) % 6)
    if behind_it is None and straight is not None and straight in obstacles(at.state):
        return Wrong(f"the road is blocked at {straight}", "clear it first", obstacle_case(at.state, straight))
    if behind_it is None and straight in at.state.rubble:
        return Wrong("no vehicle drives through rubble", "drive on", "TRAP-8.7")
    if behind_it is None:
        return Wrong("nothing behind it lets a vehicle in", "drive on")
    if defended(at.state, at.seat, behind_it):
        return Wrong(f"the enemy stands at {behind_it}", "drive on", "TRAP-3.1.4")
    crowd = room(at.state, at.seat, behind_it, "ground", [unit])
    return crowd.refuses("move that one first") if crowd else None


def to_reverse(at: Here, fixed: Fixed) -> Iterator[do.Reverse]:
    """Offer each vehicle that has not moved."""
    for unit in able(at.state, at.step):
        if unit.hex != WAITING and record(unit).vehicle and untouched(at.state, unit):
            yield do.Reverse(unit.id)


def reverse(play: Play, step: object, action: do.Reverse) -> None:
    """Back the vehicle; it faces as before, in a bend as the road does."""
    unit = play.state.units[action.unit]
    to = rear(play.state, unit)
    assert to is not None
    act(play, (unit.id,))
    turn = ground().direction(to, unit.hex)
    facing = FACINGS[turn] if turn is not None else unit.facing
    costs = price(unit.side, left(play.state, unit))
    play.emit(ev.Moved((unit.id,), (unit.hex, to), "ground", (facing,), costs, "reverse"))
    after_moving(play, [unit.id], (unit.hex, to))
    if interdicted(play.state, to):
        interdict(play, [unit.id], to)


def tells_backing(at: Here, action: do.Reverse) -> Iterator[str]:
    """Name the hex a vehicle backs into, and the enemies that could fire there."""
    unit = at.state.units[action.unit]
    to = rear(at.state, unit)
    if to is None:
        return
    yield f"It backs to {names.place(to)} and has no movement left."
    if foes := watchers(at.state, at.seat, to, [unit]):
        yield f"{begun(names.where_they_stand(foes))} could fire there."


REVERSE = Verb(
    do.Reverse,
    when="vehicles reverse when they are activated",
    says="{unit:backs|back} into the hex behind.",
    cite="TRAP-3.4.2",
    rules=(may_act, on_the_map, off_course, has_all_its_movement, can_still_move, can_back),
    candidates=to_reverse,
    resolve=reverse,
    tells=tells_backing,
)


@rule("TRAP-3.4", "TRAP-3.4.2")
# TRAP-R3
def can_turn(at: Here, action: do.Turn) -> Wrong | None:
    """Units turn as they like; among buildings and woods a vehicle does not."""
    units = [at.state.units[id] for id in action.units]
    if len({unit.hex for unit in units}) > 1:
        return Wrong("only units of one hex turn together", "turn them one after another")
    for unit in units:
        if record(unit).kind == "leader":
            return Wrong("leaders look all round and need not turn", "choose another unit", "TRAP-3.4")
        if record(unit).vehicle and ground().terrain[unit.hex] != "clear":
            return Wrong(
                "among buildings and woods a vehicle turns only as its road leads", "drive on or reverse",
                "TRAP-3.4.2",
            )  # fmt: skip
        if unit.facing == action.facing:
            return Wrong(f"it faces {action.facing} already", "choose another side")
    return None


def to_turn(at: Here, fixed: Fixed) -> Iterator[do.Turn]:
    """Offer each facing to each unit, and to groups in a hex."""
    for units in groups(at, fixed, free=True):
        if all(unit.hex in ground() for unit in units):
            for facing in FACINGS:
                yield do.Turn(tuple(unit.id for unit in units), facing)


def turn(play: Play, step: object, action: do.Turn) -> None:
    """Turn units at no cost."""
    act(play, action.units)
    play.emit(ev.Faced(action.units, action.facing))


def why_turn(seen: Seen[State], action: do.Turn) -> str:
    """Name an enemy that the units have before them then."""
    units = say.units_of(seen, action.units)
    turned = [replace(unit, facing=action.facing) for unit in units if unit.counter.known and on_map(unit)]
    foes = [foe for foe in of(seen.state, other(seen.seat)) if _bears(seen.state, turned, foe)]
    if foes:
        it = "them" if len(units) > 1 or names.plural(units) else "it"
        return f"{names.unit(foes[0])} at {names.place(foes[0].hex)} is then before {it}"
    return f"from there the enemy is in the {FACES[action.facing]}, and turning costs nothing"


def _bears(state: State, turned: Sequence[Unit], foe: Unit) -> bool:
    return any(fire.facing_towards(state, unit, foe.hex) and _sees(state, unit, foe) for unit in turned)


def _sees(state: State, unit: Unit, foe: Unit) -> bool:
    near = ground().distance(unit.hex, foe.hex) <= firing_range(state, unit)
    return near and fire.fire_line(state, unit, foe.hex).clear


TURN = Verb(
    do.Turn,
    when="units turn when they are activated",
    says="{units:turns|turn} to face {facing}.",
    why=why_turn,
    cite="TRAP-3.4",
    rules=(may_act, on_the_map, off_course, can_turn),
    candidates=to_turn,
    resolve=turn,
)


def must_stay(at: Here, action: do.Exit) -> Wrong | None:
    """Only Chechens leave the map, and only in the variant."""
    if at.seat == CHECHEN and variant(at.state):
        return None
    return Wrong("only Chechens leave the map, and only in the variant", "stay and fight")


@rule("TRAP-11.2-10")
def can_leave(at: Here, action: do.Exit) -> Wrong | None:
    """In the variant Chechens leave by the east edge for a movement point."""
    if (wrong := must_stay(at, action)) is not None:
        return wrong
    for id in action.units:
        unit = at.state.units[id]
        if unit.hex not in ground().east or unit.level == "upper":
            return Wrong("units leave from the ground of a hex at the east edge", "go there first")
        if left(at.state, unit) < 2:
            return Wrong("leaving costs a movement point", "choose units that have one")
    return None


def to_exit(at: Here, fixed: Fixed) -> Iterator[do.Exit]:
    """Offer each unit at the east edge."""
    if at.seat == CHECHEN and variant(at.state):
        east = frozenset(ground().east)
        yield from (do.Exit((unit.id,)) for unit in able(at.state, at.step) if unit.hex in east)


def leave_map(play: Play, step: object, action: do.Exit) -> None:
    """Take units and their passengers off the map, revealed to everybody."""
    act(play, action.units)
    gone = (*action.units, *(u.id for u in play.state.units.values() if u.aboard and u.aboard in action.units))
    play.emit(ev.Exited(gone, tuple(play.state.units[id].counter.open() for id in gone)))


EXIT = Verb(
    do.Exit,
    when="Chechens leave by the east edge when they are activated, in the variant",
    says="{units:leaves|leave} the map by its east edge.",
    cite="TRAP-11.2-10",
    rules=(may_act, on_the_map, can_leave),
    candidates=to_exit,
    resolve=leave_map,
    open=lambda at: at.seat == CHECHEN and variant(at.state),
    closed=must_stay,
)
