"""An activation: units of a side act in turn, until the side is done."""

from __future__ import annotations

from typing import Any

from bot.kernel.rule import case
from bot.kit.decisions import Decision, Verb
from bot.kit.english import count
from bot.titles.trap import events as ev
from bot.titles.trap.field import names
from bot.titles.trap.field.battle import night
from bot.titles.trap.field.units import awake, on_map
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import ARTILLERY, CHECHEN, RUSSIAN, WAITING, Unit
from bot.titles.trap.play import assault, clearing, fire
from bot.titles.trap.play.acting import Here, able, commanded
from bot.titles.trap.play.approach import APPROACH
from bot.titles.trap.play.artillery import BOMBARD
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.buratino import STRIKE
from bot.titles.trap.play.carrying import DISMOUNT, LOAD, UNLOAD
from bot.titles.trap.play.column import MARCH
from bot.titles.trap.play.control import occupy
from bot.titles.trap.play.done import done
from bot.titles.trap.play.engage import ENGAGE
from bot.titles.trap.play.entering import ENTER, apcs_before, could_come
from bot.titles.trap.play.interdiction import INTERDICT
from bot.titles.trap.play.mounting import MOUNT
from bot.titles.trap.play.moving import MOVE
from bot.titles.trap.play.revealing import look
from bot.titles.trap.play.series import ORDERS
from bot.titles.trap.play.shelling import SHELL
from bot.titles.trap.play.turning import EXIT, REVERSE, TURN

NAMED = 4
"""The most unused units that are named; more are counted."""


def question(at: Here) -> str:
    """Say whose activation it is, and how many may still act."""
    step = at.step
    if step.number:
        left = step.number - len(at.state.acted)
        what_is_left = count(left, "more unit" if at.state.acted else "unit")
        more = f"up to {what_is_left} may act" if left else "continue with the acting units"
        what = "Chechen activation" if step.marker else "Bonus activation"
        return f"{what}: {more}. Press Done when finished."
    if step.marker == ARTILLERY and at.state.restricted:
        return "No battery fires before a Chechen attacks, but your Schmels may move. Press Done when finished."
    if step.marker == ARTILLERY and night(at.state):
        return "The artillery is silent at night, but your Schmels may act. Press Done when finished."
    if step.marker == ARTILLERY:
        return "The artillery is ready, and your Schmels may act. Press Done when finished."
    return f"The {step.marker} acts. Press Done when all have acted."


# TRAP-R11, TRAP-R39
@case("TRAP-4.3", "TRAP-4.3.1")
def go(play: Play, step: Activation) -> bool:
    """Ask, unless it is public that no unit can act: all have, or the die allows none.

    The enemy may not learn whether the units that could act have an order left.
    """
    occupy(play)
    look(play)
    state = play.state
    counted = step.seat == CHECHEN or not step.marker
    units = any(unit.side == step.seat and _ready(state, step, unit) for unit in state.units.values())
    if units and (step.number or not counted):
        return True
    finish(play, step)
    return False


def _ready(state: State, step: Activation, unit: Unit) -> bool:
    """Return whether a unit seems able to act, by its marks and its visible type."""
    if step.marker == ARTILLERY and state.restricted and unit.hex == WAITING:
        return commanded(unit, step.marker) and not apcs_before(state, unit)
    guns = step.marker == ARTILLERY and not night(state) and not state.restricted
    by_name = step.seat == RUSSIAN and step.marker and not guns
    if by_name and unit.counter.out and not commanded(unit, step.marker):
        return False
    if not on_map(unit) or not step.marker or guns:
        return on_map(unit) or unit.hex == WAITING
    return awake(unit) and (not unit.activated or unit.got_out or unit.id in state.acted)


def finish(play: Play, step: Activation, action: do.Done | None = None) -> None:
    """End the activation."""
    play.emit(ev.ActivationEnded(step.seat, step.marker, play.state.acted), ev.Ended())


def idlers(at: Here, action: do.Done) -> str:
    """Name the units that could still act, or count them if they are many or limited."""
    step, state = at.step, at.state
    ready = [*(unit for unit in able(state, step) if on_map(unit)), *could_come(state, step)]
    idle = [unit for unit in ready if unit.id not in state.acted]
    left = min(len(idle), step.number - len(state.acted)) if step.number else len(idle)
    if left <= 0:
        return ""
    if left == len(idle) <= NAMED:
        return f"{names.units(idle)} could act and {names.does(idle, 'has', 'have')} not"
    return f"{count(left, 'unit')} that could act {'has' if left == 1 else 'have'} not"


VERBS: tuple[Verb[State, ev.Event, Activation, Any], ...] = (
    *ORDERS.learn(ENTER, MARCH, MOVE), APPROACH, *ORDERS.learn(REVERSE, TURN, LOAD), MOUNT,
    *ORDERS.learn(UNLOAD, DISMOUNT, EXIT, *fire.VERBS), ENGAGE,
    *ORDERS.learn(SHELL, BOMBARD, STRIKE, INTERDICT, *assault.VERBS, *clearing.VERBS),
)  # fmt: skip
"""The orders of units, in menu order; a series consists of orders for one unit."""

ACTIVATION: Decision[State, ev.Event, Activation] = Decision(
    Activation,
    question=question,
    does="acts with its units",
    you="your units act",
    go=go,
    private=lambda at: True,
    verbs=(*VERBS, done(finish, warns=idlers)),
)
