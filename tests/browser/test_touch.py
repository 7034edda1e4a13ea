"""Orders that begin with a tap on the map, on a phone."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from render.places import Place, read
from tests.browser.conftest import Open
from tests.browser.evening import GERMAN
from tests.browser.program import Program
from tests.browser.window import Window

pytestmark = pytest.mark.browser


async def opened_map(window: Window) -> dict[str, Place]:
    """Open the newest map large, and return its places as its file tells them."""
    await window.page.get_by_role("button", name="Open large: Map of").last.tap()
    viewer = window.page.get_by_role("dialog", name="Picture")
    await expect(viewer.locator(".stage")).not_to_have_attribute("data-places", "0")
    source = await viewer.locator(".stage img").get_attribute("src") or ""
    file = next(body for url, body in window.pictures().items() if url.endswith(source))
    return {place.name: place for place in read(file)}


async def tap(page: Page, place: Place) -> None:
    """Tap a place of the picture that stands open, in its middle."""
    await page.evaluate(
        """([x, y]) => {
            const image = document.querySelector('.stage img'), stage = document.querySelector('.stage');
            const box = image.getBoundingClientRect(), scale = box.width / image.naturalWidth;
            const at = { clientX: box.left + x * scale, clientY: box.top + y * scale, pointerType: 'touch',
                pointerId: 7, bubbles: true, isPrimary: true };
            stage.setPointerCapture = () => {};
            for (const what of ['pointerdown', 'pointerup']) stage.dispatchEvent(new PointerEvent(what, at));
        }""",
        [place.x, place.y],
    )


async def test_a_unit_moves_by_taps_on_the_map(program: Program, opened: Open) -> None:
    """A tap on a goal names who can go there; one tap more shows the order, and another gives it."""
    anna = await opened(program.url, width=390, is_mobile=True, has_touch=True)
    page = anna.page
    await page.get_by_role("button", name="Play the learning scenario").tap()
    await page.get_by_role("button", name="Against the computer").tap()
    table = await program.until(lambda table: table.log and GERMAN in table.asked())
    await expect(page.locator(".message.called")).to_be_attached()
    played = len(table.log)
    places = await opened_map(anna)
    standing = {unit.hex for unit in table.state.units.values() if unit.side == GERMAN}
    assert standing <= {name for name, place in places.items() if place.pieces}
    await tap(page, places["B4"])
    choice = page.locator(".viewer-choice")
    await expect(choice).to_have_text("B4: what is there, and what can I do?")
    await tap(page, places["C4"])
    await expect(choice).to_have_text("C4: what is there, and what can I do?")
    await choice.tap()
    await expect(page.get_by_role("dialog", name="Picture")).to_have_count(0)
    await expect(anna.private.get_by_text("C4", exact=True)).to_be_visible()
    await anna.private.get_by_role("button", name="An order that leads here").tap()
    await page.get_by_role("option", name="Advance · 4th Squad · C4").tap()
    await anna.private.get_by_role("button", name="Do it").tap()
    table = await program.until(lambda table: len(table.log) > played)
    assert any(unit.hex == "C4" and unit.side == GERMAN for unit in table.state.units.values())


async def test_a_tap_beside_the_map_chooses_nothing(program: Program, opened: Open) -> None:
    anna = await opened(program.url, width=390, is_mobile=True, has_touch=True)
    await anna.page.get_by_role("button", name="Play the learning scenario").tap()
    await anna.page.get_by_role("button", name="Against the computer").tap()
    await program.until(lambda table: table.log and GERMAN in table.asked())
    await expect(anna.page.locator(".message.called")).to_be_attached()
    places = await opened_map(anna)
    await tap(anna.page, places["B4"])
    await expect(anna.page.locator(".viewer-choice")).to_be_visible()
    await tap(anna.page, Place("legend", 10, max(place.y for place in places.values()) + 400, ()))
    await expect(anna.page.locator(".viewer-choice")).to_be_hidden()
