"""Fault injection for tests, and a log of requests and events.

The switches make the local Discord misbehave as the real Discord sometimes does.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec

from bot.local.limits import JSON, REFUSALS
from bot.local.shards import Shard

Mishap = Literal["fail", "hang", "drop"]


class Exchange(msgspec.Struct, kw_only=True):
    """A request of the bot and its answer.

    `path` is without "/api/v10"; `files` are the uploads' names.
    """

    method: str
    path: str
    query: dict[str, str]
    body: Any
    files: list[str]
    status: int = 0
    answer: Any = None


class Dispatch(msgspec.Struct, frozen=True):
    """An event sent to the bot."""

    name: str
    data: JSON


class Fault(msgspec.Struct, kw_only=True):
    """A fault for the next `times` matching requests."""

    method: str
    route: str
    mishap: Mishap
    status: int = 0
    code: int = 0
    via: bool = True
    after: bool
    times: int

    @property
    def headers(self) -> dict[str, str]:
        """The headers of its answer; without `Via` it comes from Cloudflare, not Discord."""
        return {"Via": "1.1 local"} if self.via else {}

    @property
    def body(self) -> JSON:
        """The body of its answer, as Discord's would be."""
        message = REFUSALS[self.code][1] if self.code else f"{self.status}: a fault for a test"
        waits = {"retry_after": 0.01, "global": False} if self.status == 429 and self.via else {}
        return {"message": message, "code": self.code, **waits}


class Faults:
    """The fault switches.

    `requests` and `dispatches` log everything while `recording` is on. `command_syncs` counts the requests that
    registered commands (PUT and POST).
    """

    def __init__(self, *, recording: bool = True) -> None:
        self.recording = recording
        self.requests: list[Exchange] = []
        self.dispatches: list[Dispatch] = []
        self.command_syncs = 0
        self.rate_limits = False
        self.duplicates = 0
        self.holding = False
        self.held: deque[Callable[[], None]] = deque()
        self.sockets: Callable[[str, bool, Shard | None], Awaitable[None]] | None = None
        self._faults: list[Fault] = []
        self._released = asyncio.Event()

    # Requests

    def fail(
        self, method: str, route: str, *, status: int = 0, code: int = 0, via: bool = True, times: int = 1,
        after: bool = False,
    ) -> None:  # fmt: skip
        """Answer the next requests whose path contains `route` with an error.

        The error is a `status` or one of Discord's codes. It comes instead of the request's effect, or `after` it.
        An answer without `via` comes from Cloudflare.
        """
        status = status or (REFUSALS[code][0] if code else 502)
        fault = Fault(
            method=method, route=route, mishap="fail", status=status, code=code, via=via, after=after, times=times
        )
        self._faults.append(fault)

    def hang(self, method: str, route: str, *, times: int = 1, after: bool = False) -> None:
        """Leave the next such requests without an answer until `release`."""
        self._add(method, route, "hang", after, times)

    def drop(self, method: str, route: str, *, times: int = 1, after: bool = False) -> None:
        """Close the connection of the next such requests without an answer."""
        self._add(method, route, "drop", after, times)

    def _add(self, method: str, route: str, mishap: Mishap, after: bool, times: int) -> None:
        self._faults.append(Fault(method=method, route=route, mishap=mishap, after=after, times=times))

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault for this request and use it up."""
        for fault in self._faults:
            if fault.method == method and fault.route in path:
                fault.times -= 1
                if fault.times == 0:
                    self._faults.remove(fault)
                return fault
        return None

    async def released(self) -> None:
        """Wait for `release`."""
        await self._released.wait()

    def release(self) -> None:
        """Let hanging requests continue, and deliver the held interactions."""
        self._released.set()
        self._released = asyncio.Event()
        self.holding = False
        while self.held:
            self.held.popleft()()

    def clear(self) -> None:
        """Forget all faults that have not struck yet."""
        self._faults.clear()
        self.duplicates = 0
        self.rate_limits = False
        self.release()

    # The gateway

    def deliver_twice(self, times: int = 1) -> None:
        """Send the next interactions to the bot twice."""
        self.duplicates += times

    def hold_interactions(self) -> None:
        """Keep interactions back until `release`."""
        self.holding = True

    async def drop_gateway(self, shard: Shard | None = None) -> None:
        """Cut the bot's gateway connections without notice, or only those of a shard.

        Their sessions can be resumed.
        """
        await self._sockets("drop", True, shard)

    async def ask_for_reconnect(self) -> None:
        """Ask the bot to reconnect (op 7)."""
        await self._sockets("reconnect", True)

    async def invalidate_session(self, shard: Shard | None = None, *, resumable: bool = False) -> None:
        """Tell the bot that its sessions are invalid, or only those of a shard (op 9)."""
        await self._sockets("invalidate", resumable, shard)

    async def _sockets(self, what: str, resumable: bool, shard: Shard | None = None) -> None:
        if self.sockets is not None:
            await self.sockets(what, resumable, shard)

    # The log

    def record_dispatch(self, name: str, data: JSON) -> None:
        """Note an event that goes to the bot."""
        if self.recording:
            self.dispatches.append(Dispatch(name, data))

    def made(self, method: str, route: str) -> list[Exchange]:
        """The logged requests whose path contains `route`."""
        return [each for each in self.requests if each.method == method and route in each.path]
