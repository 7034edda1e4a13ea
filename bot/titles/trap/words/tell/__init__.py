"""Events as sentences, given the state before them as one seat sees it. The only sentences about what happened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec.structs import replace

from bot.kernel.secret import PUBLIC, Seen, redact
from bot.kit.english import begun
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import UnitId
from bot.titles.trap.words.tell import arrivals, course, deeds, fights
from bot.titles.trap.words.tell.phrases import SEEN, TELL, gathered

__all__ = ["arrivals", "course", "deeds", "fights", "gather", "knowing", "run_on", "tell"]

OWN = (ev.Placed, ev.Moved, ev.Entered, ev.Faced, ev.Loaded, ev.Unloaded)
"""What units do because their side said so: it knows who they are."""


def tell(seen: Seen[State], event: ev.Event) -> str:
    """Say what happened; "" for what needs no words.

    Units are named as everybody knows them; only whose units they are is told more of what they were told to do.
    """
    say = TELL.get(type(event))
    if say is None:
        return ""
    if seen.seat and not _told_to(seen, event):
        seen = seen.then(redact(seen.state, PUBLIC))
    return "\n".join(map(begun, say(seen, event).split("\n")))


def gather(lines: list[str]) -> list[str]:
    """Tell the lines of one order as fewer: what comes to light together, and batteries whose shells scatter."""
    return _scattered(gathered(lines, SEEN))


SCATTERED = re.compile(r"🎯 A battery shells (.+) 🎲 (\d): the shells scatter\.")


def _scattered(lines: list[str]) -> list[str]:
    """Tell batteries whose shells for one hex scatter one after another in one line, with a die for each."""
    found: list[str] = []
    told = ((line, SCATTERED.fullmatch(line)) for line in lines)
    for where, run in groupby(told, key=lambda each: each[1] and each[1][1]):
        some = [*run]
        dice = ", ".join(match[2] for _, match in some if match)
        many = f"🎯 {len(some)} batteries shell {where} 🎲 {dice}: the shells of all scatter."
        found += [many] if where and len(some) > 1 else [line for line, _ in some]
    return found


def run_on(lines: list[str]) -> list[str]:
    """Tell the lines of several orders as fewer: who takes position one by one."""
    found: list[str] = []
    for side, run in groupby(lines, key=lambda line: _position(line)[0]):
        some = [*run]
        spots = Counter(_position(line)[1] for line in some)
        found += [_positions(side, spots)] if side and len(some) > 1 else some
    return found


def _position(line: str) -> tuple[str, str]:
    """Return whose unit takes position where by a line, if that is what it tells."""
    told = re.fullmatch(r"A (\w+) unit takes position at (.+)\.", line)
    return (told[1], told[2]) if told else ("", "")


def _positions(side: str, spots: Counter[str]) -> str:
    where = "; ".join(f"{n} at {spot}" for spot, n in spots.items())
    return f"{spots.total()} {side} units take position: {where}."


def _told_to(seen: Seen[State], event: ev.Event) -> bool:
    """Say whether the units of an event do what this very side has told them to, or wait as it alone reads."""
    if isinstance(event, ev.Halted):
        return bool(event.seat == seen.seat)
    return isinstance(event, OWN) and all(seen.state.units[id].side == seen.seat for id in _acting(event))


def _acting(event: ev.Event) -> tuple[UnitId, ...]:
    """Return the units that do something because their side said so."""
    match event:
        case ev.Placed() | ev.Entered():
            return (event.unit,)
        case ev.Moved() | ev.Faced() | ev.Loaded() | ev.Unloaded():
            return event.units
        case _:
            return ()


def knowing(events: Sequence[ev.Event]) -> Callable[[Seen[State]], Seen[State]]:
    """Let those who do something and come to lie open by it be named when it is told what they do."""
    acting = {id for event in events for id in _acting(event)}
    looks = (event.counters for event in events if isinstance(event, ev.Looked) and not event.fighting)
    out = {id: counter for found in looks for id, counter in found.items() if counter.out and id in acting}

    def before(seen: Seen[State]) -> Seen[State]:
        units = seen.state.units
        new = {id: replace(units[id], counter=out[id]) for id in out if id in units and not units[id].counter.out}
        return seen.then(replace(seen.state, units={**units, **new})) if new else seen

    return before
