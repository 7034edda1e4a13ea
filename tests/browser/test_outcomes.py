"""The outcome of an order is its first line, in view on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.chat.desk.verdict import headline
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
SMALL = {"width": 390, "height": 844}


def orders_of(title: str) -> list[str]:
    """Return the orders of the second seat in a learning game, "" for others."""
    game = titles()[title]
    match = Match(game, "first", game.scenarios["first"].usual, (0).to_bytes(32, "big"))
    given: list[str] = []
    while not match.over:
        seat = match.asked[0]
        order = game.play(match.seen(seat))
        given.append(verb(type(order)) if seat == match.seats[1] else "")
        assert match.act(seat, order, "computer") is None
    return given


def before_a_shot(title: str) -> int:
    """Return the number of orders of a learning game before the second seat fires."""
    return orders_of(title).index(FIRES[title])


def before_the_end(title: str) -> int:
    """Return the number of orders before the last one of the second seat."""
    given = orders_of(title)
    return max(n for n, order in enumerate(given) if order)


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


@pytest.mark.parametrize("title", ["tide", "trap"])
async def test_the_answer_that_ends_a_game_is_seen_on_a_phone_with_its_rematch(
    tmp_path: Path, opened: Open, title: str
) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        table, (anna,) = await seated(tonight, title, "first", "", "Anna", orders=before_the_end(title))
        url = f"{tonight.local.url}/?as=Anna#{anna.place.id}"
        window = await opened(url, width=390, viewport=SMALL, is_mobile=True, has_touch=True)
        fingers = Touch(tonight, table, anna, window.page)
        await fingers.open()
        while (outcome := table.outcome()) is None:
            await fingers.play()
        line = window.page.locator(".hand .text strong").first
        await expect(line).to_have_text(headline(table, outcome).split("**")[1])
        await expect(line).to_be_in_viewport(ratio=1)
        await expect(window.page.locator(".hand").get_by_role("button", name="Rematch").first).to_be_in_viewport()


@pytest.mark.parametrize("where", ["map", "conversation", "answer"])
async def test_an_end_that_others_bring_is_seen_from_its_headline_on_a_phone(
    tmp_path: Path, opened: Open, where: str
) -> None:
    """It comes by a post, over the map, in the conversation or below a private answer."""
    async with evening(tmp_path / "games.db") as tonight:
        table, (boris, anna) = await seated(tonight, "strike", "first", "Boris", "Anna", orders=40)
        url = f"{tonight.local.url}/?as=Anna#{anna.place.id}"
        window = await opened(url, width=390, viewport=SMALL, is_mobile=True, has_touch=True)
        page, shown = window.page, ".board-call" if where == "map" else ".stream"
        situation = page.locator(".stream").get_by_role("button", name="Situation").last
        await expect(situation).to_be_attached()
        if where == "map":
            await Touch(tonight, table, anna, page).open()
        if where == "answer":
            await situation.tap()
            await expect(page.locator(".stream .only-you")).to_have_count(1)
        await boris.clicks(await boris.types("game resign"), "Yes, the German side gives up")
        await tonight.settled()
        outcome = table.outcome()
        assert outcome is not None
        line = page.locator(f"{shown} .text").get_by_text(headline(table, outcome).split("**")[1]).last
        await expect(line).to_be_in_viewport(ratio=1)
