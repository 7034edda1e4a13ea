"""The news after a long absence."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bot.chat.desk.table import Table
from bot.chat.posts.news import block, news
from bot.kernel.secret import Seat
from bot.kit.codec import encode
from bot.store.games import GameRecord, SeatRecord
from bot.store.history import History
from bot.titles import titles
from tests.bench.rows import Row
from tests.bench.touch import LARGEST
from tests.match import Match

ENTRIES = 200
TIMES = 5


def absence() -> Iterator[Row]:
    """Milliseconds of the news after 200 entries, for a player and below a call."""
    for title, scenario in LARGEST.items():
        match = _played(title, scenario)
        own = max(_measured(match, seat, public=False) for seat in match.seats)
        public = max(_measured(match, seat, public=True) for seat in match.seats)
        entries = min(ENTRIES, len(match.log) - 1)
        yield Row(f"{scenario}: news of a player after {entries} entries", own, "ms", most=250.0)
        yield Row(f"{scenario}: news under a call after {entries} entries", public, "ms", most=250.0)


def _played(title: str, scenario: str) -> Match:
    match = Match(titles()[title], scenario, {}, b"absence")
    while len(match.log) <= ENTRIES and not match.over:
        seat = match.asked[0]
        action = match.game.play(match.seen(seat))
        assert match.act(seat, action, "computer") is None
    return match


def _measured(match: Match, seat: Seat, *, public: bool) -> float:
    """Return the median processor time for a table that was just loaded."""
    lines = [encode(entry).decode() for entry in match.log]
    record = GameRecord(1, match.game.key, match.scenario, {}, match.seed, "live", 1, 1, 1)
    seats = [SeatRecord(each, n) for n, each in enumerate(match.seats, start=1)]
    last = len(match.log) - 1
    spent = []
    for _ in range(TIMES):
        table = Table(record, match.game, seats, History(match.game, lines, (len(lines), match.state)))
        begun = time.process_time()
        if public:
            block(table, [seat], last + 1, last, 2000)
        else:
            news(table, seat)
        spent.append((time.process_time() - begun) * 1000)
    return sorted(spent)[TIMES // 2]


MEASURES = (absence,)
