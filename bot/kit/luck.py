"""Luck: the results of dice beside the results to be expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from bot.kernel.game import Luck
from bot.kernel.roll import Roll
from bot.kit.odds import face
from bot.kit.pieces import grouped


def of_dice(side: str, dice: str, did: str, rolls: Iterable[Roll | None], least: int) -> Luck:
    """Return the luck of dice that succeed from the face `least` up."""
    thrown = [roll for roll in rolls if roll is not None]
    tries = sum(len(roll.faces) for roll in thrown)
    expected = sum((len(roll.faces) * face(least, roll.sides) for roll in thrown), Fraction(0))
    return Luck(side, dice, did, sum(roll.count(least) for roll in thrown), tries, expected)


def of_one(side: str, dice: str, did: str, chance: Fraction, *, good: bool) -> Luck:
    """Return the luck of one attempt."""
    return Luck(side, dice, did, int(good), 1, chance)


def told(found: Iterable[Luck]) -> Iterator[str]:
    """Yield a line for each side that rolled, in alphabetical order."""
    tried = sorted((each for each in found if each.tries), key=lambda each: each.side)
    for side, own in grouped(tried, lambda each: each.side).items():
        kinds = sorted(grouped(own, lambda each: (each.dice, each.did)).items())
        yield f"{side} dice: {'; '.join(_kind(group) for _, group in kinds)}."


def _kind(group: Sequence[Luck]) -> str:
    """Compare the successes of equal attempts with the expected number."""
    good, tries = sum(each.good for each in group), sum(each.tries for each in group)
    more = round(float(good - sum(each.expected for each in group)), 1)
    how = f"{abs(more)} {'more' if more > 0 else 'fewer'} than expected" if more else "as expected"
    return f"{good} of {tries} {group[0].dice} {group[0].did}, {how}"
