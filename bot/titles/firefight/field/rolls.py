"""The chances of two dice, and of the cards that improve a roll."""

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
"""The effect of a card on a failed roll: roll again, or add luck."""
Helps = tuple[Help, ...]
LUCKY, GOOD, BAD = Fraction(5, 6), 2, -3
"""The chance of good luck, and the change of a roll by good and by bad luck."""
Ends = Mapping[tuple[int, Helps], Fraction]
"""The chances of each margin over the number, with the cards left after it."""


@case("COH-7.2a")
@cache
def ends(number: int, *helps: Help) -> Ends:
    """Return how a roll on a number ends, with cards for a failed roll.

    It is rolled again before luck is tried. Luck is used only if it can make the roll succeed. An unused card is
    kept.
    """
    left = tuple(help for help in sorted(helps) if help)
    found: dict[tuple[int, Helps], Fraction] = {}
    for total, chance in sums(2).items():
        for end, part in _mended(number, total - number, left).items():
            found[end] = found.get(end, Fraction(0)) + chance * part
    return found


def _mended(number: int, over: int, left: Helps) -> Ends:
    """Return the results of a roll after its margin is known."""
    if over >= 0 or not left:
        return {(over, left): Fraction(1)}
    if left[0] == "again":
        return ends(number, *left[1:])
    if over + GOOD >= 0:
        return {(over + GOOD, left[1:]): LUCKY, (over + BAD, left[1:]): 1 - LUCKY}
    return {(over, left): Fraction(1)}


@cache
def reaches(number: int, over: int = 0, *helps: Help) -> Fraction:
    """Return the chance that a roll exceeds its number by a margin, with cards."""
    return sum((chance for (above, _), chance in ends(number, *helps).items() if above >= over), Fraction(0))


@case("COH-7.2a")
def each_reaches(numbers: Iterable[int], *helps: Help) -> list[Fraction]:
    """Return the success chance of each of several rolls.

    Cards help the first failures.
    """
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
