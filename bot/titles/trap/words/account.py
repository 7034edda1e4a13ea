"""The account of a move: sentences and pictures of its events, for each seat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Scene
from bot.kernel.secret import Seen
from bot.kit.events import tell_openly
from bot.titles.trap import events as ev
from bot.titles.trap.events.arrivals import SEEN
from bot.titles.trap.model.state import State


def tell(seen: Seen[State], event: ev.Event) -> str:
    """Describe an event; "" if there is nothing to say.

    Everybody reads public names; the side that gave an order reads more about its own units.
    """
    return tell_openly(seen, event, own=isinstance(event, ev.Deed) and event.is_own(seen))


def scene(seen: Seen[State], event: ev.Event) -> Scene | None:
    """Return the picture of an event; the ten of a ten-sided die shows as a nought."""
    found = event.scene(seen)
    return replace(found, rolls=tuple(map(_as_read, found.rolls))) if found is not None else None


def _as_read(roll: Roll) -> Roll:
    return replace(roll, faces=tuple(face % 10 for face in roll.faces)) if roll.sides == 10 else roll


def gather(lines: list[str]) -> list[str]:
    """Merge lines of one order: revealed counters, and batteries whose shells scatter."""
    return _scattered(gathered(lines, SEEN))


SCATTERED = re.compile(r"🎯 A battery shells (.+) 🎲 (\d): the shells scatter\.")


def _scattered(lines: list[str]) -> list[str]:
    """Merge batteries whose shells for a hex all scatter into a line with their dice."""
    found: list[str] = []
    told = ((line, SCATTERED.fullmatch(line)) for line in lines)
    for where, run in groupby(told, key=lambda each: each[1] and each[1][1]):
        some = [*run]
        dice = ", ".join(match[2] for _, match in some if match)
        many = f"🎯 {len(some)} batteries shell {where} 🎲 {dice}: the shells of all scatter."
        found += [many] if where and len(some) > 1 else [line for line, _ in some]
    return found


def run_on(lines: list[str]) -> list[str]:
    """Merge lines of several orders: units that take position in turn."""
    found: list[str] = []
    for side, run in groupby(lines, key=lambda line: _position(line)[0]):
        some = [*run]
        spots = Counter(_position(line)[1] for line in some)
        found += [_positions(side, spots)] if side and len(some) > 1 else some
    return found


def _position(line: str) -> tuple[str, str]:
    """Return whose unit takes position where by a line, if the line tells it."""
    told = re.fullmatch(r"A (\w+) unit takes position at (.+)\.", line)
    return (told[1], told[2]) if told else ("", "")


def _positions(side: str, spots: Counter[str]) -> str:
    where = "; ".join(f"{n} at {spot}" for spot, n in spots.items())
    return f"{spots.total()} {side} units take position: {where}."


def knowing(events: Sequence[ev.Event]) -> Callable[[Seen[State]], Seen[State]]:
    """Return a view that names acting units which this order reveals."""
    acting = {id for event in events if isinstance(event, ev.Deed) for id in event.acting()}
    looks = (event.counters for event in events if isinstance(event, ev.Looked) and not event.fighting)
    out = {id: counter for found in looks for id, counter in found.items() if counter.out and id in acting}

    def before(seen: Seen[State]) -> Seen[State]:
        units = seen.state.units
        new = {id: replace(units[id], counter=out[id]) for id in out if id in units and not units[id].counter.out}
        return seen.then(replace(seen.state, units={**units, **new})) if new else seen

    return before


def gathered(lines: list[str], head: str) -> list[str]:
    """Merge lines with the same head into the last of them, without repetitions."""
    those = [n for n, line in enumerate(lines) if line.startswith(head)]
    if len(those) < 2:
        return lines
    parts = [part for n in those for part in lines[n].removeprefix(head).removesuffix(".").split("; ")]
    one = f"{head}{'; '.join(dict.fromkeys(parts))}."
    return [one if n == those[-1] else line for n, line in enumerate(lines) if n not in those[:-1]]
