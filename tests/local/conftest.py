"""A local Discord for each test, and discord.py pointed at it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.local import LocalDiscord, Person
from tests.local.tiny import Tiny


@contextlib.contextmanager
def pointed_at(local: LocalDiscord) -> Iterator[None]:
    """Let discord.py in this process take `local` for Discord."""
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE = local.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(local.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway


@contextlib.asynccontextmanager
async def running(client: Tiny, local: LocalDiscord) -> AsyncIterator[Tiny]:
    """`client` logged in and ready, until the end of the block."""
    task = asyncio.create_task(client.start(local.token))
    ready = asyncio.create_task(client.ready.wait())
    try:
        done, _ = await asyncio.wait({task, ready}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
        if task in done:
            await task
        assert ready in done, "The bot did not become ready."
        yield client
    finally:
        ready.cancel()
        await client.close()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, discord.DiscordException):
            await task


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord()
    await server.start()
    with pointed_at(server):
        yield server
    await server.stop()


@pytest.fixture
async def tiny(local: LocalDiscord) -> AsyncIterator[Tiny]:
    async with running(Tiny(), local) as client:
        yield client


@pytest.fixture
def anna(local: LocalDiscord) -> Person:
    return local.person("Anna")


@pytest.fixture
def viktor(local: LocalDiscord) -> Person:
    return local.person("Viktor")
