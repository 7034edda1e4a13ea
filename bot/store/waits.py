"""The players that games wait for, their warnings and their absences."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.store import sql
from bot.store.database import Database, Row, Transaction


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


def now() -> int:
    """Return the current time in seconds since 1970."""
    return int(time.time())


def owe(transaction: Transaction, game: int, recipes: Iterable[bytes]) -> None:
    """Put recipes into the outbox of a game."""
    rows = [{"game": game, "recipe": recipe.decode(), "since": now()} for recipe in recipes]
    transaction.run_all(sql.owe, rows)


def note(transaction: Transaction, game: int, asked: Collection[Seat], acted: Collection[Seat] = ()) -> None:
    """Note which seats a game waits for, before `games.moved` is set to now.

    A seat that was asked before and has not acted keeps the start of its wait. All other waits start now.
    """
    known = {Seat(row["seat"]) for row in transaction.rows(sql.seats_waited_for, game=game)}
    kept = known & set(asked) - set(acted)
    for seat in known - kept:
        transaction.run(sql.drop_wait, game=game, seat=seat)
    for seat in kept:
        transaction.run(sql.date_wait, game=game, seat=seat)
    transaction.run_all(sql.add_wait, [{"game": game, "seat": seat} for seat in asked if seat not in kept])


def begin_again(transaction: Transaction, game: int) -> None:
    """Restart the waits for all seats of a game, which could not act before."""
    transaction.run(sql.restart_waits, game=game, now=now())


def note_absence(transaction: Transaction, person: int, until: int) -> None:
    """Note that a person is away until a time; 0 means that they are back."""
    moment = now()
    changed = transaction.run(sql.change_absence, person=person, until=max(moment, until), now=moment)
    if not changed and until:
        transaction.run(sql.begin_absence, person=person, since=moment, until=until)


class Waits:
    """The players that games wait for."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of_game(self, game: int) -> list[Wait]:
        """Return the waits of a game."""
        return [_wait(row) for row in await self.database.rows(sql.waits_of_game, game=game)]

    async def long(self, before: float, warnings: int) -> list[Wait]:
        """Return the waits that began before a time and had fewer warnings than this."""
        rows = await self.database.rows(sql.long_waits, before=int(before), warnings=warnings)
        return [_wait(row) for row in rows]

    async def warn(self, wait: Wait, now: float, owed: Iterable[bytes]) -> bool:
        """Note the next warning of a wait, and owe its messages.

        Returns False if the wait is over.
        """
        recipes = tuple(owed)

        def work(transaction: Transaction) -> bool:
            changed = transaction.run(
                sql.note_warning, game=wait.game, seat=wait.seat, warned=wait.warned + 1, now=int(now),
                since=wait.since,
            )  # fmt: skip
            if changed:
                owe(transaction, wait.game, recipes)
            return changed == 1

        return await self.database.write(work)

    async def unnoted(self, before: float) -> list[int]:
        """Return the live games, idle since before a time, that have no noted waits."""
        return [row["id"] for row in await self.database.rows(sql.games_without_waits, before=int(before))]

    async def note(self, game: int, asked: Collection[Seat]) -> None:
        """Note the seats that a game has waited for since its last move."""
        await self.database.write(lambda transaction: note(transaction, game, asked))

    async def absences(self, person: int) -> list[Absence]:
        """Return when a person is and was away."""
        rows = await self.database.rows(sql.absences_of_person, person=person)
        return [Absence(row["since"], row["until"]) for row in rows]
