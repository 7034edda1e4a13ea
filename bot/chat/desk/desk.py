"""The desk takes one order of a game at a time: it judges, resolves and writes down, and then goes on as far as
nobody need be asked.

Discord is never awaited here. What people are owed is written with the entries, and sent by the postman.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from bot.chat.desk.draft import (
    Draft,
    Make,
    MakePlan,
    Stale,
    Stopped,
    Unchanged,
    Unsure,
    dropped,
    gone_back,
    moved_by_computer,
    opened,
    plan,
    several,
    taken,
)
from bot.chat.desk.names import side
from bot.chat.desk.notes import Change
from bot.chat.desk.order_text import Malformed, Misread
from bot.chat.desk.table import AnyEntry, Notes, Table, Tables
from bot.chat.desk.work import think, whole
from bot.kernel.game import Outcome
from bot.kernel.log import Entry, after
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import PUBLIC, Seat, redact, see
from bot.kit.codec import encode
from bot.kit.instructions import moves
from bot.store.history import undo

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that a computer player waits when its move cannot be written down."""
AGAIN = (1.0, 5.0)
"""Seconds after which a computer player that has failed tries again; when it still fails, the table is told."""
STUCK = """\
⚠️ **The computer finds no move for {side}** after move {move}, and the game waits for it.
➜ {mend}
-# The host finds the reason in the bot's log.\
"""
TOGETHER = """\
Somebody who has not sat anywhere else may take it with `/game join side:{seat}`. You may also go back with \
`/game undo to:`, or let the computer try once more with `/game seat side:{seat} computer:True`.\
"""
ALONE = """\
You may play it yourself with `/game join side:{seat}`; you then see what it hides. \
`/game seat side:{seat} computer:True` gives it back to the computer, or lets the computer try once more. You may \
also go back with `/game undo to:`.\
"""
OVER = Refusal("FP-over", "the game is over", "begin another with /game new")
UNOPENED = Refusal(
    "FP-start",
    "this game cannot be set up: something is wrong with its scenario",
    "choose other options, or leave the table and open another; the host finds the reason in the bot's log",
)
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


class Redraw(Struct, frozen=True, tag="redraw"):
    """A message that tells these entries is owed the pictures that could not be drawn; a letter names its seat."""

    message: int
    first: int
    last: int
    seat: Seat = PUBLIC


class Word(Struct, frozen=True, tag="word"):
    """The public is owed a sentence that follows from no entry; it calls these people."""

    text: str
    calls: tuple[int, ...] = ()


class Reminder(Struct, frozen=True, tag="reminder"):
    """The move has come to a seat whose player has noted something for it."""

    seat: Seat


class Call(Struct, frozen=True, tag="call"):
    """A person is owed a call that they did not want at its time, or has not followed for long."""

    person: int


class Personal(Struct, frozen=True, tag="personal"):
    """A person is owed a sentence by direct message, which follows from no entry."""

    person: int
    text: str


Recipe = News | Letter | Notice | Redraw | Word | Reminder | Call | Personal


class Done(Struct, frozen=True):
    """The action took effect: these entries were written, or none if it was no move."""

    seat: Seat
    first: int
    last: int
    stopped: Stopped | None = None
    """Where it was one of several, and not all were taken."""
    said: str = ""
    """The standing orders that were given, as a sentence."""


class Asked(Struct, frozen=True):
    """The consent is noted; these people are still asked for theirs."""

    people: tuple[int, ...]


class Stranger(Struct, frozen=True):
    """Whoever asked has no seat in this game."""


Reply = Done | Unchanged | Refusal | Misread | Stale | Unsure | Stranger


class Desk:
    """Where every answer is taken: a person's, standing orders', a forced move's, a computer player's."""

    def __init__(self, tables: Tables, wake: Callable[[int], None]) -> None:
        """`wake` is called with a game's number when something is owed for it."""
        self.tables = tables
        self._wake = wake
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._stuck: dict[int, int] = {}
        """By game, how long its log was when the computer found no move."""

    @case("FP-seat", "FP-moved", "FP-over")
    async def act(
        self, table: Table, person: int, make: Make, interaction: int | None, seq: int | None = None,
        *, sure: bool = True,
    ) -> Reply:  # fmt: skip
        """Let a person act. `make` reads their action from what they see; `seq` is the moment that they answer to.

        Unless they are `sure`, they are asked about what the action leaves undone.
        Raises `Repeated` when this interaction has taken effect before.
        """
        return await self._write_down(table, person, interaction, seq, partial(taken, make=make, sure=sure))

    async def act_together(
        self, table: Table, person: int, makes: Sequence[Make], interaction: int | None, seq: int | None = None
    ) -> Reply:
        """Let a person take several actions, until something happens that they could not know."""
        return await self._write_down(table, person, interaction, seq, partial(several, makes=makes))

    @case("FP-plan", "FP-moved", "FP-over")
    async def plan(
        self, table: Table, person: int, make: MakePlan, interaction: int | None, seq: int | None = None,
        number: str | None = None,
    ) -> Reply:  # fmt: skip
        """Let a person leave a plan, made from what they see and from the plan that they have.

        `seq` and `number` are the moment of their button and the number of the plan which it has shown.
        """
        return await self._write_down(table, person, interaction, seq, partial(plan, make=make, number=number))

    async def _write_down(
        self, table: Table, person: int, interaction: int | None, seq: int | None,
        draw_up: Callable[[Table, Seat], Draft | Reply],
    ) -> Reply:  # fmt: skip
        """Write down what is drawn up for the seat of a person, or say why not."""
        async with table.lock:
            if (barred := _barred(table, person, seq, OVER)) is not None:
                return barred
            seat = table.seat_of(person)
            assert seat is not None
            draft = await asyncio.to_thread(draw_up, table, seat)
            if not isinstance(draft, Draft):
                return draft
            first = len(table.log)
            await self._commit(table, draft, interaction)
            return Done(seat, first, len(table.log) - 1, draft.stopped, draft.said)

    @case("FP-note", "FP-over")
    async def note(self, table: Table, person: int, change: Change, interaction: int) -> Reply | None:
        """Let a person change the notes of their seat; returns what is wrong with that.

        Raises `Repeated` when this interaction has taken effect before.
        """
        async with table.lock:
            if (barred := _barred(table, person, None, OVER)) is not None:
                return barred
            seat = table.seat_of(person)
            assert seat is not None
            notes = change(table.notes.get(seat, {}), table.numbered.get(seat, 0))
            if not isinstance(notes, dict):
                return notes
            await self._keep_notes(table, seat, notes, interaction)
            return None

    @whole
    async def _keep_notes(self, table: Table, seat: Seat, notes: Notes, interaction: int) -> None:
        last = max([table.numbered.get(seat, 0), *notes])
        await self.tables.games.keep_notes(table.record.id, seat, notes, last, interaction)
        table.notes[seat], table.numbered[seat] = notes, last

    async def drop_plan(self, table: Table, seat: Seat) -> None:
        """Drop the plan of a seat that is left; whoever calls this has the table's lock."""
        draft = dropped(table, seat)
        if draft is not None:
            await self._commit(table, draft, None)

    async def open(self, table: Table, judge: Callable[[Table], Refusal | None], start: int) -> Refusal | None:
        """Begin the game of a lobby, if nothing is said against it now that nobody else can change the table.

        `start` is the id of its beginning, which goes into the dice.
        """
        async with table.lock:
            refusal = judge(table)
            if refusal is not None:
                return refusal
            table.record = msgspec.structs.replace(table.record, start=start)
            try:
                draft = await think(opened, table)
            except Exception:
                log.exception("game %s cannot be opened", table.record.id)
                return UNOPENED
            await self._commit(table, draft, None, status="live", also=(Notice(),))
            return None

    @case("FP-absent")
    async def call_off(self, table: Table, why: str, interaction: int | None) -> None:
        """End a game without a winner, as its players want; whoever calls this has the table's lock."""
        dice = table.dice()
        events = await asyncio.to_thread(table.game.call_off, table.state, Outcome((), why), dice)
        entry: AnyEntry = Entry(PUBLIC, "table", None, tuple(events), dice.drawn)
        await self._commit(table, Draft([entry], after(table.game, table.state, events), []), interaction)

    async def tell(self, table: Table, text: str) -> None:
        """Let everybody at a table read a sentence, once."""
        await self.tables.games.owe_once(table.record.id, encode(Word(text)))
        self._wake(table.record.id)

    @case("FP-undo", "FP-over")
    async def take_back(self, table: Table, person: int, interaction: int | None, seq: int | None = None) -> Reply:
        """Undo a person's last action, where nothing has come of it yet; `seq` is the moment of their button."""
        async with table.lock:
            if (barred := _barred(table, person, seq, SEED_IS_OUT)) is not None:
                return barred
            found = [undo(table.log, seat) for seat in table.seats_of(person)]
            back_to = next((n for n in found if isinstance(n, int)), None)
            if back_to is None:
                refusal = found[0]
                assert isinstance(refusal, Refusal)
                return refusal
            first, seat = len(table.log), table.log[back_to].seat
            await self._commit(table, gone_back(table, seat, back_to), interaction)
            return Done(seat, first, first)

    @case("FP-rewind", "FP-over")
    async def rewind(
        self, table: Table, person: int, back_to: int, seq: int, interaction: int | None
    ) -> Reply | Asked:
        """Agree to go back to before an entry, at the moment `seq`. The last one who agrees makes it so."""
        async with table.lock:
            if (barred := _barred(table, person, None, SEED_IS_OUT)) is not None:
                return barred
            if seq != len(table.log):
                return Stale()
            if wrong := nowhere(table, back_to):
                return wrong
            held = table.seats_of(person)
            waiting = await self.consent(table, held, back_to, table.people())
            if waiting:
                return Asked(waiting)
            await self._commit(table, gone_back(table, held[0], back_to), interaction)
            return Done(held[0], seq, seq)

    async def consent(
        self, table: Table, held: list[Seat], back_to: int, people: Sequence[int]
    ) -> tuple[int, ...]:
        """Note that these seats agree; returns the people who have not agreed yet."""
        agreed: set[Seat] = set()
        for seat in held:
            agreed = await self.tables.games.consent(table.record.id, len(table.log), back_to, seat)
        done = table.people(agreed)
        return tuple(person for person in people if person not in done)

    async def has_agreed(self, table: Table, person: int, back_to: int) -> bool:
        """Say whether a person has agreed already to go back, so that nobody need be asked again."""
        held = table.seats_of(person)
        agreed = await self.tables.games.consents(table.record.id, len(table.log), back_to)
        return bool(held) and agreed.issuperset(held)

    @whole
    async def _commit(
        self, table: Table, draft: Draft, interaction: int | None, status: str | None = None,
        also: tuple[Recipe, ...] = (),
    ) -> None:  # fmt: skip
        """Write down what has happened, with what is owed for it, and let the table go on from there."""
        entries, first = draft.entries, len(table.log)
        if table.game.outcome(draft.state) is not None:
            status = "over"
        lines = [(first + i, encode(entry).decode()) for i, entry in enumerate(entries)]
        left = [(each.seat, each.number, encode(each).decode()) for each in draft.instructions]
        owed = [encode(recipe) for recipe in (*also, *_owed(table, draft), *_reminders(table, draft))]
        await self.tables.games.append(
            table.record.id, lines, interaction=interaction, owed=owed, status=status,
            start=0 if first else table.record.start, instructions=left,
            asked=_asked(table, draft.state), acted={entry.seat for entry in entries if entry.chosen},
        )  # fmt: skip
        if status is not None:
            table.record = msgspec.structs.replace(table.record, status=status)
        table.log.extend(entries, draft.state, draft.instructions)
        if entries:
            self._wake(table.record.id)
            self.go_on(table)

    def go_on(self, table: Table) -> None:
        """Let the computer players of a table move, in the background, until a person is asked."""
        if not table.computers() or self.thinking(table.record.id):
            return
        task = asyncio.create_task(self._think(table), name=f"computer at table {table.record.id}")
        self._thinking[table.record.id] = task
        task.add_done_callback(lambda task: self._thought(table.record.id, task))

    async def stop(self) -> None:
        """Let no computer player move any more; what it has begun to write down it finishes."""
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)

    def _thought(self, game: int, task: asyncio.Task[None]) -> None:
        if self._thinking.get(game) is task:
            del self._thinking[game]
        self._wake(game)

    def thinking(self, game: int) -> bool:
        """Say whether the computer moves at a table right now."""
        return game in self._thinking and not self._thinking[game].done()

    async def until_idle(self, game: int, seconds: float) -> None:
        """Wait until no computer moves at a table, but no longer than so many seconds."""
        if game in self._thinking:
            await asyncio.wait([self._thinking[game]], timeout=seconds)

    async def _think(self, table: Table) -> None:
        """Let the computer move until a person is asked. Where it fails on and on, tell the table if possible."""
        failures = 0
        while failures <= len(AGAIN) + 1:
            try:
                if failures > len(AGAIN):
                    await self._give_up(table)
                    return
                if not await self._computer_move(table):
                    return
                failures = 0
            except sqlite3.Error as error:
                log.error("game %s: the computer's move cannot be written down: %s", table.record.id, error)
                await asyncio.sleep(PATIENCE)
            except Exception:
                log.exception("the computer player of game %s failed", table.record.id)
                await asyncio.sleep(AGAIN[failures] if failures < len(AGAIN) else 0)
                failures += 1

    def stuck(self, table: Table, seat: Seat) -> bool:
        """Say whether a table waits for a side whose computer player has found no move."""
        given_up = self._stuck.get(table.record.id) == len(table.log)
        return given_up and seat in table.computers() and seat in table.asked()

    async def alone(self, table: Table) -> bool:
        """Say whether only one person has ever sat at a table since its game began."""
        return len(await self.tables.games.sitters(table.record.id)) == 1

    async def _give_up(self, table: Table) -> None:
        """Tell a table that its computer player finds no move, and how the game can go on."""
        self._stuck[table.record.id] = len(table.log)
        move = len(table.log) - 1
        waited_for = [seat for seat in table.asked() if seat in table.computers()]
        mend = ALONE if await self.alone(table) else TOGETHER
        for seat in waited_for:
            told = STUCK.format(side=side(table, seat), move=move, mend=mend.format(seat=seat))
            await self.tell(table, told)

    async def _computer_move(self, table: Table) -> bool:
        """Make one automatic move; the thinking is done outside of the event loop."""
        async with table.lock:
            if table.record.status != "live":
                return False
            draft = await think(moved_by_computer, table)
            if draft is None:
                return False
            await self._commit(table, draft, None)
            return True


def _barred(table: Table, person: int, seq: int | None, over: Refusal) -> Stranger | Refusal | Stale | None:
    """Say why somebody can change nothing at a table; `over` is what they are told when the game is over."""
    if not (held := table.seats_of(person)):
        return Stranger()
    if table.record.status == "over":
        return over
    if seq is not None and not table.is_as_at(seq, held[0]):
        return Stale()
    return None


@case("FP-rewind")
def nowhere(table: Table, back_to: int) -> Malformed | Unchanged | None:
    """Say why a game cannot go back to before an entry; `None` if it can."""
    known, log = moves(table.log), table.log
    if back_to in known[1:]:
        return None
    if known[-1] < back_to < len(log) and log[back_to].back_to is None and log[back_to].plan is None:
        return Unchanged(f"The game has gone back to before move {back_to} already.")
    return Malformed(f"there is no move {back_to} to go back to")


@case("FP-secret")
def _owed(table: Table, draft: Draft) -> list[Recipe]:
    """Work out who is owed what: the public its news, and each seat what looks different to it."""
    if not draft.entries:
        return []
    first = len(table.log)
    last = first + len(draft.entries) - 1
    stopped = {each.seat for each in draft.instructions if each.plan is not None and each.plan.stopped}
    people = [seat.seat for seat in table.seats if seat.person is not None]
    letters = (seat for seat in people if seat in stopped or any(_differs(each, seat) for each in draft.entries))
    return [News(first, last), *(Letter(seat, first, last) for seat in letters)]


def _asked(table: Table, state: Any) -> tuple[Seat, ...] | None:
    """Return the seats that must act at a state, `None` if the title fails to say so."""
    try:
        return tuple(table.game.prompts(see(state, PUBLIC)))
    except Exception:
        log.exception("game %s cannot tell who is asked", table.record.id)
        return None


def _reminders(table: Table, draft: Draft) -> list[Recipe]:
    """Return whose notes are to be shown: those to whom another one gives the move."""
    if not draft.entries or not any(table.notes.values()):
        return []
    asked = set(table.game.prompts(see(draft.state, PUBLIC))) - set(table.asked())
    doer = table.person_at(draft.entries[0].seat)
    return [Reminder(seat) for seat in sorted(asked) if table.notes.get(seat) and table.person_at(seat) != doer]


def _differs(entry: AnyEntry, seat: Seat) -> bool:
    return any(redact(event, seat) != redact(event, PUBLIC) for event in entry.events)
