"""A thread that does work for an event loop, one job at a time and in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
Job = tuple[asyncio.Future[Any], Callable[[], Any]]


class Worker:
    """A thread with half the latency of a `ThreadPoolExecutor`."""

    def __init__(self, name: str) -> None:
        """Start the thread; it does not keep the program from ending."""
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        Thread(target=self._run, name=name, daemon=True).start()

    async def do(self, work: Callable[[], T]) -> T:
        """Run a job on the thread.

        The job runs even if the task that waits for it is cancelled.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((future, work))
        return await future

    def stop(self) -> None:
        """End the thread after its remaining jobs."""
        self._jobs.put(None)

    def _run(self) -> None:
        while self._goes_on():
            pass

    def _goes_on(self) -> bool:
        """Do one job; returns False at the end.

        Its names end with it, so that no large result is kept alive until the next job.
        """
        job = self._jobs.get()
        if job is None:
            return False
        future, work = job
        with suppress(RuntimeError):  # The loop may be closed. Nothing waits for the result then.
            try:
                future.get_loop().call_soon_threadsafe(_answer, future, work())
            except BaseException as error:
                future.get_loop().call_soon_threadsafe(_fail, future, error)
        return True


def _answer(future: asyncio.Future[T], result: T) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[T], error: BaseException) -> None:
    if not future.done():
        future.set_exception(error)
