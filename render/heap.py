"""The heap of glibc: shared by all threads, and trimmed while the bot runs."""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

M_ARENA_MAX = -8
"""The parameter of glibc's `mallopt` for the number of heaps."""
OFTEN = 60.0
"""Seconds between two trims."""


def share() -> None:
    """Let all threads share the heap; call it before they start.

    Each thread would have a heap of its own, and keep there what a large picture once took.
    """
    with suppress(OSError, AttributeError, TypeError):  # Another library, or none that can be loaded.
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def trim() -> None:
    """Give the free pages of the heap back to the system.

    Pictures leave gaps between objects that stay; without a trim, only the end of the heap is given back.
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


@asynccontextmanager
async def trimmed(often: float = OFTEN) -> AsyncIterator[None]:
    """Trim the heap from time to time during the block."""

    async def again_and_again() -> None:
        while True:
            await asyncio.sleep(often)
            await asyncio.to_thread(trim)

    task = asyncio.create_task(again_and_again())
    try:
        yield
    finally:
        task.cancel()
