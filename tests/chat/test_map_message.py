"""The map message: one a game, updated, near and pinned, whenever the bot dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import pytest_asyncio

from bot.chat.desk import work
from bot.chat.desk.table import Table
from bot.chat.posts import map_message, posts
from bot.kernel.secret import PUBLIC
from bot.local import Channel, Message
from bot.store.games import MapPost
from render import LOOKS
from render.titles import PICTURES
from tests.chat.evening import Evening, Player, evening, until
from tests.chat.sitting import do_some

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tonight(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    async with evening(tmp_path_factory.mktemp("evening") / "games.db") as opened:
        opened.client.postman.maps.wanted = True
        yield opened


def map_of(table: Table, player: Player) -> Message:
    """Return the only map message, with one row of buttons."""
    mark = posts.map_mark(table)
    (found,) = (message for message in player.posts() if message.content.endswith(mark))
    return found


async def shown(tonight: Evening, message: Message) -> bytes | None:
    (attachment,) = message.attachments
    return await tonight.local.world.shelf.get(attachment.id)


def true(table: Table) -> bytes:
    return PICTURES[table.record.title].board(table.seen(PUBLIC), LOOKS[table.record.look]).png


def patches(tonight: Evening, since: int, message: Message) -> list[Any]:
    """Return the changes of a message since this number of requests."""
    made = tonight.requests(since)
    return [each.body for each in made if each.method == "PATCH" and each.path.endswith(message.id)]


async def test_one_message_is_changed_after_every_post(tonight: Evening, place: Channel) -> None:
    """From the opening on it is pinned, and has the map, the turn and buttons."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await tonight.settled()
    first = map_of(table, anna)
    assert f"▶️ {anna.mention} (German): 2 actions left" in first.content
    assert first.labels == ["Your orders", "Map", "Film", "Your hand", "Situation"]
    assert first.pinned
    assert first.pings == ()
    assert await shown(tonight, first) == true(table)
    assert anna.posts().index(first) < anna.posts().index(anna.last()), "it is there when somebody is called"
    await anna.types("tide stop")
    await tonight.settled()
    now = map_of(table, anna)
    assert now.id == first.id
    assert "after move 1" in now.content
    assert f"▶️ {boris.mention} (Soviet)" in now.content
    since = len(tonight.local.faults.requests)
    await anna.types("tide order", op_fire="hold")
    await anna.types("game plan", then="stop")
    await tonight.settled()
    assert patches(tonight, since, now) == [], "standing orders and a plan are nobody else's business"
    with pytest.MonkeyPatch.context() as slow:
        slow.setattr(tonight.client.desk, "_wake", lambda game: None)
        await do_some(boris, table, "op-fire")
        await boris.types("game undo")
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()
    (body,) = patches(tonight, since, now)
    assert "attachments" not in body, "the same map is not sent again"
    await anna.types("game look", palette="dark", of="game")
    await tonight.settled()
    assert await shown(tonight, map_of(table, anna)) == true(table) != await shown(tonight, now)
    await boris.clicks(await boris.types("game resign"), "Yes, the Soviet side gives up")
    await tonight.settled()
    last = map_of(table, anna)
    assert "🏁 The game is over" in last.content
    assert "Your orders" not in last.labels
    assert not last.pinned


@pytest.fixture
def soon_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_message, "YOUNG", timedelta(0))
    monkeypatch.setattr(map_message, "FAR", 5)


async def test_an_overtaken_move_gets_a_post_and_no_map(tonight: Evening, place: Channel) -> None:
    """The map changes once, to the newest move, if a move came during the post."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    before, since, route = (
        map_of(table, anna),
        len(tonight.local.faults.requests),
        f"/channels/{place.id}/messages",
    )
    posted = len(tonight.local.faults.made("POST", route))
    tonight.local.faults.hang("POST", route)
    await anna.types("tide stop")
    await until(lambda: len(tonight.local.faults.made("POST", route)) > posted)
    await boris.types("tide stop")
    tonight.local.faults.release()
    await tonight.settled()
    marks = [posts.mark(table, move) for move in (1, 2)]
    assert [each.content.rpartition("\n")[2] for each in anna.posts()][-2:] == marks
    assert len(patches(tonight, since, before)) == 1
    assert "after move 2" in map_of(table, anna).content


async def test_a_map_that_waits_behind_other_pictures_shows_the_newest_move(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await tonight.settled()
    before, since = map_of(table, anna), len(tonight.local.faults.requests)
    real, waiting = work.draw_later, asyncio.Event()

    async def held_up(patience: float, *asked: Any) -> Any:
        if patience == work.MAPS and not waiting.is_set():
            waiting.set()
            await until(lambda: len(table.log) == 3)
        return await real(patience, *asked)

    monkeypatch.setattr(map_message, "draw_later", held_up)
    await anna.types("tide stop")
    await waiting.wait()
    await boris.types("tide stop")
    await tonight.settled()
    assert len(patches(tonight, since, before)) == 1
    assert "after move 2" in map_of(table, anna).content
    assert await shown(tonight, map_of(table, anna)) == true(table)


@pytest.mark.usefixtures("soon_far")
async def test_a_map_far_above_is_sent_again_below(tonight: Evening, place: Channel) -> None:
    """It comes right above the call, which needs no picture; the old map links to it."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    old = map_of(table, anna)
    for text in ("Well begun.", "We shall see.", "Your move."):
        await anna.person.say(place, text)
    await anna.types("tide stop")
    await tonight.settled()
    new = map_of(table, anna)
    call = anna.last()
    assert new.id != old.id
    assert anna.posts().index(call) == anna.posts().index(new) + 1
    assert boris.person.id in call.pings
    assert "map.png" not in [attachment.filename for attachment in call.attachments]
    assert await shown(tonight, new) == true(table)
    left = tonight.local.world.messages[place.id][old.id]
    assert left.content.endswith(f"/{place.id}/{new.id}")
    assert (left.attachments, left.components, bool(left.pinned)) == ((), (), False)
    assert new.pinned


async def test_a_deleted_map_message_is_sent_again(tonight: Evening, place: Channel) -> None:
    """And a game that began before there were any has one from the next post on."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    tonight.local.world.remove(map_of(table, anna))
    await anna.types("tide stop")
    await tonight.settled()
    assert "after move 1" in map_of(table, anna).content
    tonight.local.world.remove(map_of(table, anna))
    await tonight.database.run("DELETE FROM maps WHERE game = ?", (table.record.id,))
    await boris.types("tide stop")
    await tonight.settled()
    assert "after move 2" in map_of(table, anna).content


async def test_without_the_permission_to_pin_it_is_not_pinned(tonight: Evening, place: Channel) -> None:
    tonight.local.deny(place, "pin_messages")
    table, (anna, _) = await tonight.game(place, "Anna", "Boris")
    assert not map_of(table, anna).pinned
    await anna.types("tide stop")
    await tonight.settled()
    assert len(tonight.local.faults.made("PUT", f"/{place.id}/messages/pins")) == 1, "nor tried with every post"


async def test_a_picture_that_cannot_be_drawn_keeps_no_words_back(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    draw = PICTURES["tide"].board
    monkeypatch.setattr(PICTURES["tide"], "board", Mock(side_effect=OSError("no font")))
    await tonight.client.games.paint(table.record.id, "standard")
    table.map = None
    await anna.types("tide stop")
    await tonight.settled()
    assert posts.MISSING in map_of(table, anna).content
    assert boris.mention in map_of(table, anna).content
    monkeypatch.setattr(PICTURES["tide"], "board", draw)
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()
    assert posts.MISSING not in map_of(table, anna).content
    assert await shown(tonight, map_of(table, anna)) == true(table)


# Whatever dies when.


class Died(BaseException):
    """The process has ended."""


class Death:
    """Ends the work on a map message before or after its n-th request or note."""

    def __init__(self, tonight: Evening, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
        self.left = at
        games, http = tonight.client.games, tonight.client.http
        monkeypatch.setattr(games, "keep_map", self._deadly(games.keep_map))
        monkeypatch.setattr(http, "request", self._deadly(http.request))

    def _deadly(self, work: Callable[..., Any]) -> Callable[..., Any]:
        async def does(*arguments: Any, **options: Any) -> Any:
            self._perhaps()
            done = await work(*arguments, **options)
            self._perhaps()
            return done

        return does

    def _perhaps(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise Died


@pytest.mark.usefixtures("soon_far")
async def test_a_death_at_any_moment_leaves_one_map(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed during a resend: then one map is there, pinned, and others link to it."""
    table, (anna, _) = await tonight.game(place, "Anna", "Boris")
    maps, games = tonight.client.postman.maps, tonight.client.games
    number = table.record.id
    points = 0
    alive = False
    while not alive:
        points += 1
        await games.keep_map(number, MapPost(int(map_of(table, anna).id), 0, pinned=True))
        for text in "abcde":
            await anna.person.say(place, text)
        with monkeypatch.context() as deadly:
            death = Death(tonight, deadly, points)
            try:
                await maps.come_near(table, 0)
                await maps.show(table, lambda: False)
                alive = death.left > 0
            except Died:
                pass
        tonight.local.site.messages._nonces.clear()  # as if minutes passed before the next start
        if not alive and await games.map_is_behind(number):
            assert number in {game for game, _ in await games.debtors()}
        await maps.show(table, lambda: False)
        now = map_of(table, anna)
        assert now.pinned
        assert await shown(tonight, now) == true(table)
        assert not await games.map_is_behind(number)
    assert points > 15


async def test_a_map_in_a_private_answer_is_shown_there_only(tonight: Evening, place: Channel) -> None:
    """It is the asker's view, and sends no other message."""
    anna, viktor = (Player(tonight.local.person(name), place) for name in ("Anna", "Viktor"))
    await anna.types("game new", title="tide", scenario="first")
    await viktor.types("game join", side="soviet")
    said = await anna.types("game join", side="german")
    await tonight.settled()
    before = [message.id for message in viktor.person.sees(place)]
    answer = await anna.clicks(said, "Map")
    await tonight.settled()
    assert answer.ephemeral
    assert answer.id == said.id
    table = await tonight.client.tables.in_channel(int(place.id))
    assert table is not None
    seat = table.seat_of(anna.id)
    assert seat is not None
    own = PICTURES["tide"].board(table.seen(seat), next(iter(LOOKS.values()))).png
    assert await shown(tonight, answer) == own
    assert [message.id for message in viktor.person.sees(place)] == before
