"""A slow network: of the player's own map the changed part comes first, and alone."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import Page, Request, expect

from bot.local import Message
from render.places import read
from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.chat.thumbs import Control
from tests.fingers import Touch, seated

pytestmark = pytest.mark.browser

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""400 ms to an answer, and 50 kB a second."""
SMALL = {"width": 390, "height": 844}
BEFORE_A_SHOT = 4
"""The orders of the learning game before the player fires."""
SLOW_FILES = """async paths => {
    await Promise.all(paths.map(async path => (await fetch(path, {cache: 'no-store'})).arrayBuffer()));
    const { slow } = await import('/page/network.js');
    while (!slow()) await new Promise(requestAnimationFrame);
}"""
"""Fetches files until the page has found that its network is slow."""
RECENT = 8
"""The files by which the page judges its network."""
PIXELS = """async image => {
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const file = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return [...file];
}"""
"""The picture as it is shown, as a PNG file."""


class Fetched:
    """The pictures that a page fetches, in the order in which that begins and ends."""

    def __init__(self, page: Page) -> None:
        self.events: list[tuple[str, str]] = []
        page.on("request", lambda request: self._note("begins", request))
        page.on("requestfinished", lambda request: self._note("ends", request))

    def _note(self, what: str, request: Request) -> None:
        if "/attachments/" in request.url:
            self.events.append((what, request.url))

    def of(self, path: str) -> list[str]:
        """Return the addresses at which a picture has been asked for."""
        return [url for what, url in self.events if what == "begins" and path in url]

    def beside(self, url: str) -> list[str]:
        """Return the other pictures that are asked for while one is on its way."""
        begins, ends = (self.events.index((what, url)) for what in ("begins", "ends"))
        return [other for what, other in self.events[begins:ends] if what == "begins" and other != url]


class Slowed(Touch):
    """Gives its order over a slow network, and notes the pictures fetched then."""

    fetched: Fetched

    async def use(self, control: Control) -> Message:
        """Let the network become slow before the tap that gives the order."""
        if control.acts:
            device = await self.screen.context.new_cdp_session(self.screen)
            await device.send("Network.enable")
            await device.send("Network.emulateNetworkConditions", SLOW)
            await self.screen.evaluate(SLOW_FILES, [f"/page/board.js?{n}" for n in range(RECENT)])
            self.fetched = Fetched(self.screen)
        return await super().use(control)


@pytest.mark.parametrize("size", [SMALL, {"width": 1280, "height": 800}])
async def test_the_own_map_comes_first_and_small(tmp_path: Path, opened: Open, size: dict[str, int]) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "Anna", orders=BEFORE_A_SHOT)
        window = await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", viewport=size, has_touch=True)
        page = window.page
        touch, coming = Slowed(tonight, table, anna, page), page.locator(".coming")
        await touch.open()
        await expect(coming).to_be_hidden()
        moves = len(table.log)
        await touch.play()
        fetched = touch.fetched
        await expect(coming).to_be_visible()
        await expect(touch.board).to_have_attribute("data-move", str(len(table.log) - 1))
        assert len(table.log) > moves
        await expect(coming).to_be_hidden()
        image = touch.stage.locator("img:not(.layer)")
        (url,) = fetched.of(await image.get_attribute("data-path") or "?")
        assert fetched.beside(url) == []
        full = await touch.file()
        assert len(window.bodies[url]) < 0.1 * len(full)
        with (
            Image.open(io.BytesIO(full)) as right,
            Image.open(io.BytesIO(bytes(await image.evaluate(PIXELS)))) as shown,
        ):
            assert max(ImageStat.Stat(ImageChops.difference(right.convert("RGB"), shown.convert("RGB"))).mean) < 1
        assert await touch.stage.get_attribute("data-places") == str(len(read(full)))
