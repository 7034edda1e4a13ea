"""Road blocks and wrecks are cleared away, by fire or by hand."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.titles.trap import events as ev
from bot.titles.trap.field import fire, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.allowance import left
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.movement import obstacles, untouched
from bot.titles.trap.field.stacking import defended, enemies, room
from bot.titles.trap.field.units import on_map, record
from bot.titles.trap.field.view import firing_range
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import FACINGS, HexId, Obstacle, Unit, UnitId
from bot.titles.trap.play.acting import Anytime, Here, able, act, against, holding_fire, may_act, on_the_map
from bot.titles.trap.play.base import Play, price, tens
from bot.titles.trap.play.fire import are_awake, unready
from bot.titles.trap.play.moves import off_course
from bot.titles.trap.play.results import after_moving, attacks
from bot.titles.trap.play.revealing import show

NEAR = 2


def obstacle(state: State, hex: HexId) -> Obstacle:
    """Return the obstacle on a road: the road block before the wreck."""
    return "road block" if hex in state.roadblocked else "wreck"


@rule("TRAP-8.4", "TRAP-8.9", "TRAP-8.7")
def is_blocked(at: Here, action: do.Clear) -> Wrong | None:
    """A road block or a wreck lies there; rubble stays for good."""
    if action.at in obstacles(at.state):
        return None
    if action.at in at.state.rubble:
        return Wrong(f"the rubble at {action.at} cannot be cleared", "go round", "TRAP-8.7")
    return Wrong(f"neither a road block nor a wreck is at {action.at or 'no hex'}", "choose a hex with one")


@rule("TRAP-6.3")
def is_awake(at: Here, action: do.Clear) -> Wrong | None:
    """No unit fires at a road block that is disrupted or inactive."""
    return against(are_awake, at, do.Fire((action.unit,), UnitId(""))) if action.how == "fire" else None


@rule("TRAP-8.4.1", "TRAP-8.9")
def can_blast(at: Here, action: do.Clear) -> Wrong | None:
    """Heavy weapons that have not moved clear an obstacle in sight within two hexes."""
    unit = at.state.units[action.unit]
    if action.how != "fire":
        return None
    if not record(unit).heavy:
        return Wrong("only heavy weapons blast a way free", "choose heavy weapons, or clear it by hand")
    if (wrong := holding_fire(at)) is not None:
        return wrong
    if not unit.moved and (wrong := unready(at.state, unit)) is not None:
        return wrong
    if unit.moved:
        return Wrong("this unit has moved", "choose one that has not")
    if ground().distance(unit.hex, action.at) > NEAR:
        return Wrong(f"{action.at} is more than two hexes off", "come nearer")
    if ground().distance(unit.hex, action.at) > firing_range(at.state, unit):
        return Wrong("at night units fire only at adjacent hexes", "come nearer", "TRAP-8.6-2")
    line = fire.fire_line(at.state, unit, action.at)
    if not line.clear:
        return Wrong(f"this unit does not see {action.at}", "choose one that does", "TRAP-6.2.1")
    if not fire.can_bear(unit, line):
        return Wrong(f"this unit does not face {action.at}", "turn it first; that costs nothing", "TRAP-6.2")
    return None


@rule("TRAP-8.4.2", "TRAP-8.9", "TRAP-7.0")
def can_clear_by_hand(at: Here, action: do.Clear) -> Wrong | None:
    """Foot units in good order clear an adjacent hex without enemies.

    It costs their whole movement.
    """
    unit = at.state.units[action.unit]
    if action.how != "hand":
        return None
    what = record(unit)
    if not what.foot or not what.fights:
        return Wrong("infantry and heavy weapons clear roads by hand", "choose one of them")
    if unit.status != "normal" or not untouched(at.state, unit):
        return Wrong("it takes a unit in good order all its movement", "choose another unit")
    if unit.level == "upper" or ground().distance(unit.hex, action.at) > 1:
        return Wrong(f"{action.at} is cleared from the ground beside it", "come nearer")
    if enemies(at.state, at.seat, action.at, "upper") or defended(at.state, at.seat, action.at):
        return Wrong(f"enemies are at {action.at}", "drive them out first")
    full = room(at.state, at.seat, action.at, "ground", [unit])
    return full.refuses("choose another way") if full else None


def clearings(at: Here, fixed: Fixed) -> Iterator[do.Clear]:
    """Offer each unit near a road block or a wreck, by fire and by hand."""
    for unit in able(at.state, at.step):
        if not on_map(unit) or fixed.get("unit", unit.id) != unit.id:
            continue
        for hex in sorted(obstacles(at.state)):
            if ground().distance(unit.hex, hex) <= NEAR:
                yield do.Clear(unit.id, hex, "fire")
                yield do.Clear(unit.id, hex, "hand")


# TRAP-R30
@case("TRAP-8.4.1", "TRAP-8.4.2")
def clear(play: Play, step: object, action: do.Clear) -> None:
    """Clear it: by fire with a die of 1 to 4, by hand for certain."""
    what = obstacle(play.state, action.at)
    act(play, [action.unit])
    unit = play.state.units[action.unit]
    if action.how == "hand":
        walk_in(play, unit, action.at)
        play.emit(ev.Cleared(action.at, what, "hand", play.seat))
        return
    attacks(play, play.seat)
    roll = play.dice.roll("road block", 1, 10)
    cleared = 1 <= tens(roll) <= 4
    show(play, [unit.id])
    play.emit(ev.BlockFired(unit.id, unit.counter.open(), unit.hex, action.at, what, roll, cleared))
    if cleared:
        play.emit(ev.Cleared(action.at, what, "fire", play.seat))


def walk_in(play: Play, unit: Unit, hex: HexId) -> None:
    """Bring the unit that clears a road by hand to the place."""
    way = ground().direction(unit.hex, hex)
    path = (unit.hex,) if way is None else (unit.hex, hex)
    facing = unit.facing if way is None else FACINGS[way]
    paid = price(unit.side, left(play.state, unit))
    play.emit(ev.Moved((unit.id,), path, "ground", (facing,), paid, "advance"))
    after_moving(play, [unit.id], path)


def odds(at: Anytime, action: do.Clear) -> Odds | None:
    """Return the chance to clear a road."""
    chance = 1.0 if action.how == "hand" else 0.4
    return Odds(f"Clearing {action.at}", (), (("the road is free", chance),), hope=("to clear it", chance))


def sketch(at: Anytime, action: do.Clear) -> Sketch | None:
    """Draw the unit and the hex that it clears."""
    unit = at.state.units.get(action.unit)
    if unit is None or not on_map(unit) or action.at not in ground():
        return None
    return Sketch(places=tuple(dict.fromkeys((unit.hex, action.at))), line=(unit.hex, action.at), mark=action.at)


def says_clear(seen: Seen[State], action: do.Clear) -> str:
    """Name the unit, the hex and the means."""
    how = "by hand" if action.how == "hand" else "by fire"
    return f"{say.they(seen, (action.unit,), 'clears', 'clear')} the road at {names.place(action.at)} {how}."


CLEAR = Verb(
    do.Clear,
    when="units clear roads when their side acts",
    says=says_clear,
    why=lambda seen, action: "no vehicle gets past as long as it lies there",
    cite="TRAP-8.4",
    rules=(is_awake, may_act, on_the_map, off_course, is_blocked, can_blast, can_clear_by_hand),
    candidates=clearings,
    resolve=clear,
    odds=odds,
    sketch=sketch,
)
VERBS = (CLEAR,)
