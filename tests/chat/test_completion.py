"""During typing the newest question is answered first, and older ones are dropped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any
from unittest.mock import Mock, patch

import pytest

from bot.chat.controls.completion import distinct
from bot.chat.desk import order_text
from bot.chat.desk.order_completion import suggest
from bot.chat.desk.table import Table
from bot.chat.posts.posts import compose
from bot.local import Channel, Choice
from tests.chat.evening import PATIENCE, Evening, Player, until

pytestmark = pytest.mark.asyncio(loop_scope="session")

MANY = 50
AUTOCOMPLETE = 4
"""Discord's type of an interaction that asks for suggestions."""


class Held:
    """Work on a thread that waits for release."""

    def __init__(self, work: Any) -> None:
        self.work = work
        self.go_on = Event()

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        assert self.go_on.wait(5 * PATIENCE)
        return self.work(*arguments, **options)


@pytest.fixture
def suggesting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Let suggestions be thought of for as long as the test wants."""
    held = Held(suggest)
    monkeypatch.setattr("bot.chat.client.suggest", held)
    yield held
    held.go_on.set()


async def asked(player: Player, typed: str) -> asyncio.Task[list[Choice]]:
    """Type something; the answer comes later, or never."""
    return asyncio.create_task(
        player.person.autocomplete(player.place, "tide advance", focused="unit", unit=typed)
    )


def invoked() -> list[asyncio.Task[Any]]:
    """Return the tasks in which the bot works at commands and completions."""
    return [task for task in asyncio.all_tasks() if task.get_name() == "CommandTree-invoker"]


@contextmanager
def arrivals(tonight: Evening) -> Iterator[Mock]:
    """Count the questions that reach the bot."""
    typing = tonight.client.typing
    with patch.object(typing, "asks", wraps=typing.asks) as asks:
        yield asks


async def test_fifty_games_opening_at_once_leave_no_completion_waiting(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of their pictures can finish before all completions are answered."""
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    held = Held(compose)
    monkeypatch.setattr("bot.chat.posts.postman.compose", held)
    try:
        tables = [await filled(tonight, n) for n in range(MANY)]
        opening = [asyncio.create_task(tonight.client.lobby.start(table, 1)) for table in tables]
        for player in (anna, boris) * 5:
            assert await player.offered("game rule", "case", case="FP-")
            assert await player.offered("game board", "at", at="C")
            assert await player.offered("game why-not", "order", order="adv")
        assert await anna.offered("tide advance", "unit")
        assert set(await asyncio.gather(*opening)) == {"The game begins."}
        assert await anna.offered("tide advance", "unit")
    finally:
        held.go_on.set()
    await tonight.settled()
    for table in tables:
        assert table.log
        assert await tonight.client.games.owed(table.record.id) == []


async def filled(tonight: Evening, n: int) -> Table:
    """Return a table that only waits for its game to be opened."""
    lobby = tonight.client.lobby
    scenario = tonight.client.tables.titles["tide"].scenarios["first"]
    channel = tonight.local.channel(f"battle-{n}")
    host = int(tonight.local.person("Anna").id)
    table = await lobby.open("tide", scenario, int(channel.guild_id or 0), int(channel.id), host, int(channel.id))
    assert isinstance(table, Table)
    for side, name in zip(table.sides, ("Anna", "Boris"), strict=True):
        await lobby.join(table, int(tonight.local.person(name).id), side, "")
    return table


async def test_the_newest_question_of_a_person_is_answered_alone(
    tonight: Evening, place: Channel, suggesting: Held, caplog: pytest.LogCaptureFixture
) -> None:
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    questions = []
    with arrivals(tonight) as asks:
        for typed in ("1", "1s", "1st", "1st "):
            questions.append(await asked(anna, typed))
            await until(lambda: asks.call_count == len(questions))
    suggesting.go_on.set()
    assert [choice.name for choice in await questions[-1]]
    assert not any(question.done() for question in questions[:-1])
    assert await boris.offered("tide ask reach", "unit"), "and others are not touched"
    for question in questions:
        question.cancel()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def redelivered(tonight: Evening, nth: int) -> None:
    """Let Discord deliver a question again, counted from the first."""
    asked = [each for each in tonight.local.faults.dispatches if each.data.get("type") == AUTOCOMPLETE]
    for session in tonight.local.site.gateway.sessions.values():
        session.dispatch("INTERACTION_CREATE", asked[nth].data)


async def test_an_old_question_delivered_again_does_not_cancel_the_newest(
    tonight: Evening, place: Channel, suggesting: Held, caplog: pytest.LogCaptureFixture
) -> None:
    """The interaction's id decides which question is newest, not the order of arrival."""
    _, (anna, _) = await tonight.game(place, "Anna", "Boris")
    tonight.local.faults.dispatches.clear()
    with arrivals(tonight) as asks:
        old = await asked(anna, "1s")
        await until(lambda: asks.call_count == 1)
        newest = await asked(anna, "1st")
        await until(lambda: asks.call_count == 2)
        for nth in (0, 1):
            redelivered(tonight, nth)
        await until(lambda: asks.call_count == 4)
    suggesting.go_on.set()
    assert [choice.name for choice in await newest]
    old.cancel()
    redelivered(tonight, 1)
    refused = tonight.local.faults
    await until(lambda: [each for each in refused.made("POST", "/callback") if each.status == 400])
    await until(lambda: not invoked())
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR], "40060 is no mistake"


async def test_an_overdue_completion_is_dropped_silently(
    tonight: Evening, place: Channel, suggesting: Held, caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    _, (anna, _) = await tonight.game(place, "Anna", "Boris")
    monkeypatch.setattr(tonight.client.typing, "patience", 0.01)
    with arrivals(tonight) as asks:
        question = await asked(anna, "1st")
        await until(lambda: asks.called)
    await until(lambda: not invoked())
    suggesting.go_on.set()
    assert not question.done()
    question.cancel()
    monkeypatch.setattr(tonight.client.typing, "patience", PATIENCE)
    assert await anna.offered("tide advance", "unit"), "the next question is answered"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_an_answer_that_was_slow_on_its_way_leaves_no_traceback(
    tonight: Evening, place: Channel, suggesting: Held, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord has given the question up before the answer arrives."""
    _, (anna, _) = await tonight.game(place, "Anna", "Boris")
    site = tonight.local.site.interactions
    usual, site.ack_seconds = site.ack_seconds, 0.05
    try:
        question = await asked(anna, "1st")
        await until(question.done)
        assert question.exception() is not None, "nobody has answered in time"
        suggesting.go_on.set()
        await until(lambda: not invoked())
    finally:
        site.ack_seconds = usual
    assert any(each.status == 404 for each in tonight.local.faults.made("POST", "/interactions"))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_new_table_offers_players_with_their_printed_sides(tonight: Evening, place: Channel) -> None:
    """The option `side` names the players."""
    anna = tonight.player("Anna", place)
    offered = await anna.offered("game new", "side", title="firefight", scenario="first")
    assert offered == ["any", "Player One, Soviet", "Player Two, German"]


async def test_two_copies_of_a_card_are_one_suggestion(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord refuses a list with the same name twice, and then shows none of it."""
    _, (anna, _) = await tonight.game(place, "Anna", "Boris")
    copies = [order_text.Choice("Forced March", f"forced-march.{n}") for n in (1, 2)]
    monkeypatch.setattr("bot.chat.client.suggest", lambda *_: [*copies, order_text.Choice("Steady, Lads", "s")])
    found = await anna.person.autocomplete(place, "tide card", focused="card", card="")
    assert [choice.value for choice in found] == ["forced-march.1", "s"]


def test_long_names_that_are_cut_to_the_same_letters_are_one_suggestion() -> None:
    found = distinct([("x" * 101, 1), ("x" * 102, 2), ("y", 3)])
    assert [(choice.name, choice.value) for choice in found] == [("x" * 100, 1), ("y", 3)]
    assert len(distinct((str(n), n) for n in range(30))) == 25
