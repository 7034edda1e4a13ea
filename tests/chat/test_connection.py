"""The bot on a server whose connection breaks, or that starts again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.chat.desk.table import Table
from bot.store import postgres
from bot.store.database import InDoubt
from bot.store.games import Games
from bot.store.server import Server
from tests.chat import mail
from tests.chat.evening import DONE, Evening, Player
from tests.postgres import Cluster

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def where(store: Path | Server) -> Path | Server:
    """These tests run on both engines, except those about a server."""
    return store


@pytest.fixture
def on_server(cluster: Cluster) -> Cluster:
    """The server, which a test may stop."""
    return cluster


only_servers = pytest.mark.parametrize("store", ["postgresql"], indirect=True)


async def fatigue(player: Player) -> str:
    """Give an order; returns its answer."""
    page = await player.clicks(await player.clicks(player.last(), "Your orders"), "Fatigue")
    return (await player.clicks(page, page.labels[0])).content


class Doubt:
    """Loses the answer of one write of an order, which is stored or not."""

    def __init__(self, append: Callable[..., Any], *, stored: bool) -> None:
        self.append = append
        self.stored = stored

    async def __call__(self, *arguments: Any, **options: Any) -> None:
        if self.stored:
            await self.append(*arguments, **options)
        raise InDoubt("the connection was lost")


@pytest.mark.parametrize("stored", [True, False])
async def test_an_order_in_doubt_is_reported_and_the_game_is_read_again(
    own: Evening, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    table, (anna, boris) = await own.game(own.local.channel("table"), "Anna", "Boris")
    first = len(table.log)
    with monkeypatch.context() as broken:
        broken.setattr(Games, "append", Doubt(own.client.games.append, stored=stored))
        assert "Nobody knows yet whether this was saved" in await fatigue(anna)
    again = await own.table(anna.place)
    assert len(again.log) == first + stored
    assert (await fatigue(anna)).startswith(DONE)
    await own.client.postman.try_again()
    await own.settled()
    again = await own.table(anna.place)
    assert len(again.log) == first + stored + 1
    mail.assert_told_once(again, boris.posts())


async def test_a_computer_moves_on_after_a_move_in_doubt(own: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.desk.desk.PATIENCE", 0.01)
    table, (anna,) = await own.game(own.local.channel("table"), "Anna")
    append, doubts = Games.append, 0

    async def doubtful(self: Games, *arguments: Any, **options: Any) -> None:
        nonlocal doubts
        await append(self, *arguments, **options)
        if doubts < 3 and not options.get("interaction"):
            doubts += 1
            raise InDoubt("the connection was lost")

    monkeypatch.setattr(Games, "append", doubtful)
    while not doubts:
        await anna.types("tide stop")
        await own.settled()
    assert doubts == 3, "it has moved on after the first"
    found: Table = await own.table(anna.place)
    assert len((await own.client.games.contents(table.record.id)).lines) == len(found.log)
    assert found.person_at(found.asked()[0]) == anna.id


@only_servers
async def test_a_server_that_starts_again_is_waited_for(own: Evening, on_server: Cluster) -> None:
    _, (anna, boris) = await own.game(own.local.channel("table"), "Anna", "Boris")
    await asyncio.to_thread(on_server.stop, signal.SIGQUIT)
    ordering = asyncio.create_task(fatigue(anna))
    await asyncio.to_thread(on_server.start)
    assert (await ordering).startswith(DONE)
    await own.settled()
    mail.assert_told_once(await own.table(anna.place), boris.posts())


@only_servers
async def test_a_server_that_stays_away_is_reported_and_the_order_can_be_repeated(
    own: Evening, on_server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.1)
    _, (anna, boris) = await own.game(own.local.channel("table"), "Anna", "Boris")
    page = await anna.clicks(await anna.clicks(anna.last(), "Your orders"), "Fatigue")
    await asyncio.to_thread(on_server.stop)
    try:
        said = (await anna.clicks(page, page.labels[0])).content
    finally:
        await asyncio.to_thread(on_server.start)
    assert "cannot save anything now (the database cannot be reached: " in said
    assert "Nothing was done; please try again later" in said
    assert (await fatigue(anna)).startswith(DONE)
    await own.client.postman.try_again()
    await own.settled()
    mail.assert_told_once(await own.table(anna.place), boris.posts())
