"""Two clicks from the first page to the first decision, and a link for a friend."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.program import Program
from tests.browser.window import Window

pytestmark = pytest.mark.browser

QUESTION = "Your orders, German"
COUNTING = "window.clicks = 0; addEventListener('click', (event) => event.isTrusted && (window.clicks += 1))"
"""Counts the clicks that reach the page.

The browser's driver holds a click back whose target moves, and repeats it.
"""


async def clicks(window: Window) -> int:
    counted: int = await window.page.evaluate("window.clicks")
    return counted


async def test_against_the_computer(program: Program, opened: Open) -> None:
    anna = await opened(program.url)
    await anna.page.evaluate(COUNTING)
    await anna.page.get_by_role("button", name="Play the learning game").click()
    await expect(anna.page.locator(".message.called")).to_contain_text("@Anna (German): 2 actions left")
    await expect(anna.page.locator(".message.called").get_by_alt_text("Map of The Church")).to_be_visible()
    await anna.page.locator(".message.called").get_by_role("button", name="Your orders").click()
    await expect(anna.private.get_by_text(QUESTION)).to_be_visible()
    assert await clicks(anna) == 2
    for typed, panel in (("/tide squad at:C4", True), ("/game squad", False)):
        await anna.order(typed)
        said = f"There is no command {typed.partition(' at:')[0]}."
        await expect(anna.page.locator(".hint")).to_contain_text(said)
        there = expect(anna.page.locator(".hint").get_by_text("press Your orders"))
        await (there.to_be_visible() if panel else there.to_have_count(0))


async def test_against_a_friend(program: Program, opened: Open) -> None:
    anna = await opened(program.url)
    await anna.page.evaluate(COUNTING)
    await anna.page.get_by_role("button", name="Choose a lesson or a battle").click()
    await anna.page.get_by_role("button", name="Against a friend").click()
    way = await anna.page.locator(".banner .address").inner_text()
    viktor = await opened(way)
    await viktor.page.get_by_role("button", name="Join as Soviet").click()
    await expect(viktor.private).to_contain_text("You play the Soviet side.")
    await expect(viktor.page.locator(".message.called")).to_have_count(0)
    await anna.page.locator(".message.called").get_by_role("button", name="Your orders").click()
    await expect(anna.private.get_by_text(QUESTION)).to_be_visible()
    await expect(anna.page.locator(".banner")).to_have_count(0)
    assert await clicks(anna) == 3


async def test_against_a_friend_elsewhere_in_the_house(tmp_path: Path, opened: Open) -> None:
    """The host opens the printed link; the page has another link for the friend."""
    program = Program(tmp_path / "fieldpost.db", "--host", "0.0.0.0")
    await program.start()
    try:
        anna = await opened((await program.says("Anna (you): ")).partition(": ")[2])
        friends = (await program.says("Viktor: ")).partition(": ")[2]
        await anna.page.get_by_role("button", name="Choose a lesson or a battle").click()
        await anna.page.get_by_role("button", name="Against a friend").click()
        way = await anna.page.locator(".banner .address").inner_text()
        assert way.startswith(f"{friends}#"), (way, friends)
        viktor = await opened(way)
        await viktor.page.get_by_role("button", name="Join as Soviet").click()
        await expect(viktor.private).to_contain_text("You play the Soviet side.")
        await expect(viktor.page.get_by_alt_text("Map of The Church").first).to_be_visible()
        await viktor.page.get_by_role("button", name="You are Viktor").click()
        await expect(viktor.page.get_by_text("Open a window as")).to_have_count(0)
    finally:
        await program.stop()


async def test_the_game_that_was_played_last_is_chosen(program: Program, opened: Open) -> None:
    page = (await opened(program.url)).page
    await page.get_by_role("button", name="Choose a lesson or a battle").click()
    await page.get_by_text("Firefight Generator", exact=True).click()
    await page.get_by_role("button", name="Learn it step by step").click()
    await expect(page.get_by_role("heading", name="lessons")).to_be_visible()
    await page.goto(f"{program.url}?as=Anna")
    await page.get_by_role("button", name="Fieldpost").first.click()
    await page.get_by_role("button", name="Choose a lesson or a battle").click()
    await expect(page.get_by_role("radio", name="Firefight Generator")).to_be_checked()


async def test_the_frame_of_the_chosen_battle_ends_at_the_buttons(program: Program, opened: Open) -> None:
    """The buttons lie over the lower battles, and are no wider than these."""
    page = (await opened(program.url, width=390, is_mobile=True, has_touch=True)).page
    await page.get_by_role("button", name="Choose a lesson or a battle").tap()
    await expect(page.locator(".battle:has(:checked)")).to_be_visible()
    beyond = await page.evaluate("""() => {
        const chosen = document.querySelector('.battle:has(:checked)'), style = getComputedStyle(chosen);
        const frame = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
        return document.querySelector('.welcome .actions').getBoundingClientRect().left
            - (chosen.getBoundingClientRect().left - frame);
    }""")
    assert beyond <= 0
