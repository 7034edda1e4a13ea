"""A slow network: the player's own map comes first, alone and small."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, Request, expect

from render.places import read
from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.fingers import Touch, seated

pytestmark = pytest.mark.browser

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""400 ms to an answer, and 50 kB a second."""
SMALL = {"width": 390, "height": 844}
BEFORE_A_SHOT = 4
"""The orders of the learning game before the player fires."""


class Fetched:
    """The pictures that a page fetches, in the order in which that begins and ends."""

    def __init__(self, page: Page) -> None:
        self.events: list[tuple[str, str]] = []
        page.on("request", lambda request: self._note("begins", request))
        page.on("requestfinished", lambda request: self._note("ends", request))

    def _note(self, what: str, request: Request) -> None:
        if "/attachments/" in request.url:
            self.events.append((what, request.url))

    def beside(self, url: str) -> list[str]:
        """Return the other pictures that are asked for while one is on its way."""
        begins, ends = (self.events.index((what, url)) for what in ("begins", "ends"))
        return [other for what, other in self.events[begins:ends] if what == "begins" and other != url]


@pytest.mark.parametrize("size", [SMALL, {"width": 1280, "height": 800}])
async def test_the_own_map_comes_first_and_small(tmp_path: Path, opened: Open, size: dict[str, int]) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "Anna", orders=BEFORE_A_SHOT)
        window = await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", viewport=size, has_touch=True)
        page = window.page
        device = await page.context.new_cdp_session(page)
        await device.send("Network.enable")
        await device.send("Network.emulateNetworkConditions", SLOW)
        await page.reload()
        touch, coming = Touch(tonight, table, anna, page), page.locator(".coming")
        await touch.open()
        await expect(coming).to_be_hidden()
        fetched, moves = Fetched(page), len(table.log)
        await touch.play()
        await expect(coming).to_be_visible()
        await expect(touch.board).to_have_attribute("data-move", str(len(table.log) - 1))
        assert len(table.log) > moves
        await expect(coming).to_be_hidden()
        shown = await touch.stage.locator("img:not(.layer)").get_attribute("src") or ""
        url = tonight.local.url + shown
        assert fetched.beside(url) == []
        full = await touch.file()
        copy = await (await page.request.get(url)).body()
        assert copy.startswith(b"RIFF")
        assert len(copy) < 0.6 * len(full)
        places: list[str] = await page.evaluate(NAMES, shown)
        assert places == [place.name for place in read(full)]


NAMES = """async path => (await (await import('/page/places.js')).placesOf(path)).map(({ name }) => name)"""
