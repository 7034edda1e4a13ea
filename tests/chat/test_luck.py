"""Luck in the summary of a game."""

from __future__ import annotations

from fractions import Fraction
from time import process_time

import pytest

from bot.chat.posts import ending
from bot.kernel.game import Luck
from bot.kernel.roll import Roll
from bot.kit import luck
from bot.titles import titles
from tests.chat.test_confirmations import sat_at
from tests.match import Match

ENTRIES = 200
SECONDS = 0.25


def test_dice_are_compared_with_their_exact_expectation() -> None:
    fired, again = Roll("fire", 6, (6, 5, 1, 2), 0), Roll("again", 6, (6,), 1)
    found = luck.of_dice("German", "attack dice", "hit", [fired, again, None], 5)
    assert found == Luck("German", "attack dice", "hit", 3, 5, Fraction(5, 3))


def test_each_side_has_a_line_and_each_kind_of_dice_a_clause() -> None:
    found = [
        luck.of_dice("Soviet", "cover dice", "saved", [None], 5),
        *[luck.of_one("Soviet", "shots", "hit", Fraction(1, 3), good=n < 1) for n in range(3)],
        *[luck.of_one("German", "shots", "hit", Fraction(1, 4), good=True) for _ in range(2)],
        luck.of_one("German", "assaults", "succeeded", Fraction(3, 4), good=False),
    ]
    assert list(luck.told(found)) == [
        "German dice: 0 of 1 assaults succeeded, 0.8 fewer than expected; "
        "2 of 2 shots hit, 1.5 more than expected.",
        "Soviet dice: 1 of 3 shots hit, as expected.",
    ]
    assert list(luck.told([])) == []


@pytest.mark.parametrize("title", ["firefight", "strike", "tide", "trap"])
def test_a_game_ends_with_the_luck_of_its_sides(title: str) -> None:
    """The summary takes a fraction of a second after many entries."""
    game = titles()[title]
    match = Match(game, "first", game.scenarios["first"].usual, bytes(32))
    while not match.over and len(match.log) < ENTRIES:
        seat = match.asked[0]
        assert match.act(seat, game.play(match.seen(seat)), "computer") is None
    table = sat_at(match)
    began = process_time()
    lines = ending.summary(table)
    assert process_time() - began < SECONDS
    told = [line for line in lines if " dice: " in line]
    assert 1 <= len(told) <= 2
    assert all(" expected" in line and " of " in line for line in told)
