"""Letters are for writing: no letter typed after a tap gives an order."""

from __future__ import annotations

import contextlib
import string
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.fingers import ENTER, Keys, Touch, seated

pytestmark = pytest.mark.browser

GAMES = [("tide", "first"), ("firefight", "first")]
"""Games with other buttons; the page gives letters to those of each title alike."""
TYPED = f"good luck! {string.ascii_lowercase} {string.digits}"
STEPS = 6
PLACES = 3
LETTERS = """parts => parts.filter(part => part.offsetParent).map(part => part.dataset.key)
    .filter(key => /^[a-z]$/.test(key))"""
"""The letters of the buttons that can be seen."""
REPLACED = (
    """button => addEventListener('keyup', ({ key }) => key === button.dataset.key && button.remove(), true)"""
)
"""Takes a button away as soon as its key has been pressed."""


@contextlib.asynccontextmanager
async def at_the_map(games: Path, opened: Open, title: str, scenario: str) -> AsyncIterator[Touch]:
    """Begin a game and open its map."""
    async with evening(games) as tonight:
        table, (anna,) = await seated(tonight, title, scenario, "Anna")
        window = await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280, has_touch=True)
        touch = Touch(tonight, table, anna, window.page)
        await touch.open()
        yield touch


@contextlib.asynccontextmanager
async def ordering_nothing(touch: Touch) -> AsyncIterator[None]:
    """Assert that the block gives no order."""
    before = given(touch)
    yield
    await touch.tonight.settled()
    assert given(touch) == before


def given(touch: Touch) -> int:
    """Count the orders of the player; others may be moving."""
    seat = touch.table.seat_of(touch.player.id)
    return sum(entry.seat == seat and entry.chosen for entry in touch.table.log)


async def manned(touch: Touch, most: int) -> list[str]:
    """Return the names of the first places in which something stands."""
    return [place.name for place in await touch.shown() if place.pieces][:most]


async def letters(page: Page) -> list[str]:
    """Return the letters of the buttons in hand."""
    found: list[str] = await page.locator(".hand [data-key]").evaluate_all(LETTERS)
    return found


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Write a message")


async def test_letters_typed_after_taps_are_written_and_order_nothing(tmp_path: Path, opened: Open) -> None:
    """After taps on a unit, a goal, or a leading button; the taps may give orders."""
    async with at_the_map(tmp_path / "games.db", opened, "tide", "first") as touch:
        page, places = touch.screen, await manned(touch, PLACES)
        for n in range(STEPS):
            leads = page.locator(
                '.hand [data-custom^="fp:more:"]:visible, .hand [data-custom^="fp:panel:"]:visible'
            )
            if n % 2 == 0 or not await leads.count():
                said = await touch._answered(touch.choose(places[n % len(places)]))
            else:
                said = await touch._answered(touch.press(leads.first))
            assert said.content
            async with ordering_nothing(touch):
                words = "".join((await letters(page))[:1]) + TYPED
                await page.keyboard.type(words)
                await expect(field(page)).to_have_value(words)
            await field(page).fill("")
        assert await page.evaluate("document.body.dataset.keys") == "no"


@pytest.mark.parametrize(("title", "scenario"), GAMES)
async def test_letters_lead_on_and_never_give_an_order(
    tmp_path: Path, opened: Open, title: str, scenario: str
) -> None:
    """Each shown letter that leads on is pressed.

    Letters of orders only point at them.
    """
    async with at_the_map(tmp_path / "games.db", opened, title, scenario) as touch:
        pressed = 0
        for name in await manned(touch, PLACES):
            await touch._answered(touch.choose(name))
            async with ordering_nothing(touch):
                pressed += await press_letters(touch)
        assert pressed


async def press_letters(touch: Touch) -> int:
    """Press each letter that a button shows; returns their number."""
    page = touch.screen
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator("body[data-keys=yes]")).to_be_attached()
    tried: set[str] = set()
    while left := set(await letters(page)) - tried:
        key = min(left)
        tried.add(key)
        button = page.locator(f'.hand [data-key="{key}"]:visible').first
        if ENTER in (await button.get_attribute("data-shown") or ""):
            await page.keyboard.press(key)
            await expect(button).to_be_focused()
            await touch.stage.focus()
        else:
            await touch._answered(page.keyboard.press(key))
    return len(tried)


async def test_a_button_that_its_answer_replaces_at_once_has_been_pressed(tmp_path: Path, opened: Open) -> None:
    """The driver reads nothing of a button after its key."""
    async with at_the_map(tmp_path / "games.db", opened, "tide", "first") as touch:
        await touch._answered(touch.choose((await manned(touch, 1))[0]))
        keys = Keys(touch.tonight, touch.table, touch.player, touch.screen)
        more = touch.hand.locator('[data-custom^="fp:more:"][data-key]').first
        same = touch.hand.locator(f'[data-custom="{await more.get_attribute("data-custom")}"]')
        await same.evaluate(REPLACED)
        touch.screen.set_default_timeout(5000)
        await keys._answered(keys.press(same))
