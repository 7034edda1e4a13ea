"""The chances of two dice, and of the cards that mend a roll."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Literal

from bot.kernel.rule import case
from bot.kit.odds import sums


@cache
def at_least(sum_: int) -> Fraction:
    """Return the chance that two dice show a sum or more."""
    return sum((chance for total, chance in sums(2).items() if total >= sum_), Fraction(0))


Help = Literal["", "again", "luck"]
"""What a card does for a roll that falls short: it is rolled again, or with luck it comes to more."""
Helps = tuple[Help, ...]
LUCKY, GOOD, BAD = Fraction(5, 6), 2, -3
"""The chance that luck is good, and what it changes a roll by then, and otherwise."""
Ends = Mapping[tuple[int, Helps], Fraction]
"""How far a roll comes above its number, and which cards are left then, with the chance of each."""


@case("COH-7.2a")
@cache
def ends(number: int, *helps: Help) -> Ends:
    """Return how a roll on a number ends, with cards for when it falls short.

    It is rolled again before luck is tried, and luck only where it makes the roll good. A card that is not needed
    is kept.
    """
    left = tuple(help for help in sorted(helps) if help)
    found: dict[tuple[int, Helps], Fraction] = {}
    for total, chance in sums(2).items():
        for end, part in _mended(number, total - number, left).items():
            found[end] = found.get(end, Fraction(0)) + chance * part
    return found


def _mended(number: int, over: int, left: Helps) -> Ends:
    """Return what becomes of a roll that has come so far above its number, or below it."""
    if over >= 0 or not left:
        return {(over, left): Fraction(1)}
    if left[0] == "again":
        return ends(number, *left[1:])
    if over + GOOD >= 0:
        return {(over + GOOD, left[1:]): LUCKY, (over + BAD, left[1:]): 1 - LUCKY}
    return {(over, left): Fraction(1)}


@cache
def reaches(number: int, over: int = 0, *helps: Help) -> Fraction:
    """Return the chance that a roll on a number comes to so much above it, with cards for when it falls short."""
    return sum((chance for (above, _), chance in ends(number, *helps).items() if above >= over), Fraction(0))


@case("COH-7.2a")
def each_reaches(numbers: Iterable[int], *helps: Help) -> list[Fraction]:
    """Return the chance of each of several rolls to come to its number; cards mend the first that fall short."""
    found: list[Fraction] = []
    ways: dict[Helps, Fraction] = {helps: Fraction(1)}
    for number in numbers:
        after: dict[Helps, Fraction] = {}
        good = Fraction(0)
        for held, so_far in ways.items():
            for (over, left), chance in ends(number, *held).items():
                after[left] = after.get(left, Fraction(0)) + so_far * chance
                good += so_far * chance * (over >= 0)
        found.append(good)
        ways = after
    return found
