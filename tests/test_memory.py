"""Games that are played side by side in one process go as each does alone, with nothing remembered."""

from __future__ import annotations

import sys
from random import Random

import pytest

from bot.kit.codec import encode
from bot.kit.memo import Memo
from bot.titles import titles
from tests.match import Match, random_options, step

MOVES = 25
GAMES = [("tide", "first"), ("strike", "campaign")]


def begun(title: str, scenario: str, seed: int) -> tuple[Match, Random]:
    game, rnd = titles()[title], Random(seed)
    return Match(game, scenario, random_options(game, scenario, rnd), bytes([seed])), rnd


def lines(match: Match) -> list[bytes]:
    return [encode(entry) for entry in match.log]


@pytest.mark.parametrize(("title", "scenario"), GAMES)
def test_games_do_not_remember_each_other(title: str, scenario: str) -> None:
    memos = [
        each for module in list(sys.modules.values()) for each in vars(module).values() if isinstance(each, Memo)
    ]
    assert memos
    together = [begun(title, scenario, seed) for seed in range(3)]
    for _ in range(MOVES):
        for match, rnd in together:
            if not match.over:
                step(match, rnd, match.seats[:1])
    for seed, (match, _) in enumerate(together):
        alone, rnd = begun(title, scenario, seed)
        for _ in range(MOVES):
            if not alone.over:
                for memo in memos:
                    memo.forget()
                step(alone, rnd, alone.seats[:1])
        assert lines(alone) == lines(match)
