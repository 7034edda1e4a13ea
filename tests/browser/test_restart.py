"""The program restarts during a game, and the windows continue automatically."""

from __future__ import annotations

import signal
from collections.abc import Mapping

import pytest
from playwright.async_api import expect

from bot.kernel.secret import Seat
from tests.browser.conftest import Open
from tests.browser.evening import GERMAN, SOVIET, play, sit_down
from tests.browser.program import Program
from tests.browser.window import POSTS, Window

pytestmark = pytest.mark.browser


async def test_both_windows_continue(program: Program, opened: Open) -> None:
    """Its host stops it, and later something kills it."""
    windows = await sit_down(program, opened, "first")
    for how in (signal.SIGTERM, signal.SIGKILL):
        table = await play(program, windows, 2)
        await _goes_away_and_comes_back(program, windows, len(table.log) - 1, how)
    table = await play(program, windows, 3)
    for window in windows.values():
        await expect(window.said(f"move {len(table.log) - 1}").last).to_be_attached()
    asked = windows[table.asked()[0]]
    await asked.page.get_by_role("button", name="Your orders").last.click()
    await expect(asked.private.get_by_role("button", name="Refresh")).to_be_visible()


async def _goes_away_and_comes_back(
    program: Program, windows: Mapping[Seat, Window], told: int, how: signal.Signals
) -> None:
    """The windows say so, keep what they show, and hand on what was said meanwhile."""
    posts = {}
    for seat, window in windows.items():
        await expect(window.said(f"move {told}").last).to_be_attached()
        posts[seat] = await window.posts()
    await program.stop(how)
    for window in windows.values():
        await expect(window.page.get_by_text("The connection is broken")).to_be_visible()
    await windows[GERMAN].order(f"Are you there after {how.name}?")
    await expect(windows[GERMAN].page.locator(".hint")).to_contain_text("Nothing was sent")
    await program.start()
    for seat, window in windows.items():
        await expect(window.page.get_by_text("The connection is broken")).to_be_hidden()
        await expect(window.page.get_by_text("Fieldpost is here")).to_be_visible()
        await expect(window.page.locator(POSTS)).to_have_text(posts[seat], use_inner_text=True)
    await windows[GERMAN].page.get_by_role("button", name="Send").click()
    await expect(windows[SOVIET].said(f"Are you there after {how.name}?")).to_be_visible()


async def test_a_page_that_is_loaded_again_leaves_nothing_in_the_log(program: Program, opened: Open) -> None:
    """Also while something is asked for, and while it is answered."""
    windows = await sit_down(program, opened, "first")
    anna = windows[GERMAN]
    for line in ("/game status", "/game hand", "/game board"):
        await anna.order(line)
        await anna.page.reload()
        await expect(anna.page.get_by_text("Fieldpost is here")).to_be_visible()
        await anna.page.get_by_role("textbox", name="Write a message").fill("/tide fire ")
        await expect(anna.page.get_by_role("option").first).to_be_visible()
        await anna.page.reload()
        await expect(anna.page.get_by_text("Fieldpost is here")).to_be_visible()
    await anna.answered("/game status")
    await program.stop()
    log = program.database.with_suffix(".log").read_text()
    assert "never retrieved" not in log, log
    assert "Traceback" not in log, log
