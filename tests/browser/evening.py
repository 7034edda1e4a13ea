"""Two people sit down at the real program and play."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playwright.async_api import expect

from bot.chat.desk.order_text import spoken, write
from bot.chat.desk.table import Table
from bot.kernel.game import verb
from bot.kernel.secret import Seat
from bot.kit.commands import command
from tests.browser.conftest import Open
from tests.browser.program import Program
from tests.browser.window import Window

GERMAN, SOVIET = Seat("german"), Seat("soviet")


async def sit_down(program: Program, opened: Open, scenario: str) -> dict[Seat, Window]:
    """Open two windows and begin a game between them, Anna with the Germans.

    Both windows show the opening, so that nothing moves any more.
    """
    anna, viktor = await opened(program.url), await opened(program.url)
    for window, name in ((anna, "Anna"), (viktor, "Viktor")):
        await window.page.get_by_role("radio", name=name).check()
        await window.page.get_by_role("button", name="Just look around").click()
        await expect(window.page.get_by_text("Fieldpost is here")).to_be_visible()
        await window.go("headquarters")
    await anna.order(f"/game new title:tide scenario:{scenario} side:german")
    await viktor.page.get_by_role("button", name="Join as Soviet").click()
    table = await program.until(lambda table: table.log)
    for window in (anna, viktor):
        await expect(window.said(f"move {len(table.log) - 1}").last).to_be_attached()
    return {GERMAN: anna, SOVIET: viktor}


def nothing(table: Table) -> None:
    """Look at a table and note nothing."""


async def play(
    program: Program,
    windows: Mapping[Seat, Window],
    orders: int,
    note: Callable[[Table], None] = nothing,
    panel: int = 3,
) -> Table:
    """Let all sides play as the computer would, by panel every third time, else typed.

    `panel` sets this interval, 0 for never. `note` is called with the whole table before each order. Stops early
    when the game is over.
    """
    table = await program.until(lambda table: table.log)
    for n in range(orders):
        note(table)
        if table.outcome() is not None:
            break
        seat = next(seat for seat in reversed(table.asked()) if seat in windows)
        window, seen, played = windows[seat], table.seen(seat), len(table.log)
        await expect(window.said(f"move {played - 1}").last).to_be_attached()
        action = table.game.play(seen)
        kind = verb(type(action))
        if panel and n % panel == panel - 1 and kind in ("advance", "op-fire"):
            await window.panel(spoken(type(action)))
        else:
            typed = write(table.game, seen, action).removeprefix(kind)
            await window.answered(f"/{table.game.key} {command(table.game.groups, type(action))}{typed}")
        table = await program.until(lambda table, played=played: _asks(table, windows, played))  # type: ignore[misc]
    return table


def _asks(table: Table, windows: Mapping[Seat, Window], played: int) -> bool:
    """Return whether the table waits for one of these people after a move, or is over."""
    return len(table.log) > played and (table.outcome() is not None or bool(set(table.asked()) & set(windows)))
