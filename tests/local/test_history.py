"""What survives a restart of the table."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import aiohttp
import pytest

from bot.local.home import LocalDiscord
from tests.local.conftest import Api, pointed_at, running
from tests.local.tiny import Tiny


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "table.db"


async def test_everything_comes_back(path: Path) -> None:
    before = LocalDiscord(history=path)
    await before.start()
    anna = before.person("Анна")
    with pointed_at(before):
        async with running(Tiny(), before):
            channel = before.channel("tide")
            await (await anna.slash(channel, "board")).done()
            await (await anna.slash(channel, "secret")).done()
            await (await anna.slash(channel, "hand")).done()
            await (await anna.slash(channel, "thread")).done()
            await anna.say(channel, "Until tomorrow.")
            anna.read(channel)
    link = before.links["Анна"]
    await before.stop()

    after = LocalDiscord(history=path, port=before.port)
    await after.start()
    try:
        again = after.person("Анна")
        assert (again.id, after.links["Анна"]) == (anna.id, link)
        shown = [message.text.splitlines()[0] for message in again.sees("tide")]
        assert shown == ["## Game x, turn 1", "Staff talk", "Until tomorrow."]
        assert again.unread(after.channel("tide")) == (0, 0)
        assert [message.content for message in again.inbox()] == ["The password is Königsberg."]
        assert [message.content for message in again.sees("Staff talk")] == ["Here we are."]
        assert "board" in [command.name for command in again.commands("tide")]
        assert int((await again.say("tide", "Back.")).id) > int(again.sees("tide")[-2].id)
        board = again.sees("tide")[0]
        url = after.world.shelf.url(board.channel_id, board.attachments[0])
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            assert (response.status, (await response.read())[:4]) == (200, b"\x89PNG")
        with pointed_at(after):
            async with running(Tiny(), after) as tiny:
                tiny.turns["x"] = 1
                await (await again.click(board, "Next turn")).done()
        assert "turn 2" in again.sees("tide")[0].text
    finally:
        await after.stop()


async def test_an_answered_request_is_on_the_disk(path: Path) -> None:
    local = LocalDiscord(history=path)
    await local.start()
    try:
        async with aiohttp.ClientSession() as session:
            channel = local.channel("tide")
            await Api(session, local).call("POST", f"/channels/{channel.id}/messages", {"content": "Kept."})
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as reader:
                rows = reader.execute("SELECT json FROM record WHERE kind = 'Message'").fetchall()
            assert [b"Kept." in row[0] for row in rows] == [True]
    finally:
        await local.stop()


async def test_replaced_and_deleted_things_leave_the_file(path: Path) -> None:
    local = LocalDiscord(history=path)
    await local.start()
    with pointed_at(local):
        async with running(Tiny(), local):
            anna = local.person("Anna")
            shown = (await (await anna.slash("headquarters", "board")).done()).replies[0]
            await (await anna.click(shown, "Next turn")).done()
            local.world.remove_channel(local.thread(local.channel("headquarters"), "Short talk"))
    await local.stop()
    with sqlite3.connect(path) as reader:
        assert reader.execute("SELECT count(*) FROM file").fetchone() == (1,)
        assert reader.execute("SELECT count(*) FROM record WHERE kind = 'Message'").fetchone() == (1,)
        assert reader.execute("SELECT count(*) FROM record WHERE json LIKE '%Short%'").fetchone() == (0,)


async def test_a_file_of_a_newer_release_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 99")
    local = LocalDiscord(history=path)
    with pytest.raises(ValueError, match="newer release"):
        await local.start()


async def test_nobody_is_known_before_the_start(path: Path) -> None:
    with pytest.raises(RuntimeError, match="before it is started"):
        LocalDiscord(history=path).person("Anna")
