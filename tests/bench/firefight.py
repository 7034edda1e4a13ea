"""Speed of the Firefight Generator on two maps.

It measures random play, suggestions, the computer, posts and a log.

Milliseconds are those of the processor, so that a busy machine does not count.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from bot.kernel.log import fold
from bot.kernel.secret import PUBLIC, redact, see
from bot.titles import titles
from render.look import STANDARD
from render.titles import PICTURES
from tests.bench.play import speed, suggested
from tests.bench.rows import Row, percentile
from tests.bench.strike import spent
from tests.match import Match

GAME = titles()["firefight"]
SCENARIO = "armour"


def firefight_play() -> Iterator[Row]:
    """Actions a second by lot."""
    yield Row("Firefight Generator: random legal play", speed("firefight", SCENARIO), "actions/s", least=800.0)


def firefight_suggestions() -> Iterator[Row]:
    """Suggestions for every field of every verb, at moments all over a firefight."""
    taken = suggested("firefight", SCENARIO)
    yield Row(f"Firefight Generator: autocomplete, p99 of {len(taken)}", percentile(taken, 99), "ms", most=50.0)


def firefight_battle() -> Iterator[Row]:
    """A firefight of the computer: its orders, their words with the map, and the log."""
    match = Match(GAME, SCENARIO, {}, b"bench")
    board = PICTURES["firefight"].board
    thought, posts = [], []
    while not match.over:
        seat = match.asked[0]
        seen = match.seen(seat)
        start = time.process_time()
        action = GAME.answer(seen) or GAME.play(seen)
        thought.append((time.process_time() - start) * 1000)
        start = time.process_time()
        state = match.state
        assert match.act(seat, action, "computer") is None
        for event in match.log[-1].events:
            GAME.tell(see(state, PUBLIC), redact(event, PUBLIC))
            state = GAME.evolve(state, event)
        if match.state.field:
            board(match.seen(PUBLIC), STANDARD)
            posts.append((time.process_time() - start) * 1000)
        match.states.clear()
    yield Row(f"an order of its computer, p95 of {len(thought)}", percentile(thought, 95), "ms", most=150.0)
    yield Row(
        f"from an order to its post with the map, p95 of {len(posts)}", percentile(posts, 95), "ms", most=250.0
    )
    yield Row(f"fold {len(match.log)} entries", spent(fold, GAME, match.log), "ms")


MEASURES = (firefight_play, firefight_suggestions, firefight_battle)
