"""Messages that Discord refuses wait, say why, and are sent as soon as possible.

They need no move for that.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.chat.client import _ever
from bot.chat.desk.desk import Call
from bot.chat.desk.table import Table
from bot.chat.posts import postman, refusals
from bot.chat.posts.refusals import HOUR, Means, means, pause
from bot.chat.posts.stalled import Stalled
from bot.kit.codec import encode
from bot.local import Channel
from bot.store.games import SILENCE, PersonRecord
from tests.chat import mail
from tests.chat.evening import DONE, Evening, Player, until

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop automatic retries within a test, unless it needs them."""
    monkeypatch.setattr(postman, "PATIENCE", (HOUR,))
    monkeypatch.setattr(postman, "BARRED", (HOUR,))


def waits(tonight: Evening, table: Table) -> Any:
    return tonight.client.postman.stalled.get((table.record.id, "posts"))


async def shut(tonight: Evening, place: Channel, **fault: Any) -> tuple[Table, Player, Player]:
    """Let Anna end her turn while Discord lets no post and no call to Boris through."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    if fault:
        tonight.local.faults.fail("POST", f"/channels/{place.id}/messages", times=10**6, **fault)
    else:
        tonight.local.deny(place, "send_messages")
    assert (await anna.types("tide stop")).content.startswith(DONE)
    await until(lambda: waits(tonight, table))
    return table, anna, boris


async def heals(tonight: Evening, table: Table, boris: Player) -> None:
    await until(lambda: not waits(tonight, table))
    await tonight.settled()
    mail.assert_told_once(table, boris.posts())
    assert boris.person.id in boris.last().pings, "he is called"


CLOUDFLARE = {"status": 429, "via": False}
LACKING = {"code": 50013}


# Knocks.


@pytest.mark.parametrize("fault", [CLOUDFLARE, LACKING, {"status": 503}, {"code": 50083}])
async def test_a_command_that_changes_nothing_lets_posts_be_tried_at_once(
    tonight: Evening, place: Channel, fault: dict[str, Any]
) -> None:
    """Also one of somebody who has no seat."""
    table, _, boris = await shut(tonight, place, **fault)
    tonight.local.faults.clear()
    await tonight.player("Viktor", place).types("game board")
    await heals(tonight, table, boris)


async def test_a_button_lets_posts_be_tried_at_once(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await shut(tonight, place, **CLOUDFLARE)
    tonight.local.faults.clear()
    await boris.clicks(anna.posts()[-1], "Map")
    await heals(tonight, table, boris)


async def test_a_command_elsewhere_does_not(tonight: Evening, place: Channel) -> None:
    table, _, _ = await shut(tonight, place, **LACKING)
    elsewhere = tonight.local.channel("elsewhere")
    await tonight.player("Viktor", elsewhere).types("game mine")
    await tonight.settled()
    assert waits(tonight, table).failures == 1
    tonight.local.faults.clear()
    await tonight.client.postman.try_again()


async def permit(tonight: Evening, place: Channel) -> None:
    tonight.local.allow(place, "send_messages")


async def update_the_server(tonight: Evening, place: Channel) -> None:
    tonight.local.faults.clear()
    guild = tonight.client.get_guild(int(place.guild_id or 0))
    assert guild is not None
    tonight.client.dispatch("guild_update", guild, guild)


async def update_a_role(tonight: Evening, place: Channel) -> None:
    tonight.local.faults.clear()
    guild = tonight.client.get_guild(int(place.guild_id or 0))
    assert guild is not None
    tonight.client.dispatch("guild_role_update", guild.default_role, guild.default_role)


async def give_the_bot_a_role(tonight: Evening, place: Channel) -> None:
    tonight.local.faults.clear()
    guild = tonight.client.get_guild(int(place.guild_id or 0))
    assert guild is not None
    tonight.client.dispatch("member_update", guild.me, guild.me)


async def let_an_hour_pass(tonight: Evening, place: Channel) -> None:
    tonight.local.faults.clear()
    await tonight.client.postman.try_again()


@pytest.mark.parametrize(
    ("fault", "change"),
    [
        ({}, permit),
        *(
            (fault, change)
            for change in (update_the_server, update_a_role, give_the_bot_a_role, let_an_hour_pass)
            for fault in (LACKING, CLOUDFLARE)
        ),
    ],
)
async def test_a_change_lets_posts_be_tried_at_once(
    tonight: Evening, place: Channel, fault: dict[str, Any], change: Callable[[Evening, Channel], Awaitable[None]]
) -> None:
    table, _, boris = await shut(tonight, place, **fault)
    await change(tonight, place)
    await heals(tonight, table, boris)


@pytest.mark.parametrize("fault", [CLOUDFLARE, LACKING])
async def test_posts_are_retried_automatically(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch, fault: dict[str, Any]
) -> None:
    monkeypatch.setattr(postman, "PATIENCE", (0.01,))
    monkeypatch.setattr(postman, "BARRED", (0.01,))
    table, _, boris = await shut(tonight, place, **fault)
    tonight.local.faults.clear()
    await heals(tonight, table, boris)


async def test_closed_letters_are_tried_again_when_their_reader_does_something(
    tonight: Evening, place: Channel
) -> None:
    zoya = tonight.local.person("Zoya")
    zoya.dms_closed = True
    _, (player, _) = await tonight.game(place, "Zoya", "Boris")
    assert zoya.inbox() == []
    zoya.dms_closed = False
    await Player(zoya, tonight.local.channel("elsewhere")).types("game mine")
    await until(zoya.inbox)
    await tonight.settled()
    assert [letter.content[:8] for letter in zoya.inbox()] == ["🔒 **Game"]
    assert not (await tonight.client.games.person(player.id)).closed


async def test_letters_for_a_closed_inbox_keep_nobody_elses_back(tonight: Evening, place: Channel) -> None:
    zoya, gleb = tonight.local.person("Zoya again"), tonight.local.person("Gleb")
    zoya.dms_closed = True
    await tonight.game(place, zoya.name, gleb.name)
    assert len(gleb.inbox()) == 1
    zoya.dms_closed = False


# Texts for players.


async def test_players_read_why_nothing_is_posted(tonight: Evening, place: Channel) -> None:
    table, _, boris = await shut(tonight, place)
    said = (await boris.types("game status")).content
    assert said.startswith("⚠️ **Nothing is posted here at the moment:** the bot lacks: Send Messages.")
    assert "tries again <t:" in said
    assert table.game.status(table.seen(table.sides[1])) in said
    tonight.local.allow(place, "send_messages")
    await heals(tonight, table, boris)
    assert "⚠️" not in (await boris.types("game status")).content


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (CLOUDFLARE, "Discord does not answer as it should"),
        ({"code": 160005}, "the thread is locked"),
        ({"code": 50013}, "Discord does not let the bot write in this channel"),
    ],
)
async def test_the_reason_is_that_of_discord(
    tonight: Evening, place: Channel, fault: dict[str, Any], why: str
) -> None:
    _, _, boris = await shut(tonight, place, **fault)
    said = (await boris.types("game status")).content
    assert said.startswith(f"⚠️ **Nothing is posted here at the moment:** {why}.")
    tonight.local.faults.clear()
    await tonight.client.postman.try_again()


async def test_the_host_reads_of_each_trouble_once(
    tonight: Evening, place: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.chat.posts.stalled")
    table, _, boris = await shut(tonight, place, **LACKING)
    for _ in range(3):
        await tonight.client.postman.try_again()
        await tonight.settled()
    tonight.local.faults.clear()
    await tonight.client.postman.try_again()
    await heals(tonight, table, boris)
    told = [record.getMessage() for record in caplog.records if f"game {table.record.id}:" in record.getMessage()]
    assert [line.partition(", since")[0].partition(" (")[0] for line in told] == [
        f"game {table.record.id}: its posts wait",
        f"game {table.record.id}: its posts wait no longer",
    ]
    assert "50013" in told[0]


# Our own errors.


async def test_a_post_that_cannot_be_made_is_tried_again_and_logged_once(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    with monkeypatch.context() as broken:
        broken.setattr(postman, "compose", Mock(side_effect=KeyError("a sentence that is not there")))
        await anna.types("tide stop")
        await until(lambda: waits(tonight, table))
        for _ in range(3):
            await tonight.client.postman.try_again()
            await tonight.settled()
        assert "something in it is broken" in (await boris.types("game status")).content
    logged = [record for record in caplog.records if record.name == Stalled.__module__]
    assert [bool(record.exc_info) for record in logged] == [True]
    await boris.types("game status")
    await heals(tonight, table, boris)


async def test_a_round_that_fails_is_not_the_last_one(
    tonight: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client, rounds = tonight.client, Mock(side_effect=[KeyError("unforeseen"), OSError("no disk")])
    monkeypatch.setattr(client.postman, "call_again", rounds)
    task = client.loop.create_task(_ever(client._go_round, 0))
    await until(lambda: rounds.call_count > 3)
    task.cancel()
    assert any("the rounds were not finished" in record.getMessage() for record in caplog.records)


# Forgotten players.


async def test_a_game_that_owes_something_is_reminded_of_too(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call waits only once, however often the hour comes round."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide stop")
    await tonight.settled()
    with monkeypatch.context() as asleep:
        asleep.setattr(tonight.client.postman, "wake", lambda game: None)
        await tonight.client.games.owe(table.record.id, encode(Call(anna.id)))
        for _ in range(3):
            await tonight.client.postman.call_again(time.time() + SILENCE)
    owed = [row.recipe for row in await tonight.client.games.owed(table.record.id)]
    assert owed == [encode(Call(anna.id)), encode(Call(boris.id))]
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()
    assert boris.person.id in boris.posts()[-1].pings


async def test_players_are_called_only_after_the_story_is_sent(tonight: Evening, place: Channel) -> None:
    table, _, boris = await shut(tonight, place, **LACKING)
    await tonight.client.games.owe(table.record.id, encode(Call(boris.id)))
    tonight.local.faults.clear()
    tonight.local.faults.fail("POST", f"/channels/{place.id}/messages", code=50013)
    await tonight.client.postman.try_again()
    await tonight.settled()
    assert not [post for post in boris.posts() if "· call" in post.content]
    await tonight.client.postman.try_again()
    await heals(tonight, table, boris)


@pytest.mark.case("FP-call")
async def test_the_end_of_a_rest_calls_automatically(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boris rests when his turn comes, and no longer a moment later.

    No other event happens.
    """
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    began: list[datetime] = []

    def rests_until(person: PersonRecord, now: datetime) -> datetime | None:
        if person.id != boris.id:
            return None
        began.append(now)
        end = began[0] + timedelta(seconds=0.2)
        return end if now < end else None

    monkeypatch.setattr(postman, "rests_until", rests_until)
    await anna.types("tide stop")
    await until(lambda: [post for post in boris.posts() if "· call" in post.content])
    await tonight.settled()
    assert sum(boris.person.id in post.pings for post in boris.posts()) == 1


# Messages that Discord never takes.


async def test_a_malformed_post_gives_way_to_a_call(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried twice, with its map and without; then Boris is called anyway."""
    monkeypatch.setattr(postman, "PATIENCE", (0.01,))
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    tonight.local.faults.fail("POST", f"/channels/{place.id}/messages", code=50035, times=4)
    await anna.types("tide stop")
    await tonight.settled()
    assert mail.moves_told(boris.posts(), table.record.id) == [0]
    word, call = boris.posts()[-2:]
    assert word.content.startswith("⚠️ Discord refuses the post about move 1. `/game log` tells")
    assert boris.person.id in call.pings
    assert await tonight.client.games.owed(table.record.id) == []


# The meaning of errors.


def refused(status: int, code: int = 0, after: str = "0") -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="", headers={"Retry-After": after})
    return discord.HTTPException(response, {"code": code, "message": "no"})


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        *((refused(status), Means.AGAIN) for status in (408, 429, 500, 502, 503, 504, 520)),
        (refused(429, 30046), Means.AGAIN),
        *(
            (error, Means.AGAIN)
            for error in (TimeoutError(), OSError(), aiohttp.ClientError(), KeyError("retry_after"))
        ),
        (discord.RateLimited(90), Means.AGAIN),
        *((refused(403, code), Means.SHUT) for code in (0, 50001, 50013, 160005, 40333)),
        (refused(401), Means.SHUT),
        *((refused(status, 50083), Means.ASLEEP) for status in (400, 403)),
        *((refused(403, code), Means.CLOSED) for code in (50007, 50278)),
        (refused(404, 10003), Means.GONE),
        *((refused(404, code), Means.MISSING) for code in (0, 10008)),
        *((refused(404, code), Means.LATE) for code in (10015, 10062)),
        *((refused(400, code), Means.WRONG) for code in (0, 50035, 50006, 200000)),
        (refused(413, 40005), Means.WRONG),
        (KeyError("a sentence"), None),
    ],
)
def test_errors_have_their_meaning(error: Exception, meaning: Means | None) -> None:
    assert means(error) is meaning


def test_pauses_grow_differ_and_keep_to_what_discord_asks_for() -> None:
    delays = (1, 10, 100)
    pauses = [pause(delays, n, TimeoutError()) for n in range(5)]
    assert all(
        0.75 * least <= found <= 1.25 * least for found, least in zip(pauses, (1, 10, 100, 100, 100), strict=True)
    )
    assert len({pause(delays, 0, TimeoutError()) for _ in range(20)}) > 1
    assert pause(delays, 0, refused(429, after="900")) == 900
    assert pause(delays, 0, discord.RateLimited(70)) == 70
    assert pause(delays, 0, refused(429, after="99999")) == HOUR, "hourly at the latest"
    assert pause(delays, 0, refused(429, after="soon")) < 2


def test_a_page_that_blocks_an_address_is_no_line_for_the_host() -> None:
    response: Any = SimpleNamespace(status=429, reason="Too Many Requests", headers={})
    page = discord.HTTPException(response, "<!DOCTYPE html>\n<html>…</html>")
    assert refusals.brief(page) == "429 Too Many Requests, code 0"
