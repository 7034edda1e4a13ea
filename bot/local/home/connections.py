"""Limits the connections to the table: how many are open, and how long each may take to ask for something.

A connection is a stranger's until a request over it has proved a right to be here: the bot's token, or a person's
window. If there is no room for a new connection, a stranger's is ended: first the oldest over which no request has
come, then the one that has been silent longest.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import defaultdict
from collections.abc import Callable
from typing import Final

_MOST: Final = 512
_MOST_EACH: Final = 64
_MOST_HERE: Final = 256
"""Connections from this machine: the bot's are among them."""
_HEAD_SECONDS: Final = 10.0
"""Seconds in which a new connection must have brought the head of a request."""
_UNREAD_SECONDS: Final = 10.0
"""Seconds in which a stranger must have read something of what is sent to them."""
_SWEEP_SECONDS: Final = 1.0

Factory = Callable[[], asyncio.Protocol]


class Connection(asyncio.Protocol):
    """One connection, counted until it is lost. The protocol of the web server does everything else."""

    def __init__(self, connections: Connections, server: Factory) -> None:
        self._connections = connections
        self._server = server
        self._inner: asyncio.Protocol | None = None
        self.transport: asyncio.Transport | None = None
        self.address = ""
        self.began = 0.0
        self.unread = (0, 0.0)
        """The unread bytes of an answer, and when they last became fewer."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it, and let the web server have it."""
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
        """Count it no longer."""
        self._connections.drop(self)
        if self._inner is not None:
            self._inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Hand on what has come."""
        if self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Hand on that no more comes."""
        return self._inner.eof_received() if self._inner is not None else None

    def pause_writing(self) -> None:
        """Hand on that the client does not read."""
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Hand on that the client reads again."""
        if self._inner is not None:
            self._inner.resume_writing()

    def is_stuck(self, moment: float) -> bool:
        """True if the client has read nothing of an answer for too long."""
        waiting = self.transport.get_write_buffer_size() if self.transport is not None else 0
        before, _ = self.unread
        if not waiting or not before or waiting < before:
            self.unread = (waiting, moment)
        return bool(waiting) and moment - self.unread[1] >= _UNREAD_SECONDS


class Group:
    """The connections of one address, or all: strangers' in the order in which they are ended."""

    def __init__(self) -> None:
        self.count = 0
        self.silent: dict[Connection, None] = {}
        self.heard: dict[Connection, None] = {}

    def add(self, connection: Connection) -> None:
        """Count a new connection, over which no request has come."""
        self.count += 1
        self.silent[connection] = None

    def hear(self, connection: Connection) -> None:
        """Put a stranger's connection behind those that have been silent longer."""
        if self.silent.pop(connection, connection) is None or self.heard.pop(connection, connection) is None:
            self.heard[connection] = None

    def trust(self, connection: Connection) -> None:
        """Exempt a connection from being ended to make room."""
        self.silent.pop(connection, None)
        self.heard.pop(connection, None)

    def drop(self, connection: Connection) -> None:
        """Count a connection no longer."""
        self.count -= 1
        self.trust(connection)

    @property
    def first(self) -> Connection | None:
        """The connection that is ended first to make room."""
        return next(iter(self.silent), None) or next(iter(self.heard), None)


class Connections:
    """All open connections."""

    def __init__(self) -> None:
        self.most = min(_MOST, _descriptors() // 2)
        self.open: dict[asyncio.BaseTransport, Connection] = {}
        self._all = Group()
        self._from: defaultdict[str, Group] = defaultdict(Group)
        self._sweeping: asyncio.TimerHandle | None = None

    def factory(self, server: Factory) -> Factory:
        """Return what makes the protocol of a new connection to a web server."""
        return lambda: Connection(self, server)

    def admit(self, new: Connection) -> bool:
        """Count a new connection; if there are too many, end a stranger's. False if there is no room for it."""
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
        """Count a connection no longer."""
        if self.open.pop(connection.transport, None) is None:  # type: ignore[arg-type]
            return
        for group in (self._from[connection.address], self._all):
            group.drop(connection)
        if not self._from[connection.address].count:
            del self._from[connection.address]

    def hear(self, transport: asyncio.BaseTransport | None) -> None:
        """Note that a request has come over a connection."""
        if transport in self.open:
            connection = self.open[transport]
            for group in (self._from[connection.address], self._all):
                group.hear(connection)

    def trust(self, transport: asyncio.BaseTransport | None) -> None:
        """Note that a request over a connection has proved a right to be here."""
        if transport in self.open:
            connection = self.open[transport]
            for group in (self._from[connection.address], self._all):
                group.trust(connection)

    def is_known(self, transport: asyncio.BaseTransport | None) -> bool:
        """True if a request over a connection has proved a right to be here."""
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
        """End the connections of strangers who send no request, or read no answer."""
        loop = asyncio.get_running_loop()
        overdue = (each for each in self._all.silent if loop.time() - each.began >= _HEAD_SECONDS)
        stuck = (each for each in self._all.heard if each.is_stuck(loop.time()))
        for each in (*overdue, *stuck):
            self._end(each)
        self._sweeping = loop.call_later(_SWEEP_SECONDS, self._sweep) if self.open else None


def _most_from(address: str) -> int:
    """Return how many connections one address may have."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return _MOST_EACH
    inner = getattr(found, "ipv4_mapped", None) or found
    return _MOST_HERE if inner.is_loopback else _MOST_EACH


def _descriptors() -> int:
    """Return how many files and connections this process may have open."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return 2 * _MOST
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 2 * _MOST if soft == resource.RLIM_INFINITY else soft
