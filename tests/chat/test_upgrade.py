"""A game of an earlier release continues, with plans and orders still numbered."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.chat.desk.table import Table
from bot.kernel.log import live
from bot.kernel.secret import Seat
from bot.kit.instructions import moves
from bot.store.exports import verify
from bot.titles import titles
from tests.chat import forged
from tests.chat.evening import DONE, Evening, Player, evening
from tests.chat.test_unseen import leaves

GERMAN, SOVIET = Seat("german"), Seat("soviet")
OLD = Path(__file__).parents[1] / "store" / "old" / "plans.sql"
"""The database of a release that put plans and standing orders into the log.

The Soviet player has left a plan (1) and standing orders (2). The German player has acted (3), and the plan has
answered (4). The panels of both were made then. Later the plan was made longer (5) and changed (6).
"""


class Running(NamedTuple):
    """The old game in a bot of now."""

    tonight: Evening
    table: Table
    anna: Player
    boris: Player

    async def presses(self, player: Player, custom_id: str, *values: str) -> str:
        """Press a button, or pick from a list, in a message of the earlier release."""
        page = await player.types("game help")
        return (await forged.send(self.tonight, player, page, custom_id, [*values] or None)).content


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Running]:
    path = tmp_path / "games.db"
    async with evening(path) as tonight:
        place = tonight.local.channel("old")
        anna, boris = (tonight.player(name, place) for name in ("Anna", "Boris"))
        await tonight.leave()
        path.unlink()
        old = sqlite3.connect(path)
        old.executescript(OLD.read_text(encoding="utf-8"))
        for player, seat in ((anna, GERMAN), (boris, SOVIET)):
            for table in ("seats", "sitters"):
                old.execute(f"UPDATE {table} SET person = ? WHERE seat = ?", (player.id, seat))
        old.execute("UPDATE games SET channel = ?, guild = ?", (int(place.id), int(place.guild_id or 0)))
        old.commit()
        old.close()
        await tonight.arrive()
        yield Running(tonight, await tonight.table(place), anna, boris)


async def test_it_keeps_its_numbers_its_plans_and_its_orders(game: Running) -> None:
    assert len(game.table.log) == 7
    assert live(game.table.log) == [0, 1, 2, 3, 4, 5, 6]
    assert moves(game.table.log) == [0, 2, 3, 4]
    assert [intent.times for intent in game.table.log.plans[SOVIET].intents] == [1, 1, 1]
    assert game.table.state.orders[SOVIET].open().op_fire == "hold"
    assert "Left" not in (await game.anna.types("game log")).content
    assert "plan" not in (await game.anna.types("game log")).content
    own = (await game.boris.types("game log")).content
    assert own.count("You leave a plan.") == 3
    assert own.index("You leave a plan.") < own.index("**2 · ") < own.rindex("You leave a plan.")


async def test_a_plan_is_no_move_to_go_back_to(game: Running) -> None:
    for to in (1, 5, 6):
        assert f"There is no move {to} to go back to" in (await game.anna.types("game undo", to=to)).content
    for player in (game.anna, game.boris):
        assert not [
            each for each in await player.offered("game undo", "to") if each.startswith(("1:", "5:", "6:"))
        ]


@pytest.mark.case("FP-moved")
async def test_buttons_that_were_sent_before_work_or_say_that_they_are_stale(game: Running) -> None:
    """Those of the plan named no plan then. All the others still mean what they did."""
    for custom_id in (
        "fp:drop:1:5",
        "fp:drop:1:7",
        "fp:resume:1:7",
        "fp:more:1:5:+done::0",
        "fp:act:1:7:+done::0",
    ):
        assert "The game has moved on" in await game.presses(game.boris, custom_id), custom_id
    assert "The game has moved on" in await game.presses(game.boris, "fs:until:1:7", "stage")
    assert "The game has moved on" in await game.presses(game.anna, "fp:act:1:3:stop::0")
    said = await game.presses(game.anna, "fs:standing:1:5", "op_fire=hold")
    assert said.startswith("📜 **Your standing orders"), said
    said = await game.presses(game.anna, "fp:act:1:5:spend:0..:0")
    assert said.startswith(DONE), said
    assert len(game.table.log) == 8


async def test_it_continues_and_new_plans_and_orders_have_no_number(game: Running) -> None:
    assert (await game.presses(game.anna, "fp:act:1:5:spend:0..:0")).startswith(DONE)
    length = len(game.table.log)
    await game.boris.types("tide order", op_fire="fire")
    await leaves(game.boris, 6)
    assert len(game.table.log) == length
    left = game.table.log.recorded()
    rows = await game.tonight.database.rows("SELECT seat, n FROM instructions ORDER BY seat, n")
    assert [(row["seat"], row["n"]) for row in rows] == sorted((each.seat, each.number) for each in left)
    numbers = [each.number for each in left if each.seat == SOVIET]
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8], "the plan has stopped, and what Boris has left since"
    await game.tonight.leave()
    await game.tonight.arrive()
    again = await game.tonight.client.tables.table(1)
    assert again is not None
    assert again.state == game.table.state
    assert again.log.plans == game.table.log.plans
    assert again.log.instructions == game.table.log.instructions
    for player in (game.anna, game.boris):
        said = await player.types("game dice", file=True)
        text = await game.tonight.local.world.shelf.get(said.attachments[0].id)
        assert text is not None
        (said_of_it,) = verify(titles().get, text)
        assert said_of_it.startswith("the seed is not in this file")
