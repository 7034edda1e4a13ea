"""Messages from before a restart still work after it, and debts are sent."""

from __future__ import annotations

import asyncio
import dataclasses
from copy import copy
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest

from bot.chat.desk.table import Table, Tables
from bot.store.database import StoreError
from bot.store.games import Games, KeptState
from bot.store.opening import open_database
from bot.store.server import Server
from bot.titles.tide import TITLE
from tests.chat import mail
from tests.chat.evening import DONE, PATIENCE, Evening
from tests.sql import Sql

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def where(store: Path | Server) -> Path | Server:
    """These tests run on both engines."""
    return store


async def replace(own: Evening) -> None:
    """Stop the bot, and start another on the same database."""
    await own.leave()
    await own.arrive()


async def test_useless_rows_are_cleared_when_the_bot_starts(own: Evening) -> None:
    await own.leave()
    database = await open_database(own.path)
    await Sql(database).run("INSERT INTO interactions (id, game) VALUES (1, 1)")
    await database.close()
    await own.arrive()
    async with asyncio.timeout(PATIENCE):
        while await own.database.rows("SELECT id FROM interactions"):  # noqa: ASYNC110 - nobody tells of it
            await asyncio.sleep(0.01)


async def test_buttons_outlive_the_process(own: Evening) -> None:
    place = own.local.channel("table")
    anna, boris = own.player("Anna", place), own.player("Boris", place)
    await anna.types("game new", title="tide", scenario="first", side="german")
    await own.settled()
    await replace(own)
    assert "You play the Soviet side" in (await boris.clicks(boris.posts()[0], "Join as Soviet")).content
    await own.settled()
    page = await anna.clicks(anna.last(), "Your orders")
    await replace(own)
    page = await anna.clicks(page, "Fatigue")
    await replace(own)
    said = await anna.clicks(page, page.labels[0])
    assert said.content.startswith(DONE)
    await replace(own)
    assert (await anna.clicks(said, "Undo")).content.startswith(DONE)
    for button in ("Map", "Your hand", "Situation"):
        shown = await boris.clicks(boris.last(), button)
        assert shown.content or shown.attachments
    await own.settled()
    table = await own.table(place)
    assert len(table.log) == 3
    mail.assert_told_once(table, boris.posts())


async def test_debts_are_sent_by_the_next_process(own: Evening) -> None:
    table, (anna, boris) = await own.game(own.local.channel("table"), "Anna", "Boris")
    own.local.faults.hang("POST", f"/channels/{anna.place.id}/messages", times=10)
    for _ in range(3):
        seat = table.asked()[0]
        player = anna if table.seat_of(anna.id) == seat else boris
        assert (await player.orders(table.game.play(table.seen(seat)))).content.startswith(DONE)
    await own.leave()
    own.local.faults.clear()
    await own.arrive()
    await own.settled()
    mail.assert_told_once(await own.table(anna.place), boris.posts())


async def test_a_game_that_waited_only_for_the_bot_continues(own: Evening) -> None:
    """The last seat was taken, or the computer was to move, when the process died."""
    place = own.local.channel("table")
    anna = own.player("Anna", place)
    await anna.types("game new", title="tide", scenario="first", side="german")
    table = await own.table(place)
    await own.database.run("UPDATE seats SET computer = TRUE, agreed = TRUE WHERE seat = 'soviet'")
    await replace(own)
    await own.settled()
    table = await own.table(place)
    assert table.record.status == "live"
    await own.database.run("UPDATE seats SET computer = TRUE, person = NULL WHERE seat = 'german'")
    await replace(own)
    await own.settled()
    assert (await own.table(place)).record.status == "over"


async def test_a_game_whose_scenario_cannot_be_read_waits_without_harm(
    own: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host broke a data file: the bot starts, says so, and the game is unharmed."""
    table, (anna,) = await own.game(own.local.channel("table"), "Anna")
    await own.leave()
    broken, found = copy(TITLE), TITLE.printed
    left = {key: value for key, value in found.scenarios.items() if key != "first"}
    monkeypatch.setattr(broken, "_printed", dataclasses.replace(found, scenarios=left))
    await own.arrive({"tide": broken})
    for command in ("game status", "tide stop", "game undo"):
        said = await anna.types(command)
        assert "cannot be read here" in said.content
        assert "Nothing is lost" in said.content
    assert await anna.offered("game new", "scenario", title="tide", scenario="church") == []
    assert await anna.offered("tide advance", "unit") == []
    await replace(own)
    assert "round 1 of 3" in (await anna.types("game status")).content
    assert table.record.id == (await own.table(anna.place)).record.id


async def test_a_log_that_this_version_cannot_read_waits_without_harm(own: Evening) -> None:
    place = own.local.channel("table")
    table, (anna,) = await own.game(place, "Anna")
    await own.database.run(
        "INSERT INTO entries VALUES (?, ?, ?)", (table.record.id, len(table.log), '{"seat": 1}')
    )
    del table
    await replace(own)
    assert "cannot be read by this version" in (await anna.types("game status")).content
    elsewhere, _ = await own.game(own.local.channel("elsewhere"), "Anna", "Boris")
    assert elsewhere.log, "and nothing else suffers"


async def test_tables_are_let_go_of_and_read_again(own: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tables, "IDLE", 1)
    one, (anna, _) = await own.game(own.local.channel("one"), "Anna", "Boris")
    number = one.record.id
    await anna.types("tide stop")
    await own.settled()
    two, (vera, _) = await own.game(own.local.channel("two"), "Vera", "Gleb")
    del one, two
    await vera.types("tide stop")
    table = await own.table(anna.place)
    assert table.record.id == number
    assert len(table.log) == 2
    assert (await anna.types("tide order", op_fire="hold")).content.startswith(DONE)


async def loaded(tables: Tables, number: int) -> Table:
    table = await tables.table(number)
    assert table is not None
    return table


async def test_a_long_game_is_not_folded_twice_by_one_edition(
    own: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, _) = await own.game(own.local.channel("table"), "Anna", "Boris")
    await anna.types("tide stop")
    await own.settled()
    number, state = table.record.id, table.state
    games, titles = own.client.tables.games, own.client.tables.titles
    monkeypatch.setattr(Tables, "FAR", len(table.log))
    assert (await loaded(Tables(games, titles), number)).state == state
    evolve = Mock(wraps=titles["tide"].evolve)
    monkeypatch.setattr(titles["tide"], "evolve", evolve)
    assert (await loaded(Tables(games, titles), number)).state == state
    evolve.assert_not_called()
    later = Tables(games, titles)
    later.edition = "another"
    assert (await loaded(later, number)).state == state
    evolve.assert_called()


async def test_a_state_that_cannot_be_kept_is_folded_again(own: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = await own.game(own.local.channel("table"), "Anna", "Boris")
    open_tables = own.client.tables
    monkeypatch.setattr(Tables, "FAR", 1)
    monkeypatch.setattr(Games, "keep", AsyncMock(side_effect=StoreError("database or disk is full")))
    again = await loaded(Tables(open_tables.games, open_tables.titles), table.record.id)
    assert again.state == table.state
    assert await open_tables.games.kept(table.record.id, open_tables.edition) is None


DAMAGE = {
    "an empty state": "UPDATE states SET state = '{}'",
    "half a state": "UPDATE states SET state = substr(state, 1, length(state) / 2)",
    "no JSON": "UPDATE states SET state = 'nonsense'",
    "nothing": "UPDATE states SET state = ''",
    "other bytes": "UPDATE states SET state = CAST(x'ff00fe' AS TEXT)",
    "another number of entries": "UPDATE states SET entries = entries - 1",
    "more entries than there are": "UPDATE states SET entries = entries + 1000",
    "a state before the first": "UPDATE states SET entries = -1",
    "the state of another game": "UPDATE states SET state = replace(state, '1', '2')",
    "a table that is gone": "DELETE FROM states",
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_damaged_kept_state_is_replaced_from_the_log(
    own: Evening, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    if damage == "other bytes" and isinstance(own.path, Server):
        pytest.skip("a server keeps only whole letters")
    table, _ = await own.game(own.local.channel("table"), "Anna", "Boris")
    games, titles, number = own.client.tables.games, own.client.tables.titles, table.record.id
    monkeypatch.setattr(Tables, "FAR", 1)
    await loaded(Tables(games, titles), number)
    kept = await games.kept(number, own.client.tables.edition)
    assert kept is not None
    await own.database.run(DAMAGE[damage])
    again = await loaded(Tables(games, titles), number)
    assert (again.state, again.asked()) == (table.state, table.asked())
    assert await games.kept(number, own.client.tables.edition) == kept, "and is kept again"


@pytest.mark.parametrize("error", [ValueError, KeyError, RecursionError, AssertionError])
async def test_a_kept_state_that_this_version_cannot_use_is_replaced_from_the_log(
    own: Evening, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    table, _ = await own.game(own.local.channel("table"), "Anna", "Boris")
    games, titles, number = own.client.tables.games, own.client.tables.titles, table.record.id
    await games.keep(number, own.client.tables.edition, KeptState(1, "{}"))
    with monkeypatch.context() as broken:
        broken.setattr("bot.chat.desk.table.decode_state", Mock(side_effect=error("no state")))
        again = await loaded(Tables(games, titles), number)
    assert again.state == table.state
    kept = await games.kept(number, own.client.tables.edition)
    assert kept is not None
    assert kept.state != "{}"
