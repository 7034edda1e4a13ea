"""Forged buttons and lists."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.kernel.game import legal
from bot.local import Channel
from bot.local.interaction import AUTOCOMPLETE, COMMAND
from bot.titles.tide.model.actions import Advance
from tests.chat import forged
from tests.chat.evening import PATIENCE, Evening, answer
from tests.chat.positions import positions

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("name", ["advance", "build", "shoot", "transfer", "remove"])
async def test_forged_ids_do_no_more_than_their_presser_may(tonight: Evening, place: Channel, name: str) -> None:
    table, players = await tonight.plant(place, positions()[name].match, "Anna", "Boris")
    await players[0].types("tide order", op_fire="hold")
    await tonight.settled()
    stranger = tonight.player("Strogov", place)
    assert await forged.forge(tonight, table, players, stranger, 60, Random(name)) == 60


async def test_a_stranger_changes_nothing_with_true_ids(tonight: Evening, place: Channel) -> None:
    position = positions()["advance"]
    table, (anna, boris) = await tonight.plant(place, position.match, "Anna", "Boris")
    own = anna if position.seat == table.seats[0].seat else boris
    await own.orders(next(legal(table.game, table.seen(position.seat), Advance)))
    await tonight.settled()
    before, seats = len(table.log), list(table.seats)
    page = await anna.begins("Stop")
    number, moment = table.record.id, table.moment
    true = [
        *forged.ids_of(page, await anna.types("game resign"), await boris.types("game play"), anna.last()),
        f"fp:join:{number}:{moment}:german", f"fp:computer:{number}:{moment}:soviet",
        f"fp:leave:{number}:{moment}", f"fp:agree:{number}:{moment}", f"fs:option:{number}:{moment}:tips",
        f"fp:undo:{number}:{before}", f"fp:resign:{number}:{before}", f"fp:rewind:{number}:{before}:0",
    ]  # fmt: skip
    for custom_id in true:
        said = await forged.press(tonight, tonight.player("Strogov", place), page, custom_id, Random(1))
        assert said.content or said.attachments, custom_id
        assert "broke" not in said.content
    assert (len(table.log), table.seats) == (before, seats)


async def test_an_unknown_choice_is_asked_for_again(tonight: Evening, place: Channel) -> None:
    """Another side may act while a panel is drawn, which leaves fewer units."""
    table, (anna, _) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    page = await anna.types("game play")
    custom_id = f"fs:pick:{table.record.id}:{len(table.log)}:advance:999:0:5"
    said = await forged.press(tonight, anna, page, custom_id, Random(1))
    assert "Which unit" in said.content, said.content


async def test_a_game_does_not_go_back_to_before_its_beginning(tonight: Evening, place: Channel) -> None:
    """A lone player needs no consent, but some moves cannot be undone."""
    table, (anna,) = await tonight.plant(place, positions()["advance"].match, "Anna")
    await anna.types("tide order", op_fire="hold")
    await tonight.settled()
    page = await anna.types("game play")
    before = len(table.log)
    for to in (0, before, before + 1, 10**8):
        said = await forged.press(tonight, anna, page, f"fp:rewind:{table.record.id}:{before}:{to}", Random(1))
        assert "there is no move" in said.content.casefold(), said.content
    assert len(table.log) == before


async def test_a_button_of_long_ago_is_answered(tonight: Evening, place: Channel) -> None:
    """An earlier version may have left it behind, and its presser expects an answer."""
    table, (anna, _) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    page = await anna.types("game play")
    for custom_id in ("do:1:1:1", "x", "fp:", "fp:dance", "fs:dance:1:2"):
        said = await forged.press(tonight, anna, page, custom_id, Random(3))
        assert "not known here" in said.content
    assert table.record.status == "live"


def option(name: str, value: Any, type: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": type, "value": value, **more}


def sub(name: str, *options: dict[str, Any], type: int = 1) -> dict[str, Any]:
    return {"name": name, "type": type, "options": list(options)}


@pytest.mark.parametrize(
    ("command", "options", "why"),
    [
        ("game", [sub("look", option("palette", "nonsense"))], "nothing is called 'nonsense'"),
        ("game", [sub("look", option("palette", "dark"), option("of", "all"))], "nothing is called 'all'"),
        ("game", [sub("do")], "needs orders"),
        ("game", [sub("look", option("palette", ["dark"]))], "is not text"),
        ("game", [sub("look", option("palette", "dark"), option("colour", "red"))], "no option 'colour'"),
        ("game", [sub("new", option("title", "chess"), option("scenario", "first"))], "nothing is called 'chess'"),
        ("game", [sub("new", option("title", 7, 4), option("scenario", "first"))], "is not text"),
        ("game", [sub("log", option("page", 0, 4))], "not from 1 to 1000"),
        ("game", [sub("log", option("page", "last"))], "is not a number"),
        ("game", [sub("log", option("page", True, 5))], "is not a number"),
        ("game", [sub("undo", option("to", 10**40, 4))], "not from 1 to 100000"),
        ("game", [sub("seat", option("side", "german"), option("computer", "yes"))], "is not yes or no"),
        ("game", [sub("dance")], "no such command"),
        ("game", [sub("show", sub("at"), type=2)], "needs place"),
        ("game", [sub("me", type=2)], "no such command"),
        ("game", [], "no such command"),
        ("tide", [sub("ask", type=2)], "no such command"),
        ("tide", [sub("advance", option("unit", "x"))], "needs to"),
        ("chess", [], "no such command"),
    ],
)
async def test_a_command_that_no_client_would_send_is_malformed(
    tonight: Evening,
    place: Channel,
    caplog: pytest.LogCaptureFixture,
    command: str,
    options: list[dict[str, Any]],
    why: str,
) -> None:
    person = tonight.local.person("Anna")
    data = {"id": "1", "name": command, "type": 1, "options": options}
    begun = tonight.local.site.interactions.begin(COMMAND, person.user, place, data)
    assert why in answer(await begun.done(PATIENCE)).content
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("game", [sub("dance", option("to", "x", focused=True))]),
        ("game", [sub("look", option("palette", "d", focused=True))]),
        ("game", [sub("board", option("at", "d"))]),
        ("chess", [option("to", "x", focused=True)]),
    ],
)
async def test_commands_without_completion_offer_nothing(
    tonight: Evening,
    place: Channel,
    caplog: pytest.LogCaptureFixture,
    command: str,
    options: list[dict[str, Any]],
) -> None:
    anna = tonight.player("Anna", place)
    data = {"id": "1", "name": command, "type": 1, "options": options}
    begun = tonight.local.site.interactions.begin(AUTOCOMPLETE, anna.person.user, place, data)
    await anna.types("game help")
    assert not begun.acknowledged
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
