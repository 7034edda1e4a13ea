"""Orders that are given on the map: by taps on a phone, by keys before a large screen."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from render.places import Place, read
from tests.browser.conftest import Open
from tests.browser.evening import GERMAN
from tests.browser.program import Program
from tests.browser.window import Window

pytestmark = pytest.mark.browser


async def places_of_map(window: Window) -> dict[str, Place]:
    """Wait for the map that is always there, and return its places as its file tells them."""
    stage = window.page.locator(".board .stage")
    await expect(stage).to_have_attribute("data-places", re.compile(r"[1-9]"))
    source = await stage.locator("img").first.get_attribute("src") or ""
    file = next(body for url, body in window.pictures().items() if url.endswith(source))
    return {place.name: place for place in read(file)}


async def tap(window: Window, place: Place) -> None:
    """Tap a place of the map in its middle."""
    image = window.page.locator(".board .stage img").first
    box = await image.bounding_box()
    assert box is not None
    scale = box["width"] / await image.evaluate("image => image.naturalWidth")
    await window.page.touchscreen.tap(box["x"] + place.x * scale, box["y"] + place.y * scale)


async def test_a_unit_moves_by_taps_on_the_map(program: Program, opened: Open) -> None:
    """The map is one tap away; a tap on a squad, one on its goal and one on "Do it" are an order."""
    anna = await opened(program.url, width=390, is_mobile=True, has_touch=True)
    page = anna.page
    await page.get_by_role("button", name="Play the learning scenario").tap()
    await page.get_by_role("button", name="Against the computer").tap()
    table = await program.until(lambda table: table.log and GERMAN in table.asked())
    await expect(page.locator(".message.called")).to_be_attached()
    played = len(table.log)
    await page.locator(".to-map").tap()
    places = await places_of_map(anna)
    standing = {unit.hex for unit in table.state.units.values() if unit.side == GERMAN}
    assert standing <= {name for name, place in places.items() if place.pieces}
    hand = page.get_by_role("region", name="In hand")
    await tap(anna, places["B4"])
    await expect(hand.get_by_role("button", name="Op Fire", exact=True)).to_be_visible()
    await tap(anna, places["C4"])
    await hand.get_by_role("button", name="Do it").tap()
    table = await program.until(lambda table: len(table.log) > played)
    assert any(unit.hex == "C4" and unit.side == GERMAN for unit in table.state.units.values())
    # The same by keys: the arrows go from place to place, and Enter is for the squad, its goal and the order.
    await page.set_viewport_size({"width": 1280, "height": 850})
    await page.locator(".board .stage").focus()
    await expect(page.locator(".board")).to_have_attribute("data-move", str(len(table.log) - 1))
    played = len(table.log)
    for keys, place in ((["ArrowLeft", "ArrowDown"], "B5"), (["ArrowDown"], "B6")):
        for key in keys:
            await page.keyboard.press(key)
        await expect(page.locator("#news")).to_contain_text(place)
        await page.keyboard.press("Enter")
    await expect(hand.get_by_role("button", name="Do it")).to_be_visible()
    await page.keyboard.press("Enter")
    table = await program.until(lambda table: len(table.log) > played)
    assert any(unit.hex == "B6" and unit.side == GERMAN for unit in table.state.units.values())
