"""The replay on the map: it plays, pauses, steps, and ends at once."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, Page, expect

from bot.local import Person
from bot.local.home import LocalDiscord
from tests.local.conftest import running
from tests.local.mapped import Mapped
from tests.local.test_map import at_the_map, begin, map_button, shows, tap
from tests.local.test_page import Open, opened

pytestmark = pytest.mark.browser
__all__ = ["opened"]

GOES = "1st Squad goes to {}."


@pytest.fixture
async def mapped(local: LocalDiscord) -> AsyncIterator[Mapped]:
    client = Mapped()
    client.replays = True
    async with running(client, local):
        yield client


def bar(page: Page) -> Locator:
    return page.get_by_role("group", name="Replay")


def button(page: Page, name: str) -> Locator:
    return bar(page).get_by_role("button", name=name, exact=True)


def words(page: Page) -> Locator:
    return page.locator(".replay-words")


async def go(mapped: Mapped, anna: Person, *places: str) -> None:
    """Let another player move the squad, and tell it."""
    mapped.squads += places
    await begin(mapped, anna, GOES.format(places[-1]))


async def paused(page: Page) -> None:
    """Wait for a replay, and stop it."""
    await button(page, "Pause").click()
    await expect(button(page, "Play")).to_be_visible()


async def test_a_new_map_begins_with_its_replay_and_ends_at_the_present(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    page = await at_the_map(opened, mapped, anna)
    await expect(bar(page)).to_be_hidden()
    await go(mapped, anna, "B1", "C1")
    await shows(page, "C1")
    await expect(bar(page)).to_be_visible()
    await expect(words(page)).to_have_text(GOES.format("B1"))
    await expect(words(page)).to_have_text(GOES.format("C1"))
    await expect(bar(page)).to_be_hidden()
    await expect(page.locator(".replay-layers canvas")).to_have_count(0)
    # It comes again only when it is asked for.
    await page.reload()
    await shows(page, "C1")
    again = page.get_by_role("button", name="Replay the latest events")
    await expect(again).to_be_visible()
    await again.click()
    await expect(words(page)).to_have_text(GOES.format("B1"))


async def test_a_replay_is_paused_and_stepped_through(opened: Open, mapped: Mapped, anna: Person) -> None:
    page = await at_the_map(opened, mapped, anna)
    await go(mapped, anna, "B1", "C1", "D1", "C1", "B1", "A1", "B1")
    await paused(page)
    at = int((await bar(page).locator(".replay-count").inner_text()).split("/")[0])
    for n, name in ((at + 1, "One step forward"), (at + 2, "One step forward"), (at + 1, "One step back")):
        await button(page, name).click()
        await expect(bar(page).locator(".replay-count")).to_have_text(f"{n}/7")
        await expect(words(page)).to_have_text(GOES.format(mapped.squads[n]))
        await expect(page.locator(".replay-layers .shown")).to_have_count(n + 1)
        await expect(page.locator(".replay-head.way")).to_have_count(1)
    # The bar can be used by keys.
    await button(page, "One step back").focus()
    await page.keyboard.press("ArrowRight")
    await expect(bar(page).locator(".replay-count")).to_have_text(f"{at + 2}/7")
    for _ in range(7 - at - 2):
        await button(page, "One step forward").click()
    await button(page, "One step forward").click()
    await expect(bar(page)).to_be_hidden()
    await expect(page.locator(".board .stage")).to_be_focused()


@pytest.mark.parametrize("way", ["button", "Escape", "map"])
async def test_a_replay_ends_with_one_tap(opened: Open, mapped: Mapped, anna: Person, way: str) -> None:
    """A tap on the map counts as a tap on the present."""
    page = await at_the_map(opened, mapped, anna)
    await go(mapped, anna, "B1", "C1")
    await paused(page)
    if way == "button":
        await button(page, "Skip to now").click()
    elif way == "Escape":
        await page.keyboard.press("Escape")
    else:
        await tap(page, "C1")
        await expect(page.get_by_role("region", name="In hand")).to_contain_text("C1: 1st Squad.")
        assert mapped.asked == ["C1"]
    await expect(bar(page)).to_be_hidden()
    await expect(page.locator(".replay-layers canvas")).to_have_count(0)


async def test_an_order_in_hand_is_given_at_once(opened: Open, mapped: Mapped, anna: Person) -> None:
    """A button of an order is pressed while the replay runs."""
    page = await at_the_map(opened, mapped, anna)
    await go(mapped, anna, "B1")
    await paused(page)
    await page.get_by_role("log").get_by_role("button", name="Your orders").last.click()
    hand = page.get_by_role("region", name="In hand")
    await expect(hand).to_contain_text("Your orders")
    await expect(page.locator(".stage .layer")).not_to_be_visible()
    await hand.get_by_role("button", name="Dig in").click()
    await expect(bar(page)).to_be_hidden()
    await expect(hand).to_contain_text("Dug in.")
    assert mapped.asked[-1] == "fp:dig:1:2"


async def test_a_move_during_a_replay_continues_it(opened: Open, mapped: Mapped, anna: Person) -> None:
    page = await at_the_map(opened, mapped, anna)
    await go(mapped, anna, "B1", "C1")
    await paused(page)
    await go(mapped, anna, "D1")
    await shows(page, "D1")
    await expect(words(page)).to_have_text(GOES.format("D1"))
    await expect(bar(page)).to_be_hidden()


async def test_speed_and_beginning_are_remembered(opened: Open, mapped: Mapped, anna: Person) -> None:
    page = await at_the_map(opened, mapped, anna)
    await go(mapped, anna, "B1")
    await paused(page)
    await button(page, "Speed: 1×").click()
    await expect(button(page, "Speed: 2×")).to_be_visible()
    auto = bar(page).get_by_role("button", name="Auto")
    await expect(auto).to_have_attribute("aria-pressed", "true")
    await auto.click()
    await expect(auto).to_have_attribute("aria-pressed", "false")
    await button(page, "Skip to now").click()
    await page.reload()
    await shows(page, "B1")
    await go(mapped, anna, "C1")
    await shows(page, "C1")
    again = page.get_by_role("button", name="Replay the latest events")
    await expect(again).to_have_attribute("data-news", "yes")
    await expect(bar(page)).to_be_hidden()
    await again.click()
    await expect(button(page, "Speed: 2×")).to_be_visible()


async def test_without_motion_stills_are_stepped_through(opened: Open, mapped: Mapped, anna: Person) -> None:
    """Nothing is loaded or shown before it is asked for."""
    await begin(mapped, anna)
    page = await opened("Anna", width=1280, reduced_motion="reduce")
    await shows(page, "A1")
    await go(mapped, anna, "B1", "C1")
    await shows(page, "C1")
    await expect(bar(page)).to_be_hidden()
    assert mapped.replayed == []
    await page.get_by_role("button", name="Replay the latest events").click()
    await expect(words(page)).to_have_text(GOES.format("B1"))
    await expect(button(page, "Play")).to_be_visible()
    await expect(button(page, "One step back")).to_be_disabled()
    assert await page.evaluate("document.getAnimations().length") == 0
    await button(page, "One step forward").click()
    await expect(words(page)).to_have_text(GOES.format("C1"))
    await button(page, "One step forward").click()
    await expect(bar(page)).to_be_hidden()


async def test_pictures_are_loaded_as_they_are_needed(opened: Open, mapped: Mapped, anna: Person) -> None:
    page = await at_the_map(opened, mapped, anna)
    await go(mapped, anna, *("BCDC"[n % 4] + "1" for n in range(11)))
    await paused(page)
    assert len(mapped.replayed) <= 2
    await button(page, "Skip to now").click()
    assert mapped.replayed[0] == "0-11.0"


async def test_on_a_phone_nothing_that_is_asked_is_covered(opened: Open, mapped: Mapped, anna: Person) -> None:
    await begin(mapped, anna)
    page = await opened("Anna", width=390, is_mobile=True, has_touch=True)
    await map_button(page).tap()
    await shows(page, "A1")
    foot = await page.locator(".board-foot").bounding_box()
    await go(mapped, anna, "B1", "C1")
    await button(page, "Pause").tap()
    assert foot is not None
    for part in (bar(page), page.locator(".replay-caption")):
        box = await part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= foot["y"] + 1
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    assert await page.locator(".board-foot").bounding_box() == foot
    for each in await bar(page).get_by_role("button").all():
        size = await each.bounding_box()
        assert size is not None
        assert size["height"] >= 44
