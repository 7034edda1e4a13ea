"""Private notes of players.

Each note keeps its number, so that players do not drop the wrong note.
"""

from __future__ import annotations

from collections.abc import Callable

from discord.utils import escape_markdown

from bot.chat.desk.order_text import Malformed
from bot.chat.desk.table import Notes
from bot.kernel.rule import Refusal, case

MOST = 5
"""Most notes of a seat, because they appear above its orders."""
LONGEST = 150
"""Characters of a note."""

Change = Callable[[Notes, int], Notes | Refusal | Malformed]
"""Changes notes, given the highest number that a note has had."""


@case("FP-note")
def adds(line: str) -> Change:
    """Add a note, with a number that none has had before."""

    def change(notes: Notes, last: int) -> Notes | Refusal:
        if len(line) > LONGEST:
            why = f"a note holds up to {LONGEST} characters, and this one has {len(line)}"
            return Refusal("FP-note", why, "say it in fewer words, or in two notes")
        if len(notes) >= MOST:
            return Refusal("FP-note", f"you have {MOST} notes, and there is room for no more", "drop one of them")
        return {**notes, last + 1: line}

    return change


def drops(n: int) -> Change:
    """Drop a note by its number."""

    def change(notes: Notes, last: int) -> Notes | Malformed:
        if n not in notes:
            known = ", ".join(map(str, notes))
            return Malformed(f"you have no note {n}" + (f"; yours are {known}" if known else ""))
        return {each: text for each, text in notes.items() if each != n}

    return change


def changes(text: str, drop: int | None) -> Change | None:
    """Drop a note, add a note, or both. Returns None if there is nothing to change."""
    line = " ".join(text.split())
    if drop is None:
        return adds(line) if line else None
    return _both(drops(drop), adds(line)) if line else drops(drop)


def _both(one: Change, other: Change) -> Change:
    def change(notes: Notes, last: int) -> Notes | Refusal | Malformed:
        first = one(notes, last)
        return other(first, last) if isinstance(first, dict) else first

    return change


def told(notes: Notes) -> str:
    """Write notes as they were typed; "" if there are none."""
    lines = [f"{n}. {escape_markdown(text)}" for n, text in notes.items()]
    return "\n".join(["📝 **Your notes**", *lines]) if lines else ""
