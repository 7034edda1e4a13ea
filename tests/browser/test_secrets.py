"""Two people at a table: no secret of one ever reaches the other's window."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import expect

from bot.chat.desk.table import Table
from bot.kernel.log import Entry
from bot.kernel.secret import Seat
from bot.kit.codec import encode
from bot.titles.tide import events as ev
from bot.titles.tide.field import names
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Squad
from tests.browser.conftest import Open
from tests.browser.evening import GERMAN, SOVIET, play, sit_down
from tests.browser.hidden import Secrets, hidden, share_none
from tests.browser.program import Program
from tests.browser.window import Window

pytestmark = pytest.mark.browser

OPENING = 14
"""How many orders both sides give together."""


@pytest.mark.length
async def test_a_running_game_keeps_its_secrets(program: Program, opened: Open) -> None:
    """Another test plays the learning game to its end in the same way."""
    windows = await sit_down(program, opened, "kalach")
    secrets = Secrets()
    await play(program, windows, OPENING - 2, secrets.note)
    for window in windows.values():  # From here on the person's own map is beside the conversation.
        await window.page.set_viewport_size({"width": 1280, "height": 850})
    table = await play(program, windows, 2, secrets.note, panel=0)
    for window in windows.values():
        await expect(window.page.locator(".board")).to_have_attribute("data-move", str(len(table.log) - 1))
        for line in ("/game hand", "/game board", "/game status", "/game log", "/game orders"):
            await window.answered(line)
        await window.go("Fieldpost")
        await expect(window.said("only you read this").last).to_be_visible()
        await window.go("headquarters")
    marker = f"move {len(table.log) - 1}"
    for window in windows.values():
        await expect(window.said(marker).last).to_be_attached()
    await share_none(windows, secrets)
    for seat, window in windows.items():
        own = await window.everything()
        assert any(secret in own for secret in secrets.of(seat))
        # Later revelations may be gone before they looked.
        assert {secret for secret in hidden(table, seat) if secret not in own} == set()
    for window in windows.values():
        assert table.record.seed.hex() not in await window.everything()


# Two games that differ only in what one side hides.


def dealt_otherwise(table: Table, seat: Seat) -> list[str]:
    """Rewrite a game's log with the seat's hidden things in another order."""
    state: State = table.state
    squads = [u for u in state.units.values() if isinstance(u, Squad) and u.side == seat and not u.base.out]
    bases = {one.id: other.base for one, other in zip(squads, [*squads[1:], squads[0]], strict=True)}
    cards = [(back, card) for back, card in state.sabotage.items() if card.owner == seat and not card.card.out]
    backs = {one[0]: other[1] for one, other in zip(cards, [*cards[1:], *cards[:1]], strict=True)}

    def anew(event: ev.Event) -> ev.Event:
        if isinstance(event, ev.Mustered):
            dealt = (msgspec.structs.replace(s, base=bases.get(s.id, s.base)) for s in event.squads)
            return msgspec.structs.replace(event, squads=tuple(dealt))
        if isinstance(event, ev.Opened):
            return msgspec.structs.replace(event, sabotage={**event.sabotage, **backs})
        return event

    def line(entry: Entry[object, ev.Event]) -> str:
        return encode(msgspec.structs.replace(entry, events=tuple(map(anew, entry.events)))).decode()

    return [line(entry) for entry in table.log]


def write_log(database: Path, lines: list[str]) -> None:
    with sqlite3.connect(database) as connection:
        connection.executemany(
            "UPDATE entries SET line = ? WHERE n = ?", [(line, n) for n, line in enumerate(lines)]
        )
    connection.close()


LOOKING = (
    "/game board", "/game board at:{hex}", "/game show at place:{hex}", "/game status", "/game hand", "/game log",
    "/game show dice", "/game me orders", "/game news",
    "/game odds order:fire unit:{own} target:{hidden}", "/game why-not order:fire unit:{own} target:{hidden}",
    "/tide fire unit:{own} target:{hidden}", "/game play", "/game show dice file:True",
)  # fmt: skip


def shown(frames: Iterable[str]) -> set[str]:
    """Return all messages and offers in their last state, without numbers."""
    messages: dict[str, Any] = {}
    offered = set()
    for frame in map(json.loads, frames):
        told = frame.get("ok") or {}
        offered |= {numberless(json.dumps(choice)) for choice in told.get("choices", ())}
        come = [frame["data"]] if frame.get("event") in ("MESSAGE_CREATE", "MESSAGE_UPDATE") else []
        for message in (*told.get("messages", ()), *come):
            # Its reply reference is separate. Its edit time is not shown. The page may have asked for the news,
            # quietly, before the player does.
            same = {"referenced_message": None, "edited_timestamp": None, "quiet": False}
            messages[message["id"]] = {**message, **same}
    return offered | {
        numberless(json.dumps(message, separators=(",", ":"), sort_keys=True)) for message in messages.values()
    }


async def look_around(program: Program, window: Window, seat: Seat) -> set[str]:
    """View everything there is, and return all messages and offers, without numbers."""
    table = await program.until(lambda table: table.log)
    units = [unit for unit in table.state.units.values() if isinstance(unit, Squad)]
    own = next(unit for unit in units if unit.side == seat and unit.hex)
    enemy = next(unit for unit in units if unit.side != seat and not unit.base.out)
    named = {"hex": enemy.hex, "own": names.unit(own), "hidden": names.full(enemy)}
    await window.go("headquarters")
    for line in LOOKING:
        await window.answered(line.format(**named))
    async with window.page.expect_download() as download:
        await window.private.locator("a.file").click()
    export = await asyncio.to_thread((await (await download.value).path()).read_text)
    if seat in table.asked():
        for verb in ("fire", "advance"):
            await window.page.get_by_role("textbox", name="Write a message").fill(f"/tide {verb} ")
            await expect(window.page.get_by_role("option").first).to_be_visible()
            await window.page.keyboard.press("Escape")
            await window.page.keyboard.press("Escape")
    await window.everything()
    return {export, *shown(window.heard)}


def numberless(frame: str) -> str:
    """Remove changing parts: message and interaction numbers, moments, signatures."""
    frame = re.sub(r"\b\d{15,}\b|hm=\w+|\"answer\":\d+|\"(id|token|nonce)\":\"[^\"]*\"", "#", frame)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.+Z-]*", "@", frame)


async def test_secrets_that_are_dealt_otherwise_look_the_same(program: Program, opened: Open) -> None:
    windows = await sit_down(program, opened, "kalach")
    table = await play(program, windows, 4)
    seat, other = SOVIET, GERMAN
    await program.stop()
    twin = Program(program.database.with_name("twin.db"))
    twin.port = program.port
    for source in program.database.parent.glob("fieldpost.*db*"):
        shutil.copy(source, source.with_name(source.name.replace("fieldpost", "twin")))
    write_log(twin.database, dealt_otherwise(table, seat))
    seen = []
    for each in (program, twin):
        await each.start()
        window = await opened(each.url, person="Anna")
        heard = await look_around(each, window, other)
        pictures = Counter(window.pictures().values())
        seen.append((heard, pictures, hidden((await each.until(lambda table: table.log)), seat)))
        await each.stop()
    (one, pictures, secrets), (two, others, other_secrets) = seen
    assert secrets != other_secrets
    assert one == two
    assert pictures == others
    assert sum(pictures.values()) > 3
