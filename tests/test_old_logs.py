"""Games of earlier releases load, verify, and continue from any break."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.kernel.dice import SeededDice, key
from bot.kernel.log import drawn, fold
from bot.kit.codec import decode
from bot.store.exports import Heading, verify
from bot.titles import titles
from tests.match import Match, play

LOGS = [
    pytest.param(log, id=f"{title}-{log.stem}")
    for title in titles()
    for log in sorted((Path(__file__).parent / title / "old_logs").glob("*.jsonl"))
]


def broken_off(log: Path, share: float) -> Match:
    """Return a game of a folder as it was after this share of its entries."""
    first, *lines = log.read_bytes().splitlines()
    heading = msgspec.json.decode(first, type=Heading)
    match = object.__new__(Match)
    match.game, match.scenario, match.options = titles()[heading.title], heading.scenario, dict(heading.options)
    match.seed, match.words = bytes.fromhex(heading.seed), dict(heading.words)
    match.log = [decode(match.game, line) for line in lines[: max(1, int(len(lines) * share))]]
    match.instructions, match.state, match.states = [], fold(match.game, match.log), []
    match.dice = SeededDice(key(match.seed, match.words), drawn(match.log))
    return match


def test_there_are_games_of_the_first_releases() -> None:
    assert {log.id for log in LOGS} >= {"tide-first", "tide-kalach", "strike-first"}


@pytest.mark.parametrize("log", LOGS)
def test_an_old_game_verifies(log: Path) -> None:
    assert verify(titles().get, log.read_bytes()) == []


@pytest.mark.parametrize("share", [0.0, 0.4, 0.8])
@pytest.mark.parametrize("log", LOGS)
def test_an_old_game_is_played_on(log: Path, share: float) -> None:
    match = broken_off(log, share)
    play(match, Random(1), match.seats, moves=1000)
    assert match.over
