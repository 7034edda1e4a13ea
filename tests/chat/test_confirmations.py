"""Questions whether an order is meant can be answered by typing."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.chat import confirmations
from bot.chat.desk.draft import RESIGN, Draft, Unsure, several, taken
from bot.chat.desk.order_reading import parse
from bot.chat.desk.order_text import AnyGame, AnySeen, write
from bot.chat.desk.table import Table
from bot.chat.panel import panel
from bot.chat.panel.way import Way
from bot.kernel.game import legal, open_kinds, verb
from bot.local import Channel
from bot.store.games import GameRecord, SeatRecord
from bot.titles import titles
from bot.titles.tide.model.actions import OpFire
from tests.chat.evening import ASKED, DONE, Evening
from tests.chat.sitting import do_some, seated
from tests.chat.test_lobby import lobby, open_lobby
from tests.match import Match, step

pytestmark = pytest.mark.asyncio(loop_scope="session")
STOP = "To confirm, press **Do it** or type `/tide stop`."


async def test_the_same_command_again_confirms_an_order(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    before = len(table.log)
    said = await player.says("tide stop")
    assert ASKED in said.content
    assert STOP in said.content
    assert len(table.log) == before
    assert (await player.says("tide stop")).content.startswith(DONE)
    assert verb(type(table.log[before].action)) == "stop"


async def test_a_line_of_orders_confirms_as_well(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    before = len(table.log)
    assert STOP in (await player.says("game do", orders="stop")).content
    assert (await player.says("game do", orders="stop")).content.startswith(DONE)
    assert verb(type(table.log[before].action)) == "stop"


async def test_a_question_of_the_panel_is_answered_by_its_command(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    before = len(table.log)
    way = Way(table.record.id, table.since(table.asked()[0]), "stop")
    page = await player.clicks(await player.types("game play"), f"fp:{way.path('more')}")
    assert STOP in page.content
    assert (await player.says("tide stop")).content.startswith(DONE)
    assert len(table.log) > before


async def test_nothing_is_confirmed_once_something_has_happened(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    await player.says("tide stop")
    await do_some(player, table, "op-fire")
    before = len(table.log)
    assert ASKED in (await player.says("tide stop")).content
    assert len(table.log) == before


async def test_an_order_before_it_in_the_line_confirms_nothing(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    (seat,) = table.asked()
    seen = table.seen(seat)
    watch = next(legal(table.game, seen, OpFire))
    await player.says("tide stop")
    before = len(table.log)
    said = await player.says("game do", orders=f"{write(table.game, seen, watch)}; stop")
    assert "1 of 2 orders was given" in said.content
    assert [entry.action for entry in table.log[before:]] == [watch]


async def test_a_question_about_another_order_is_not_answered(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    await player.says("tide stop")
    assert "Do you really want" in (await player.types("game resign")).content
    assert ASKED in (await player.says("tide stop")).content
    assert table.record.status == "live"


async def test_a_question_of_long_ago_is_asked_again(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, player, _ = await seated(tonight, place, "advance")
    monkeypatch.setattr(confirmations, "STANDS", timedelta(-1))
    before = len(table.log)
    for _ in range(2):
        assert ASKED in (await player.says("tide stop")).content
    assert len(table.log) == before


async def test_a_question_about_another_game_is_not_answered(tonight: Evening, place: Channel) -> None:
    one, player, _ = await seated(tonight, place, "advance")
    elsewhere = tonight.local.channel("another game to be stopped")
    other, there, _ = await seated(tonight, elsewhere, "advance")
    await player.says("tide stop")
    before = len(other.log)
    assert ASKED in (await there.says("tide stop")).content
    assert len(other.log) == before
    assert len(one.log) == before


@pytest.mark.case("FP-resign")
async def test_giving_up_is_confirmed_by_typing(tonight: Evening, place: Channel) -> None:
    table, (_, boris) = await tonight.game(place, "Anna", "Boris")
    said = await boris.types("game resign")
    assert "To confirm, press **Yes, the Soviet side gives up** or type `/game resign`." in said.content
    assert table.record.status == "live"
    assert (await boris.types("game resign")).content.startswith(DONE)
    assert table.record.status == "over"


@pytest.mark.case("FP-absent")
async def test_ending_a_game_is_confirmed_and_agreed_to_by_typing(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    typed = "type `/game table end`."
    assert typed in (await anna.types("game table end")).content
    assert f"Still asked: {boris.mention}" in (await anna.types("game table end")).content
    assert typed in boris.posts()[-1].content
    assert typed in (await boris.types("game table end")).content
    assert table.record.status == "live"
    assert "without a loser" in (await boris.types("game table end")).content
    assert table.record.status == "over"


@pytest.mark.case("FP-rewind")
async def test_going_back_is_agreed_to_by_typing(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    before = table.state
    await anna.types("tide stop")
    await do_some(boris, table, "op-fire")
    await tonight.settled()
    await anna.types("game undo", to=1)
    assert "To confirm, press **I agree** or type `/game undo to:1`." in boris.posts()[-1].content
    posts = len(boris.posts())
    await boris.types("game undo", to=1)
    assert table.state == before
    await tonight.settled()
    asking = [post for post in boris.posts()[posts:] if "I agree" in post.labels]
    assert not asking, "nobody is asked who has agreed"


@pytest.mark.case("FP-lobby")
async def test_closing_a_lobby_is_confirmed_by_typing(tonight: Evening, place: Channel) -> None:
    anna, _ = await open_lobby(tonight, place)
    asked = await anna.clicks(lobby(anna), "Close")
    assert "or type `/game table close`." in asked.content
    assert (await anna.types("game table close")).content == "The lobby is closed."


@pytest.mark.case("FP-lobby")
async def test_a_typed_close_asks_like_its_button(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place)
    table = await tonight.table(place)
    typed = await anna.types("game table close")
    assert "Refused" in (await boris.types("game table close")).content, "only the host may close it"
    assert table.record.status == "lobby"
    pressed = await anna.clicks(lobby(anna), "Close")
    assert (typed.content, typed.labels) == (pressed.content, pressed.labels)
    assert (await anna.clicks(typed, "Yes, close it")).content == "The lobby is closed."


MOVES = 400
"""The moves in which a game of random orders has a question."""


def sat_at(match: Match) -> Table:
    """Return the table of a match, with a person at each seat."""
    record = GameRecord(1, match.game.key, match.scenario, match.options, match.seed, "live", 1, 1, 1)
    seats = [SeatRecord(seat, person) for person, seat in enumerate(match.seats, start=1)]
    return Table(record, match.game, seats, match.history())


def _gives(action: Any, seen: AnySeen) -> Any:
    return action


def _types(game: AnyGame, line: str, seen: AnySeen) -> Any:
    return parse(game, seen, line)


@pytest.mark.parametrize("key", list(titles()))
async def test_a_question_of_each_title_names_the_command_that_confirms_it(key: str) -> None:
    """Each question about an order that random play of the learning game meets."""
    game, rnd = titles()[key], Random(5)
    match = Match(game, "first", {}, bytes(32))
    met = 0
    while not match.over and len(match.log) < MOVES:
        for seat in match.asked:
            for kind in open_kinds(game, match.seen(seat)):
                action = next(legal(game, match.seen(seat), kind), None)
                if action is None or verb(kind) == RESIGN or not game.undone(match.seen(seat), action):
                    continue
                met += 1
                table = sat_at(match)
                asked = taken(table, seat, partial(_gives, action), sure=False)
                assert isinstance(asked, Unsure)
                page = panel.walk(table, seat, Way(table.record.id, table.since(seat), verb(kind)))
                assert page.asks == asked
                command, line = f"/{key} ", page.text.partition("or type `")[2].partition("`")[0]
                assert line.startswith(command)
                typed = line.removeprefix(command)
                again = several(table, seat, [partial(_types, game, typed)], page.asks)
                assert isinstance(again, Draft)
                assert again.entries[0].action == action
        step(match, rnd)
    assert met
