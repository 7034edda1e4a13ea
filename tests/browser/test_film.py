"""Films on the page: they play, or stand still until they are played."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.chat import viewing
from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.fingers import seated

pytestmark = pytest.mark.browser

PAINTED = """canvas => {
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    return new Set(new Uint32Array(pixels.buffer)).size > 100;
}"""
"""Whether a picture was drawn on a canvas."""
ENDS = """async (canvas) => {
    const path = canvas.closest(".picture").dataset.path;
    const decoder = new ImageDecoder({ data: await (await fetch(path)).arrayBuffer(), type: "image/webp" });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const last = decoder.tracks.selectedTrack.frameCount - 1;
    const differing = async (n) => {
        const other = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
        other.drawImage((await decoder.decode({ frameIndex: n })).image, 0, 0);
        const [one, two] = [canvas.getContext("2d"), other].map((each) =>
            each.getImageData(0, 0, canvas.width, canvas.height).data);
        return one.reduce((sum, value, at) => sum + (value !== two[at]), 0);
    };
    return [await differing(last), await differing(0)];
}"""
"""The values in which a canvas differs from the last and the first picture."""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_a_film_plays_but_without_motion_only_when_it_is_asked_to(
    tmp_path: Path, opened: Open, motion: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "PROGRESS", math.inf)
    async with evening(tmp_path / "games.db") as tonight:
        _, (anna,) = await seated(tonight, "tide", "first", "Anna", orders=6)
        window = await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", reduced_motion=motion)
        said = await window.answered("/game board film:whole game")
        film = said.locator(".picture")
        if motion == "reduce":
            canvas = film.locator("canvas")
            await expect(canvas).to_be_visible()
            await window.page.wait_for_function(PAINTED, arg=await canvas.element_handle())
            last, first = await canvas.evaluate(ENDS)
            assert last == 0 < first
            await expect(film.locator("img")).to_have_count(0)
            await film.get_by_role("button", name="Play: The map in motion").click()
        await expect(film.locator("img")).to_be_visible()
        await expect(film.locator("canvas")).to_have_count(0)
        await film.get_by_role("button", name="Open large: The map in motion").click()
        await expect(window.page.locator(".viewer img")).to_be_visible()
