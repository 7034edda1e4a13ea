"""Games, seats, logs and the outbox as rows of the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType

import msgspec
from msgspec import Struct

from bot.kernel.secret import Seat
from bot.store import sql, waits
from bot.store.database import Conflict, Database, Row, Statement, StoreError, Transaction
from bot.store.waits import now, owe

KEPT = 24 * 3600
"""Seconds for which interactions and sent rows of the outbox are kept.

Discord repeats an interaction for at most some minutes.
"""
SILENCE = 6 * 24 * 3600
"""Seconds after which a silent game reminds the players that it waits for.

A thread closes after seven quiet days, and a closed thread takes no orders.
"""
GIVEN_UP = 31 * 24 * 3600
"""Seconds after which the reminders end."""
ANY = -1
"""Stands for any revision of a game."""
_DISCORD_BEGAN = 1_420_070_400
"""The start of 2015, which is time 0 in ids of Discord."""


class Repeated(Exception):
    """This interaction has taken effect before; nothing was written."""


class Taken(Exception):
    """The channel already has a game; nothing was written."""


class Outdated(StoreError):
    """The game has changed since it was read; nothing was written."""


class GameRecord(Struct, frozen=True):
    """A game as the lobby made it.

    `status` is "lobby", "live" or "over", or "closed" for a lobby that all players have left.
    """

    id: int
    title: str
    scenario: str
    options: dict[str, str]
    seed: bytes
    status: str
    guild: int
    channel: int
    host: int
    look: str = "standard"
    start: int = 0
    """The id of the press that began the game, which is part of the dice; 0 for none."""
    moved: int = 0
    """The time of its last move, in seconds since 1970; 0 if it is unknown."""
    parked: str = ""
    """Why the bot cannot post for it, such as a deleted channel; "" if it can."""
    revision: int = 0
    """The number of changes of its contents and options."""


class SeatRecord(Struct, frozen=True):
    """A seat and its player: a person, the computer, or nobody yet."""

    seat: Seat
    person: int | None = None
    computer: bool = False
    word: str = ""
    agreed: bool = False

    @property
    def taken(self) -> bool:
        """True if a person or the computer plays it."""
        return self.person is not None or self.computer


class Owed(Struct, frozen=True):
    """An unsent row of the outbox, and the number of attempts to send it."""

    id: int
    game: int
    recipe: bytes
    tries: int


class Debt(Struct, frozen=True):
    """An unsent row of the outbox, and its age."""

    game: int
    recipe: bytes
    since: int
    """When it was put there, in seconds since 1970."""
    parked: bool
    """True if its game has lost its place, so that its posts wait for a new one."""


class PersonRecord(Struct, frozen=True):
    """A person's own settings, and whether their direct messages are closed."""

    id: int
    look: str = "standard"
    closed: bool = False
    quiet_from: int = 0
    """The minute of the day (UTC) when their quiet hours begin."""
    quiet_to: int = 0
    """The minute when they end. If both are equal, there are no quiet hours."""
    away: int = 0
    """The end of their absence, in seconds since 1970."""
    film: str = "webp"
    """The kind of their films, by the ending of the files."""


class KeptState(Struct, frozen=True):
    """The state of a game after its first entries, as JSON."""

    entries: int
    state: str


class Burst(Struct, frozen=True):
    """The last post of a game: its entries, and the seat that may add small actions."""

    message: int
    first: int
    last: int
    seat: Seat


class KeptList(Struct, frozen=True):
    """The queued orders of a side, as JSON, and the length of the log at that time."""

    seat: Seat
    since: int
    orders: str


class NoteRecord(Struct, frozen=True):
    """A player's private note, and its number among the notes of their seat."""

    seat: Seat
    n: int
    text: str


class Contents(Struct, frozen=True):
    """The lines of a game's log, its seats, and their private data."""

    lines: list[str]
    instructions: list[str]
    """Their lines, by seat and in order."""
    seats: list[SeatRecord]
    """In the order of the scenario."""
    lists: list[KeptList]
    notes: list[NoteRecord]
    """The private notes, in their order."""
    numbered: dict[Seat, int]
    """The highest number of a note that each seat has had."""


class MapPost(Struct, frozen=True):
    """The message that holds a game's map; 0 if there is none yet."""

    message: int = 0
    shown: int = -1
    """The last move on the map."""
    sending: bool = False
    """True if a new message may have been sent without our knowledge."""
    former: int = 0
    """The previous map message until it is replaced with a link; 0 if there is none."""
    pinned: bool = False


def _game(row: Row) -> GameRecord:
    return GameRecord(
        id=row["id"], title=row["title"], scenario=row["scenario"], options=msgspec.json.decode(row["options"]),
        seed=row["seed"], status=row["status"], guild=row["guild"], channel=row["channel"], host=row["host"],
        look=row["look"], start=row["start"], moved=row["moved"], parked=row["parked"], revision=row["revision"],
    )  # fmt: skip


def _seat(row: Row) -> SeatRecord:
    return SeatRecord(
        Seat(row["seat"]), row["person"], bool(row["computer"]), row["word"], bool(row["agreed"])
    )  # fmt: skip


def _contents(transaction: Transaction, game: int, since: int) -> Contents:
    """Return the contents of a game, with the lines of its log from a number on."""
    rows = transaction.rows
    return Contents(
        [row["line"] for row in rows(sql.lines_of_game, game=game, since=since)],
        [row["line"] for row in rows(sql.instructions_of_game, game=game)],
        [_seat(row) for row in rows(sql.seats_of_game, game=game)],
        [KeptList(Seat(row["seat"]), row["since"], row["orders"]) for row in rows(sql.lists_of_game, game=game)],
        [NoteRecord(Seat(row["seat"]), row["n"], row["text"]) for row in rows(sql.notes_of_game, game=game)],
        {Seat(row["seat"]): row["last"] for row in rows(sql.numbers_of_notes, game=game)},
    )


def _advance(transaction: Transaction, game: int, revision: int) -> None:
    """Count a change of a game.

    Raises `Outdated` if it has another revision than this.

    Other transactions about the game wait for the end of this one.
    """
    if not transaction.run(sql.advance, game=game, revision=revision) and revision != ANY:
        raise Outdated("the game has just been changed by another process")


def _set_status(transaction: Transaction, game: int, status: str, start: int) -> None:
    transaction.run(sql.set_status, game=game, status=status)
    if start:
        transaction.run(sql.set_start, game=game, start=start)
    transaction.run(sql.note_sitters, game=game)


def _once(transaction: Transaction, interaction: int, game: int) -> None:
    """Note that an interaction takes effect. Raises `Repeated` if it already has."""
    try:
        transaction.run(sql.add_interaction, id=interaction, game=game)
    except Conflict as error:
        raise Repeated from error


def _add(
    transaction: Transaction, game: int, lines: Iterable[tuple[int, str]],
    instructions: Iterable[tuple[Seat, int, str]],
) -> None:  # fmt: skip
    """Add entries to a log, and instructions beside it."""
    transaction.run_all(sql.add_entry, [{"game": game, "n": n, "line": line} for n, line in lines])
    left = [{"game": game, "seat": seat, "n": n, "line": line} for seat, n, line in instructions]
    transaction.run_all(sql.add_instruction, left)


def _snowflake(time: float) -> int:
    """Return the id that Discord gives at a time, in seconds since 1970."""
    return int((time - _DISCORD_BEGAN) * 1000) << 22


def _seal(game: int, edition: str, state: KeptState) -> str:
    """Return the SHA-256 of a kept state and its origin, to detect damage."""
    return sha256(f"{game} {edition} {state.entries} {state.state}".encode()).hexdigest()


class Games:
    """All stored data of the table."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.waits = waits.Waits(database)

    async def game(self, id: int) -> GameRecord | None:
        """Return a game by its number."""
        row = await self.database.row(sql.game, game=id)
        return _game(row) if row is not None else None

    async def last_in(self, channel: int) -> GameRecord | None:
        """Return the unfinished game of a channel, or else its last game."""
        row = await self.database.row(sql.last_game_in, channel=channel)
        return _game(row) if row is not None else None

    async def of_person(self, person: int) -> list[GameRecord]:
        """Return the unfinished games in which a person has a seat, newest first."""
        return [_game(row) for row in await self.database.rows(sql.games_of_person, person=person)]

    async def own(self, person: int) -> list[GameRecord]:
        """Return a person's unfinished games and the lobbies they host, newest first."""
        rows = await self.database.rows(sql.lobbies_of_host, host=person)
        found = {each.id: each for each in (*await self.of_person(person), *map(_game, rows))}
        return sorted(found.values(), key=lambda record: record.id, reverse=True)

    async def unfinished(self) -> list[GameRecord]:
        """Return the games that are not over."""
        return [_game(row) for row in await self.database.rows(sql.unfinished_games)]

    async def parked(self) -> list[GameRecord]:
        """Return the unfinished games that have lost their place."""
        return [_game(row) for row in await self.database.rows(sql.parked_games)]

    async def unattended(self) -> list[GameRecord]:
        """Return the games that wait for no person.

        A computer moves in them, or they can begin.
        """
        return [_game(row) for row in await self.database.rows(sql.unattended_games)]

    async def contents(self, game: int) -> Contents:
        """Return all that a table holds of a game besides its record."""
        return await self.database.read(lambda transaction: _contents(transaction, game, 0))

    async def changes(self, known: GameRecord, since: int) -> tuple[GameRecord, Contents | None]:
        """Return the newest record of a game, and its contents.

        They are None if they are those of the `known` record. The lines of the log begin with number `since`.
        """

        def work(transaction: Transaction) -> tuple[GameRecord, Contents]:
            [row] = transaction.rows(sql.game, game=known.id)
            return _game(row), _contents(transaction, known.id, since)

        record = await self.game(known.id)
        if record is not None and record.revision == known.revision:
            return record, None
        return await self.database.read(work)

    async def seats(self, game: int) -> list[SeatRecord]:
        """Return the seats of a game, in the order of the scenario."""
        return [_seat(row) for row in await self.database.rows(sql.seats_of_game, game=game)]

    async def kept(self, game: int, edition: str) -> KeptState | None:
        """Return the kept state of a game.

        Returns None if it is damaged, or if another edition of code and data kept it.
        """
        row = await self.database.row(sql.kept_state, game=game)
        if row is None:
            return None
        state = KeptState(row["entries"], row["state"].decode(errors="replace"))
        return state if row["seal"].decode(errors="replace") == _seal(game, edition, state) else None

    async def keep(self, game: int, edition: str, state: KeptState) -> None:
        """Keep a state in place of the previous state."""
        await self.database.run(
            sql.keep_state,
            game=game,
            entries=state.entries,
            edition=_seal(game, edition, state),
            state=state.state,
        )

    async def new_game(
        self, title: str, scenario: str, seed: bytes, guild: int, channel: int, host: int,
        seats: Sequence[Seat], interaction: int, notice: bytes, options: Mapping[str, str] = MappingProxyType({}),
        taken: Sequence[SeatRecord] = (),
    ) -> GameRecord:  # fmt: skip
        """Open a lobby, and owe its channel a notice.

        `taken` are the seats that already have a player.

        Raises `Taken` if the channel has an unfinished game, and `Repeated` for a repeated interaction.
        """
        chosen = msgspec.json.encode(dict(options)).decode()
        filled = {seat: SeatRecord(seat) for seat in seats} | {each.seat: each for each in taken}

        def work(transaction: Transaction) -> int:
            _once(transaction, interaction, 0)
            [row] = transaction.rows(
                sql.add_game, title=title, scenario=scenario, options=chosen, seed=seed, guild=guild,
                channel=channel, host=host,
            )  # fmt: skip
            id: int = row["id"]
            rows = [
                {"game": id, "place": n, **msgspec.structs.asdict(seat)} for n, seat in enumerate(filled.values())
            ]
            transaction.run_all(sql.add_seat, rows)
            owe(transaction, id, [notice])
            transaction.run(sql.place_interaction, game=id, id=interaction)
            return id

        try:
            id = await self.database.write(work)
        except Conflict as error:
            raise Taken from error
        return GameRecord(id, title, scenario, dict(options), seed, "lobby", guild, channel, host)

    async def with_options(self, person: int, title: str) -> list[dict[str, str]]:
        """Return the options of a person's finished games of a title, if it has any."""
        rows = await self.database.rows(sql.options_of_finished_games, person=person, title=title)
        return [msgspec.json.decode(row["options"]) for row in rows]

    async def sit(self, game: int, record: SeatRecord, *owed: bytes, revision: int = ANY) -> None:
        """Fill or empty a seat of a game at a revision, and owe the messages about it.

        Earlier consents of the players become void. A new person does not get the notes and queued orders of the
        previous person.
        """

        def work(transaction: Transaction) -> None:
            _advance(transaction, game, revision)
            owe(transaction, game, owed)
            for drop in (sql.drop_notes_of_others, sql.drop_numbers_of_others, sql.drop_lists_of_others):
                transaction.run(drop, game=game, seat=record.seat, person=record.person)
            transaction.run(sql.fill_seat, game=game, **msgspec.structs.asdict(record))
            transaction.run(sql.note_sitters, game=game)
            transaction.run(sql.restart_wait, game=game, seat=record.seat, now=now())
            transaction.run(sql.void_consents, game=game)

        await self.database.write(work)

    async def sat(self, game: int, person: int) -> set[Seat]:
        """Return the seats that a person has held since the game began."""
        rows = await self.database.rows(sql.seats_sat_on, game=game, person=person)
        return {Seat(row["seat"]) for row in rows}

    async def sitters(self, game: int) -> set[int]:
        """Return the people who have held a seat since a game began."""
        rows = await self.database.rows(sql.sitters_of_game, game=game)
        return {row["person"] for row in rows}

    async def choose(
        self, game: int, options: dict[str, str], by: int, notice: bytes, *, revision: int = ANY
    ) -> None:
        """Set the options of a lobby at a revision.

        All other people in it must agree again.
        """
        encoded = msgspec.json.encode(options).decode()

        def work(transaction: Transaction) -> None:
            _advance(transaction, game, revision)
            owe(transaction, game, [notice])
            transaction.run(sql.set_options_of_lobby, game=game, options=encoded)
            transaction.run(sql.ask_agreement, game=game, person=by)

        await self.database.write(work)

    async def dissolve(self, game: int, *owed: bytes, revision: int = ANY) -> None:
        """Close a lobby at a revision, and owe the messages about it."""

        def work(transaction: Transaction) -> None:
            _advance(transaction, game, revision)
            owe(transaction, game, owed)
            transaction.run(sql.close_lobby, game=game)

        await self.database.write(work)

    async def append(
        self,
        game: int,
        lines: Sequence[tuple[int, str]],
        *,
        interaction: int | None = None,
        owed: Iterable[bytes] = (),
        status: str | None = None,
        start: int = 0,
        asked: Collection[Seat] | None = None,
        acted: Collection[Seat] = (),
        instructions: Sequence[tuple[Seat, int, str]] = (),
        options: Mapping[str, str] | None = None,
        revision: int = ANY,
    ) -> None:
        """Add entries to a log at a revision, with their consequences, in one transaction.

        `asked` are the seats that must act afterwards, if known. `acted` are the seats that acted in the
        entries. `options` replace those of the game. Instructions without entries, each with its seat and number,
        change nothing that other players could notice. Raises `Repeated`, or `Outdated`.
        """

        def work(transaction: Transaction) -> None:
            if interaction is not None:
                _once(transaction, interaction, game)
            _advance(transaction, game, revision)
            _add(transaction, game, lines, instructions)
            owe(transaction, game, owed)
            if status is not None:
                _set_status(transaction, game, status, start)
            if options is not None:
                transaction.run(sql.set_options, game=game, options=msgspec.json.encode(options).decode())
            if lines:
                if asked is not None:
                    waits.note(transaction, game, asked, acted)
                transaction.run(sql.note_move, game=game, now=now())
                transaction.run(sql.void_consents, game=game)

        await self.database.write(work)

    async def owe(self, game: int, recipe: bytes) -> None:
        """Put a recipe into the outbox that belongs to no entry."""
        await self.database.write(lambda transaction: owe(transaction, game, [recipe]))

    async def owe_once(self, game: int, recipe: bytes) -> None:
        """Put a recipe into the outbox, unless this game has or had the same recipe."""
        await self._owe_unless(sql.owe_once, game, recipe)

    async def owed(self, game: int) -> list[Owed]:
        """Return the unsent rows of a game, oldest first."""
        rows = await self.database.rows(sql.owed_by_game, game=game)
        return [Owed(row["id"], row["game"], row["recipe"].encode(), row["tries"]) for row in rows]

    async def debts(self) -> list[Debt]:
        """Return the unsent rows of all games, oldest first.

        Finished games that have lost their place are not included.
        """
        rows = await self.database.rows(sql.debts)
        return [Debt(row["game"], row["recipe"].encode(), row["since"], bool(row["parked"])) for row in rows]

    async def owe_unless_owed(self, game: int, recipe: bytes) -> None:
        """Put a recipe into the outbox, unless the same recipe waits there already."""
        await self._owe_unless(sql.owe_unless_owed, game, recipe)

    async def _owe_unless(self, statement: Statement, game: int, recipe: bytes) -> None:
        """Put a recipe into the outbox by a statement that looks for it first."""

        def work(transaction: Transaction) -> None:
            transaction.rows(sql.lock_game, game=game)
            transaction.run(statement, game=game, recipe=recipe.decode(), since=now())

        await self.database.write(work)

    async def silent(self, now: float) -> list[int]:
        """Return the games without a move or a post for `SILENCE` seconds.

        Unsent rows do not matter. Games that were left for longer than `GIVEN_UP` are not included.
        """
        since = now - SILENCE
        times = {"from": int(now - GIVEN_UP), "to": int(since), "before": _snowflake(since)}
        return [row["id"] for row in await self.database.rows(sql.silent_games, **times)]

    async def debtors(self) -> list[tuple[int, int]]:
        """Return the games that have unsent rows or an outdated map message.

        Each is a number with that of its server.

        A finished game that has lost its place is not included.
        """
        return [(row["id"], row["guild"]) for row in await self.database.rows(sql.debtors)]

    async def trying(self, rows: Sequence[int]) -> None:
        """Note that these rows are about to be sent."""
        tried = [{"id": row} for row in rows]
        await self.database.write(lambda transaction: transaction.run_all(sql.note_try, tried))

    async def sent(
        self, game: int, rows: Sequence[int], message: int, burst: Burst | None = None, owed: Iterable[bytes] = ()
    ) -> None:
        """Note that a message was sent for these rows, and the last post after it.

        The message is 0 if there was nothing to send. `owed` are the parts that the message still lacks. If an
        earlier attempt to send the story failed, the wait for the players restarts now.
        """

        def work(transaction: Transaction) -> None:
            if burst is not None and any(transaction.rows(sql.late_row, id=row) for row in rows):
                waits.begin_again(transaction, game)
            transaction.run_all(sql.note_sent, [{"id": row, "message": message} for row in rows])
            owe(transaction, game, owed)
            if burst is not None:
                transaction.run(sql.keep_burst, game=game, **msgspec.structs.asdict(burst))

        await self.database.write(work)

    async def park(self, game: int, why: str, owed: Iterable[bytes] = ()) -> bool:
        """Note that a game has lost its place. Returns False if that was known.

        `owed` are messages for its players, which are sent once.
        """

        def work(transaction: Transaction) -> bool:
            parked = transaction.run(sql.park_game, game=game, why=why) == 1
            if parked:
                owe(transaction, game, owed)
            return parked

        return await self.database.write(work)

    async def move(self, game: int, channel: int, guild: int, owed: Iterable[bytes] = ()) -> None:
        """Give a game a new place, or its old place again, and owe messages there.

        Posts in another channel are left alone from now on. Raises `Taken` if the channel has another game.
        """

        def work(transaction: Transaction) -> None:
            [before] = transaction.rows(sql.game, game=game)
            transaction.run(sql.move_game, game=game, channel=channel, guild=guild)
            if before["channel"] != channel:
                transaction.run(sql.drop_map, game=game)
                transaction.run(sql.end_burst, game=game)
            waits.begin_again(transaction, game)
            owe(transaction, game, owed)

        try:
            await self.database.write(work)
        except Conflict as error:
            raise Taken from error

    async def clear(self, now: float) -> None:
        """Delete old interactions and sent rows at `now` (seconds since 1970).

        The id of the interaction or of the sent message contains the time of each row. Messages that a game gets
        only once are kept until the game ends.
        """
        before = _snowflake(now - KEPT)

        def work(transaction: Transaction) -> None:
            transaction.run(sql.clear_interactions, before=before)
            transaction.run(sql.clear_outbox, before=before)

        await self.database.write(work)

    async def told(self, game: int, after: int) -> list[tuple[bytes, int]]:
        """Return the recipes that were sent after a message id, and the unsent recipes.

        Each has the id of its message, or 0 if it is unsent.
        """
        rows = await self.database.rows(sql.told, game=game, after=after)
        return [(row["recipe"].encode(), row["message"] or 0) for row in rows]

    async def burst(self, game: int) -> Burst | None:
        """Return the last post of a game."""
        row = await self.database.row(sql.burst_of_game, game=game)
        return Burst(row["message"], row["first"], row["last"], Seat(row["seat"])) if row is not None else None

    async def map_post(self, game: int) -> MapPost | None:
        """Return the map message of a game, or None if there never was one."""
        row = await self.database.row(sql.map_of_game, game=game)
        if row is None:
            return None
        return MapPost(row["message"], row["shown"], bool(row["sending"]), row["former"], bool(row["pinned"]))

    async def keep_map(self, game: int, post: MapPost) -> None:
        """Store the map message of a game."""
        await self.database.run(sql.keep_map, game=game, **msgspec.structs.asdict(post))

    async def map_is_behind(self, game: int) -> bool:
        """Return whether a game's map message is incomplete or behind the last post."""
        return await self.database.row(sql.outdated_map, game=game) is not None

    async def consent(self, game: int, entry: int, back_to: int, seat: Seat) -> set[Seat]:
        """Note that a seat agrees to go back, at the moment `entry` of the game.

        Returns all seats that have agreed.
        """
        await self.database.run(sql.add_consent, game=game, entry=entry, back_to=back_to, seat=seat)
        return await self.consents(game, entry, back_to)

    async def consents(self, game: int, entry: int, back_to: int) -> set[Seat]:
        """Return the seats that have agreed to go back, at the moment `entry` of the game."""
        rows = await self.database.rows(sql.consents_of_moment, game=game, entry=entry, back_to=back_to)
        return {Seat(row["seat"]) for row in rows}

    async def keep_list(self, game: int, kept: KeptList, *, revision: int = ANY) -> None:
        """Replace the queued orders of a side, in a game at a revision."""

        def work(transaction: Transaction) -> None:
            _advance(transaction, game, revision)
            transaction.run(sql.keep_list, game=game, **msgspec.structs.asdict(kept))

        await self.database.write(work)

    async def keep_notes(
        self, game: int, seat: Seat, notes: Mapping[int, str], last: int, interaction: int, *, revision: int = ANY
    ) -> None:
        """Replace the notes of a seat, and store the `last` number given, at a revision.

        Raises `Repeated` if the interaction has taken effect before.
        """

        def work(transaction: Transaction) -> None:
            _once(transaction, interaction, game)
            _advance(transaction, game, revision)
            transaction.run(sql.drop_notes, game=game, seat=seat)
            rows = [{"game": game, "seat": seat, "n": n, "text": text} for n, text in notes.items()]
            transaction.run_all(sql.add_note, rows)
            transaction.run(sql.keep_number, game=game, seat=seat, last=last)

        await self.database.write(work)

    async def paint(self, game: int, look: str) -> None:
        """Set the palette of a game's public pictures. Its map message becomes outdated."""

        def work(transaction: Transaction) -> None:
            transaction.run(sql.paint_game, game=game, look=look)
            transaction.run(sql.outdate_map, game=game)

        await self.database.write(work)

    async def person(self, id: int) -> PersonRecord:
        """Return the settings of a person."""
        row = await self.database.row(sql.person, id=id)
        if row is None:
            return PersonRecord(id)
        return PersonRecord(
            id, row["look"], bool(row["closed"]), row["quiet_from"], row["quiet_to"], row["away"], row["film"]
        )

    async def keep_person(self, person: PersonRecord, said: bytes | None = None) -> list[int]:
        """Store a person's settings, and owe a message to the games that they play.

        Returns these games. Each game gets the same message only once.
        """

        def work(transaction: Transaction) -> list[int]:
            before = transaction.rows(sql.person, id=person.id)
            if person.away != (before[0]["away"] if before else 0):
                waits.note_absence(transaction, person.id, person.away)
            transaction.run(sql.keep_person, **msgspec.structs.asdict(person))
            playing: list[int] = [
                row["id"] for row in transaction.rows(sql.live_games_of_person, person=person.id)
            ]
            if said is not None:
                owed = [{"game": game, "recipe": said.decode(), "since": now()} for game in playing]
                transaction.run_all(sql.owe_once, owed)
            return playing

        return await self.database.write(work)

    async def note_closed(self, person: int, *, closed: bool) -> None:
        """Note whether a person's direct messages are closed.

        The other settings stay as they are, because the person may be changing them.
        """
        await self.database.run(sql.note_closed, id=person, closed=closed)

    async def commands(self, scope: str) -> str:
        """Return the hash of the commands that were registered last."""
        row = await self.database.row(sql.commands_of_scope, scope=scope)
        return row["hash"] if row is not None else ""

    async def registered(self, scope: str, hash: str) -> None:
        """Store the hash of the registered commands."""
        await self.database.run(sql.keep_commands, scope=scope, hash=hash)
