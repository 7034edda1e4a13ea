"""Files are no larger than their place accepts: maps, posts, exported games."""

from __future__ import annotations

import gzip
from pathlib import Path
from unittest.mock import PropertyMock

import discord
import pytest

from bot.__main__ import main
from bot.chat.posts import sending
from bot.chat.posts.posts import MISSING
from bot.local import Channel, Message
from render import places
from tests.chat.evening import Evening
from tests.chat.sitting import do_some, seated
from tests.chat.test_posts import finished

pytestmark = pytest.mark.asyncio(loop_scope="session")
SMALL = 40_000
"""The most bytes of a file in these tests."""


@pytest.fixture
def small(tonight: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every place take small files only."""
    limit(tonight, monkeypatch, SMALL)


def limit(tonight: Evening, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Let the local Discord refuse larger files, and say so as Discord does."""
    monkeypatch.setattr(tonight.local.world, "file_bytes", most)
    monkeypatch.setattr(discord.Guild, "filesize_limit", PropertyMock(return_value=most))
    monkeypatch.setattr(sending, "DEFAULT_FILE_SIZE_LIMIT_BYTES", most)


async def pictures(tonight: Evening, message: Message) -> list[bytes]:
    """Return the files of a message."""
    return [await tonight.local.world.shelf.get(each.id) or b"" for each in message.attachments]


async def test_a_map_on_request_is_smaller_and_can_still_be_tapped(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, player, _ = await seated(tonight, place, "advance")
    for options in ({}, {"at": "C4"}):
        whole = await player.types("game board", **options)
        limit(tonight, monkeypatch, SMALL)
        (made,) = await pictures(tonight, await player.types("game board", **options))
        monkeypatch.undo()
        (usual,) = await pictures(tonight, whole)
        assert len(made) <= SMALL < len(usual)
        assert [each.name for each in places.read(made)] == [each.name for each in places.read(usual)]


async def test_the_pictures_of_posts_are_smaller(tonight: Evening, place: Channel, small: None) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    for _ in range(2):
        await do_some(player, table, "advance")
    await tonight.settled()
    posts = [post for post in player.posts() if post.attachments]
    assert posts
    files = [file for post in posts for file in await pictures(tonight, post)]
    assert files
    assert all(len(file) <= SMALL for file in files)
    assert any(each.filename == "map.png" for post in posts for each in post.attachments)
    assert all(MISSING not in post.content for post in posts)


async def test_a_picture_that_cannot_be_small_enough_is_named(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    limit(tonight, monkeypatch, 300)
    said = await player.types("game board")
    assert not said.attachments
    assert said.content == MISSING
    for _ in range(2):
        await do_some(player, table, "advance")
    await tonight.settled()
    assert MISSING in player.posts()[-1].content


async def test_an_exported_game_is_compressed_and_can_be_checked(
    tonight: Evening,
    place: Channel,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table, (anna, _) = await tonight.plant(place, finished(), "Anna", "Boris")
    said = await anna.types("game show dice", file=True)
    (whole,) = await pictures(tonight, said)
    limit(tonight, monkeypatch, len(whole) // 2)
    said = await anna.types("game show dice", file=True)
    (file,) = said.attachments
    assert file.filename == f"fieldpost-{table.record.id}.jsonl.gz"
    assert "compressed" in said.content
    (packed,) = await pictures(tonight, said)
    assert gzip.decompress(packed) == whole
    found = []
    for name, body in (("game.jsonl", whole), (file.filename, packed)):
        (tmp_path / name).write_bytes(body)
        found.append((main(["verify", str(tmp_path / name)]), capsys.readouterr().out))
    assert found[0] == found[1]
    assert "line 1" not in found[0][1]
    limit(tonight, monkeypatch, 100)
    said = await anna.types("game show dice", file=True)
    assert not said.attachments
    assert sending.TOO_LARGE in said.content
