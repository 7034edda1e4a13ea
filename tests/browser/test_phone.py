"""The first page and the first orders on a phone; other tests play whole games."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.program import Program
from tests.chat.evening import evening
from tests.fingers import Touch, seated

pytestmark = pytest.mark.browser


async def test_orders_that_are_opened_below_a_long_post_stay_in_view(program: Program, opened: Open) -> None:
    anna = await opened(program.url, width=390, is_mobile=True, has_touch=True)
    await anna.page.get_by_role("button", name="Play the learning game").tap()
    await expect(anna.page.locator(".message.called").get_by_alt_text("Map of The Church")).to_be_visible()
    await expect(anna.page.get_by_role("button", name="To the newest")).to_be_visible()
    await expect(anna.private.get_by_role("button", name="Your orders")).to_be_attached()
    await anna.private.get_by_role("button", name="Your orders").tap()
    await expect(anna.private.get_by_text("Your orders, German")).to_be_in_viewport()


CUT = """async () => {
    const { placesOf } = await import('/page/places.js');
    const stage = document.querySelector('.board .stage');
    let image, seen, box, before, now;
    const lies = () => {
        image = stage.querySelector('img:not(.layer)');
        [seen, box] = [stage, image].map((part) => part.getBoundingClientRect());
        return JSON.stringify([image.src, seen, box]);
    };
    for (now = lies(); now !== before; now = lies()) {
        before = now;
        await new Promise(requestAnimationFrame);
    }
    const places = await placesOf(image.dataset.path);
    const scale = box.width / image.naturalWidth;
    const bottom = Math.max(...places.flatMap(({ corners }) => corners.map(([, y]) => y)));
    const manned = places.filter(({ pieces }) => pieces.length);
    const count = (places) => places.reduce((sum, { pieces }) => sum + pieces.length, 0);
    const within = ({ x, y }) =>
        box.x + x * scale > seen.x && box.x + x * scale < seen.right && box.y + y * scale < seen.bottom;
    return {
        below: seen.bottom - (box.y + bottom * scale), narrow: box.width <= seen.width + 1,
        units: count(manned.filter(within)) / count(manned),
    };
}"""
"""The visible share of the map's places and units, and whether it is whole.

A newer picture may take the place of the first, and a stage that shrinks fits its picture in the next frame. So
the picture is measured once it lies still.
"""


@pytest.mark.parametrize(("title", "scenario"), [("strike", "first"), ("trap", "first"), ("tide", "first")])
async def test_the_first_view_of_a_map_shows_units_and_no_words_that_are_cut(
    tmp_path: Path, opened: Open, title: str, scenario: str
) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, title, scenario, "Anna")
        window = await opened(
            f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=390, is_mobile=True, has_touch=True
        )
        await Touch(tonight, table, anna, window.page).open()
        found = await window.page.evaluate(CUT)
        assert found["narrow"] or found["below"] < 40, found
        assert found["units"] > 0.72, found


async def test_a_tap_means_the_place_that_was_touched(tmp_path: Path, opened: Open) -> None:
    """The map under the finger grows before the finger is lifted."""
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "Anna")
        url = f"{tonight.local.url}/?as=Anna#{anna.place.id}"
        page = (await opened(url, width=390, is_mobile=True, has_touch=True)).page
        touch = Touch(tonight, table, anna, page)
        await touch.open()
        x, y, _, _ = await touch._where("A3")
        device = await page.context.new_cdp_session(page)
        await device.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        await touch.board.get_by_role("button", name="Larger").evaluate("button => button.click()")
        now = await touch._where("A3")
        assert abs(now[0] - x) + abs(now[1] - y) > 40, "the place has moved away"
        await device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await expect(touch.board).to_have_attribute("data-at", "A3")
        await expect(touch.hand).to_contain_text("5th Squad")


async def test_a_player_who_returns_sees_the_question_and_its_button(tmp_path: Path, opened: Open) -> None:
    """The last call has been read, and its map fills the window."""
    async with evening(tmp_path / "games.db") as tonight:
        _, (anna,) = await seated(tonight, "trap", "first", "Anna")
        url = f"{tonight.local.url}/?as=Anna#{anna.place.id}"
        page = (await opened(url, width=390, is_mobile=True, has_touch=True)).page
        call = page.locator(".message.called").last
        await page.locator(".stream").evaluate("stream => stream.scrollTo(0, stream.scrollHeight)")
        await expect(call.locator(".picture img")).to_have_js_property("complete", True)
        await page.locator(".stream").evaluate("stream => stream.scrollTo(0, stream.scrollHeight)")
        await expect(page.locator(".to-latest")).to_be_hidden()
        await page.reload()
        await expect(call.get_by_role("button", name="Your orders")).to_be_in_viewport(ratio=1)
        await expect(call.locator(".picture img")).to_have_js_property("complete", True)
        await expect(call.get_by_role("button", name="Your orders")).to_be_in_viewport(ratio=1)
