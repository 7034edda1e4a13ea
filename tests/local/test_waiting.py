"""Nothing in the page waits forever, and each result is reported once known."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from playwright.async_api import Browser, Locator, Page, expect

from bot.local import Person, table_file
from bot.local.home import LocalDiscord, outgoing, requests
from bot.local.home import page as home_page
from bot.local.limits import JSON
from tests.local.conftest import PATIENCE, eventually, pointed_at, running
from tests.local.mapped import Mapped
from tests.local.test_map import begin, mapped, shows, tap
from tests.local.test_page import order, said
from tests.local.tiny import Tiny

pytestmark = pytest.mark.browser
__all__ = ["mapped"]
Open = Callable[..., Awaitable[Page]]
MAYBE_DONE = "No answer yet. This may still happen; check before you repeat it."
NO_ANSWER = "No answer yet. The order may still arrive; then the map shows it."


@pytest.fixture
async def opened(browser: Browser) -> AsyncIterator[Open]:
    """Opens windows in which time can be let pass; no script fails in them."""
    wrong: list[str] = []

    async def open_window(url: str, width: int = 1000) -> Page:
        where = await browser.new_context(viewport={"width": width, "height": 850}, locale="en-GB")
        page = await where.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await page.clock.install()
        await page.goto(url)
        return page

    yield open_window
    assert wrong == []


async def at_headquarters(opened: Open, local: LocalDiscord, width: int = 1000) -> Page:
    page = await opened(f"{local.url}/?as=Anna#{local.channel('headquarters').id}", width)
    await expect(page.get_by_role("heading", name="headquarters")).to_be_visible()
    return page


def offline(page: Page) -> Locator:
    """The notice above the table while there is no line."""
    return page.locator(".line-down").filter(has_text="You are offline")


class Held:
    """Requests of a kind that the server takes, and carries out only when it is let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
        self.taken = 0
        self.go = asyncio.Event()
        act = requests._ACTS[what]

        async def held(own: requests.Requests, ask: JSON) -> JSON:
            self.taken += 1
            await self.go.wait()
            return await act(own, ask)

        monkeypatch.setitem(requests._ACTS, what, held)

    async def until(self, taken: int = 1) -> None:
        await eventually(lambda: self.taken >= taken)


async def test_words_without_an_answer_stay_and_go_when_they_have_arrived(
    local: LocalDiscord, anna: Person, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(monkeypatch, "say")
    page = await at_headquarters(opened, local)
    field, send = page.get_by_role("textbox", name="Write a message"), page.get_by_role("button", name="Send")
    await order(page, "Are you there?")
    await held.until()
    await expect(send).to_have_attribute("aria-busy", "true")
    await page.clock.fast_forward(11_000)
    await expect(page.locator(".hint")).to_have_text(MAYBE_DONE)
    await expect(send).not_to_have_attribute("aria-busy", "true")
    await expect(field).to_have_value("Are you there?")
    held.go.set()
    await expect(said(page, "Are you there?")).to_be_visible()
    await expect(field).to_have_value("")
    await expect(page.locator(".hint")).to_have_text("")
    assert len(anna.sees("headquarters")) == 1


async def test_a_command_and_a_press_that_the_bot_does_not_answer(
    local: LocalDiscord, anna: Person, tiny: Tiny, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They end with the known result, and again once it is certain."""
    monkeypatch.setattr(local.site.interactions, "ack_seconds", 4 * PATIENCE)
    page = await at_headquarters(opened, local)
    await order(page, "/board")
    press = page.get_by_role("button", name="Next turn")
    await expect(press).to_be_visible()
    local.faults.hold_interactions()
    await press.click()
    await order(page, "/panel")
    await eventually(lambda: len(local.faults.held) == 2)
    await expect(press).to_have_attribute("aria-busy", "true")
    await page.clock.fast_forward(21_000)
    await expect(page.locator(".message .failure").filter(has_text=NO_ANSWER)).to_be_visible()
    await expect(page.locator(".hint")).to_have_text(NO_ANSWER)
    await expect(press).not_to_have_attribute("aria-busy", "true")
    local.faults.release()
    await expect(page.get_by_role("heading", name="turn 2")).to_be_visible()
    await expect(said(page, "Quiet on the front.")).to_be_visible()
    await expect(page.locator(".failure:visible")).to_have_count(0)
    await expect(page.locator(".hint")).to_have_text("")


async def test_a_tap_that_the_bot_does_not_answer(
    local: LocalDiscord, anna: Person, mapped: Mapped, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same holds for a tap with only the beginning of an answer."""
    await begin(mapped, anna)
    page = await at_headquarters(opened, local, 1280)
    await shows(page, "A1")
    hand = page.get_by_role("region", name="In hand")
    mapped.answers.clear()
    await tap(page, "A1")
    await eventually(lambda: any(each.owes for each in local.site.interactions.by_id.values()))
    await page.clock.fast_forward(21_000)
    await expect(hand).to_contain_text(NO_ANSWER)
    await expect(hand).not_to_have_attribute("aria-busy", "true")
    mapped.answers.set()
    await expect(hand).to_contain_text("A1: 1st Squad.")
    await expect(hand).not_to_contain_text(NO_ANSWER)


async def test_a_dialog_that_is_not_answered(
    local: LocalDiscord, anna: Person, tiny: Tiny, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local.site.interactions, "ack_seconds", 4 * PATIENCE)
    page = await at_headquarters(opened, local)
    await order(page, "/panel")
    await page.get_by_role("button", name="Orders…").click()
    dialog = page.get_by_role("dialog", name="Orders")
    await dialog.get_by_role("button", name="Choose").click()
    await dialog.get_by_role("option", name="2nd Squad").click()
    local.faults.hold_interactions()
    await dialog.get_by_role("button", name="Send").click()
    await eventually(lambda: len(local.faults.held) == 1)
    await page.clock.fast_forward(21_000)
    await expect(dialog.get_by_role("alert")).to_have_text(NO_ANSWER)
    local.faults.release()
    await expect(said(page, "2nd squad:")).to_be_visible()
    await expect(dialog).to_have_count(0)


async def test_a_slow_answer_is_announced(local: LocalDiscord, anna: Person, tiny: Tiny, opened: Open) -> None:
    page = await at_headquarters(opened, local)
    await order(page, "/slow")
    await expect(said(page, "Fieldpost is thinking…")).to_be_visible()
    await page.clock.fast_forward(21_000)
    await expect(said(page, f"Fieldpost is thinking. {NO_ANSWER}")).to_be_visible()
    tiny.slow.set()
    await expect(said(page, "At last.")).to_be_visible()


async def test_messages_and_choices_that_do_not_come_are_asked_for_again(
    local: LocalDiscord, anna: Person, tiny: Tiny, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    await anna.say("headquarters", "Here we are.")
    with monkeypatch.context() as late:
        held = Held(late, "messages")
        page = await at_headquarters(opened, local)
        await held.until()
        await page.clock.fast_forward(11_000)
        await expect(page.get_by_text("The messages have not loaded yet")).to_be_visible()
    await page.clock.fast_forward(4_000)
    await expect(said(page, "Here we are.")).to_be_visible()
    with monkeypatch.context() as late:
        held = Held(late, "autocomplete")
        await page.get_by_role("textbox", name="Write a message").fill("/advance ")
        await held.until()
        await page.clock.fast_forward(11_000)
        await expect(page.locator(".suggestions")).to_have_text("No answer yet. Try again in a moment.")


class Cut:
    """Breaks a window's line before a kind of request is taken, or before its answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, local: LocalDiscord, what: str, *, taken: bool) -> None:
        self.times = 0
        begin = requests.Requests.begin

        async def nothing() -> JSON:
            return {}

        def cut(own: requests.Requests, ask: JSON) -> asyncio.Task[JSON]:
            if ask["do"] != what or self.times:
                return begin(own, ask)
            self.times += 1
            for window in local._page.windows:
                window.cut()
            return begin(own, ask) if taken else asyncio.ensure_future(nothing())

        monkeypatch.setattr(requests.Requests, "begin", cut)


async def test_after_a_break_the_page_learns_that_its_words_arrived(
    local: LocalDiscord, anna: Person, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await at_headquarters(opened, local)
    cut = Cut(monkeypatch, local, "say", taken=True)
    await order(page, "Once and no more.")
    await expect(said(page, "Once and no more.")).to_be_visible()
    await expect(page.get_by_role("textbox", name="Write a message")).to_have_value("")
    await expect(page.locator(".hint")).to_have_text("")
    assert (cut.times, len(anna.sees("headquarters"))) == (1, 1)


async def test_after_a_break_the_page_learns_that_its_words_did_not_arrive(
    local: LocalDiscord, anna: Person, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await at_headquarters(opened, local)
    Cut(monkeypatch, local, "say", taken=False)
    await order(page, "Did you get this?")
    await expect(page.locator(".hint")).to_contain_text("nothing was done. Send it again.")
    await page.get_by_role("button", name="Send").click()
    await expect(said(page, "Did you get this?")).to_be_visible()
    assert len(anna.sees("headquarters")) == 1


@pytest.mark.parametrize("numbered", [True, False])
async def test_after_a_break_the_hand_shows_the_bots_latest_answer(
    local: LocalDiscord,
    anna: Person,
    mapped: Mapped,
    opened: Open,
    monkeypatch: pytest.MonkeyPatch,
    numbered: bool,
) -> None:
    """The answer to the page's own request comes while the page is away.

    If the line breaks early, the page does not know the number of its request either.
    """
    monkeypatch.setattr(local.site.interactions, "ack_seconds", 4 * PATIENCE)
    await begin(mapped, anna)
    page = await at_headquarters(opened, local, 1280)
    await shows(page, "A1")
    local.faults.hold_interactions()
    gone = asyncio.Event()
    with monkeypatch.context() as away:
        if not numbered:
            away.setattr(outgoing.Outgoing, "sent", partial(unsent, gone))
        await tap(page, "A1")
        await eventually(lambda: any(not each.acknowledged for each in local.site.interactions.by_id.values()))
        closed(away)
        for window in list(local._page.windows):
            window.cut()
        await expect(offline(page)).to_be_visible()
        gone.set()
        local.faults.release()
        await eventually(lambda: all(each.finished for each in local.site.interactions.by_id.values()))
    await expect(page.get_by_role("region", name="In hand")).to_contain_text("A1: 1st Squad.")
    await expect(offline(page)).to_be_hidden()


async def unsent(gone: asyncio.Event, *_: Any) -> bool:
    """Send no answer before the window is gone."""
    await gone.wait()
    return False


def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no page connect."""

    def nobody(*_: Any) -> Person:
        raise web.HTTPServiceUnavailable

    monkeypatch.setattr(home_page.Page, "_who", nobody)


async def test_a_line_on_which_nothing_comes_is_given_up(
    local: LocalDiscord, anna: Person, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dead network closes nothing.

    New requests are not sent, and the page reconnects automatically.
    """
    page = await at_headquarters(opened, local)
    with monkeypatch.context() as away:
        closed(away)
        await page.clock.fast_forward(41_000)
        await expect(offline(page)).to_be_visible()
        await order(page, "Hello?")
        await expect(page.locator(".hint")).to_contain_text("Nothing was sent")
    await page.clock.fast_forward(10_000)
    await expect(offline(page)).to_be_hidden()
    await page.get_by_role("button", name="Send").click()
    await expect(said(page, "Hello?")).to_be_visible()


async def test_a_line_that_stands_is_kept(
    local: LocalDiscord, anna: Person, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "_TICK_SECONDS", 0.02)
    page = await at_headquarters(opened, local)
    (window,) = local._page.windows
    for _ in range(4):
        await page.clock.fast_forward(30_000)
        before = window._outgoing.written
        await eventually(lambda before=before: window._outgoing.written > before + 1)  # type: ignore[misc]
        await page.evaluate("1")
    assert list(local._page.windows) == [window]


async def test_requests_during_a_restart_of_the_table(
    browser: Browser, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows what became of it, and the page says so."""
    first = LocalDiscord(history=tmp_path / "table.db", ack_seconds=4 * PATIENCE)
    await first.start()
    first.person("Anna")
    with pointed_at(first):
        async with running(Tiny(), first):
            page = await at_headquarters(opened, first)
            first.faults.hold_interactions()
            held = Held(monkeypatch, "say")
            await order(page, "Hello?")
            await held.until()
            await order(page, "/panel")
            await eventually(lambda: len(first.faults.held) == 1)
    await first.stop()
    await expect(offline(page)).to_be_visible()
    second = LocalDiscord(history=tmp_path / "table.db", port=first.port)
    await second.start()
    try:
        await expect(offline(page)).to_be_hidden()
        await expect(page.locator(".hint")).to_contain_text("whether it was done")
        await expect(page.locator("[aria-busy=true]")).to_have_count(0)
    finally:
        await second.stop()


async def test_unsaved_words_are_reported(opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.local.history._AGAIN", 0.05)
    local = LocalDiscord(history=tmp_path / "table.db")
    await local.start()
    try:
        local.person("Anna")
        page = await at_headquarters(opened, local)

        def full(*_: Any) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(table_file, "write", full)
            await order(page, "Can you read this?")
            await expect(said(page, "Can you read this?")).to_be_visible()
            await expect(
                page.get_by_text("cannot be saved at the moment (database or disk is full)")
            ).to_be_visible()
        await expect(page.get_by_text("cannot be saved at the moment")).to_be_hidden()
    finally:
        await local.stop()


async def test_a_window_that_has_made_way_says_so_and_stays_away(
    local: LocalDiscord, anna: Person, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_page, "_MOST_EACH", 1)
    first = await at_headquarters(opened, local)
    await at_headquarters(opened, local)
    await expect(first.get_by_text("You have 1 newer windows open")).to_be_visible()
    await first.clock.fast_forward(60_000)
    await expect(first.get_by_text("Load this page again to use it.")).to_be_visible()
    assert len(local._page.windows) == 1


async def test_a_table_that_does_not_answer_at_the_door(local: LocalDiscord, anna: Person, opened: Open) -> None:
    page = await opened(f"{local.url}/")
    await expect(page.get_by_role("radio", name="Anna")).to_be_visible()
    await page.route("**/people", lambda route: route.abort())
    await page.get_by_label("Another name").fill("Olga")
    await page.get_by_role("button", name="Just look around").click()
    await expect(page.get_by_role("alert")).to_contain_text("The table does not answer")
    await page.reload()
    await expect(page.get_by_role("alert")).to_contain_text("The table does not answer")
    await page.unroute("**/people")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("radio", name="Anna")).to_be_visible()
