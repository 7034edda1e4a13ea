"""The end of an action: spent units, control markers, and the end of the turn."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.kit.decisions import Work
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.orders import lot
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field.economy import POINTS
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import on_map
from bot.titles.firefight.model.ids import OrderId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import AnyStep, Settle
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.control import take_control
from bot.titles.firefight.printed.solo import check_value

FACES = (1, 1, 2, 3, 3, 4, 5, 5, 6, 7)
"""The faces of the ten-sided die for spent checks."""


@case("COH-1.3c", "COH-1.3e", "COH-1.3g")
def go(play: Play, step: Settle) -> None:
    """Mark units spent by the action, update control markers, and end the turn."""
    left = tuple(id for id in step.units if on_map(play.state.units[id]))
    player = play.state.players[step.seat]
    if step.way == "opportunity" and left:
        play.emit(ev.Spent(step.seat, left, "opportunity"))
    elif step.way == "activation" and player.active and not player.ap:
        play.emit(ev.Spent(step.seat, player.active, "exhausted"))
    elif step.way == "check" and left:
        check(play, step, left)
    take_control(play)
    play.emit(ev.TurnEnded(step.seat, step.units, turn=play.state.turn), ev.Ended())


@case("COH-1.4a", "COH-1.4f", "COH-1.4g")
def check(play: Play, step: Settle, units: tuple[UnitId, ...]) -> None:
    """Roll whether units that acted are spent.

    A group rolls one die, which also counts for units that did nothing. In a solo game an order card replaces the
    die.
    """
    card = OrderId("")
    if play.state.solo is None:
        roll = play.dice.roll("spent check", 1, len(FACES))
        value = FACES[roll.faces[0] - 1]
    else:
        card, roll = lot(play)
        value = check_value(card)
    play.emit(ev.Checked(step.seat, units, step.cost, roll, value, step.stress, card))
    if value <= step.cost:
        play.emit(ev.Spent(step.seat, units, "check"))


def settled(play: Play) -> Settle:
    """Return the step that settles the current action."""
    return next(step for step in reversed(play.state.steps) if isinstance(step, Settle))


def change(play: Play, **fields: Any) -> None:
    """Change the step that settles the action; steps above it stay in place."""
    lay_under(play, replace(settled(play), **fields))


def lay_under(play: Play, step: AnyStep) -> None:
    """Replace the last step of its kind; the steps above it stay in place."""
    at = max(n for n, each in enumerate(play.state.steps) if type(each) is type(step))
    above = play.state.steps[at + 1 :]
    play.emit(*(ev.Ended() for _ in above), ev.Changed(step), *map(ev.Begun, above))


# FF-R63
@case("COH-6.1g", "COH-1.6a")
def pay_up_to(play: Play, cost: int) -> bool:
    """Charge the extra cost of wire for a unit, minus the cost its group already pays."""
    more = cost - settled(play).dearest
    if more <= 0:
        return True
    if not pay_more(play, more, settled(play).dearest):
        return False
    change(play, dearest=cost)
    return True


# FF-R63
@case("COH-6.1g", "COH-1.3d")
def pay_more(play: Play, more: int, cost: int) -> bool:
    """Charge an extra cost for the current action; return false if it cannot be paid.

    A player who cannot pay loses the remaining action points.
    """
    step = settled(play)
    player = play.state.players[step.seat]
    if step.way == "card" or _ordered(play.state, step):
        return True
    if step.way == "opportunity":
        return cost + more <= POINTS
    if step.way in ("check", "free") and not any(play.state.units[id].status == "spent" for id in step.units):
        change(play, way="check", cost=step.cost + more)
        return True
    ap = min(more, player.ap) if step.way == "activation" else 0
    if more - ap > player.caps:
        play.emit(ev.Paid(step.seat, player.ap if step.way == "activation" else 0, 0, "wire"))
        return False
    play.emit(ev.Paid(step.seat, ap, more - ap, "wire"))
    return True


# FF-R156
def _ordered(state: State, step: Settle) -> bool:
    """Return true if a Command Order Card pays for the action.

    A unit that only enters by an order makes a spent check.
    """
    here = all(on_map(state.units[id]) for id in step.units)
    return step.way == "free" and is_ai(state, step.seat) and here


SETTLE: Work[State, Event, Settle] = Work(Settle, go)
