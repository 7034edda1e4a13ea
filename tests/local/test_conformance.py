"""All traffic between a bot and the local Discord fits Discord's own description."""

from __future__ import annotations

import discord
import pytest

from bot.local import Person
from bot.local.home import LocalDiscord
from tests.local.conftest import Api
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
    moved = await (await anna.slash(channel, "advance", unit="2nd Squad", to="C6", hidden=True)).done()
    assert moved.replies[0].content == "2nd Squad to C6 by 1 hidden=True gun=None"
    offered = await anna.autocomplete(channel, "advance", focused="unit", unit="squ")
    assert [choice.name for choice in offered] == UNITS[:2]

    panel = (await (await anna.slash(channel, "panel")).done()).replies[0]
    dialog = await (await anna.click(panel, "Orders…")).done()
    ordered = await anna.submit(dialog, unit="panzer iv", note="go")
    assert (await ordered.done()).replies[0].content == "panzer iv: go"
    fired = await (await anna.select(panel, "units", "1st Squad", "Panzer IV")).done()
    assert fired.replies[0].content == "Fire: 1st Squad, Panzer IV"
    chosen = await (await anna.select(panel, "friend", "Viktor")).done()
    assert chosen.message is not None
    assert chosen.message.content == "With Viktor"

    shown = (await (await anna.slash(channel, "board")).done()).replies[0]
    assert (await (await anna.click(shown, "Next turn")).done()).failed is None
    await (await anna.slash(channel, "hand")).done()
    await (await anna.slash(channel, "secret")).done()
    await (await anna.slash(local.dm(anna), "hand")).done()
    await (await anna.slash(local.thread(channel, "Talk"), "panel")).done()
    await (await anna.slash(local.thread(channel, "Staff talk", owner=anna, private=True), "hand")).done()
    lobby = await (await viktor.slash(channel, "game new", title="tide", scenario="first")).done()
    await (await anna.click(lobby.replies[0], "Join")).done()
    await anna.until(lambda: anna.id in anna.sees(channel)[-1].pings)
    assert_conforms(conformance, local)


async def test_the_bots_own_requests_conform(
    conformance: Conformance, local: LocalDiscord, tiny: Tiny, anna: Person
) -> None:
    channel = await tiny.fetch_channel(int(local.channel("tide").id))
    assert isinstance(channel, discord.TextChannel)
    first = await channel.send("One **bold** word.", file=map_file(1), silent=True)
    await first.edit(content="Two!", attachments=[discord.File(picture(), "two.png")])
    await first.pin()
    await first.unpin()
    thread = tiny.get_partial_messageable(int(local.thread(local.channel("tide"), "Public").id))
    await (await thread.send(**board("x", 1), file=map_file(1), nonce="once")).edit(view=None)
    forum = local.channel("Strike the Bear", forum=True)
    await tiny.fetch_channel(int(forum.id))
    await tiny.fetch_channel(int(local.thread(forum, "Game one").id))
    assert len([message async for message in channel.history(limit=10)]) >= 2
    assert [message async for message in channel.history(limit=1, after=first)]
    await (await tiny.create_dm(discord.Object(int(anna.id)))).send("Psst.")
    await tiny.application_info()
    for command in await tiny.tree.fetch_commands():
        await command.delete()
    assert anna.inbox()[-1].content == "Psst."
    assert_conforms(conformance, local)


async def test_the_gateway_and_a_second_guild_conform(
    conformance: Conformance, local: LocalDiscord, tiny: Tiny, anna: Person, api: Api
) -> None:
    club = local.guild("The club")
    local.world.join(club, anna.user)
    front = local.channel("front", guild=club)
    await (await anna.slash(front, "board")).done()
    for path in ("/gateway/bot", f"/channels/{front.id}/messages"):
        assert (await api.call("GET", path))[0] == 200
    assert_conforms(conformance, local)


async def test_refusals(conformance: Conformance, local: LocalDiscord, tiny: Tiny) -> None:
    channel = await tiny.fetch_channel(int(local.channel("tide").id))
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.HTTPException) as too_long:
        await channel.send("x" * 2001)
    assert (too_long.value.status, too_long.value.code) == (400, 50035)
    with pytest.raises(discord.NotFound):
        await channel.get_partial_message(1).edit(content="x")
    local.deny(local.channel("tide"), "pin_messages")
    with pytest.raises(discord.Forbidden):
        await (await channel.send("Mine")).pin()
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
