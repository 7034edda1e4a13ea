"""The start of a bot with ten thousand idle games, on both engines.

A quarter of the games are against the computer, and a tenth are lobbies. Nobody does anything in them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import aiohttp
import msgspec

from bot.kit.codec import encode
from bot.local import Channel, NotPossible, Person
from bot.local.home import LocalDiscord
from bot.store import sql, waits
from bot.store.database import Database, Transaction
from bot.store.games import SeatRecord
from bot.store.opening import open_database
from bot.store.server import Server
from bot.store.waits import now
from bot.titles import titles
from tests.bench.rows import Row
from tests.bench.tables import processor
from tests.bench.wire import resident
from tests.chat.evening import until
from tests.many.planting import several
from tests.match import Match
from tests.postgres import Cluster, programs
from tests.program import free_port

GAMES = 10_000
GUILDS = 100
SHARDS = 4
KINDS = 20
"""The number of different games among them."""
AFTERWARDS = 15.0
"""Seconds after which the loaded games are counted."""
PATIENCE = 300.0


class Started(NamedTuple):
    """Seconds until answers, and processor seconds, games and MiB a while later."""

    acknowledged: float
    ordered: float
    processor: float
    loaded: float
    memory: float


async def fill(
    database: Database, matches: list[Match], places: Sequence[Channel], people: tuple[int, int]
) -> None:
    """Store idle games, each in its channel; these people play the last of them."""

    def work(transaction: Transaction) -> None:
        for n in range(GAMES):
            match, last = matches[n % len(matches)], n == GAMES - 1
            lobby, computer = n % 10 == 5, n % 4 == 0
            [row] = transaction.rows(
                sql.add_game, title=match.game.key, scenario=match.scenario, options="{}", seed=match.seed,
                guild=int(places[n].guild_id or 0), channel=int(places[n].id),
                host=people[0] if last else 10 * n,
            )  # fmt: skip
            game = row["id"]
            transaction.run(sql.set_status, game=game, status="lobby" if lobby else "live")
            asked = match.asked
            for place, seat in enumerate(match.seats):
                idle = computer and seat not in asked and not last
                person = None if idle or (lobby and place) else people[place] if last else 10 * n + place
                record = SeatRecord(seat, person, computer=idle, agreed=idle or person is not None)
                transaction.run(sql.add_seat, game=game, place=place, **msgspec.structs.asdict(record))
            if not lobby:
                lines = [{"game": game, "n": i, "line": line} for i, line in enumerate(_lines(match))]
                transaction.run_all(sql.add_entry, lines)
                waits.note(transaction, game, asked)
            transaction.run(sql.note_move, game=game, now=now())

    await database.write(work)


def _lines(match: Match) -> list[str]:
    return [encode(entry).decode() for entry in match.log]


async def _started(place: Path | Server) -> Started:
    local = LocalDiscord(recording=False, identify_seconds=0.0)
    local.site.gateway.starts.max_concurrency = SHARDS
    guilds = [local.world.add_guild(f"Club {n}", str(n << 22)) for n in range(1, GUILDS + 1)]
    channels = [local.channel(f"game-{n}", guild=guilds[n % GUILDS]) for n in range(GAMES)]
    anna, boris = local.person("Anna"), local.person("Boris")
    for person in (anna, boris):
        local.world.join(guilds[-1], person.user)
    two = [match for _, match in several(10 * KINDS) if len(match.seats) == 2 and not match.over][:KINDS]
    two[(GAMES - 1) % len(two)] = Match(titles()["tide"], "first", {}, bytes(32), {})
    database = await open_database(place)
    try:
        await fill(database, two, channels, (int(anna.id), int(boris.id)))
    finally:
        await database.close()
    await local.start()
    port = free_port()
    environment = {
        **os.environ, "DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url, "FIELDPOST_METRICS": port,
        "FIELDPOST_SHARDS": str(SHARDS),
        "FIELDPOST_DB": str(place) if isinstance(place, Path) else place.address,
    }  # fmt: skip
    began = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=environment, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        sessions = local.site.gateway.sessions
        await until(lambda: sum(each.connection is not None for each in sessions.values()) == SHARDS)
        acknowledged = await _answered(anna, local.channel("elsewhere"), "game help") - began
        ordered = await _answered(anna, channels[-1], "game status") - began
        await asyncio.sleep(max(0.0, began + AFTERWARDS - time.monotonic()))
        loaded = await _loaded(port)
        return Started(acknowledged, ordered, processor(process.pid), loaded, resident(process.pid))
    finally:
        process.terminate()
        await process.wait()
        await local.stop()


async def _answered(person: Person, place: Channel, command: str) -> float:
    """Return the moment at which a command is acknowledged, as soon as there is a bot."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(NotPossible):
                said = await (await person.slash(place, command)).answered(PATIENCE)
                if not said.failed:
                    return time.monotonic()
            await asyncio.sleep(0.02)


async def _loaded(port: str) -> float:
    async with aiohttp.ClientSession() as browser, browser.get(f"http://127.0.0.1:{port}/metrics") as answer:
        found = re.search(r"^fieldpost_loaded_games (\S+)", await answer.text(), re.M)
    assert found is not None
    return float(found[1])


@contextlib.contextmanager
def _places() -> Iterator[list[Path | Server]]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, contextlib.ExitStack() as stack:
        found: list[Path | Server] = [Path(folder) / "games.db"]
        if programs() is not None:
            cluster = Cluster()
            stack.callback(cluster.remove)
            found.append(stack.enter_context(cluster.ready()))
        yield found


def idle() -> Iterator[Row]:
    """Seconds until the first acknowledgement, and the loaded games."""
    with _places() as places:
        for place in places:
            engine = "SQLite" if isinstance(place, Path) else "PostgreSQL"
            started = asyncio.run(_started(place))
            name = f"{GAMES:,} idle games on {engine}"
            yield Row(f"{name}: start to first acknowledgement", started.acknowledged, "s", most=5.0)
            yield Row(f"{name}: start to an answer in one of them", started.ordered, "s", most=5.0)
            yield Row(f"{name}: processor in {AFTERWARDS:.0f} s", started.processor, "s")
            yield Row(f"{name}: games loaded then", started.loaded, "", most=20)
            yield Row(f"{name}: memory then", started.memory, "MiB")


MEASURES = (idle,)
