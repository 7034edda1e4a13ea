"""Running the bot: in Discord, or without a token at a table at home.

The local Discord is imported only for a table at home: a bot in Discord starts quicker without it.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import discord

import render
from bot.chat.bot import furnished, run_until
from bot.chat.client import BotClient
from bot.chat.desk import activity
from bot.chat.desk.work import DRAWING
from bot.chat.gateway.sharded import Disagreement, TooFewShards
from bot.chat.gateway.starts import NotDiscord
from bot.library import document
from bot.log_redaction import RedactingFormatter
from bot.settings import Address, BadSetting, Settings, complain
from bot.signals import asked_to_leave, end_soon
from bot.store.database import Database
from bot.store.files import adopt, beside
from bot.store.games import Games
from bot.store.opening import open_database
from bot.store.places import game_places
from bot.titles import problems, titles
from render import heap

if TYPE_CHECKING:
    from bot.local.home import Played

Follow = Callable[[BotClient], None]


async def run(found: Settings, host: str, address: str | None) -> int:
    """Run until a signal, and return the exit code.

    Raises `BadSetting` for a token or address that fails.
    """
    heap.share()
    begin_log(found)
    stop = asked_to_leave()
    for problem in problems():
        logging.warning("%s", problem)
    attend_to_people()
    async with heap.trimmed(), watched(found.metrics) as follow:
        database = await open_database(found.database, alone=not found.token)
        render.settle(found.files.with_name(f".{found.files.name}.ground"))
        if render.employ(found.painters) is not None:
            DRAWING.employ(found.painters + 1)
        try:
            if found.token:
                await _in_discord(found, database, stop, follow)
            else:
                await _at_home(found, database, stop, follow, host, address)
        finally:
            render.employ(0)
            await database.close()
    if stop.is_set():
        end_soon()
    return 0


def begin_log(found: Settings) -> None:
    """Write the log to the standard error, as text or as JSON, and without secrets."""
    logging.basicConfig(level=logging.INFO)
    formatter: RedactingFormatter
    if found.log == "json":
        from bot.json_log import JsonFormatter

        formatter = JsonFormatter(secrets=found.secrets)
        activity.follow()
    else:
        formatter = RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s", found.secrets)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(formatter)
        if found.log == "text":
            handler.addFilter(activity.is_event)
    logging.getLogger("discord.client").setLevel(logging.ERROR)


@asynccontextmanager
async def watched(address: Address | None) -> AsyncIterator[Follow]:
    """Serve `/health` and `/metrics` at an address, if there is one.

    Yields a function that takes the client to report about. Raises `BadSetting` if the address cannot be used.
    """
    if address is None:
        yield lambda client: None
        return
    from bot.operate import Watch

    watch = Watch()
    await watch.start(address)
    try:
        yield watch.follow
    finally:
        await watch.stop()


def attend_to_people() -> None:
    """Keep answers independent of worker threads and the garbage collector.

    A thread keeps the interpreter for half a millisecond instead of five. Objects from the data files are exempt
    from garbage collection, once the garbage of the start is gone.
    """
    sys.setswitchinterval(0.0005)
    gc.collect()
    gc.freeze()
    gc.enable()


async def _in_discord(found: Settings, database: Database, stop: asyncio.Event, follow: Follow) -> None:
    client = furnished(Games(database), titles(), found.shards)
    follow(client)
    try:
        await run_until(stop, client, found.token, found.api, beside(found.files, ".alive"))
    except discord.LoginFailure as error:
        raise BadSetting("DISCORD_TOKEN is not accepted; copy it again from the developer portal") from error
    except Disagreement as error:
        raise BadSetting(f"{found.database}: {error}") from error
    except TooFewShards as error:
        raise BadSetting(f"FIELDPOST_SHARDS: {error}; leave it at auto") from error
    except NotDiscord as error:
        raise BadSetting(f"DISCORD_API_URL: {error}") from error


async def _played(database: Database) -> list[Played]:
    """Return the unfinished games for the table; people are named after their seats."""
    from bot.local.home import Played

    return [
        Played(
            str(place.guild),
            str(place.channel),
            f"{place.title} {place.game}",
            {str(person): f"{seat.title()} {place.game}" for person, seat in place.people.items()},
        )
        for place in await game_places(database)
    ]


async def _at_home(
    found: Settings, database: Database, stop: asyncio.Event, follow: Follow, host: str, address: str | None
) -> None:
    """Open a table on this machine: our own Discord, with its page, and the bot in it."""
    from bot.local.home import LocalDiscord
    from bot.local.origin_check import LOOPBACK

    away = host not in LOOPBACK or address is not None
    history = history_of(found.files)
    local = LocalDiscord(
        history=history, host=host, port=found.port, address=address, secret_links=away, library=document
    )
    try:
        await local.start(await _played(database))
    except OSError as error:
        raise BadSetting(
            f"FIELDPOST_PORT: {found.port} cannot be used on {host} ({error.strerror or error})"
        ) from error
    try:
        if local.site.history.damage:
            complain(f"{history}: {local.site.history.damage_report}")
        print(f"Fieldpost is open at {local.address if away else local.url}", flush=True)
        if away:
            print("Warning: this table can be reached from other machines. A link lets in everybody who has it;")
            print("open your own, and give everybody else only theirs.")
            for n, (name, link) in enumerate(local.links.items()):
                print(f"  {name}{' (you)' if n == 0 else ''}: {link}", flush=True)
        client = furnished(Games(database), titles())
        client.postman.maps.wanted = False
        client.whole_maps = True
        follow(client)
        await run_until(stop, client, local.token, local.api_url, beside(found.files, ".alive"))
    finally:
        await local.stop()


def history_of(database: Path) -> Path:
    """Return the file with the messages of the table at home.

    Older releases named it without the suffix.
    """
    history = beside(database, ".table.db")
    former = database.with_suffix(".table.db")
    if former.is_file() and not history.exists():
        adopt(former, history, "record")
    return history
