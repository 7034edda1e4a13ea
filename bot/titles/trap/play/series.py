"""A series: one order for several units, each under the rules of its own action.

It stops when something happens that its owner could not have known; then the rest wait for another order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import private, see
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import join
from bot.titles.trap import events as ev
from bot.titles.trap.field import names
from bot.titles.trap.field.danger import watchers
from bot.titles.trap.field.units import of, on_map, other, riders
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import LADDER, HexId, Unit, UnitId
from bot.titles.trap.play.acting import Here, able, against, as_many_as_act, may_act, named
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.control import occupy
from bot.titles.trap.play.revealing import look

Deed = Callable[[Here, Unit], Sequence[do.Action]]
"""The orders of a unit in a series, from its side's view when its turn comes."""
AnyVerb = Verb[State, ev.Event, Any, Any]


class Orders:
    """The orders for single units that make up every series; an activation fills it."""

    def __init__(self) -> None:
        self._verbs: dict[type[do.Action], AnyVerb] = {}

    def learn(self, *verbs: AnyVerb) -> tuple[AnyVerb, ...]:
        """Take in what units can be ordered."""
        self._verbs |= {verb.action: verb for verb in verbs}
        return verbs

    def of(self, action: do.Action) -> AnyVerb:
        """Return how an order is judged and carried out."""
        return self._verbs[type(action)]

    def allowed(self, at: Here, actions: Iterable[do.Action]) -> bool:
        """Say whether the rules allow some orders, one after another."""
        for action in actions:
            if not self.of(action).allows(at, action):
                return False
            at = thought(at, action)
        return True

    def offered(self, at: Here, kind: type[do.Action], fixed: Fixed) -> Iterator[Any]:
        """Yield what might be ordered."""
        return self._verbs[kind].may_be(at, fixed)


ORDERS = Orders()


@rule("TRAP-4.3.1", "TRAP-4.3", "TRAP-2.2.8")
def named_may_act(at: Here, action: Any) -> Wrong | None:
    """Units named in a series belong to the acting side and its marker."""
    return against(may_act, at, action) if action.units else None


def ready(at: Here, action: Any) -> list[Unit]:
    """Return the units of a series: the named units, or else all that can act."""
    return [unit for unit in able(at.state, at.step) if on_map(unit) and unit.id in (action.units or (unit.id,))]


# TRAP-R152
@case("TRAP-4.3")
def carry_out(play: Play, step: Any, units: Iterable[Unit], deed: Deed, aim: str = "") -> None:
    """Let units act in turn, until an event that their side could not foresee.

    Units revealed in the hex they aim at do not stop the series.
    """
    waiting = [unit.id for unit in as_many_as_act(play.state, step, units)]
    while waiting and play.state.steps[-1:] == (step,):
        before, id = here(play, step), waiting.pop(0)
        orders = deed(before, before.state.units[id])
        for action in orders:
            if play.state.steps[-1] == step and ORDERS.allowed(here(play, step), [action]):
                ORDERS.of(action).resolve(play, step, action)
        if play.state.steps[-1] == step:
            occupy(play)
            look(play)
        if waiting and (why := _surprise(before, here(play, step), id, orders, aim)):
            play.emit(ev.Halted(play.seat, private(tuple(waiting), play.seat), private(why, play.seat)))
            return


def here(play: Play, step: Any) -> Here:
    """Return the table as the side that acts sees it now."""
    return Here(play.seat, see(play.state, play.seat).state, step)


def _surprise(before: Here, now: Here, id: UnitId, orders: Iterable[do.Action], aim: str) -> str:
    """Describe in a clause the event that a side could not foresee; "" if none."""
    if now.state.steps[-1:] != (before.step,):
        return "another decision comes first"
    for foe in of(now.state, other(now.seat)):
        if foe.counter.known and not before.state.units[foe.id].counter.known and foe.hex != aim:
            return f"{names.unit(foe)} {names.does([foe], 'has', 'have')} been found at {names.place(foe.hex)}"
    then, unit = before.state.units[id], now.state.units[id]
    if LADDER.index(unit.status) > LADDER.index(then.status):
        return f"{names.unit(unit)} is {unit.status}"
    if any(isinstance(order, do.Move) and order.to != unit.hex for order in orders):
        return f"{names.unit(unit)} has come no farther than {names.place(unit.hex)}"
    return ""


def thought(at: Here, action: do.Action) -> Here:
    """Return the expected view after an order, if no die decides it."""
    units = [at.state.units[id] for id in named(action)]
    went: dict[UnitId, Unit] = {}
    for unit in units:
        if isinstance(action, do.Turn):
            went[unit.id] = replace(unit, facing=action.facing)
        elif isinstance(action, do.Move):
            facing = action.facing or unit.facing
            went[unit.id] = replace(unit, hex=action.to, level=action.level, facing=facing, moved=True)
            went |= {rider.id: replace(rider, hex=action.to) for rider in riders(at.state, unit.id)}
        elif isinstance(action, do.Load):
            went[unit.id] = replace(unit, aboard=action.into)
        elif isinstance(action, do.Unload):
            went[unit.id] = replace(unit, aboard=UnitId(""), hex=action.at or unit.hex)
    acted = tuple(dict.fromkeys((*at.state.acted, *(unit.id for unit in units))))
    return replace(at, state=replace(at.state, units={**at.state.units, **went}, acted=acted))


def foreseen(at: Here, units: Iterable[Unit], deed: Deed) -> list[tuple[Unit, Sequence[do.Action]]]:
    """Return the expected orders of each unit in a series, without units that stay."""
    found = []
    for unit in as_many_as_act(at.state, at.step, units):
        orders = deed(at, at.state.units[unit.id])
        found += [(unit, orders)] if orders else []
        for order in orders:
            at = thought(at, order)
    return found


def could_be_fired_at(at: Here, ends: Iterable[tuple[HexId, Sequence[Unit]]]) -> str:
    """Name the end hexes at which the enemy could fire."""
    exposed = dict.fromkeys(hex for hex, units in ends if watchers(at.state, at.seat, hex, units))
    return f"The enemy could fire at {join(exposed)}." if exposed else "No enemy could fire there."
