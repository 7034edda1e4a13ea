"""All traffic between a bot and the local Discord fits Discord's own description."""

from __future__ import annotations

import discord
import pytest

from bot.local import Person
from bot.local.home import LocalDiscord
from tests.local.openapi import Conformance, description_path
from tests.local.tiny import UNITS, Tiny, board, map_file, picture


@pytest.fixture(scope="module")
def conformance() -> Conformance:
    return Conformance(description_path())


def assert_conforms(conformance: Conformance, local: LocalDiscord) -> None:
    complaints = conformance.complaints(local.faults)
    assert not complaints, "\n".join(dict.fromkeys(complaints))


async def test_interactions_of_every_kind(
    conformance: Conformance, local: LocalDiscord, tiny: Tiny, anna: Person, viktor: Person
) -> None:
    channel = local.channel("tide")
    moved = await (
        await anna.slash(channel, "advance", unit="2nd Squad", to="C6", helper=viktor, hidden=True)
    ).done()
    assert moved.replies[0].text == "2nd Squad to C6 by 1 with Viktor hidden=True gun=None"
    offered = await anna.autocomplete(channel, "advance", focused="unit", unit="squ")
    assert [choice.name for choice in offered] == UNITS[:2]

    panel = (await (await anna.slash(channel, "panel")).done()).replies[0]
    dialog = await (await anna.click(panel, "Orders…")).done()
    ordered = await anna.submit(dialog, unit="panzer iv", pace="double", tasks=["dig"], note="go", quiet=True)
    assert (await ordered.done()).replies[0].text == "panzer iv double dig quiet=True: go"
    fired = await (await anna.select(panel, "units", "1st Squad", "Panzer IV")).done()
    assert fired.replies[0].text == "Fire: 1st Squad, Panzer IV"
    chosen = await (await anna.select(panel, "friend", viktor)).done()
    assert chosen.message is not None
    assert chosen.message.content == "With Viktor"

    shown = (await (await anna.slash(channel, "board")).done()).replies[0]
    assert (await (await anna.click(shown, "Next turn")).done()).failed is None
    await (await anna.slash(channel, "hand")).done()
    await (await anna.slash(channel, "secret")).done()
    await (await anna.slash(local.dm(anna), "hand")).done()
    await (await anna.slash(local.thread(channel, "Talk"), "panel")).done()
    await (await anna.slash(channel, "thread", private=True)).done()
    await (await anna.context(channel, "Explain", panel)).done()
    lobby = await (await viktor.slash(channel, "game new", title="tide", scenario="first")).done()
    await (await anna.click(lobby.replies[0], "Join")).done()
    await anna.until(lambda: anna.id in anna.sees(channel)[-1].pings)
    assert_conforms(conformance, local)


async def test_the_bots_own_requests_conform(
    conformance: Conformance, local: LocalDiscord, tiny: Tiny, anna: Person
) -> None:
    local.allow(local.channel("tide"), "manage_messages", "manage_threads")
    forum = local.channel("Strike the Bear", forum=True)
    channel = await tiny.fetch_channel(int(local.channel("tide").id))
    assert isinstance(channel, discord.TextChannel)
    async with channel.typing():
        first = await channel.send("One **bold** word.", embed=discord.Embed(title="Map"), file=map_file(1))
    reply = await first.reply("Two.", mention_author=True)
    await reply.edit(content="Two!", attachments=[discord.File(picture(), "two.png")])
    await reply.pin()
    assert [message.id async for message in channel.pins()] == [reply.id]
    await reply.unpin()
    thread = await first.create_thread(name="On the map", auto_archive_duration=1440)
    await thread.send(view=board("x", 1), file=map_file(1))
    await thread.edit(archived=True)
    assert [each.id async for each in channel.archived_threads()] == [thread.id]
    await thread.edit(archived=False)
    await thread.fetch_members()
    public = await channel.create_thread(name="Public", type=discord.ChannelType.public_thread)
    await public.leave()
    posts = await tiny.fetch_channel(int(forum.id))
    assert isinstance(posts, discord.ForumChannel)
    made = await posts.create_thread(name="Game one", content="The first post.", file=map_file(1))
    await made.message.edit(content="The first post, edited.")
    assert len([message async for message in channel.history(limit=10)]) >= 2
    await channel.fetch_message(first.id)
    user = await tiny.fetch_user(int(anna.id))
    await (await user.create_dm()).send("Psst.")
    await channel.guild.fetch_member(user.id)
    await channel.guild.fetch_channels()
    await channel.guild.active_threads()
    await channel.guild.fetch_roles()
    await tiny.fetch_guild(channel.guild.id)
    await tiny.fetch_channel(channel.id)
    await tiny.application_info()
    await tiny.tree.fetch_commands()
    await tiny.tree.sync(guild=discord.Object(channel.guild.id))
    assert anna.inbox()[-1].content == "Psst."
    assert_conforms(conformance, local)


async def test_refusals(conformance: Conformance, local: LocalDiscord, tiny: Tiny) -> None:
    channel = await tiny.fetch_channel(int(local.channel("tide").id))
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.HTTPException) as too_long:
        await channel.send("x" * 2001)
    assert (too_long.value.status, too_long.value.code) == (400, 50035)
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(1)
    with pytest.raises(discord.Forbidden):
        await channel.edit(topic="Mine")
    assert_conforms(conformance, local)


def test_the_checker_finds_what_is_wrong(conformance: Conformance) -> None:
    from bot.local import Exchange

    sent = Exchange(
        method="POST",
        path="/channels/1/messages",
        query={},
        body={"content": 5},
        files=[],
        status=200,
        answer={"id": "1"},
    )
    complaints = list(conformance.of_exchange(sent))
    assert any("request at /content" in each for each in complaints)
    assert any("-> 200" in each and "required" in each for each in complaints)
