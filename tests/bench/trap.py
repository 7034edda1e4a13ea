"""Speed of Into a Bear Trap in its whole city.

It measures random play, the computer, suggestions, pictures and a log.

Milliseconds are those of the processor, so that a busy machine does not count.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from bot.kernel.log import fold
from bot.kernel.secret import PUBLIC
from bot.titles import titles
from render.look import STANDARD
from render.titles import PICTURES
from tests.bench.play import speed, suggested
from tests.bench.rows import Row, percentile
from tests.bench.strike import spent
from tests.match import Match

GAME = titles()["trap"]
SCENARIO = "historical"
EVERY = 25
"""The orders between two pictures."""


def trap_play() -> Iterator[Row]:
    """Actions a second by lot."""
    yield Row("Into a Bear Trap: random legal play", speed("trap", SCENARIO), "actions/s", least=300.0)


def trap_suggestions() -> Iterator[Row]:
    """Suggestions for every field of every verb, at moments all over a battle."""
    taken = suggested("trap", SCENARIO)
    yield Row(f"Into a Bear Trap: autocomplete, p99 of {len(taken)}", percentile(taken, 99), "ms", most=50.0)


def trap_battle() -> Iterator[Row]:
    """Two days of self-play: the computer's orders, pictures, and the folded log."""
    match = Match(GAME, SCENARIO, {}, b"bench")
    board = PICTURES["trap"].board
    board(match.seen(PUBLIC), STANDARD)  # The city is drawn once.
    orders, pictures = [], []
    while not match.over:
        (seat,) = match.asked
        seen = match.seen(seat)
        start = time.process_time()
        action = GAME.answer(seen) or GAME.play(seen)
        orders.append((time.process_time() - start) * 1000)
        assert match.act(seat, action, "computer") is None
        if len(match.log) % EVERY == 0:
            pictures.append(spent(board, match.seen(PUBLIC), STANDARD))
        match.states.clear()
    yield Row(f"an order of its computer, p95 of {len(orders)}", percentile(orders, 95), "ms", most=150.0)
    yield Row(f"a map of the whole city, p95 of {len(pictures)}", percentile(pictures, 95), "ms", most=250.0)
    yield Row(f"fold {len(match.log)} entries", spent(fold, GAME, match.log), "ms")


MEASURES = (trap_play, trap_suggestions, trap_battle)
