"""One interaction at a time: judge, resolve, write it all down at once, and let who need not be asked go on.

Discord is never awaited here. What people are owed is written with the entries, and sent by the postman.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from bot.chat.table import AnyEntry, House, Table
from bot.chat.words import AnySeen, Malformed, Unclear
from bot.kernel.codec import encode
from bot.kernel.dice import Dice
from bot.kernel.game import By, answer, decide
from bot.kernel.history import undo
from bot.kernel.log import Entry, after, drawn, live
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import PUBLIC, Seat, redact

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that a computer player waits when its move cannot be written down."""
OVER = Refusal("FP-over", "the game is over", "begin another with /game new")
SEED_IS_OUT = Refusal(
    "FP-over", "the game is over and the seed of its dice is out", "begin another with /game new"
)


class News(Struct, frozen=True, tag="news"):
    """The public is owed these entries."""

    first: int
    last: int


class Letter(Struct, frozen=True, tag="letter"):
    """A seat is owed what these entries show to it and not to the public."""

    seat: Seat
    first: int
    last: int


class Notice(Struct, frozen=True, tag="notice"):
    """The public is owed a new picture of the lobby."""


Recipe = News | Letter | Notice


class Done(Struct, frozen=True):
    """The action took effect: these entries were written."""

    seat: Seat
    first: int
    last: int


class Moved(Struct, frozen=True):
    """The button belongs to a moment that is gone."""


class Stranger(Struct, frozen=True):
    """Who asked has no seat in this game."""


class Course(NamedTuple):
    """What is to be written down: entries, and the state that they lead to."""

    entries: list[AnyEntry]
    state: Any


Reply = Done | Refusal | Malformed | Unclear | Moved | Stranger
Make = Callable[[AnySeen], Any]


class Desk:
    """Where every answer is taken: a person's, standing orders', a forced move's, a computer player's."""

    def __init__(self, house: House, wake: Callable[[int], None]) -> None:
        """`wake` is called with a game's number when something is owed for it."""
        self.house = house
        self._wake = wake
        self._thinking: dict[int, asyncio.Task[None]] = {}

    @case("FP-seat", "FP-moved", "FP-over")
    async def act(
        self, table: Table, person: int, make: Make, interaction: int | None, seq: int | None = None
    ) -> Reply:
        """Let a person act. `make` reads his action from what he sees; `seq` is the moment that he answers to.

        Raises `Repeated` when this interaction has taken effect before.
        """
        async with table.lock:
            seat = table.seat_of(person)
            if seat is None:
                return Stranger()
            if seq is not None and seq != len(table.log):
                return Moved()
            if table.record.status == "over":
                return OVER
            course = await asyncio.to_thread(_taken, table, seat, make)
            if not isinstance(course, Course):
                return course
            first = len(table.log)
            await self._commit(table, course, interaction)
            self.go_on(table)
            return Done(seat, first, len(table.log) - 1)

    async def open(self, table: Table) -> None:
        """Begin the game of a lobby."""
        async with table.lock:
            if table.record.status != "lobby":
                return
            course = await asyncio.to_thread(_opened, table)
            await self._commit(table, course, None, status="live", also=(Notice(),))
            self.go_on(table)

    @case("FP-undo", "FP-over")
    async def take_back(self, table: Table, person: int, interaction: int | None) -> Reply:
        """Undo a person's last action, where nothing has come of it yet."""
        async with table.lock:
            seats = table.seats_of(person)
            if not seats:
                return Stranger()
            if table.record.status == "over":
                return SEED_IS_OUT
            found = [undo(table.log, seat) for seat in seats]
            back_to = next((n for n in found if isinstance(n, int)), None)
            if back_to is None:
                refusal = found[0]
                assert isinstance(refusal, Refusal)
                return refusal
            first = len(table.log)
            await self._go_back(table, table.log[back_to].seat, back_to, interaction)
            return Done(table.log[back_to].seat, first, first)

    @case("FP-rewind", "FP-over")
    async def rewind(self, table: Table, seat: Seat, back_to: int, seq: int, interaction: int | None) -> Reply:
        """Go back to before an entry, when all who must have agreed to it at the moment `seq`."""
        async with table.lock:
            if seq != len(table.log):
                return Moved()
            if table.record.status == "over":
                return SEED_IS_OUT
            if back_to not in live(table.log)[1:]:
                return Malformed(f"there is no move {back_to} to go back to")
            first = len(table.log)
            await self._go_back(table, seat, back_to, interaction)
            self.go_on(table)
            return Done(seat, first, first)

    async def _go_back(self, table: Table, seat: Seat, back_to: int, interaction: int | None) -> None:
        entry: AnyEntry = Entry(seat, "person", back_to=back_to, drawn=drawn(table.log))
        await self._commit(table, Course([entry], table.log.after(back_to)), interaction)

    async def _commit(
        self, table: Table, course: Course, interaction: int | None, status: str | None = None,
        also: tuple[Recipe, ...] = (),
    ) -> None:  # fmt: skip
        """Write down what has happened, with what is owed for it, and let the table go on from there."""
        entries, first = course.entries, len(table.log)
        if table.game.outcome(course.state) is not None:
            status = "over"
        lines = [(first + i, encode(entry).decode()) for i, entry in enumerate(entries)]
        owed = [encode(recipe) for recipe in (*also, *_owed(table, entries, first))]
        await self.house.games.append(table.record.id, lines, interaction=interaction, owed=owed, status=status)
        if status is not None:
            table.record = msgspec.structs.replace(table.record, status=status)
        table.log.extend(entries, course.state)
        self._wake(table.record.id)

    def go_on(self, table: Table) -> None:
        """Let the computer players of a table move, in the background, until a person is asked."""
        if not table.computers() or self.thinking(table.record.id):
            return
        task = asyncio.create_task(self._think(table), name=f"computer at table {table.record.id}")
        self._thinking[table.record.id] = task
        task.add_done_callback(lambda task: self._thought(table.record.id, task))

    def _thought(self, game: int, task: asyncio.Task[None]) -> None:
        if self._thinking.get(game) is task:
            del self._thinking[game]
        self._wake(game)

    def thinking(self, game: int) -> bool:
        """Say whether the computer moves at a table right now."""
        return game in self._thinking and not self._thinking[game].done()

    async def _think(self, table: Table) -> None:
        while True:
            try:
                if not await self._computer_move(table):
                    return
            except sqlite3.Error as error:
                log.error("game %s: the computer's move cannot be written down: %s", table.record.id, error)
                await asyncio.sleep(PATIENCE)
            except Exception:
                log.exception("the computer player of game %s stopped", table.record.id)
                return

    async def _computer_move(self, table: Table) -> bool:
        """Make one automatic move; the thinking is done outside of the event loop."""
        async with table.lock:
            if table.record.status != "live":
                return False
            course = await asyncio.to_thread(_moved, table)
            if course is None:
                return False
            await self._commit(table, course, None)
            return True


# What takes the processor long is done in threads: the one who acts waits for it, and nobody else does.


def _taken(table: Table, seat: Seat, make: Make) -> Course | Refusal | Malformed | Unclear:
    """Let a person take his action, where it can be read and the rules allow it."""
    dice = table.dice()
    try:
        action = make(table.seen(seat))
        if isinstance(action, Malformed | Unclear):
            return action
        events = decide(table.game, table.state, seat, action, dice)
    except msgspec.ValidationError as error:
        return Malformed(str(error))
    if isinstance(events, Refusal):
        return events
    return _course(table, Entry(seat, "person", action, events, dice.drawn), dice)


def _opened(table: Table) -> Course:
    """Set the game up."""
    dice = table.dice()
    events = tuple(table.game.open(table.record.scenario, table.record.options, dice))
    return _course(table, Entry(PUBLIC, "table", None, events, dice.drawn), dice)


def _moved(table: Table) -> Course | None:
    """Let a computer player move, if one is asked."""
    more = answer(table.game, table.state, table.computers())
    if more is None:
        return None
    dice = table.dice()
    return _course(table, _answered(table, table.state, *more, dice), dice)


def _course(table: Table, entry: AnyEntry, dice: Dice) -> Course:
    """Return an entry, and everything that standing orders and forced moves answer to it at once."""
    entries, state = [entry], after(table.game, table.state, entry.events)
    while table.game.outcome(state) is None and (more := answer(table.game, state, ())) is not None:
        entries.append(_answered(table, state, *more, dice))
        state = after(table.game, state, entries[-1].events)
    return Course(entries, state)


def _answered(table: Table, state: Any, seat: Seat, by: By, action: Any, dice: Dice) -> AnyEntry:
    """Resolve an automatic answer. One that the rules refuse is a mistake of ours, and said so."""
    events = decide(table.game, state, seat, action, dice)
    if isinstance(events, Refusal):
        raise RuntimeError(f"game {table.record.id}: {by} answered {action!r}: {events}")
    return Entry(seat, by, action, events, dice.drawn)


@case("FP-secret")
def _owed(table: Table, entries: list[AnyEntry], first: int) -> list[Recipe]:
    """Work out who is owed what: the public its news, and each seat what looks different to it."""
    last = first + len(entries) - 1
    owed: list[Recipe] = [News(first, last)]
    people = [seat.seat for seat in table.seats if seat.person is not None]
    owed += (Letter(seat, first, last) for seat in people if any(_differs(entry, seat) for entry in entries))
    return owed


def _differs(entry: AnyEntry, seat: Seat) -> bool:
    return any(redact(event, seat) != redact(event, PUBLIC) for event in entry.events)
