"""The messages that are due, and those that are overdue."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from bot.chat.desk.desk import Call, Recipe
from bot.chat.desk.rest import rests_until
from bot.chat.posts.outbox import bag_of
from bot.chat.posts.postman import Postman
from bot.chat.posts.stalled import Way
from bot.store.games import Debt, Games

LATEST = 900.0
"""Seconds for which a message may be owed without a known reason.

It may be owed as long after the time of its next attempt. A picture that could not be drawn is tried for ten
minutes.
"""


class Debts(Struct, frozen=True):
    """The messages that are due."""

    number: int = 0
    oldest: float = 0.0
    """Seconds since the oldest of them is owed; 0 if there is none."""
    overdue: tuple[str, ...] = ()
    """The games whose messages should have been sent or tried again, a sentence each."""


async def debts(postman: Postman) -> Debts:
    """Return the messages that are due.

    Posts of parked games and calls of resting players are not due.
    """
    now = time.time()
    due = await _due(postman.tables.games, datetime.fromtimestamp(now, UTC))
    since: dict[Way, float] = {}
    for way, row in due:
        since.setdefault(way, row.since)
    overdue = tuple(_sentence(way) for way in since if _is_overdue(postman, way, since[way], now))
    return Debts(len(due), max((now - each for each in since.values()), default=0.0), overdue)


async def _due(games: Games, now: datetime) -> list[tuple[Way, Debt]]:
    """Return the rows that the postman may send now, oldest first."""
    owed = [(row, msgspec.json.decode(row.recipe, type=Recipe)) for row in await games.debts()]
    resting = await _resting(games, (recipe for _, recipe in owed), now)
    ways = ((row, recipe, (row.game, bag_of(recipe))) for row, recipe in owed)
    return [
        (way, row)
        for row, recipe, way in ways
        if not (row.parked and way[1] == "posts") and not (isinstance(recipe, Call) and recipe.person in resting)
    ]


async def _resting(games: Games, recipes: Iterable[Any], now: datetime) -> set[int]:
    called = {recipe.person for recipe in recipes if isinstance(recipe, Call)}
    return {person for person in called if rests_until(await games.person(person), now) is not None}


def _is_overdue(postman: Postman, way: Way, since: float, now: float) -> bool:
    """Return whether the postman's pauses do not explain the age of a message."""
    if postman.desk is not None and postman.desk.thinking(way[0]):
        return False
    stall = postman.stalled.get(way)
    return now > LATEST + (stall.until if stall is not None else since)


def _sentence(way: Way) -> str:
    game, bag = way
    return f"game {game}: its {bag} are overdue"
