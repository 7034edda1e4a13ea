"""The bot's sessions at the gateway, and their connections."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec
from aiohttp import web

from bot.local.limits import JSON
from bot.local.shards import Shard

DISPATCH: Final = 0
GUILDS: Final = 1 << 0
"""The only intent that is granted here: guilds, channels and threads."""
HEARD: Final = frozenset(
    {
        "CHANNEL_CREATE",
        "CHANNEL_UPDATE",
        "CHANNEL_DELETE",
        "CHANNEL_PINS_UPDATE",
        "THREAD_CREATE",
        "THREAD_UPDATE",
        "THREAD_DELETE",
    }
)
"""The events of that intent."""

_BACKLOG: Final = 5000
EVENTS_A_MINUTE: Final = 120

Compress = Callable[[bytes], bytes]


class Session:
    """The events of a shard since the bot identified.

    They are kept so that it can resume.
    """

    def __init__(self, shard: Shard) -> None:
        self.shard = shard
        self.id = secrets.token_hex(16)
        self.sequence = 0
        self.backlog: deque[tuple[int, JSON]] = deque(maxlen=_BACKLOG)
        self.connection: Connection | None = None
        self.left_at = 0.0

    def dispatch(self, name: str, data: JSON) -> None:
        """Number an event and send it, now or when the session is resumed."""
        self.sequence += 1
        payload = {"op": DISPATCH, "t": name, "s": self.sequence, "d": data}
        self.backlog.append((self.sequence, payload))
        if self.connection is not None:
            self.connection.send(payload)


class Connection:
    """A websocket. Payloads go out in order, through its compressor."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, compress: Compress | None
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.compress = compress
        self.session: Session | None = None
        self.outgoing: asyncio.Queue[JSON | None] = asyncio.Queue()
        self.received: deque[float] = deque(maxlen=EVENTS_A_MINUTE)

    def send(self, payload: JSON) -> None:
        """Queue a payload."""
        self.outgoing.put_nowait(payload)

    async def write(self) -> None:
        """Send until None comes or the socket is gone."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while (payload := await self.outgoing.get()) is not None:
                raw = msgspec.json.encode(payload)
                if self.compress is None:
                    await self.socket.send_str(raw.decode())
                else:
                    await self.socket.send_bytes(self.compress(raw))


def compressor(kind: str | None) -> Compress | None:
    """Return the compression that a client asks for.

    Raises LookupError if it is not available.
    """
    if kind is None:
        return None
    if kind == "zlib-stream":
        stream = zlib.compressobj()
        return lambda raw: stream.compress(raw) + stream.flush(zlib.Z_SYNC_FLUSH)
    if kind == "zstd-stream":
        try:
            zstandard = importlib.import_module("zstandard")
        except ImportError:
            raise LookupError("zstd-stream needs the package zstandard; ask for zlib-stream.") from None
        frames = zstandard.ZstdCompressor().compressobj()
        return lambda raw: frames.compress(raw) + frames.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    raise LookupError(f"Unknown compression {kind}.")
