"""Work in threads beside the event loop, and work that is never interrupted.

A person who types waits for a completion. Pictures and computer players are less urgent. So each kind of work has
its own threads, and cannot block another kind.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial, wraps
from heapq import heappop, heappush
from itertools import count
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

import aiohttp

from bot.chat.desk import activity

UNREACHABLE = (TimeoutError, OSError, aiohttp.ClientError)
"""The exceptions that are raised if Discord is unreachable."""
TYPING, WAITING, POSTS, REPLAYS, MAPS, FILMS = -1.0, 0.0, 0.0, 0.5, 1.0, 10.0
"""Seconds that work can wait behind work that came later, by its use.

A person waits for completions, answers and their pictures. A post calls the next player, so it keeps its turn; a
map message changes after its post.
"""
_DRAWN_FOR = MappingProxyType({WAITING: "message", POSTS: "message", REPLAYS: "replay", MAPS: "map"})
"""The uses of pictures, as in `activity.DRAWINGS`; all others can wait."""

P = ParamSpec("P")
T = TypeVar("T")


class Crew:
    """Threads that take the most urgent work first.

    Less urgent work is also done in the end, because urgency grows with time. Work whose caller has gone is left
    out.
    """

    def __init__(self, name: str, threads: int = 2) -> None:
        self._name = name
        self._threads = ThreadPoolExecutor(threads, name)
        self._numbers = count()
        self._at_work: set[Future[Any]] = set()
        self._waiting: list[tuple[float, int, Future[Any], Callable[[], Any]]] = []

    async def do(self, work: Callable[[], T], patience: float) -> T:
        """Do work that can wait for this number of seconds."""
        future: Future[T] = Future()
        heappush(self._waiting, (time.monotonic() + patience, next(self._numbers), future, work))
        self._threads.submit(self._next)
        return await asyncio.wrap_future(future)

    def employ(self, threads: int) -> None:
        """Have this number of threads for all work that comes from now on."""
        self._threads = ThreadPoolExecutor(threads, self._name)

    @property
    def waiting(self) -> int:
        """The pieces of work that wait for a thread."""
        return len(self._waiting)

    @property
    def busy(self) -> int:
        """The threads that work now."""
        return len(self._at_work)

    def _next(self) -> None:
        *_, future, work = heappop(self._waiting)
        if not future.set_running_or_notify_cancel():
            return
        self._at_work.add(future)
        try:
            result = work()
        except BaseException as error:
            self._at_work.discard(future)
            future.set_exception(error)
        else:
            self._at_work.discard(future)
            future.set_result(result)


COMPUTING = Crew("computing")
DRAWING = Crew("drawing")
THINKING = ThreadPoolExecutor(2, "thinking")


async def complete(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Compute the suggestions for a person who is typing."""
    return await COMPUTING.do(partial(work, *args, **kwargs), TYPING)


async def compute(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Compute what a person waits for, such as the result of an order or a page."""
    return await COMPUTING.do(partial(work, *args, **kwargs), WAITING)


async def draw(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Make the pictures of an answer."""
    return await draw_later(WAITING, work, *args, **kwargs)


async def draw_later(patience: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Make pictures, or a message that has some, for which answers need not wait."""
    began = time.monotonic()
    made = await DRAWING.do(partial(work, *args, **kwargs), patience)
    activity.note(activity.Drawn(_DRAWN_FOR.get(patience, "later"), time.monotonic() - began))
    return made


async def think(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work that is not urgent: let a computer player think, or set a game up."""
    return await asyncio.get_running_loop().run_in_executor(THINKING, partial(work, *args, **kwargs))


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
