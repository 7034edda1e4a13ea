"""Games side by side in a process go as they do alone, and without caches."""

from __future__ import annotations

from random import Random

import pytest

from bot.kit.codec import encode
from bot.titles import titles
from tests.match import Match, random_options, step
from tests.teeth import memories

MOVES = 60
GAMES = [("tide", "first"), ("strike", "campaign"), ("trap", "relief"), ("firefight", "armour")]


def begun(title: str, scenario: str, seed: int) -> tuple[Match, Random]:
    game, rnd = titles()[title], Random(seed)
    return Match(game, scenario, random_options(game, scenario, rnd), bytes([seed])), rnd


def lines(match: Match) -> list[bytes]:
    return [encode(entry) for entry in match.log]


@pytest.mark.parametrize(("title", "scenario"), GAMES)
def test_games_go_the_same_way_without_caches(title: str, scenario: str) -> None:
    together = [begun(title, scenario, seed) for seed in range(2)]
    for _ in range(MOVES):
        for seed, (match, rnd) in enumerate(together):
            if not match.over:
                step(match, rnd, match.seats[seed:])
    forget, chance = memories(), Random(title)
    assert forget
    for seed, (match, _) in enumerate(together):
        alone, rnd = begun(title, scenario, seed)
        for _ in range(MOVES):
            if not alone.over:
                for each in forget:
                    if chance.random() < 0.5:
                        each()
                step(alone, rnd, alone.seats[seed:])
        assert lines(alone) == lines(match)
