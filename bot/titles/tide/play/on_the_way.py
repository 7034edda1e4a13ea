"""The decision of an owner whose march was interrupted: where the unit moves next."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Verb, just
from bot.kit.english import join
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import marches, movement, names, underway, units
from bot.titles.tide.field.units import own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Advance, Done, Hold
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OnTheWay
from bot.titles.tide.model.table import Befallen, HexId
from bot.titles.tide.play import activation, done, moving, sketches
from bot.titles.tide.play.advance import foretold
from bot.titles.tide.play.marching import halt, planned

BEFALLEN: dict[Befallen, str] = {
    "op fire": "was fired at",
    "instant mines": "set off instant mines",
    "ice": "broke through the ice",
    "mines": "came into a minefield",
    "fougasse": "set off a flame fougasse",
    "revealed": "met a concealed squad",
}


def question(at: At[State, OnTheWay]) -> str:
    """Ask for the unit's next move.

    The owner also reads how far the order leads, or why it cannot continue.
    """
    state, step, march = at.state, at.step, marches.march_of(at.state)
    assert march is not None
    unit = state.units[step.unit]
    happened = join([BEFALLEN[what] for what in step.befallen]) or "cannot continue its order"
    has = f"has {_points(underway.left(state, march, unit))} left"
    onto = "goes no farther" if underway.held(state, march, unit) else has
    text = f"{names.full(unit)} {happened}: it is at {unit.hex} and {onto}."
    if not march.plan.known:
        return text
    wrong = underway.cannot_go_on(state, march, unit)
    path = march.plan.open().path
    if wrong is None:
        onward = (
            f"Its order continues over {join(list(path))}." if path else "It has reached the goal of its order."
        )
    elif underway.has_done_all(march):
        onward = "It has done all that it was ordered to."
    else:
        onward = f"It cannot continue its order: {wrong.why}."
    elsewhere = any(hex != unit.hex for hex in underway.ways(state, march, unit).cost)
    can = {
        "continue": wrong is None, "take another way": elsewhere,
        "stop there": underway.cannot_stop(state, march, unit) is None,
    }  # fmt: skip
    choices = [what for what, is_open in can.items() if is_open]
    asks = f" Does it {', or '.join(filter(None, [', '.join(choices[:-1]), choices[-1]]))}?" if choices else ""
    return f"{text} {onward}{asks}"


def _points(thirds: int) -> str:
    left = movement.points(max(0, thirds))
    return f"{left} movement point{'s' * (left != '1')}"


@rule("TOI-6.1f")
def is_on_its_way(seen: Seen[State], action: Advance) -> Wrong | None:
    """While the owner of a marching unit is asked, no other unit moves."""
    march = marches.march_of(seen.state)
    if march is None or action.unit == march.unit:
        return None
    mover = names.unit(seen.state.units[march.unit])
    return Wrong(f"{mover} is on its way, and nobody else moves meanwhile", f"choose first where {mover} goes")


@rule("TOI-9.4", "TOI-9.5", "TOI-9.6", "FB-mines-1")
def goes_farther(seen: Seen[State], action: Advance) -> Wrong | None:
    """A unit in an obstacle, or out of a minefield, stays in its hex this activation.

    The same applies to a unit that entered instant mines to stop there.
    """
    march = marches.march_of(seen.state)
    unit = own(seen, action.unit)
    if march is None or unit is None or action.to == unit.hex:
        return None
    if cite := underway.held(seen.state, march, unit):
        return Wrong(f"the unit goes no farther than {unit.hex} in this activation", "hold it there", cite)
    return None


@rule("TOI-6.1f")
def can_go_on(seen: Seen[State], action: Done) -> Wrong | None:
    """The unit can continue with its order."""
    march = marches.march_of(seen.state)
    return None if march is None else underway.cannot_go_on(seen.state, march, seen.state.units[march.unit])


@rule("TOI-12.2a", "TOI-12.2b", "FB-mines-1")
def can_stop(seen: Seen[State], action: Hold | Advance) -> Wrong | None:
    """A unit stops only in a hex with room and without enemies.

    It does not stop in instant mines that it meant to cross.
    """
    march = marches.march_of(seen.state)
    if march is None or (isinstance(action, Advance) and action.to != seen.state.units[march.unit].hex):
        return None
    return underway.cannot_stop(seen.state, march, seen.state.units[march.unit])


def says_done(seen: Seen[State], action: do.Done) -> str:
    """Name the rest of the order: "Continue to E5 and assault"."""
    march = marches.march_of(seen.state)
    if march is None or not march.plan.known:
        return ""
    plan = march.plan.open()
    to = f" to {plan.path[-1]}" if plan.path else ""
    then = [
        *(["go in"] if plan.into else []),
        *(["clear the way"] if plan.clear else []),
        *(["fire"] if plan.shot else []),
        *([f"assault {plan.assault}"] if plan.assault else []),
    ]
    return f"Continue{to}{' and ' if to and then else ': ' if then else ''}{join(then)}"


def says_stop(seen: Seen[State], action: do.Hold) -> str:
    """Name the hex in which the unit stops."""
    march = marches.march_of(seen.state)
    return f"Stop at {seen.state.units[march.unit].hex}" if march is not None else ""


@case("TOI-4.1", "TOI-6.1f")
def redirect(play: Play, step: OnTheWay, action: do.Advance) -> None:
    """Change the path of the marching unit, which has already paid for its action."""
    march = marches.march_of(play.state)
    assert march is not None
    way = underway.way(play.state, play.state.units[action.unit], action.to, action.via)
    assert not isinstance(way, Wrong)
    play.emit(ev.Ended())
    plan = march.plan.open()
    storms = HexId("") if action.into else plan.assault
    after = action.after_fire or plan.after_fire
    play.emit(
        ev.Changed(
            planned(march, path=way.path, clear=action.clear, into=action.into, assault=storms, after_fire=after)
        )
    )


@case("TOI-6.1f")
def hold_unit(play: Play, step: OnTheWay, action: do.Hold) -> None:
    """Stop a marching unit."""
    march = marches.march_of(play.state)
    assert march is not None
    play.emit(ev.Ended())
    halt(play, march, play.state.units[march.unit])


@case("TOI-6.1f")
def ordered(at: At[State, OnTheWay]) -> do.Action | None:
    """Continue or stop by the unit's own order, or else by the standing order.

    The player is asked if neither is possible.
    """
    state, step, orders = at.state, at.step, units.orders(at.state, at.seat)
    march = marches.march_of(state)
    assert march is not None
    unit = state.units[step.unit]
    does = march.plan.open().after_fire or orders.after_fire
    can = {
        "go on": underway.cannot_go_on(state, march, unit) is None,
        "stop": underway.cannot_stop(state, march, unit) is None,
    }
    if does == "ask" or not any(can.values()):
        return None
    return do.Done() if can["go on"] and (does == "go on" or not can["stop"]) else do.Hold()


ON_THE_WAY: Decision[State, Event, OnTheWay] = Decision(
    OnTheWay,
    question=question,
    does="decides where its moving unit goes",
    you="you are asked where your unit on its way goes",
    standing=ordered,
    verbs=(
        Verb(
            do.Done,
            rules=(can_go_on,),
            button=says_done,
            candidates=just(do.Done()),
            resolve=done.end,
        ),
        Verb(
            do.Advance,
            rules=(
                activation.own_unit,
                is_on_its_way,
                activation.fresh,
                activation.steady,
                moving.on_the_map,
                moving.moved_along,
                goes_farther,
                can_stop,
                moving.mobile,
                moving.passable,
                *moving.MOVE_ITSELF,
            ),
            tells=foretold,
            candidates=moving.advances,
            resolve=redirect,
            odds=moving.of_way,
            sketch=sketches.way,
        ),
        Verb(do.Hold, rules=(can_stop,), button=says_stop, candidates=just(do.Hold()), resolve=hold_unit),
    ),
)
