"""Names of places and units in the bot's words lead to the map."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from bot.chat.desk.order_text import write
from bot.kernel.game import verb
from bot.kit.commands import command
from bot.titles.firefight.events import Destroyed
from bot.titles.firefight.field import names
from tests.browser.conftest import Open
from tests.browser.test_accessible import violations
from tests.chat.evening import DONE, evening
from tests.fingers import seated

pytestmark = pytest.mark.browser

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "laptop": {"viewport": {"width": 1280, "height": 800}},
}
LINKS = ".messages .on-the-map"


async def texts(page: Page) -> list[str]:
    """Return the names that are links in the conversation."""
    return await page.locator(LINKS).all_text_contents()


@pytest.mark.parametrize("screen", SCREENS)
async def test_a_name_in_a_post_shows_its_place(tmp_path: Path, opened: Open, screen: str) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "", "Anna", orders=30)
        seat = table.seat_of(anna.id)
        assert seat is not None
        page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", **SCREENS[screen])).page
        board = page.locator(".board")
        await expect(page.locator(LINKS)).not_to_have_count(0)
        assert await violations(page) == []
        units = {unit.hex: unit for unit in table.seen(seat).state.units.values()}
        hexes = re.compile(r"[A-Z]\d+")
        for kind in (hexes, re.compile(r"(German|Soviet) .*")):
            link = page.locator(LINKS).filter(has_text=re.compile(f"^{kind.pattern}$")).last
            name = await link.text_content() or ""
            await link.click()
            await expect(board).to_have_attribute("data-at", hexes)
            at = await board.get_attribute("data-at")
            assert at == name if hexes.fullmatch(name) else at in units
            if screen == "phone":
                await page.get_by_role("button", name="Conversation").click()


async def test_the_next_order_forgets_a_place_shown_by_a_link(tmp_path: Path, opened: Open) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "tide", "first", "", "Anna", orders=30)
        seat = table.seat_of(anna.id)
        assert seat is not None
        window = await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280)
        board = window.page.locator(".board")
        await window.page.locator(LINKS).last.click()
        await expect(board).to_have_attribute("data-at", re.compile(r"[A-Z]\d+"))
        seen = table.seen(seat)
        action = table.game.play(seen)
        typed = write(table.game, seen, action).removeprefix(verb(type(action)))
        await window.order(f"/tide {command(table.game.groups, type(action))}{typed}")
        await expect(board).to_have_attribute("data-at", "")


SHOWN = """() => [...document.querySelectorAll('.message:not(.ephemeral) :is(.line, p, li)')]
    .filter(each => !each.querySelector('.line') && each.checkVisibility()).map(each => each.innerText)"""
"""The lines of the log that are shown."""


@pytest.mark.parametrize("screen", SCREENS)
async def test_the_log_is_filtered_by_unit_fight_and_turn(tmp_path: Path, opened: Open, screen: str) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        _, (anna,) = await seated(tonight, "firefight", "first", "Anna", orders=40)
        page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", **SCREENS[screen])).page
        await expect(page.locator(LINKS)).not_to_have_count(0)
        summary = page.locator(".log-filter > summary")
        await summary.focus()
        await page.keyboard.press("Enter")
        units = page.get_by_label("Only events of a unit or place")
        await units.select_option("German LMG 11")
        await expect(summary).to_have_text("Filter: German LMG 11")
        lines: list[str] = await page.evaluate(SHOWN)
        assert any("LMG 11" in line for line in lines)
        assert not any("MMG 18" in line and "LMG 11" not in line for line in lines)
        if screen == "laptop":
            line = page.locator(".messages .line:visible").filter(has=page.locator(".on-the-map")).last
            await line.hover(position={"x": 2, "y": 6})
            told = (await page.locator(".board").get_attribute("data-told") or "").split()
            assert await page.locator(".stage polygon.told").count() == len(told) > 0
        assert await violations(page) == []
        await page.get_by_label("Fights only").check()
        fights: list[str] = await page.evaluate(SHOWN)
        assert 0 < len(fights) < len(lines)
        await page.get_by_label("Only events of a turn").select_option("Round 2")
        assert len(await page.evaluate(SHOWN)) < len(fights)
        await page.get_by_role("button", name="Show all").click()
        assert len(await page.evaluate(SHOWN)) > len(lines)
        await expect(summary).to_have_text("Filter")


async def test_the_log_is_filtered_by_a_unit_that_is_gone(tmp_path: Path, opened: Open) -> None:
    """Its name leads nowhere any longer, also after the page is loaded again."""
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, "firefight", "first", "", "Anna", orders=10)
        seat = table.seat_of(anna.id)
        assert seat is not None
        page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280)).page
        await expect(page.locator(LINKS)).not_to_have_count(0)
        first, lost = len(table.log), list[Destroyed]()
        while not lost:
            assert seat in table.asked()
            said = await anna.orders(table.game.play(table.seen(seat)), table.game.key)
            assert said.content.startswith(DONE), said.content
            await tonight.settled()
            lost = [each for entry in table.log[first:] for each in entry.events if isinstance(each, Destroyed)]
            await expect(page.locator(".board")).to_have_attribute("data-move", str(len(table.log) - 1))
        name = names.unit(table.state, lost[0].unit)
        for _ in range(2):
            gone = page.locator(".messages .off-the-map").get_by_text(name, exact=True)
            await expect(gone.last).to_be_attached()
            await page.locator(".log-filter > summary").click()
            await page.get_by_label("Only events of a unit or place").select_option(name)
            lines: list[str] = await page.evaluate(SHOWN)
            assert any("is destroyed" in line for line in lines)
            await page.reload()


async def test_tab_reaches_one_name_and_arrows_the_others(tmp_path: Path, opened: Open) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        _, (anna,) = await seated(tonight, "tide", "first", "", "Anna", orders=30)
        page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280)).page
        stop = page.locator(f"{LINKS}[tabindex='0']")
        await expect(stop).to_have_count(1)
        names = await texts(page)
        assert len(names) > 5
        assert await stop.text_content() == names[-1]
        await stop.focus()
        await page.keyboard.press("ArrowLeft")
        await page.keyboard.press("ArrowUp")
        focused = page.locator(f"{LINKS}:focus")
        await expect(focused).to_have_text(names[-3])
        await expect(stop).to_have_count(1)
        await expect(focused).to_have_attribute("tabindex", "0")
        await page.keyboard.press("Enter")
        await expect(page.locator(".board")).to_have_attribute("data-at", re.compile(r"[A-Z]\d+"))


async def test_only_whole_names_on_the_map_are_links(tmp_path: Path, opened: Open) -> None:
    """A term of the rules, a part of a word and a name of two units are no links."""
    async with evening(tmp_path / "games.db") as tonight:
        _, (anna,) = await seated(tonight, "strike", "first", "", "Anna", orders=40)
        page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280)).page
        await expect(page.locator(LINKS).filter(has_text="Dvinsk")).not_to_have_count(0)
        found = await page.evaluate("""async () => {
            const { OnMap } = await import('/page/onmap.js');
            const handbook = { settled: true, titleOf: () => '', owns: (name) => name === 'D2' };
            const named = { B3: ['4th Army'], D2: [], E4: ['E4 Dvinsk', '9th Army'], F1: ['9th Army'] };
            const places = Object.entries(named).map(([name, names]) => ({ name, names }));
            const map = new OnMap(handbook, { look: () => {} });
            map.know('1', places);
            const text = document.createElement('div');
            text.innerHTML = 'B3, B31 1-B3 XB3 4th Army, 14th Army D2 9th Army E4 Dvinsk <code>B3</code> (E4)';
            map.link(text, '1');
            return [...text.querySelectorAll('.on-the-map')].map((link) => link.textContent);
        }""")
        assert found == ["B3", "4th Army", "E4 Dvinsk", "E4"]


async def test_no_line_begins_with_the_mark_behind_a_name(tmp_path: Path, opened: Open) -> None:
    """A name keeps its marks on its line, and leaves plain words when it is forgotten."""
    async with evening(tmp_path / "games.db") as tonight:
        _, (anna,) = await seated(tonight, "strike", "first", "", "Anna", orders=1)
        page = (await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280)).page
        found = await page.evaluate("""async () => {
            const { OnMap } = await import('/page/onmap.js');
            const handbook = { settled: true, titleOf: () => '', owns: () => false };
            const map = new OnMap(handbook, { look: () => {} });
            const text = document.createElement('div');
            text.textContent = 'It stands at B3. Look at “E4”, or (B3) and B3 again.';
            const whole = () => [...text.querySelectorAll('.unbroken')].map((each) => each.textContent);
            map.know('1', [{ name: 'B3', names: [] }, { name: 'E4', names: [] }]);
            map.link(text, '1');
            const linked = whole();
            map.know('1', []);
            map.link(text, '1');
            return [linked, whole(), text.children.length];
        }""")
        assert found == [["B3.", "“E4”,", "(B3)"], [], 0]
