"""Memory between objects that stay is given back while the bot runs."""

from __future__ import annotations

import asyncio
import ctypes
import os
from pathlib import Path

import pytest

from render import heap

PAGE = os.sysconf("SC_PAGE_SIZE")
BLOCK, BLOCKS = 64_000, 1_000


def resident() -> int:
    """Return the bytes of memory that this process takes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="only glibc can trim its heap")
async def test_free_memory_between_objects_is_given_back() -> None:
    blocks = [(bytearray(BLOCK), bytearray(4_000)) for _ in range(BLOCKS)]
    stays = [small for _, small in blocks]
    blocks.clear()
    full = resident()
    async with asyncio.timeout(30), heap.trimmed(often=0.01):
        while resident() > full - BLOCK * BLOCKS // 2:  # noqa: ASYNC110 - nobody tells what the system has taken
            await asyncio.sleep(0.01)
    assert len(stays) == BLOCKS
