"""Running the bot: which API it talks to, and what it does when that cannot be reached."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.chat import suggestions
from bot.chat.client import BotClient
from bot.chat.commands.game import GameCommands
from bot.chat.desk.order_text import AnyGame
from bot.chat.handlers import presses
from bot.store.games import Games

log = logging.getLogger(__name__)

BEAT = 15
"""Seconds between two signs of life."""
DELAYS = (1, 2, 5, 15, 60)
"""Seconds between attempts to reach the API, the last for ever after."""


class NotDiscord(Exception):
    """What answers at an address is no API like Discord's. The message is one line for the host."""


def furnished(games: Games, titles: dict[str, AnyGame]) -> BotClient:
    """Return a bot with all its commands and buttons."""
    client = BotClient(games, titles)
    client.furnish(GameCommands(client), presses(client), suggestions.games)
    return client


async def run_bot(client: BotClient, token: str, api: str = "", pulse: Path | None = None) -> None:
    """Run the bot until it is closed. An API that cannot be reached is tried again, with growing pauses.

    While it is connected it touches the file `pulse`, for health checks. Raises
    `discord.LoginFailure` for a token that the API does not accept, `NotDiscord` for another kind of API.
    """
    if api:
        await _point_at(api, token)
    async with client:
        await _patiently(lambda: client.login(token))
        beating = asyncio.create_task(_beat(client, pulse)) if pulse is not None else None
        try:
            await client.connect(reconnect=True)
        finally:
            if beating is not None:
                beating.cancel()


async def run_until(
    stop: asyncio.Event, client: BotClient, token: str, api: str = "", pulse: Path | None = None
) -> None:
    """Run the bot as `run_bot` does until it is told to stop; what it has acknowledged it finishes before."""
    serving = asyncio.create_task(run_bot(client, token, api, pulse))
    waiting = asyncio.create_task(stop.wait())
    await asyncio.wait((serving, waiting), return_when=asyncio.FIRST_COMPLETED)
    if not serving.done():
        await client.finish()
        serving.cancel()
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await serving


async def _beat(client: BotClient, pulse: Path) -> None:
    """Touch a file while the client is connected; it goes with the bot."""
    try:
        await client.wait_until_ready()
        while True:
            if client.is_ready() and not client.is_closed():
                await asyncio.to_thread(pulse.touch)
            await asyncio.sleep(BEAT)
    finally:
        _forget(pulse)


def _forget(pulse: Path) -> None:
    pulse.unlink(missing_ok=True)


async def _point_at(api: str, token: str) -> None:
    """Use another API than Discord's. discord.py has no option for it; these two attributes are its own."""
    Route.BASE = api
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session:

        async def ask() -> None:
            async with session.get(f"{api}/gateway/bot") as answer:
                if answer.status == 401:
                    raise discord.LoginFailure("the token is not accepted")
                if answer.status < 500 and answer.status != 429:
                    DiscordWebSocket.DEFAULT_GATEWAY = await _gateway(answer)
                answer.raise_for_status()

        await _patiently(ask)


async def _gateway(answer: aiohttp.ClientResponse) -> URL:
    """Read the address of a gateway. Raises `NotDiscord`."""
    try:
        return URL((await answer.json(content_type=None))["url"])
    except (ValueError, TypeError, KeyError) as error:
        raise NotDiscord(f"{answer.url} answers {answer.status}, and not as Discord does") from error


async def _patiently(attempt: Callable[[], Awaitable[None]]) -> None:
    for failures in count():
        try:
            await attempt()
            return
        except (TimeoutError, aiohttp.ClientError, OSError, discord.DiscordServerError) as error:
            delay = DELAYS[min(failures, len(DELAYS) - 1)]
            log.warning("the API cannot be reached (%s); trying again in %s s", error, delay)
            await asyncio.sleep(delay)
