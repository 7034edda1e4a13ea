"""A march, and its owner who is asked on the way where the unit goes."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb, Work
from bot.kit.words import join
from bot.titles.tide.candidates import acting, answering
from bot.titles.tide.field import movement, names, underway
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import March, OnTheWay
from bot.titles.tide.model.table import Befallen
from bot.titles.tide.play import chances, orders
from bot.titles.tide.resolve import actions, marching
from bot.titles.tide.rules import guns, moving, units
from bot.titles.tide.words.scenes import sketch

BEFALLEN: dict[Befallen, str] = {
    "op fire": "was fired at",
    "instant mines": "set off instant mines",
    "ice": "broke through the ice",
    "mines": "came into a minefield",
    "fougasse": "set off a flame fougasse",
    "revealed": "met a concealed squad",
}


def question(at: At[State, OnTheWay]) -> str:
    """Ask where a unit goes; its owner is also told how far its order leads, or why it cannot be followed."""
    state, step, march = at.state, at.step, underway.march_of(at.state)
    assert march is not None
    unit = state.units[step.unit]
    happened = join([BEFALLEN[what] for what in step.befallen]) or "cannot go on as it was ordered"
    has = "no movement points" if underway.held(state, march, unit) else _points(underway.left(state, march, unit))
    text = f"{names.full(unit)} {happened}: it is at {unit.hex} and has {has} left."
    if not march.plan.known:
        return text
    wrong = underway.cannot_go_on(state, march, unit)
    path = march.plan.open().path
    if wrong is None:
        onward = f"Its order leads on over {join(list(path))}." if path else "It is where its order leads."
    elif underway.has_done_all(march):
        onward = "It has done all that it was ordered to."
    else:
        onward = f"It cannot go on as ordered: {wrong.why}."
    elsewhere = any(hex != unit.hex for hex in underway.ways(state, march, unit).cost)
    can = {
        "go on": wrong is None, "take another way": elsewhere,
        "stop there": underway.cannot_stop(state, unit) is None,
    }  # fmt: skip
    choices = [what for what, is_open in can.items() if is_open]
    asks = f" Does it {', or '.join(filter(None, [', '.join(choices[:-1]), choices[-1]]))}?" if choices else ""
    return f"{text} {onward}{asks}"


def _points(thirds: int) -> str:
    left = movement.points(max(0, thirds))
    return f"{left} movement point{'s' * (left != '1')}"


MARCH: Work[State, Event, March] = Work(March, go=marching.march)
ON_THE_WAY: Decision[State, Event, OnTheWay] = Decision(
    OnTheWay,
    question=question,
    does="says where its unit on its way goes",
    you="you are asked where your unit on its way goes",
    standing=orders.on_the_way,
    verbs=(
        Verb(do.Done, rules=(moving.can_go_on,), candidates=answering.dones, resolve=actions.end),
        Verb(
            do.Advance,
            rules=(
                units.own_unit,
                moving.is_on_its_way,
                units.fresh,
                units.steady,
                moving.on_the_map,
                guns.moved_along,
                moving.goes_farther,
                moving.mobile,
                moving.passable,
                moving.moves_at_all,
                moving.wire_to_clear,
                moving.near_enough,
                moving.room_there,
                moving.shelter_there,
            ),
            candidates=acting.advances,
            resolve=actions.redirect,
            odds=chances.of_way,
            sketch=sketch,
        ),
        Verb(do.Hold, rules=(moving.can_stop,), candidates=answering.holds, resolve=actions.hold_unit),
    ),
)
