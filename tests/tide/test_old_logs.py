"""Games of earlier releases: they load, they verify, and one that was broken off anywhere is played on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.kernel.codec import Heading, decode, verify
from bot.kernel.dice import SeededDice, key
from bot.kernel.log import drawn, fold
from bot.titles.tide import Tide
from tests.match import Match, play

LOGS = sorted((Path(__file__).parent / "old_logs").glob("*.jsonl"))


def broken_off(game: Tide, log: Path, share: float) -> Match:
    """Return a game of the folder as it was after this share of its entries."""
    first, *lines = log.read_bytes().splitlines()
    heading = msgspec.json.decode(first, type=Heading)
    match = object.__new__(Match)
    match.game, match.scenario, match.options = game, heading.scenario, dict(heading.options)
    match.seed, match.words = bytes.fromhex(heading.seed), dict(heading.words)
    match.log = [decode(game, line) for line in lines[: max(1, int(len(lines) * share))]]
    match.state, match.states = fold(game, match.log), []
    match.dice = SeededDice(key(match.seed, match.words), drawn(match.log))
    return match


def test_there_are_games_of_the_first_release() -> None:
    assert {log.stem for log in LOGS} >= {"first", "kalach"}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_an_old_game_verifies(log: Path) -> None:
    game = Tide()
    assert verify({game.key: game}.get, log.read_bytes()) == []


@pytest.mark.parametrize("share", [0.0, 0.4, 0.8])
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_an_old_game_is_played_on(log: Path, share: float) -> None:
    match = broken_off(Tide(), log, share)
    play(match, Random(1), match.seats, moves=1000)
    assert match.over
