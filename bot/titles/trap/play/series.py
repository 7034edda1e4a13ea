"""A series: one order after which several units act one after another, each by the rules of its own deed.

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
from bot.titles.trap.play.looking import look

Deed = Callable[[Here, Unit], Sequence[do.Action]]
"""What a unit of a series does, by what its side sees when its time comes: orders that it could be given alone."""
AnyVerb = Verb[State, ev.Event, Any, Any]


class Orders:
    """The orders that units can be given one by one, of which every series is made; an activation fills it."""

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
    """Whoever is named to act in a series is of the side whose marker it is, and acts as the marker says."""
    return against(may_act, at, action) if action.units else None


def ready(at: Here, action: Any) -> list[Unit]:
    """Return who is told to act in a series: those that are named, else all on the map that can act."""
    return [unit for unit in able(at.state, at.step) if on_map(unit) and unit.id in (action.units or (unit.id,))]


# TRAP-R152
@case("TRAP-4.3")
def carry_out(play: Play, step: Any, units: Iterable[Unit], deed: Deed, aim: str = "") -> None:
    """Let units act one after another, as long as nothing happens that their side could not have known.

    What comes to light at the hex at which they aim stops nobody.
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
    """Say in a clause what has happened that the owner of a series could not have known; "" where nothing has."""
    if now.state.steps[-1:] != (before.step,):
        return "something is to be decided first"
    for foe in of(now.state, other(now.seat)):
        if foe.counter.known and not before.state.units[foe.id].counter.known and foe.hex != aim:
            return f"{names.unit(foe)} {names.does([foe], 'has', 'have')} come to light at {names.place(foe.hex)}"
    then, unit = before.state.units[id], now.state.units[id]
    if LADDER.index(unit.status) > LADDER.index(then.status):
        return f"{names.unit(unit)} is {unit.status}"
    if any(isinstance(order, do.Move) and order.to != unit.hex for order in orders):
        return f"{names.unit(unit)} has come no farther than {names.place(unit.hex)}"
    return ""


def thought(at: Here, action: do.Action) -> Here:
    """Return how the table stands for who thinks ahead, when units have done what no die decides."""
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
    """Return what each unit of a series would do as things stand, as far as no die decides; without who stays."""
    found = []
    for unit in as_many_as_act(at.state, at.step, units):
        orders = deed(at, at.state.units[unit.id])
        found += [(unit, orders)] if orders else []
        for order in orders:
            at = thought(at, order)
    return found


def could_be_fired_at(at: Here, ends: Iterable[tuple[HexId, Sequence[Unit]]]) -> str:
    """Say at which of the hexes to which units would come the enemy could fire at them."""
    exposed = dict.fromkeys(hex for hex, units in ends if watchers(at.state, at.seat, hex, units))
    return f"The enemy could fire at {join(exposed)}." if exposed else "No enemy could fire there."
