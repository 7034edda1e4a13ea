"""The speed of the rules: random games, and autocomplete.

Seconds are those of the processor, so that a busy machine does not count.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random

from bot.chat.desk import order_completion
from bot.kernel.fields import fields
from bot.titles import titles
from tests.bench.rows import Row, percentile
from tests.match import Match, moment, play, random_options

SECONDS = 5.0
MOMENTS = 40


def random_play() -> Iterator[Row]:
    """Actions a second by lot, each judged and resolved."""
    for scenario, least in (("first", 3000.0), ("kalach", None), ("korsun", 1000.0)):
        yield Row(f"random legal play, {scenario}", speed("tide", scenario), "actions/s", least=least)


def speed(key: str, scenario: str) -> float:
    """Return how many actions by lot are judged and resolved in a second."""
    game, rnd, actions, spent = titles()[key], Random(scenario), 0, 0.0
    play(Match(game, scenario, {}, b"warm"), rnd, moves=100)
    while spent < SECONDS:
        match = Match(game, scenario, random_options(game, scenario, rnd), rnd.randbytes(8))
        start = time.process_time()
        play(match, rnd, moves=1000)
        spent += time.process_time() - start
        actions += len(match.log)
    return actions / spent


def suggestions() -> Iterator[Row]:
    """Milliseconds to suggest values for a field, in a full game and in the largest."""
    for scenario in ("kalach", "korsun"):
        taken = suggested("tide", scenario)
        yield Row(f"autocomplete, {scenario}, p99 of {len(taken)}", percentile(taken, 99), "ms", most=50.0)


def suggested(key: str, scenario: str) -> list[float]:
    """Return how long each verb and each field took, at moments all over a game."""
    game, rnd, taken = titles()[key], Random("suggestions"), []
    for n in range(MOMENTS):
        match = moment(Match(game, scenario, {}, bytes([n])), rnd, (), rnd.randint(1, 350))
        for seat in match.asked:
            seen = match.seen(seat)
            for kind in (*game.actions, *game.questions):
                for field in fields(kind):
                    start = time.process_time()
                    order_completion.suggest(game, seen, kind, field.name, "", {})
                    taken.append((time.process_time() - start) * 1000)
    return taken


LEARNING = {"tide": 0.1, "strike": 0.15, "trap": 0.25, "firefight": 0.4}
"""The seconds that a learning game of computers may take."""
GAMES = 5


def learning_games() -> Iterator[Row]:
    """Seconds that computers on all sides take for a whole learning game."""
    for key, most in LEARNING.items():
        game, taken = titles()[key], []
        for n in range(GAMES + 1):
            match = Match(game, "first", {}, bytes([n]))
            start = time.process_time()
            play(match, Random(n), match.seats, moves=10_000)
            taken.append(time.process_time() - start)
        yield Row(f"{game.name}: computers, one learning game", statistics.median(taken[1:]), "s", most=most)


MEASURES = (random_play, learning_games, suggestions)
