"""Several guilds at one table: their people, channels and messages."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from bot.local import Guild, NotPossible, Person
from bot.local.home import LocalDiscord, Played
from tests.local.conftest import Api
from tests.local.test_requests import Connect, connect
from tests.local.tiny import Tiny

__all__ = ["connect"]

OLDER = str(1 << 22)
"""The id of a guild that is older than every guild made here."""


def club_of(local: LocalDiscord, *members: Person) -> Guild:
    """Add a guild with a channel of its own and these people."""
    guild = local.world.add_guild("The club", OLDER)
    local.channel("front", guild=guild)
    for person in members:
        local.world.join(guild, person.user)
    return guild


async def test_a_person_is_in_several_guilds(local: LocalDiscord, anna: Person, viktor: Person) -> None:
    club = club_of(local, anna)
    local.thread(local.channel("front", guild=club), "Staff talk")
    local.dm(anna)
    assert [guild.name for guild in anna.guilds] == ["The table at home", "The club"]
    assert [channel.name for channel in anna.channels()] == ["headquarters", ""]
    assert [channel.name for channel in anna.channels(club)] == ["front", "Staff talk", ""]
    await anna.say("front", "Here I am.")
    assert [message.content for message in anna.sees("front")] == ["Here I am."]
    assert (viktor.guilds, viktor.channels(club)) == ([local.guild()], [])
    with pytest.raises(NotPossible, match="no channel front"):
        await viktor.say("front", "And I?")


async def test_a_name_is_first_looked_for_in_the_guild_of_the_page(local: LocalDiscord, anna: Person) -> None:
    club_of(local, anna)
    assert anna.channel("front").guild_id == OLDER
    assert anna.channel(local.channel("front").id) is anna.channel("front")
    assert anna.channel("front").guild_id == local.guild().id


async def test_the_page_shows_one_guild(local: LocalDiscord, anna: Person, connect: Connect) -> None:
    page = await connect(local)
    club = club_of(local, anna)
    local.thread(local.channel("front", guild=club), "Staff talk")
    await anna.say("front", "Far away")
    await anna.say("headquarters", "At home")
    await page.ask("open_dm")
    assert [frame["event"] for frame in page.heard] == ["HELLO", "MESSAGE_CREATE", "CHANNELS"]
    hello, message, channels = (frame["data"] for frame in page.heard)
    assert (message["content"], [each["name"] for each in hello["channels"]]) == ("At home", ["headquarters"])
    assert [each["name"] for each in channels] == ["headquarters", ""]


async def test_an_answer_names_the_guild_of_its_channel(
    local: LocalDiscord, tiny: Tiny, anna: Person, api: Api
) -> None:
    club_of(local, anna)
    places = [anna.channel("front"), anna.channel("headquarters"), local.dm(anna)]
    for place in places:
        await (await anna.slash(place, "twice")).done()
    shown = [(await api.call("GET", f"/channels/{place.id}/messages"))[1][0] for place in places]
    owners = [message["interaction_metadata"]["authorizing_integration_owners"] for message in shown]
    assert owners == [{"0": OLDER}, {"0": local.guild().id}, {"0": "0"}]


async def two_guilds_at(path: Path) -> LocalDiscord:
    """Let Anna write in two guilds and Vera in the second; returns the stopped table."""
    local = LocalDiscord(history=path)
    await local.start()
    anna = local.person("Anna")
    vera = local.people.add("Vera", club_of(local, anna))
    await anna.say("headquarters", "At home")
    await anna.say("front", "Anna is here.")
    await vera.say("front", "Vera, too.")
    await local.stop()
    return local


async def test_all_guilds_return_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    before = await two_guilds_at(path)
    local = LocalDiscord(history=path)
    await local.start()
    try:
        anna, vera = local.people.all()
        assert [guild.name for guild in anna.guilds] == ["The table at home", "The club"]
        assert [guild.id for guild in anna.guilds] == [before.guild().id, OLDER]
        assert [channel.name for channel in anna.channels()] == ["headquarters"]
        assert [message.content for message in vera.sees("front")] == ["Anna is here.", "Vera, too."]
        assert [guild.name for guild in vera.guilds] == ["The club"]
    finally:
        await local.stop()


async def test_members_hear_who_joins_their_guild(local: LocalDiscord, anna: Person, viktor: Person) -> None:
    club = club_of(local, anna)
    heard: list[str] = []
    for person in (anna, viktor):
        person.windows.append(lambda event, name=person.name: heard.append(f"{name}: {event.name}"))  # type: ignore[misc]
    local.world.join(club, local.world.add_user("Vera"))
    assert heard == ["Anna: GUILD_MEMBER_ADD"]


@pytest.mark.parametrize("plays", [True, False])
@pytest.mark.parametrize("lost", ["The table at home", "The club"])
async def test_a_guild_that_is_lost_from_a_damaged_file_is_made_again(
    tmp_path: Path, lost: str, plays: bool
) -> None:
    """With its channels, the people who are in no other guild, and its games."""
    path = tmp_path / "table.db"
    before = await two_guilds_at(path)
    home, club = before.guild().id, OLDER
    broken = home if lost == "The table at home" else club
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE record SET json = '{' WHERE kind = 'Guild' AND id = ?", (broken,))
    local = LocalDiscord(history=path)
    game = str(int(home) + (1 << 30))
    await local.start([Played(broken, game, "tide 1", {})] if plays else [])
    try:
        assert local.site.history.damage
        assert local.guild().id == home
        places = {each.name: each.guild_id for each in local.world.channels.values() if each.guild_id}
        assert places == {"headquarters": home, "front": club, **({"tide-1": broken} if plays else {})}
        assert set(local.world.guilds) == {home, club}
        vera = local.person("Vera")
        assert [message.content for message in vera.sees("front")][:2] == ["Anna is here.", "Vera, too."]
    finally:
        await local.stop()
