"""The chances of two dice, and of the cards that mend a roll."""

from __future__ import annotations

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
LUCKY, GOOD = Fraction(5, 6), 2
"""The chance that luck is good, and what a roll comes to more then."""


@case("COH-7.2a")
@cache
def reaches(number: int, over: int = 0, *helps: Help) -> Fraction:
    """Return the chance that a roll on a number comes to so much above it, with cards for when it falls short.

    It is rolled again before luck is tried. Luck is only tried where it makes the roll good, and then it is good
    by one at the most.
    """
    plain = at_least(number + over)
    left = sorted(help for help in helps if help)
    if not left:
        return plain
    if left[0] == "again":
        return plain + (1 - at_least(number)) * reaches(number, over, *left[1:])
    return plain + (at_least(number + over - GOOD) - plain) * LUCKY if over < GOOD else plain
