"""Dice roll on the page and are heard, unless their reader wants no motion."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import expect

from bot.chat.desk.desk import News
from bot.kit.codec import encode
from bot.titles import titles
from tests.browser.conftest import Open
from tests.browser.test_film import ENDS, PAINTED
from tests.chat.evening import Evening, Player, evening
from tests.match import Match

pytestmark = pytest.mark.browser

COUNT_NOTES = """
localStorage.setItem("calls", "on");
window.notes = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.notes += 1; return make.call(this); };
"""


async def with_a_fight(tonight: Evening) -> tuple[int, Player]:
    """Put a game with rolling dice into a channel, before any post.

    Returns its number and Anna."""
    match = Match(titles()["tide"], "first", {}, b"dice")
    while not any(type(event).__name__ == "Attacked" for event in match.log[-1].events):
        seat = match.asked[0]
        assert match.act(seat, match.game.play(match.seen(seat)), "computer") is None
    table, (anna, _) = await tonight.plant(tonight.local.channel("dice"), match, "Anna", "Boris")
    table.record.options["dice"] = "rolling"
    return table.record.id, anna


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_dice_roll_and_rattle(
    tmp_path: Path, opened: Open, motion: Literal["reduce", "no-preference"]
) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        game, anna = await with_a_fight(tonight)
        window = await opened("about:blank", width=1280, reduced_motion=motion)
        await window.page.add_init_script(COUNT_NOTES)
        await window.page.goto(f"{tonight.local.url}/?as=Anna#{anna.place.id}")
        await window.page.get_by_role("heading", name="dice").wait_for()
        table = await tonight.client.tables.table(game)
        assert table is not None
        last = len(table.log) - 1
        await tonight.client.games.owe(game, encode(News(last, last)))
        tonight.client.postman.wake(game)
        dice = window.page.locator('.picture[data-path*="/dice-"]').first
        await expect(dice).to_be_visible()
        still = dice.locator("canvas")
        if motion == "reduce":
            await expect(still).to_be_visible()
            await expect(dice.get_by_text("Play the film")).to_have_count(0)
            await window.page.wait_for_function(PAINTED, arg=await still.element_handle())
            last, first = await still.evaluate(ENDS)
            assert last == 0 < first
            assert await window.page.evaluate("window.notes") == 0
        else:
            await expect(dice.locator("img")).to_have_attribute("src", re.compile(r"/dice-1\.webp"))
            await expect(still).to_have_count(0)
            await window.page.wait_for_function("() => window.notes > 5")
