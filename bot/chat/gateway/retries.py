"""Retries with growing pauses, after Discord or the network has failed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeVar

from bot.chat.posts.refusals import brief, means, pause

log = logging.getLogger(__name__)
T = TypeVar("T")

DELAYS = (1, 2, 5, 15, 60, 300)
"""Seconds between attempts to reach Discord, unless it asks for more.

The last one repeats.
"""


def delay(failures: int, error: BaseException) -> float:
    """Return the seconds until the next attempt, after one or more `failures`."""
    return pause(DELAYS, failures - 1, error)


async def patiently(attempt: Callable[[], Awaitable[T]]) -> T:
    """Attempt an action until it succeeds, and return its result.

    Refusals of Discord or the network are retried, with growing pauses.
    """
    for failures in count(1):
        try:
            return await attempt()
        except Exception as error:
            if means(error) is None:
                raise
            seconds = delay(failures, error)
            log.warning("Discord cannot be reached (%s); trying again in %.0f s", brief(error), seconds)
            await asyncio.sleep(seconds)
    raise AssertionError("the attempts never end")
