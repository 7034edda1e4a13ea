"""Figures explained on the map, by mouse, finger and key."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from render.places import Place, read
from tests.browser.conftest import Open
from tests.chat.evening import Evening, evening
from tests.fingers import Touch, seated

pytestmark = pytest.mark.browser


async def at_table(tonight: Evening, opened: Open, **screen: object) -> tuple[Page, Place, tuple[float, float]]:
    """Open a learning game; return a place with a unit, and its pixel."""
    tonight.client.whole_maps = True
    table, (anna,) = await seated(tonight, "tide", "first", "Anna", orders=6)
    page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", **screen)).page
    touch = Touch(tonight, table, anna, page)
    await touch.open()
    place = next(place for place in read(await touch.file()) if place.name == "B5")
    image = page.locator(".board .stage img").first
    box, wide = await image.bounding_box(), await image.evaluate("image => image.naturalWidth")
    assert box is not None
    scale = box["width"] / wide
    return page, place, (box["x"] + place.x * scale, box["y"] + place.y * scale)


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Figures explained")


async def test_a_mouse_that_rests_on_a_unit_gets_its_figures(tmp_path: Path, opened: Open) -> None:
    """They go when the mouse does. A list leads to the ground."""
    async with evening(tmp_path / "games.db") as tonight:
        page, place, (x, y) = await at_table(tonight, opened, width=1280)
        await page.mouse.move(x - 9, y)
        await page.mouse.move(x, y)
        await expect(card(page)).to_contain_text("Movement")
        await expect(card(page)).to_contain_text("TOI-2.2c")
        assert place.pieces
        await card(page).get_by_role("button", name="Explain another").click()
        await card(page).get_by_role("option").last.click()
        await expect(card(page)).to_contain_text("Squads enter")
        await page.mouse.move(x, y + 300)
        await expect(card(page)).to_be_hidden()


async def test_a_finger_that_stays_gets_figures_and_gives_no_order(tmp_path: Path, opened: Open) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        small = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        page, _, (x, y) = await at_table(tonight, opened, **small)
        device = await page.context.new_cdp_session(page)
        finger = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        await device.send("Input.dispatchTouchEvent", finger)
        await expect(card(page)).to_contain_text("Movement")
        await device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await expect(page.locator(".board")).to_have_attribute("data-at", "")
        await card(page).get_by_role("button", name="Close the explanation").click()
        await expect(card(page)).to_be_hidden()


async def test_a_key_explains_the_chosen_place(tmp_path: Path, opened: Open) -> None:
    """Escape leads back to the map."""
    async with evening(tmp_path / "games.db") as tonight:
        page, *_ = await at_table(tonight, opened, width=1280)
        await page.locator(".stage").focus()
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press(".")
        await expect(card(page)).to_be_focused()
        await expect(card(page)).to_contain_text("Sight")
        await page.keyboard.press("Escape")
        await expect(card(page)).to_be_hidden()
        await expect(page.locator(".stage")).to_be_focused()
