"""axe finds nothing wrong on the page, and keys reach the map and the orders."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from bot.titles import titles
from tests.browser.conftest import Open
from tests.browser.program import Program
from tests.chat.evening import evening
from tests.fingers import Touch, seated
from tests.match import Match

pytestmark = pytest.mark.browser

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}, "has_touch": True},
}
PLACE = "A3"
"""A place of the learning game with a unit of the first player."""


async def violations(page: Page, **options: Any) -> list[str]:
    """Return the rules that axe sees broken, with the elements."""
    found = await Axe().run(page, options={"resultTypes": ["violations"], **options})
    return [
        f"{rule['id']}: {node['html'][:200]} {node['failureSummary']}"
        for rule in found.response["violations"]
        for node in rule["nodes"]
    ]


async def violations_of_themes(page: Page) -> list[str]:
    """Return the same, and the contrasts that are too low on light paper."""
    dark = await violations(page)
    await page.evaluate("document.documentElement.dataset.theme = 'light'")
    light = await violations(page, runOnly=["color-contrast"])
    await page.evaluate("document.documentElement.dataset.theme = 'dark'")
    return [*dark, *light]


def orders() -> int:
    """Return the number of orders of a whole learning game."""
    game = titles()["tide"]
    match = Match(game, "first", game.scenarios["first"].usual, bytes(32))
    count = 0
    while match.asked:
        assert match.act(match.asked[0], game.play(match.seen(match.asked[0])), "computer") is None
        count += 1
    return count


@pytest.mark.parametrize("screen", SCREENS)
async def test_axe_finds_nothing(tmp_path: Path, opened: Open, screen: str) -> None:
    """In both themes, from the welcome to the end, with a unit, a hand and a dialog."""
    phone = screen == "phone"
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "Anna")
        _, (ended,) = await seated(tonight, "tide", "first", "Anna", orders=orders())
        page = (await opened(tonight.local.url, **SCREENS[screen])).page
        await expect(page.get_by_role("button", name="Play the learning game")).to_be_visible()
        assert await violations_of_themes(page) == [], "choosing a name"
        await page.goto(f"{tonight.local.url}/?as=Anna#{anna.place.id}")
        touch = Touch(tonight, table, anna, page)
        await touch.open()
        assert await violations_of_themes(page) == [], "the map"
        await touch._answered(touch.choose(PLACE))
        assert await violations_of_themes(page) == [], "a unit"
        await touch.hand.get_by_role("button", name="Close", exact=True).tap()
        x, y, _, _ = await touch._where(PLACE)
        device = await page.context.new_cdp_session(page)
        await device.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        await expect(page.locator(".figures .text")).to_be_visible()
        await device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert await violations(page) == [], "figures explained"
        await page.get_by_role("button", name="Close the explanation").tap()
        if phone:
            await touch.board.get_by_role("button", name="Conversation").tap()
        field = page.get_by_role("textbox", name="Write a message")
        await field.fill("/game hand")
        await field.press("Enter")
        await expect(page.locator(".message.ephemeral")).not_to_have_count(0)
        await expect(page.locator(".thinking")).to_have_count(0)
        assert await violations_of_themes(page) == [], "a hand"
        await field.fill("/game no")
        await expect(page.get_by_role("option").first).to_be_visible()
        assert await violations_of_themes(page) == [], "suggestions"
        await field.fill("")
        await page.get_by_role("button", name="Open large").last.click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        assert await violations_of_themes(page) == [], "a dialog"
        await page.keyboard.press("Escape")
        await page.evaluate(f"location.hash = '{ended.place.id}'")
        await expect(page.get_by_text("The seed of the dice was").last).to_be_attached()
        assert await violations_of_themes(page) == [], "the end of a game"
        await page.locator(".wordmark").evaluate("mark => mark.click()")
        await expect(page.locator(".welcome")).to_be_visible()
        assert await violations_of_themes(page) == [], "the welcome"


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("screen", SCREENS)
async def test_axe_finds_nothing_around_a_game(program: Program, opened: Open, screen: str, theme: str) -> None:
    """A lobby, the rules, keys, the choice of a battle, and lessons."""
    page = (await opened("about:blank", **SCREENS[screen])).page
    await page.add_init_script(f"localStorage.setItem('theme', '{theme}')")
    await page.goto(program.url)
    await page.get_by_role("button", name="Just look around").click()
    field = page.get_by_role("textbox", name="Write a message")
    await page.locator('.room a[aria-label^="headquarters"]').first.evaluate("link => link.click()")
    await field.fill("/game new title:tide scenario:first side:german")
    await field.press("Enter")
    await expect(page.get_by_role("button", name="Join as Soviet")).to_be_visible()
    assert await violations(page) == [], "a lobby"
    await page.locator("main").get_by_role("button", name="Rules", exact=True).first.click()
    book = page.get_by_role("dialog")
    await expect(book.locator(".handbook-to").first).to_be_visible()
    assert await violations(page) == [], "the rules"
    await book.locator(".handbook-to").first.click()
    assert await violations(page) == [], "a page of them"
    await book.get_by_role("button", name="Contents").click()
    await book.get_by_role("button", name="The words of the game, explained").click()
    await expect(book.get_by_role("heading", name="The words of the game")).to_be_visible()
    assert await violations(page) == [], "words"
    await book.get_by_role("searchbox").fill("cover")
    await expect(book.get_by_role("status")).to_contain_text("places")
    assert await violations(page) == [], "a search"
    await book.get_by_role("button", name="Close").click()
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert await violations(page) == [], "keys"
    await page.keyboard.press("Escape")
    await page.locator(".wordmark").evaluate("mark => mark.click()")
    await expect(page.locator(".welcome")).to_be_visible()
    await page.get_by_role("button", name="Choose a lesson or a battle").click()
    await expect(page.get_by_role("radio").first).to_be_attached()
    assert await violations(page) == [], "the choice of a battle"
    await page.get_by_role("button", name="Learn it step by step").click()
    await expect(page.get_by_role("button", name="1 · Move")).to_be_visible()
    assert await violations(page) == [], "lessons"


TWICE: dict[str, tuple[dict[str, Any], bool]] = {
    "text on a phone": (SCREENS["phone"], True),
    "text on a desktop": (SCREENS["desktop"], True),
    "zoom on a desktop": ({"viewport": {"width": 640, "height": 400}, "has_touch": True}, False),
}
"""Screens on which all text, or the whole page, is twice as large."""
TOO_BROAD = """width => [...document.querySelectorAll('body *')]
    .filter(each => each.checkVisibility() && !each.closest('.stage'))
    .filter(each => getComputedStyle(each).position !== 'fixed' && each.getBoundingClientRect().right > width + 1)
    .map(each => `${each.tagName}.${each.className}`).slice(0, 6)"""
"""The elements that reach beyond the right edge of the window."""
REACHED = """button => {
    button.scrollIntoView({block: 'nearest'});
    const box = button.getBoundingClientRect();
    const whole = button.scrollWidth <= button.clientWidth + 1 && button.scrollHeight <= button.clientHeight + 1;
    return whole && button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
"""Whether a button can be scrolled to, with all of its words."""


@pytest.mark.parametrize("case", TWICE)
async def test_map_and_orders_are_usable_at_twice_the_size(tmp_path: Path, opened: Open, case: str) -> None:
    """No page is too broad, and every order is reached (WCAG 1.4.4, 1.4.10)."""
    screen, is_text = TWICE[case]
    width = screen["viewport"]["width"]
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "Anna")
        page = (await opened("about:blank", **screen)).page
        if is_text:
            device = await page.context.new_cdp_session(page)
            await device.send("Page.enable")
            await device.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        await page.goto(f"{tonight.local.url}/?as=Anna#{anna.place.id}")
        field = page.get_by_role("textbox", name="Write a message")
        await expect(field).to_be_visible()
        await expect(page.locator(".message")).not_to_have_count(0)
        assert await page.evaluate(TOO_BROAD, width) == [], "the conversation"
        touch = Touch(tonight, table, anna, page)
        await touch.open()
        assert await page.evaluate(TOO_BROAD, width) == [], "the map"
        await touch._answered(touch.choose(PLACE))
        assert await page.evaluate(TOO_BROAD, width) == [], "a unit"
        box = await touch.stage.bounding_box()
        assert box is not None
        assert box["width"] * box["height"] > 0.3 * width * screen["viewport"]["height"]
        orders = touch.hand.locator(".button:visible")
        assert await orders.count() > 4
        assert [await each.inner_text() for each in await orders.all() if not await each.evaluate(REACHED)] == []
        assert await violations(page) == []


@pytest.mark.parametrize("screen", SCREENS)
async def test_links_lead_keys_to_the_map_and_to_the_orders(tmp_path: Path, opened: Open, screen: str) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "Anna")
        url = f"{tonight.local.url}/?as=Anna#{anna.place.id}"
        page = (await opened(url, **SCREENS[screen])).page
        touch, field = Touch(tonight, table, anna, page), page.get_by_role("textbox", name="Write a message")
        await touch.open()
        if screen == "phone":
            await touch.board.get_by_role("button", name="Conversation").tap()
        await field.focus()
        for _ in range(2):
            await page.keyboard.press("Shift+Tab")
        link = page.get_by_role("link", name="To the map").last
        await expect(link).to_be_focused()
        await expect(link).to_be_in_viewport(ratio=1)
        await page.keyboard.press("Enter")
        await expect(touch.stage).to_be_focused()
        walked = [place for place in await touch.shown() if place.pieces]
        await page.keyboard.press("ArrowRight")
        at = await touch.board.get_attribute("data-at")
        while at not in {place.name for place in walked}:
            await page.keyboard.press("ArrowLeft")
            before, at = at, await touch.board.get_attribute("data-at")
            assert before != at, "no unit stands on this line"
        told = next(place.told for place in walked if place.name == at)
        await expect(page.locator("#news")).to_contain_text(told)
        await touch._answered(touch.choose(PLACE))
        orders = page.get_by_role("link", name="To the orders")
        await orders.focus()
        await page.keyboard.press("Enter")
        first = touch.hand.locator(".hand-words .button").first
        await expect(first).to_be_focused()
        label, key = await first.inner_text(), await first.get_attribute("data-key")
        assert key
        await expect(page.locator("body[data-keys=yes]")).to_be_attached()
        await expect(touch.hand.get_by_role("button", name=label, exact=True)).to_have_count(1)
