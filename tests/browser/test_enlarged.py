"""An enlarged map is drawn in more detail at the places on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, Request, Route, expect

from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.fingers import Touch, seated

pytestmark = pytest.mark.browser

BEGUN = {"tide": 6, "strike": 6, "trap": 12, "firefight": 14}
"""The orders after which a learning game is opened."""
SHARPER = """image => {
    const whole = document.querySelector('.board .stage img');
    const pixels = image.naturalWidth / image.getBoundingClientRect().width;
    return pixels / (whole.naturalWidth / whole.getBoundingClientRect().width);
}"""
"""How many pixels a part has to a pixel of the whole map."""


async def enlarge(page: Page) -> None:
    for _ in range(5):
        await page.locator(".board").get_by_role("button", name="Larger", exact=True).click()


@pytest.mark.parametrize("title", sorted(BEGUN))
async def test_an_enlarged_map_is_sharp_also_with_a_unit_in_hand(tmp_path: Path, opened: Open, title: str) -> None:
    """Nothing is loaded before it is enlarged."""
    async with evening(tmp_path / "games.db") as tonight:
        tonight.client.whole_maps = True
        table, (anna,) = await seated(tonight, title, "first", "Anna", orders=BEGUN[title])
        page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280, has_touch=True)).page
        asked: list[str] = []

        def note(request: Request) -> None:
            if "enlarged.png" in request.url:
                asked.append(request.url)

        page.on("request", note)
        touch = Touch(tonight, table, anna, page)
        await touch.open()
        detail = page.locator(".stage .detail")
        assert asked == []
        await enlarge(page)
        await expect(detail).to_have_count(1)
        assert asked
        assert await detail.evaluate(SHARPER) > 1.6
        await page.locator(".stage").focus()
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Enter")
        await expect(page.locator(".stage .layer:not(.detail)")).to_have_count(1)
        await enlarge(page)
        await expect(page.locator(".stage .layer:not(.detail) + .detail")).to_have_count(1)
        assert await detail.evaluate(SHARPER) > 1.6


async def test_no_part_of_an_old_map_lies_on_a_new_one(tmp_path: Path, opened: Open) -> None:
    """A part that comes after the next map is not shown."""
    async with evening(tmp_path / "games.db") as tonight:
        tonight.client.whole_maps = True
        table, (anna,) = await seated(tonight, "tide", "first", "Anna", orders=6)
        page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280, has_touch=True)).page
        held: list[Route] = []
        await page.route("**/*enlarged.png*", lambda route: held.append(route))
        touch = Touch(tonight, table, anna, page)
        await touch.open()
        await enlarge(page)
        async with page.expect_request("**/*enlarged.png*"):
            pass
        moves = len(table.log)
        seat = table.seat_of(anna.id)
        assert seat is not None
        await tonight.client.desk.act(table, anna.id, lambda seen: table.game.play(seen), 10**17, sure=True)
        await tonight.settled()
        assert len(table.log) > moves
        await expect(touch.board).to_have_attribute("data-move", str(table.log.moves[-1]))
        first, *_ = held
        async with page.expect_response(first.request.url):
            await first.continue_()
        await expect(page.locator(".stage .detail")).to_have_count(0)
        async with page.expect_request(lambda request: "enlarged.png" in request.url and request != first.request):
            await page.locator(".board").get_by_role("button", name="Larger", exact=True).click()
