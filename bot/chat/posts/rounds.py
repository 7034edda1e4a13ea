"""Rounds of the postman: one at a time a game and bag, until all is sent."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bot.chat.posts.outbox import Bag
from bot.chat.posts.refusals import Means, brief, means, pause, reason
from bot.chat.posts.stalled import Stall, Stalled, Way

BARRED = (Means.SHUT, Means.ASLEEP, Means.CLOSED, None)
"""Failures that seldom end without help.

A permission is missing, an inbox is closed, or our code is broken.
"""


class Place(NamedTuple):
    """The channel, server and players of a game."""

    channel: int = 0
    guild: int = 0
    people: frozenset[int] = frozenset()


class Rounds:
    """Starts a round when a message is owed, and retries automatically.

    Temporary failures are retried after pauses, which a knock ends. Failures that need people are retried too, but
    a round does not wait for them.
    """

    def __init__(
        self,
        attempt: Callable[[int, Bag], Awaitable[Sequence[BaseException] | None]],
        place: Callable[[int], Awaitable[Place]],
        delays: Callable[[bool], Sequence[float]],
    ) -> None:
        """Store what a round consists of.

        `attempt` sends as much as it can and returns errors, or `None` if it must wait. `place` says where a game
        is played. `delays` are longer for barred messages.
        """
        self.stalled = Stalled()
        self._attempt = attempt
        self._place = place
        self._delays = delays
        self._tasks: dict[Way, asyncio.Task[None]] = {}
        self._again: set[Way] = set()
        self._pauses: dict[Way, asyncio.Event] = {}
        self._alarms: dict[Way, asyncio.TimerHandle] = {}
        self._stopped = False

    def set_out(self, way: Way) -> None:
        """Begin a round, or let the one that is under way look once more."""
        if self._stopped:
            return
        if way in self._tasks and not self._tasks[way].done():
            self._again.add(way)
            if way in self._pauses:
                self._pauses[way].set()
            return
        task = asyncio.create_task(self._round(way), name=f"post of game {way[0]}: {way[1]}")
        self._tasks[way] = task
        task.add_done_callback(lambda task: self._ended(way, task))

    def attends(self, game: int) -> bool:
        """Return whether a round for a game is under way, or begins automatically."""
        ways: tuple[Way, ...] = ((game, "posts"), (game, "letters"))
        return any(way in self._tasks or way in self._alarms for way in ways)

    def is_repeated(self, way: Way) -> bool:
        """Return whether a round looks once more when it has sent what it is sending."""
        return way in self._again

    def _ended(self, way: Way, task: asyncio.Task[None]) -> None:
        if self._tasks.get(way) is task:
            del self._tasks[way]

    async def stop(self) -> None:
        """Begin no round any more, and break off those under way."""
        self._stopped = True
        for alarm in self._alarms.values():
            alarm.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def under_way(self) -> list[asyncio.Task[None]]:
        """The rounds that are under way, or pause before they look again."""
        return [task for task in self._tasks.values() if not task.done()]

    async def idle(self) -> None:
        """Wait until no round is under way."""
        while under_way := self.under_way:
            await asyncio.gather(*under_way, return_exceptions=True)

    async def _round(self, way: Way) -> None:
        while True:
            self._again.discard(way)
            if alarm := self._alarms.pop(way, None):
                alarm.cancel()
            delay = await self._once(way)
            if way in self._again:
                continue
            if not delay:
                return
            knock = self._pauses[way] = asyncio.Event()
            with suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await knock.wait()
            del self._pauses[way]

    async def _once(self, way: Way) -> float:
        """Send as much as possible; returns the pause before the next look, 0 if done."""
        errors = await self._attempt(*way)
        if errors is None:
            return 0.0
        if not errors:
            self.stalled.end(way)
            return 0.0
        error = next((each for each in errors if means(each) not in BARRED), errors[0])
        barred, failures = means(error) in BARRED, self.stalled.failures(way)
        delay = pause(self._delays(barred), failures, error)
        stall = Stall(
            means(error),
            reason(error),
            brief(error),
            time.time() + delay,
            failures + 1,
            *await self._place(way[0]),
        )
        self.stalled.begin(way, stall, error)
        if not barred:
            return delay
        self._alarms[way] = asyncio.get_running_loop().call_later(delay, self.set_out, way)
        return 0.0
