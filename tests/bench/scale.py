"""Orders that one, two and four processes take on one server, at many busy tables.

Processor time is that of the bots and the server together. The bots draw nothing, because pictures would hide the
price of working together. At each number of games the same orders are typed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from bot.kernel.game import answer, verb
from bot.kernel.secret import Seat
from bot.local import Channel, Interaction, Person
from bot.local.home import LocalDiscord
from bot.store.games import Games
from bot.store.opening import open_database
from bot.store.server import Server
from tests.bench.rows import Row, percentile
from tests.bench.tables import processor
from tests.bench.wire import resident, typed
from tests.chat.evening import DONE
from tests.many.crowd import UNSURE
from tests.many.fleet import Served
from tests.many.planting import plant, several
from tests.match import Match, random_action
from tests.postgres import MISSING, Cluster, programs

PROCESSES = (1, 2, 4)
SHARDS, GUILDS = 8, 40
RATE = 10.0
"""Orders a second at all tables together."""
PATIENCE = 120.0
SETTLED = 8.0
"""Seconds after which processes that have come together exchange no more shards."""
LEAST = 0.85
"""The orders a processor second of several processes, as a share of those of one."""
UNDRAWN = """
import runpy
import render
from tests.crash import grey
render.paint = grey
runpy.run_module("bot", run_name="__main__")
"""
"""The program, which draws nothing."""


class Scale:
    """The numbers of open games, and seconds; command-line options change them."""

    games: Sequence[int] = (50, 200)
    seconds = 40.0


class Taken(NamedTuple):
    """The measurements of a load."""

    orders: int
    processor: float
    acknowledged: list[float]
    """Milliseconds."""
    memory: float
    """MiB that all processes have gained."""
    refused: list[str]


class Table:
    """A game in a channel with its people; the dice fall alike here and in the bot."""

    def __init__(self, match: Match, place: Channel, people: dict[Seat, Person], seed: int) -> None:
        self.match = match
        self.place = place
        self.people = people
        self.rnd = Random(seed)
        self.acknowledged: list[float] = []
        self.refused: list[str] = []

    async def play(self, pause: float, end: float) -> None:
        """Give orders until a moment, with pauses of this average."""
        await asyncio.sleep(self.rnd.uniform(0, pause))
        while time.monotonic() < end and not self.match.over:
            await self._order()
            await asyncio.sleep(min(self.rnd.uniform(0.5, 1.5) * pause, end - time.monotonic()))

    async def _order(self) -> None:
        """Type a random order of a player in turn, and wait for its answer."""
        match = self.match
        seat = self.rnd.choice(match.asked)
        action = random_action(match.game, match.seen(seat), self.rnd)
        options = typed(match.game, match.seen(seat), action)
        person, command = self.people[seat], f"{match.game.key} {verb(type(action))}"
        began = time.perf_counter()
        said = await (await person.slash(self.place, command, **options)).answered(PATIENCE)
        self.acknowledged.append((time.perf_counter() - began) * 1000)
        text = await self._confirmed(person, said)
        if not text.startswith(DONE):
            self.refused.append(f"{match.game.key}: {text}")
        assert match.act(seat, action) is None
        go_on(match)

    async def _confirmed(self, person: Person, said: Interaction) -> str:
        await said.done(PATIENCE)
        if said.replies and UNSURE in said.replies[0].labels and not said.replies[0].content.startswith(DONE):
            said = await (await person.click(said.replies[0], UNSURE)).done(PATIENCE)
        message = said.replies[0] if said.replies else said.message
        return message.content if message is not None else str(said.failed)


def go_on(match: Match) -> None:
    """Give the forced answers, as the bot does."""
    while not match.over and (more := answer(match.game, match.state, ())) is not None:
        seat, by, action = more
        assert match.act(seat, action, by) is None


async def tables(local: LocalDiscord, server: Server, games: int) -> list[Table]:
    """Begin games of all titles in channels of all servers."""
    database = await open_database(server)
    guilds = [local.world.add_guild(f"Club {n}", str(n << 22)) for n in range(1, GUILDS + 1)]
    found = list[Table]()
    for number, (_, match) in enumerate(several(games), 1):
        guild = guilds[number % GUILDS]
        place = local.channel(f"game-{number}", guild=guild)
        people = {seat: local.person(f"Player {number} {seat}") for seat in match.seats}
        for person in people.values():
            local.world.join(guild, person.user)
        if not match.over:
            seated: dict[Seat, int | None] = {seat: int(each.id) for seat, each in people.items()}
            await plant(Games(database), match, int(guild.id), int(place.id), seated, number)
            found.append(Table(match, place, people, number))
    await database.close()
    return found


@contextlib.asynccontextmanager
async def bots(local: LocalDiscord, server: Server, number: int, folder: Path) -> AsyncIterator[list[int]]:
    """Run bots, and yield their processes when all shards are served."""
    environment = {
        **os.environ, "DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url, "FIELDPOST_PAINTERS": "0",
        "FIELDPOST_DB": server.address, "FIELDPOST_SHARDS": str(SHARDS), "PYTHONPATH": str(Path.cwd()),
    }  # fmt: skip
    running = []
    for n in range(number):
        (own := folder / f"bot-{number}-{n}").mkdir()
        with (own / "log").open("wb") as log:
            running.append(
                await asyncio.create_subprocess_exec(
                    sys.executable, "-c", UNDRAWN, env=environment, cwd=own, stderr=log
                )
            )
    try:
        await _divided(local, running)
        yield [each.pid for each in running]
    finally:
        for each in running:
            with contextlib.suppress(ProcessLookupError):
                each.terminate()
        await asyncio.gather(*(each.wait() for each in running))


async def _divided(local: LocalDiscord, running: Sequence[asyncio.subprocess.Process]) -> None:
    """Wait until all shards are served, and have not changed hands for a while."""
    served, before, since = Served(local, SHARDS), frozenset[str](), time.monotonic()
    async with asyncio.timeout(PATIENCE):
        while time.monotonic() - since < SETTLED:
            assert all(each.returncode is None for each in running), "a bot has ended"
            sessions = local.site.gateway.sessions.values()
            now = frozenset(each.id for each in sessions if each.connection is not None)
            if now != before or not served.complete:
                before, since = now, time.monotonic()
            await asyncio.sleep(0.05)


async def _load(cluster: Cluster, server: Server, games: int, number: int, folder: Path) -> Taken:
    local = LocalDiscord(recording=False, ack_seconds=PATIENCE, identify_seconds=0.0)
    local.site.gateway.starts.max_concurrency = SHARDS
    await local.start()
    try:
        playing = await tables(local, server, games)
        async with bots(local, server, number, folder) as running:
            processes = [*running, cluster.process]
            before = sum(map(processor, processes))
            memory = sum(map(resident, running))
            end, pause = time.monotonic() + Scale.seconds, games / RATE
            await asyncio.gather(*(table.play(pause, end) for table in playing))
            spent = sum(map(processor, processes)) - before
            memory = sum(map(resident, running)) - memory
    finally:
        await local.stop()
    acknowledged = [each for table in playing for each in table.acknowledged]
    refused = [each for table in playing for each in table.refused]
    return Taken(len(acknowledged), spent, acknowledged, memory, refused)


def scale() -> Iterator[Row]:
    """Orders a processor second, acknowledgements and memory of several processes."""
    assert programs() is not None, MISSING
    cluster = Cluster()
    try:
        for games in Scale.games:
            yield from _rows(cluster, games)
    finally:
        cluster.remove()


def _rows(cluster: Cluster, games: int) -> Iterator[Row]:
    one = 0.0
    for number in PROCESSES:
        with tempfile.TemporaryDirectory() as folder, cluster.ready() as server:
            taken = asyncio.run(_load(cluster, server, games, number, Path(folder)))
        name = f"{games} games, {number} {'process' if number == 1 else 'processes'}"
        rate = taken.orders / taken.processor
        one = one or rate
        floor = None if number == 1 else one
        yield Row(f"{name}: orders a processor second, of {taken.orders}", rate, "", floor,
                  least=None if floor is None else LEAST)  # fmt: skip
        yield Row(f"{name}: acknowledged, median", percentile(taken.acknowledged, 50), "ms")
        yield Row(f"{name}: acknowledged, p99", percentile(taken.acknowledged, 99), "ms", most=1000.0)
        yield Row(f"{name}: memory a loaded game", taken.memory * 1024 / games, "KiB")
        yield Row(f"{name}: orders that were not taken", len(taken.refused), "", most=0)
        for text in taken.refused[:3]:
            print(f"  {text!r}", flush=True)


MEASURES = (scale,)
