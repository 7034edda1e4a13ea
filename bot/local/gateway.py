"""The gateway: the websocket that sends events to the bot.

It speaks version 10 of the protocol, in JSON, with resumable sessions and shards.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from bot.local import wire
from bot.local.events import Event
from bot.local.faults import Faults
from bot.local.limits import JSON
from bot.local.sessions import EVENTS_A_MINUTE, GUILDS, HEARD, Connection, Session, compressor
from bot.local.shards import LARGEST, SessionStarts, Shard, read_shard
from bot.local.world import World

HEARTBEAT: Final = 1
IDENTIFY: Final = 2
RESUME: Final = 6
RECONNECT: Final = 7
INVALID_SESSION: Final = 9
HELLO: Final = 10
HEARTBEAT_ACK: Final = 11

_RESUMABLE_SECONDS: Final = 600.0
_IDENTIFY_SECONDS: Final = 10.0
_PAYLOAD_BYTES: Final = 4096
_ACK_SECONDS: Final = 0.25
"""Seconds that a heartbeat waits for its answer.

discord.py records the time of a heartbeat only after sending it. If the answer came before that, it would report a
latency of a whole heartbeat.
"""


class _Close(Exception):
    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason


class Gateway:
    """All sessions of the bot. `accepts` validates its token."""

    def __init__(
        self,
        world: World,
        faults: Faults,
        accepts: Callable[[str], bool],
        heartbeat_seconds: float,
        starts: SessionStarts,
    ) -> None:
        self.world = world
        self.faults = faults
        self.accepts = accepts
        self.heartbeat_seconds = heartbeat_seconds
        self.starts = starts
        self.url = ""
        self.trust: Callable[[asyncio.BaseTransport | None], None] = lambda transport: None
        """Called with each connection over which the bot has identified."""
        self.sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        world.listeners.append(self.hear)
        faults.sockets = self._disturb

    @property
    def online(self) -> bool:
        """Whether a bot is connected and identified."""
        return any(session.connection is not None for session in self.sessions.values())

    # From the world to the bot

    def hear(self, event: Event) -> None:
        """Send an event to the sessions of its guild, if the bot sees its channel."""
        if event.name == "INTERACTION_CREATE":
            self._interact(event)
            return
        if event.name in ("GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE"):
            self._move(event)
            return
        channel = event.channel
        if event.name not in HEARD or channel is None or channel.guild_id is None:
            return
        if self.world.sees(self.world.bot.id, channel):
            for session in self._hearing(channel.guild_id):
                self._dispatch(session, event.name, event.payload)

    def _move(self, event: Event) -> None:
        """Announce a guild that the bot has joined or left."""
        guild = self.world.guilds[str(event.guild_id)]
        if event.payload["user"]["id"] != self.world.bot.id:
            return
        for session in self._of_shard(guild.id):
            if event.name == "GUILD_MEMBER_ADD":
                self._dispatch(session, "GUILD_CREATE", wire.gateway_guild(self.world, guild))
            else:
                self._dispatch(session, "GUILD_DELETE", {"id": guild.id})

    def _of_shard(self, guild_id: str | None) -> Iterator[Session]:
        """Yield the sessions of the shard of a guild, or of direct messages."""
        return (session for session in self.sessions.values() if session.shard.hears(guild_id))

    def _hearing(self, guild_id: str | None) -> Iterator[Session]:
        """Yield the sessions that hear a guild of the bot, or direct messages."""
        return self._of_shard(guild_id) if guild_id is None or self._is_in(guild_id) else iter(())

    def _is_in(self, guild_id: str) -> bool:
        return self.world.bot.id in self.world.guilds[guild_id].members

    def _dispatch(self, session: Session, name: str, data: JSON) -> None:
        self.faults.record_dispatch(name, data)
        session.dispatch(name, data)

    def _interact(self, event: Event) -> None:
        def deliver() -> None:
            times = 1
            if self.faults.duplicates:
                self.faults.duplicates -= 1
                times = 2
            for session in self._hearing(event.guild_id):
                for _ in range(times):
                    self._dispatch(session, event.name, event.payload)

        if self.faults.holding:
            self.faults.held.append(deliver)
        else:
            deliver()

    # The socket

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve a connection of the bot, from HELLO to its end."""
        if request.query.get("encoding", "json") != "json":
            return web.Response(status=400, text="Only the JSON encoding is spoken here.")
        try:
            compress = compressor(request.query.get("compress"))
        except LookupError as unknown:
            return web.Response(status=400, text=str(unknown))
        socket = web.WebSocketResponse(max_msg_size=1 << 20, autoping=True)
        await socket.prepare(request)
        connection = Connection(socket, request.transport, compress)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        interval = int(self.heartbeat_seconds * 1000)
        connection.send({"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": interval}})
        try:
            await self._read(connection)
        except _Close as close:
            connection.outgoing.put_nowait(None)
            await writer
            await socket.close(code=close.code, message=close.reason.encode())
        finally:
            self._leave(connection)
            writer.cancel()
        return socket

    async def close(self) -> None:
        """Close all connections: the server is stopping."""
        for connection in tuple(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    def _leave(self, connection: Connection) -> None:
        self._connections.discard(connection)
        session = connection.session
        if session is not None and session.connection is connection:
            session.connection = None
            session.left_at = time.monotonic()
            if connection.socket.close_code in (1000, 1001):
                self.sessions.pop(session.id, None)
            self.world.tell(Event("BOT_STATUS", dict))
        oldest = time.monotonic() - _RESUMABLE_SECONDS
        for old in list(self.sessions.values()):
            if old.connection is None and old.left_at < oldest:
                del self.sessions[old.id]

    async def _read(self, connection: Connection) -> None:
        silence = self.heartbeat_seconds * 1.5
        deadline = time.monotonic() + min(silence, _IDENTIFY_SECONDS)
        while True:
            patience = silence if connection.session is not None else deadline - time.monotonic()
            try:
                frame = await connection.socket.receive(timeout=max(0.001, patience))
            except TimeoutError:
                raise _Close(4009, "Session timed out.") from None
            if frame.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
                return
            self._take(connection, frame.data)

    def _take(self, connection: Connection, data: Any) -> None:
        raw = data.encode() if isinstance(data, str) else data
        moment = time.monotonic()
        received = connection.received
        if len(received) == EVENTS_A_MINUTE and moment - received[0] < 60:
            raise _Close(4008, "Rate limited.")
        received.append(moment)
        if len(raw) > _PAYLOAD_BYTES:
            raise _Close(4002, "Payload too large.")
        try:
            payload = msgspec.json.decode(raw, type=dict[str, Any])
        except msgspec.DecodeError:
            raise _Close(4002, "Error while decoding payload.") from None
        self._handle(connection, payload.get("op"), payload.get("d"))

    def _handle(self, connection: Connection, op: Any, data: Any) -> None:
        if op == HEARTBEAT:
            ack = {"op": HEARTBEAT_ACK, "s": None, "t": None, "d": None}
            asyncio.get_running_loop().call_later(_ACK_SECONDS, connection.send, ack)
        elif op == IDENTIFY:
            self._identify(connection, data if isinstance(data, dict) else {})
        elif op == RESUME:
            self._resume(connection, data if isinstance(data, dict) else {})
        elif connection.session is None:
            raise _Close(4003, "Not authenticated.")
        else:
            raise _Close(4001, "Unknown opcode.")

    def _identify(self, connection: Connection, data: JSON) -> None:
        if connection.session is not None:
            raise _Close(4005, "Already authenticated.")
        if not self.accepts(str(data.get("token", ""))):
            raise _Close(4004, "Authentication failed.")
        try:
            shard = read_shard(data.get("shard"))
        except ValueError:
            raise _Close(4010, "Invalid shard.") from None
        intents = data.get("intents")
        if not isinstance(intents, int) or intents < 0:
            raise _Close(4013, "Invalid intent(s).")
        if intents & ~GUILDS:
            raise _Close(4014, "Disallowed intent(s).")
        guilds = [each for each in self.world.guilds.values() if self._is_in(each.id) and shard.hears(each.id)]
        if len(guilds) > LARGEST:
            raise _Close(4011, "Sharding required.")
        if not self.starts.take(shard):
            self._invalidate(connection)
            return
        session = Session(shard)
        self.sessions[session.id] = session
        self._attach(connection, session)
        ready: JSON = {
            "v": 10,
            "user": wire.me(self.world.bot),
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": self.world.bot.id, "flags": 0},
        }
        if data.get("shard") is not None:
            ready["shard"] = [shard.id, shard.count]
        self._dispatch(session, "READY", ready)
        for guild in guilds:
            self._dispatch(session, "GUILD_CREATE", wire.gateway_guild(self.world, guild))
        self.world.tell(Event("BOT_STATUS", dict))

    def _resume(self, connection: Connection, data: JSON) -> None:
        if connection.session is not None:
            raise _Close(4005, "Already authenticated.")
        if not self.accepts(str(data.get("token", ""))):
            raise _Close(4004, "Authentication failed.")
        session = self.sessions.get(str(data.get("session_id")))
        after = data.get("seq")
        if session is None or not isinstance(after, int):
            self._invalidate(connection)
            return
        if after > session.sequence:
            raise _Close(4007, "Invalid seq.")
        if session.backlog and after + 1 < session.backlog[0][0]:
            self._invalidate(connection)
            return
        self._attach(connection, session)
        for sequence, payload in session.backlog:
            if sequence > after:
                connection.send(payload)
        session.dispatch("RESUMED", {})
        self.world.tell(Event("BOT_STATUS", dict))

    def _invalidate(self, connection: Connection, *, resumable: bool = False) -> None:
        connection.send({"op": INVALID_SESSION, "s": None, "t": None, "d": resumable})

    def _attach(self, connection: Connection, session: Session) -> None:
        self.trust(connection.transport)
        if session.connection is not None:
            session.connection.session = None
        connection.session = session
        session.connection = connection

    # Disturbances, for tests

    async def _disturb(self, what: str, resumable: bool, shard: Shard | None) -> None:
        """Disturb all connections, or those of a shard."""
        for connection in tuple(self._connections):
            if shard is not None and (connection.session is None or connection.session.shard != shard):
                continue
            if what == "drop":
                self._leave(connection)
                if connection.transport is not None:
                    connection.transport.abort()
            elif what == "reconnect":
                connection.send({"op": RECONNECT, "s": None, "t": None, "d": None})
            else:
                if not resumable and connection.session is not None:
                    self.sessions.pop(connection.session.id, None)
                self._invalidate(connection, resumable=resumable)
