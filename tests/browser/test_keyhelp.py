"""Help with the keys, and the table to which a person arrives."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.fingers import seated

pytestmark = pytest.mark.browser


async def test_a_question_mark_shows_the_keys_unless_it_is_written(tmp_path: Path, opened: Open) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        _, (player, _) = await seated(tonight, "tide", "first", "Anna", "Viktor")
        page = (await opened(f"{tonight.local.url}/?as=Anna#{player.place.id}")).page
        keys = page.get_by_role("dialog", name="Keys")
        field = page.get_by_role("textbox", name="Write a message")
        await field.press("?")
        await expect(field).to_have_value("?")
        await field.fill("")
        await page.get_by_role("button", name="Dark or light paper").focus()
        await page.keyboard.press("?")
        await expect(keys.get_by_text("show these keys")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(keys).to_have_count(0)
        await expect(field).to_have_value("")


async def test_nobody_new_lands_in_the_game_of_others(tmp_path: Path, opened: Open) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        _, (_, player) = await seated(tonight, "tide", "first", "Anna", "Viktor")
        stranger = await opened(tonight.local.url)
        await stranger.page.get_by_role("textbox", name="Another name").fill("Zoe")
        await stranger.page.get_by_role("button", name="Just look around").click()
        await expect(stranger.page.get_by_role("heading", name="Welcome")).to_be_visible()
        await stranger.page.goto(f"{tonight.local.url}/?as=Zoe")
        await expect(stranger.page.get_by_role("heading", name="Welcome")).to_be_visible()
        await player.person.say(player.place, "Good evening")
        visitor = await opened(tonight.local.url, person="Viktor")
        await expect(visitor.page.get_by_role("heading", name=player.place.name)).to_be_visible()


async def test_a_returning_person_sees_the_table_of_the_last_visit(tmp_path: Path, opened: Open) -> None:
    """The newest table may be another, even a game of others."""
    async with evening(tmp_path / "games.db") as tonight:
        page = (await opened(tonight.local.url, width=1280)).page
        await page.get_by_role("textbox", name="Another name").fill("Zoe")
        await page.get_by_role("button", name="Just look around").click()
        headquarters = page.get_by_role("link", name="headquarters")
        await headquarters.click()
        await page.locator(".composer textarea").fill("Good evening")
        await page.keyboard.press("Enter")
        await expect(page.locator(".message").get_by_text("Good evening")).to_be_visible()
        await page.get_by_role("button", name="Make a new table").click()
        await page.get_by_role("textbox", name="Name of the new table").fill("attic")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", name="attic")).to_be_visible()
        await page.locator(".composer textarea").fill("Nobody is here")
        await page.keyboard.press("Enter")
        await expect(page.locator(".message").get_by_text("Nobody is here")).to_be_visible()
        await headquarters.click()
        await expect(page.get_by_role("heading", name="headquarters")).to_be_visible()
        await page.goto(f"{tonight.local.url}/?as=Zoe")
        await expect(page.get_by_role("heading", name="headquarters")).to_be_visible()
