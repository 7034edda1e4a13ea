"""Plans and standing orders are no moves.

Buttons stay fresh, and undo spares them.
"""

from __future__ import annotations

from itertools import cycle, islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.chat.desk.desk import Done
from bot.chat.desk.draft import gone_back, moved_by_computer, taken
from bot.chat.desk.table import Table
from bot.kernel.game import legal
from bot.kernel.secret import PUBLIC, see
from bot.kit.instructions import moves
from bot.local import Channel, Message
from bot.local.objects import Button
from bot.store.exports import verify
from bot.store.games import GameRecord, SeatRecord
from bot.store.history import History, undo
from bot.titles import titles
from bot.titles.firefight.model.actions import Order as FirefightOrder
from bot.titles.tide.model.actions import Build, Place
from tests.chat import forged
from tests.chat.evening import DONE, Evening, Player
from tests.chat.positions import positions
from tests.chat.sitting import do_some, seated
from tests.match import Match
from tests.toys.muster import MUSTER, Choose, March
from tests.toys.muster import Order as MusterOrder

evening = pytest.mark.asyncio(loop_scope="session")
TIDE = titles()["tide"]
LEFT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("game plan", {"then": "stop"}), ("tide order", {"op_fire": "hold"}), ("game plan", {"drop": True}),
    ("tide order", {"op_fire": "fire"}),
)  # fmt: skip
"""Instructions that a player can leave repeatedly while others are asked."""


async def leaves(player: Player, times: int) -> None:
    """Let a player leave plans and standing orders, each different from the last."""
    for command, options in islice(cycle(LEFT), times):
        said = await player.types(command, **options)
        assert said.content.startswith(DONE), said.content


def table_of(match: Match, *people: int) -> Table:
    """Put a match on a table, with these people in the order of its sides."""
    record = GameRecord(1, match.game.key, match.scenario, {}, match.seed, "live", 1, 1, 1)
    seats = [SeatRecord(seat, person) for seat, person in zip(match.seats, people, strict=True)]
    return Table(record, match.game, seats, match.history())


def act_of(page: Message) -> Button:
    """Return the button that gives the order of a page."""
    return next(button for button in page.buttons if (button.custom_id or "").startswith("fp:act"))


# Buttons.


@evening
@pytest.mark.case("FP-moved", "FP-plan", "FP-orders")
async def test_a_button_stays_good_while_others_leave_plans_and_orders(tonight: Evening, place: Channel) -> None:
    table, asked, other = await seated(tonight, place, "advance")
    page = await asked.types("game hint")
    before = len(table.log)
    await leaves(other, 12)
    assert len(table.log) == before
    said = await asked.clicks(page, act_of(page).label)
    assert said.content.startswith(DONE), said.content
    assert len(table.log) > before


@evening
@pytest.mark.case("FP-undo")
async def test_plans_and_orders_of_others_do_not_block_an_undo(tonight: Evening, place: Channel) -> None:
    table, asked, other = await seated(tonight, place, "place")
    said = await do_some(asked, table, "place")
    await leaves(other, 4)
    undone = await asked.clicks(said, "Undo")
    assert undone.content.startswith(DONE), undone.content


@evening
@pytest.mark.case("FP-moved")
async def test_a_button_is_stale_once_its_reader_sees_something_else(tonight: Evening, place: Channel) -> None:
    table, asked, _ = await seated(tonight, place, "advance")
    page = await asked.types("game hint")
    act = act_of(page).custom_id or ""
    await do_some(asked, table, "op-fire")
    before = len(table.log)
    said = await forged.press(tonight, asked, page, act, Random(1))
    assert "The game has moved on" in said.content
    assert len(table.log) == before


@pytest.mark.case("FP-moved")
def test_a_secret_choice_leaves_the_buttons_of_others_alone() -> None:
    """Both sides muster at the same time, and neither sees what the other builds."""
    match = Match(TIDE, "kalach", {}, b"muster")
    german, soviet = match.seats
    assert match.asked == (german, soviet)
    table = table_of(match, 1, 2)
    for n in (2, 3):
        assert match.act(soviet, next(legal(TIDE, match.seen(soviet), Build))) is None
        table.log.extend(match.log[-1:], match.state)
        assert len(table.log) == n
        assert [table.since(seat) for seat in (german, PUBLIC, soviet)] == [1, 1, 2], "the same is built again"
    assert table.is_as_at(1, german)
    assert not table.is_as_at(1, soviet)
    assert not table.is_as_at(4, german), "that moment is still to come"
    assert table_of(match, 1, 2).since(german) == 1, "after a restart as well"
    assert table_of(match, 1, 1).since(german) == 2, "whoever plays both sides sees both"


@pytest.mark.case("FP-moved")
def test_a_state_that_comes_back_is_another_moment() -> None:
    match = positions()["place"].match
    seat = positions()["place"].seat
    table = table_of(match, 1, 2)
    moment = table.since(seat)
    enters(table, taken(table, seat, lambda seen: next(legal(TIDE, seen, Place))))
    back_to = undo(table.log, seat)
    assert isinstance(back_to, int)
    enters(table, gone_back(table, seat, back_to))
    assert table.state == match.state
    assert table.since(seat) == moment + 2


def enters(table: Table, draft: Any) -> Any:
    table.log.extend(draft.entries, draft.state, draft.instructions)
    return draft


@evening
async def test_the_buttons_of_a_plan_are_stale_once_it_has_changed(tonight: Evening, place: Channel) -> None:
    table, asked, other = await seated(tonight, place, "advance")
    orders = await asked.types("game hint")
    await other.types("game plan", then="stop")
    plans = [await other.types("game plan") for _ in range(2)]
    await other.types("game plan", then="stop")
    for plan, button in zip(plans, ("Drop the plan", "Done"), strict=True):
        assert "The game has moved on" in (await other.clicks(plan, button)).content
    seat = table.seat_of(other.id)
    assert seat is not None
    assert len(table.log.plans[seat].intents) == 2
    said = await other.clicks(await other.types("game plan"), "Drop the plan")
    assert "You have no plan" in said.content
    assert (await asked.clicks(orders, act_of(orders).label)).content.startswith(DONE)


@evening
@pytest.mark.case("FP-rewind")
async def test_plans_and_orders_of_others_do_not_end_a_question(tonight: Evening, place: Channel) -> None:
    """A new move ends the question whether to go back; a plan is none."""
    table, asked, other = await seated(tonight, place, "place")
    await do_some(asked, table, "place")
    await tonight.settled()
    await asked.types("game undo", to=moves(table.log)[-1])
    await leaves(other, 4)
    question = next(post for post in reversed(other.posts()) if "do you agree" in post.content)
    said = await other.clicks(question, "I agree")
    assert "the game goes back" in said.content


# Going back.


@evening
@pytest.mark.case("FP-orders", "FP-undo")
async def test_standing_orders_and_plans_stay_when_the_game_goes_back(tonight: Evening, place: Channel) -> None:
    table, asked, other = await seated(tonight, place, "place")
    said = await do_some(asked, table, "place")
    seat = table.seat_of(other.id)
    assert seat is not None
    await other.types("tide order", op_fire="hold")
    await other.types("game plan", then="stop")
    await asked.clicks(said, "Undo")
    assert table.log[-1].back_to is not None
    assert table.state.orders[seat].open().op_fire == "hold"
    assert table.log.plans[seat].next is not None
    again = History(TIDE, table.log, None, table.log.recorded())
    assert again.state == table.state
    assert again.plans == table.log.plans


@pytest.mark.case("FP-undo", "FP-orders")
def test_an_undo_takes_the_answer_of_new_standing_orders_back_and_leaves_the_orders() -> None:
    """Orders that a player gives while they are asked are how they answer."""
    match = Match(MUSTER, "two", {}, b"plans")
    assert match.act(match.asked[0], Choose("red")) is None
    table = table_of(match, 1, 2)
    while "shoot" not in table.game.prompts(table.seen())[table.asked()[0]].verbs:
        enters(table, taken(table, table.asked()[0], lambda seen: March(2)))
    (seat,) = table.asked()
    before = table.state
    draft = enters(table, taken(table, seat, lambda seen: MusterOrder("hold")))
    assert [entry.by for entry in draft.entries] == ["orders"]
    back_to = undo(table.log, seat)
    assert back_to == len(table.log) - 1
    enters(table, gone_back(table, seat, back_to))
    assert table.asked() == (seat,)
    assert see(table.state, PUBLIC) == see(before, PUBLIC)
    assert table.state != before, "the orders stay"
    table.seats = [replace(each, computer=each.seat != seat) for each in table.seats]
    assert moved_by_computer(table) is None, "nor are they asked to no purpose at a table with a computer"


@evening
@pytest.mark.case("FP-plan", "FP-seat")
async def test_a_plan_goes_when_a_player_gives_their_second_seat_to_the_computer(
    tonight: Evening, place: Channel
) -> None:
    table, (anna, _) = await tonight.plant(place, Match(TIDE, "first", {}, b"seats"), "Anna", "Anna")
    seat = table.seat_of(anna.id)
    assert seat is not None
    await anna.types("game plan", then="stop; stop; stop")
    assert seat in table.log.plans
    said = await anna.types("game seat", side=seat, computer=True)
    assert "The computer plays" in said.content
    assert seat not in table.log.plans


@pytest.mark.case("FP-orders")
def test_a_computer_also_gives_standing_orders_beside_the_log() -> None:
    """Orders in the log would lose to orders that a person left at the seat before."""
    table = table_of(Match(titles()["firefight"], "first", {}, b"bids"), 1, 2)
    (seat, *_) = table.asked()
    enters(table, taken(table, seat, lambda seen: FirefightOrder(passing="on")))
    table.seats = [replace(each, person=None, computer=True) for each in table.seats]
    while len(table.log.instructions[seat]) < 2:
        enters(table, moved_by_computer(table))
    assert table.log.instructions[seat][-1].by == "computer"
    assert not [entry for entry in table.log if isinstance(entry.action, FirefightOrder)]
    assert History(table.game, table.log, None, table.log.recorded()).state == table.state


# The end.


@evening
@pytest.mark.case("FP-dice", "FP-plan", "FP-orders")
async def test_the_file_of_a_finished_game_holds_plans_and_orders_and_verifies(
    tonight: Evening, place: Channel
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await leaves(boris, 6)
    await anna.types("tide stop")
    await anna.types("tide order", op_fire="fire")
    await anna.clicks(await anna.types("game resign"), "Yes, the German side gives up")
    assert table.record.status == "over"
    for player in (anna, boris):
        said = await player.types("game dice", file=True)
        text = await tonight.local.world.shelf.get(said.attachments[0].id)
        assert text is not None
        assert len(text.splitlines()) == 1 + len(table.log) + len(table.log.recorded()) > 10
        assert verify(titles().get, text) == []
        others = text.replace(b'"op_fire":"fire"', b'"op_fire":"hold"')
        assert verify(titles().get, others) != [], "other orders lead to another end"
    assert "Every die and the final state agree" in (await anna.types("game dice")).content


@evening
@pytest.mark.case("FP-moved", "FP-absent", "FP-rewind")
async def test_questions_to_all_players_neither_end_with_a_secret_choice_nor_count_it(
    tonight: Evening, place: Channel
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris", scenario="kalach")
    question = await anna.types("game table end")
    build = next(legal(TIDE, table.seen(table.seats_of(boris.id)[0]), Build))
    assert isinstance(await tonight.client.desk.act(table, boris.id, lambda seen: build, None), Done)
    await anna.types("game resign")
    again = await anna.types("game table end")
    assert [each.custom_id for each in again.buttons] == [each.custom_id for each in question.buttons]
    said = await anna.clicks(question, "Yes, end it")
    assert said.content == f"You agree. Still asked: {boris.mention}."
    assert (await boris.clicks(boris.posts()[-1], "I agree")).content == "The game is over, without a loser."
