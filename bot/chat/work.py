"""How work is done beside the event loop: some must not be broken off, and Discord may be out of reach."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import aiohttp

UNREACHABLE = (TimeoutError, OSError, aiohttp.ClientError)
"""What is raised where Discord cannot be reached now."""

P = ParamSpec("P")
T = TypeVar("T")


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
