"""The replay of the enemy's turn in each title, for each reader."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.chat import replay
from bot.chat.desk.table import Table
from bot.chat.posts.film import lately
from bot.kernel.secret import PUBLIC, Seat
from render import LOOKS
from render.titles import PICTURES
from tests.browser.conftest import Open
from tests.browser.hidden import Secrets
from tests.browser.window import Window
from tests.chat.evening import Evening, Player, evening
from tests.fingers import Touch, seated

pytestmark = pytest.mark.browser

BEGUN = {"tide": 8, "strike": 20, "trap": 16, "firefight": 16}
"""The orders after which a learning game is opened."""
SEEDS = {"tide": 0, "strike": 23, "trap": 6, "firefight": 1}
MOTION = {"reduced_motion": "no-preference"}


async def enemy_turn(tonight: Evening, title: str) -> tuple[Table, Player]:
    """Return a learning game after the computer's turn, and its human player."""
    tonight.client.whole_maps = True
    table, (anna,) = await seated(tonight, title, "first", "Anna", seed=SEEDS[title], orders=BEGUN[title])
    seat = table.seat_of(anna.id)
    assert seat in table.asked()
    assert any(entry.seat != seat and entry.chosen for entry in table.log[-12:])
    return table, anna


def bar(page: Page) -> Locator:
    return page.get_by_role("group", name="Replay")


def opener(page: Page) -> Locator:
    return page.get_by_role("button", name="Replay the latest events")


def expected(table: Table, seat: Seat) -> replay.Stretch:
    """Return the stills of a reader who has seen nothing yet."""
    last = len(table.log) - 1
    since = lately(table, seat)[0] - 1
    return replay.stretch_of(table, seat, since, last)


async def shows_now(page: Page, touch: Touch, table: Table, seat: Seat) -> None:
    """Nothing lies over the map, which is that of now."""
    await expect(bar(page)).to_be_hidden()
    await expect(page.locator(".replay-layers canvas, .replay-marks > *")).to_have_count(0)
    await expect(page.locator(".board")).to_have_attribute("data-move", str(table.log.moves[-1]))
    drawn = PICTURES[table.game.key].board(table.seen(seat), next(iter(LOOKS.values()))).png
    assert await touch.file() == drawn


@pytest.mark.parametrize("title", sorted(BEGUN))
async def test_the_turn_of_the_enemy_is_replayed(tmp_path: Path, opened: Open, title: str) -> None:
    """It begins with the map, can be stepped through, and ends with an order."""
    async with evening(tmp_path / "games.db") as tonight:
        table, anna = await enemy_turn(tonight, title)
        seat = table.seat_of(anna.id)
        assert seat is not None
        stills = [shown.still for shown in expected(table, seat).stills]
        url = f"{tonight.local.url}/?as=Anna#{anna.place.id}"
        page = (await opened(url, width=1280, has_touch=True, **MOTION)).page
        touch = Touch(tonight, table, anna, page)
        await touch.open()
        count, words = page.locator(".replay-count"), page.locator(".replay-words")
        await bar(page).get_by_role("button", name="Pause").click()
        at = int((await count.inner_text()).split("/")[0])
        for n in range(at + 1, len(stills) + 1):
            await bar(page).get_by_role("button", name="One step forward").click()
            await expect(count).to_have_text(f"{n}/{len(stills)}")
            await expect(words).to_have_text(stills[n - 1].words)
            await expect(page.locator(".replay-throw")).to_have_count(len(stills[n - 1].dice))
            ways = bool(len(stills[n - 1].way) > 1) + (stills[n - 1].line is not None)
            await expect(page.locator(".replay-head")).to_have_count(ways)
        await bar(page).get_by_role("button", name="One step back").click()
        await expect(count).to_have_text(f"{len(stills) - 1}/{len(stills)}")
        before = len(table.log)
        await page.keyboard.press("Escape")
        await shows_now(page, touch, table, seat)
        await opener(page).click()
        await bar(page).get_by_role("button", name="Pause").click()
        await touch.play()
        assert len(table.log) > before
        assert not touch.given[-1].why
        # The order's own replay ends too.
        await tonight.settled()
        await shows_now(page, touch, table, table.seat_of(anna.id) or PUBLIC)


async def test_less_motion_means_stills(tmp_path: Path, opened: Open) -> None:
    """Nothing begins or moves before it is asked for."""
    async with evening(tmp_path / "games.db") as tonight:
        table, anna = await enemy_turn(tonight, "tide")
        seat = table.seat_of(anna.id)
        assert seat is not None
        window = await opened(f"{tonight.local.url}/?as=Anna#{anna.place.id}", width=1280)
        page, touch = window.page, Touch(tonight, table, anna, window.page)
        await touch.open()
        await expect(page.locator(".board")).to_have_attribute("data-move", str(table.log.moves[-1]))
        await expect(opener(page)).to_have_attribute("data-news", "yes")
        assert not [url for url in window.bodies if replay.SCRIPT in url]
        await opener(page).click()
        for shown in expected(table, seat).stills:
            await expect(page.locator(".replay-words")).to_have_text(shown.still.words)
            await expect(bar(page).get_by_role("button", name="Play", exact=True)).to_be_visible()
            assert await page.evaluate("document.getAnimations().length") == 0
            await bar(page).get_by_role("button", name="One step forward").click()
        await shows_now(page, touch, table, seat)


@pytest.mark.case("FP-secret")
async def test_each_reader_gets_their_own_replay(tmp_path: Path, opened: Open) -> None:
    """No window receives another seat's secrets; a spectator gets the public account."""
    async with evening(tmp_path / "games.db") as tonight:
        tonight.client.whole_maps = True
        table, (anna, boris) = await seated(tonight, "tide", "kalach", "Anna", "Boris", seed=3, orders=26)
        olga = tonight.player("Olga", anna.place)
        secrets = Secrets()
        secrets.note(table)
        heard: dict[Seat, Window] = {}
        for player in (anna, boris, olga):
            seat = table.seat_of(player.id) or PUBLIC
            url = f"{tonight.local.url}/?as={player.person.name}#{player.place.id}"
            window = heard[seat] = await opened(url, width=1280)
            page = window.page
            await opener(page).click()
            stills = expected(table, seat).stills
            for shown in stills:
                await expect(page.locator(".replay-words")).to_have_text(shown.still.words)
                await bar(page).get_by_role("button", name="One step forward").click()
            await expect(bar(page)).to_be_hidden()
            text = await window.everything()
            scripts = [json.loads(body) for url, body in window.bodies.items() if replay.SCRIPT in url]
            assert [each["words"] for each in scripts[0]["stills"]] == [shown.still.words for shown in stills]
            names = {url.split("/")[-1].split("?")[0] for url in window.bodies if "/attachments/" in url}
            assert {name for name in names if name.endswith(".webp")} <= {
                f"{n}.webp" for n in range(replay.MOST + 1)
            }
            for other in table.sides:
                if other != seat:
                    assert secrets.of(other)
                    assert {secret for secret in secrets.of(other) if secret in text} == set()
        assert len(heard) == 3
