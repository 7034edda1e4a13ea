"""A returning player reads the news, and sees each line on the map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from bot.chat.posts.news import news
from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.fingers import seated

pytestmark = pytest.mark.browser

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "laptop": {"viewport": {"width": 1280, "height": 800}},
}


@pytest.mark.parametrize("screen", SCREENS)
async def test_news_are_shown_to_a_player_who_comes_back(tmp_path: Path, opened: Open, screen: str) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "", "Anna", orders=44)
        seat = table.seat_of(anna.id)
        assert seat is not None
        found = news(table, seat)
        window = await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", **SCREENS[screen])
        page = window.page
        card = page.get_by_role("region", name="News since your last order")
        await expect(card.locator("li")).to_have_count(len(found.lines))
        first = card.locator(".news-line").first
        await expect(first).to_have_text(found.leading[0].text)
        await expect(first).to_be_in_viewport(ratio=1)
        await first.click()
        words = page.get_by_role("region", name="Events of this moment")
        await expect(words).to_contain_text(f"Move {found.leading[0].move} of")
        board = page.locator(".board")
        await expect(board).to_have_attribute("data-at", found.leading[0].place)
        if screen == "phone":
            await page.get_by_role("button", name="Conversation").click()
        await card.get_by_role("button", name="Your orders").click()
        await expect(page.get_by_text("Your orders").last).to_be_visible()
        await card.get_by_role("button", name="Close the news").click()
        await expect(card).to_be_hidden()


async def test_no_news_for_a_player_who_has_read_everything(tmp_path: Path, opened: Open) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "", "Anna", orders=44)
        url = f"{tonight.local.url}/?as=Anna#{anna.place.id}"
        window = await opened(url, width=1280)
        card = window.page.locator(".news")
        await expect(card).to_be_visible()
        await window.page.reload()
        await expect(window.page.locator(".board")).to_have_attribute("data-move", str(len(table.log) - 1))
        await expect(card).to_be_hidden()


async def test_the_news_forget_a_question_when_something_else_happens(tmp_path: Path, opened: Open) -> None:
    """The player gives up in another window, and is asked nothing more."""
    async with evening(tmp_path / "games.db") as tonight:
        _, (anna,) = await seated(tonight, "tide", "first", "", "Anna", orders=44)
        window = await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280)
        card = window.page.locator(".news")
        await expect(card).to_contain_text("You decide")
        await anna.clicks(await anna.types("game resign"), "Yes, the Soviet side gives up")
        await expect(card).not_to_contain_text("You decide")
        await expect(card.locator(".news-line").first).to_be_visible()
