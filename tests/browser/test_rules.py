"""The rules at the page: words and cases in texts are links into the book."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.evening import GERMAN, sit_down
from tests.browser.program import Program

pytestmark = pytest.mark.browser


async def test_a_case_and_a_word_lead_into_the_book(program: Program, opened: Open) -> None:
    anna = (await sit_down(program, opened, "first"))[GERMAN]
    page, book = anna.page, anna.page.get_by_role("dialog")
    told = await anna.answered("/tide retreat unit:1st Squad to:C4")
    cite = told.locator(".of-rules.case").first
    number = await cite.inner_text()
    await expect(told.get_by_role("button", name="Rules", exact=True)).not_to_be_visible()
    await cite.hover()
    await expect(page.get_by_role("tooltip")).to_contain_text(number)
    await cite.click()
    await expect(book.locator(f"[data-case='{number}']")).to_be_visible()
    await book.get_by_role("button", name="Contents").click()
    await book.get_by_role("button", name="Line of sight").click()
    await expect(book.get_by_role("img")).to_have_js_property("complete", True)
    assert await book.get_by_role("img").evaluate("picture => picture.naturalWidth") > 300
    await book.get_by_role("searchbox").fill("officer recov")
    await book.get_by_role("button", name="Officer: fast recovery (TOI-2.3e)").click()
    await book.get_by_role("button", name="pinned", exact=True).click()
    await expect(book.get_by_role("heading", name="Pinned", exact=True)).to_be_visible()
    await book.get_by_role("button", name="Back").click()
    await expect(book.get_by_role("heading", name="Officer: fast recovery")).to_be_visible()
    await book.get_by_role("button", name="Close").click()
    await page.get_by_role("button", name="Rules", exact=True).first.click()
    await expect(book.get_by_role("heading", name="Rules of Tide of Iron")).to_be_visible()
