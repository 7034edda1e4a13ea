"""The outcome of an order is its first line, in view on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.chat.posts.narrative import narrative
from bot.kernel.game import verb
from bot.titles import titles
from tests.browser.conftest import Open
from tests.chat.evening import evening
from tests.fingers import Touch, seated
from tests.match import Match

pytestmark = pytest.mark.browser

FIRES = {"tide": "fire", "strike": "attack", "trap": "fire", "firefight": "fire"}
"""The order of each title that rolls dice against the enemy."""
MOST = 300
SMALL = {"width": 390, "height": 844}


def before_a_shot(title: str) -> int:
    """Return the number of orders of a learning game before the second seat fires."""
    game = titles()[title]
    match = Match(game, "first", game.scenarios["first"].usual, (0).to_bytes(32, "big"))
    for n in range(MOST):
        seat = match.asked[0]
        order = game.play(match.seen(seat))
        if seat == match.seats[1] and verb(type(order)) == FIRES[title]:
            return n
        assert match.act(seat, order, "computer") is None
    raise AssertionError("nobody fires")


@pytest.mark.parametrize("title", FIRES)
async def test_the_outcome_of_a_shot_is_seen_on_a_phone(tmp_path: Path, opened: Open, title: str) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, title, "first", "", "Anna", orders=before_a_shot(title))
        url = f"{tonight.local.url}/?as=Anna#{anna.place.id}"
        window = await opened(url, width=390, viewport=SMALL, is_mobile=True, has_touch=True)
        fingers, first = Touch(tonight, table, anna, window.page), len(table.log)
        await fingers.open()
        await fingers.play()
        seat = table.seat_of(anna.id)
        assert seat is not None
        told = narrative(table, first, len(table.log) - 1, seat).outcome
        assert told, "the shot has no outcome"
        line = window.page.locator(".hand .text strong").first
        await expect(line).to_have_text(told.strip("*"))
        await expect(line).to_be_in_viewport(ratio=1)
