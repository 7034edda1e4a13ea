"""What all sentences are made of, and which function tells which event."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.kernel.secret import Secret, Seen
from bot.kit.by_kind import ByKind
from bot.titles.trap.field import names
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CounterId, Unit, UnitId

TELL: ByKind[Seen[State], str] = ByKind()
on = TELL.on
SEEN = "-# Everybody sees now: "
"""How it is told which counters have come to lie open: in one line for all who move by one order."""


def shown(seen: Seen[State], ids: Iterable[UnitId], own: bool = True) -> list[Unit]:
    """Return units as an account names them: by their names where everybody can read them.

    `own` lets a side read the names of its units besides, in what it does itself. Whatever one happens to inspect
    stands on one's own map; the account is the same for everybody.
    """
    found = (seen.state.units[id] for id in ids if id in seen.state.units)
    return [each if each.counter.out or (own and each.side == seen.seat) else _covered(each) for each in found]


def _covered(unit: Unit) -> Unit:
    return replace(unit, counter=Secret(unit.counter.readers))


def called(seen: Seen[State], id: UnitId) -> str:
    """Name a unit; "" where there is none."""
    return names.units(shown(seen, [id]))


def many(counter: CounterId) -> bool:
    """Say whether the name of a counter is in the plural."""
    name = names.counter(counter)
    return "Fighters" in name or "Heavy" in name


def gathered(lines: list[str], head: str) -> list[str]:
    """Tell what lines with the same head say as one line, where the last of them was; nothing of it twice."""
    those = [n for n, line in enumerate(lines) if line.startswith(head)]
    if len(those) < 2:
        return lines
    parts = [part for n in those for part in lines[n].removeprefix(head).removesuffix(".").split("; ")]
    one = f"{head}{'; '.join(dict.fromkeys(parts))}."
    return [one if n == those[-1] else line for n, line in enumerate(lines) if n not in those[:-1]]
