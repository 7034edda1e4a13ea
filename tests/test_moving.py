"""A running game moves from a file to a server and back by two commands."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.local.home import LocalDiscord
from bot.store.server import Server
from tests.chat.evening import DONE, PATIENCE, Player, until
from tests.postgres import Cluster
from tests.program import ended, running

TOKEN = "a.right.token"


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """A Discord that stays while bots come and go."""
    there = LocalDiscord(token=TOKEN, ack_seconds=PATIENCE, identify_seconds=0.0)
    await there.start()
    yield there
    await there.stop()


@pytest.fixture
def server(cluster: Cluster) -> Iterator[Server]:
    with cluster.database() as server:
        yield server


async def command(place: str, folder: Path, *arguments: str) -> str:
    """Run a command of the program, which must succeed; returns its output."""
    async with running(*arguments, folder=folder, FIELDPOST_DB=place) as process:
        code, said = await ended(process)
    assert code == 0, said
    return said


@contextlib.asynccontextmanager
async def bot(local: LocalDiscord, place: str, folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Let a bot serve from a store."""
    variables = {"FIELDPOST_DB": place, "DISCORD_TOKEN": TOKEN, "DISCORD_API_URL": local.api_url}
    async with running(folder=folder, **variables) as process:
        await until(lambda: local.site.gateway.online)
        yield process


@contextlib.asynccontextmanager
async def serving(local: LocalDiscord, place: str, folder: Path) -> AsyncIterator[None]:
    """Let a bot serve from a store, and stop in order."""
    async with bot(local, place, folder) as process:
        yield
        process.send_signal(signal.SIGTERM)
        code, said = await ended(process)
    assert (code, "Traceback" in said) == (0, False), said
    await until(lambda: not local.site.gateway.online)


def connected(local: LocalDiscord) -> set[str]:
    """Return the sessions of bots that are there."""
    return {name for name, session in local.site.gateway.sessions.items() if session.connection is not None}


async def order(player: Player) -> None:
    page = await player.clicks(await player.clicks(player.last(), "Your orders"), "Fatigue")
    done = await player.clicks(page, page.labels[0])
    assert done.content.startswith(DONE), done.content


async def test_a_game_moves_to_a_server_and_back(local: LocalDiscord, server: Server, tmp_path: Path) -> None:
    """On the server two bots serve it, and each dies in its turn."""
    file, place = str(tmp_path / "games.db"), server.address
    channel = local.channel("table")
    anna, boris = Player(local.person("Anna"), channel), Player(local.person("Boris"), channel)
    async with serving(local, file, tmp_path):
        await anna.types("game new", title="tide", scenario="first", side="german")
        await boris.types("game join", side="soviet")
        await until(lambda: any("Your orders" in post.labels for post in anna.posts()))
        await order(anna)
        await anna.types("game note", text="hold the church")
        assert "1 in number" in await command(file, tmp_path, "backup", "one.db")
    said = await command(place, tmp_path, "restore", "one.db")
    assert f"Done: {server} holds the games of one.db, 1 in number; all of them load." in said
    async with serving(local, place, tmp_path):
        assert "hold the church" in (await anna.types("game note")).content
        await order(anna)
        async with running(folder=tmp_path, FIELDPOST_DB=place) as second:
            assert await ended(second) == (2, f"fieldpost: {server}: is in use by another process\n")
        assert await command(place, tmp_path, "health")
    async with contextlib.AsyncExitStack() as bots:
        one, two = [await bots.enter_async_context(bot(local, place, tmp_path)) for _ in range(2)]
        for player in (boris, boris, anna):
            await order(player)
            before = connected(local)
            one.kill()
            await until(lambda: connected(local) - before)  # noqa: B023 - it is called at once
            one, two = two, await bots.enter_async_context(bot(local, place, tmp_path))
        assert "1 in number" in await command(place, tmp_path, "backup", "two.db")
        one.kill()
        two.kill()
    await command(file, tmp_path, "restore", "two.db")
    async with serving(local, file, tmp_path):
        assert "hold the church" in (await anna.types("game note")).content
        await order(anna)
    posts = [post.content for post in anna.posts()]
    assert len(posts) == len(set(posts)), "nothing is told twice"
