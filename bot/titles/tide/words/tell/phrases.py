"""The phrases of all sentences, and the function for each event."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.dice import Roll
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seen
from bot.kit.by_kind import ByKind
from bot.kit.english import join
from bot.titles.tide.field import names
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import UnitId

TELL: ByKind[Seen[State], str] = ByKind()
on = TELL.on


def called(seen: Seen[State], id: UnitId) -> str:
    """Return the name of a unit."""
    piece = seen.state.units.get(id)
    return names.full(piece) if piece is not None else "a unit"


def called_all(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Return the names of units."""
    return join(called(seen, id) for id in ids)


def fellows(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Return the names of units beside a unit of their side that is already named."""
    pieces = (seen.state.units.get(id) for id in ids)
    return join(names.unit(piece) if piece is not None else "a unit" for piece in pieces)


def parts(modifiers: Iterable[Modifier]) -> str:
    """List what makes up a number of dice, each with its case."""
    return ", ".join(f"{m.why} {m.n:+} [{m.cite}]" for m in modifiers) or "nothing"


def dice(roll: Roll | None, least: int) -> str:
    """Write dice with those in bold that count."""
    if roll is None or not roll.faces:
        return "no dice"
    return shown(roll.faces, least)


def shown(faces: Iterable[int], least: int) -> str:
    """Write what dice show, with those in bold that count."""
    return " ".join(f"**{face}**" if face >= least else str(face) for face in faces)


def article(noun: str) -> str:
    """Put "a" or "an" before a noun."""
    return f"{'an' if noun[0] in 'aeioM' else 'a'} {noun}"
