"""The channels and players of games, to set up a new table for them."""

from __future__ import annotations

from msgspec import Struct

from bot.store.database import Database

_SQL = """SELECT games.id, games.title, games.guild, games.channel, seats.person, seats.seat
          FROM games JOIN seats ON seats.game = games.id
          WHERE games.status IN ('lobby', 'live') ORDER BY games.id, seats.place"""


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
    for game, title, guild, channel, person, seat in await database.rows(_SQL):
        place = found.setdefault(game, GamePlace(game, title, guild, channel, {}))
        if person is not None:
            place.people.setdefault(person, seat)
    return list(found.values())
