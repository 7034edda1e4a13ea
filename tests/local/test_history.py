"""Everything that survives a restart of the table."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.local import Person, Upload, history, table_file
from bot.local.bodies import Body
from bot.local.events import Event
from bot.local.home import LocalDiscord, Played
from bot.local.messages import Origin
from bot.local.times import unix
from bot.store.files import Unusable
from tests.local.conftest import Api, eventually, pointed_at, running
from tests.local.tiny import Tiny, picture


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
            await anna.say(before.thread(channel, "Staff talk"), "Here we are.")
            await anna.say(channel, "Until tomorrow.")
            anna.read(channel)
    link = before.links["Анна"]
    await before.stop()

    after = LocalDiscord(history=path, port=before.port)
    await after.start()
    try:
        again = after.person("Анна")
        assert (again.id, after.links["Анна"]) == (anna.id, link)
        shown = [message.content.splitlines()[0] for message in again.sees("tide")]
        assert shown == ["## Game x, turn 1", "Until tomorrow."]
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
        assert "turn 2" in again.sees("tide")[0].content
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
    with pytest.raises(Unusable, match="newer release"):
        await local.start()


async def test_no_person_is_known_before_the_start(path: Path) -> None:
    with pytest.raises(RuntimeError, match="before it is started"):
        LocalDiscord(history=path).person("Anna")


async def played_at(path: Path) -> tuple[str, str, str]:
    """Let Anna play with this file; returns the ids of the channel, her and the guild."""
    local = LocalDiscord(history=path)
    await local.start()
    with pointed_at(local):
        async with running(Tiny(), local):
            anna = local.person("Anna")
            for command in ("board", "secret", "hand", "board", "hand"):
                await (await anna.slash("headquarters", command)).done()
            for n in range(200):
                await anna.say("headquarters", f"Line {n} " + "x" * 1500)
            ids = anna.channel("headquarters").id, anna.id, local.guild().id
    await local.stop()
    return ids


def count(path: Path, sql: str) -> int:
    with contextlib.closing(sqlite3.connect(path)) as reader:
        return int(reader.execute(sql).fetchone()[0])


async def test_private_content_is_never_written(path: Path) -> None:
    """A private answer is kept in memory alone, with its pictures."""
    local = LocalDiscord(history=path)
    await local.start()
    anna = local.person("Anna")
    upload = Upload("hand.png", picture().getvalue())
    body = Body({"content": "Your hand"}, {0: upload})
    message = local.site.messages.post(
        anna.channel("headquarters"), local.world.bot, body, Origin(only_for=anna.id)
    )
    edited = local.site.messages.edit(message, Body({"content": "Your hand now", "attachments": []}, {}))
    again = local.site.messages.edit(edited, Body({"content": "And now"}, {0: upload}))
    await local.site.history.save()
    shelf = local.world.shelf
    assert await shelf.get(message.attachments[0].id) is None, "a picture that was replaced is forgotten"
    assert await shelf.get(again.attachments[0].id) == upload.content
    anna.dismiss(again)
    assert await shelf.get(again.attachments[0].id) is None
    await local.stop()
    assert count(path, "SELECT count(*) FROM file") == 0


async def test_private_files_are_kept_up_to_a_limit_for_each_person(local: LocalDiscord, anna: Person) -> None:
    shelf = local.world.shelf
    for n in range(40):
        shelf.put(f"anna {n}", bytes(1 << 20), only_for="anna")
    shelf.put("viktor 0", bytes(1 << 20), only_for="viktor")
    kept = [n for n in range(40) if await shelf.get(f"anna {n}") is not None]
    assert kept == list(range(16, 40))
    assert await shelf.get("viktor 0") is not None


async def test_private_messages_go_when_nobody_can_see_them_again(local: LocalDiscord, tiny: Tiny) -> None:
    anna, viktor = local.person("Anna"), local.person("Viktor")
    hands = [(await (await each.slash("headquarters", "hand")).done()).replies[0] for each in (anna, viktor)]
    later = unix(hands[0].timestamp) + local.site.interactions.token_seconds + 60

    def listen(event: Event) -> None: ...

    anna.windows.append(listen)
    anna.leave(listen, later - 601)
    viktor.windows.append(listen)
    local.people.tidy(later)
    assert (anna.sees("headquarters"), len(viktor.sees("headquarters"))) == ([], 1)
    viktor.dismiss(hands[1])
    local.people.tidy(later - 120)
    assert hands[1].id in local.world.messages[hands[1].channel_id], "the bot may still change it"
    local.people.tidy(later)
    assert hands[1].id not in local.world.messages[hands[1].channel_id]


async def test_files_of_no_message_are_swept_at_the_start(path: Path) -> None:
    """And the room that they took is given back."""
    await played_at(path)
    with sqlite3.connect(path) as old:
        old.executemany("INSERT INTO file VALUES (?, ?)", [(f"orphan {n}", bytes(1 << 18)) for n in range(40)])
    old.close()
    assert size(path) > 10 << 20
    local = LocalDiscord(history=path)
    await local.start()
    await local.stop()
    assert count(path, "SELECT count(*) FROM file") == 2
    assert size(path) < 2 << 20


DAMAGES: dict[str, Callable[[Path], object]] = {
    "no database": lambda path: path.write_bytes(b"Not a database at all. " * 999),
    "cut off": lambda path: os.truncate(path, size(path) // 2),
    "a broken page": lambda path: overwrite(path, size(path) * 3 // 4, b"\xff" * 4096),
    "a broken head": lambda path: overwrite(path, 0, b"\xff" * 4096),
    "another program's": lambda path: sql(path, "ALTER TABLE record RENAME TO notes"),
    "a broken record": lambda path: sql(path, "UPDATE record SET json = '{' WHERE kind = 'Guild'"),
    "no key": lambda path: sql(path, "DELETE FROM setting"),
}


def size(path: Path) -> int:
    return path.stat().st_size


def content(path: Path) -> bytes:
    return path.read_bytes()


def put(path: Path, written: bytes) -> None:
    path.write_bytes(written)


def overwrite(path: Path, at: int, written: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(written)


def sql(path: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_file_is_set_aside_and_the_game_continues(path: Path, damage: str) -> None:
    """At the same place and by the same people, whatever is left of the file."""
    channel, anna, guild = await played_at(path)
    DAMAGES[damage](path)
    broken = content(path)
    for n in (1, 2):
        local = LocalDiscord(history=path)
        await local.start([Played(guild, channel, "tide 1", {anna: "German 1"})])
        history = local.site.history
        assert history.aside == path.with_name(f"{path.name}-damaged-{n}")
        assert content(history.aside) == broken
        assert f"it is kept as {history.aside.name}" in history.damage_report
        with pointed_at(local):
            async with running(Tiny(), local):
                person = next(each for each in local.people.all() if each.id == anna)
                assert person.name in ("Anna", "German 1")
                assert person.sees(channel)[-1].content.startswith("The file with the messages of this table")
                assert (await (await person.slash(channel, "board")).done()).replies
        await local.stop()
        put(path, broken)


async def test_the_readable_part_of_a_damaged_file_is_restored(path: Path) -> None:
    """The words around the broken page, the pictures and the people's names return."""
    channel, anna, guild = await played_at(path)
    overwrite(path, size(path) * 3 // 4, bytes(4096))
    local = LocalDiscord(history=path)
    await local.start([Played(guild, channel, "tide 1", {anna: "German 1"})])
    await local.stop()
    assert local.site.history.damage
    again = LocalDiscord(history=path)
    await again.start()
    try:
        assert again.site.history.damage == ""
        person = again.person("Anna")
        said = {message.content.split(" x")[0] for message in person.sees(channel)}
        lines = {f"Line {n}" for n in range(200)}
        assert {"Line 0", "Line 199"} <= said
        assert lines - said, "the broken page lies in the messages"
        pictures = [each for message in person.sees(channel) for each in message.attachments]
        assert [bool(await again.world.shelf.get(each.id)) for each in pictures] == [True, True]
    finally:
        await again.stop()


async def test_games_from_elsewhere_are_played_at_a_new_table(path: Path) -> None:
    """A backup holds games but no messages; its people are seated by their seats."""
    local = LocalDiscord(history=path, secret_links=True)
    await local.start([Played("100", "300", "trap 3", {"201": "Russian 3", "202": "Chechen 3"})])
    try:
        assert [(person.id, person.name) for person in local.people.all()] == [
            ("201", "Russian 3"),
            ("202", "Chechen 3"),
        ]
        assert [(each.id, each.name) for each in local.people.all()[0].channels()] == [("300", "trap-3")]
        assert local.guild().id == "100"
        assert int(local.world.new_id()) > 300
    finally:
        await local.stop()


async def test_a_complete_table_is_not_changed(path: Path) -> None:
    await played_at(path)
    local = LocalDiscord(history=path)
    await local.start([Played("100", "300", "trap 3", {"201": "Russian 3"})])
    await local.stop()
    assert (len(local.world.guilds), [each.name for each in local.people.all()]) == (1, ["Anna"])


FORMER = {
    "User": '{"locale": "de"}',
    "Guild": '{"members": {"1": {"user_id": "1", "joined_at": "2026-01-01T00:00:00+00:00", "nick": "A"}}}',
    "Channel": '{"topic": "Tide", "slowmode": 5, "tags": [], "overwrites": {"1": {"id": "1", "type": 1}}}',
    "Message": '{"reactions": {"🎲": ["1"]}, "embeds": [], "mention_roles": [], "tts": false}',
    "Command": '{"type": 1, "contexts": [0], "integration_types": [0], "nsfw": false}',
}
"""Fields of records that earlier releases kept and this one does not."""


async def test_a_file_of_an_earlier_release_is_read(path: Path) -> None:
    channel, anna, _ = await played_at(path)
    for kind, fields in FORMER.items():
        sql(path, f"UPDATE record SET json = json_patch(CAST(json AS TEXT), '{fields}') WHERE kind = '{kind}'")
    local = LocalDiscord(history=path)
    await local.start()
    await local.stop()
    assert not local.site.history.damage
    assert [(each.id, each.name) for each in local.people.all()] == [(anna, "Anna")]
    assert len(local.people.all()[0].sees(local.world.channels[channel])) == 202
    assert "board" in [each.name for each in local.site.register.all()]


async def test_a_file_that_another_program_holds_is_not_set_aside(path: Path) -> None:
    await played_at(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Unusable, match="in use by another process"):
            await LocalDiscord(history=path).start()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


async def test_everything_continues_while_the_file_cannot_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests are answered and shared at once, and written as soon as possible."""
    monkeypatch.setattr(history, "_AGAIN", 0.01)
    local = LocalDiscord(history=path)
    await local.start()
    anna, viktor = local.person("Anna"), local.person("Viktor")
    await local.site.history.save()
    heard: list[str] = []
    viktor.windows.append(lambda event: heard.append(event.name))
    full = sqlite3.OperationalError("database or disk is full")

    def refuse(*_: object) -> None:
        raise full

    with monkeypatch.context() as broken:
        broken.setattr(table_file, "write", refuse)
        await anna.say("headquarters", "Can you read this?")
        assert viktor.sees("headquarters")[-1].content == "Can you read this?"
        assert local.site.history.trouble == "database or disk is full"
        async with aiohttp.ClientSession() as session:
            place = f"/channels/{anna.channel('headquarters').id}/messages"
            status, _ = await Api(session, local).call("POST", place, {"content": "Noted."})
        assert status == 200
    await eventually(lambda: not local.site.history.trouble)
    assert heard.count("HISTORY_STATUS") == 2
    assert count(path, "SELECT count(*) FROM record WHERE kind = 'Message'") == 2
    await local.stop()


async def test_a_disk_that_does_not_answer_keeps_nobody_waiting(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "_PATIENCE", 0.01)
    local = LocalDiscord(history=path)
    await local.start()
    anna = local.person("Anna")
    await local.site.history.save()
    answers = threading.Event()
    write = table_file.write

    def wait(*given: Any) -> None:
        answers.wait()
        write(*given)

    monkeypatch.setattr(table_file, "write", wait)
    await anna.say("headquarters", "First")
    await anna.say("headquarters", "Second")
    assert local.site.history.trouble == "the disk does not answer"
    answers.set()
    await eventually(lambda: not local.site.history.trouble)
    await local.stop()
    assert count(path, "SELECT count(*) FROM record WHERE kind = 'Message'") == 2
