"""Channels, threads, forums, the archive, and their permissions."""

from __future__ import annotations

import time

import pytest

from bot.local import NotPossible, Person
from bot.local.home import LocalDiscord
from tests.local.conftest import Api
from tests.local.tiny import picture


async def test_permissions_of_the_bot(api: Api, local: LocalDiscord, anna: Person) -> None:
    channel = local.channel("tide")
    messages = f"/channels/{channel.id}/messages"
    local.deny(channel, "attach_files")
    png = picture().getvalue()
    assert (await api.call("POST", messages, {"content": "x"}, files={"a.png": png}))[1]["code"] == 50013
    assert (await api.call("POST", messages, {"content": "x"}))[0] == 200
    local.deny(channel, "send_messages")
    assert (await api.call("POST", messages, {"content": "x"}))[1]["code"] == 50013
    local.deny(channel, "read_message_history")
    assert (await api.call("GET", messages))[1]["code"] == 50013
    local.deny(channel, "view_channel")
    status, answer = await api.call("POST", messages, {"content": "x"})
    assert (status, answer["code"]) == (403, 50001)
    assert (await api.call("GET", f"/channels/{channel.id}"))[1]["code"] == 50001
    assert [message.content for message in anna.sees(channel)] == ["x"]
    local.allow(channel, "view_channel", "send_messages")
    assert (await api.call("POST", messages, {"content": "y"}))[0] == 200


async def test_a_channel_that_a_person_does_not_see(local: LocalDiscord, anna: Person, viktor: Person) -> None:
    channel = local.channel("staff")
    local.deny(channel, "view_channel", person=viktor)
    assert channel.name in [each.name for each in anna.channels()]
    assert channel.name not in [each.name for each in viktor.channels()]
    with pytest.raises(NotPossible):
        viktor.sees(channel)


async def test_private_threads(local: LocalDiscord, anna: Person, viktor: Person) -> None:
    thread = local.thread(local.channel("tide"), "German staff", owner=anna, private=True)
    await anna.say(thread, "Secret plan")
    assert [message.content for message in anna.sees("German staff")] == ["Secret plan"]
    assert "German staff" not in [each.name for each in viktor.channels()]


async def test_the_archive(api: Api, local: LocalDiscord, anna: Person) -> None:
    thread = local.thread(local.channel("tide"), "Old game")
    _, sent = await api.call("POST", f"/channels/{thread.id}/messages", {"content": "Turn 1"})
    local.world.set_archived(thread, True)
    message = f"/channels/{thread.id}/messages/{sent['id']}"
    assert (await api.call("PATCH", message, {"content": "x"}))[1]["code"] == 50083
    assert (await api.call("POST", f"/channels/{thread.id}/messages", {"content": "Awake"}))[0] == 200
    assert (await api.call("PATCH", message, {"content": "Turn 2"}))[0] == 200


async def test_threads_that_have_long_been_silent_are_archived(
    api: Api, local: LocalDiscord, anna: Person
) -> None:
    thread = local.thread(local.channel("tide"), "Talk")
    await anna.say(thread, "The last word")
    minutes = 4320
    local.world.archive_idle(time.time() + 60 * (minutes - 1))
    assert thread.thread is not None
    assert not thread.thread.archived
    local.world.archive_idle(time.time() + 60 * (minutes + 1))
    assert thread.thread.archived
    local.site.register.put([{"name": "board", "description": "The board"}])
    with pytest.raises(NotPossible, match="archived"):
        await anna.slash(thread, "board")
    await anna.say(thread, "One more")
    assert not thread.thread.archived


async def test_a_button_in_an_archived_thread_opens_it(api: Api, local: LocalDiscord, anna: Person) -> None:
    thread = local.thread(local.channel("tide"), "Talk")
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Move", "custom_id": "move"}]}
    await api.call("POST", f"/channels/{thread.id}/messages", {"content": "Board", "components": [row]})
    board = anna.sees(thread)[0]
    local.world.set_archived(thread, True)
    assert (await anna.click(board, "Move")).failed is None
    assert thread.thread is not None
    assert not thread.thread.archived
    local.world.set_archived(thread, True)
    thread.thread.locked = True
    assert (await anna.click(board, "Move")).failed == "This interaction failed"


async def test_an_interaction_outlives_its_channel(api: Api, local: LocalDiscord, anna: Person) -> None:
    channel = local.channel("tide")
    thread = local.thread(channel, "Talk")
    local.site.register.put([{"name": "board", "description": "The board"}])
    answered, pending = await anna.slash(thread, "board"), await anna.slash(thread, "board")
    callback = f"/interactions/{answered.id}/{answered.token}/callback"
    assert (await api.call("POST", callback, {"type": 5}))[0] == 204
    local.world.remove_channel(channel)
    webhook = f"/webhooks/{local.world.bot.id}/{answered.token}"
    assert (await api.call("POST", webhook, {"content": "x"}))[1]["code"] == 10003
    assert (await api.call("PATCH", f"{webhook}/messages/@original", {"content": "x"}))[1]["code"] == 10008
    callback = f"/interactions/{pending.id}/{pending.token}/callback"
    assert (await api.call("POST", callback, {"type": 4, "data": {"content": "x"}}))[1]["code"] == 10003


async def test_the_permission_to_write_in_threads_is_its_own(api: Api, local: LocalDiscord) -> None:
    channel = local.channel("tide")
    thread = local.thread(channel, "Talk")
    local.deny(channel, "send_messages")
    assert (await api.call("POST", f"/channels/{thread.id}/messages", {"content": "x"}))[0] == 200
    local.deny(channel, "send_messages_in_threads")
    assert (await api.call("POST", f"/channels/{thread.id}/messages", {"content": "x"}))[1]["code"] == 50013


async def test_forum_posts(api: Api, local: LocalDiscord, anna: Person) -> None:
    forum = local.channel("Games", forum=True)
    post = local.thread(forum, "Game 1", owner=anna)
    assert (await api.call("POST", f"/channels/{post.id}/messages", {"content": "The board"}))[0] == 200
    assert [message.content for message in anna.sees("Game 1")] == ["The board"]
    assert [each.name for each in anna.channels() if each.parent_id == forum.id] == ["Game 1"]
    assert (await api.call("POST", f"/channels/{forum.id}/messages", {"content": "x"}))[1]["code"] == 50008


async def test_direct_messages(api: Api, local: LocalDiscord, anna: Person) -> None:
    _, channel = await api.call("POST", "/users/@me/channels", {"recipient_id": anna.id})
    assert (channel["type"], channel["recipients"][0]["id"]) == (1, anna.id)
    assert (await api.call("POST", "/users/@me/channels", {"recipient_id": anna.id}))[1]["id"] == channel["id"]
    await anna.say(channel["id"], "Hello, bot")
    assert [message.content for message in anna.inbox()] == ["Hello, bot"]
    anna.dms_closed = True
    status, answer = await api.call("POST", f"/channels/{channel['id']}/messages", {"content": "x"})
    assert (status, answer["code"]) == (403, 50007)
    assert (await api.call("POST", "/users/@me/channels", {"recipient_id": "1"}))[1]["code"] == 50033
    own = local.world.bot.id
    assert (await api.call("POST", "/users/@me/channels", {"recipient_id": own}))[1]["code"] == 50007


async def test_pins(api: Api, local: LocalDiscord, anna: Person) -> None:
    channel = local.channel("tide")
    said = await anna.say(channel, "Look")
    assert (await api.call("PUT", f"/channels/{channel.id}/messages/pins/{said.id}"))[0] == 204
    assert anna.sees(channel)[0].pinned
    assert [each.type for each in anna.sees(channel)] == [0, 6]
    local.deny(channel, "pin_messages")
    assert (await api.call("DELETE", f"/channels/{channel.id}/messages/pins/{said.id}"))[1]["code"] == 50013
