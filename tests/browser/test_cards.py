"""Cards are chosen by a tap on their faces, which lie where the map was."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.kernel.game import verb
from render.places import Place, read
from tests.browser.conftest import Open
from tests.chat.evening import Evening, evening, until
from tests.chat.test_faces import asked
from tests.fingers import Touch, seated_at

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


async def shown(tonight: Evening, page: Page, before: str = "") -> tuple[str, tuple[Place, ...]]:
    """Wait for a new picture of cards; return its address and its faces."""
    image = page.locator(".stage.cards img")
    await expect(image).to_have_attribute("data-path", re.compile("cards"))
    await expect(image).not_to_have_attribute("data-path", before)
    path = await image.get_attribute("data-path") or ""
    file = await tonight.local.world.shelf.get(path.split("/")[3])
    assert file is not None
    return path, read(file)


async def tap(page: Page, place: Place) -> None:
    """Tap a face near its upper edge."""
    image = page.locator(".stage.cards img")
    box, wide = await image.bounding_box(), await image.evaluate("image => image.naturalWidth")
    assert box is not None
    scale = box["width"] / wide
    assert (max(place.shape[::2]) - min(place.shape[::2])) * scale > 180, "its text can be read"
    await page.touchscreen.tap(
        box["x"] + place.x * scale, box["y"] + (place.y + min(place.shape[1::2]) + 60) * scale
    )


async def test_a_tap_on_a_face_plays_the_card(tmp_path: Path, opened: Open) -> None:
    match, seat = asked("firefight", "combined", "top")
    async with evening(tmp_path / "games.db") as tonight:
        tonight.client.whole_maps = True
        names = ["Anna" if each == seat else "Boris" for each in match.seats]
        table, players = await seated_at(tonight, match, *names)
        anna = players[names.index("Anna")]
        page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", **PHONE)).page
        await Touch(tonight, table, anna, page).open()
        cards, hand = page.locator(".stage.cards"), page.locator(".hand")
        await page.locator(".board").get_by_role("button", name="Your orders").tap()
        _, (_, second, *_) = await shown(tonight, page)
        await tap(page, second)
        await hand.get_by_role("button", name=re.compile("^Top: ")).tap()
        await expect(hand.get_by_role("button", name="Do it")).to_be_visible()
        await expect(cards).to_have_count(0)
        await hand.get_by_role("button", name="Start again").tap()
        before, _ = await shown(tonight, page)
        await hand.get_by_role("button", name="Top", exact=True).tap()
        _, (_, second, *_) = await shown(tonight, page, before)
        await expect(hand.locator(".button.success").last).to_be_in_viewport(ratio=1)
        await page.get_by_role("button", name="See the map").tap()
        await expect(cards).to_be_hidden()
        await page.locator(".board .stage:not(.cards)").tap()
        await expect(page.locator(".figures")).to_be_visible()
        await expect(hand.locator(".button.success").last).to_be_visible()
        await page.get_by_role("button", name="Back to the cards").tap()
        await expect(cards).to_be_visible()
        moves = len(table.log)
        await tap(page, second)
        await until(lambda: len(table.log) > moves)
        action = table.log[moves].action
        assert (verb(type(action)), getattr(action, "card", "")) == ("top", second.name)
        await expect(cards).to_have_count(0)
