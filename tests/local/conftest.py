"""A local Discord for each test, and discord.py pointed at it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, TypeVar

import aiohttp
import discord
import msgspec
import pytest
import pytest_asyncio
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from playwright.async_api import Browser, async_playwright, expect

from bot.local import Person
from bot.local.home import LocalDiscord
from tests.local.tiny import Tiny

Client = TypeVar("Client", bound=Tiny)
PATIENCE = 180.0
"""Seconds that a test waits for anything, on a machine that has much else to do."""
expect.set_options(timeout=1000 * PATIENCE)
ELSEWHERE = "elsewhere.test"
"""The name of a web site of others; the browser finds it on this machine."""
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SPARED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
"""Features of Chromium that no test needs.

The first two are pages of its own in each window, which take as long as ours. Playwright leaves out the others,
but only the last list counts.
"""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(SPARED)}",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
]


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
async def running(client: Client, local: LocalDiscord) -> AsyncIterator[Client]:
    """`client` logged in and ready, until the end of the block."""
    task = asyncio.create_task(client.start(local.token))
    ready = asyncio.create_task(client.ready.wait())
    try:
        done, _ = await asyncio.wait({task, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
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


async def eventually(condition: Callable[[], object]) -> None:
    """Wait until `condition` is true, for silent events in the bot."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.01)


class Api:
    """A bare HTTP client of the bot's API, for requests that discord.py never sends."""

    def __init__(self, session: aiohttp.ClientSession, local: LocalDiscord) -> None:
        self.session = session
        self.local = local

    async def call(
        self,
        method: str,
        path: str,
        json: Any = None,
        *,
        files: dict[str, bytes] | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        """Send a request as the bot; its status and JSON."""
        sent: Any = None if json is None else msgspec.json.encode(json)
        all_headers = {"Authorization": f"Bot {self.local.token}", "Content-Type": "application/json"}
        if files is not None:
            all_headers.pop("Content-Type")
            sent = aiohttp.FormData(quote_fields=False)
            sent.add_field("payload_json", msgspec.json.encode(json).decode())
            for n, (name, content) in enumerate(files.items()):
                sent.add_field(f"files[{n}]", content, filename=name)
        url = self.local.api_url + path
        async with self.session.request(method, url, data=sent, headers=all_headers | (headers or {})) as response:
            raw = await response.read()
            return response.status, msgspec.json.decode(raw) if raw else None


class Wire:
    """A bare gateway client."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, local: LocalDiscord) -> None:
        self.socket = socket
        self.local = local

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(msgspec.json.encode({"op": op, "d": data}).decode())

    async def receive(self) -> dict[str, Any]:
        payload: dict[str, Any] = msgspec.json.decode((await self.socket.receive(timeout=PATIENCE)).data)
        return payload

    async def identify(self, **more: Any) -> dict[str, Any]:
        assert (await self.receive())["op"] == 10
        await self.send(2, {"token": self.local.token, "intents": 1, "properties": {}, **more})
        return await self.receive()

    async def closed_with(self) -> int | None:
        while not self.socket.closed:
            frame = await self.socket.receive(timeout=PATIENCE)
            if frame.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
                break
        return self.socket.close_code


@pytest.fixture
def free() -> str:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


@pytest.fixture
async def api(local: LocalDiscord) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(session, local)


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord(ack_seconds=PATIENCE, identify_seconds=0.0)
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


@pytest_asyncio.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """A browser for all tests: to start it takes longer than most of them."""
    if shutil.which(CHROMIUM) is None:
        if os.environ.get("CI") or os.environ.get("FIELDPOST_CI"):
            pytest.fail(f"{CHROMIUM} is missing, and here it must not be")
        pytest.skip(f"{CHROMIUM} is not installed (Debian's package chromium)")
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        await launched.close()


@pytest.fixture
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """The browser; each test has its own windows, without the storage of others."""
    yield chromium
    for context in chromium.contexts:
        await context.close()
