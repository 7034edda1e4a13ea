"""Chances beside a count of every way that the dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kit.odds import Distribution, at_least, cancelled, face, mean, outcomes, rerolled, successes, sums
from tests.examples import examples

few = st.integers(0, 4)
faces = st.integers(1, 7)


def share(counts: Counter[int], length: int) -> Distribution:
    total = sum(counts.values())
    return tuple(Fraction(counts[n], total) for n in range(length))


def throws(dice: int) -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=dice))


def hits(throw: tuple[int, ...], least: int) -> int:
    return sum(each >= least for each in throw)


@pytest.mark.parametrize(("least", "chance"), [(1, 1), (4, Fraction(1, 2)), (6, Fraction(1, 6)), (7, 0), (0, 1)])
def test_one_die(least: int, chance: Fraction) -> None:
    assert face(least) == chance


def test_dice_have_any_number_of_sides() -> None:
    assert face(8, 10) == Fraction(3, 10)


@given(few, faces)
def test_successes(dice: int, least: int) -> None:
    assert successes(dice, face(least)) == share(Counter(hits(t, least) for t in throws(dice)), dice + 1)


@examples(20)
@given(st.integers(0, 3), st.integers(0, 3), faces, faces)
def test_cancelled(attack: int, defence: int, hit: int, saved: int) -> None:
    counts = Counter(max(0, hits(a, hit) - hits(d, saved)) for a in throws(attack) for d in throws(defence))
    left = cancelled(successes(attack, face(hit)), successes(defence, face(saved)))
    assert left == share(counts, attack + 1)


@examples(20)
@given(st.integers(0, 3), faces, st.integers(0, 4))
def test_rerolled(dice: int, least: int, again: int) -> None:
    counts: Counter[int] = Counter()
    for first, second in product(throws(dice), throws(dice)):
        missed = sum(each < least for each in first)
        counts[hits(first, least) + hits(second[: min(again, missed)], least)] += 1
    assert rerolled(dice, face(least), again) == share(counts, dice + 1)


@given(few, faces, st.integers(-1, 6))
def test_tails_and_means(dice: int, least: int, count: int) -> None:
    spread = successes(dice, face(least))
    assert at_least(spread, count) == Fraction(sum(hits(t, least) >= count for t in throws(dice)), 6**dice)
    assert mean(spread) == dice * face(least)


@given(st.integers(0, 60), st.fractions(0, 1))
def test_chances_add_up_to_one(dice: int, chance: Fraction) -> None:
    assert sum(successes(dice, chance)) == 1
    assert sum(cancelled(successes(dice, chance), successes(3, Fraction(1, 3)))) == 1


@pytest.mark.parametrize(("dice", "sides"), [(0, 6), (1, 6), (2, 6), (3, 6), (1, 10), (2, 10)])
def test_sums_are_what_all_throws_add_up_to(dice: int, sides: int) -> None:
    throws = [sum(throw) for throw in product(range(1, sides + 1), repeat=dice)]
    assert sums(dice, sides) == {total: Fraction(n, len(throws)) for total, n in Counter(throws).items()}
    assert list(sums(dice, sides)) == sorted(sums(dice, sides))


def test_outcomes_add_the_chances_of_all_that_leads_to_them() -> None:
    assert outcomes(sums(2), lambda total: "high" if total >= 7 else "low") == {
        "low": Fraction(15, 36),
        "high": Fraction(21, 36),
    }
