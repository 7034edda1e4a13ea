"""Channels, threads, forums, the archive, and their permissions."""

from __future__ import annotations

import time

import pytest

from bot.local import NotPossible, Person
from bot.local.home import LocalDiscord
from tests.local.conftest import Api
from tests.local.tiny import picture

PUBLIC, PRIVATE = 11, 12


async def test_permissions_of_the_bot(api: Api, local: LocalDiscord, anna: Person) -> None:
    channel = local.channel("tide")
    messages = f"/channels/{channel.id}/messages"
    local.deny(channel, "attach_files")
    png = picture().getvalue()
    assert (await api.call("POST", messages, {"content": "x"}, files={"a.png": png}))[1]["code"] == 50013
    local.deny(channel, "embed_links")
    assert (await api.call("POST", messages, {"embeds": [{"title": "x"}]}))[1]["code"] == 50013
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


async def test_threads_on_messages(api: Api, local: LocalDiscord) -> None:
    channel = local.channel("tide")
    _, sent = await api.call("POST", f"/channels/{channel.id}/messages", {"content": "Board"})
    threads = f"/channels/{channel.id}/messages/{sent['id']}/threads"
    status, thread = await api.call("POST", threads, {"name": "Talk", "auto_archive_duration": 10080})
    assert (status, thread["id"], thread["type"]) == (201, sent["id"], PUBLIC)
    assert thread["thread_metadata"]["auto_archive_duration"] == 10080
    assert (await api.call("POST", threads, {"name": "Again"}))[1]["code"] == 160004
    _, shown = await api.call("GET", f"/channels/{channel.id}/messages/{sent['id']}")
    assert shown["thread"]["name"] == "Talk"
    assert (await api.call("POST", threads, {"name": "x", "auto_archive_duration": 5}))[0] == 400


async def test_private_threads(api: Api, local: LocalDiscord, anna: Person, viktor: Person) -> None:
    channel = local.channel("tide")
    body = {"name": "German staff", "type": PRIVATE, "invitable": False}
    status, thread = await api.call("POST", f"/channels/{channel.id}/threads", body)
    assert (status, thread["thread_metadata"]["invitable"]) == (201, False)
    members = f"/channels/{thread['id']}/thread-members"
    assert (await api.call("PUT", f"{members}/{anna.id}"))[0] == 204
    await api.call("POST", f"/channels/{thread['id']}/messages", {"content": "Secret plan"})
    assert [message.content for message in anna.sees("German staff")] == ["Secret plan"]
    assert "German staff" not in [each.name for each in viktor.channels()]
    assert len((await api.call("GET", members))[1]) == 2
    assert (await api.call("DELETE", f"{members}/{anna.id}"))[0] == 204
    assert "German staff" not in [each.name for each in anna.channels()]
    assert (await api.call("PUT", f"{members}/1"))[1]["code"] == 10013
    local.deny(channel, "create_private_threads")
    assert (await api.call("POST", f"/channels/{channel.id}/threads", body))[1]["code"] == 50013


async def test_the_archive(api: Api, local: LocalDiscord, anna: Person) -> None:
    channel = local.channel("tide")
    body = {"name": "Old game", "type": PUBLIC}
    _, thread = await api.call("POST", f"/channels/{channel.id}/threads", body)
    _, sent = await api.call("POST", f"/channels/{thread['id']}/messages", {"content": "Turn 1"})
    status, _ = await api.call("PATCH", f"/channels/{thread['id']}", {"archived": True})
    assert status == 200
    message = f"/channels/{thread['id']}/messages/{sent['id']}"
    assert (await api.call("PATCH", message, {"content": "x"}))[1]["code"] == 50083
    assert (await api.call("PUT", f"/channels/{thread['id']}/thread-members/{anna.id}"))[1]["code"] == 50083
    _, archive = await api.call("GET", f"/channels/{channel.id}/threads/archived/public")
    assert [each["id"] for each in archive["threads"]] == [thread["id"]]
    _, active = await api.call("GET", f"/guilds/{local.guild().id}/threads/active")
    assert active["threads"] == []
    assert (await api.call("POST", f"/channels/{thread['id']}/messages", {"content": "Awake"}))[0] == 200
    assert (await api.call("PATCH", message, {"content": "Turn 2"}))[0] == 200
    assert (await api.call("PATCH", f"/channels/{thread['id']}", {"locked": True}))[1]["code"] == 50013


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
    local.site.register.post(None, {"name": "board", "description": "The board"})
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
    local.site.register.post(None, {"name": "board", "description": "The board"})
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
    posts = f"/channels/{forum.id}/threads"
    status, post = await api.call("POST", posts, {"name": "Game 1", "message": {"content": "The board"}})
    assert (status, post["parent_id"], post["message"]["content"]) == (201, forum.id, "The board")
    assert [message.content for message in anna.sees("Game 1")] == ["The board"]
    assert (await api.call("POST", posts, {"name": "Game 2"}))[1]["code"] == 50035
    assert (await api.call("POST", posts, {"name": "Game 2", "message": {}}))[1]["code"] == 50006
    assert [each.name for each in anna.channels() if each.parent_id == forum.id] == ["Game 1"]
    tagged = {"name": "Game 2", "message": {"content": "x"}, "applied_tags": ["1"]}
    assert (await api.call("POST", posts, tagged))[1]["code"] == 50035
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


async def test_managing_channels(api: Api, local: LocalDiscord, anna: Person) -> None:
    channels = f"/guilds/{local.guild().id}/channels"
    assert (await api.call("POST", channels, {"name": "New table"}))[1]["code"] == 50013
    role = next(each for each in local.guild().roles.values() if each.managed)
    role.permissions |= 1 << 4 | 1 << 28
    status, made = await api.call("POST", channels, {"name": "New table"})
    assert (status, made["name"]) == (201, "new-table")
    overwrite = f"/channels/{made['id']}/permissions/{anna.id}"
    assert (await api.call("PUT", overwrite, {"type": 1, "deny": str(1 << 10)}))[0] == 204
    assert "new-table" not in [each.name for each in anna.channels()]
    assert (await api.call("DELETE", overwrite))[0] == 204
    assert (await api.call("DELETE", overwrite))[1]["code"] == 10009
    assert "new-table" in [each.name for each in anna.channels()]
    status, changed = await api.call("PATCH", f"/channels/{made['id']}", {"topic": "A table"})
    assert (status, changed["topic"]) == (200, "A table")
    assert (await api.call("DELETE", f"/channels/{made['id']}"))[0] == 200
    assert "new-table" not in [each.name for each in anna.channels()]


async def test_pins(api: Api, local: LocalDiscord, anna: Person) -> None:
    channel = local.channel("tide")
    said = await anna.say(channel, "Look")
    assert (await api.call("PUT", f"/channels/{channel.id}/messages/pins/{said.id}"))[0] == 204
    assert (await api.call("GET", f"/channels/{channel.id}/pins"))[1][0]["id"] == said.id
    assert [each.type for each in anna.sees(channel)] == [0, 6]
    local.deny(channel, "pin_messages")
    assert (await api.call("DELETE", f"/channels/{channel.id}/messages/pins/{said.id}"))[1]["code"] == 50013


async def test_many_guilds(api: Api, local: LocalDiscord) -> None:
    other = local.guild("Another club")
    hall = local.channel("hall", guild=other)
    assert local.channel("hall").id != hall.id
    _, guilds = await api.call("GET", "/users/@me/guilds")
    assert [guild["name"] for guild in guilds] == ["The table at home", "Another club"]
    _, found = await api.call("GET", f"/guilds/{other.id}?with_counts=true")
    assert (found["name"], found["approximate_member_count"]) == ("Another club", 2)
