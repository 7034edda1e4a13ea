"""People play while several bots are killed; nothing is lost or doubled.

The bots and the server are processes of their own; this process is Discord, and the people in it.
"""

from __future__ import annotations

import asyncio
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest
from msgspec import Struct

from bot.chat.desk import guard
from bot.chat.posts import posts as composing
from bot.kernel.secret import Seat
from bot.local import Interaction
from bot.local.home import LocalDiscord
from bot.store.games import Games
from bot.store.history import History
from bot.store.opening import open_database
from bot.store.server import Server
from bot.titles import titles
from tests.chat.evening import until
from tests.chat.kill import killed
from tests.chat.victim import LONGEST, Died
from tests.crash import grey
from tests.many.audit import Audited, audit
from tests.many.crowd import Given, Soldier, ask, read
from tests.many.fleet import LEAVING, Bot, Fleet
from tests.many.planting import plant, several
from tests.match import AnyGame
from tests.postgres import Cluster

T = TypeVar("T")
KINDS = ("commit", "send", "lock")
TIMES = ("before", "after")
MOMENT, STOP, BACKEND, RESTART = "", "stop", "backend", "restart"
"""A death at a random moment, an orderly end, and disturbances of the server."""
OTHERS = (STOP, BACKEND, RESTART)
"""The items of a plan that kill no bot."""
PATIENCE = 10.0
"""Seconds until a process that missed its point is killed anyway."""
LONELY = 15.0
"""The most seconds that a shard may have no process, or two."""
SETTLING = 15.0
"""Seconds after a disturbance in which answers may be missing."""
ACKNOWLEDGING = 5.0
"""Seconds until an interaction fails without an acknowledgement."""


class Plan(NamedTuple):
    """The size of a war, and its deaths in their order."""

    bots: int
    shards: int
    games: int
    guilds: int
    deaths: Sequence[str]
    thinking: float
    """Seconds that a player thinks, on average."""
    pause: float
    """The most seconds between a death, the next start, and the next death."""


def deaths(points: int, moments: int, stops: int, backends: int, restarts: int, most: int, seed: int) -> list[str]:
    """Return planned deaths and disturbances, mixed.

    `most` is the highest number of a commit or request.
    """
    rnd = Random(seed)
    planned = [f"{kind} {when} {n}" for n in range(1, most + 1) for kind in KINDS for when in TIMES]
    rnd.shuffle(planned)
    chosen = [planned[n % len(planned)] for n in range(points)]
    chosen += [MOMENT] * moments + [STOP] * stops + [BACKEND] * backends + [RESTART] * restarts
    rnd.shuffle(chosen)
    return chosen


class Report(Struct, frozen=True):
    """The deaths that were survived, and the counts of the audit."""

    kills: int
    missed: int
    points: Counter[str]
    audited: Audited
    confirmed: int
    gap: float
    overlap: float
    leaving: float
    seconds: float

    def __str__(self) -> str:
        return "\n".join([
            *killed(self.kills, self.missed, self.points),
            f"{self.audited}; {self.confirmed} orders confirmed",
            f"a shard was alone for {self.gap:.1f} s and served twice for {self.overlap:.1f} s at most; "
            f"a bot took {self.leaving:.1f} s to leave; {self.seconds:,.0f} seconds",
        ])  # fmt: skip


class War:
    """The bots, the players and the orders that were confirmed to them."""

    def __init__(self, fleet: Fleet, plan: Plan, seed: int) -> None:
        self.fleet = fleet
        self.plan = plan
        self.rnd = Random(seed)
        self.thinking = plan.thinking
        self.given: list[Given] = []
        self.planted: dict[int, int] = {}
        """The length of each game's log at the start."""
        self.soldiers: list[Soldier] = []
        self.unheard: list[str] = []
        """Interactions that were lost without any disturbance."""
        self.closing = False
        self.kills = self.missed = 0
        self.leaving = 0.0

    async def alive(self, what: Awaitable[T]) -> T:
        """Wait for something that a bot does. Raises `Died`."""
        return await self.fleet.alive(what)

    def is_disturbed(self) -> bool:
        """Return whether there was a disturbance a short while ago."""
        return time.monotonic() - self.fleet.disturbed_at < SETTLING

    def note_unheard(self, interaction: Interaction) -> None:
        """Note an interaction that no bot has acknowledged."""
        if not self.is_disturbed():
            self.unheard.append(f"{interaction.metadata.name or interaction.kind} of {interaction.user.name}")

    async def history(self, game: int, title: AnyGame) -> History[Any, Any, Any]:
        """Read the log of a game. Raises `Died`."""
        return await read(self.fleet.server.address, game)

    async def status(self, game: int) -> str:
        """Return the status of a game. Raises `Died`."""
        [[row]] = await ask(self.fleet.server.address, ("SELECT status FROM games WHERE id = $1", game))
        return str(row[0])

    async def plant(self) -> None:
        """Begin the games in channels of all guilds, before any bot comes."""
        local, database = self.fleet.local, await open_database(self.fleet.server, alone=False)
        guilds = [local.world.add_guild(f"Club {n}", str(n << 22)) for n in range(1, self.plan.guilds + 1)]
        for number, (kind, match) in enumerate(several(self.plan.games), 1):
            if match.over:
                continue
            guild = guilds[number % len(guilds)]
            place = local.channel(f"game-{number}", guild=guild)
            people = {seat: local.person(f"Player {number} {seat}") for seat in match.seats}
            for person in people.values():
                local.world.join(guild, person.user)
            seated = {seat: None if seat in kind.computers else int(each.id) for seat, each in people.items()}
            game = await plant(Games(database), match, int(guild.id), int(place.id), seated, number)
            self.planted[game] = len(match.log)
            for seat, person in people.items():
                if seat not in kind.computers:
                    self.soldiers.append(Soldier(self, person, place, game, match.game, Seat(seat)))
        await database.close()

    async def wage(self) -> None:
        """Let people play while bots die, and for a while after that."""
        await self.fleet.start()
        watching = asyncio.create_task(self.fleet.served.watch())
        playing = [asyncio.create_task(each.play()) for each in self.soldiers]
        try:
            for death in self.plan.deaths:
                await self._dies(death)
                await asyncio.sleep(self.rnd.uniform(0, self.plan.pause))
                for task in playing:
                    if task.done():
                        task.result()
            await until(lambda: self.fleet.served.complete, LONGEST)
            self.closing = True
            for each in self.soldiers:
                each.person.dms_closed = False
            self.leaving = max(self.leaving, await self.fleet.roll())
            await self._go_on(playing)
        finally:
            for task in (*playing, watching):
                task.cancel()
            results = await asyncio.gather(*playing, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result
        await self._drain()
        seconds = await asyncio.gather(*(bot.leave() for bot in self.fleet.bots))
        self.leaving = max(self.leaving, *seconds)

    async def _dies(self, death: str) -> None:
        """Let a bot die and start again, or disturb the server."""
        if death in (BACKEND, RESTART):
            await self._disturb(death)
            return
        bot = self.rnd.choice(self.fleet.bots)
        if death == STOP:
            self.fleet.disturb(f"{bot} is stopped")
            self.leaving = max(self.leaving, await bot.leave())
        else:
            self.kills += 1
            if death != MOMENT:
                await self._arm(bot, death)
            bot.send(signal.SIGKILL)
            self.fleet.disturb(f"{bot} is killed", kill=True)
            await bot.gone.wait()
            self._check(bot)
        await asyncio.sleep(self.rnd.uniform(0, self.plan.pause))
        self.fleet.disturb(f"{bot} starts")
        await bot.start()

    async def _arm(self, bot: Bot, death: str) -> None:
        """Replace a bot, and wait until the new process dies at a point."""
        bot.send(signal.SIGKILL)
        await bot.gone.wait()
        self.fleet.disturb(f"{bot} is killed, and dies next {death}", kill=True)
        struck = len(bot.struck)
        await bot.start(death)
        try:
            async with asyncio.timeout(PATIENCE):
                await bot.gone.wait()
        except TimeoutError:
            pass
        self.missed += len(bot.struck) == struck

    def _check(self, bot: Bot) -> None:
        """See that a bot was killed, or could not begin because the server was away."""
        allowed = (-signal.SIGKILL, 2) if self.is_disturbed() else (-signal.SIGKILL,)
        assert bot.code in allowed, f"a bot ended with {bot.code}:\n{bot.last_words}"

    async def _disturb(self, what: str) -> None:
        """Break a connection of a bot to the server, or restart the server."""
        cluster = self.fleet.cluster
        self.fleet.disturb(f"server: {what}")
        if what == BACKEND:
            await asyncio.to_thread(cluster.run, ONE_BACKEND)
        else:
            await asyncio.to_thread(cluster.stop, self.rnd.choice((signal.SIGINT, signal.SIGQUIT)))
            await asyncio.to_thread(cluster.start)
        self.fleet.disturb(f"server: after {what}")

    async def _go_on(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Wait until each game that is not over has another entry."""
        before = {game: len(await self._patiently(game)) for game in self.planted}
        end = time.monotonic() + LONGEST
        while before:
            for task in playing:
                if task.done():
                    task.result()
            for game, length in list(before.items()):
                history = await self._patiently(game)
                if len(history) > length or await self.status(game) == "over":
                    del before[game]
            assert time.monotonic() < end, f"games do not continue: {before}"
            await asyncio.sleep(0.2)

    async def _patiently(self, game: int) -> History[Any, Any, Any]:
        while True:
            try:
                return await read(self.fleet.server.address, game)
            except Died:
                await asyncio.sleep(0.2)

    async def _drain(self) -> None:
        """Wait until all messages are sent."""
        end = time.monotonic() + LONGEST
        while True:
            [owed] = await ask(self.fleet.server.address, (OWED,))
            if not owed:
                return
            assert time.monotonic() < end, f"owed for ever: {[tuple(row) for row in owed]}"
            await asyncio.sleep(0.2)

    async def audit(self) -> Audited:
        """Compare the database with the messages and the confirmed orders."""
        assert not self.unheard, f"not acknowledged without any disturbance: {self.unheard}"
        database = await open_database(self.fleet.server, alone=False)
        try:
            with undrawn():
                return await audit(self, database)
        finally:
            await database.close()


ONE_BACKEND = """\
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'fieldpost%'
ORDER BY random() LIMIT 1
"""
OWED = """\
SELECT game, recipe, tries FROM outbox WHERE message IS NULL
UNION ALL SELECT game, 'the map', shown FROM maps JOIN bursts USING (game) WHERE shown < bursts.last
"""


@contextmanager
def undrawn() -> Iterator[None]:
    """Let this process draw nothing."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (guard, composing):
            patch.setattr(module, "paint", grey)
        yield


async def _run(plan: Plan, seed: int, cluster: Cluster, server: Server, folder: Path) -> Report:
    began = time.monotonic()
    local = LocalDiscord(recording=False, ack_seconds=ACKNOWLEDGING, identify_seconds=0.0)
    local.site.gateway.starts.max_concurrency = plan.shards
    await local.start()
    fleet = Fleet(local, cluster, server, folder, plan.bots, plan.shards)
    try:
        war = War(fleet, plan, seed)
        await war.plant()
        await war.wage()
        audited = await war.audit()
        served = fleet.served
        assert served.longest_gap < LONELY, f"a shard had no process for {served.longest_gap:.1f} s"
        assert served.longest_overlap < LONELY, f"a shard had two processes for {served.longest_overlap:.1f} s"
        assert war.leaving < LEAVING, f"a bot took {war.leaving:.1f} s to leave"
    finally:
        await fleet.close()
        await local.stop()
    points = Counter(point for bot in fleet.bots for point in bot.struck)
    return Report(
        war.kills, war.missed, points, audited, len(war.given),
        served.longest_gap, served.longest_overlap, war.leaving, time.monotonic() - began,
    )  # fmt: skip


def run(plan: Plan, seed: int = 1, folder: Path | None = None) -> Report:
    """Fight a war on a server of its own.

    Raises `AssertionError` if anything is missing or doubled.
    """
    titles()
    cluster = Cluster()
    try:
        with cluster.ready() as server, tempfile.TemporaryDirectory() as made:
            return asyncio.run(_run(plan, seed, cluster, server, folder or Path(made)))
    finally:
        cluster.remove()
