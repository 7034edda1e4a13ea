"""A bounded queue of frames for a page."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Final, NamedTuple

import msgspec
from aiohttp import web

_MOST_BYTES: Final = 8 << 20
"""Bytes that may wait for a page; a page with more unread bytes is disconnected."""
_FRAME_SECONDS: Final = 20.0
"""Seconds in which a page must take a frame."""
_TICK_SECONDS: Final = 15.0
"""Seconds of silence after which a page gets a keep-alive."""
_TICK: Final = b'{"event":"TICK","data":null}'


class _Frame(NamedTuple):
    content: bytes
    sent: asyncio.Future[None] | None


class Outgoing:
    """The queue of outgoing frames of a socket."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.waiting = 0
        """The bytes in the queue."""
        self.written = 0
        """The number of frames sent."""
        self._frames: deque[_Frame] = deque()
        self._more = asyncio.Event()

    def put(self, payload: Any) -> bool:
        """Queue a frame; false if the queue is full."""
        return self._put(_Frame(msgspec.json.encode(payload), None))

    async def sent(self, payload: Any) -> bool:
        """Queue a frame and wait until it is sent; false if the queue is full."""
        sent: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not self._put(_Frame(msgspec.json.encode(payload), sent)):
            return False
        await sent
        return True

    def _put(self, frame: _Frame) -> bool:
        if self.waiting > _MOST_BYTES:
            return False
        self.waiting += len(frame.content)
        self._frames.append(frame)
        self._more.set()
        return True

    async def write(self) -> None:
        """Send until the socket is closed. Raises TimeoutError if a frame is not taken."""
        try:
            while True:
                await self._wait()
                await self._send(self._frames.popleft())
        finally:
            for frame in self._frames:
                if frame.sent is not None:
                    frame.sent.cancel()

    async def _wait(self) -> None:
        """Wait for a frame, with a keep-alive in a long silence."""
        try:
            async with asyncio.timeout(_TICK_SECONDS):
                while not self._frames:
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            self._put(_Frame(_TICK, None))

    async def _send(self, frame: _Frame) -> None:
        try:
            async with asyncio.timeout(_FRAME_SECONDS):
                await self.socket.send_str(frame.content.decode())
            self.written += 1
        finally:
            self.waiting -= len(frame.content)
            if frame.sent is not None and not frame.sent.done():
                frame.sent.set_result(None)
