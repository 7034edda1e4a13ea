"""A game without a place is parked until it has a place; its players get a note."""

from __future__ import annotations

from functools import partial

import pytest

from bot.chat.desk.table import Table
from bot.chat.posts import parking, postman
from bot.chat.posts.refusals import HOUR
from bot.local import Channel, Message, Person
from tests.chat import mail
from tests.chat.evening import DONE, Evening, Player, until
from tests.chat.test_lobby import open_lobby

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop automatic retries, except in tests that need them."""
    monkeypatch.setattr(postman, "PATIENCE", (0.01, HOUR))
    monkeypatch.setattr(postman, "BARRED", (HOUR,))


def farewells(person: Person) -> list[Message]:
    return [message for message in person.inbox() if message.content.startswith("🪑")]


async def playing(
    tonight: Evening, place: Channel, anna: str = "Anna", boris: str = "Boris"
) -> tuple[Table, Player, Player]:
    table, (first, second) = await tonight.game(place, anna, boris)
    return table, first, second


async def brings(player: Player, table: Table) -> Message:
    """Take a game to the channel of a player."""
    return await player.types("game table here", game=str(table.record.id))


async def parked(tonight: Evening, table: Table) -> None:
    """Stall until a game is parked, and all about that is said."""
    await until(lambda: table.record.parked)
    await tonight.settled()


@pytest.mark.case("FP-place")
async def test_a_game_with_a_deleted_channel_is_parked_and_its_players_are_informed_once(
    tonight: Evening, place: Channel
) -> None:
    """No move is needed: Discord reported the channel."""
    table, anna, boris = await playing(tonight, place, "Ksenia", "Lev")
    tonight.local.world.remove_channel(place)
    await parked(tonight, table)
    for player in (anna, boris):
        await until(partial(farewells, player.person))
        (told,) = farewells(player.person)
        assert f"🪑 **Game {table.record.id} is parked:** its channel was deleted." in told.content
        assert "The Church at Berezovka (Tide of Iron)" in told.content
        assert f"game:{table.record.id}" in told.content
    requests = len(tonight.local.faults.made("POST", f"/channels/{place.id}/"))
    for _ in range(3):
        await tonight.client.postman.try_again()
        await tonight.client.postman.call_again(0)
        await tonight.client.postman.look_after()
        await tonight.settled()
    assert len(tonight.local.faults.made("POST", f"/channels/{place.id}/")) == requests, "it is not tried for ever"
    assert len(farewells(anna.person)) == 1


async def test_a_thread_that_is_deleted_with_its_channel_takes_its_game_along(
    tonight: Evening, place: Channel
) -> None:
    thread = tonight.local.thread(place, "a thread")
    table, _, _ = await playing(tonight, thread)
    tonight.local.world.remove_channel(place)
    await parked(tonight, table)


async def test_a_channel_deleted_while_the_bot_was_away_is_noticed(own: Evening) -> None:
    """A lobby is no different; a game that is over is left alone."""
    gone, over = own.local.channel("gone"), own.local.channel("over")
    await open_lobby(own, gone, side="german")
    await open_lobby(own, over, side="german")
    await own.database.run("UPDATE games SET status = 'over' WHERE channel = ?", (int(over.id),))
    await own.leave()
    for channel in (gone, over):
        own.local.world.remove_channel(channel)
    await own.arrive()
    anna = own.local.person("Anna")
    await until(lambda: farewells(anna))
    await own.settled()
    assert len(farewells(anna)) == 1
    await own.leave()
    await own.arrive()
    await own.client.postman.look_after()
    await own.settled()
    assert len(farewells(anna)) == 1, "once is enough"
    records = await own.client.games.unfinished()
    assert [record.parked for record in records] == [parking.DELETED]


async def test_a_post_that_finds_no_channel_parks_the_game(tonight: Evening, place: Channel) -> None:
    """Nobody has told the bot of it."""
    person = tonight.local.person("Mila")
    table, _, _ = await playing(tonight, place, person.name)
    del tonight.local.world.channels[place.id]
    guild = tonight.client.get_guild(int(place.guild_id or 0))
    assert guild is not None
    guild._channels.pop(int(place.id))
    dm = Player(person, tonight.local.dm(person))
    assert (await dm.types("tide stop")).content.startswith(DONE)
    await parked(tonight, table)
    assert [row.tries for row in await tonight.client.games.owed(table.record.id)] != [], "what is owed stays owed"
    tonight.local.world.channels[place.id] = place


async def test_one_answer_that_a_channel_is_unknown_parks_nothing(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await playing(tonight, place)
    tonight.local.faults.fail("POST", f"/channels/{place.id}/messages", code=10003)
    await anna.types("tide stop")
    await tonight.settled()
    assert table.record.parked == ""
    mail.assert_told_once(table, boris.posts())


@pytest.mark.case("FP-place")
async def test_a_parked_game_continues_in_another_channel(tonight: Evening, place: Channel) -> None:
    """All unreported moves are posted there.

    The player in turn is called, and the map follows.
    """
    person = tonight.local.person("Nina")
    table, _, boris = await playing(tonight, place, person.name, "Oleg")
    tonight.local.world.remove_channel(place)
    await parked(tonight, table)
    dm = Player(person, tonight.local.dm(person))
    said = (await dm.types("game mine")).content
    assert "**parked**, since its channel was deleted" in said
    assert "your move" not in said
    assert (await dm.types("tide stop")).content.startswith(DONE)
    new = tonight.local.channel("a new place")
    there = Player(boris.person, new)
    assert f"Game {table.record.id} continues here" in (await brings(there, table)).content
    await tonight.settled()
    assert table.record.parked == ""
    assert any(post.content.startswith(f"📍 Game {table.record.id} continues here") for post in there.posts())
    mail.assert_told_once(table, there.posts(), 1)
    assert boris.person.id in there.last().pings
    assert (await tonight.table(new)).record.id == table.record.id
    assert (await there.types("tide stop")).content.startswith(DONE)
    await tonight.settled()
    mail.assert_told_once(table, there.posts(), 1)


async def test_a_game_moves_with_nothing_owed_and_calls_who_is_asked(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await playing(tonight, place)
    there = Player(anna.person, tonight.local.channel("another new place"))
    await brings(there, table)
    await tonight.settled()
    assert [anna.person.id in post.pings for post in there.posts()][-1]


async def test_a_lobby_moves_with_its_buttons(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place, side="german")
    table = await tonight.table(place)
    tonight.local.world.remove_channel(place)
    await parked(tonight, table)
    there = Player(boris.person, tonight.local.channel("a new lobby"))
    await brings(Player(anna.person, there.place), table)
    await tonight.settled()
    assert "Join as Soviet" in there.posts()[-1].labels
    assert f"**German:** {anna.mention}" in there.posts()[-1].content


async def test_a_channel_with_a_game_takes_no_other(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await playing(tonight, place)
    taken = tonight.local.channel("taken")
    await playing(tonight, taken)
    said = (await brings(Player(anna.person, taken), table)).content
    assert "This channel already has a game" in said
    assert table.record.channel == int(place.id)
    record = await tonight.client.games.game(table.record.id)
    assert record is not None
    assert record.channel == int(place.id)


async def test_a_game_continues_when_the_bot_is_readmitted(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await playing(tonight, place, "Petr", "Rita")
    guild, bot = tonight.local.guild(), tonight.local.world.bot
    roles = guild.members[bot.id].roles
    tonight.local.world.leave(guild, bot)
    await parked(tonight, table)
    assert table.record.parked == parking.REMOVED
    await until(partial(farewells, anna.person))
    assert "when the bot is back" in farewells(anna.person)[0].content
    tonight.local.world.join(guild, bot, roles=roles)
    await until(lambda: not table.record.parked)
    await tonight.settled()
    assert anna.person.id in boris.posts()[-1].pings, "who is asked is called"
    assert len(farewells(anna.person)) == 1


async def test_a_command_in_its_channel_unparks_a_game(tonight: Evening, place: Channel) -> None:
    """The channel is there, whatever was thought of it."""
    table, anna, boris = await playing(tonight, place)
    await tonight.client.postman.parking.park(table.record, parking.DELETED)
    assert "is parked" not in (await anna.types("game status")).content
    await until(lambda: not table.record.parked)
    await tonight.settled()
    assert anna.person.id in boris.posts()[-1].pings
    assert (await anna.types("tide stop")).content.startswith(DONE)


async def test_players_move_a_game_to_a_place_with_posting_rights(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await playing(tonight, place)
    new = tonight.local.channel("not for everybody")
    tonight.local.deny(new, "send_messages")
    assert "I lack: **Send Messages**" in (await brings(Player(anna.person, new), table)).content
    assert "The game is here already" in (await brings(anna, table)).content
    viktor = tonight.player("Viktor", place)
    assert "the players at this table" in (await viktor.types("game table here")).content
    assert table.record.channel == int(place.id)
