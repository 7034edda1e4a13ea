"""Each request of a page is answered, and done only once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.local import Person, table_file
from bot.local.home import LocalDiscord, outgoing, requests
from bot.local.home.share import Share
from bot.local.home.window import Window
from bot.local.limits import JSON
from tests.local.conftest import PATIENCE, eventually
from tests.local.tiny import Tiny

BREAKS = [sqlite3.OperationalError("disk I/O error"), TimeoutError(), RuntimeError("what?"), OSError(28, "full")]


class Page:
    """The socket of one window, and its messages.

    `heard` are the events, in their order.
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[JSON] = []
        self._count = 0

    async def ask(self, what: str, **details: Any) -> JSON:
        """Ask for something, and wait for the answer."""
        self._count += 1
        return await self.asked(f"{id(self)}-{self._count}", what, **details)

    async def asked(self, number: str, what: str, **details: Any) -> JSON:
        await self.socket.send_json({"ask": number, "do": what, **details})
        return await self.answer(number)

    async def answer(self, number: str) -> JSON:
        while True:
            frame: JSON = await self.socket.receive_json(timeout=PATIENCE)
            if frame.get("answer") == number:
                return frame
            self.heard.append(frame)


Connect = Callable[..., Awaitable[Page]]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Opens the sockets of windows, which stay open to the end."""
    pages: list[Page] = []
    async with aiohttp.ClientSession() as session:

        async def opened(local: LocalDiscord, person: str = "Anna", page: str = "") -> Page:
            pages.append(Page(await session.ws_connect(f"{local.url}/socket?as={person}&page={page}")))
            return pages[-1]

        yield opened


def first_words(person: Person) -> list[str]:
    return [message.content for message in person.sees("headquarters")]


@pytest.mark.parametrize("name", sorted(requests._ACTS))
@pytest.mark.parametrize("error", BREAKS, ids=lambda error: type(error).__name__)
async def test_whatever_breaks_a_request_of_any_kind_is_answered(
    local: LocalDiscord,
    anna: Person,
    connect: Connect,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    error: Exception,
) -> None:
    async def breaks(*_: Any) -> JSON:
        raise error

    page = await connect(local)
    with monkeypatch.context() as broken:
        broken.setitem(requests._ACTS, name, breaks)
        assert (await page.ask(name))["no"].endswith("Nothing was done.")
    assert "ok" in await page.ask("open_dm")


async def test_the_answer_says_whether_something_was_done_before_it_broke(
    local: LocalDiscord, anna: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await connect(local)
    send = local.site.messages.send

    def breaks(*given: Any) -> None:
        send(*given)
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(local.site.messages, "send", breaks)
        answer = await page.ask("say", channel="headquarters", text="Ready?")
    assert "carried out anyway" in answer["no"]
    assert first_words(anna) == ["Ready?"]


async def test_a_window_that_breaks_takes_nothing_from_the_others(
    local: LocalDiscord, anna: Person, viktor: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message is answered, and every open window hears it."""
    page, other = await connect(local), await connect(local, "Viktor")
    hear = Window._hear

    def deaf(window: Window, event: Any) -> None:
        if window.person is anna:
            raise ValueError("a broken window")
        hear(window, event)

    monkeypatch.setattr(Window, "_hear", deaf)
    assert "ok" in await page.ask("say", channel="headquarters", text="Can you hear me?")
    await other.ask("open_dm")
    assert "Can you hear me?" in str(other.heard)


async def test_words_are_answered_while_they_cannot_be_saved(
    tmp_path: Path, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All read that they are lost if the table closes."""
    local = LocalDiscord(history=tmp_path / "table.db")
    await local.start()
    try:
        anna, viktor = local.person("Anna"), local.person("Viktor")
        page, other = await connect(local, "Anna"), await connect(local, "Viktor")

        def full(*_: Any) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(table_file, "write", full)
            assert "ok" in await page.ask("say", channel="headquarters", text="Ready?")
            assert first_words(viktor) == ["Ready?"]
            await other.ask("open_dm")
            trouble = [event["data"] for event in other.heard if event["event"] == "HISTORY"]
            assert trouble == [{"trouble": "database or disk is full"}]
            late = await connect(local, "Anna")
            await late.ask("open_dm")
            assert late.heard[0]["data"]["history"] == {"trouble": "database or disk is full"}
        assert anna.name == "Anna"
    finally:
        await local.stop()


async def test_a_request_that_comes_twice_is_done_once(
    local: LocalDiscord, anna: Person, connect: Connect
) -> None:
    page = await connect(local)
    one = await page.asked("7", "say", channel="headquarters", text="Once.")
    again = await page.asked("7", "say", channel="headquarters", text="Once.")
    assert one == again
    assert first_words(anna) == ["Once."]


async def test_a_page_learns_what_became_of_its_requests_when_its_line_is_back(
    local: LocalDiscord, anna: Person, connect: Connect
) -> None:
    """Requests that arrived are answered, done or not; others are unknown."""
    before = await connect(local, page="tab")
    assert "ok" in await before.asked("tab-1", "say", channel="headquarters", text="One.")
    assert "no" in await before.asked("tab-2", "say", channel="headquarters", text="")
    await before.socket.close()
    after = await connect(local, page="tab")
    answers = (await after.ask("recall", asked=["tab-1", "tab-2", "tab-3"]))["ok"]["answers"]
    assert [(each["answer"], "ok" in each) for each in answers] == [("tab-1", True), ("tab-2", False)]
    assert first_words(anna) == ["One."]


async def test_a_request_on_an_abandoned_line_is_not_done(
    local: LocalDiscord, anna: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's new line has said that it did not arrive."""
    goes_on = asyncio.Event()
    wait = Share.wait

    async def waits(share: Share, size: int) -> None:
        await wait(share, size)
        await goes_on.wait()

    monkeypatch.setattr(Share, "wait", waits)
    before = await connect(local, page="tab")
    for n in range(3):
        await before.socket.send_json({"ask": f"tab-{n}", "do": "say", "channel": "headquarters", "text": "Late."})
    await eventually(lambda: len(anna.windows) == 1)
    after = await connect(local, page="tab")
    await eventually(lambda: len(anna.windows) == 2)
    goes_on.set()
    await eventually(lambda: len(anna.windows) == 1)
    assert (await after.ask("recall", asked=["tab-0", "tab-1", "tab-2"]))["ok"] == {"answers": []}
    assert first_words(anna) == []


async def test_a_page_learns_the_state_of_an_interaction_and_its_answer(
    local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny, connect: Connect
) -> None:
    page = await connect(local)
    begun = (await page.ask("slash", channel="headquarters", command="hand", options={}, quiet=True))["ok"]
    await local.site.interactions.by_id[begun["id"]].done(PATIENCE)
    await page.socket.close()
    again = await connect(local)
    told = (await again.ask("interaction", interaction=begun["id"]))["ok"]
    assert told["state"]["finished"]
    assert {reply["quiet"] for reply in told["replies"]} == {True}
    assert "Ambush" in told["replies"][0]["content"]
    other = await connect(local, "Viktor")
    for number in (begun["id"], "1"):
        assert "no longer remembers" in (await other.ask("interaction", interaction=number))["no"]


async def test_a_silent_line_gives_a_sign(
    local: LocalDiscord, anna: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By that a page knows a line that stands from one whose network has gone."""
    monkeypatch.setattr(outgoing, "_TICK_SECONDS", 0.01)
    page = await connect(local)
    frames = [await page.socket.receive_json(timeout=PATIENCE) for _ in range(3)]
    assert [frame["event"] for frame in frames] == ["HELLO", "TICK", "TICK"]
