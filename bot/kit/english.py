"""How words stand together in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable

FACES = {
    "N": "north", "NE": "north-east", "SE": "south-east", "S": "south", "SW": "south-west", "NW": "north-west",
}  # fmt: skip
"""The facings on maps whose hexes have a side to the north, in words."""


def join(words: Iterable[str], last: str = "and") -> str:
    """Join words as in "a, b and c", or "a, b or c"."""
    some = list(words)
    return f" {last} ".join([", ".join(some[:-1]), some[-1]] if len(some) > 1 else some)


def sentences(text: str) -> str:
    """Begin each line with a capital letter."""
    return "\n".join(line[:1].upper() + line[1:] for line in text.split("\n"))


def asked(text: str, *, own: bool) -> str:
    """Go on after the name of who is asked: with the question for themselves, for others with what they read."""
    return f". {text}" if own else f", who reads: “{text}”"


def count(n: int, noun: str) -> str:
    """Count a noun, as in "1 hit" and "2 hits"."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


def in_dice(n: int) -> str:
    """Count dice, as in "1 die" and "2 dice"."""
    return f"{n} {'die' if n == 1 else 'dice'}"


def hexes(n: int) -> str:
    """Count hexes, as in "1 hex" and "2 hexes"."""
    return f"{n} hex{'' if n == 1 else 'es'}"


def away(n: int) -> str:
    """Say how far off something is, as in "2 hexes away"."""
    return f"{hexes(n)} away" if n else "in the same hex"


def listed(words: Iterable[str], most: int = 3) -> str:
    """Join the first of some words, and count the others, as in "a, b, c and 2 more"."""
    some = list(words)
    return join([*some[:most], f"{len(some) - most} more"] if len(some) > most else some)


def begun(line: str) -> str:
    """Begin a line with a capital letter, behind whatever sign leads it."""
    first = next((i for i, char in enumerate(line) if char.isalnum()), len(line))
    return line[:first] + line[first : first + 1].upper() + line[first + 1 :]


def short(label: str) -> str:
    """Return the part of a label by which people call the thing: "2nd Squad" of "2nd Squad (…), woods at C4"."""
    return re.split(r" \(|, |: |; ", label, maxsplit=1)[0]


def percent(chance: float) -> str:
    """Write a chance of 0 to 1 so that what may happen never reads as 0 and what may fail never as 100."""
    if 0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1:
        return "over 99 %"
    return f"{round(100 * chance)} %"
