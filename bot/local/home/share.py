"""Limits the requests of a person: a few at a time, and a rate over time.

A person who asks for more waits. Until then, nothing more is read from their windows, so that one person's haste
never delays another person.
"""

from __future__ import annotations

from asyncio import Lock, Semaphore, sleep
from time import monotonic
from typing import Final

_AT_ONCE: Final = 6
"""The number of a person's requests that run at the same time."""
_A_SECOND: Final = 20.0
_BURST: Final = 60.0
"""The number of requests in a burst after a pause; an opening page sends several."""
_WEIGHTY: Final = 1 << 16
"""Bytes of a request that count as another request."""


class Share:
    """The limit of one person, shared by all of their windows."""

    def __init__(self) -> None:
        self._slots = Semaphore(_AT_ONCE)
        self._turn = Lock()
        self._spare = _BURST
        self._counted_at = monotonic()

    async def wait(self, size: int) -> None:
        """Wait until a request of `size` bytes may run; call `release` after it."""
        async with self._turn:
            await self._slots.acquire()
            weight = 1 + size / _WEIGHTY
            moment = monotonic()
            self._spare = min(_BURST, self._spare + (moment - self._counted_at) * _A_SECOND) - weight
            self._counted_at = moment
            try:
                await sleep(max(0.0, -self._spare / _A_SECOND))
            except BaseException:
                self.release()
                raise

    def release(self) -> None:
        """Note that a request is finished."""
        self._slots.release()
