"""Speed of Strike the Bear.

It measures a front's moves, odds, suggestions, pictures, the computer and a campaign.

Milliseconds are those of the processor, so that a busy machine does not count.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from bot.chat.desk import order_completion
from bot.kernel.fields import fields
from bot.kernel.game import legal, open_kinds
from bot.kernel.secret import PUBLIC
from bot.titles import titles
from bot.titles.strike.field import counters
from bot.titles.strike.model.actions import Attack
from bot.titles.strike.model.steps import Combat, Movement
from render.look import STANDARD
from render.titles import PICTURES
from tests.bench.play import speed
from tests.bench.rows import Row, percentile
from tests.match import AnySeen, Match, moment

GAME = titles()["strike"]
MOMENTS = 40


def spent(work: Callable[..., object], *given: Any) -> float:
    """Return the milliseconds that some work takes."""
    start = time.process_time()
    work(*given)
    return (time.process_time() - start) * 1000


def self_play() -> Match:
    """Play a campaign, the computer on both sides."""
    match = Match(GAME, "campaign", {}, b"bench")
    while not match.over:
        (seat,) = match.asked
        refusal = match.act(seat, computer(match.seen(seat)), "computer")
        assert refusal is None, refusal
    return match


def computer(seen: AnySeen) -> Any:
    """Return the computer's action."""
    return GAME.answer(seen) or GAME.play(seen)


def every_action(seen: AnySeen) -> list[Any]:
    """Return all that a seat can do."""
    return [action for kind in open_kinds(GAME, seen) for action in legal(GAME, seen, kind)]


def strike_campaign() -> Iterator[Row]:
    """A campaign of self-play, with a measurement at each question."""
    start = time.process_time()
    match = self_play()
    yield Row("Strike the Bear: a campaign of self-play", time.process_time() - start, "s")
    turns: Counter[tuple[int, str]] = Counter()
    fronts, odds, pictures = [], [], []
    PICTURES["strike"].board(match.cut(1).seen(PUBLIC), STANDARD)  # The land is drawn once.
    for n in range(1, len(match.log)):
        earlier = match.cut(n)
        seen = earlier.seen(earlier.asked[0])
        turns[seen.state.turn, seen.state.seat] += spent(computer, seen)  # type: ignore[assignment]
        step = seen.state.steps[-1]
        if isinstance(step, Movement) and not any(unit.trail for unit in counters.of(seen.state, seen.seat)):
            fronts.append(spent(every_action, seen))
            pictures.append(spent(PICTURES["strike"].board, seen, STANDARD))
        elif isinstance(step, Combat):
            odds += [spent(GAME.odds, seen, attack) for attack in list(legal(GAME, seen, Attack))[:5]]
    yield Row("a player turn of its computer, median", statistics.median(turns.values()), "ms")
    yield Row("a player turn of its computer, longest", max(turns.values()), "ms")
    yield Row(f"all that a whole front can do, p95 of {len(fronts)}", percentile(fronts, 95), "ms", most=50.0)
    yield Row(f"odds of a battle, p99 of {len(odds)}", percentile(odds, 99), "ms", most=100.0)
    yield Row(f"the staff map of a campaign, p95 of {len(pictures)}", percentile(pictures, 95), "ms", most=250.0)


def strike_play() -> Iterator[Row]:
    """Actions a second by lot."""
    yield Row("Strike the Bear: random legal play", speed("strike", "campaign"), "actions/s", least=1000.0)


def strike_suggestions() -> Iterator[Row]:
    """Suggestions for every field of every verb, at moments all over a campaign."""
    rnd = Random("suggestions")
    taken: list[float] = []
    for n in range(MOMENTS):
        match = moment(Match(GAME, "campaign", {}, bytes([n])), rnd, (), rnd.randint(1, 350))
        for seat in match.asked:
            taken += [
                spent(order_completion.suggest, GAME, match.seen(seat), kind, field.name, "", {})
                for kind in (*GAME.actions, *GAME.questions)
                for field in fields(kind)
            ]
    yield Row(f"Strike the Bear: autocomplete, p99 of {len(taken)}", percentile(taken, 99), "ms", most=50.0)


MEASURES = (strike_campaign, strike_play, strike_suggestions)
