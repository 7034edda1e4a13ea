"""Help with the keys, and the table to which a person arrives."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.evening import GERMAN, sit_down
from tests.browser.program import Program

pytestmark = pytest.mark.browser


async def test_a_question_mark_shows_the_keys_unless_it_is_written(program: Program, opened: Open) -> None:
    anna = (await sit_down(program, opened, "first"))[GERMAN]
    page, keys = anna.page, anna.page.get_by_role("dialog", name="Keys")
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


async def test_nobody_new_lands_in_the_game_of_others(program: Program, opened: Open) -> None:
    anna = (await sit_down(program, opened, "first"))[GERMAN]
    await expect(anna.page.locator(".message").first).to_be_attached()
    stranger = await opened(program.url)
    await stranger.page.get_by_role("textbox", name="Another name").fill("Zoe")
    await stranger.page.get_by_role("button", name="Just look around").click()
    await expect(stranger.page.get_by_role("heading", name="Welcome")).to_be_visible()
    await stranger.page.goto(f"{program.url}?as=Zoe")
    await expect(stranger.page.get_by_role("heading", name="Welcome")).to_be_visible()
    visitor = await opened(program.url, person="Viktor")
    await expect(visitor.page.get_by_role("heading", name="headquarters")).to_be_visible()


async def test_a_returning_person_sees_the_table_of_the_last_visit(program: Program, opened: Open) -> None:
    """The newest table may be another, even a game of others."""
    page = (await opened(program.url, width=1280)).page
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
    await page.goto(f"{program.url}?as=Zoe")
    await expect(page.get_by_role("heading", name="headquarters")).to_be_visible()
