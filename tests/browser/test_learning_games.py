"""Learning games of every title on the map, by touch or by keys.

The check plays the end of Strike the Bear's, and the beginning of the others; `pytest -m length` plays the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.chat.desk.table import Table
from bot.chat.panel.pieces import standing
from bot.kernel.secret import Seat, see
from render import LOOKS
from render.places import read
from render.titles import PICTURES
from tests.browser.conftest import Open
from tests.browser.evening import nothing
from tests.browser.hidden import Secrets, share_none
from tests.browser.window import Window
from tests.chat import mail
from tests.chat.evening import Evening, evening
from tests.fingers import Keys, Touch, seated

pytestmark = pytest.mark.browser

PHONE, WIDE = 390, 1280
ALL = 400
"""More orders than any learning game takes."""
SEEDS = {"tide": 0, "strike": 23, "trap": 6, "firefight": 1}
"""The luck that makes games short."""
BY_KEYS = 3
"""The orders by keys at the start of a game that is played by touch."""
BEGINNING = 6
"""The first orders of each person: some by keys, then as many by touch."""
COMPARED = 12
"""The orders between comparisons of the map with a new drawing."""
WIDER = """() => [document.scrollingElement, ...document.querySelectorAll(
        '.stream, .message, .composer, .view, .board, .hand, .hand .row, .board-call')]
    .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== 'none')
    .map((box) => `${box.className} ${box.scrollWidth} > ${box.clientWidth}`)"""
SMALL = """() => [...document.querySelectorAll('button:not(.on-the-map), summary, textarea, input')]
    .filter((control) => control.offsetParent && control.offsetHeight < 44)
    .map((control) => control.outerHTML)"""
BEGUN = 61
"""The orders of Strike the Bear's game before its last phases."""
length = pytest.mark.length


class Sitting:
    """Somebody before their window, who plays by touch or by keys."""

    def __init__(self, window: Window, fingers: Touch) -> None:
        self.window = window
        self.fingers = fingers
        self.table = fingers.table

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        seat = self.table.seat_of(self.fingers.player.id)
        assert seat is not None
        return seat

    async def plays(self, *, by_keys: bool) -> None:
        """Give the next order from the offers."""
        fingers = self.fingers
        if by_keys and not isinstance(fingers, Keys):
            fingers = Keys(fingers.tonight, self.table, fingers.player, self.window.page)
            fingers.page, fingers.spots = self.fingers.page, self.fingers.spots
        await fingers.play()
        self.fingers.page, self.fingers.spots = fingers.page, fingers.spots
        assert not fingers.given[-1].why, fingers.given[-1]

    async def looks(self) -> None:
        """Assert that the map is current, nothing is too wide, and buttons fit a thumb."""
        told = mail.moves_told(self.fingers.player.posts(), self.table.record.id)
        await expect(self.fingers.board).to_have_attribute("data-move", str(told[-1]))
        assert await self.window.page.evaluate(WIDER) == []
        if not await self.window.page.locator("html[data-layout=wide]").count():
            assert await self.window.page.evaluate(SMALL) == []

    async def compares(self) -> None:
        """Their map is what they may see now, to the byte."""
        look, seen = next(iter(LOOKS.values())), self.table.seen(self.seat)
        assert await self.fingers.file() == PICTURES[self.table.game.key].board(seen, look).png

    async def ends(self) -> None:
        """Assert that they read the end, posts fit the window, and pictures kept secrets."""
        page = self.window.page
        if await self.fingers.board.get_by_role("button", name="Conversation").is_visible():
            await page.keyboard.press("Escape")
        if self.table.outcome() is not None:
            await expect(self.window.said("The seed of the dice was").last).to_be_attached()
        assert await page.evaluate(WIDER) == []
        told = {(place, piece) for file in self.window.pictures().values() for place, piece in pieces_on(file)}
        assert told <= set(self.ever_saw())

    def ever_saw(self) -> Iterator[tuple[str, str]]:
        """Yield what they could ever see standing on the map, and where."""
        game, state = self.table.game, self.table.game.blank()
        for entry in self.table.log:
            for event in entry.events:
                state = game.evolve(state, event)
            yield from ((place, str(piece)) for piece, place in standing(game, see(state, self.seat)).items())


def pieces_on(file: bytes) -> Iterator[tuple[str, str]]:
    """Yield the pieces in a picture's file, and their places."""
    yield from ((place.name, piece) for place in read(file) for piece in place.pieces)


async def sit_down(
    tonight: Evening, opened: Open, title: str, *people: tuple[str, type[Touch], int], begun: int = 0
) -> list[Sitting]:
    """Seat people at windows of this width, by touch or by keys; "" is the computer."""
    tonight.client.whole_maps = True
    names = [name for name, _, _ in people]
    table, players = await seated(tonight, title, "first", *names, seed=SEEDS[title], orders=begun)
    found = []
    for player, (name, way, width) in zip(players, (each for each in people if each[0]), strict=True):
        url = f"{tonight.local.url}/?as={name}#{player.place.id}"
        window = await opened(url, width=width, is_mobile=width == PHONE, has_touch=way is Touch)
        found.append(Sitting(window, way(tonight, table, player, window.page)))
        await found[-1].fingers.open()
    return found


async def play(sitting: Sequence[Sitting], note: Callable[[Table], None] = nothing, most: int = ALL) -> None:
    """Play to the end, or this number of orders."""
    table, orders = sitting[0].table, 0
    while table.outcome() is None and orders < most:
        note(table)
        one = next(each for each in sitting if each.seat in table.asked())
        await one.plays(by_keys=orders < BY_KEYS)
        orders += 1
        for each in sitting:
            await each.looks()
            if orders % COMPARED == 0:
                await each.compares()
    for each in sitting:
        await each.compares()
        await each.ends()


async def test_the_end_of_a_game_against_the_computer(tmp_path: Path, opened: Open) -> None:
    async with evening(tmp_path / "games.db") as tonight:
        sitting = await sit_down(tonight, opened, "strike", ("", Touch, 0), ("Anna", Touch, WIDE), begun=BEGUN)
        await play(sitting)
        assert sitting[0].table.outcome() is not None


@pytest.mark.parametrize(
    ("title", "way", "width", "most"),
    [
        ("strike", Touch, WIDE, BY_KEYS),
        pytest.param("strike", Touch, WIDE, ALL, marks=length),
        ("trap", Touch, PHONE, BEGINNING),
        ("firefight", Touch, WIDE, BEGINNING),
        pytest.param("firefight", Touch, WIDE, ALL, marks=length),
        pytest.param("strike", Touch, PHONE, ALL, marks=length),
        *(pytest.param("trap", Touch, width, ALL, marks=length) for width in (PHONE, WIDE)),
        pytest.param("firefight", Touch, PHONE, ALL, marks=length),
        *(pytest.param(title, Keys, WIDE, ALL, marks=length) for title in ("strike", "trap", "firefight")),
    ],
)
@pytest.mark.timeout(1800)
async def test_against_the_computer(
    tmp_path: Path, opened: Open, title: str, way: type[Touch], width: int, most: int
) -> None:
    """The first orders are given by keys."""
    async with evening(tmp_path / "games.db") as tonight:
        await play(await sit_down(tonight, opened, title, ("", Touch, 0), ("Anna", way, width)), most=most)


@pytest.mark.parametrize(
    ("phone", "wide", "most"),
    [
        (Touch, Keys, 2 * BEGINNING),
        pytest.param(Touch, Keys, ALL, marks=length),
        pytest.param(Keys, Touch, ALL, marks=length),
    ],
)
@pytest.mark.timeout(1800)
async def test_two_people_share_no_secret(
    tmp_path: Path, opened: Open, phone: type[Touch], wide: type[Touch], most: int
) -> None:
    """One person plays on a phone, the other on a wide screen; one uses only keys."""
    async with evening(tmp_path / "games.db") as tonight:
        sitting = await sit_down(tonight, opened, "tide", ("Anna", phone, PHONE), ("Viktor", wide, WIDE))
        secrets = Secrets()
        await play(sitting, secrets.note, most)
        await share_none({each.seat: each.window for each in sitting}, secrets)
