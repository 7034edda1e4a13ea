"""Pictures a second by threads of the bot and by painters.

Two games are drawn in turn. The rounds alternate, so that other load slows all of them. The rate needs two idle
cores: a row says how much of a core was left to each round.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import render
from bot.chat.desk.work import WAITING, Crew
from bot.kernel.game import Sketch
from bot.kernel.secret import Seen
from bot.kit import data_files
from bot.titles import titles
from render import LOOKS, Drawing, Picture
from render.drawings import Board, Crop
from render.pool import Pool, Studio
from tests.bench.rows import Row
from tests.bench.tables import helpers, processor
from tests.bench.touch import LARGEST, attended
from tests.bench.wire import resident
from tests.match import Match

GAMES, MOVES = ("tide", "strike"), 60
"""The titles that are drawn, in their largest scenarios, and the moves before."""
A_ROUND, ROUNDS = 60, 5
"""The pictures of a round, and the rounds of each number of painters."""
NUMBERS = (0, 1, 2)


def drawings() -> list[Drawing[Picture]]:
    """Return maps and crops of the games as the player in turn sees them."""
    found: list[Drawing[Picture]] = []
    for title in GAMES:
        match = Match(titles()[title], LARGEST[title], {}, b"painters")
        for _ in range(MOVES):
            seen: Seen[object] = match.seen(match.asked[0])
            assert match.act(match.asked[0], match.game.answer(seen) or match.game.play(seen), "computer") is None
        seen = match.seen(match.asked[0])
        places = tuple(dict.fromkeys(render.pictures_of(title).standings(seen.state).values()))[:3]
        found += [Board(title, seen, LOOKS["standard"]), Crop(title, seen, Sketch(places), LOOKS["standard"])]
    return found


class Round:
    """The seconds of a round, and the processor seconds of the bot and of its family."""

    def __init__(self, crew: Crew, pool: Pool | None, shown: list[Drawing[Picture]]) -> None:
        self.crew, self.pool = crew, pool
        begun = time.perf_counter(), time.process_time(), processor(os.getpid())
        asyncio.run(self._draw(shown))
        ended = time.perf_counter(), time.process_time(), processor(os.getpid())
        self.seconds, self.own, self.all = (b - a for a, b in zip(begun, ended, strict=True))

    async def _draw(self, shown: list[Drawing[Picture]]) -> None:
        wanted = islice(cycle(shown), A_ROUND)
        await asyncio.gather(*(self.crew.do(partial(self._paint, each), WAITING) for each in wanted))

    def _paint(self, drawing: Drawing[Picture]) -> Picture:
        return self.pool.paint(drawing) if self.pool is not None else drawing.draw()


def painters() -> Iterator[Row]:
    """Pictures a second with 0, 1 and 2 painters, and their cost."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, attended():
        render.settle(Path(folder))
        shown, taken = drawings(), {number: list[Round]() for number in NUMBERS}
        for each in shown:  # The ground is drawn once.
            each.draw()
        studio = Studio(Path(folder), tuple(data_files.FOLDERS))
        pools = {number: Pool(number, studio) for number in NUMBERS if number}
        crews = {number: Crew("drawing", number + 1 if number else 2) for number in NUMBERS}
        memory = 0.0
        for n in range(ROUNDS + 1):
            for number in NUMBERS:
                found = Round(crews[number], pools.get(number), shown)
                if n:
                    taken[number].append(found)
            while not n and helpers(os.getpid()):  # The first round starts painters, and helpers that draw ground.
                time.sleep(0.1)
        memory = statistics.mean(resident(pid) for pool in pools.values() for pid in pool.pids)
        for pool in pools.values():
            pool.close()
    rate = {number: A_ROUND / statistics.median(each.seconds for each in taken[number]) for number in NUMBERS}
    for number in NUMBERS:
        spent = statistics.median(each.all for each in taken[number]) * 1000 / A_ROUND
        own = statistics.median(each.own for each in taken[number]) * 1000 / A_ROUND
        used = statistics.median(each.all / each.seconds for each in taken[number])
        yield Row(f"{number} painters: pictures a second, with {used:.1f} cores", rate[number], "")
        yield Row(f"{number} painters: processor a picture", spent, "ms")
        yield Row(f"{number} painters: of that in the bot", own, "ms")
    yield Row("pictures a second, 2 painters (floor: 1 painter)", rate[2], "", rate[1], least=1.6)
    yield Row("memory of a painter of these games", memory, "MiB")


MEASURES = (painters,)
