"""Before the next round a side puts fresh units on Op Fire."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.advice import FAR
from bot.kit.decisions import Decision, Fixed, Verb
from bot.kit.english import away
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import advantage, board, crews, guns, names, units, whose
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.field.units import AnyUnit, own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import OpFire
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OpFirePlacing
from bot.titles.tide.model.table import Squad
from bot.titles.tide.play import arming
from bot.titles.tide.play.activation import InTurn, takes_an_action
from bot.titles.tide.play.done import DONE


@case("TOI-11.2")
def begin(play: Play) -> None:
    """Let sides place Op Fire in order of initiative, after they buy munitions."""
    for seat in reversed(units.seats_in_order(play.state)):
        waiting = any(_might_watch(play.state, unit) for unit in units.of(play.state, seat))
        if waiting and not sleepless(play.state, seat):
            play.emit(ev.Begun(OpFirePlacing(seat)))
    arming.arm(play)


def _might_watch(state: State, unit: units.AnyUnit) -> bool:
    """Return true if a unit can be put on Op Fire, or is concealed and so might be."""
    if isinstance(unit, Squad) and unit.concealed:
        return units.activable(state, unit) and not on_ice(state, unit)
    return op_fire_ready(state, unit)


def sleepless(state: State, seat: Seat) -> bool:
    """Return true if sabotage forbids Op Fire to a side in this Status Phase."""
    return any(boon.kind == "no op fire" and boon.side == seat for boon in state.boons)


@case("FB-stream-2")
def on_ice(state: State, unit: units.AnyUnit) -> bool:
    """Return true if a unit is on a frozen stream, which allows no Op Fire."""
    return board.map_of(state)[unit.hex].terrain == "frozen-stream"


@case("TOI-4.3", "TOI-2.3j", "FB-equip-5")
def op_fire_ready(state: State, unit: units.AnyUnit) -> bool:
    """Return true if a unit can be put on Op Fire.

    It is fresh and steady, and has a weapon other than a mortar.
    """
    if not units.activable(state, unit) or units.aboard(state, unit) is not None:
        return False
    if on_ice(state, unit) or not crews.manned(state, unit):
        return False
    if isinstance(unit, Squad):
        return any(kind != "mortar" for kind in units.figures(unit))
    record = units.kind(unit)
    return bool(record.infantry[1] or record.vehicles[1])


@rule("TOI-4.3", "TOI-2.3j", "TOI-11.2", "FB-equip-5", "FB-stream-2")
def can_go_on_op_fire(seen: Seen[State], action: OpFire) -> Wrong | None:
    """Fresh, steady, armed units are put on Op Fire.

    A turn's action puts one unit on Op Fire; the Status Phase takes any number.
    """
    if not action.units or len(set(action.units)) < len(action.units):
        return Wrong("no unit is named, or one twice", "name each unit once")
    if seen.state.phase == "action" and len(action.units) > 1:
        return Wrong("an action puts one unit on Op Fire", "name one unit; the Status Phase takes any number")
    for each in action.units:
        unit = own(seen, each)
        if unit is None:
            return whose.not_yours(seen.state, seen.seat, each)
        if wrong := _cannot_watch(seen.state, unit):
            return wrong
    return None


@case("TOI-4.3", "TOI-2.3j", "FB-equip-5", "FB-stream-2", "TOI-5.4d", "TOI-5.4e")
def _cannot_watch(state: State, unit: AnyUnit) -> Wrong | None:
    """Return why a player's unit cannot be put on Op Fire, or `None` if it can."""
    name = names.unit(unit)
    if isinstance(unit, Squad) and unit.morale:
        cite = "TOI-5.4d" if unit.morale == "pinned" else "TOI-5.4e"
        return Wrong(f"{name} is {unit.morale}", "choose a steady unit", cite)
    if unit.activity != "fresh":
        why = "already on Op Fire" if unit.activity == "op fire" else "fatigued"
        return Wrong(f"{name} is {why}", "choose a fresh unit", "TOI-4.9")
    if units.aboard(state, unit) is not None:
        return Wrong(f"{name} sits in a transport", "let it dismount first", "TOI-3.6c")
    if wrong := guns.unserved(state, unit, "FB-equip-5"):
        return wrong
    if on_ice(state, unit):
        return Wrong("no unit may be put on Op Fire on the ice", "choose a unit on firm ground", "FB-stream-2")
    if op_fire_ready(state, unit):
        return None
    if isinstance(unit, Squad):
        return Wrong(f"{name} has only mortars, which take no part in Op Fire", "choose another unit", "TOI-2.3j")
    return Wrong(f"{name} has no weapon", "choose another unit")


def op_fires(seen: Seen[State], fixed: Fixed) -> Iterator[do.OpFire]:
    """Yield each unit for Op Fire, and in the Status Phase also all together."""
    if "units" in fixed:
        yield do.OpFire(fixed["units"])
        return
    ready = tuple(u.id for u in units.of(seen.state, seen.seat) if op_fire_ready(seen.state, u))
    for unit in ready:
        yield do.OpFire((unit,))
    if seen.state.phase == "status" and len(ready) > 1:
        yield do.OpFire(ready)


@case("TOI-4.3")
def go_on_op_fire(play: Play, action: do.OpFire) -> None:
    """Put units on Op Fire."""
    play.emit(ev.Marked(action.units, "op fire"))


@case("TOI-11.2")
def place(play: Play, step: OpFirePlacing, action: do.OpFire) -> None:
    """Put the chosen units on Op Fire for the next round."""
    play.emit(ev.Ended())
    go_on_op_fire(play, action)


def says_op_fire(seen: Seen[State], action: do.OpFire) -> str:
    """Return the order as a sentence."""
    goes = names.they(seen, action.units, "goes", "go")
    it, its = ("it", "its") if len(action.units) == 1 else ("they", "their")
    return f"{goes} on Op Fire: {it} may fire when an enemy moves in {its} sight."


def why_op_fire(seen: Seen[State], action: do.OpFire) -> str:
    """Return the reason for Op Fire: the distance of the enemy."""
    far = advantage.nearest_to(seen, action.units)
    return f"the nearest enemy is {away(far)}, and may move in its sight" if far < FAR else "enemies may come"


OP_FIRE_PLACING: Decision[State, Event, OpFirePlacing] = Decision(
    OpFirePlacing,
    question=lambda at: "Which fresh units go on Op Fire before the next round?",
    does="puts units on Op Fire",
    private=hides,
    verbs=(
        Verb(
            do.OpFire,
            rules=(can_go_on_op_fire,),
            candidates=op_fires,
            resolve=place,
        ),
        DONE,
    ),
)


OP_FIRE: InTurn[do.OpFire] = Verb(
    do.OpFire,
    when="a unit is put on Op Fire in your turn of the Action Phase, or in the Status Phase before the next round",
    says=says_op_fire,
    why=why_op_fire,
    cite="TOI-4.3",
    rules=(can_go_on_op_fire,),
    candidates=op_fires,
    resolve=takes_an_action(go_on_op_fire),
)
