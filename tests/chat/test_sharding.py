"""A bot on several shards serves all servers, even if a shard fails."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket

from bot.chat.bot import furnished
from bot.chat.client import BotClient
from bot.chat.desk import activity
from bot.chat.gateway import retries, shard, starts
from bot.chat.gateway.sharded import Holder
from bot.chat.posts import parking
from bot.local import Channel
from bot.local.api import users
from bot.local.gateway import Gateway, _Close
from bot.local.home import LocalDiscord
from bot.local.sessions import Connection
from bot.local.shards import Shard
from bot.operate import health
from bot.store.duties import Topic
from bot.store.games import Games
from bot.store.opening import open_database
from tests.chat.evening import DONE, PATIENCE, Evening, Player, evening, until
from tests.postgres import Cluster
from tests.program import ended, running
from tests.test_leaving import PATIENT, STOPPED

MANY = 3
CLUBS = tuple(str(n << 22) for n in range(1, MANY + 1))
"""The ids of servers in shards 1, 2 and 0 of three."""


@pytest.fixture(autouse=True)
def haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody try again at once."""
    monkeypatch.setattr(retries, "DELAYS", (0.01,))
    monkeypatch.setattr(shard, "INVALID", (0.0, 0.01))
    monkeypatch.setattr(starts, "PACE", 0.0)


@pytest.fixture(params=[1, MANY])
def count(request: pytest.FixtureRequest) -> int:
    """The number of shards that Discord recommends."""
    return int(request.param)


@contextlib.contextmanager
def recommending(count: int) -> Iterator[None]:
    """Let the local Discord recommend a number of shards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(users, "recommended", lambda guilds: count)
        yield


def add_clubs(local: LocalDiscord) -> list[Channel]:
    """Return a channel in each of three servers, one in each of three shards."""
    return [local.channel("front", guild=local.world.add_guild(f"Club {id}", id)) for id in CLUBS]


@contextlib.asynccontextmanager
async def sharded(path: Path, count: int, **options: Any) -> AsyncIterator[tuple[Evening, list[Channel]]]:
    """Open an evening in three servers, with a bot on `count` connected shards."""
    with recommending(count):
        async with evening(path / "games.db", **options) as tonight:
            await tonight.leave()
            places = add_clubs(tonight.local)
            tonight.local.site.gateway.starts._used = 0
            await tonight.arrive()
            await until(lambda: tonight.client.connected)
            yield tonight, places


async def play(tonight: Evening, place: Channel) -> tuple[Any, list[Player]]:
    """Begin a game in a server."""
    guild = tonight.local.world.guilds[str(place.guild_id)]
    for name in ("Anna", "Boris"):
        tonight.local.world.join(guild, tonight.local.person(name).user)
    return await tonight.game(place, "Anna", "Boris")


def used(tonight: Evening) -> int:
    """Return the number of sessions that were started or refused."""
    return tonight.local.site.gateway.starts._used


def sessions(tonight: Evening) -> dict[Shard, bool]:
    """Return the bot's sessions, and whether each is connected."""
    return {each.shard: each.connection is not None for each in tonight.local.site.gateway.sessions.values()}


def host_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the lines of our gateway in the log."""
    return [each.getMessage() for each in caplog.records if each.name.startswith("bot.chat.gateway")]


class Barrier:
    """Keeps the bot's connections of some shards back until it is lifted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *shards: int) -> None:
        self.lifted = asyncio.Event()
        self.reached: set[int | None] = set()
        connect = DiscordWebSocket.from_client

        async def connects(client: discord.Client, **options: Any) -> DiscordWebSocket:
            if options["shard_id"] in shards and not self.lifted.is_set():
                self.reached.add(options["shard_id"])
                await self.lifted.wait()
            return await connect(client, **options)

        monkeypatch.setattr(DiscordWebSocket, "from_client", connects)


async def test_the_games_of_all_servers_are_served(tmp_path: Path, count: int) -> None:
    """Orders come through the shard of their server.

    Shard 0 brings those in direct messages.
    """
    shards: list[int] = []

    class Follower(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if isinstance(getattr(record, activity.ATTRIBUTE), activity.Acknowledged):
                shards.append(activity.SHARD.get())

    async with sharded(tmp_path, count) as (tonight, places):
        assert sessions(tonight) == {Shard(n, count): True for n in range(count)}
        assert used(tonight) == count
        assert tonight.client.shard_count == count
        assert (await health(tonight.client)).shards_connected == count
        assert tonight.local.faults.command_syncs == 1, "each process registers, not each shard"
        activity.follow()
        activity.log.addHandler(follower := Follower())
        try:
            for n, place in enumerate((tonight.local.channel("headquarters"), *places)):
                shards.clear()
                _, (anna, _) = await play(tonight, place)
                assert (await anna.types("tide stop")).content.startswith(DONE)
                await tonight.settled()
                assert "Your orders" in anna.last().labels
                assert set(shards) == {(int(str(place.guild_id)) >> 22) % count}, n
            shards.clear()
            dm = Player(anna.person, tonight.local.dm(anna.person))
            assert "game 4" in (await dm.types("game mine")).content.lower()
            assert shards == [0]
        finally:
            activity.log.removeHandler(follower)
            activity.log.setLevel(logging.NOTSET)


async def test_a_cut_shard_resumes_while_the_others_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sharded(tmp_path, MANY) as (tonight, places):
        games = [await play(tonight, place) for place in places]
        before = set(tonight.local.site.gateway.sessions)
        barrier = Barrier(monkeypatch, 1)
        await tonight.local.faults.drop_gateway(Shard(1, MANY))
        await until(lambda: barrier.reached)
        found = await health(tonight.client)
        assert (found.reason, found.shards_held, found.shards_connected) == ("not connected: shard 1", 3, 2)
        assert "2 of 3 shards connected, 3 in all processes" in str(found).splitlines()
        cut = asyncio.create_task(games[0][1][0].types("tide stop"))
        for _, (anna, _) in games[1:]:
            assert (await anna.types("tide stop")).content.startswith(DONE)
        assert not cut.done()
        barrier.lifted.set()
        assert (await cut).content.startswith(DONE), "Discord has kept it for the session"
        await until(lambda: tonight.client.connected)
        assert set(tonight.local.site.gateway.sessions) == before
        assert used(tonight) == MANY, "no session was started"
        assert (await health(tonight.client)).healthy


async def test_an_invalid_session_starts_again_alone_and_looks_after_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A channel and a server were lost while nobody heard of it."""
    async with sharded(tmp_path, MANY) as (tonight, places):
        left = tonight.local.channel("front", guild=tonight.local.world.add_guild("Left", str(4 << 22)))
        gone = tonight.local.channel("gone", guild=tonight.local.world.guilds[CLUBS[0]])
        await until(lambda: tonight.client.get_guild(4 << 22))
        (lost, _), (removed, _), *others = [await play(tonight, place) for place in (gone, left, *places)]
        barrier = Barrier(monkeypatch, 1)
        syncs = tonight.local.faults.command_syncs
        await tonight.local.faults.invalidate_session(Shard(1, MANY))
        await until(lambda: barrier.reached)
        tonight.local.world.remove_channel(gone)
        tonight.local.world.leave(tonight.local.world.guilds[str(4 << 22)], tonight.local.world.bot)
        assert (await others[1][1][0].types("tide stop")).content.startswith(DONE)
        barrier.lifted.set()
        await until(lambda: lost.record.parked and removed.record.parked)
        assert (lost.record.parked, removed.record.parked) == (parking.DELETED, parking.REMOVED)
        assert used(tonight) == MANY + 1
        assert tonight.local.faults.command_syncs == syncs
        for table, (anna, boris) in (others[0], others[2]):
            player = anna if table.seat_of(anna.id) in table.asked() else boris
            assert (await player.types("tide stop")).content.startswith(DONE)
        assert tonight.client.connected


def unreachable(monkeypatch: pytest.MonkeyPatch, away: Callable[[int], bool], tried: list[int]) -> None:
    """Let no connection of some shards arrive."""
    connect = DiscordWebSocket.from_client

    async def connects(client: discord.Client, **options: Any) -> DiscordWebSocket:
        if away(options["shard_id"]):
            tried.append(options["shard_id"])
            raise OSError("unreachable")
        return await connect(client, **options)

    monkeypatch.setattr(DiscordWebSocket, "from_client", connects)


def closing(monkeypatch: pytest.MonkeyPatch, away: Callable[[int], bool], tried: list[int]) -> None:
    """Let the gateway close each such connection."""
    identify = Gateway._identify

    def identifies(gateway: Gateway, connection: Any, data: Any) -> None:
        if away(number := data["shard"][0]):
            tried.append(number)
            raise _Close(4000, "Unknown error.")
        identify(gateway, connection, data)

    monkeypatch.setattr(Gateway, "_identify", identifies)


def refusing(monkeypatch: pytest.MonkeyPatch, away: Callable[[int], bool], tried: list[int]) -> None:
    """Let the gateway start no such session."""
    identify = Gateway._identify

    def identifies(gateway: Gateway, connection: Any, data: Any) -> None:
        if away(number := data["shard"][0]):
            tried.append(number)
            gateway._invalidate(connection)
            return
        identify(gateway, connection, data)

    monkeypatch.setattr(Gateway, "_identify", identifies)


@pytest.mark.parametrize("absence", [unreachable, closing, refusing])
@pytest.mark.parametrize("gone", [{1}, {0, 1, 2}])
async def test_a_gateway_that_is_away_at_the_start_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, gone: set[int], absence: Any
) -> None:
    """For one shard or for all, as often as it takes."""
    async with sharded(tmp_path, MANY) as (tonight, places):
        games = [await play(tonight, place) for place in places]
        await tonight.leave()
        caplog.clear()
        away, tried = set(gone), list[int]()
        absence(monkeypatch, lambda shard: shard in away, tried)
        arriving = asyncio.create_task(tonight.arrive())
        await until(lambda: all(tried.count(each) >= 20 for each in gone))
        client = tonight.client
        await until(lambda: set(client.missing_shards) == gone)
        if gone == {1}:
            for _, (anna, _) in games[1:]:
                assert (await anna.types("tide stop")).content.startswith(DONE)
            assert not client.connected
            await client.postman.look_after()
            assert not any(record.parked for record in await client.games.unfinished()), "nobody knows"
        away.clear()
        await arriving
        await until(lambda: client.connected)
        assert (await games[0][1][0].types("tide stop")).content.startswith(DONE)
        assert sessions(tonight) == {Shard(n, MANY): True for n in range(MANY)}
        said = host_lines(caplog)
        assert all(line.startswith("the connection of shard ") for line in said)
        assert {f"shard {each} " in " ".join(said) for each in gone} == {True}
        assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(("concurrency", "pace"), [(1, 0.2), (2, 0.4)])
async def test_sessions_start_at_the_pace_of_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, concurrency: int, pace: float
) -> None:
    """The gateway refuses those that come too early, and counts them."""
    monkeypatch.setattr(starts, "PACE", pace)
    with recommending(4):
        async with evening(tmp_path / "games.db") as tonight:
            await tonight.leave()
            limits = tonight.local.site.gateway.starts
            limits.seconds, limits.max_concurrency, limits._used = pace, concurrency, 0
            limits._free_at.clear()
            await tonight.arrive()
            await until(lambda: tonight.client.connected)
            assert used(tonight) == 4
            for each in range(4):
                await tonight.local.faults.invalidate_session(Shard(each, 4))
            await until(lambda: used(tonight) >= 8)
            await until(lambda: tonight.client.connected)
            assert used(tonight) == 8


async def test_no_session_starts_when_none_is_left_for_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(starts, "ASK_AGAIN", 0.01)
    async with sharded(tmp_path, MANY) as (tonight, places):
        game = await play(tonight, places[1])
        limits = tonight.local.site.gateway.starts
        limits._used = 1000
        monkeypatch.setattr(tonight.client.starts, "_asked_at", 0.0)
        await tonight.local.faults.invalidate_session(Shard(1, MANY))
        await until(lambda: sum("allows no more sessions" in line for line in host_lines(caplog)) > 2)
        assert limits._used == 1000
        assert (await game[1][0].types("tide stop")).content.startswith(DONE)
        limits._used = 0
        await until(lambda: tonight.client.connected)
        assert limits._used == 1


async def test_a_session_that_is_forgotten_in_an_outage_starts_again_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pauses have grown, but Discord answers again."""
    async with sharded(tmp_path, MANY) as (tonight, places):
        game = await play(tonight, places[0])
        monkeypatch.setattr(retries, "DELAYS", (0.01, 0.01, 0.01, 100 * PATIENCE))
        connect, failures = DiscordWebSocket.from_client, [TimeoutError(), OSError("unreachable")]

        async def connects(client: discord.Client, **options: Any) -> DiscordWebSocket:
            if failures:
                raise failures.pop()
            return await connect(client, **options)

        monkeypatch.setattr(DiscordWebSocket, "from_client", connects)
        forgotten = next(each for each in tonight.local.site.gateway.sessions.values() if each.shard.id == 1)
        await tonight.local.faults.drop_gateway(Shard(1, MANY))
        del tonight.local.site.gateway.sessions[forgotten.id]
        await until(lambda: not failures and tonight.client.connected)
        assert used(tonight) == MANY + 1
        assert (await game[1][0].types("tide stop")).content.startswith(DONE)


async def test_an_event_that_breaks_a_shard_breaks_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with sharded(tmp_path, MANY) as (tonight, places):
        games = [await play(tonight, place) for place in places]
        parsers = tonight.client._connection.parsers

        def broken(data: Any) -> None:
            raise KeyError("a field that Discord has left out")

        monkeypatch.setitem(parsers, "CHANNEL_CREATE", broken)
        tonight.local.channel("new", guild=tonight.local.world.guilds[CLUBS[0]])
        await until(lambda: any("trying again" in line for line in host_lines(caplog)))
        for _, (anna, _) in games:
            assert (await anna.types("tide stop")).content.startswith(DONE)
        await until(lambda: tonight.client.connected)
        (record,) = [each for each in caplog.records if each.name.startswith("bot.chat.gateway")]
        assert record.levelno == logging.ERROR
        assert record.getMessage().startswith("the connection of shard 1 to Discord is lost (KeyError)")
        assert used(tonight) == MANY, "the session is resumed after the event"


async def test_a_bot_that_has_grown_takes_more_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord has refused a new session of the only shard."""
    async with sharded(tmp_path, 1) as (tonight, places):
        games = [await play(tonight, place) for place in places]
        monkeypatch.setattr("bot.local.gateway.LARGEST", 2)
        with recommending(MANY):
            await tonight.local.faults.invalidate_session()
            await until(lambda: tonight.client.shard_count == MANY and tonight.client.connected)
        assert sessions(tonight) == {Shard(n, MANY): True for n in range(MANY)}
        for _, (anna, _) in games:
            assert (await anna.types("tide stop")).content.startswith(DONE)
        assert "the bot has grown: 3 shards take the place of 1" in host_lines(caplog)


class Turns(Holder):
    """Says which shards a process serves, as a test wants."""

    def __init__(self) -> None:
        self.changes: asyncio.Queue[Collection[int]] = asyncio.Queue()
        self.handled: list[Collection[int]] = []
        self.look: Callable[[], list[int]] = list
        """Says which shards are held."""
        self.at_end: list[int] | None = None

    async def shards(self, count: int) -> AsyncGenerator[Collection[int], None]:
        try:
            while True:
                ids = await self.changes.get()
                yield ids
                self.handled.append(ids)
        finally:
            self.at_end = self.look()


def holding(monkeypatch: pytest.MonkeyPatch, holder: Holder) -> None:
    """Let a bot serve the shards of a holder."""

    def held(games: Games, titles: Any) -> BotClient:
        client = furnished(games, titles)
        client.holder = holder
        return client

    monkeypatch.setattr("tests.chat.evening.furnished", held)


async def test_a_process_gains_and_loses_shards_while_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lost shard is closed before the next change.

    All are closed before the holder.
    """
    turns = Turns()
    turns.changes.put_nowait({0, 2})
    holding(monkeypatch, turns)
    with recommending(MANY):
        async with evening(tmp_path / "games.db") as tonight:
            places = add_clubs(tonight.local)
            client = tonight.client
            await until(lambda: client.connected)
            assert set(sessions(tonight)) == {Shard(0, MANY), Shard(2, MANY)}
            await until(lambda: all(client.get_guild(int(club)) for club in CLUBS[1:]))
            assert client.get_guild(int(CLUBS[0])) is None
            _, (anna, _) = await play(tonight, places[2])
            assert not client.knows(int(CLUBS[0]))
            turns.changes.put_nowait({0, 1})
            await until(
                lambda: turns.handled == [{0, 2}, {0, 1}] and client.held.keys() == {0, 1} and client.connected
            )
            await until(lambda: set(sessions(tonight)) == {Shard(0, MANY), Shard(1, MANY)})
            assert not client.knows(int(CLUBS[1]))
            assert client.get_guild(int(CLUBS[1])) is None
            assert client.get_guild(int(CLUBS[0])) is not None
            assert (await anna.types("tide stop")).content.startswith(DONE)
            found = await health(client)
            assert (found.shards_held, found.shards_connected, found.shards_in_all) == (2, 2, MANY)
            turns.look = lambda: list(client.held)
    assert turns.at_end == []


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """Another Discord with three shards, to which a bot in a process of its own comes."""
    there = LocalDiscord(token="a.right.token", ack_seconds=PATIENCE)
    there.site.gateway.starts.max_concurrency = MANY
    with recommending(MANY):
        await there.start()
        yield there
        await there.stop()


async def test_too_few_shards_are_one_line_for_the_host(
    local: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_clubs(local)
    monkeypatch.setattr("bot.local.gateway.LARGEST", 1)
    variables = {"DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url, "FIELDPOST_SHARDS": "2"}
    async with running(FIELDPOST_DB=str(tmp_path / "games.db"), **variables) as process:
        code, said = await ended(process)
    assert code == 2
    assert [line for line in said.splitlines() if line.startswith("fieldpost:")] == [
        "fieldpost: FIELDPOST_SHARDS: Discord requires more shards than 2 for this bot, and recommends 3;"
        " leave it at auto"
    ]
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("topic", "told"),
    [
        ("bot", "another bot uses the database now; give each bot a database of its own"),
        (
            "shards",
            "other processes serve 3 shards, and this one needs 2; stop all of them, and then start them again"
            " with the same FIELDPOST_SHARDS",
        ),
    ],
)
async def test_processes_that_disagree_are_one_line_for_the_host(
    local: LocalDiscord, cluster: Cluster, topic: Topic, told: str
) -> None:
    add_clubs(local)
    with cluster.ready() as server:
        other = await open_database(server, alone=False)
        await other.duties.agree(topic, 3)
        variables = {"DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url, "FIELDPOST_SHARDS": "2"}
        async with running(FIELDPOST_DB=server.address, **variables) as process:
            code, said = await ended(process)
        await other.close()
    assert (code, "Traceback" in said) == (2, False)
    assert said.splitlines()[-1] == f"fieldpost: {server}: {told}"


async def test_a_stop_finishes_orders_of_every_shard_and_closes_all(local: LocalDiscord, tmp_path: Path) -> None:
    places = add_clubs(local)
    people = [local.person(name) for name in ("Anna", "Boris")]
    for guild in local.world.guilds.values():
        for person in people:
            local.world.join(guild, person.user)
    variables = {"DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url}
    async with running(script=PATIENT, FIELDPOST_DB=str(tmp_path / "games.db"), **variables) as process:
        await until(lambda: len(local.site.gateway.sessions) == MANY)
        tables = [[Player(person, place) for person in people] for place in places]
        for anna, boris in tables:
            await anna.types("game new", title="tide", scenario="first", side="german")
            await boris.types("game join", side="soviet")
        await until(lambda: all(any("Your orders" in m.labels for m in anna.posts()) for anna, _ in tables))
        local.faults.hang("POST", "/callback", times=MANY, after=True)
        began = len(local.faults.made("POST", "/callback"))
        ordering = [asyncio.create_task(anna.types("tide order", op_fire="hold")) for anna, _ in tables]
        await until(lambda: len(local.faults.made("POST", "/callback")) == began + MANY)
        process.send_signal(signal.SIGTERM)
        while STOPPED not in (await tables[0][1].types("game status")).content:
            assert process.returncode is None
        local.faults.release()
        assert all(said.content.startswith(DONE) for said in await asyncio.gather(*ordering))
        code, said = await ended(process)
    assert (code, "Traceback" in said) == (0, False)
    assert local.site.gateway.sessions == {}


async def test_a_connection_that_cannot_be_closed_delays_no_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard, "CLOSING", 0.01)
    stuck: list[DiscordWebSocket] = []

    async def closes(socket: DiscordWebSocket, code: int = 4000) -> None:
        stuck.append(socket)
        await asyncio.Event().wait()

    async with sharded(tmp_path, MANY) as (tonight, _):
        with monkeypatch.context() as patch:
            patch.setattr(DiscordWebSocket, "close", closes)
            async with asyncio.timeout(PATIENCE):
                await tonight.leave()
        assert len(stuck) == MANY
        await tonight.arrive()


async def test_a_stop_waits_for_no_gateway(
    local: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gateway of a shard is silent, and another was never reached."""
    silent = asyncio.Event()
    read, identify = Gateway._read, Gateway._identify
    tried: list[int] = []

    async def reads(gateway: Gateway, connection: Connection) -> None:
        reading, silence = asyncio.create_task(read(gateway, connection)), asyncio.create_task(silent.wait())
        await asyncio.wait((reading, silence), return_when=asyncio.FIRST_COMPLETED)
        if connection.session is not None and connection.session.shard.id == 1 and not reading.done():
            reading.cancel()
            await asyncio.Event().wait()
        silence.cancel()
        await reading

    def identifies(gateway: Gateway, connection: Connection, data: Any) -> None:
        if data["shard"][0] == 2:
            tried.append(2)
            raise _Close(4000, "Unknown error.")
        identify(gateway, connection, data)

    monkeypatch.setattr(Gateway, "_read", reads)
    monkeypatch.setattr(Gateway, "_identify", identifies)
    variables = {"DISCORD_TOKEN": local.token, "DISCORD_API_URL": local.api_url}
    async with running(FIELDPOST_DB=str(tmp_path / "games.db"), **variables) as process:
        await until(lambda: len(local.site.gateway.sessions) == 2 and tried)
        silent.set()
        process.send_signal(signal.SIGTERM)
        code, said = await ended(process)
    assert (code, "Traceback" in said) == (0, False), said
    await until(lambda: [each.shard.id for each in local.site.gateway.sessions.values()] == [1])
