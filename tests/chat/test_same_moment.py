"""Simultaneous actions are judged one after the other, each against the new state."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.chat.desk.table import Table
from bot.kernel.secret import Seat
from bot.local import Channel
from tests.chat.evening import DONE, PATIENCE, Evening, Player, until
from tests.chat.sitting import do_some, seated
from tests.chat.test_lobby import lobby, open_lobby

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def one_after_the_other(table: Table, *doings: Callable[[], Awaitable[Any]]) -> list[Any]:
    """Let each wait for the table while it is locked, then unlock it.

    Returns their answers.
    """
    tasks = []
    async with table.lock:
        for doing in doings:
            tasks.append(asyncio.ensure_future(doing()))
            await until(lambda: len(table.lock._waiters or ()) == len(tasks))
    return await asyncio.gather(*tasks)


async def full_lobby(tonight: Evening, place: Channel) -> tuple[Table, Player, Player]:
    """Seat Anna and Boris, who agree to the options, at a table that has not begun."""
    anna, boris = await open_lobby(tonight, place)
    table = await tonight.table(place)
    for player, side in ((anna, "german"), (boris, "soviet")):
        await tonight.client.lobby.join(table, player.id, Seat(side), "")
    await tonight.settled()
    return table, anna, boris


# The lobby.


@pytest.mark.case("FP-start")
async def test_no_game_begins_with_options_that_change_at_that_moment(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await full_lobby(tonight, place)
    said = await one_after_the_other(
        table,
        lambda: tonight.client.lobby.choose(table, anna.id, "tips", "off"),
        lambda: boris.types("game start"),
    )
    assert "to agree to the options" in said[1].content
    assert not table.log


@pytest.mark.case("FP-start")
async def test_no_game_begins_with_a_seat_that_is_left_at_that_moment(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await full_lobby(tonight, place)
    said = await one_after_the_other(
        table, lambda: tonight.client.lobby.leave(table, anna.id), lambda: boris.types("game start")
    )
    assert "These seats are free: German" in said[1].content
    assert not table.log


@pytest.mark.case("FP-start", "FP-moved")
@pytest.mark.parametrize("button", ["I agree", "Join as German"])
async def test_nobody_agrees_to_options_that_were_not_in_the_post(
    tonight: Evening, place: Channel, button: str
) -> None:
    """The post named one option; another is changed before the press arrives."""
    anna, boris = await open_lobby(tonight, place)
    await boris.types("game join", side="soviet")
    table = await tonight.table(place)
    await tonight.client.lobby.choose(table, anna.id, "tips", "off")
    await tonight.settled()
    player = boris if button == "I agree" else anna
    shown = lobby(player)
    _, said = await one_after_the_other(
        table,
        lambda: tonight.client.lobby.choose(table, anna.id, "tips", "on"),
        lambda: player.clicks(shown, button),
    )
    assert "moved on" in said.content
    assert {seat.seat: seat.agreed for seat in table.seats} == {"german": False, "soviet": False}
    await tonight.settled()
    assert "tips: on" in lobby(player).content
    await player.clicks(lobby(player), button)
    assert [seat.agreed for seat in table.seats if seat.person == player.id] == [True]


@pytest.mark.case("FP-start", "FP-moved")
async def test_a_player_who_changes_an_option_agrees_to_no_other_change(tonight: Evening, place: Channel) -> None:
    table, anna, boris = await full_lobby(tonight, place)
    page = await boris.clicks(lobby(boris), "Options")
    second = page.selects[1]["custom_id"]
    options = table.game.scenarios["first"].options
    _, said = await one_after_the_other(
        table,
        lambda: tonight.client.lobby.choose(table, anna.id, options[0].name, options[0].values[-1]),
        lambda: boris.picks(page, second, options[1].values[-1]),
    )
    assert "moved on" in said.content
    assert table.record.options == {options[0].name: options[0].values[-1]}
    page = await boris.picks(said, "fs:option:", options[0].values[0])
    assert table.record.options == {options[0].name: options[0].values[0]}, "the page was brought up to date"


@pytest.mark.case("FP-seat", "FP-moved")
async def test_a_button_of_the_lobby_does_nothing_once_the_game_has_begun(
    tonight: Evening, place: Channel
) -> None:
    table, _, boris = await full_lobby(tonight, place)
    shown = lobby(boris)
    _, said = await one_after_the_other(
        table,
        lambda: tonight.client.desk.open(table, lambda table: None, 1),
        lambda: boris.clicks(shown, "Leave"),
    )
    assert "moved on" in said.content
    assert table.seats_of(boris.id) == ["soviet"]


# Going back.


@pytest.mark.case("FP-rewind")
async def test_a_player_who_sits_down_during_the_last_vote_is_asked_too(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    vera = tonight.player("Vera", place)
    await anna.types("tide stop")
    await tonight.settled()
    await anna.types("game undo", to=1)
    question = boris.posts()[-1]
    said = await one_after_the_other(
        table,
        lambda: tonight.client.lobby.leave(table, anna.id),
        lambda: tonight.client.lobby.join(table, vera.id, Seat("german"), ""),
        lambda: boris.clicks(question, "I agree"),
    )
    assert f"Still asked: {vera.mention}" in said[2].content
    assert len(table.log) == 2


@pytest.mark.case("FP-undo", "FP-moved")
async def test_undo_clicked_twice_at_once_takes_back_one_move(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "place")
    said = [await do_some(player, table, "place") for _ in range(2)][-1]
    before, since = len(table.log), len(tonight.requests())
    begun = [await player.person.click(said, "Undo") for _ in range(2)]
    for click in begun:
        await click.done(PATIENCE)
    assert len(table.log) == before + 1
    answers = [each.body["content"] for each in tonight.requests(since) if each.path.endswith("@original")]
    assert len(answers) == 2
    assert any("moved on" in text for text in answers)
    assert any(text.startswith(DONE) for text in answers)


@pytest.mark.case("FP-resign", "FP-moved")
async def test_a_confirmed_resignation_is_asked_again_if_the_game_has_moved(
    tonight: Evening, place: Channel
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    sure = await boris.types("game resign")
    await anna.types("tide stop")
    assert "moved on" in (await boris.clicks(sure, "Yes, the Soviet side gives up")).content
    assert table.record.status == "live"


async def test_a_recorded_move_is_done_even_if_its_writer_is_cancelled(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows are durable, but their writer is cancelled; memory still follows them."""
    table, player, _ = await seated(tonight, place, "place")
    games, desk = tonight.client.games, tonight.client.desk
    append, written, go_on = games.append, asyncio.Event(), asyncio.Event()

    async def slow(*arguments: Any, **options: Any) -> None:
        await append(*arguments, **options)
        written.set()
        await go_on.wait()

    monkeypatch.setattr(games, "append", slow)
    task = asyncio.create_task(desk.act(table, player.id, table.game.play, None))
    await written.wait()
    task.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(table.log) == len((await games.contents(table.record.id)).lines)
    monkeypatch.setattr(games, "append", append)
    assert (await player.types("tide order", op_fire="hold")).content.startswith(DONE)


async def test_a_recorded_seat_is_taken_even_if_its_taker_is_cancelled(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await open_lobby(tonight, place)
    table = await tonight.table(place)
    games = tonight.client.games
    sit, written, go_on = games.sit, asyncio.Event(), asyncio.Event()

    async def slow(*arguments: Any, **named: Any) -> None:
        await sit(*arguments, **named)
        written.set()
        await go_on.wait()

    monkeypatch.setattr(games, "sit", slow)
    task = asyncio.create_task(tonight.client.lobby.join(table, anna.id, Seat("german"), ""))
    await written.wait()
    task.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert table.seats == await games.seats(table.record.id)
