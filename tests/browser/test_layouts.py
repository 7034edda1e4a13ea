"""Layouts in numbers: the map's share of the window, and orders without scrolling."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.fingers import Touch, seated

pytestmark = pytest.mark.browser

ORDERS = {"tide": 0, "strike": 2, "trap": 6, "firefight": 6}
"""The orders that lead to a position with many choices for units on the map."""
UNITS = 3
"""The units whose orders are looked at."""
LAPTOPS = [(1280, 800), (1366, 768)]
BESIDE = [(1000, 800), (640, 400)]
TOUCHED = [(844, 390), (1024, 768), (768, 1024)]
UPRIGHT = (390, 844)
LEAST = 0.6
"""The least share of the window that is the map."""
FIRST = 6
"""The choices that a phone shows without scrolling."""

MEASURED = """() => {
    const stage = document.querySelector('.board .stage').getBoundingClientRect();
    const hand = document.querySelector('.hand');
    const seen = (part) => {
        const box = part.getBoundingClientRect();
        const inside = [[0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].map(([across, down]) =>
            document.elementFromPoint(box.x + across * box.width, box.y + down * box.height));
        return box.height > 0 && inside.every((there) => there && part.contains(there));
    };
    const lines = (part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const tops = [...range.getClientRects()].filter((box) => box.width > 1).map((box) => box.top);
        return tops.sort((a, b) => a - b).filter((top, n) => n === 0 || top - tops[n - 1] > 6).length;
    };
    const labels = [...hand.querySelectorAll('.hand-words .button, .hand-words .picker-open')]
        .filter((part) => part.offsetParent)
        .map((part) => ({part, box: part.getBoundingClientRect()}))
        .sort(({box: a}, {box: b}) => a.y - b.y || a.x - b.x)
        .map(({part}) => ({text: part.innerText, seen: seen(part), lines: lines(part)}));
    const maps = [...document.querySelectorAll('.message:not(.ephemeral) .picture img')]
        .filter((image) => image.checkVisibility() && /\\/map\\.png/.test(image.src));
    const [question] = hand.querySelectorAll('.text.question, .text');
    return {
        map: stage.width * stage.height / (innerWidth * innerHeight),
        labels, maps: maps.length, asked: Boolean(question) && question.getBoundingClientRect().height > 0,
        layout: document.documentElement.dataset.layout,
    };
}"""
"""The map's share of the window, and the buttons in hand from top to bottom."""


@contextlib.asynccontextmanager
async def at_the_table(
    games: Path, opened: Open, title: str, size: tuple[int, int], **context: Any
) -> AsyncIterator[Touch]:
    """Open a learning game after its first orders."""
    async with evening(games) as tonight:
        table, (anna,) = await seated(tonight, title, "first", "Anna", orders=ORDERS[title])
        screen = {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True} | context
        window = await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", **screen)
        touch = Touch(tonight, table, anna, window.page)
        await touch.open()
        yield touch


async def resized(touch: Touch, size: tuple[int, int]) -> None:
    """Give the window another size, and open the map there."""
    await touch.screen.set_viewport_size({"width": size[0], "height": size[1]})
    await touch.open()
    await expect(touch.stage.locator("img").first).to_be_visible()


async def units(touch: Touch) -> AsyncIterator[dict[str, Any]]:
    """Tap the first units that have orders, and measure the page with each in hand."""
    found = 0
    for place in [place.name for place in await touch.shown() if place.pieces]:
        said = await touch._answered(touch.choose(place))
        if len(said.buttons) >= 2:
            found += 1
            yield await measured(touch.screen)
        await touch.hand.get_by_role("button", name="Close", exact=True).tap()
        await expect(touch.hand).to_be_hidden()
        if found == UNITS:
            break
    assert found, "no unit has orders"


async def measured(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = await page.evaluate(MEASURED)
    return found


async def shows_every_order_and_one_map(touch: Touch) -> None:
    async for found in units(touch):
        assert found["layout"] == "wide"
        assert found["maps"] == 0, "the map is shown a second time"
        assert [each["text"] for each in found["labels"] if not each["seen"]] == []
        assert [each for each in found["labels"] if each["lines"] > 2] == []


async def is_mostly_map(touch: Touch, size: tuple[int, int]) -> None:
    async for found in units(touch):
        assert found["map"] >= LEAST, (size, found["map"])
        assert found["labels"][0]["seen"], (size, found["labels"])


@pytest.mark.parametrize("title", ORDERS)
async def test_a_small_window_shows_mostly_the_map_and_a_laptop_every_order_and_one_map(
    tmp_path: Path, opened: Open, title: str
) -> None:
    async with at_the_table(tmp_path / "games.db", opened, title, BESIDE[0]) as touch:
        for size in BESIDE:
            await resized(touch, size)
            await is_mostly_map(touch, size)
        for size in LAPTOPS:
            await resized(touch, size)
            await shows_every_order_and_one_map(touch)


@pytest.mark.parametrize("title", ORDERS)
async def test_a_tablet_shows_mostly_the_map_and_an_upright_phone_question_and_six_choices(
    tmp_path: Path, opened: Open, title: str
) -> None:
    async with at_the_table(tmp_path / "games.db", opened, title, UPRIGHT, is_mobile=True) as touch:
        async for found in units(touch):
            assert found["map"] > 0.4
            assert found["asked"]
            assert [each["text"] for each in found["labels"][:FIRST] if not each["seen"]] == []
        for size in TOUCHED:
            await resized(touch, size)
            await is_mostly_map(touch, size)
