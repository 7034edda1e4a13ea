"""Exact chances of dice that reach a target and of sums; without simulation."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B", bound=Hashable)

Distribution = tuple[Fraction, ...]
"""The chance of each count, from 0 up; the chances add up to 1."""


def face(at_least: int, sides: int = 6) -> Fraction:
    """Return the chance that a die shows `at_least` or more; 0 past the last face."""
    return Fraction(max(0, min(sides, sides + 1 - at_least)), sides)


@lru_cache(maxsize=4096)
def successes(dice: int, chance: Fraction) -> Distribution:
    """Return the chance of each number of successes among independent dice."""
    return tuple(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1))


@lru_cache(maxsize=4096)
def cancelled(attack: Distribution, defence: Distribution) -> Distribution:
    """Return the distribution of an attack after each defence success cancels one."""
    left = [Fraction(0)] * len(attack)
    for a, p in enumerate(attack):
        for d, q in enumerate(defence):
            left[max(0, a - d)] += p * q
    return tuple(left)


def at_least(distribution: Distribution, count: int) -> Fraction:
    """Return the chance of this count or more."""
    return sum(distribution[max(0, count) :], Fraction(0))


def mean(distribution: Distribution) -> Fraction:
    """Return the expected count."""
    return sum((n * p for n, p in enumerate(distribution)), Fraction(0))


@lru_cache(maxsize=4096)
def rerolled(dice: int, chance: Fraction, again: int) -> Distribution:
    """Return the chances of successes if up to `again` failed dice are rerolled."""
    total = [Fraction(0)] * (dice + 1)
    for hits, p in enumerate(successes(dice, chance)):
        for more, q in enumerate(successes(min(again, dice - hits), chance)):
            total[hits + more] += p * q
    return tuple(total)


@lru_cache(maxsize=64)
def sums(dice: int, sides: int = 6) -> Mapping[int, Fraction]:
    """Return the chance of each sum of dice, from the lowest up."""
    chance = Fraction(1, sides**dice)
    return outcomes(dict.fromkeys(product(range(1, sides + 1), repeat=dice), chance), sum)


def outcomes(chances: Mapping[A, Fraction], outcome: Callable[[A], B]) -> dict[B, Fraction]:
    """Return the chance of each outcome, in order of first appearance."""
    found: dict[B, Fraction] = {}
    for each, chance in chances.items():
        what = outcome(each)
        found[what] = found.get(what, Fraction(0)) + chance
    return found
