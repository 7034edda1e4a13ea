"""The learning game on a phone, from the first page to the last post."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.chat.table import Table
from tests.browser.conftest import Open
from tests.browser.evening import GERMAN, play
from tests.browser.program import Program

pytestmark = pytest.mark.browser

WIDER = """() => [document.scrollingElement, ...document.querySelectorAll('.stream, .message, .composer, .view')]
    .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== 'none')
    .map((box) => `${box.className} ${box.scrollWidth} > ${box.clientWidth}`)"""
SMALL = """() => [...document.querySelectorAll(':is(.row, .composer, .table-head) :is(button, textarea)')]
    .filter((control) => control.offsetParent && control.offsetHeight < 40)
    .map((control) => control.outerHTML)"""
MOST = 80
"""How many orders one side could give at most in the learning game."""


async def test_the_learning_game_without_scrolling_sideways(program: Program, opened: Open) -> None:
    anna = await opened(program.url, width=390, is_mobile=True, has_touch=True)
    await anna.page.get_by_role("button", name="Play the learning scenario").tap()
    await anna.page.get_by_role("button", name="Against the computer").tap()
    await program.until(lambda table: table.log)
    wider: list[str] = []
    table: Table = await program.until(lambda table: table.asked())
    for _ in range(MOST):
        table = await play(program, {GERMAN: anna}, 1)
        wider += await anna.page.evaluate(WIDER)
        if table.outcome() is not None:
            break
    assert table.outcome() is not None
    await expect(anna.said("The battle is over").last).to_be_attached()
    await expect(anna.said("The game is over").last).to_be_attached()
    assert wider == []
    assert await anna.page.evaluate(SMALL) == []


async def test_orders_that_are_opened_below_a_long_post_stay_in_view(program: Program, opened: Open) -> None:
    anna = await opened(program.url, width=390, is_mobile=True, has_touch=True)
    await anna.page.get_by_role("button", name="Play the learning scenario").tap()
    await anna.page.get_by_role("button", name="Against the computer").tap()
    await expect(anna.page.locator(".message.called").get_by_alt_text("Map of The Church")).to_be_visible()
    await expect(anna.page.get_by_role("button", name="To the newest")).to_be_visible()
    await expect(anna.private.get_by_role("button", name="Your orders")).to_be_attached()
    await anna.private.get_by_role("button", name="Your orders").tap()
    await expect(anna.private.get_by_text("Your orders, German")).to_be_in_viewport()
