"""An order, plan, setting or vote without effect writes and reports nothing."""

from __future__ import annotations

import pytest

from bot.chat.desk.draft import Unchanged
from bot.kernel.game import legal
from bot.local import Channel
from bot.titles.tide.model.actions import Build
from tests.chat.evening import DONE, Evening
from tests.chat.sitting import do_some, seated
from tests.chat.test_lobby import lobby, open_lobby
from tests.chat.test_unseen import TIDE

pytestmark = pytest.mark.asyncio(loop_scope="session")
SAME = "☑️ These are your standing orders already."
TABLES = (
    "games", "seats", "entries", "instructions", "outbox", "interactions", "consents", "lists", "notes", "people",
    "maps",
)  # fmt: skip


async def kept(tonight: Evening) -> list[list[tuple[object, ...]]]:
    """Return the database's rows of games and people, after all posts."""
    await tonight.settled()
    return [[tuple(row) for row in await tonight.database.rows(f"SELECT * FROM {each}")] for each in TABLES]


@pytest.mark.case("FP-orders", "FP-plan")
async def test_an_order_without_effect_writes_nothing(tonight: Evening, place: Channel) -> None:
    _, _, other = await seated(tonight, place, "advance")
    await other.types("tide order", op_fire="hold")
    page = await other.types("game plan", then="stop", until="acts")
    before, requests = await kept(tonight), len(tonight.requests())
    for command, options, answer in (
        ("tide order", {"op_fire": "hold"}, SAME),
        ("game plan", {"until": "acts"}, "☑️ That is your plan already."),
        ("game do", {"orders": "order op_fire:hold; order op_fire:hold"}, SAME),
    ):
        assert (await other.types(command, **options)).content == answer
    assert (await other.picks(page, "fs:until", "acts")).content == "☑️ That is your plan already."
    assert await kept(tonight) == before
    await other.types("game plan", drop=True)
    before = await kept(tonight)
    for change in ({"drop": True}, {"until": "acts"}):
        assert (await other.types("game plan", **change)).content == "☑️ You have no plan."
    assert await kept(tonight) == before
    sent = [each for each in tonight.requests(requests) if "/messages" in str(each)]
    assert not [each for each in sent if "webhooks" not in str(each)], "nobody else is told anything"


@pytest.mark.case("FP-rewind", "FP-absent")
async def test_a_question_to_the_others_is_posted_once(tonight: Evening, place: Channel) -> None:
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide stop")
    await tonight.settled()
    await anna.types("game undo", to=1)
    await anna.clicks(await anna.types("game table end"), "Yes, end it")
    before, posts = await kept(tonight), len(boris.posts())
    assert (await anna.types("game undo", to=1)).content.startswith("☑️ The others are asked already.")
    said = await anna.types("game table end")
    assert f"Still asked: {boris.mention}" in said.content
    assert await kept(tonight) == before
    assert len(boris.posts()) == posts


async def test_a_move_without_effect_is_no_move(tonight: Evening, place: Channel) -> None:
    """A side that builds the same squad again in secret reveals no new number."""
    table, asked, _ = await seated(tonight, place, "build")
    seat = table.seat_of(asked.id)
    assert seat is not None
    *_, other_squad = legal(TIDE, table.seen(seat), Build)
    assert (await asked.orders(other_squad)).content.startswith(DONE)
    before = await kept(tonight)
    assert (await asked.orders(other_squad)).content == "☑️ That would change nothing, so nothing was done."
    assert await kept(tonight) == before


@pytest.mark.case("FP-rewind")
async def test_a_game_that_has_gone_back_already_does_not_do_so_again(tonight: Evening, place: Channel) -> None:
    table, asked, _ = await seated(tonight, place, "place")
    await do_some(asked, table, "place")
    await asked.types("game undo")
    gone = table.log[-1].back_to
    before = await kept(tonight)
    said = await asked.types("game undo", to=gone)
    assert said.content == f"☑️ The game has gone back to before move {gone} already."
    assert "There is no move" in (await asked.types("game undo", to=len(table.log) - 1)).content
    assert await kept(tonight) == before


@pytest.mark.case("FP-start")
async def test_an_option_that_is_set_already_needs_no_new_agreement(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place)
    await boris.types("game join", side="soviet")
    await tonight.settled()
    panel = await anna.clicks(lobby(anna), "Options")
    before = await kept(tonight)
    assert "☑️ tips is on already." in (await anna.picks(panel, "fs:option:", "on")).content
    assert await kept(tonight) == before, "the default is set from the beginning"
    panel = await anna.picks(panel, "fs:option:", "off")
    await tonight.settled()
    assert "You agree" in (await boris.clicks(lobby(boris), "I agree")).content
    before = await kept(tonight)
    assert "☑️ tips is off already." in (await anna.picks(panel, "fs:option:", "off")).content
    assert await kept(tonight) == before
    assert "do you agree?" not in lobby(boris).content


@pytest.mark.case("FP-start", "FP-seat")
async def test_a_seat_that_is_so_already_is_left_alone(tonight: Evening, place: Channel) -> None:
    anna, boris = await open_lobby(tonight, place)
    await boris.types("game join", side="soviet")
    table = await tonight.table(place)
    assert await tonight.client.lobby.agree(table, boris.id) == Unchanged("You agree to the options already.")
    before = await kept(tonight)
    said = await anna.types("game seat", side="german", computer=False)
    assert said.content == "☑️ The German side is free already."
    assert await kept(tonight) == before


async def test_a_seat_that_the_computer_plays_already_is_left_alone(tonight: Evening, place: Channel) -> None:
    _, (anna,) = await tonight.game(place, "Anna")
    before = await kept(tonight)
    said = await anna.types("game seat", side="soviet", computer=True)
    assert said.content == "☑️ The computer already plays the Soviet side."
    assert await kept(tonight) == before


async def test_a_repeated_absence_is_reported_once(tonight: Evening, place: Channel) -> None:
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await boris.types("game mine", away=3)
    before, posts = await kept(tonight), len(anna.posts())
    assert "You are away until" in (await boris.types("game mine", away=3)).content
    assert await kept(tonight) == before
    assert len(anna.posts()) == posts
    await boris.types("game mine", away=4)
    await tonight.settled()
    assert "is away until" in anna.posts()[-1].content
    await boris.types("game mine", away=0)


async def test_a_repeated_choice_changes_nothing(tonight: Evening, place: Channel) -> None:
    _, (anna,) = await tonight.game(place, "Anna")
    for of, said in (("me", "Your own pictures are"), ("game", "The public pictures of this game are")):
        assert (await anna.types("game look", palette="dark", of=of)).content.startswith("🎨")
        before = await kept(tonight)
        assert (await anna.types("game look", palette="dark", of=of)).content == f"☑️ {said} dark already."
        assert await kept(tonight) == before
