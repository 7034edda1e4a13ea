"""Somebody who never types: he presses, picks from lists, and pages through them.

What he wants is the computer player's choice; how he says it is found by reading what the panel offers.
"""

from __future__ import annotations

import re
from typing import Any

from bot.chat.order_text import short, write
from bot.chat.table import Table
from bot.kernel.fields import Field, fields
from bot.kernel.game import verb
from bot.local import Message
from bot.titles import titles
from tests.chat.evening import DONE, Player
from tests.match import AnySeen

MOST_PAGES = 40


async def play(player: Player, table: Table) -> Message:
    """Make the next move of whoever is asked, from the last post to "Do it"; returns the answer."""
    seat = table.seat_of(player.id)
    assert seat is not None
    wanted = table.game.play(table.seen(seat))
    return await give(player, table, wanted)


async def give(player: Player, table: Table, wanted: Any) -> Message:
    """Give an order with nothing but buttons and lists."""
    before = len(table.log)
    page = await player.clicks(player.last(), "Your orders")
    if any(part["custom_id"].startswith("fs:verb:") for part in page.selects):
        page = await player.picks(page, "fs:verb:", verb(type(wanted)))
    seat = table.seat_of(player.id)
    assert seat is not None
    page = await fill(player, table.seen(seat), wanted, page)
    page = await player.clicks(page, "Do it")
    assert page.content.startswith(DONE), page.content
    assert table.log[before].action == wanted
    return page


async def fill(player: Player, seen: AnySeen, wanted: Any, page: Message) -> Message:
    """Walk through the fields of an order, required ones as they are asked for, then those that could be added."""
    kind, game = type(wanted), titles()["tide"]
    picked: set[str] = set()
    for _ in range(MOST_PAGES):
        waiting = [part for part in page.selects if _field(kind, part).name not in picked]
        changes = [part for part in waiting if _differs(_field(kind, part), wanted)]
        if changes:
            field = _field(kind, changes[0])
            page = await pick(player, seen, wanted, field, page)
            picked.add(field.name)
        elif f" {write(game, seen, wanted)}`" in page.content:
            return page
        else:
            further = next(label for label in page.labels if label.startswith("More options"))
            page = await player.clicks(page, further)
    raise AssertionError(f"no way to {wanted}: {page.content}")


def _field(kind: type[Any], part: dict[str, Any]) -> Field:
    return fields(kind)[int(part["custom_id"].rpartition(":")[2])]


def _differs(field: Field, wanted: Any) -> bool:
    return field.required or getattr(wanted, field.name) != field.default


async def pick(player: Player, seen: AnySeen, wanted: Any, field: Field, page: Message) -> Message:
    """Find what is wanted in a list, on whichever page of it, and pick it."""
    labels = _labels(player, seen, field, getattr(wanted, field.name))
    at = str(fields(type(wanted)).index(field))
    for _ in range(MOST_PAGES):
        part = next(p for p in page.selects if p["custom_id"].rpartition(":")[2] == at)
        offered = [option["label"] for option in part["options"]]
        if all(label in offered for label in labels):
            alike = [str(option["value"]) for option in part["options"] if option["label"] == labels[0]]
            if len(labels) > 1 or len(alike) == 1:
                return await player.picks(page, part["custom_id"], *labels)
            return await pick_among(player, seen, wanted, field, page, part["custom_id"], alike)
        assert "more" in offered, f"{labels} are not offered among {offered}"
        page = await player.picks(page, part["custom_id"], "more")
    raise AssertionError(f"{labels} are on no page")


async def pick_among(
    player: Player, seen: AnySeen, wanted: Any, field: Field, page: Message, select: str, alike: list[str]
) -> Message:
    """Pick among things that read the same, such as two cards of a kind, until it is the one that is wanted."""
    said = re.search(rf"\b{field.name}:.*?(?= \w+:|$)", write(titles()["tide"], seen, wanted))
    assert said is not None
    for value in alike:
        page = await player.picks(page, select, value)
        if re.search(rf"{re.escape(said[0])}(?= \w+:|`)", page.content):
            return page
    raise AssertionError(f"none of {len(alike)} is {said[0]}")


def _labels(player: Player, seen: AnySeen, field: Field, value: Any) -> list[str]:
    """Return how the panel calls a value: one label, or one for each of several things."""
    game, name = titles()["tide"], field.name.replace("_", " ")
    if field.many and field.is_name:
        return [game.label(seen, field, each)[:100] for each in value]
    if field.many:
        return [", ".join(short(game.label(seen, field, each)) for each in value)[:100]]
    if isinstance(value, bool):
        return [f"{name}: {'yes' if value else 'no'}"]
    if value in ("", 0):
        return [f"{name}: –"]
    return [(game.label(seen, field, value) if field.is_name else str(value))[:100]]
