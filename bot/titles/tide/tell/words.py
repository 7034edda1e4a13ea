"""What all sentences are made of, and which function tells which event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from bot.kernel.dice import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seen
from bot.titles.tide import names
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import UnitId

E = TypeVar("E", bound=ev.Event)
TELL: dict[type[ev.Event], Callable[[Seen[State], Any], str]] = {}


def on(kind: type[E]) -> Callable[[Callable[[Seen[State], E], str]], Callable[[Seen[State], E], str]]:
    """Note that a function tells a kind of event."""

    def note(function: Callable[[Seen[State], E], str]) -> Callable[[Seen[State], E], str]:
        TELL[kind] = function
        return function

    return note


def called(seen: Seen[State], id: UnitId) -> str:
    """Return the name of a unit."""
    piece = seen.state.units.get(id)
    return names.full(piece) if piece is not None else "a unit"


def called_all(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Return the names of units."""
    return join([called(seen, id) for id in ids])


def join(words: list[str]) -> str:
    """Join words as in "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def count(n: int, noun: str) -> str:
    """Count a noun, as in "1 hit" and "2 hits"."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


def parts(modifiers: Iterable[Modifier]) -> str:
    """List what makes up a number of dice, each with its case."""
    return ", ".join(f"{m.why} {m.n:+} [{m.cite}]" for m in modifiers) or "nothing"


def dice(roll: Roll | None, least: int) -> str:
    """Write dice with those in bold that count."""
    if roll is None or not roll.faces:
        return "no dice"
    return " ".join(f"**{face}**" if face >= least else str(face) for face in roll.faces)


def article(noun: str) -> str:
    """Put "a" or "an" before a noun."""
    return f"{'an' if noun[0] in 'aeioM' else 'a'} {noun}"
