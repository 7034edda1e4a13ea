"""Films: bytes and seconds of learning games, and of sixty frames of korsun.

Seconds are those of the processor, from the first frame to the file, after the map was drawn once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bot.chat.desk.table import Table
from bot.chat.posts import film
from bot.store.games import GameRecord, SeatRecord
from bot.titles import titles
from render.film import GIF, WEBP
from render.look import STANDARD
from tests.bench.rows import Row
from tests.match import Match, play

TITLES = ("tide", "strike", "trap", "firefight")
LONG = 60
"""The frames of the long film."""
ROOM = 10_000_000
"""The most bytes of a file."""


class Made(NamedTuple):
    """The bytes of a film, and the seconds of the processor."""

    size: int
    seconds: float


def table(title: str, scenario: str, moves: int = 10_000) -> Table:
    """Return a game of computers: whole, or its first moves."""
    game = titles()[title]
    match = Match(game, scenario, {}, b"film")
    play(match, Random("film"), match.seats, moves=moves)
    seats = [SeatRecord(seat, n, computer=True) for n, seat in enumerate(match.seats, start=1)]
    status = "over" if match.over else "live"
    record = GameRecord(1, title, scenario, {}, match.seed, status, guild=0, channel=1, host=1)
    return Table(record, game, seats, match.history())


def shot(played: Table, ending: str) -> Made:
    """Make the film of a whole game for its first seat."""
    shoot = film.Shoot(played, played.seats[0].seat, STANDARD, ending, whole=True)
    shoot.add(0)  # The ground is drawn once in the life of a bot.
    start = time.process_time()
    shoot = film.Shoot(played, played.seats[0].seat, STANDARD, ending, whole=True)
    for n in range(shoot.count):
        shoot.add(n)
    made = shoot.finished(ROOM)
    assert made is not None
    return Made(len(made.body), time.process_time() - start)


def film_files() -> Iterator[Row]:
    """Films of learning games, and the long one, beside GIF files of the same."""
    for title in TITLES:
        played = table(title, "first")
        webp, gif = shot(played, WEBP), shot(played, GIF)
        yield Row(f"{title} first: bytes of its film", webp.size / 1000, "kB", most=300.0)
        yield Row(f"{title} first: bytes of its film as GIF", gif.size / 1000, "kB")
        yield Row(f"{title} first: a film", webp.seconds, "s", most=2.0)
        yield Row(f"{title} first: a film as GIF", gif.seconds, "s")
    usual, film.MOST = film.MOST, LONG
    try:
        webp = shot(table("tide", "korsun", LONG - 1), WEBP)
    finally:
        film.MOST = usual
    yield Row(f"korsun: bytes of a film of {LONG} frames", webp.size / 1000, "kB", most=2000.0)
    yield Row(f"korsun: a film of {LONG} frames", webp.seconds, "s")


MEASURES = (film_files,)
