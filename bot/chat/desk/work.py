"""Work beside the event loop: in threads of its own, and some of it never broken off.

Who types waits for a completion, and nobody waits for a picture or for a computer player in the same way. So
none of these takes a thread from another, however much there is of it.
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
"""What is raised where Discord cannot be reached now."""

COMPLETING = ThreadPoolExecutor(2, "completing")
DRAWING = ThreadPoolExecutor(2, "drawing")
THINKING = ThreadPoolExecutor(2, "thinking")

P = ParamSpec("P")
T = TypeVar("T")


async def complete(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Work out what to suggest to somebody who is typing."""
    return await _inside(COMPLETING, partial(work, *args, **kwargs))


async def draw(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Make pictures, or a message that has some."""
    return await _inside(DRAWING, partial(work, *args, **kwargs))


async def think(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what nobody waits for: let a computer player think, or set a game up."""
    return await _inside(THINKING, partial(work, *args, **kwargs))


async def _inside(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(threads, work)


class Underway:
    """The tasks that answer somebody, so that they can be finished before the bot stops."""

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
        """Take no more tasks, and wait until those that have begun are done, or for so many seconds."""
        self._closed = True
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)


def whole(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let work come to its end once it has begun; who is cancelled meanwhile is cancelled after it.

    What writes to the database and then to memory is of this kind: the rows cannot be called back.
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
