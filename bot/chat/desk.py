"""One interaction at a time: judge, resolve, write it all down at once, and let who need not be asked go on.

Discord is never awaited here. What people are owed is written with the entries, and sent by the postman.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from bot.chat.table import AnyEntry, House, Table
from bot.chat.words import AnySeen, Malformed, Unclear
from bot.kernel.codec import encode
from bot.kernel.dice import Dice
from bot.kernel.game import By, answer, decide
from bot.kernel.log import Entry, after, drawn, live, undo
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
            first = len(table.log)
            await self._write(table, seat, "person", action, events, dice, interaction)
            self.go_on(table)
            return Done(seat, first, len(table.log) - 1)

    async def open(self, table: Table) -> None:
        """Begin the game of a lobby."""
        async with table.lock:
            if table.record.status != "lobby":
                return
            dice = table.dice()
            record = table.record
            events = tuple(table.game.open(record.scenario, record.options, dice))
            await self._write(table, PUBLIC, "table", None, events, dice, None, status="live", also=(Notice(),))
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
            found = [undo(table.game, table.log, seat) for seat in seats]
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
        await self._commit(table, [entry], table.log.after(back_to), interaction, None)

    async def _write(
        self, table: Table, seat: Seat, by: By, action: Any, events: Sequence[Any], dice: Dice,
        interaction: int | None, status: str | None = None, also: tuple[Recipe, ...] = (),
    ) -> None:  # fmt: skip
        """Write an entry, and with it everything that standing orders and forced moves answer to it at once."""
        state = after(table.game, table.state, events)
        entries: list[AnyEntry] = [Entry(seat, by, action, tuple(events), dice.drawn)]
        while table.game.outcome(state) is None and (more := answer(table.game, state, ())) is not None:
            seat, by, action = more
            entries.append(_answered(table, state, seat, by, action, dice))
            state = after(table.game, state, entries[-1].events)
        if table.game.outcome(state) is not None:
            status = "over"
        await self._commit(table, entries, state, interaction, status, also)

    async def _commit(
        self, table: Table, entries: list[AnyEntry], state: Any, interaction: int | None, status: str | None,
        also: tuple[Recipe, ...] = (),
    ) -> None:  # fmt: skip
        first = len(table.log)
        lines = [(first + i, encode(entry).decode()) for i, entry in enumerate(entries)]
        owed = [encode(recipe) for recipe in (*also, *_owed(table, entries, first))]
        await self.house.games.append(table.record.id, lines, interaction=interaction, owed=owed, status=status)
        if status is not None:
            table.record = msgspec.structs.replace(table.record, status=status)
        table.log.extend(entries, state)
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
            more = await asyncio.to_thread(answer, table.game, table.state, table.computers())
            if more is None:
                return False
            seat, by, action = more
            dice = table.dice()
            entry = _answered(table, table.state, seat, by, action, dice)
            await self._write(table, seat, by, action, entry.events, dice, None)
            return True


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
