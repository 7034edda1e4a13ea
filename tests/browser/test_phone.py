"""The first page and the first orders on a phone; whole games are played where they are played by touch."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.program import Program

pytestmark = pytest.mark.browser


async def test_orders_that_are_opened_below_a_long_post_stay_in_view(program: Program, opened: Open) -> None:
    anna = await opened(program.url, width=390, is_mobile=True, has_touch=True)
    await anna.page.get_by_role("button", name="Play the learning scenario").tap()
    await anna.page.get_by_role("button", name="Against the computer").tap()
    await expect(anna.page.locator(".message.called").get_by_alt_text("Map of The Church")).to_be_visible()
    await expect(anna.page.get_by_role("button", name="To the newest")).to_be_visible()
    await expect(anna.private.get_by_role("button", name="Your orders")).to_be_attached()
    await anna.private.get_by_role("button", name="Your orders").tap()
    await expect(anna.private.get_by_text("Your orders, German")).to_be_in_viewport()
