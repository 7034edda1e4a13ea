"""An order works once and is reported once, despite Discord, network and fingers."""

from __future__ import annotations

import asyncio
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from bot.chat.desk.table import Table
from bot.chat.gateway import retries
from bot.chat.posts import postman
from bot.local import Channel, Message
from bot.store.database import StoreError
from tests.chat import mail
from tests.chat.evening import DONE, PATIENCE, Evening, Player, answer, evening, until
from tests.chat.positions import positions
from tests.chat.sitting import do_some, seated

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry at once, so that tests need not wait."""
    monkeypatch.setattr(postman, "PATIENCE", (0.01,))
    monkeypatch.setattr(retries, "DELAYS", (0.01,))


async def playing(tonight: Evening, place: Channel) -> tuple[Table, Player, Player]:
    """Begin the learning game; Anna is asked."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    return table, anna, boris


async def confirmed(player: Player) -> Message:
    """Walk to the last button of an order that takes no choices."""
    return await player.begins("Stop")


# People's fingers.


async def test_an_interaction_that_is_delivered_twice_counts_once(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await playing(tonight, place)
    tonight.local.faults.deliver_twice()
    said = await anna.types("tide order", op_fire="hold")
    assert said.content.startswith(DONE), "the answer is that of the first time"
    assert len(table.log.recorded()) == 1
    page = await confirmed(anna)
    tonight.local.faults.deliver_twice()
    said = await anna.clicks(page, "Do it")
    await tonight.settled()
    assert said.content.startswith(DONE)
    assert (await anna.types("game play")).content.startswith("It is not your move")
    assert [entry.by for entry in table.log] == ["table", "person"]
    mail.assert_told_once(table, anna.posts())


async def test_a_table_is_opened_once(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    tonight.local.faults.deliver_twice()
    said = await anna.types("game new", title="tide", scenario="first", side="german")
    assert "is open" in said.content
    tonight.local.faults.deliver_twice()
    await tonight.player("Boris", place).types("game join", side="soviet")
    await tonight.settled()
    assert len(mail.moves_told(anna.posts(), (await tonight.table(place)).record.id)) == 1


async def test_an_interaction_in_the_database_is_not_executed_again(tonight: Evening, place: Channel) -> None:
    """A process without memory finds the interaction in the transaction of its effect."""
    table, _, boris = await playing(tonight, place)
    tonight.local.faults.deliver_twice()
    tonight.client._taken = _Forgetful()  # type: ignore[assignment]
    await boris.types("game plan", then="stop")
    await until(lambda: table.log.plans)
    await tonight.settled()
    assert len(table.log.plans[table.sides[1]].intents) == 1


class _Forgetful(dict[int, bool]):
    def __contains__(self, key: object) -> bool:
        return False


async def test_a_double_click_counts_once(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await playing(tonight, place)
    page = await confirmed(anna)
    begun = await asyncio.gather(*(anna.person.click(page, "Do it") for _ in range(2)))
    await asyncio.gather(*(click.done(PATIENCE) for click in begun))
    assert len(table.log) == 2
    assert "moved on" in answer(begun[1]).content or answer(begun[1]).content.startswith(DONE)


async def test_two_people_at_the_same_instant(tonight: Evening, place: Channel) -> None:
    """Both fill their bases at once: the first counts, the second gets a new page."""
    position = positions()["build"]
    table, (anna, boris) = await tonight.plant(place, position.match, "Anna", "Boris")
    pages = [await player.types("game play") for player in (anna, boris)]
    before = len(table.log)
    begun = [await p.person.click(page, "Done") for p, page in zip((anna, boris), pages, strict=True)]
    said = [answer(await click.done(PATIENCE)).content for click in begun]
    await tonight.settled()
    assert sorted(text.startswith(DONE) for text in said) == [False, True]
    assert any("moved on" in text for text in said)
    done = [entry for entry in table.log[before:] if entry.by == "person"]
    assert len(done) == 1


async def test_a_player_who_leaves_the_seat_while_asked_cannot_act(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await playing(tonight, place)
    page = await confirmed(anna)
    await anna.types("game leave")
    assert "no seat" in (await anna.clicks(page, "Do it")).content
    assert len(table.log) == 1


# Discord and the network, on the way to the asker.


async def test_without_an_acknowledgement_nothing_is_done(tonight: Evening, place: Channel) -> None:
    table, anna, _ = await playing(tonight, place)
    tonight.local.faults.fail("POST", "/interactions", status=404)
    lost = await anna.person.slash(place, "tide order", op_fire="hold")
    await until(lambda: any(e.status == 404 for e in tonight.local.faults.made("POST", "/interactions")))
    await tonight.settled()
    assert len(table.log) == 1
    assert not lost.acknowledged
    assert (await anna.types("tide stop")).content.startswith(DONE), "and one may try again"


async def test_too_late_for_an_acknowledgement(tmp_path: Path) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, anna, _ = await playing(tonight, tonight.local.channel("late"))
        tonight.local.site.interactions.ack_seconds = 0.2
        tonight.local.faults.hold_interactions()
        late = await anna.person.slash(anna.place, "tide order", op_fire="hold")
        await until(lambda: late.failed)
        tonight.local.faults.release()
        await until(lambda: any(e.status == 404 for e in tonight.local.faults.made("POST", "/interactions")))
        await tonight.settled()
        assert len(table.log) == 1


@pytest.mark.parametrize("mishap", ["fail", "drop"])
async def test_an_acknowledgement_that_worked_although_it_seemed_not_to(
    tonight: Evening, place: Channel, mishap: str
) -> None:
    table, anna, _ = await playing(tonight, place)
    getattr(tonight.local.faults, mishap)("POST", "/interactions", after=True)
    said = await anna.types("tide stop")
    assert said.content.startswith(DONE)
    assert len(table.log) == 2


async def test_a_lost_answer_changes_nothing_about_its_order(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await playing(tonight, place)
    page = await anna.says("tide stop")
    tonight.local.faults.drop("PATCH", "/messages/@original")
    await anna.person.click(page, "Do it")
    await until(lambda: len(table.log) == 2)
    await tonight.settled()
    mail.assert_told_once(table, boris.posts())
    page = await boris.says("tide stop")
    tonight.local.faults.fail("PATCH", "/messages/@original", after=True)
    assert (await boris.clicks(page, "Do it")).content.startswith(DONE)
    assert len(table.log) == 3


# On the way to everybody.


@pytest.mark.parametrize("mishap", ["fail", "drop"])
@pytest.mark.parametrize("after", [True, False])
async def test_a_post_whose_answer_is_lost_is_there_once(
    tonight: Evening, place: Channel, mishap: str, after: bool
) -> None:
    table, anna, boris = await playing(tonight, place)
    getattr(tonight.local.faults, mishap)("POST", f"/channels/{place.id}/messages", after=after)
    await anna.types("tide stop")
    await tonight.settled()
    mail.assert_told_once(table, boris.posts())
    assert boris.person.id in boris.posts()[-1].pings


async def test_a_post_is_found_again_when_no_nonce_helps_any_more(tonight: Evening, place: Channel) -> None:
    """Minutes later Discord has forgotten the nonce; the first post is not repeated."""
    table, anna, boris = await playing(tonight, place)
    tonight.local.faults.drop("POST", f"/channels/{place.id}/messages", after=True)
    tonight.local.faults.hang("GET", f"/channels/{place.id}/messages")
    await anna.types("tide stop")
    await until(lambda: tonight.local.faults.made("GET", f"/channels/{place.id}/messages"))
    tonight.local.site.messages._nonces.clear()
    await boris.types("tide stop")
    tonight.local.faults.release()
    await tonight.settled()
    mail.assert_told_once(table, boris.posts())


async def test_a_change_of_a_post_whose_answer_is_lost_is_made_once(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "place")
    before = len(table.log)
    for _ in range(3):
        await do_some(player, table, "place")
        tonight.local.faults.drop("PATCH", f"/channels/{place.id}/messages", after=True)
        await tonight.settled()
    mail.assert_told_once(table, player.posts(), before)


@pytest.mark.parametrize("after", [True, False])
async def test_a_letter_whose_answer_is_lost_is_there_once(tonight: Evening, place: Channel, after: bool) -> None:
    person = tonight.local.person(f"Olga {after}")
    inbox = tonight.local.dm(person)
    tonight.local.faults.drop("POST", f"/channels/{inbox.id}/messages", after=after)
    await tonight.game(place, person.name, "Boris")
    assert [letter.content.split("\n")[0][:8] for letter in person.inbox()] == ["🔒 **Game"]


async def test_posts_wait_for_the_limits_of_their_channel(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await playing(tonight, place)
    tonight.local.faults.rate_limits = True
    for player in (anna, boris) * 4:
        await player.types("tide stop" if table.seat_of(player.id) in table.asked() else "game board")
    await tonight.settled()
    mail.assert_told_once(table, boris.posts())
    assert not [
        exchange for exchange in tonight.requests() if exchange.status == 429 and "@me" not in exchange.path
    ]


async def test_an_interaction_during_a_break_of_the_gateway(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await playing(tonight, place)
    await tonight.local.faults.drop_gateway()
    said = await anna.types("tide stop")
    assert said.content.startswith(DONE)
    await tonight.local.faults.ask_for_reconnect()
    assert (await boris.types("tide stop")).content.startswith(DONE)
    await tonight.settled()
    assert len(table.log) == 3
    mail.assert_told_once(table, boris.posts())


async def test_an_api_that_is_down_for_a_while(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await playing(tonight, place)
    tonight.local.faults.fail("POST", f"/channels/{place.id}/messages", status=503, times=12)
    for _ in range(6):
        seat = table.asked()[0]
        player = anna if table.seat_of(anna.id) == seat else boris
        said = await player.orders(table.game.play(table.seen(seat)))
        assert said.content.startswith(DONE), "one can play on meanwhile"
    await tonight.settled()
    mail.assert_told_once(table, boris.posts())


async def test_an_api_that_is_down_at_the_start(tmp_path: Path) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, anna, boris = await playing(tonight, tonight.local.channel("down"))
        tonight.local.faults.fail("POST", f"/channels/{anna.place.id}/messages", status=503, times=10**6)
        await anna.types("tide stop")
        await tonight.leave()
        tonight.local.faults.clear()
        for route in ("/gateway/bot", "/users/@me", "/commands"):
            tonight.local.faults.fail("GET", route, status=503, times=3)
        tonight.local.faults.drop("GET", "/users/@me")
        await tonight.arrive()
        await tonight.settled()
        table = await tonight.table(anna.place)
        mail.assert_told_once(table, boris.posts())
        assert (await boris.types("tide stop")).content.startswith(DONE)


# Channels and messages that are gone or closed.


async def test_a_post_that_somebody_deleted_is_not_missed(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "place")
    for _ in range(2):
        await do_some(player, table, "place")
        await tonight.settled()
        tonight.local.world.remove(player.posts()[-1])
    await do_some(player, table, "place")
    await tonight.settled()
    last = len(table.log) - 1
    assert mail.moves_told(player.posts(), table.record.id) == [last]


async def test_a_lobby_post_that_somebody_deleted_comes_again(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    await anna.types("game new", title="tide", scenario="first")
    await tonight.settled()
    tonight.local.world.remove(anna.posts()[0])
    await anna.types("game join", side="german")
    await tonight.settled()
    assert f"**German:** {anna.mention}" in anna.posts()[0].content


async def test_a_blocked_post_is_sent_later(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await playing(tonight, place)
    tonight.local.deny(place, "send_messages")
    for player in (anna, boris):
        said = await player.types("tide stop")
        assert said.content.startswith(DONE)
        assert "I lack: Send Messages" in said.content
    await tonight.settled()
    assert mail.moves_told(boris.posts(), table.record.id) == [0]
    tonight.local.allow(place, "send_messages")
    await do_some(anna, table, "done")
    await tonight.settled()
    mail.assert_told_once(table, boris.posts())


async def test_a_deleted_channel_stops_no_player(tonight: Evening, place: Channel) -> None:
    """The channel's debts wait until the game has a new place."""
    person = tonight.local.person("Ksenia")
    table, (player, _) = await tonight.game(place, person.name, "Boris")
    tonight.local.world.remove_channel(place)
    dm = Player(person, tonight.local.dm(person))
    assert (await dm.types("tide stop")).content.startswith(DONE)
    await tonight.settled()
    assert len(table.log) == 2
    assert table.record.parked
    assert player.id == table.seats[0].person


# The disk.


async def test_a_full_disk_is_said_so_and_nothing_is_lost(tmp_path: Path) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, anna, boris = await playing(tonight, tonight.local.channel("full"))
        await _limit(tonight, pages=1)
        for op_fire in islice(cycle(("hold", "fire")), 400):
            said = await anna.types("tide order", op_fire=op_fire)
            if not said.content.startswith(DONE):
                break
        assert "cannot save anything" in said.content, said.content
        assert "Nothing was done" in said.content
        before = table.log.recorded()
        assert "⚠️" in (await anna.types("tide order", op_fire=op_fire)).content
        assert table.log.recorded() == before
        assert (await anna.types("game status")).content, "one can still look"
        await _limit(tonight, pages=10**6)
        assert (await anna.types("tide order", op_fire=op_fire)).content.startswith(DONE)
        await tonight.settled()
        mail.assert_told_once(table, boris.posts())


async def _limit(tonight: Evening, pages: int) -> None:
    """Limit the database to this number of pages."""
    await tonight.database.rows(f"PRAGMA max_page_count = {pages}")


async def test_a_computer_waits_for_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.desk.desk.PATIENCE", 0.01)
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await tonight.game(tonight.local.channel("full"), "Anna")
        failing = _Failing(tonight.client.games.append)
        monkeypatch.setattr(tonight.client.games, "append", failing)
        assert (await anna.types("tide stop")).content.startswith(DONE)
        await tonight.settled()
        assert failing.failures == 3
        assert any(entry.by == "computer" for entry in table.log)
        mail.assert_told_once(table, anna.posts())


class _Failing:
    """A disk that is full three times, after the first write."""

    def __init__(self, append: Any) -> None:
        self.append = append
        self.calls = 0
        self.failures = 0

    async def __call__(self, *arguments: Any, **options: Any) -> None:

        self.calls += 1
        if 2 <= self.calls <= 4:
            self.failures += 1
            raise StoreError("database or disk is full")
        await self.append(*arguments, **options)
