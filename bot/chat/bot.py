"""Running the bot: the API it uses, and retries if the API cannot be reached."""

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
from bot.chat.commands import GameCommands
from bot.chat.desk.order_text import AnyGame
from bot.chat.handlers import presses
from bot.chat.posts.refusals import brief, means, pause
from bot.store.games import Games
from bot.store.pulse import BEAT, beat

log = logging.getLogger(__name__)

DELAYS = (1, 2, 5, 15, 60, 300)
"""Seconds between attempts to reach the API, unless Discord asks for more.

The last one repeats.
"""
BAD_TOKEN = 4004
"""The gateway's code for a token that is no longer valid."""


class NotDiscord(Exception):
    """The server at an address has no API like Discord's.

    The message is one line for the host.
    """


def furnished(games: Games, titles: dict[str, AnyGame]) -> BotClient:
    """Return a bot with all its commands and buttons."""
    client = BotClient(games, titles)
    client.furnish(GameCommands(client), presses(client), suggestions.games)
    return client


async def run_bot(client: BotClient, token: str, api: str = "", pulse: Path | None = None) -> None:
    """Run the bot until it is closed.

    Retries an API that cannot be reached, with growing pauses.

    While connected it writes the waiting work into the file `pulse`, for health checks. Raises
    `discord.LoginFailure` for a token that the API does not accept, `NotDiscord` for another kind of API.
    """
    if api:
        await _point_at(api, token)
    logging.getLogger("discord.client").addFilter(_in_one_line)
    async with client:
        await _patiently(lambda: _log_in(client, token))
        beating = asyncio.create_task(_beat(client, pulse)) if pulse is not None else None
        try:
            await _patiently(lambda: _connect(client))
        finally:
            if beating is not None:
                beating.cancel()


async def run_until(
    stop: asyncio.Event, client: BotClient, token: str, api: str = "", pulse: Path | None = None
) -> None:
    """Run the bot as `run_bot` does until it must stop.

    It finishes acknowledged orders first.
    """
    serving = asyncio.create_task(run_bot(client, token, api, pulse))
    waiting = asyncio.create_task(stop.wait())
    await asyncio.wait((serving, waiting), return_when=asyncio.FIRST_COMPLETED)
    if not serving.done():
        await client.finish()
        serving.cancel()
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await serving


async def _log_in(client: BotClient, token: str) -> None:
    """Log in; an attempt that fails leaves no open connections behind."""
    try:
        await client.login(token)
    except BaseException:
        await client.http.close()
        client.http.connector = discord.utils.MISSING
        raise


async def _connect(client: BotClient) -> None:
    """Stay connected until the client is closed.

    Raises `discord.LoginFailure` when the token is withdrawn.
    """
    for failures in count():
        try:
            await client.connect(reconnect=True)
            return
        except discord.ConnectionClosed as error:
            if error.code == BAD_TOKEN:
                raise discord.LoginFailure("the token is no longer accepted") from error
            raise
        except AttributeError as error:
            if client.ws is not None:
                raise
            # discord.py tries to resume a session that it never had, when the first connection fails.
            await asyncio.sleep(pause(DELAYS, failures, error))


def _in_one_line(record: logging.LogRecord) -> bool:
    """Log a lost connection as one line for the host, without a library traceback."""
    if record.exc_info and record.msg.startswith("Attempting a reconnect"):
        error = record.exc_info[1]
        record.msg = f"the connection to Discord is lost ({error and brief(error)}); trying again in %.0f s"
        record.exc_info = None
    return True


async def _beat(client: BotClient, pulse: Path) -> None:
    """Touch a file while the client is connected, with the waiting work in it.

    The file is deleted when the bot stops.
    """
    try:
        await client.wait_until_ready()
        while True:
            if client.connected:
                await asyncio.to_thread(beat, pulse, client.postman.stalled.summary())
            await asyncio.sleep(BEAT)
    finally:
        _forget(pulse)


def _forget(pulse: Path) -> None:
    pulse.unlink(missing_ok=True)


async def _point_at(api: str, token: str) -> None:
    """Use another API than Discord's."""
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
    """Attempt an action until it succeeds.

    Refusals of Discord or the network are retried, with growing pauses.
    """
    for failures in count():
        try:
            await attempt()
            return
        except Exception as error:
            if means(error) is None:
                raise
            delay = pause(DELAYS, failures, error)
            log.warning("Discord cannot be reached (%s); trying again in %.0f s", brief(error), delay)
            await asyncio.sleep(delay)
