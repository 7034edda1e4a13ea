"""The players that games wait for, their warnings and their absences."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.store.database import Database, Row

NOW = "CAST(strftime('%s', 'now') AS INTEGER)"
"""The current time in SQL, in seconds since 1970."""
OWE = f"INSERT INTO outbox (game, recipe, since) VALUES (?, ?, {NOW})"
"""Puts a recipe into the outbox of a game."""
_SINCE = "CASE waits.since WHEN 0 THEN games.moved ELSE waits.since END"
_WAITS = f"""SELECT waits.game, waits.seat, seats.person, {_SINCE} AS since, waits.warned, waits.warned_at
             FROM waits JOIN games ON games.id = waits.game
             JOIN seats ON seats.game = waits.game AND seats.seat = waits.seat
             WHERE games.status = 'live' AND games.moved > 0 AND games.parked = '' AND seats.person IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.game = games.id AND message IS NULL
                             AND recipe LIKE '{{"type":"news"%')"""
"""A wait counts only after the bot has posted the story that calls the player."""
_WARNED = f"""UPDATE waits SET warned = ?3, warned_at = ?4 WHERE game = ?1 AND seat = ?2 AND warned = ?3 - 1
              AND ?5 = (SELECT {_SINCE} FROM games WHERE games.id = waits.game)"""


class Wait(Struct, frozen=True):
    """A live game waits for the person in a seat."""

    game: int
    seat: Seat
    person: int
    since: int
    """When the person was called, or last acted, in seconds since 1970."""
    warned: int = 0
    """The number of warnings that were owed to them since then."""
    warned_at: int = 0


class Absence(Struct, frozen=True):
    """A person is away between two times."""

    since: int
    until: int


def _wait(row: Row) -> Wait:
    return Wait(
        row["game"], Seat(row["seat"]), row["person"], row["since"], row["warned"], row["warned_at"]
    )  # fmt: skip


def note(connection: sqlite3.Connection, game: int, asked: Collection[Seat], acted: Collection[Seat] = ()) -> None:
    """Note which seats a game waits for, before `games.moved` is set to now.

    A seat that was asked before and has not acted keeps the start of its wait. All other waits start now.
    """
    known = {Seat(row[0]) for row in connection.execute("SELECT seat FROM waits WHERE game = ?", (game,))}
    kept = known & set(asked) - set(acted)
    for seat in known - kept:
        connection.execute("DELETE FROM waits WHERE game = ? AND seat = ?", (game, seat))
    for seat in kept:
        connection.execute(
            "UPDATE waits SET since = (SELECT moved FROM games WHERE id = ?1)"
            " WHERE game = ?1 AND seat = ?2 AND since = 0",
            (game, seat),
        )
    new = [(game, seat) for seat in asked if seat not in kept]
    connection.executemany("INSERT INTO waits (game, seat) VALUES (?, ?)", new)


def begin_again(connection: sqlite3.Connection, game: int, seat: Seat | None = None) -> None:
    """Restart the wait for a seat or for all seats, which could not act before."""
    connection.execute(
        f"UPDATE waits SET since = {NOW}, warned = 0, warned_at = 0 WHERE game = ?1 AND (?2 IS NULL OR seat = ?2)",
        (game, seat),
    )


def note_absence(connection: sqlite3.Connection, person: int, until: int) -> None:
    """Note that a person is away until a time; 0 means that they are back."""
    ended = f"UPDATE absences SET until = max({NOW}, ?2) WHERE person = ?1 AND until > {NOW}"
    if connection.execute(ended, (person, until)).rowcount == 0 and until:
        begun = f"INSERT INTO absences (person, since, until) VALUES (?, {NOW}, ?)"
        connection.execute(begun, (person, until))


class Waits:
    """The players that games wait for."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of_game(self, game: int) -> list[Wait]:
        """Return the waits of a game."""
        return [_wait(row) for row in await self.database.rows(f"{_WAITS} AND games.id = ?", (game,))]

    async def long(self, before: float, warnings: int) -> list[Wait]:
        """Return the waits that began before a time and had fewer warnings than this."""
        sql = f"{_WAITS} AND {_SINCE} <= ? AND waits.warned < ?"
        return [_wait(row) for row in await self.database.rows(sql, (before, warnings))]

    async def warn(self, wait: Wait, now: float, owed: Iterable[bytes]) -> bool:
        """Note the next warning of a wait, and owe its messages.

        Returns False if the wait is over.
        """
        recipes = [(wait.game, recipe.decode()) for recipe in owed]

        def work(connection: sqlite3.Connection) -> bool:
            row = (wait.game, wait.seat, wait.warned + 1, int(now), wait.since)
            noted = connection.execute(_WARNED, row).rowcount == 1
            if noted:
                connection.executemany(OWE, recipes)
            return noted

        return await self.database.write(work)

    async def unnoted(self, before: float) -> list[int]:
        """Return the live games, idle since before a time, that have no noted waits."""
        sql = """SELECT id FROM games WHERE status = 'live' AND moved BETWEEN 1 AND ?
                 AND NOT EXISTS (SELECT 1 FROM waits WHERE waits.game = games.id)"""
        return [row["id"] for row in await self.database.rows(sql, (before,))]

    async def note(self, game: int, asked: Collection[Seat]) -> None:
        """Note the seats that a game has waited for since its last move."""
        await self.database.write(lambda connection: note(connection, game, asked))

    async def absences(self, person: int) -> list[Absence]:
        """Return when a person is and was away."""
        rows = await self.database.rows("SELECT since, until FROM absences WHERE person = ?", (person,))
        return [Absence(row["since"], row["until"]) for row in rows]
