"""The channels and players of games, to set up a new table for them."""

from __future__ import annotations

from msgspec import Struct

from bot.store import sql
from bot.store.database import Database


class GamePlace(Struct):
    """The guild, the channel and the seated people of a game that is not over."""

    game: int
    title: str
    guild: int
    channel: int
    people: dict[int, str]


async def game_places(database: Database) -> list[GamePlace]:
    """Return the places of all games that are not over."""
    found: dict[int, GamePlace] = {}
    for row in await database.rows(sql.places_of_games):
        place = found.setdefault(row["id"], GamePlace(row["id"], row["title"], row["guild"], row["channel"], {}))
        if row["person"] is not None:
            place.people.setdefault(row["person"], row["seat"])
    return list(found.values())
