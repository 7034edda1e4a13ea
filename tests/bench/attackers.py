"""Attacks on a table at home: `python -m tests.bench.attackers KIND PORT`.

They run until they are stopped.

Everything goes to this machine. Each kind is bounded in what it has open or sends at a time. It runs at low
priority, since a real attacker takes no processor time from the table's machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable

import aiohttp

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half"
HOST = "127.0.0.1"
PRIORITY = 15
CHANNEL = "headquarters"


async def half_open(port: int, pause: float = 5.0) -> None:
    """Keep 1,005 endless requests open, and reopen closed ones after a pause."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(HOST, port)
                writer.write(HALF)
                await reader.read()
                writer.close()
            await asyncio.sleep(pause)

    await asyncio.gather(*(one() for _ in range(1005)))


async def half_open_at_once(port: int) -> None:
    """The same without a pause: as many new connections as the table takes."""
    await half_open(port, pause=0)


async def uploads(port: int) -> None:
    """Post 24 MiB to the answer of an interaction without its token, 20 at a time."""
    url = f"http://{HOST}:{port}/api/v10/interactions/1/x/callback"
    body = bytes(24 << 20)

    async def one(session: aiohttp.ClientSession) -> None:
        while True:
            with contextlib.suppress(aiohttp.ClientError, OSError):
                async with session.post(url, data=body) as response:
                    await response.read()
            await asyncio.sleep(0.5)

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        await asyncio.gather(*(one(session) for _ in range(20)))


async def readers(port: int) -> None:
    """Fetch the page's largest file over 60 connections as fast as it goes."""
    url = f"http://{HOST}:{port}/page/stream.js"

    async def one(session: aiohttp.ClientSession) -> None:
        while True:
            with contextlib.suppress(aiohttp.ClientError, OSError):
                async with session.get(url) as response:
                    await response.read()

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        await asyncio.gather(*(one(session) for _ in range(60)))


async def _window(session: aiohttp.ClientSession, port: int) -> aiohttp.ClientWebSocketResponse:
    return await session.ws_connect(f"http://{HOST}:{port}/socket?as=Anna", max_msg_size=0)


async def deaf(port: int) -> None:
    """Ask for all messages 3,000 times over an unread socket, again after each cut."""
    async with aiohttp.ClientSession() as session:
        while True:
            with contextlib.suppress(aiohttp.ClientError, OSError):
                socket = await _window(session, port)
                await socket.receive()
                assert socket._response.connection is not None
                assert socket._response.connection.transport is not None
                socket._response.connection.transport.pause_reading()
                for n in range(3000):
                    await socket.send_json({"ask": f"{n}", "do": "messages", "channel": CHANNEL})
                await asyncio.sleep(5)
                await socket.close()
            await asyncio.sleep(0.5)


async def autocompletes(port: int) -> None:
    """Ask the bot for choices 1,000 times at once, and again after the answers."""
    details = {"channel": CHANNEL, "command": "tide fire", "focused": "unit", "options": {"unit": "s"}}
    async with aiohttp.ClientSession() as session:
        socket = await _window(session, port)
        while True:
            for n in range(1000):
                await socket.send_json({"ask": f"{n}", "do": "autocomplete", **details})
            answered = 0
            while answered < 1000:
                answered += "answer" in await socket.receive_json()


async def hasty(port: int) -> None:
    """Give the same command over 16 windows as fast as it goes."""
    async with aiohttp.ClientSession() as session:

        async def one() -> None:
            socket = await _window(session, port)
            while True:
                await socket.send_json(
                    {"ask": "x", "do": "slash", "channel": CHANNEL, "command": "game board", "options": {}}
                )
                while "answer" not in await socket.receive_json():
                    pass

        await asyncio.gather(*(one() for _ in range(16)))


KINDS: dict[str, Callable[[int], Awaitable[None]]] = {
    each.__name__: each for each in (half_open, half_open_at_once, uploads, readers, deaf, autocompletes, hasty)
}


async def _main(kind: str, port: str) -> None:
    os.nice(PRIORITY)
    print("begins", flush=True)
    await KINDS[kind](int(port))


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
