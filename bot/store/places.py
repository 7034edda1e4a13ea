"""Where games are played and by whom, for a table that has to be set up again for them."""

from __future__ import annotations

from msgspec import Struct

from bot.store.database import Database

_SQL = """SELECT games.id, games.title, games.guild, games.channel, seats.person, seats.seat
          FROM games JOIN seats ON seats.game = games.id
          WHERE games.status IN ('lobby', 'live') ORDER BY games.id, seats.place"""


class GamePlace(Struct):
    """The guild and the channel of a game that is not over, and the seat of each person in it."""

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
