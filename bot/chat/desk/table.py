"""A game in memory: its record, its seats, its log and its state."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import zlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from bot.chat.desk.guard import guarded
from bot.chat.desk.order_text import AnyGame, AnySeen
from bot.chat.desk.recent import remember
from bot.kernel.dice import SeededDice, commitment, key
from bot.kernel.game import Option, Outcome, Prompt, Scenario, verb
from bot.kernel.log import Entry, drawn, live
from bot.kernel.rule import case
from bot.kernel.secret import PUBLIC, Seat, Seen, see
from bot.kit.codec import UNREADABLE, decode_instruction, decode_orders, decode_state, encode
from bot.kit.instructions import STANDING, Instruction
from bot.kit.lessons import LEARNED, LESSON, Lesson, SetDice, Step, requested
from bot.store.database import StoreError
from bot.store.games import ANY, Contents, GameRecord, Games, KeptState, Outdated, SeatRecord
from bot.store.history import History
from bot.titles import edition, lessons
from render import Picture

AnyEntry = Entry[Any, Any]
AnyInstruction = Instruction[Any, Any]
AnyHistory = History[Any, Any, Any]
log = logging.getLogger(__name__)
P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="HasTables")
KEPT = 24
"""The number of moments at which a table knows the seats that had to act."""

HINTS = Option("hints", "Whether players may ask with /game hint what the computer would do.", ("yes", "no"))
"""An option of every table."""
DICE = Option("dice", "Whether the dice of a fight roll in its picture before they lie.", ("plain", "rolling"))
"""Another one."""


def offered_options(scenario: Scenario) -> tuple[Option, ...]:
    """Return the options of a scenario, and the options that every game has."""
    return (*scenario.options, HINTS, DICE)


Orders = tuple[tuple[Any, str], ...]
"""Orders, each with the sentence that says it."""


Notes = dict[int, str]
"""A player's private notes, by number."""


class Aside(NamedTuple):
    """Orders that a seat has laid aside, and how long the log was then."""

    since: int = 0
    orders: Orders = ()


class Absence(NamedTuple):
    """The moves since the last own one of a reader, up to a move.

    They have events and were not undone. `back` are the moves before which the game went back.
    """

    since: int
    until: int
    moves: tuple[int, ...] = ()
    back: tuple[int, ...] = ()


class Table:
    """One game. Changes need its lock, and never wait for Discord while they hold it."""

    def __init__(self, record: GameRecord, game: AnyGame, seats: list[SeatRecord], log: AnyHistory) -> None:
        self.record = record
        self.game = game
        self.seats = seats
        self.log = log
        self.lock = asyncio.Lock()
        self.told: OrderedDict[tuple[int, Seat], Any] = OrderedDict()
        """The stories of the latest entries; see `narrative.tell`."""
        self._seen: tuple[Any, dict[Seat, AnySeen]] = (None, {})
        """The current state as each seat sees it, always as the same object."""
        self._asked_after: OrderedDict[int, frozenset[Seat]] = OrderedDict()
        """The seats that had to act after the latest numbers of entries."""
        self._since: dict[Seat, tuple[int, int]] = {}
        """For each seat, the length of the log at the last query, and its `since` value."""
        self.surveyed: tuple[int, dict[int, str]] = (0, {})
        """The number of entries searched for phases, and the result; see `landmarks`."""

        self.absences: dict[tuple[tuple[Seat, ...], tuple[str, ...]], Absence] = {}
        """The absences of seats, by the origins of their own moves; see `news`."""
        self.aside: dict[Seat, Aside] = {}
        """The queued orders of seats."""
        self.notes: dict[Seat, Notes] = {}
        """The private notes of players."""
        self.numbered: dict[Seat, int] = {}
        """The highest number that a note of theirs has had."""
        self.map: tuple[tuple[int, str], Picture] | None = None
        """The last public map until it is sent, with its entry's number and palette."""
        self.outdated = False
        """Whether the store may hold entries that memory lacks."""

    @property
    def state(self) -> Any:
        """The state that the log has led to."""
        return self.log.state

    @property
    def commitment(self) -> str:
        """The hash of the seed, which was posted before the game."""
        return commitment(self.record.seed)

    @property
    def moment(self) -> str:
        """The moment of a lobby button; it changes with options and when the game begins."""
        return f"{len(self.log)}.{zlib.crc32(encode(sorted(self.record.options.items()))):x}"

    @case("FP-moved")
    def since(self, seat: Seat) -> int:
        """Return the length of the log when the view of a seat's player last changed.

        A button is made for this moment. It reveals nothing, because no secret of other players changes it.
        """
        person = self.person_at(seat)
        return max(map(self._alike_since, [seat] if person is None else self.seats_of(person)))

    @property
    def publicly_since(self) -> int:
        """The moment of a question to all players, which no secret move ends or counts."""
        return self.since(PUBLIC)

    def _alike_since(self, seat: Seat) -> int:
        now = len(self.log)
        known, since = self._since.get(seat, (0, 0))
        if known == now:
            return since
        seen, at = see(self.log.after(now), seat), now
        while at > known and at > 1 and see(self.log.after(at - 1), seat) == seen:
            at -= 1
        since = since if at == known else at
        self._since[seat] = (now, since)
        return since

    def is_as_at(self, moment: int, seat: Seat) -> bool:
        """Return whether a player's view and prompt are the same as at a moment."""
        return self.since(seat) <= moment <= len(self.log)

    def plan_number(self, seat: Seat) -> int:
        """Return the number of changes to a seat's plan, which marks outdated buttons."""
        return sum(each.plan is not None for each in self.log.instructions.get(seat, ()))

    @property
    def words(self) -> dict[Seat, str]:
        """The words of luck, by seat."""
        return {seat.seat: seat.word for seat in self.seats}

    def dice(self) -> SeededDice:
        """Return the game's dice, ready for the next draw."""
        if self.lesson is not None:
            return SetDice(drawn(self.log))
        return SeededDice(key(self.record.seed, self.words, self.record.start), drawn(self.log))

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that the game is."""
        return lessons(self.record.title).get(self.record.options.get(LESSON, ""))

    def step_number(self, entries: int | None = None) -> int:
        """Return the number of steps that were taken when the log had this many entries."""
        numbers = self.log.moves if entries is None or entries == len(self.log) else live(self.log[:entries])
        return sum(self.log[n].by == "person" for n in numbers)

    def step(self, entries: int | None = None) -> Step | None:
        """Return the step that waits now, or waited after this many entries."""
        taken = self.step_number(entries) if self.lesson is not None else 0
        return self.lesson.steps[taken] if self.lesson is not None and taken < len(self.lesson.steps) else None

    def prompts(self, seen: AnySeen, entries: int | None = None) -> Mapping[Seat, Prompt]:
        """Return the questions that are asked, by seat; a lesson asks its own."""
        asked, lesson, step = self.game.prompts(seen), self.lesson, self.step(entries)
        if lesson is None or step is None or Seat(lesson.side) not in asked:
            return asked
        text = f"{self._number(lesson, entries)}\n{step.text}\n{requested(step)}"
        return {seat: replace(prompt, text=text) for seat, prompt in asked.items()}

    def asks(self) -> str:
        """Return the request of a lesson's step without its explanation; "" if none waits."""
        lesson, step = self.lesson, self.step()
        if lesson is None or step is None or self.outcome() is not None:
            return ""
        return f"{self._number(lesson)}\n{requested(step)}"

    def _number(self, lesson: Lesson, entries: int | None = None) -> str:
        return f"**Step {self.step_number(entries) + 1} of {len(lesson.steps)}**"

    @property
    def learned(self) -> bool:
        """Whether the game is a finished lesson."""
        return self.record.options.get(LEARNED) == "yes"

    @property
    def name(self) -> str:
        """The name of its scenario or lesson."""
        lesson = self.lesson
        if lesson is not None:
            return f"Lesson {lesson.number}: {lesson.name}"
        return self.game.scenarios[self.record.scenario].name

    def seen(self, seat: Seat = PUBLIC) -> AnySeen:
        """Return the state as a seat sees it."""
        state, known = self._seen
        if state is not self.state:
            state, known = self._seen = (self.state, {})
        if seat not in known:
            known[seat] = see(state, seat)
        return known[seat]

    def unveiled(self, entries: int) -> AnySeen | None:
        """Return the full state after a number of entries; None until the game is over."""
        return Seen(PUBLIC, self.log.after(entries)) if self.outcome() is not None else None

    def asked(self) -> tuple[Seat, ...]:
        """Return the seats that must act."""
        return tuple(self.game.prompts(self.seen())) if self.record.status == "live" else ()

    def asked_after(self, entries: int) -> frozenset[Seat]:
        """Return the seats that had to act after a number of entries, as everyone sees it."""
        found = self._asked_after.get(entries)
        if found is None:
            found = frozenset(self.game.prompts(see(self.log.after(entries), PUBLIC)))
            remember(self._asked_after, entries, found, KEPT)
        return found

    def outcome(self) -> Outcome | None:
        """Return how the game ended."""
        return self.game.outcome(self.state) if self.log else None

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that can be set for this game."""
        return offered_options(self.game.scenarios[self.record.scenario])

    @property
    def hints(self) -> bool:
        """Whether players may ask what the computer would do."""
        return self.record.options.get(HINTS.name, HINTS.values[0]) == HINTS.values[0]

    @property
    def rolls_dice(self) -> bool:
        """Whether the dice of fights roll in their pictures."""
        return self.record.options.get(DICE.name, DICE.values[0]) == "rolling"

    @property
    def sides(self) -> list[Seat]:
        """The names of the seats."""
        return [seat.seat for seat in self.seats]

    def seats_of(self, person: int) -> list[Seat]:
        """Return the seats that a person holds."""
        return [seat.seat for seat in self.seats if seat.person == person]

    def seat_of(self, person: int) -> Seat | None:
        """Return the seat that a person acts for: the seat to move, else their first."""
        held = self.seats_of(person)
        return next((seat for seat in held if seat in self.asked()), next(iter(held), None))

    def person_at(self, seat: Seat) -> int | None:
        """Return the person in a seat."""
        return next((record.person for record in self.seats if record.seat == seat), None)

    def people(self, seats: Collection[Seat] | None = None) -> tuple[int, ...]:
        """Return the people at the table, or in some of its seats, each once."""
        found = (each for each in self.seats if seats is None or each.seat in seats)
        return tuple(dict.fromkeys(each.person for each in found if each.person is not None))

    def advance(self, **changes: Any) -> None:
        """Note that a change of the game is stored, with these new values of its record."""
        self.record = replace(self.record, revision=self.record.revision + 1, **changes)

    def reseat(self, record: SeatRecord) -> None:
        """Fill or empty a seat. A new person does not get the private data of the old."""
        if self.person_at(record.seat) != record.person:
            self.aside.pop(record.seat, None)
            self.notes.pop(record.seat, None)
            self.numbered.pop(record.seat, None)
        self.seats = [record if each.seat == record.seat else each for each in self.seats]

    def computers(self) -> set[Seat]:
        """Return the seats that the computer plays; a lesson gives their orders itself."""
        return set() if self.lesson is not None else {seat.seat for seat in self.seats if seat.computer}

    def laid_aside(self, seat: Seat) -> Orders:
        """Return the queued orders that a seat has not given since."""
        aside = self.aside.get(seat, Aside())
        left = aside.orders
        for n in range(aside.since, len(self.log)) if left else ():
            if left and self.log[n].seat == seat and self.log[n].action == left[0][0]:
                left = left[1:]
        return left


class Unplayable(Exception):
    """A game cannot be loaded by this version, or with these data files.

    The message is for its players.
    """

    def __init__(self, record: GameRecord, why: str) -> None:
        super().__init__(why)
        self.record = record


class Tables:
    """All tables. A table in use is in memory once. Idle tables are dropped later."""

    IDLE = 200
    """Number of idle tables that stay loaded."""
    FAR = 200
    """Number of entries that are folded at each load before a state is stored instead."""

    def __init__(self, games: Games, titles: dict[str, AnyGame]) -> None:
        self.games = games
        self.titles = titles
        self.edition = edition()
        self._all: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recent: OrderedDict[int, Table] = OrderedDict()
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def table(self, id: int) -> Table | None:
        """Return a table by its number.

        Raises `Unplayable` if its title or scenario is gone.
        """
        lock = self._loading.setdefault(id, asyncio.Lock())
        async with lock:
            table = self._all.get(id)
            if table is None:
                record = await self.games.game(id)
                if record is None:
                    return None
                table = await self._load(record)
                self._all[id] = table
            elif not table.lock.locked():  # Its holder may take long, and knows better.
                async with table.lock:
                    await self.bring_up_to_date(table)
            remember(self._recent, id, table, self.IDLE)
            return table

    async def bring_up_to_date(self, table: Table) -> None:
        """Let a table know what another process has stored, or a transaction in doubt.

        The caller holds its lock. Raises `Unplayable`.
        """
        if not (table.outdated or self.games.database.shared):
            return
        known = replace(table.record, revision=ANY) if table.outdated else table.record
        record, contents = await self.games.changes(known, len(table.log))
        if contents is not None:
            with _explaining(record):
                table.log = await asyncio.to_thread(_longer, table, contents)
            _put(table, contents)
        table.record, table.outdated = record, False

    @property
    def loaded(self) -> int:
        """The number of games in memory."""
        return len(self._all)

    async def in_channel(self, channel: int) -> Table | None:
        """Return the table of a channel's unfinished game, or else of its last game."""
        record = await self.games.last_in(channel)
        return await self.table(record.id) if record is not None else None

    async def _load(self, record: GameRecord) -> Table:
        game = self.titles.get(record.title)
        if game is None:
            raise Unplayable(
                record, f"Game {record.id} is of the title {record.title!r}, which this bot does not have."
            )
        if record.scenario not in game.scenarios:
            raise Unplayable(
                record,
                f"Game {record.id} plays the scenario {record.scenario!r}, which cannot be read here: "
                "ask the host to look at the data files. Nothing is lost.",
            )
        game = guarded(game)
        kept = await self.games.kept(record.id, self.edition)
        contents = await self.games.contents(record.id)
        with _explaining(record):
            history, known = await asyncio.to_thread(_read, game, contents, kept)
        if len(history) - known >= self.FAR or (kept is not None and not known):
            await self._keep(record.id, history)
        table = Table(record, game, contents.seats, history)
        _put(table, contents)
        return table

    async def _keep(self, game: int, history: AnyHistory) -> None:
        """Store the state of a game to speed up its next load. Nothing depends on it."""
        try:
            await self.games.keep(game, self.edition, KeptState(len(history), encode(history.state).decode()))
        except StoreError:
            log.warning("the state of game %s could not be kept", game, exc_info=True)


@contextlib.contextmanager
def _explaining(record: GameRecord) -> Iterator[None]:
    """Turn errors of a log that cannot be read into `Unplayable`."""
    try:
        yield
    except Exception as error:
        log.exception("game %s cannot be read", record.id)
        raise Unplayable(
            record,
            f"Game {record.id} cannot be read by this version of the bot, or with these data files: "
            "ask the host to look at the bot's log. Nothing is lost.",
        ) from error


def _put(table: Table, contents: Contents) -> None:
    """Give a table the seats of its game, and their private data."""
    table.seats = contents.seats
    table.aside, table.notes, table.numbered = {}, {}, contents.numbered
    for each in contents.lists:
        # Orders of another version are dropped.
        with contextlib.suppress(*UNREADABLE, msgspec.ValidationError):
            orders = decode_orders(table.game, each.orders)
            table.aside[each.seat] = Aside(each.since, tuple(o for o in orders if verb(type(o[0])) != STANDING))
    for note in contents.notes:
        table.notes.setdefault(note.seat, {})[note.n] = note.text


def _longer(table: Table, contents: Contents) -> AnyHistory:
    """Return the log of a table with newer lines."""
    left = [decode_instruction(table.game, line) for line in contents.instructions]
    return table.log.extended(contents.lines, left)


def _read(game: AnyGame, contents: Contents, kept: KeptState | None) -> tuple[AnyHistory, int]:
    """Read a log. Returns it, and the number of entries that a kept state covers.

    The entries are the truth, and the kept state is only a cache.
    """
    lines, instructions = contents.lines, [decode_instruction(game, line) for line in contents.instructions]
    if kept is not None:
        try:
            state = decode_state(game, kept.state)
            return History(game, lines, (kept.entries, state), instructions), kept.entries
        except Exception:
            log.warning(
                "a kept state of %s cannot be used, and the log is read without it", game.key, exc_info=True
            )
    return History(game, lines, None, instructions), 0


class HasTables(Protocol):
    """A place in which steps at tables are taken."""

    tables: Tables


ATTEMPTS = 5
"""How often a step is judged if other processes change the game meanwhile."""


def in_turn(
    step: Callable[Concatenate[S, Table, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[S, Table, P], Coroutine[Any, Any, R]]:
    """Take a step at a table under its lock, judged on the newest state.

    It is judged again if another process has changed the game meanwhile. Raises `Outdated` after some attempts.
    """

    @wraps(step)
    async def taken(self: S, table: Table, /, *args: P.args, **kwargs: P.kwargs) -> R:
        async with table.lock:
            for attempt in range(ATTEMPTS):
                await self.tables.bring_up_to_date(table)
                try:
                    return await step(self, table, *args, **kwargs)
                except Outdated:
                    table.outdated = True
                    if attempt == ATTEMPTS - 1:
                        raise
        raise AssertionError("the last attempt returns or raises")

    return taken
