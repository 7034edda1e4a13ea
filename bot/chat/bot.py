"""Running the bot: the API it uses, and retries if the API cannot be reached."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import aiohttp
import discord
from discord.http import Route

from bot.chat import suggestions
from bot.chat.client import BotClient
from bot.chat.commands import GameCommands
from bot.chat.desk.order_text import AnyGame
from bot.chat.gateway.retries import patiently
from bot.chat.gateway.starts import NotDiscord, read_gateway
from bot.chat.handlers import presses
from bot.store.games import Games
from bot.store.pulse import BEAT, beat

SOON = 0.2
"""Seconds between two looks for the connection."""


def furnished(games: Games, titles: dict[str, AnyGame], shards: int | None = None) -> BotClient:
    """Return a bot with all its commands and buttons.

    By default it has as many shards as Discord recommends.
    """
    client = BotClient(games, titles, shards=shards)
    client.furnish(GameCommands(client), presses(client), suggestions.games)
    return client


async def run_bot(client: BotClient, token: str, api: str = "", pulse: Path | None = None) -> None:
    """Run the bot until it is closed.

    Retries an API that cannot be reached, with growing pauses.

    While connected it writes the waiting work into the file `pulse`, for health checks. Raises
    `discord.LoginFailure` for a token that the API does not accept, `NotDiscord` for another kind of API, and
    `TooFewShards`.
    """
    if api:
        await _point_at(api, token)
    async with client:
        await patiently(lambda: _log_in(client, token))
        beating = asyncio.create_task(_beat(client, pulse)) if pulse is not None else None
        try:
            await client.connect()
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


async def _beat(client: BotClient, pulse: Path) -> None:
    """Touch a file while the client is connected, with the waiting work in it.

    The file is deleted when the bot stops.
    """
    try:
        while True:
            if client.connected:
                await asyncio.to_thread(beat, pulse, client.postman.stalled.summary())
            await asyncio.sleep(BEAT if client.connected else SOON)
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
                    await _check(answer)
                answer.raise_for_status()

        await patiently(ask)


async def _check(answer: aiohttp.ClientResponse) -> None:
    """Check that an answer names a gateway. Raises `NotDiscord`."""
    try:
        read_gateway(await answer.json(content_type=None))
    except (ValueError, NotDiscord) as error:
        raise NotDiscord(f"{answer.url} answers {answer.status}, and not as Discord does") from error
