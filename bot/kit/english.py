"""English in sentences: lists, counts, distances, chances."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

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
    """Follow the name of the asked player with the question.

    The player reads it directly; the others read it as a quotation.
    """
    return f". {text}" if own else f", who reads: “{text}”"


def count(n: int, noun: str) -> str:
    """Count a noun, as in "1 hit", "2 hits" and "2 armies"."""
    return f"{n} {noun if n == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the plural of a regular noun."""
    return re.sub(r"(?<=[^aeiou])y$", "ie", noun) + "s"


def in_dice(n: int) -> str:
    """Count dice, as in "1 die" and "2 dice"."""
    return f"{n} {'die' if n == 1 else 'dice'}"


def hexes(n: int) -> str:
    """Count hexes, as in "1 hex" and "2 hexes"."""
    return f"{n} hex{'' if n == 1 else 'es'}"


def away(n: int) -> str:
    """Return a distance in words, as in "2 hexes away"."""
    return f"{hexes(n)} away" if n else "in the same hex"


def listed(words: Iterable[str], most: int = 3) -> str:
    """Join the first words and count the others, as in "a, b, c and 2 more"."""
    some = list(words)
    return join([*some[:most], f"{len(some) - most} more"] if len(some) > most else some)


def begun(line: str) -> str:
    """Capitalize a line after any symbol that leads it."""
    first = next((i for i, char in enumerate(line) if char.isalnum()), len(line))
    return line[:first] + line[first : first + 1].upper() + line[first + 1 :]


def short(label: str) -> str:
    """Return the short name in a label: "2nd Squad" for "2nd Squad (…), woods at C4"."""
    return re.split(r" \(|, |: |; ", label, maxsplit=1)[0]


def percent(chance: float) -> str:
    """Format a chance; a possible result never reads 0, a possible failure never 100."""
    if 0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1:
        return "over 99 %"
    return f"{round(100 * chance)} %"


def filled(template: str, name: Callable[[str, str, str], str]) -> str:
    """Fill in a template such as "{unit:backs|back} into {to}".

    `name` gets a field and, for a noun with its verb, the verb for one thing and for several.
    """
    return re.sub(r"\{(\w+)(?::([^|}]+)\|([^}]+))?\}", lambda m: name(m[1], m[2] or "", m[3] or ""), template)
