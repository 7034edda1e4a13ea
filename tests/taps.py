"""Count the taps of games: `python -m tests.taps [tide strike trap firefight]`.

Options: `--map` and `--panel`.

Somebody plays as the computer player would, with fingers alone: on the map of a phone 390 pixels wide, in a
browser, and by the panel as in Discord. All follows from the seed; the table says how many taps were needed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, ViewportSize, async_playwright

from bot.chat.desk.table import Table
from bot.chat.posts.narrative import landmarks
from tests.chat.evening import Evening, Player, evening
from tests.fingers import Fingers, Given, Panel, Touch, seated
from tests.local.conftest import CHROMIUM, FLAGS, PATIENCE
from tests.patience import be_patient

PHONE = ViewportSize(width=390, height=844)
END = "the end"
Found = dict[tuple[str, "Course"], Fingers]
"""The players of each course, on the map or by the panel."""


class Course(NamedTuple):
    """The course: from the beginning or a landmark to another landmark."""

    title: str
    scenario: str
    until: str = END


COURSES = (
    Course("tide", "first"),
    Course("strike", "campaign", "After the German turn 1"),
    Course("trap", "first", "After the activation of the 1/131"),
    Course("firefight", "first", "The end of round 1"),
)


class Row(NamedTuple):
    """A line of the report: the count, its course, and the goals for map and panel."""

    what: str
    course: Course
    counted: Callable[[Given], bool]
    each: bool
    """Whether it is the taps of each order; else of all."""
    wanted: str


TIDE, CAMPAIGN, GROZNY, FIREFIGHT = COURSES
ROWS = (
    Row("a move, Tide `first`, whole game", TIDE, lambda each: True, True, "2.5; panel 4"),
    Row("put a squad on Op Fire", TIDE, lambda each: each.verb == "op-fire", True, "3"),
    Row("answer an Op Fire", TIDE, lambda each: each.verb in ("shoot", "hold"), True, "2"),
    Row("nothing to decide", TIDE, lambda each: each.verb in ("done", "draw", "stop"), True, "1"),
    Row("move a stack, Strike", CAMPAIGN, lambda each: each.verb == "move" and each.pieces > 1, True, "3"),
    Row("the first German turn of the campaign", CAMPAIGN, lambda each: True, False, "60"),
    Row("a battalion, Trap `first`", GROZNY, lambda each: True, False, "40"),
    Row("a round, Firefight `first`", FIREFIGHT, lambda each: True, False, "25"),
)


async def played(fingers: Fingers, course: Course) -> None:
    """Play a course to its end."""
    table = fingers.table
    while table.outcome() is None and course.until not in [name for _, name in landmarks(table)]:
        assert table.seat_of(fingers.player.id) in table.asked(), table.asked()
        await fingers.play()


@asynccontextmanager
async def phone(browser: Browser, tonight: Evening, table: Table, anna: Player) -> AsyncIterator[Touch]:
    """Open the page on a phone."""
    # Without motion the page asks for no replay, whose answer would be taken for that to a tap.
    context = await browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    page = await context.new_page()
    page.set_default_timeout(60_000)
    await page.goto(f"{tonight.local.url}/?as=Anna#{anna.place.id}")
    fingers = Touch(tonight, table, anna, page)
    await fingers.open()
    yield fingers
    await context.close()


async def measured(
    courses: Sequence[Course], *, by_map: bool, by_panel: bool
) -> dict[tuple[str, Course], Fingers]:
    """Play the courses on the map and by the panel."""
    be_patient(PATIENCE)
    found: dict[tuple[str, Course], Fingers] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder) / "games.db") as tonight, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for course in courses:
                if by_panel:
                    tonight.client.whole_maps = False
                    table, (anna,) = await seated(tonight, course.title, course.scenario, "Anna")
                    found["panel", course] = fingers = Panel(tonight, table, anna)
                    await played(fingers, course)
                if by_map:
                    tonight.client.whole_maps = True
                    table, (anna,) = await seated(tonight, course.title, course.scenario, "Anna")
                    async with phone(browser, tonight, table, anna) as touch:
                        found["map", course] = touch
                        await played(touch, course)
            await browser.close()
    return found


def lines(found: Found) -> Iterator[str]:
    """Yield the table."""
    yield "| what | map | panel | wanted |"
    yield "|---|---|---|---|"
    for row in ROWS:
        cells = [_cell(row, found.get((way, row.course))) for way in ("map", "panel")]
        if any(cells):
            yield f"| {row.what} | {' | '.join(cell or '–' for cell in cells)} | {row.wanted} |"
    for way in ("map", "panel"):
        played = [fingers for (by, _), fingers in found.items() if by == way]
        if played:
            given = [each for fingers in played for each in fingers.given]
            lost = [each.why for each in given if each.why]
            refused = sum(len(fingers.refused) for fingers in played)
            done = len(given) - len(lost)
            yield f"\nBy {way}: {done} orders given, {refused} offered and then refused (wanted: 0)."
            yield f"Typed, because nothing that is offered led to them: {len(lost) - refused}."
            yield from (f"- {why.splitlines()[0][:200]}" for why in lost)


def _cell(row: Row, fingers: Fingers | None) -> str:
    """Return the taps and the number of orders; typed orders are listed apart."""
    given = [each for each in fingers.given if row.counted(each)] if fingers is not None else []
    counted = [each.taps for each in given if not each.why]
    if not counted:
        return ""
    taps = f"{sum(counted) / len(counted):.1f}" if row.each else f"{sum(counted)}"
    touched = sum(each.on_map for each in given if not each.why)
    if touched:
        taps += f", {touched / sum(counted):.0%} on places"
    return f"{taps} ({len(counted)}{f' of {len(given)}' if len(given) > len(counted) else ''})"


def main(arguments: Sequence[str]) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.taps", description=__doc__)
    parser.add_argument("titles", nargs="*", help="whose courses; all of them without any")
    parser.add_argument("--map", action="store_true", help="on the map only")
    parser.add_argument("--panel", action="store_true", help="by the panel only")
    chosen = parser.parse_args(arguments)
    courses = [course for course in COURSES if not chosen.titles or course.title in chosen.titles]
    both = chosen.map == chosen.panel
    found = asyncio.run(measured(courses, by_map=chosen.map or both, by_panel=chosen.panel or both))
    print("\n".join(lines(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
