"""Work in threads beside the event loop, and work that is never interrupted.

A person who types waits for a completion. Pictures and computer players are less urgent. So each kind of work has
its own threads, and cannot block another kind.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

import aiohttp

UNREACHABLE = (TimeoutError, OSError, aiohttp.ClientError)
"""The exceptions that are raised if Discord is unreachable."""

COMPLETING = ThreadPoolExecutor(2, "completing")
DRAWING = ThreadPoolExecutor(2, "drawing")
THINKING = ThreadPoolExecutor(2, "thinking")

P = ParamSpec("P")
T = TypeVar("T")


async def complete(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Compute the suggestions for a person who is typing."""
    return await _inside(COMPLETING, partial(work, *args, **kwargs))


async def draw(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Make pictures, or a message that has some."""
    return await _inside(DRAWING, partial(work, *args, **kwargs))


async def think(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work that is not urgent: let a computer player think, or set a game up."""
    return await _inside(THINKING, partial(work, *args, **kwargs))


async def _inside(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, work)


class Underway:
    """The tasks that answer people, so that they can finish before the bot stops."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    def begin(self) -> bool:
        """Add the task that runs now; returns False if no more are taken."""
        task = asyncio.current_task()
        if task is not None and not self._closed:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return not self._closed

    async def finish(self, seconds: float) -> None:
        """Take no more tasks, and wait for the running tasks, for at most `seconds`."""
        self._closed = True
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)


def whole(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Finish work once it has begun. A cancelled caller is cancelled after it.

    Work that writes to the database and then to memory needs this, because committed rows stay.
    """

    @wraps(work)
    async def finished(*args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.ensure_future(work(*args, **kwargs))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            while not task.done():
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.wait([task])
            raise

    return finished
