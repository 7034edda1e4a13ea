"""The desk, which takes one order of a game at a time.

It validates, resolves and records the order. Then it continues until a person must decide. It never waits for
Discord: the messages that are owed are stored with the entries, and the postman sends them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from bot.chat.desk import activity
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
from bot.chat.desk.order_text import Malformed, Misread, Unclear
from bot.chat.desk.table import AnyEntry, Aside, Notes, Orders, Table, Tables, in_turn
from bot.chat.desk.work import compute, think, whole
from bot.kernel.game import Outcome
from bot.kernel.log import Entry, after
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import PUBLIC, Seat, redact, see
from bot.kit.codec import encode
from bot.kit.lessons import LEARNED
from bot.store.database import Conflict, InDoubt, StoreError
from bot.store.games import GameRecord, KeptList
from bot.store.history import undo

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds before a computer player retries a move that cannot be stored."""
ELSEWHERE = 0.5
"""Seconds between two looks at a game whose computer moves in another process."""
AGAIN = (1.0, 5.0)
"""Seconds before each retry of a computer player, which ends with a warning."""
STUCK = """\
⚠️ **The computer finds no move for {side}** after move {move}, and the game waits for it.
➜ {mend}
-# The host finds the reason in the bot's log.\
"""
TOGETHER = """\
A player without another seat in this game may take it with `/game join side:{seat}`. You may also go back with \
`/game undo to:`, or let the computer try once more with `/game table seat side:{seat} computer:True`.\
"""
ALONE = """\
You may play it yourself with `/game join side:{seat}`; you then see its secrets. \
`/game table seat side:{seat} computer:True` gives it back to the computer, or lets the computer try once more. \
You may also go back with `/game undo to:`.\
"""
OVER = Refusal("FP-over", "the game is over", "begin another with /game new")
UNOPENED = Refusal(
    "FP-start",
    "this game cannot be set up: something is wrong with its scenario",
    "choose other options, or leave the table and open another; the host finds the reason in the bot's log",
)
SEED_IS_OUT = Refusal(
    "FP-over", "the game is over and the seed of its dice is published", "begin another with /game new"
)


class News(Struct, frozen=True, tag="news"):
    """The public is owed these entries."""

    first: int
    last: int


class Letter(Struct, frozen=True, tag="letter"):
    """A seat is owed the part of these entries that the public does not see."""

    seat: Seat
    first: int
    last: int


class Notice(Struct, frozen=True, tag="notice"):
    """The public is owed a new picture of the lobby."""


class Redraw(Struct, frozen=True, tag="redraw"):
    """A message about these entries is owed the pictures that could not be drawn.

    If the message is a letter, `seat` is its reader.
    """

    message: int
    first: int
    last: int
    seat: Seat = PUBLIC


class Word(Struct, frozen=True, tag="word"):
    """The public is owed a sentence that belongs to no entry; it calls these people."""

    text: str
    calls: tuple[int, ...] = ()


class Reminder(Struct, frozen=True, tag="reminder"):
    """A seat has the move, and its player has written notes for it."""

    seat: Seat


class Call(Struct, frozen=True, tag="call"):
    """A person is owed a call, which was delayed or has had no answer for long."""

    person: int


class Personal(Struct, frozen=True, tag="personal"):
    """A person is owed a sentence by direct message, which belongs to no entry."""

    person: int
    text: str


Recipe = News | Letter | Notice | Redraw | Word | Reminder | Call | Personal


class Done(Struct, frozen=True):
    """The action took effect: these entries were written, or none if it was no move."""

    seat: Seat
    first: int
    last: int
    stopped: Stopped | None = None
    """The reason if only some of several orders were taken."""
    said: str = ""
    """The standing orders that were given, as a sentence."""


class Asked(Struct, frozen=True):
    """The consent is noted. The game still waits for the consent of these people."""

    people: tuple[int, ...]


class Stranger(Struct, frozen=True):
    """The person has no seat in this game."""


Reply = Done | Unchanged | Refusal | Misread | Stale | Unsure | Stranger
_REFUSALS: dict[type[Any], str] = {
    Refusal: "rule", Malformed: "misread", Unclear: "misread", Stale: "outdated", Stranger: "stranger",
}  # fmt: skip
"""How `activity.REFUSALS` calls the replies that refuse an order."""
P = ParamSpec("P")
R = TypeVar("R")


def _noted(
    take: Callable[Concatenate[Desk, Table, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[Desk, Table, P], Coroutine[Any, Any, R]]:
    """Note the result of an order as an activity.

    Plans and standing orders are not noted, because nobody else can know that they exist.
    """

    @wraps(take)
    async def taken_down(desk: Desk, table: Table, /, *args: P.args, **kwargs: P.kwargs) -> R:
        began = time.monotonic()
        reply = await take(desk, table, *args, **kwargs)
        if activity.is_followed():
            _note(table, reply, time.monotonic() - began)
        return reply

    return taken_down


def _note(table: Table, reply: object, seconds: float) -> None:
    title, game = table.record.title, table.record.id
    if isinstance(reply, Done):
        entries = (table.log[n] for n in range(reply.first, reply.last + 1))
        orders = sum(entry.by == "person" and entry.back_to is None for entry in entries)
        if orders:
            activity.note(activity.OrderTaken(title, game, reply.last, orders, seconds))
    elif kind := _REFUSALS.get(type(reply)):
        activity.note(activity.OrderRefused(title, game, kind, seconds))


class Desk:
    """Takes every move of a game.

    Moves come from people, standing orders and computer players, or are forced.
    """

    def __init__(self, tables: Tables, wake: Callable[[int], None]) -> None:
        """`wake` is called with a game's number when it has unsent messages."""
        self.tables = tables
        self._wake = wake
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._stuck: dict[int, tuple[int, int]] = {}
        """By game, the length of its log and its revision when the computer found no move."""

    @case("FP-seat", "FP-moved", "FP-over")
    async def act(
        self, table: Table, person: int, make: Make, interaction: int | None, seq: int | None = None,
        *, sure: bool = True, asked: Unsure | None = None,
    ) -> Reply:  # fmt: skip
        """Take an action of a person.

        `make` reads the action from the state that the person sees. `seq` is the moment that they answer. Unless
        they are `sure`, the reply may ask about things that the action leaves undone. The same action again
        answers what they were `asked`. Raises `Repeated` if this interaction has taken effect before.
        """
        draw_up = partial(taken, make=make, sure=sure, asked=asked)
        return await self._write_down(table, person, interaction, seq, draw_up)

    async def act_together(
        self, table: Table, person: int, makes: Sequence[Make], interaction: int | None, seq: int | None = None,
        *, asked: Unsure | None = None,
    ) -> Reply:  # fmt: skip
        """Take several actions of a person, until something unforeseen happens.

        The first of them can answer what the person was `asked`.
        """
        return await self._write_down(table, person, interaction, seq, partial(several, makes=makes, asked=asked))

    @case("FP-plan", "FP-moved", "FP-over")
    async def plan(
        self, table: Table, person: int, make: MakePlan, interaction: int | None, seq: int | None = None,
        number: str | None = None,
    ) -> Reply:  # fmt: skip
        """Replace the plan of a person.

        `make` makes the plan from the state that the person sees and from their current plan. `seq` and `number`
        are the moment of their button and the number of the plan that it showed.
        """
        return await self._write_down(table, person, interaction, seq, partial(plan, make=make, number=number))

    @_noted
    @in_turn
    async def _write_down(
        self, table: Table, person: int, interaction: int | None, seq: int | None,
        draw_up: Callable[[Table, Seat], Draft | Reply],
    ) -> Reply:  # fmt: skip
        """Store the draft for a person's seat, or return why it is not possible."""
        if (barred := _barred(table, person, seq, OVER)) is not None:
            return barred
        seat = table.seat_of(person)
        assert seat is not None
        draft = await compute(draw_up, table, seat)
        if not isinstance(draft, Draft):
            return draft
        first = len(table.log)
        await self._commit(table, draft, interaction)
        return Done(seat, first, len(table.log) - 1, draft.stopped, draft.said)

    @_noted
    @case("FP-note", "FP-over")
    @in_turn
    async def note(self, table: Table, person: int, change: Change, interaction: int) -> Reply | None:
        """Change the notes of a person's seat. Returns the error, or None.

        Raises `Repeated` if this interaction has taken effect before.
        """
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
        record = table.record
        await self.tables.games.keep_notes(record.id, seat, notes, last, interaction, revision=record.revision)
        table.advance()
        table.notes[seat], table.numbered[seat] = notes, last

    @in_turn
    async def lay_aside(self, table: Table, seat: Seat, orders: Orders) -> None:
        """Replace the queued orders of a seat."""
        await self._keep_list(table, seat, Aside(len(table.log), orders))

    @whole
    async def _keep_list(self, table: Table, seat: Seat, aside: Aside) -> None:
        record, kept = table.record, KeptList(seat, aside.since, encode(aside.orders).decode())
        await self.tables.games.keep_list(record.id, kept, revision=record.revision)
        table.advance()
        table.aside[seat] = aside

    @in_turn
    async def leave_lesson(self, table: Table) -> None:
        """End a lesson that its only player leaves for another."""
        if table.record.status == "live":
            await self.call_off(table, "The lesson was left before its end.", None)

    async def drop_plan(self, table: Table, seat: Seat) -> None:
        """Drop the plan of a seat that its player leaves. The caller holds the lock."""
        draft = dropped(table, seat)
        if draft is not None:
            await self._commit(table, draft, None)

    @in_turn
    async def open(self, table: Table, judge: Callable[[Table], Refusal | None], start: int) -> Refusal | None:
        """Begin the game of a lobby, unless `judge` refuses.

        `judge` is called under the table's lock. `start` is the id of the press, which is part of the dice.
        """
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
        """End a game without a winner, as its players want. The caller holds the lock."""
        dice = table.dice()
        events = await compute(table.game.call_off, table.state, Outcome((), why), dice)
        entry: AnyEntry = Entry(PUBLIC, "table", None, tuple(events), dice.drawn)
        await self._commit(table, Draft([entry], after(table.game, table.state, events), []), interaction)

    async def tell(self, table: Table, text: str) -> None:
        """Post a sentence at a table, once."""
        await self.tables.games.owe_once(table.record.id, encode(Word(text)))
        self._wake(table.record.id)

    @_noted
    @case("FP-undo", "FP-over")
    @in_turn
    async def take_back(self, table: Table, person: int, interaction: int | None, seq: int | None = None) -> Reply:
        """Undo a person's last action, if it has had no consequences yet.

        `seq` is the moment of their button.
        """
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

    @_noted
    @case("FP-rewind", "FP-over")
    @in_turn
    async def rewind(
        self, table: Table, person: int, back_to: int, seq: int, interaction: int | None
    ) -> Reply | Asked:
        """Agree to go back to before an entry, at the moment `seq`.

        The game goes back once all its people have agreed.
        """
        if (barred := _barred(table, person, None, SEED_IS_OUT)) is not None:
            return barred
        if not table.is_as_at(seq, PUBLIC):
            return Stale()
        if wrong := nowhere(table, back_to):
            return wrong
        held, now = table.seats_of(person), len(table.log)
        waiting = await self.consent(table, held, back_to, table.people())
        if waiting:
            return Asked(waiting)
        await self._commit(table, gone_back(table, held[0], back_to), interaction)
        return Done(held[0], now, now)

    async def consent(
        self, table: Table, held: list[Seat], back_to: int, people: Sequence[int]
    ) -> tuple[int, ...]:
        """Note that these seats agree. Returns the people who have not agreed yet."""
        agreed: set[Seat] = set()
        for seat in held:
            agreed = await self.tables.games.consent(table.record.id, table.publicly_since, back_to, seat)
        return _without(people, table.people(agreed))

    async def still_asked(self, table: Table, back_to: int, people: Sequence[int]) -> tuple[int, ...]:
        """Return those of some people who have not agreed yet to go back."""
        agreed = await self.tables.games.consents(table.record.id, table.publicly_since, back_to)
        return _without(people, table.people(agreed))

    @whole
    async def _commit(
        self, table: Table, draft: Draft, interaction: int | None, status: str | None = None,
        also: tuple[Recipe, ...] = (),
    ) -> None:  # fmt: skip
        """Store a draft with the messages that it owes, and continue the game from it."""
        entries, first = draft.entries, len(table.log)
        options = {**table.record.options, LEARNED: "yes"}
        if table.game.outcome(draft.state) is not None:
            status = "over"
        lines = [(first + i, encode(entry).decode()) for i, entry in enumerate(entries)]
        left = [(each.seat, each.number, encode(each).decode()) for each in draft.instructions]
        owed = [encode(recipe) for recipe in (*also, *_owed(table, draft), *_reminders(table, draft))]
        try:
            await self.tables.games.append(
                table.record.id, lines, interaction=interaction, owed=owed, status=status,
                start=0 if first else table.record.start, instructions=left,
                asked=_asked(table, draft.state), acted={entry.seat for entry in entries if entry.chosen},
                options=options if draft.learned else None, revision=table.record.revision,
            )  # fmt: skip
        except (Conflict, InDoubt):
            table.outdated = True
            raise
        changed: dict[str, Any] = {"options": options} if draft.learned else {}
        table.advance(**changed, **({"status": status} if status is not None else {}))
        table.log.extend(entries, draft.state, draft.instructions)
        for n in range(first, len(table.log)):
            activity.note(activity.EntryWritten(table.record.title, table.record.id, n))
        if entries:
            self._wake(table.record.id)
            self.go_on(table)

    def go_on(self, table: Table) -> None:
        """Start the moves of a table's computer players in the background.

        They move until a person must decide.
        """
        if not table.computers() or self.thinking(table.record.id):
            return
        task = asyncio.create_task(self._think(table), name=f"computer at table {table.record.id}")
        self._thinking[table.record.id] = task
        task.add_done_callback(lambda task: self._thought(table.record.id, task))

    async def stop(self) -> None:
        """Stop all computer players. They finish the writes that they have begun."""
        thoughts = self.thoughts
        for task in thoughts:
            task.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)

    def _thought(self, game: int, task: asyncio.Task[None]) -> None:
        if self._thinking.get(game) is task:
            del self._thinking[game]
        self._wake(game)

    @property
    def thoughts(self) -> list[asyncio.Task[None]]:
        """The computer players that move right now."""
        return [task for task in self._thinking.values() if not task.done()]

    def thinking(self, game: int) -> bool:
        """Return whether the computer moves at a table right now."""
        return game in self._thinking and not self._thinking[game].done()

    async def until_idle(self, game: int, seconds: float) -> None:
        """Wait until no computer moves at a table, for at most `seconds`."""
        if game in self._thinking:
            await asyncio.wait([self._thinking[game]], timeout=seconds)

    async def _think(self, table: Table) -> None:
        """Let the computer move here or in another process, until a person must decide."""
        game = table.record.id
        while True:
            try:
                async with self.tables.games.database.duties.on_duty("computer", game) as on_duty:
                    if on_duty:
                        await self._think_here(table)
                        return
                table = await self.tables.table(game) or table
                if not table.computers() & set(table.asked()):
                    return
            except StoreError as error:
                log.error("game %s: the computer cannot move: %s", game, error)
            await asyncio.sleep(ELSEWHERE)

    async def _think_here(self, table: Table) -> None:
        """Let the computer move until a person must decide.

        If it fails repeatedly, the table gets a message if possible.
        """
        failures = 0
        while failures <= len(AGAIN) + 1:
            try:
                if failures > len(AGAIN):
                    await self._give_up(table)
                    return
                table = await self.tables.table(table.record.id) or table
                if not await self._computer_move(table):
                    return
                failures = 0
            except StoreError as error:
                log.error("game %s: the computer's move cannot be written down: %s", table.record.id, error)
                await asyncio.sleep(PATIENCE)
            except Exception:
                log.exception("the computer player of game %s failed", table.record.id)
                await asyncio.sleep(AGAIN[failures] if failures < len(AGAIN) else 0)
                failures += 1

    def has_given_up(self, record: GameRecord) -> bool:
        """Return whether a computer player has found no move in a game as it is."""
        return self._stuck.get(record.id, (0, -1))[1] == record.revision

    def stuck(self, table: Table, seat: Seat) -> bool:
        """Return whether a table waits for a computer player that has found no move."""
        given_up = self._stuck.get(table.record.id, (-1, 0))[0] == len(table.log)
        return given_up and seat in table.computers() and seat in table.asked()

    async def alone(self, table: Table) -> bool:
        """Return whether only one person has ever sat at a table since its game began."""
        return len(await self.tables.games.sitters(table.record.id)) == 1

    async def _give_up(self, table: Table) -> None:
        """Post that the computer player finds no move, and how the game can continue."""
        self._stuck[table.record.id] = (len(table.log), table.record.revision)
        move = len(table.log) - 1
        waited_for = [seat for seat in table.asked() if seat in table.computers()]
        mend = ALONE if await self.alone(table) else TOGETHER
        for seat in waited_for:
            told = STUCK.format(side=side(table, seat), move=move, mend=mend.format(seat=seat))
            await self.tell(table, told)

    @in_turn
    async def _computer_move(self, table: Table) -> bool:
        """Make one automatic move, and compute it outside of the event loop."""
        if table.record.status != "live":
            return False
        draft = await think(moved_by_computer, table)
        if draft is None:
            return False
        await self._commit(table, draft, None)
        return True


def _barred(table: Table, person: int, seq: int | None, over: Refusal) -> Stranger | Refusal | Stale | None:
    """Return why a person can change nothing at a table, or None if they can.

    `over` is the refusal if the game is over.
    """
    if not (held := table.seats_of(person)):
        return Stranger()
    if table.record.status == "over":
        return over
    if seq is not None and not table.is_as_at(seq, held[0]):
        return Stale()
    return None


def _without(people: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    return tuple(person for person in people if person not in others)


@case("FP-rewind")
def nowhere(table: Table, back_to: int) -> Malformed | Unchanged | None:
    """Return why a game cannot go back to before an entry, or None if it can."""
    known, log = table.log.moves, table.log
    if back_to in known[1:]:
        return None
    if known[-1] < back_to < len(log) and log[back_to].back_to is None and log[back_to].plan is None:
        return Unchanged(f"The game has gone back to before move {back_to} already.")
    return Malformed(f"there is no move {back_to} to go back to")


@case("FP-secret")
def _owed(table: Table, draft: Draft) -> list[Recipe]:
    """Return the messages that are owed for a draft.

    The public gets news, and each seat gets a letter if the entries look different to it. A lesson sends its only
    player no letters.
    """
    if not draft.entries:
        return []
    first = len(table.log)
    last = first + len(draft.entries) - 1
    stopped = {each.seat for each in draft.instructions if each.plan is not None and each.plan.stopped}
    people = [seat.seat for seat in table.seats if seat.person is not None and table.lesson is None]
    letters = (seat for seat in people if seat in stopped or any(_differs(each, seat) for each in draft.entries))
    return [News(first, last), *(Letter(seat, first, last) for seat in letters)]


def _asked(table: Table, state: Any) -> tuple[Seat, ...] | None:
    """Return the seats that must act in a state, or None if the title fails."""
    try:
        return tuple(table.game.prompts(see(state, PUBLIC)))
    except Exception:
        log.exception("game %s: cannot find the seats that are asked", table.record.id)
        return None


def _reminders(table: Table, draft: Draft) -> list[Recipe]:
    """Return reminders for the seats with notes that get the move from another player."""
    if not draft.entries or not any(table.notes.values()):
        return []
    asked = set(table.game.prompts(see(draft.state, PUBLIC))) - set(table.asked())
    doer = table.person_at(draft.entries[0].seat)
    return [Reminder(seat) for seat in sorted(asked) if table.notes.get(seat) and table.person_at(seat) != doer]


def _differs(entry: AnyEntry, seat: Seat) -> bool:
    return any(redact(event, seat) != redact(event, PUBLIC) for event in entry.events)
