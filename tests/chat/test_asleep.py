"""Games in threads: an archived thread takes new messages, which wake it.

It takes no changes of old messages.
"""

from __future__ import annotations

import pytest

from bot.chat.desk.desk import Done, Redraw
from bot.chat.desk.table import Table
from bot.chat.posts import postman
from bot.chat.posts.lobby_post import lobby_post
from bot.chat.posts.refusals import HOUR
from bot.kernel.game import kind_of, legal
from bot.kit.codec import encode
from bot.local import Channel, Message
from tests.chat import mail
from tests.chat.evening import Evening, Player, until
from tests.chat.test_lobby import open_lobby
from tests.chat.test_map_message import map_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(autouse=True)
def calm(tonight: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop automatic retries, since no test waits for them.

    Each game has a map message.
    """
    monkeypatch.setattr(tonight.client.postman.maps, "wanted", True)
    monkeypatch.setattr(postman, "PATIENCE", (HOUR,))
    monkeypatch.setattr(postman, "BARRED", (HOUR,))


@pytest.fixture
def thread(tonight: Evening, place: Channel) -> Channel:
    return tonight.local.thread(place, "a thread")


def fall_asleep(tonight: Evening, thread: Channel) -> None:
    tonight.local.world.set_archived(thread, True)


def is_awake(thread: Channel) -> bool:
    return thread.thread is not None and not thread.thread.archived


def lobbies(player: Player, mark: str) -> list[Message]:
    return [post for post in player.posts() if post.content.endswith(mark)]


async def test_a_lobby_in_an_archived_thread_continues_in_a_new_post(tonight: Evening, thread: Channel) -> None:
    anna, boris = await open_lobby(tonight, thread, side="german")
    await tonight.settled()
    table = await tonight.table(thread)
    fall_asleep(tonight, thread)
    await tonight.client.lobby.join(table, boris.id, table.sides[1], "")
    await tonight.settled()
    assert is_awake(thread)
    old, new = lobbies(anna, lobby_post(table)[0].rpartition("\n")[2])
    assert boris.mention in new.content
    fall_asleep(tonight, thread)
    await tonight.client.lobby.start(table, 1)
    await tonight.settled()
    assert table.record.status == "live"
    mail.assert_told_once(table, boris.posts())
    assert anna.person.id in anna.last().pings
    assert old.id < new.id


async def do(tonight: Evening, table: Table, player: Player, name: str) -> None:
    """Give the first legal order of a kind through the desk.

    An archived thread takes no commands.
    """
    kind, seat = kind_of(table.game, name), table.seat_of(player.id)
    assert kind is not None
    assert seat is not None
    action = next(legal(table.game, table.seen(seat), kind))
    assert isinstance(await tonight.client.desk.act(table, player.id, lambda seen: action, None), Done)
    await tonight.settled()


async def test_small_actions_are_reported_in_a_new_post(tonight: Evening, thread: Channel) -> None:
    table, (anna, boris) = await tonight.game(thread, "Anna", "Boris")
    await do(tonight, table, anna, "op-fire")
    fall_asleep(tonight, thread)
    await do(tonight, table, anna, "op-fire")
    assert is_awake(thread)
    mail.assert_told_once(table, boris.posts())
    assert mail.moves_told(boris.posts(), table.record.id) == [0, 1, 2]


async def test_a_map_that_cannot_change_is_sent_again(tonight: Evening, thread: Channel) -> None:
    table, (anna, _) = await tonight.game(thread, "Anna", "Boris")
    old = map_of(table, anna)
    fall_asleep(tonight, thread)
    await tonight.client.games.paint(table.record.id, "dark")
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()
    assert is_awake(thread)
    assert map_of(table, anna).id > old.id
    assert not await tonight.client.games.map_is_behind(table.record.id)


async def test_a_picture_that_is_missing_in_a_thread_asleep_keeps_nothing_back(
    tonight: Evening, thread: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postman, "PATIENCE", (0.01,))
    table, (anna, boris) = await tonight.game(thread, "Anna", "Boris")
    redraw = Redraw(int(anna.last().id), 0, 0)
    fall_asleep(tonight, thread)
    await tonight.client.games.owe(table.record.id, encode(redraw))
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()
    await do(tonight, table, anna, "stop")
    assert await tonight.client.games.owed(table.record.id) == []
    mail.assert_told_once(table, boris.posts())


@pytest.mark.parametrize("status", ["lobby", "live"])
async def test_posts_for_a_locked_thread_wait_until_it_is_open(
    tonight: Evening, thread: Channel, status: str
) -> None:
    anna, boris = await open_lobby(tonight, thread, side="german")
    table = await tonight.table(thread)
    if status == "live":
        await boris.types("game join", side="soviet")
        await tonight.settled()
    lock(tonight, thread, locked=True)
    before = len(boris.posts())
    if status == "live":
        await do(tonight, table, anna, "stop")
    else:
        await tonight.client.lobby.join(table, boris.id, table.sides[1], "")
        await tonight.settled()
    assert len(boris.posts()) == before
    why = tonight.client.postman.stalled.why(table.record.id)
    assert "the thread is locked" in why or "the thread is closed" in why
    lock(tonight, thread, locked=False)
    await until(lambda: not tonight.client.postman.stalled.why(table.record.id))
    await tonight.settled()
    assert await tonight.client.games.owed(table.record.id) == []
    assert is_awake(thread)


def lock(tonight: Evening, thread: Channel, *, locked: bool) -> None:
    """Let a moderator close a thread, or open it again."""
    assert thread.thread is not None
    thread.thread.locked = locked
    tonight.local.world.set_archived(thread, locked)
