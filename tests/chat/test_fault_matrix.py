"""Whatever Discord answers, every debt arrives once, without another move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import count
from random import Random
from typing import Any, NamedTuple
from unittest.mock import AsyncMock

import aiohttp
import discord.http
import discord.webhook.async_
import msgspec
import pytest

from bot.chat.desk.desk import Call, Letter, News, Notice, Personal, Redraw, Reminder, Word
from bot.chat.desk.table import Table
from bot.chat.posts import map_message, postman, replies
from bot.chat.posts.lobby_post import lobby_post
from bot.chat.posts.posts import Post, map_mark
from bot.kernel.game import Outcome
from bot.kernel.secret import Seat
from bot.kit.codec import encode
from bot.local import Channel, Interaction, Message
from bot.store.games import Burst, MapPost, SeatRecord
from bot.titles import titles
from render.finished import Picture
from tests.chat.evening import PATIENCE, Evening, Player, until
from tests.match import Match, step

pytestmark = pytest.mark.asyncio(loop_scope="session")

PAINTED = Picture(b"\x89PNG\r\n\x1a\n", 1, 1, "a picture", "fight-1.png")
"""Stands for every picture: none is looked at here."""
MOST = 70
"""The number of moves in the reported game."""


class Hasty:
    """`asyncio` for the library, except that it does not sleep between attempts."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)


def told(table: Table, first: int, last: int) -> list[Post]:
    """Tell some moves in one post, to which later ones may be added."""
    return [Post(f"What happened.\n-# Game {table.record.id} · move {last}", (PAINTED,), open=True)]


def is_over(table: Table) -> Outcome:
    return Outcome((), "The battle is over.")


def told_in_secret(table: Table, seat: Seat, first: int, last: int, look: Any) -> Post:
    return Post(f"A secret.\n-# Game {table.record.id} · {seat} · move {last}", (PAINTED,))


def drawn(table: Table, last: int, *, picture: bool = True) -> Post:
    return Post(f"Move {last}\n{map_mark(table)}", (PAINTED,))


@pytest.fixture(autouse=True)
def haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody try again at once, and say and show as little as possible."""
    for library in (discord.http, discord.webhook.async_):
        monkeypatch.setattr(library, "asyncio", Hasty())
    for patient, delays in ((postman, ("PATIENCE", "BARRED")), (replies, ("PROMPTLY", "PATIENTLY"))):
        for delay in delays:
            monkeypatch.setattr(patient, delay, (0.01,) * 3)
    monkeypatch.setattr(postman, "BURST", timedelta(0))
    monkeypatch.setattr(postman, "ABSENCE", timedelta(0))
    monkeypatch.setattr(postman, "compose", told)
    monkeypatch.setattr(postman, "letter", told_in_secret)
    monkeypatch.setattr(map_message, "same_map", lambda *moves: False)
    monkeypatch.setattr(map_message, "map_post", drawn)


# Discord's answers.

Fault = Callable[[Evening, str, str], None]
LIBRARY = 5
"""How often the library itself tries what passes."""


def fails(times: int = 1, **fault: Any) -> Fault:
    return lambda tonight, method, route: tonight.local.faults.fail(method, route, times=times, **fault)


def hangs(tonight: Evening, method: str, route: str) -> None:
    """Leave a request unanswered until it is given up."""
    session = tonight.client.http._HTTPClient__session  # type: ignore[attr-defined]
    session._timeout = aiohttp.ClientTimeout(total=1.0)
    tonight.local.faults.hang(method, route)


ANSWERS: dict[str, Fault] = {
    "429 of Discord": fails(LIBRARY + 1, status=429),
    "429 of Cloudflare": fails(3, status=429, via=False),
    "30046": fails(LIBRARY + 1, code=30046),
    **{str(status): fails(LIBRARY + 1, status=status) for status in (500, 503, 504)},
    "502 after it was done": fails(LIBRARY + 1, status=502, after=True),
    "a lost connection": lambda tonight, method, route: tonight.local.faults.drop(method, route),
    "a lost answer": lambda tonight, method, route: tonight.local.faults.drop(method, route, after=True),
    "no answer": hangs,
    "401": fails(2, status=401),
    "408": fails(2, status=408),
    "403": fails(2, status=403),
    "404": fails(status=404),
    "400": fails(status=400),
    **{str(code): fails(2, code=code) for code in (50001, 50013, 50007, 50278, 160005)},
    **{str(code): fails(code=code) for code in (10003, 10004, 10008, 10013, 10015, 10062)},
    **{str(code): fails(code=code) for code in (50027, 50033, 50083, 50035, 40005)},
}


# The requests.


class Stage:
    """A running game at which Anna and Boris sit."""

    def __init__(self, tonight: Evening, table: Table, anna: Player, boris: Player) -> None:
        self.tonight, self.table, self.anna, self.boris = tonight, table, anna, boris
        self.moves = iter(range(1, len(table.log)))
        self.numbers = count(1)

    @property
    def posts(self) -> str:
        return f"/channels/{self.anna.place.id}/messages"

    @property
    def inbox(self) -> str:
        return f"/channels/{self.tonight.local.dm(self.boris.person).id}/messages"

    @property
    def seat(self) -> Seat:
        """The seat of Boris."""
        return self.table.seats_of(self.boris.id)[0]

    def mark(self, what: str) -> str:
        return f"-# Game {self.table.record.id} · {what}"

    def stranger(self) -> Any:
        return self.tonight.local.person(f"Stranger {next(self.numbers)} of game {self.table.record.id}")

    async def owe(self, recipe: Any) -> int:
        """Put something into the outbox; returns its row."""
        await self.tonight.client.games.owe(self.table.record.id, encode(recipe))
        row = await self.tonight.database.row("SELECT max(id) AS id FROM outbox")
        assert row is not None
        return int(row["id"])

    def wake(self) -> None:
        self.tonight.client.postman.wake(self.table.record.id)

    async def sends(self, recipe: Any) -> int:
        """Send something without any trouble; returns the message."""
        number = await self.owe(recipe)
        self.wake()
        await self.tonight.settled()
        row = await self.tonight.database.row("SELECT message FROM outbox WHERE id = ?", (number,))
        assert row is not None
        return int(row["message"])


Arrived = Callable[[], bool]


class Sent(NamedTuple):
    """A kind of request.

    `prepare` makes it owed, and returns a check that it has arrived once.
    """

    method: str
    route: Callable[[Stage], str]
    prepare: Callable[[Stage], Awaitable[Arrived]]


def once(read: Callable[[], list[Message]], end: str) -> Arrived:
    """Return a check for a message with this last line, which must not be there twice."""

    def arrived() -> bool:
        found = [message for message in read() if message.content.endswith(end)]
        assert len(found) < 2, f"{end!r} is there {len(found)} times"
        return bool(found)

    return arrived


async def a_post(stage: Stage) -> Arrived:
    move = next(stage.moves)
    await stage.owe(News(move, move))
    return once(stage.anna.posts, stage.mark(f"move {move}"))


async def more_in_a_post(stage: Stage) -> Arrived:
    before, move = next(stage.moves), next(stage.moves)
    message = await stage.sends(News(before, before))
    postman.BURST = timedelta(hours=1)
    await stage.tonight.client.games.sent(
        stage.table.record.id, [], 0, Burst(message, before, before, stage.table.log[move].seat)
    )
    await stage.owe(News(move, move))
    return once(stage.anna.posts, stage.mark(f"move {move}"))


async def a_word(stage: Stage) -> Arrived:
    row = await stage.owe(Word("Something to be told."))
    return once(stage.anna.posts, stage.mark(f"note {row}"))


async def a_call(stage: Stage) -> Arrived:
    row = await stage.owe(Call(stage.table.people(stage.table.asked())[0]))
    return once(stage.anna.posts, stage.mark(f"call {row}"))


async def who_sits_where(stage: Stage) -> Arrived:
    newcomer = int(stage.stranger().id)
    await told_of(stage, next(stage.moves), shown=False)
    record = SeatRecord(stage.table.sides[0], newcomer, agreed=True)
    await stage.tonight.client.games.sit(stage.table.record.id, record, encode(Notice()))
    stage.table.reseat(record)

    def arrived() -> bool:
        found = [post for post in stage.anna.posts() if f"<@{newcomer}>" in post.content]
        assert len(found) < 2
        return bool(found)

    return arrived


async def a_letter(stage: Stage) -> Arrived:
    move = next(stage.moves)
    await stage.owe(Letter(stage.seat, move, move))
    return once(stage.boris.person.inbox, stage.mark(f"{stage.seat} · move {move}"))


async def more_in_a_letter(stage: Stage) -> Arrived:
    """Nobody has acted since the last letter."""
    move = len(stage.table.log) + 2 * next(stage.numbers)
    await stage.sends(Letter(stage.seat, move - 1, move - 1))
    postman.BURST = timedelta(hours=1)
    await stage.owe(Letter(stage.seat, move, move))
    return once(stage.boris.person.inbox, stage.mark(f"{stage.seat} · move {move}"))


async def a_message(stage: Stage) -> Arrived:
    row = await stage.owe(Personal(stage.boris.id, "Something to be told."))
    return once(stage.boris.person.inbox, stage.mark(f"message {row}"))


async def a_first_message(stage: Stage) -> Arrived:
    stranger = stage.stranger()
    row = await stage.owe(Personal(int(stranger.id), "Something to be told."))
    return once(stranger.inbox, stage.mark(f"message {row}"))


async def a_reminder(stage: Stage) -> Arrived:
    (seat,) = stage.table.asked()
    reader = stage.anna if stage.table.person_at(seat) == stage.anna.id else stage.boris
    stage.table.notes[seat] = {1: "Hold the church."}
    row = await stage.owe(Reminder(seat))
    return once(reader.person.inbox, stage.mark(f"{seat.title()} · reminder {row}"))


def message_of(stage: Stage, id: int) -> Message:
    return stage.tonight.local.world.messages[stage.anna.place.id][str(id)]


async def a_missing_picture(stage: Stage) -> Arrived:
    move = next(stage.moves)
    message = await stage.sends(News(move, move))
    stage.tonight.local.world.replace(msgspec.structs.replace(message_of(stage, message), attachments=()))
    await stage.owe(Redraw(message, move, move))
    return lambda: bool(message_of(stage, message).attachments)


async def a_missing_picture_of_a_letter(stage: Stage) -> Arrived:
    move = len(stage.table.log) + 2 * next(stage.numbers)
    message = await stage.sends(Letter(stage.seat, move, move))
    world, inbox = stage.tonight.local.world, stage.tonight.local.dm(stage.boris.person).id
    world.replace(msgspec.structs.replace(world.messages[inbox][str(message)], attachments=()))
    await stage.owe(Redraw(message, move, move, stage.seat))
    return lambda: bool(world.messages[inbox][str(message)].attachments)


async def the_map(stage: Stage) -> Arrived:
    """A sent map that shows the last reported move."""
    move = next(stage.moves)
    for message in [each for each in stage.anna.posts() if each.content.endswith(map_mark(stage.table))]:
        stage.tonight.local.world.remove(message)
    await stage.tonight.client.games.keep_map(stage.table.record.id, MapPost())
    await told_of(stage, move)
    return map_shows(stage, move)


async def told_of(stage: Stage, move: int, *, shown: bool = True) -> None:
    """Report the story up to a move, so that the map, if any, is behind."""
    burst = Burst(int(stage.tonight.local.world.new_id()), move, move, Seat(""))
    await stage.tonight.client.games.sent(stage.table.record.id, [], 0, burst)
    stage.tonight.client.postman.maps.wanted = shown


def map_shows(stage: Stage, move: int) -> Arrived:
    def arrived() -> bool:
        found = [each for each in stage.anna.posts() if each.content.endswith(map_mark(stage.table))]
        newest = [each for each in found if each.content.startswith(f"Move {move}\n")]
        assert len(newest) < 2
        return bool(newest)

    return arrived


async def a_changed_map(stage: Stage) -> Arrived:
    await with_a_map(stage)
    move = next(stage.moves)
    await told_of(stage, move)
    return map_shows(stage, move)


async def with_a_map(stage: Stage) -> MapPost:
    """Return the map message of the game, which is there and pinned."""
    games = stage.tonight.client.games
    if (await games.map_post(stage.table.record.id) or MapPost()).message == 0:
        await games.keep_map(stage.table.record.id, MapPost())
        await told_of(stage, next(stage.moves))
        stage.wake()
        await stage.tonight.settled()
    found = await games.map_post(stage.table.record.id)
    assert found is not None
    stage.tonight.client.postman.maps.wanted = True
    return found


async def a_pin(stage: Stage) -> Arrived:
    found = await with_a_map(stage)
    message = message_of(stage, found.message)
    stage.tonight.local.world.replace(msgspec.structs.replace(message, pinned=None))
    await stage.tonight.client.games.keep_map(stage.table.record.id, msgspec.structs.replace(found, pinned=False))
    await told_of(stage, next(stage.moves))
    return lambda: message_of(stage, found.message).pinned is not None


async def an_unpin(stage: Stage) -> Arrived:
    """The map of a game that is over is pinned no longer."""
    vars(stage.table).pop("outcome", None)
    found = await with_a_map(stage)
    message = message_of(stage, found.message)
    stage.tonight.local.world.replace(msgspec.structs.replace(message, pinned=message.timestamp))
    await stage.tonight.client.games.keep_map(stage.table.record.id, msgspec.structs.replace(found, pinned=True))
    vars(stage.table)["outcome"] = partial(is_over, stage.table)
    await told_of(stage, next(stage.moves))
    return lambda: message_of(stage, found.message).pinned is None


async def a_link(stage: Stage) -> Arrived:
    """The map message of before becomes a link to the new one."""
    found = await with_a_map(stage)
    stage.tonight.client.postman.maps.wanted = False
    former = await stage.sends(Word("This was a map."))
    stage.tonight.client.postman.maps.wanted = True
    await stage.tonight.client.games.keep_map(stage.table.record.id, msgspec.structs.replace(found, former=former))
    return lambda: message_of(stage, former).content.endswith(str(found.message))


async def an_unpinned_link(stage: Stage) -> Arrived:
    """The map message of before is pinned no longer."""
    await a_link(stage)
    found = await stage.tonight.client.games.map_post(stage.table.record.id)
    assert found is not None
    message = message_of(stage, found.former)
    stage.tonight.local.world.replace(
        msgspec.structs.replace(message, pinned=message_of(stage, found.message).pinned)
    )
    return lambda: message_of(stage, found.former).pinned is None


SENT = {
    "a post": Sent("POST", lambda stage: stage.posts, a_post),
    "more in a post": Sent("PATCH", lambda stage: stage.posts, more_in_a_post),
    "a word": Sent("POST", lambda stage: stage.posts, a_word),
    "a call": Sent("POST", lambda stage: stage.posts, a_call),
    "who sits where": Sent("POST", lambda stage: stage.posts, who_sits_where),
    "a letter": Sent("POST", lambda stage: stage.inbox, a_letter),
    "more in a letter": Sent("PATCH", lambda stage: stage.inbox, more_in_a_letter),
    "a message": Sent("POST", lambda stage: stage.inbox, a_message),
    "a first message": Sent("POST", lambda stage: "/users/@me/channels", a_first_message),
    "a reminder": Sent("POST", lambda stage: "/messages", a_reminder),
    "a missing picture": Sent("PATCH", lambda stage: stage.posts, a_missing_picture),
    "a missing picture of a letter": Sent("PATCH", lambda stage: stage.inbox, a_missing_picture_of_a_letter),
    "the map": Sent("POST", lambda stage: stage.posts, the_map),
    "a changed map": Sent("PATCH", lambda stage: stage.posts, a_changed_map),
    "a pin": Sent("PUT", lambda stage: stage.posts, a_pin),
    "an unpin": Sent("DELETE", lambda stage: stage.posts, an_unpin),
    "a link": Sent("PATCH", lambda stage: stage.posts, a_link),
    "an unpinned link": Sent("DELETE", lambda stage: stage.posts, an_unpinned_link),
}


async def a_lobby(stage: Stage) -> Arrived:
    """A lobby in the place of the one before, which is over."""
    old = int(stage.anna.place.id)
    await stage.tonight.database.run("UPDATE games SET status = 'over' WHERE channel = ?", (old,))
    scenario = stage.table.game.scenarios["first"]
    client, place = stage.tonight.client, stage.anna.place
    with pytest.MonkeyPatch.context() as later:
        later.setattr(client.lobby.postman, "wake", lambda game: None)
        interaction = int(stage.tonight.local.world.new_id())
        opened = await client.lobby.open("tide", scenario, 0, int(place.id), stage.anna.id, interaction)
    assert isinstance(opened, Table)
    stage.table = opened
    return once(stage.anna.posts, lobby_post(opened)[0].rpartition("\n")[2])


async def a_changed_lobby(stage: Stage) -> Arrived:
    if stage.table.record.status != "lobby":
        await a_lobby(stage)
        stage.wake()
        await stage.tonight.settled()
    newcomer = int(stage.stranger().id)
    record = SeatRecord(stage.table.sides[0], newcomer, agreed=True)
    await stage.tonight.client.games.sit(stage.table.record.id, record, encode(Notice()))
    stage.table.reseat(record)
    mark = lobby_post(stage.table)[0].rpartition("\n")[2]

    def arrived() -> bool:
        lobbies = [post.content for post in stage.anna.posts() if post.content.endswith(mark)]
        return f"<@{newcomer}>" in lobbies[-1]

    return arrived


SENT |= {
    "a lobby": Sent("POST", lambda stage: stage.posts, a_lobby),
    "a changed lobby": Sent("PATCH", lambda stage: stage.posts, a_changed_lobby),
}


@pytest.fixture
def played() -> Match:
    """A game that some moves have been made in."""
    match, chance = Match(titles()["tide"], "first", {}, bytes(32)), Random(10)
    while not match.over and len(match.log) < MOST:
        step(match, chance)
    return match.cut(len(match.log) - 2)


@pytest.fixture
def calm(tonight: Evening) -> Iterator[Callable[[], None]]:
    """Returns a function that ends Discord's misbehaviour; teardown calls it too."""
    session = tonight.client.http._HTTPClient__session  # type: ignore[attr-defined]
    patience = session._timeout

    def calms() -> None:
        tonight.local.faults.clear()
        session._timeout = patience

    yield calms
    calms()
    tonight.client.postman.maps.wanted = False


@pytest.mark.parametrize("kind", SENT)
async def test_each_message_arrives_once(
    tonight: Evening, place: Channel, played: Match, calm: Callable[[], None], kind: str
) -> None:
    table, (anna, boris) = await tonight.plant(place, played, "Anna", "Boris")
    stage, sent = Stage(tonight, table, anna, boris), SENT[kind]
    for name, fault in ANSWERS.items():
        postman.BURST = timedelta(0)
        tonight.client.postman.maps.wanted = False
        arrived = await sent.prepare(stage)
        made = len(tonight.local.faults.made(sent.method, sent.route(stage)))
        fault(tonight, sent.method, sent.route(stage))
        stage.wake()
        try:
            await has_arrived(stage, arrived, hourly=kind in ("a pin", "an unpin"))
        except (TimeoutError, AssertionError) as wrong:
            pytest.fail(f"{kind} after {name}: {wrong!r}")
        assert len(tonight.local.faults.made(sent.method, sent.route(stage))) > made, f"{kind} was never sent"
        assert stage.table.record.parked == ""
        calm()


async def has_arrived(stage: Stage, arrived: Arrived, *, hourly: bool) -> None:
    """Stall until the message has arrived and nothing is owed; then it is not resent.

    A pin that is not allowed waits for a change of the server, or for the next hour.
    """
    client, game = stage.tonight.client, stage.table.record.id
    async with asyncio.timeout(PATIENCE):
        while not arrived() or await client.games.owed(game):
            await asyncio.sleep(0.01)
            if hourly:
                await client.postman.try_again()
    stage.wake()
    await stage.tonight.settled()
    assert arrived()


# Answers to people.


ANSWERED = {
    "an acknowledgement": ("POST", "/interactions/"),
    "an answer": ("PATCH", "/messages/@original"),
    "more of an answer": ("POST", "/webhooks/"),
}
UNKNOWN = ("404", "10003", "10004", "10008", "10013", "10015", "10062")
"""After these Discord takes no acknowledgement, so no order is executed."""
LAST = "The last line of a long answer."
LONG = "\n".join([*["A line of a long answer."] * 100, LAST])


@pytest.mark.parametrize("kind", ANSWERED)
async def test_an_answer_arrives_and_its_order_is_executed_once(
    tonight: Evening, place: Channel, calm: Callable[[], None], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    _, (anna, _) = await tonight.game(place, "Anna", "Boris")
    client, note = tonight.client, AsyncMock(return_value=None)
    say = client.say
    monkeypatch.setattr(client.desk, "note", note)
    monkeypatch.setattr(client, "say", lambda asked, text, *more, **rest: say(asked, f"{text}\n{LONG}"))
    for name, fault in ANSWERS.items():
        fault(tonight, *ANSWERED[kind])
        asked = await anna.person.slash(place, "game note", text="once")
        if kind == "an acknowledgement" and name in UNKNOWN:
            await until(lambda: not tonight.local.faults._faults)
            await tonight.settled()
            assert not asked.acknowledged, name
            assert note.await_count == 0, name
        else:
            await until(partial(is_whole, asked))
            assert asked.replies[0].content.startswith("📝"), name
            assert note.await_count == 1, name
        note.reset_mock()
        calm()


async def test_a_button_is_answered_unless_discord_has_forgotten_it(
    tonight: Evening, place: Channel, calm: Callable[[], None]
) -> None:
    _, (anna, _) = await tonight.game(place, "Anna", "Boris")
    post = anna.last()
    for name, fault in ANSWERS.items():
        fault(tonight, *ANSWERED["an acknowledgement"])
        asked = await anna.person.click(post, "Your orders")
        if name in UNKNOWN:
            await until(lambda: not tonight.local.faults._faults)
            await tonight.settled()
            assert not asked.acknowledged, name
        else:
            await until(partial(shows_orders, asked))
        calm()


def shows_orders(asked: Interaction) -> bool:
    """Say whether an answer offers the orders of the learning game."""
    return any("Op Fire" in reply.labels for reply in asked.replies)


def is_whole(asked: Interaction) -> bool:
    """Say whether an answer is there up to its end."""
    return bool(asked.replies) and asked.replies[-1].content.endswith(LAST)
