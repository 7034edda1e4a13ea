"""A fault in a game is reported at its table, retried, and touches no other game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import pytest

from bot.chat.desk import desk
from bot.chat.desk.answers import LIMIT, chunks, fit, with_news
from bot.chat.desk.order_text import AnySeen
from bot.chat.desk.table import Table
from bot.chat.posts import postman
from bot.chat.posts.posts import MISSING
from bot.kernel.game import legal
from bot.kernel.secret import Seat
from bot.local import Channel
from bot.titles.tide import TITLE
from render.titles import PICTURES
from tests.chat import mail
from tests.chat.evening import DONE, PATIENCE, Evening, Player, until
from tests.chat.test_lobby import open_lobby

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every retry immediate."""
    monkeypatch.setattr(desk, "AGAIN", (0.0, 0.0))


def notes(player: Player) -> list[str]:
    """Return the table's notices beside its moves."""
    return [post.content for post in player.posts() if post.content.startswith("⚠️")]


# A game that cannot be opened.


def unset(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the title when its learning game cannot be set up."""

    def opened(scenario: str, options: Any, dice: Any) -> Any:
        if scenario == "first":
            raise KeyError("a counter that is not there")
        return TITLE.open(scenario, options, dice)

    broken = copy(TITLE)
    monkeypatch.setattr(broken, "open", opened)
    return broken


@pytest.mark.case("FP-start")
async def test_a_lobby_whose_game_cannot_be_opened_stops_no_other(
    own: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, elsewhere = own.local.channel("broken"), own.local.channel("elsewhere")
    anna = own.player("Anna", place)
    other, (vera,) = await own.game(elsewhere, "Vera", scenario="kalach")
    number = other.record.id
    del other
    await anna.types("game new", title="tide", scenario="first", side="german")
    await own.settled()
    await own.database.run("UPDATE seats SET computer = TRUE, agreed = TRUE WHERE seat = 'soviet'")
    await own.leave()
    await own.arrive({"tide": unset(monkeypatch)})
    await own.settled()
    assert (await own.table(elsewhere)).record.id == number
    assert (await vera.types("game status")).content
    (told,) = notes(anna)
    assert "cannot be set up" in told
    assert "the host finds the reason" in told
    await own.leave()
    await own.arrive({"tide": unset(monkeypatch)})
    await own.settled()
    assert len(notes(anna)) == 1, "once is enough"
    assert "cannot be set up" in (await anna.types("game start")).content
    await own.leave()
    await own.arrive()
    await own.settled()
    assert (await own.table(place)).log, "the next version can open it"


async def test_a_game_that_cannot_be_opened_says_so_to_the_last_player(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tonight.client.tables, "titles", {"tide": unset(monkeypatch)})
    anna, boris = await open_lobby(tonight, place, side="german")
    assert "You play the Soviet side" in (await boris.types("game join", side="soviet")).content
    await tonight.settled()
    assert len(notes(anna)) == 1
    assert (await tonight.table(place)).record.status == "lobby"


# A computer player that fails.


class Hesitant:
    """A computer player that fails some times before it moves."""

    def __init__(self, table: Table, failures: int) -> None:
        self.play = table.game.play
        self.left = failures

    def __call__(self, seen: Any) -> Any:
        self.left -= 1
        if self.left >= 0:
            raise RuntimeError("no plan")
        return self.play(seen)


async def against(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch, failures: int
) -> tuple[Table, Player]:
    """Let Anna, the German player, end her action.

    The Soviet computer fails this often.
    """
    table, (anna,) = await tonight.game(place, "Anna")
    monkeypatch.setattr(table.game, "play", Hesitant(table, failures))
    assert (await anna.types("tide stop")).content.startswith(DONE)
    await tonight.settled()
    return table, anna


async def test_a_computer_that_has_failed_tries_again(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, anna = await against(tonight, place, monkeypatch, failures=2)
    assert any(entry.by == "computer" for entry in table.log)
    assert table.asked() == ("german",)
    assert notes(anna) == []


async def test_a_computer_may_act_while_a_person_is_asked(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna,) = await tonight.game(place, "Anna")
    reacted: list[Seat] = []

    def reacts(seen: AnySeen) -> Any:
        if reacted or table.asked() != ("german",):
            return None
        reacted.append(seen.seat)
        return next(legal(table.game, seen, table.game.anytime[0]))

    monkeypatch.setattr(table.game, "react", reacts)
    assert (await anna.types("tide stop")).content.startswith(DONE)
    await tonight.settled()
    assert reacted == ["soviet"]
    (given,) = table.log.instructions[Seat("soviet")]
    assert (given.by, type(given.action)) == ("computer", table.game.anytime[0])


@pytest.mark.case("FP-seat")
async def test_a_stuck_computer_is_reported_once_and_a_person_takes_its_seat(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, anna = await against(tonight, place, monkeypatch, failures=10**6)
    assert table.asked() == ("soviet",)
    (told,) = notes(anna)
    assert "The computer finds no move for the Soviet side" in told
    assert "`/game join side:soviet`" in told
    tonight.client.desk.go_on(table)
    await tonight.settled()
    assert len(notes(anna)) == 1, "once is enough"
    boris = tonight.player("Boris", place)
    assert "You play the Soviet side" in (await boris.types("game join", side="soviet")).content
    assert (await boris.types("tide stop")).content.startswith(DONE)
    assert table.computers() == set()


@pytest.mark.case("FP-seat")
async def test_a_lone_player_takes_the_side_of_a_stuck_computer_and_returns_it(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna,) = await tonight.game(place, "Anna")
    assert "You would see the secrets of others" in (await anna.types("game join", side="soviet")).content
    monkeypatch.setattr(table.game, "play", Hesitant(table, failures=10**6))
    await anna.types("tide stop")
    await tonight.settled()
    assert "You may play it yourself with `/game join side:soviet`" in notes(anna)[0]
    assert "You play the Soviet side" in (await anna.types("game join", side="soviet")).content
    assert (await anna.types("tide stop")).content.startswith(DONE)
    assert {entry.by for entry in table.log} <= {"table", "person"}
    assert "The computer plays" in (await anna.types("game seat", side="soviet", computer=True)).content
    assert table.computers() == {Seat("soviet")}
    assert "The German side is taken" in (await anna.types("game seat", side="german", computer=True)).content


@pytest.mark.case("FP-seat")
async def test_a_player_with_an_opponent_cannot_take_a_side_from_the_computer(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    monkeypatch.setattr(table.game, "play", Hesitant(table, failures=10**6))
    await boris.types("game leave")
    await anna.types("tide stop")
    await anna.types("game seat", side="soviet", computer=True)
    await tonight.settled()
    assert "A player without another seat in this game" in notes(anna)[0]
    assert "You would see the secrets of others" in (await anna.types("game join", side="soviet")).content
    assert "You play the Soviet side" in (await boris.types("game join", side="soviet")).content


async def test_a_computer_that_found_no_move_is_asked_once_more(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, anna = await against(tonight, place, monkeypatch, failures=3)
    (told,) = notes(anna)
    assert "`/game table seat side:soviet computer:True`" in told
    await anna.types("game seat", side="soviet", computer=True)
    await tonight.settled()
    assert table.asked() == ("german",)
    assert Seat("soviet") in table.computers()


async def test_a_computer_stops_if_its_failure_cannot_be_reported(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def untold(*arguments: Any) -> None:
        raise RuntimeError("no words")

    monkeypatch.setattr(tonight.client.desk, "tell", untold)
    await against(tonight, place, monkeypatch, failures=10**6)
    logged = [record for record in caplog.records if record.name == desk.__name__]
    assert len(logged) == len(desk.AGAIN) + 2, "each failure once, and that it could not be told"


# Texts that do not fit.


@pytest.mark.parametrize("orders", [10, 1200, 1900, 3000])
def test_the_report_and_the_next_orders_share_a_message(orders: int) -> None:
    """A second message would stay below the panel, with orders of an earlier moment."""
    said = with_news("\n".join(["a shot"] * 300), "\n".join(["an order"] * (orders // 9)))
    assert len(said) <= LIMIT
    assert said.startswith("a shot")
    assert "an order" in said


@pytest.mark.parametrize("limit", [0, -1, -60])
def test_a_text_for_which_there_is_no_room_is_whole_in_the_smallest_parts(limit: int) -> None:
    assert chunks("a story", limit) == list("a story")
    assert chunks("", limit) == [""]


@pytest.mark.parametrize("limit", range(1, 40))
def test_a_text_that_is_cut_fits_into_any_room_and_says_that_it_was_cut(limit: int) -> None:
    cut = fit("a long story\nof a squad\nin a trench by a brook", limit)
    assert 0 < len(cut) <= limit
    assert cut.endswith("…")


@pytest.mark.parametrize("text", ["x" * 10, "x" * 25, "a\n" + "x" * 10, "one\ntwo three\nfour", ""])
def test_parts_of_a_text_fit_and_none_is_empty(text: str) -> None:
    parts = chunks(text, 10)
    assert "".join(parts).replace("\n", "") == text.replace("\n", "")
    assert all(len(part) <= 10 for part in parts)
    assert all(parts) or parts == [""]


# Pictures that cannot be drawn, and posts that are refused.


@pytest.fixture
def unpainted() -> Iterator[Callable[[], None]]:
    """Break every picture of the title; returns a function that repairs them."""
    painting = pytest.MonkeyPatch()

    def fails(*arguments: Any, **options: Any) -> None:
        raise RuntimeError("no canvas")

    for name in ("board", "crop", "hand", "cards"):
        painting.setattr(type(PICTURES["tide"]), name, fails)
    yield painting.undo
    painting.undo()


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again soon what could not be drawn."""
    monkeypatch.setattr(postman, "LATER", 0.01)


@pytest.mark.parametrize("kind", ["posts", "letters"])
async def test_words_go_out_without_a_picture_that_cannot_be_drawn(
    tonight: Evening, place: Channel, unpainted: Callable[[], None], kind: str
) -> None:
    """It is said to be missing, and comes into the same message when it can be drawn."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    told = anna.posts() if kind == "posts" else anna.person.inbox()
    assert MISSING in told[-1].content
    assert told[-1].attachments == ()
    assert (await anna.types("tide stop")).content.startswith(DONE)
    await tonight.settled()
    assert "▶️" in boris.last().content, "the game goes on"
    mail.assert_told_once(table, boris.posts())
    unpainted()
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()
    after = {m.id: m for m in (anna.posts() if kind == "posts" else anna.person.inbox())}[told[-1].id]
    assert MISSING not in after.content
    assert after.attachments
    assert after.content.replace("\n", "") == told[-1].content.replace(f"\n{MISSING}", "").replace("\n", "")
    assert await tonight.client.games.owed(table.record.id) == []


async def test_a_picture_is_retried_automatically_but_not_forever(
    tonight: Evening, place: Channel, unpainted: Callable[[], None], soon: None
) -> None:
    table, (anna,) = await tonight.game(place, "Anna")
    async with asyncio.timeout(PATIENCE):
        while await tonight.client.games.owed(table.record.id):  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.01)
    assert MISSING in anna.last().content
    sql = "SELECT tries FROM outbox WHERE game = ? AND recipe LIKE '%redraw%'"
    rows = await tonight.database.rows(sql, (table.record.id,))
    assert [row["tries"] for row in rows] == [postman.REDRAWINGS + 1] * len(rows)
    assert len(rows) == 2, "the map, and the hand"


async def test_a_hand_that_cannot_be_drawn_is_described(
    tonight: Evening, place: Channel, unpainted: Callable[[], None]
) -> None:
    table, (anna, _) = await tonight.game(place, "Anna", "Boris")
    said = await anna.types("game hand")
    seen = table.seen(table.sides[0])
    assert said.content == f"{table.game.hand(seen)}\n{MISSING}\n\n{table.game.held(seen)}"
    assert said.attachments == ()


async def test_a_request_for_a_picture_that_cannot_be_drawn_says_so(
    tonight: Evening, place: Channel, unpainted: Callable[[], None]
) -> None:
    table, (anna, _) = await tonight.game(place, "Anna", "Boris")
    for typed in ({}, {"at": "E5"}):
        said = await anna.types("game board", **typed)
        assert said.content == MISSING
        assert not said.attachments
    said = await anna.types("tide ask reach", unit=next(iter(table.state.units)))
    assert said.content.endswith(f"\n{MISSING}")
    unpainted()
    assert (await anna.types("game board")).attachments


async def test_letters_do_not_wait_for_posts(tonight: Evening, place: Channel) -> None:
    """The channel does not answer, but a letter still arrives."""
    anna, boris = await open_lobby(tonight, place, side="german")
    before, route = len(anna.person.inbox()), f"/channels/{place.id}/messages"
    posted = len(tonight.local.faults.made("POST", route))
    tonight.local.faults.hang("POST", route)
    await boris.types("game join", side="soviet")
    await until(lambda: len(tonight.local.faults.made("POST", route)) > posted)
    await until(lambda: len(anna.person.inbox()) > before)
    assert not [post for post in anna.posts() if " · move " in post.content]
    tonight.local.faults.release()
    await tonight.settled()
    mail.assert_told_once(await tonight.table(place), anna.posts())


async def test_only_a_refused_post_is_dropped(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord refuses a post with its map and without; later posts are sent."""
    monkeypatch.setattr(postman, "PATIENCE", (0.01,))
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    with monkeypatch.context() as late:
        late.setattr(tonight.client.desk, "_wake", lambda game: None)
        late.setattr(tonight.client.postman, "wake", lambda game: None)
        await anna.types("tide stop")
        await boris.types("game leave")
        await boris.types("game join", side="soviet")
    tonight.local.faults.fail(
        "POST", f"/channels/{place.id}/messages", status=400, times=4
    )  # with its map and without
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()
    assert mail.moves_told(anna.posts(), table.record.id) == [0]
    assert sum(f"🪑 **German:** {anna.mention}" in post.content for post in anna.posts()) == 1
    assert (await boris.types("tide stop")).content.startswith(DONE)
    await tonight.settled()
    assert mail.moves_told(anna.posts(), table.record.id) == [0, 2]


async def test_a_post_whose_picture_discord_refuses_goes_out_without_it(tonight: Evening, place: Channel) -> None:
    _, (anna, _) = await tonight.game(place, "Anna", "Boris")
    await tonight.settled()
    tonight.local.faults.fail("POST", f"/channels/{place.id}/messages", status=413)
    await anna.types("tide stop")
    await tonight.settled()
    assert "▶️" in anna.last().content
    assert MISSING in anna.last().content
    assert anna.last().attachments == ()
