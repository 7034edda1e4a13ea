"""A bot that Discord refuses for a while waits, logs a line, and then connects."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket

from bot.chat import client
from bot.chat.bot import furnished, run_bot
from bot.chat.gateway import retries
from bot.store.games import Games
from bot.titles import titles
from tests.chat.evening import DONE, Evening, evening, until
from tests.chat.test_fault_matrix import ANSWERS, Hasty


@pytest.fixture(autouse=True)
def haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "DELAYS", (0.01,))
    monkeypatch.setattr(client, "REGISTERING", (0.01,))
    monkeypatch.setattr(discord.http, "asyncio", Hasty())


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the host's log lines, which hold no traceback."""
    ours = [record for record in caplog.records if record.name.startswith(("bot", "discord.client"))]
    assert not [record for record in ours if record.exc_info]
    return [record.getMessage() for record in ours]


async def plays(tonight: Evening) -> None:
    """Play a little."""
    _, (anna, _) = await tonight.game(tonight.local.channel("here"), "Anna", "Boris")
    assert (await anna.types("tide stop")).content.startswith(DONE)


@pytest.mark.parametrize("route", ["/gateway/bot", "/users/@me", "/oauth2/applications/@me", "/commands"])
async def test_a_bot_that_is_not_let_in_waits(
    tmp_path: Path, route: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        await tonight.leave()
        caplog.clear()
        faults = [fault for name, fault in ANSWERS.items() if name not in ("no answer", "401", "50027")]
        for fault in faults if route != "/gateway/bot" else faults[:8]:
            fault(tonight, "GET", route)
        await tonight.arrive()
        await until(lambda: not tonight.local.faults._faults)
        await plays(tonight)
        assert any("Too Many Requests" in line for line in lines(caplog))


async def test_refused_commands_are_registered_later(tmp_path: Path) -> None:
    """Games continue meanwhile with the commands that Discord knows."""
    async with evening(tmp_path / "games.db") as tonight:
        await tonight.database.run("DELETE FROM commands")
        await tonight.leave()
        for name, fault in ANSWERS.items():
            if name != "no answer":
                fault(tonight, "PUT", "/commands")
        await tonight.arrive()
        await plays(tonight)
        await until(lambda: not tonight.local.faults._faults)
        assert tonight.client._registering is not None
        await tonight.client._registering
        scope = f"global/{tonight.client.application_id}"
        assert await tonight.client.games.commands(scope)


async def test_a_gateway_that_takes_nobody_at_first_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refused = aiohttp.WSServerHandshakeError(
        Mock(real_url="the gateway"), (), status=429, message="Too Many Requests"
    )
    connect, left = DiscordWebSocket.from_client, [refused, TimeoutError(), OSError("unreachable")]

    async def connects(*arguments: Any, **options: Any) -> Any:
        if left:
            raise left.pop()
        return await connect(*arguments, **options)

    async with evening(tmp_path / "games.db") as tonight:
        await tonight.leave()
        caplog.clear()
        monkeypatch.setattr(DiscordWebSocket, "from_client", connects)
        await tonight.arrive()
        await plays(tonight)
        assert [line.rpartition("(")[0] for line in lines(caplog)] == ["the connection to Discord is lost "] * 3


async def test_a_token_that_is_not_accepted_ends_the_bot(tmp_path: Path) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        await tonight.leave()
        for token, api in (("wrong", tonight.local.api_url), ("wrong", "")):
            discord.http.Route.BASE = tonight.local.api_url
            with pytest.raises(discord.LoginFailure):
                await run_bot(furnished(Games(tonight.store), titles()), token, api)
        await tonight.arrive()


async def test_a_token_that_is_withdrawn_ends_the_bot(tmp_path: Path) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        accepts = tonight.local.site.gateway.accepts
        tonight.local.site.gateway.accepts = lambda token: False
        await tonight.local.faults.drop_gateway()
        task = tonight._task
        assert task is not None
        await until(task.done)
        assert isinstance(task.exception(), discord.LoginFailure)
        tonight._task, tonight.local.site.gateway.accepts = None, accepts
