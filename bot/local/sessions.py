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

from bot.local.events import Event
from bot.local.limits import JSON

DISPATCH: Final = 0
GUILDS, MEMBERS, CONTENT = 1 << 0, 1 << 1, 1 << 15
PRIVILEGED: Final = MEMBERS | 1 << 8 | CONTENT
INTENTS: Final = {
    "GUILD_CREATE": (GUILDS, 0),
    "GUILD_UPDATE": (GUILDS, 0),
    "GUILD_ROLE_UPDATE": (GUILDS, 0),
    "GUILD_MEMBER_ADD": (MEMBERS, 0),
    "GUILD_MEMBER_UPDATE": (MEMBERS, 0),
    "CHANNEL_CREATE": (GUILDS, 1 << 12),
    "CHANNEL_UPDATE": (GUILDS, 1 << 12),
    "CHANNEL_DELETE": (GUILDS, 1 << 12),
    "CHANNEL_PINS_UPDATE": (GUILDS, 1 << 12),
    "THREAD_CREATE": (GUILDS, 0),
    "THREAD_UPDATE": (GUILDS, 0),
    "THREAD_DELETE": (GUILDS, 0),
    "MESSAGE_CREATE": (1 << 9, 1 << 12),
    "MESSAGE_UPDATE": (1 << 9, 1 << 12),
    "MESSAGE_DELETE": (1 << 9, 1 << 12),
}
"""The intent that an event needs in a guild and in a direct message.

INTERACTION_CREATE needs none.
"""

_BACKLOG: Final = 5000
EVENTS_A_MINUTE: Final = 120

Compress = Callable[[bytes], bytes]


class Session:
    """The events sent to the bot since it identified, so that it can resume."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.backlog: deque[tuple[int, JSON]] = deque(maxlen=_BACKLOG)
        self.connection: Connection | None = None
        self.left_at = 0.0

    def wants(self, event: Event) -> bool:
        """Return whether the bot's intents and shard cover an event."""
        in_guild, in_dm = INTENTS[event.name]
        if event.guild_id is None:
            return bool(self.intents & in_dm) and self.shard[0] == 0
        return bool(self.intents & in_guild) and self.mine(event.guild_id)

    def mine(self, guild_id: str) -> bool:
        """Return whether a guild belongs to this shard."""
        return (int(guild_id) >> 22) % self.shard[1] == self.shard[0]

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
