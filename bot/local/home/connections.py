"""Limits on connections: the number that is open, and the time for a request.

A connection is untrusted until a request over it has proved a right to be here: the bot's token, or a person's
window. If there is no room for a new connection, an untrusted connection is closed. The oldest without a request
goes first, then the connection that has been silent longest.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections import defaultdict
from collections.abc import Callable
from typing import Final

_MOST: Final = 512
_MOST_EACH: Final = 64
_MOST_HERE: Final = 256
"""Connections from this machine, the bot's included."""
_HEAD_SECONDS: Final = 10.0
"""Seconds in which a new connection must have sent the head of a request."""
_UNREAD_SECONDS: Final = 10.0
"""Seconds in which an untrusted client must read part of its response."""
_SWEEP_SECONDS: Final = 1.0
_PAUSE_SECONDS: Final = 0.002
"""Seconds between new connections."""

Factory = Callable[[], asyncio.Protocol]


class Connection(asyncio.Protocol):
    """A connection, counted until it is lost.

    The protocol of the web server does everything else.
    """

    def __init__(self, connections: Connections, server: Factory) -> None:
        self._connections = connections
        self._server = server
        self._inner: asyncio.Protocol | None = None
        self.transport: asyncio.Transport | None = None
        self.address = ""
        self.began = 0.0
        self.unread = (0, 0.0)
        """The unread bytes of a response, and the time when they last became fewer."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, and pass it to the web server."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self.began = asyncio.get_running_loop().time()
        if self._connections.admit(self):
            self._inner = self._server()
            self._inner.connection_made(transport)
        else:
            transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Remove it from the count."""
        self._connections.drop(self)
        if self._inner is not None:
            self._inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Pass on received data."""
        if self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on the end of the data."""
        return self._inner.eof_received() if self._inner is not None else None

    def pause_writing(self) -> None:
        """Pass on that the client does not read."""
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the client reads again."""
        if self._inner is not None:
            self._inner.resume_writing()

    def is_stuck(self, moment: float) -> bool:
        """Return whether the client has read nothing of a response for too long."""
        waiting = self.transport.get_write_buffer_size() if self.transport is not None else 0
        before, _ = self.unread
        if not waiting or not before or waiting < before:
            self.unread = (waiting, moment)
        return bool(waiting) and moment - self.unread[1] >= _UNREAD_SECONDS


class Group:
    """The connections of an address, or all; untrusted ones in the order of closing."""

    def __init__(self) -> None:
        self.count = 0
        self.silent: dict[Connection, None] = {}
        self.heard: dict[Connection, None] = {}

    def add(self, connection: Connection) -> None:
        """Count a new connection without a request."""
        self.count += 1
        self.silent[connection] = None

    def hear(self, connection: Connection) -> None:
        """Move an untrusted connection behind those that have been silent longer."""
        if self.silent.pop(connection, connection) is None or self.heard.pop(connection, connection) is None:
            self.heard[connection] = None

    def trust(self, connection: Connection) -> None:
        """Exempt a connection from closing to make room."""
        self.silent.pop(connection, None)
        self.heard.pop(connection, None)

    def drop(self, connection: Connection) -> None:
        """Remove a connection from the count."""
        self.count -= 1
        self.trust(connection)

    @property
    def first(self) -> Connection | None:
        """The first connection to close to make room."""
        return next(iter(self.silent), None) or next(iter(self.heard), None)


class Connections:
    """All open connections."""

    def __init__(self) -> None:
        self.most = min(_MOST, _descriptors() // 2)
        self.open: dict[asyncio.BaseTransport, Connection] = {}
        self._all = Group()
        self._from: defaultdict[str, Group] = defaultdict(Group)
        self._sweeping: asyncio.TimerHandle | None = None

    async def accept(self, listening: socket.socket, server: Factory) -> None:
        """Accept connections to a web server until cancelled, and close the socket.

        A pause after each leaves the table its time, however many there are.
        """
        loop = asyncio.get_running_loop()
        with listening:
            while True:
                try:
                    accepted, _ = await loop.sock_accept(listening)
                    await loop.connect_accepted_socket(lambda: Connection(self, server), accepted)
                except ConnectionError:  # The client has left.
                    pass
                except OSError:  # No descriptors are left.
                    await asyncio.sleep(_SWEEP_SECONDS)
                await asyncio.sleep(_PAUSE_SECONDS)

    def admit(self, new: Connection) -> bool:
        """Count a new connection; if there are too many, close an untrusted one.

        Returns false if there is no room.
        """
        assert new.transport is not None
        for group, most in ((self._from[new.address], _most_from(new.address)), (self._all, self.most)):
            if group.count >= most:
                if group.first is None:
                    return False
                self._end(group.first)
        self.open[new.transport] = new
        for group in (self._from[new.address], self._all):
            group.add(new)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._sweep)
        return True

    def drop(self, connection: Connection) -> None:
        """Remove a connection from the count."""
        if self.open.pop(connection.transport, None) is None:  # type: ignore[arg-type]
            return
        for group in (self._from[connection.address], self._all):
            group.drop(connection)
        if not self._from[connection.address].count:
            del self._from[connection.address]

    def hear(self, transport: asyncio.BaseTransport | None) -> None:
        """Record a request over a connection."""
        if transport in self.open:
            connection = self.open[transport]
            for group in (self._from[connection.address], self._all):
                group.hear(connection)

    def trust(self, transport: asyncio.BaseTransport | None) -> None:
        """Record that a request over a connection has proved a right to be here."""
        if transport in self.open:
            connection = self.open[transport]
            for group in (self._from[connection.address], self._all):
                group.trust(connection)

    def is_known(self, transport: asyncio.BaseTransport | None) -> bool:
        """Return whether a request over a connection has proved a right to be here."""
        connection = self.open.get(transport) if transport is not None else None
        return connection is not None and connection not in self._all.silent and connection not in self._all.heard

    def close(self) -> None:
        """Stop the sweeps."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            self._sweeping = None

    def _end(self, connection: Connection) -> None:
        self.drop(connection)
        if connection.transport is not None:
            connection.transport.abort()

    def _sweep(self) -> None:
        """Close untrusted connections that send no request or read no response."""
        loop = asyncio.get_running_loop()
        overdue = (each for each in self._all.silent if loop.time() - each.began >= _HEAD_SECONDS)
        stuck = (each for each in self._all.heard if each.is_stuck(loop.time()))
        for each in (*overdue, *stuck):
            self._end(each)
        self._sweeping = loop.call_later(_SWEEP_SECONDS, self._sweep) if self.open else None


def _most_from(address: str) -> int:
    """Return the most connections from an address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return _MOST_EACH
    inner = getattr(found, "ipv4_mapped", None) or found
    return _MOST_HERE if inner.is_loopback else _MOST_EACH


def _descriptors() -> int:
    """Return the most files and connections that this process may have open."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return 2 * _MOST
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2 * _MOST if soft == resource.RLIM_INFINITY else soft
