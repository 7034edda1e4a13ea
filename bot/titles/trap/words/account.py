"""The account of what happened: the sentences and pictures of events, as each seat may have them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Scene
from bot.kernel.secret import PUBLIC, Seen, redact
from bot.kit.english import begun
from bot.titles.trap import events as ev
from bot.titles.trap.events.arrivals import SEEN
from bot.titles.trap.model.state import State


def tell(seen: Seen[State], event: ev.Event) -> str:
    """Describe an event; "" if there is nothing to say.

    Units are named as everybody knows them; only the side that gave an order is told more of its units.
    """
    if seen.seat and not (isinstance(event, ev.Deed) and event.is_own(seen)):
        seen = seen.then(redact(seen.state, PUBLIC))
    return "\n".join(map(begun, event.tell(seen).split("\n")))


def scene(seen: Seen[State], event: ev.Event) -> Scene | None:
    """Return the picture that an event deserves; the ten of a ten-sided die is read as a nought."""
    found = event.scene(seen)
    return replace(found, rolls=tuple(map(_as_read, found.rolls))) if found is not None else None


def _as_read(roll: Roll) -> Roll:
    return replace(roll, faces=tuple(face % 10 for face in roll.faces)) if roll.sides == 10 else roll


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


def knowing(events: Sequence[ev.Event]) -> Callable[[Seen[State]], Seen[State]]:
    """Let those who do something and come to lie open by it be named when it is told what they do."""
    acting = {id for event in events if isinstance(event, ev.Deed) for id in event.acting()}
    looks = (event.counters for event in events if isinstance(event, ev.Looked) and not event.fighting)
    out = {id: counter for found in looks for id, counter in found.items() if counter.out and id in acting}

    def before(seen: Seen[State]) -> Seen[State]:
        units = seen.state.units
        new = {id: replace(units[id], counter=out[id]) for id in out if id in units and not units[id].counter.out}
        return seen.then(replace(seen.state, units={**units, **new})) if new else seen

    return before


def gathered(lines: list[str], head: str) -> list[str]:
    """Tell what lines with the same head say as one line, where the last of them was; nothing of it twice."""
    those = [n for n, line in enumerate(lines) if line.startswith(head)]
    if len(those) < 2:
        return lines
    parts = [part for n in those for part in lines[n].removeprefix(head).removesuffix(".").split("; ")]
    one = f"{head}{'; '.join(dict.fromkeys(parts))}."
    return [one if n == those[-1] else line for n, line in enumerate(lines) if n not in those[:-1]]
