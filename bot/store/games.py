"""Games, seats, logs and the outbox as rows of the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType

import msgspec
from msgspec import Struct

from bot.kernel.secret import Seat
from bot.store import waits
from bot.store.database import Database, Row

_NOW = waits.NOW
_MOVED = f"UPDATE games SET moved = {_NOW} WHERE id = ?"
_SITTERS = """INSERT OR IGNORE INTO sitters (game, person, seat)
              SELECT seats.game, seats.person, seats.seat FROM seats JOIN games ON games.id = seats.game
              WHERE games.id = ? AND games.status = 'live' AND seats.person IS NOT NULL"""


_OWN = [
    f"""DELETE FROM {table} WHERE game = ?1 AND seat = ?2 AND NOT EXISTS
        (SELECT 1 FROM seats WHERE game = ?1 AND seat = ?2 AND person = ?3)"""
    for table in ("notes", "numbered", "lists")
]
"""Deletes the private data of a seat if the seat gets a different person."""
_OWE_ONCE = f"""INSERT INTO outbox (game, recipe, since, once) SELECT ?1, ?2, {_NOW}, 1
               WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE game = ?1 AND recipe = ?2)"""
_OWE_UNLESS_OWED = f"""INSERT INTO outbox (game, recipe, since) SELECT ?1, ?2, {_NOW} WHERE NOT EXISTS
                      (SELECT 1 FROM outbox WHERE game = ?1 AND recipe = ?2 AND message IS NULL)"""
_PLAYING = """SELECT DISTINCT games.id FROM games JOIN seats ON seats.game = games.id
              WHERE seats.person = ? AND games.status = 'live' ORDER BY games.id"""
_BEHIND = """SELECT maps.game FROM maps JOIN bursts ON bursts.game = maps.game
             WHERE bursts.last >= 0 AND (maps.shown <> bursts.last OR maps.sending OR maps.former)"""
_OPTIONS = "UPDATE games SET options = ? WHERE id = ?"
_LATE = "SELECT 1 FROM outbox WHERE id = ? AND tries > 1"
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
_DISCORD_BEGAN = 1_420_070_400
"""The start of 2015, which is time 0 in ids of Discord."""


class Repeated(Exception):
    """This interaction has taken effect before; nothing was written."""


class Taken(Exception):
    """The channel already has a game; nothing was written."""


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
        look=row["look"], start=row["start"], moved=row["moved"], parked=row["parked"],
    )  # fmt: skip


def _once(connection: sqlite3.Connection, interaction: int, game: int) -> None:
    """Note that an interaction takes effect. Raises `Repeated` if it already has."""
    try:
        connection.execute("INSERT INTO interactions (id, game) VALUES (?, ?)", (interaction, game))
    except sqlite3.IntegrityError as error:
        raise Repeated from error


def _add(
    connection: sqlite3.Connection, game: int, lines: Iterable[tuple[int, str]],
    instructions: Iterable[tuple[Seat, int, str]],
) -> None:  # fmt: skip
    """Add entries to a log, and instructions beside it."""
    added = [(game, *line) for line in lines]
    connection.executemany("INSERT INTO entries (game, n, line) VALUES (?, ?, ?)", added)
    left = [(game, *line) for line in instructions]
    connection.executemany("INSERT INTO instructions (game, seat, n, line) VALUES (?, ?, ?, ?)", left)


def _snowflake(time: float) -> int:
    """Return the id that Discord gives at a time, in seconds since 1970."""
    return int((time - _DISCORD_BEGAN) * 1000) << 22


def _seal(game: int, edition: str, state: KeptState) -> str:
    """Return the SHA-256 of a kept state and its origin, to detect damage."""
    return sha256(f"{game} {edition} {state.entries} {state.state}".encode()).hexdigest()


def _owe(connection: sqlite3.Connection, game: int, *recipes: bytes) -> None:
    """Put something into the outbox."""
    rows = [(game, recipe.decode()) for recipe in recipes]
    connection.executemany(waits.OWE, rows)


class Games:
    """All stored data of the table."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.waits = waits.Waits(database)

    async def game(self, id: int) -> GameRecord | None:
        """Return a game by its number."""
        row = await self.database.row("SELECT * FROM games WHERE id = ?", (id,))
        return _game(row) if row is not None else None

    async def last_in(self, channel: int) -> GameRecord | None:
        """Return the unfinished game of a channel, or else its last game."""
        sql = """SELECT * FROM games WHERE channel = ? AND status <> 'closed'
                 ORDER BY status = 'over', id DESC LIMIT 1"""
        row = await self.database.row(sql, (channel,))
        return _game(row) if row is not None else None

    async def of_person(self, person: int) -> list[GameRecord]:
        """Return the unfinished games in which a person has a seat, newest first."""
        sql = """SELECT DISTINCT games.* FROM games JOIN seats ON seats.game = games.id
                 WHERE seats.person = ? AND games.status IN ('lobby', 'live') ORDER BY games.id DESC"""
        return [_game(row) for row in await self.database.rows(sql, (person,))]

    async def own(self, person: int) -> list[GameRecord]:
        """Return a person's unfinished games and the lobbies they host, newest first."""
        rows = await self.database.rows("SELECT * FROM games WHERE status = 'lobby' AND host = ?", (person,))
        found = {each.id: each for each in (*await self.of_person(person), *map(_game, rows))}
        return sorted(found.values(), key=lambda record: record.id, reverse=True)

    async def unfinished(self) -> list[GameRecord]:
        """Return the games that are not over."""
        sql = "SELECT * FROM games WHERE status IN ('lobby', 'live') ORDER BY id"
        return [_game(row) for row in await self.database.rows(sql)]

    async def unattended(self) -> list[GameRecord]:
        """Return the games that may continue automatically.

        These are lobbies, and live games in which the computer plays.
        """
        sql = """SELECT * FROM games WHERE status = 'lobby' OR status = 'live'
                 AND EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.computer)"""
        return [_game(row) for row in await self.database.rows(sql)]

    async def seats(self, game: int) -> list[SeatRecord]:
        """Return the seats of a game, in the order of the scenario."""
        rows = await self.database.rows("SELECT * FROM seats WHERE game = ? ORDER BY place", (game,))
        return [
            SeatRecord(Seat(r["seat"]), r["person"], bool(r["computer"]), r["word"], bool(r["agreed"]))
            for r in rows
        ]

    async def log(self, game: int) -> list[str]:
        """Return the lines of a game's log."""
        rows = await self.database.rows("SELECT line FROM entries WHERE game = ? ORDER BY n", (game,))
        return [row["line"] for row in rows]

    async def instructions(self, game: int) -> list[str]:
        """Return the lines of a game's instructions, by seat and in order."""
        rows = await self.database.rows("SELECT line FROM instructions WHERE game = ? ORDER BY seat, n", (game,))
        return [row["line"] for row in rows]

    async def kept(self, game: int, edition: str) -> KeptState | None:
        """Return the kept state of a game.

        Returns None if it is damaged, or if another edition of code and data kept it.
        """
        sql = """SELECT entries, CAST(edition AS BLOB) AS seal, CAST(state AS BLOB) AS state FROM states
                 WHERE game = ?"""
        row = await self.database.row(sql, (game,))
        if row is None:
            return None
        state = KeptState(row["entries"], row["state"].decode(errors="replace"))
        return state if row["seal"].decode(errors="replace") == _seal(game, edition, state) else None

    async def keep(self, game: int, edition: str, state: KeptState) -> None:
        """Keep a state in place of the previous state."""
        await self.database.run(
            "INSERT OR REPLACE INTO states (game, entries, edition, state) VALUES (?, ?, ?, ?)",
            (game, state.entries, _seal(game, edition, state), state.state),
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

        def work(connection: sqlite3.Connection) -> int:
            _once(connection, interaction, 0)
            cursor = connection.execute(
                "INSERT INTO games (title, scenario, options, seed, status, guild, channel, host)"
                " VALUES (?, ?, ?, ?, 'lobby', ?, ?, ?)",
                (title, scenario, chosen, seed, guild, channel, host),
            )
            id = cursor.lastrowid
            assert id is not None
            connection.executemany(
                "INSERT INTO seats (game, place, seat, person, computer, word, agreed)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(id, n, *msgspec.structs.astuple(seat)) for n, seat in enumerate(filled.values())],
            )
            _owe(connection, id, notice)
            connection.execute("UPDATE interactions SET game = ? WHERE id = ?", (id, interaction))
            return id

        try:
            id = await self.database.write(work)
        except sqlite3.IntegrityError as error:
            raise Taken from error
        return GameRecord(id, title, scenario, dict(options), seed, "lobby", guild, channel, host)

    async def with_options(self, person: int, title: str) -> list[dict[str, str]]:
        """Return the options of a person's finished games of a title, if it has any."""
        sql = """SELECT options FROM games JOIN seats ON seats.game = games.id
                 WHERE seats.person = ? AND games.title = ? AND games.status = 'over' AND options <> '{}'"""
        return [msgspec.json.decode(row["options"]) for row in await self.database.rows(sql, (person, title))]

    async def sit(self, game: int, record: SeatRecord, *owed: bytes) -> None:
        """Fill or empty a seat, and owe the messages about it.

        Earlier consents of the players become void. A new person does not get the notes and queued orders of the
        previous person.
        """

        def work(connection: sqlite3.Connection) -> None:
            _owe(connection, game, *owed)
            for own in _OWN:
                connection.execute(own, (game, record.seat, record.person))
            connection.execute(
                "UPDATE seats SET person = ?, computer = ?, word = ?, agreed = ? WHERE game = ? AND seat = ?",
                (record.person, record.computer, record.word, record.agreed, game, record.seat),
            )
            connection.execute(_SITTERS, (game,))
            waits.begin_again(connection, game, record.seat)
            connection.execute("DELETE FROM consents WHERE game = ?", (game,))

        await self.database.write(work)

    async def sat(self, game: int, person: int) -> set[Seat]:
        """Return the seats that a person has held since the game began."""
        rows = await self.database.rows("SELECT seat FROM sitters WHERE game = ? AND person = ?", (game, person))
        return {Seat(row["seat"]) for row in rows}

    async def sitters(self, game: int) -> set[int]:
        """Return the people who have held a seat since a game began."""
        rows = await self.database.rows("SELECT DISTINCT person FROM sitters WHERE game = ?", (game,))
        return {row["person"] for row in rows}

    async def choose(self, game: int, options: dict[str, str], by: int, notice: bytes) -> None:
        """Set the options of a lobby. All other people in it must agree again."""
        encoded = msgspec.json.encode(options).decode()

        def work(connection: sqlite3.Connection) -> None:
            _owe(connection, game, notice)
            connection.execute("UPDATE games SET options = ? WHERE id = ? AND status = 'lobby'", (encoded, game))
            connection.execute("UPDATE seats SET agreed = (person IS ? OR computer) WHERE game = ?", (by, game))

        await self.database.write(work)

    async def dissolve(self, game: int, *owed: bytes) -> None:
        """Close a lobby before its game has begun, and owe the messages about it."""

        def work(connection: sqlite3.Connection) -> None:
            _owe(connection, game, *owed)
            connection.execute("UPDATE games SET status = 'closed' WHERE id = ? AND status = 'lobby'", (game,))

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
    ) -> None:
        """Add entries to a log, with all their consequences, in one transaction.

        `asked` are the seats that must act afterwards, if that is known. `acted` are the seats that acted in the
        entries. `options` replace those of the game. Instructions without entries, each with its seat and number,
        change nothing that other players could notice. Raises `Repeated` for a repeated interaction.
        """

        def work(connection: sqlite3.Connection) -> None:
            if interaction is not None:
                _once(connection, interaction, game)
            _add(connection, game, lines, instructions)
            _owe(connection, game, *owed)
            if status is not None:
                connection.execute("UPDATE games SET status = ? WHERE id = ?", (status, game))
                connection.execute("UPDATE games SET start = ?1 WHERE id = ?2 AND ?1 <> 0", (start, game))
                connection.execute(_SITTERS, (game,))
            if options is not None:
                connection.execute(_OPTIONS, (msgspec.json.encode(options).decode(), game))
            if lines:
                if asked is not None:
                    waits.note(connection, game, asked, acted)
                connection.execute(_MOVED, (game,))
                connection.execute("DELETE FROM consents WHERE game = ?", (game,))

        await self.database.write(work)

    async def owe(self, game: int, recipe: bytes) -> None:
        """Put a recipe into the outbox that belongs to no entry."""
        await self.database.write(lambda connection: _owe(connection, game, recipe))

    async def owe_once(self, game: int, recipe: bytes) -> None:
        """Put a recipe into the outbox, unless this game has or had the same recipe."""
        await self.database.run(_OWE_ONCE, (game, recipe.decode()))

    async def owed(self, game: int) -> list[Owed]:
        """Return the unsent rows of a game, oldest first."""
        sql = "SELECT id, game, recipe, tries FROM outbox WHERE game = ? AND message IS NULL ORDER BY id"
        rows = await self.database.rows(sql, (game,))
        return [Owed(row["id"], row["game"], row["recipe"].encode(), row["tries"]) for row in rows]

    async def debts(self) -> list[Debt]:
        """Return the unsent rows of all games, oldest first.

        Finished games that have lost their place are not included.
        """
        sql = """SELECT outbox.game, recipe, since, parked <> '' AS parked FROM outbox
                 JOIN games ON games.id = outbox.game WHERE message IS NULL
                 AND NOT (parked <> '' AND status IN ('over', 'closed')) ORDER BY outbox.id"""
        rows = await self.database.rows(sql)
        return [Debt(row["game"], row["recipe"].encode(), row["since"], bool(row["parked"])) for row in rows]

    async def owe_unless_owed(self, game: int, recipe: bytes) -> None:
        """Put a recipe into the outbox, unless the same recipe waits there already."""
        await self.database.run(_OWE_UNLESS_OWED, (game, recipe.decode()))

    async def silent(self, now: float) -> list[int]:
        """Return the games without a move or a post for `SILENCE` seconds.

        Unsent rows do not matter. Games that were left for longer than `GIVEN_UP` are not included.
        """
        sql = """SELECT games.id FROM games JOIN bursts ON bursts.game = games.id
                 WHERE games.status = 'live' AND games.parked = ''
                 AND games.moved BETWEEN ? AND ? AND bursts.message < ?"""
        since = now - SILENCE
        return [row["id"] for row in await self.database.rows(sql, (now - GIVEN_UP, since, _snowflake(since)))]

    async def debtors(self) -> list[int]:
        """Return the games that have unsent rows or an outdated map message.

        A finished game that has lost its place is not included.
        """
        owing = f"SELECT game FROM outbox WHERE message IS NULL UNION {_BEHIND}"
        sql = f"SELECT id FROM games WHERE id IN ({owing}) AND NOT (parked <> '' AND status IN ('over', 'closed'))"
        return [row["id"] for row in await self.database.rows(sql)]

    async def trying(self, rows: Sequence[int]) -> None:
        """Note that these rows are about to be sent."""
        sql = "UPDATE outbox SET tries = tries + 1 WHERE id = ?"
        await self.database.write(lambda connection: connection.executemany(sql, [(row,) for row in rows]))

    async def sent(
        self, game: int, rows: Sequence[int], message: int, burst: Burst | None = None, owed: Iterable[bytes] = ()
    ) -> None:
        """Note that a message was sent for these rows, and the last post after it.

        The message is 0 if there was nothing to send. `owed` are the parts that the message still lacks. If an
        earlier attempt to send the story failed, the wait for the players restarts now.
        """

        def work(connection: sqlite3.Connection) -> None:
            if burst is not None and any(connection.execute(_LATE, (row,)).fetchone() for row in rows):
                waits.begin_again(connection, game)
            told = [(message, row) for row in rows]
            connection.executemany("UPDATE outbox SET message = ? WHERE id = ?", told)
            _owe(connection, game, *owed)
            if burst is not None:
                connection.execute(
                    "INSERT OR REPLACE INTO bursts (game, message, first, last, seat) VALUES (?, ?, ?, ?, ?)",
                    (game, burst.message, burst.first, burst.last, burst.seat),
                )

        await self.database.write(work)

    async def park(self, game: int, why: str, owed: Iterable[bytes] = ()) -> bool:
        """Note that a game has lost its place. Returns False if that was known.

        `owed` are messages for its players, which are sent once.
        """

        def work(connection: sqlite3.Connection) -> bool:
            sql = "UPDATE games SET parked = ? WHERE id = ? AND parked = ''"
            parked = connection.execute(sql, (why, game)).rowcount == 1
            if parked:
                _owe(connection, game, *owed)
            return parked

        return await self.database.write(work)

    async def move(self, game: int, channel: int, guild: int, owed: Iterable[bytes] = ()) -> None:
        """Give a game a new place, or its old place again, and owe messages there.

        Posts in another channel are left alone from now on. Raises `Taken` if the channel has another game.
        """

        def work(connection: sqlite3.Connection) -> None:
            before = connection.execute("SELECT channel FROM games WHERE id = ?", (game,)).fetchone()[0]
            sql = "UPDATE games SET channel = ?, guild = ?, parked = '' WHERE id = ?"
            connection.execute(sql, (channel, guild, game))
            if before != channel:
                connection.execute("DELETE FROM maps WHERE game = ?", (game,))
                connection.execute("UPDATE bursts SET message = 0, seat = '' WHERE game = ?", (game,))
            waits.begin_again(connection, game)
            _owe(connection, game, *owed)

        try:
            await self.database.write(work)
        except sqlite3.IntegrityError as error:
            raise Taken from error

    async def clear(self, now: float) -> None:
        """Delete old interactions and sent rows at `now` (seconds since 1970).

        The id of the interaction or of the sent message contains the time of each row. Messages that a game gets
        only once are kept until the game ends.
        """
        before = _snowflake(now - KEPT)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM interactions WHERE id < ?", (before,))
            connection.execute(
                "DELETE FROM outbox WHERE message < ? AND NOT (once AND EXISTS"
                " (SELECT 1 FROM games WHERE games.id = outbox.game AND status IN ('lobby', 'live')))",
                (before,),
            )

        await self.database.write(work)

    async def told(self, game: int, after: int) -> list[tuple[bytes, int]]:
        """Return the recipes that were sent after a message id, and the unsent recipes.

        Each has the id of its message, or 0 if it is unsent.
        """
        sql = "SELECT recipe, message FROM outbox WHERE game = ? AND (message > ? OR message IS NULL)"
        return [
            (row["recipe"].encode(), row["message"] or 0) for row in await self.database.rows(sql, (game, after))
        ]

    async def burst(self, game: int) -> Burst | None:
        """Return the last post of a game."""
        row = await self.database.row("SELECT * FROM bursts WHERE game = ?", (game,))
        return Burst(row["message"], row["first"], row["last"], Seat(row["seat"])) if row is not None else None

    async def map_post(self, game: int) -> MapPost | None:
        """Return the map message of a game, or None if there never was one."""
        row = await self.database.row("SELECT * FROM maps WHERE game = ?", (game,))
        if row is None:
            return None
        return MapPost(row["message"], row["shown"], bool(row["sending"]), row["former"], bool(row["pinned"]))

    async def keep_map(self, game: int, post: MapPost) -> None:
        """Store the map message of a game."""
        await self.database.run(
            "INSERT OR REPLACE INTO maps (game, message, shown, sending, former, pinned)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (game, post.message, post.shown, post.sending, post.former, post.pinned),
        )

    async def map_is_behind(self, game: int) -> bool:
        """Return whether a game's map message is incomplete or behind the last post."""
        return await self.database.row(f"{_BEHIND} AND maps.game = ?", (game,)) is not None

    async def consent(self, game: int, entry: int, back_to: int, seat: Seat) -> set[Seat]:
        """Note that a seat agrees to go back, at the moment `entry` of the game.

        Returns all seats that have agreed.
        """
        await self.database.run(
            "INSERT OR IGNORE INTO consents (game, entry, back_to, seat) VALUES (?, ?, ?, ?)",
            (game, entry, back_to, seat),
        )
        return await self.consents(game, entry, back_to)

    async def consents(self, game: int, entry: int, back_to: int) -> set[Seat]:
        """Return the seats that have agreed to go back, at the moment `entry` of the game."""
        sql = "SELECT seat FROM consents WHERE game = ? AND entry = ? AND back_to = ?"
        return {Seat(row["seat"]) for row in await self.database.rows(sql, (game, entry, back_to))}

    async def lists(self, game: int) -> list[KeptList]:
        """Return the queued orders of a game's sides."""
        rows = await self.database.rows("SELECT * FROM lists WHERE game = ?", (game,))
        return [KeptList(Seat(row["seat"]), row["since"], row["orders"]) for row in rows]

    async def keep_list(self, game: int, kept: KeptList) -> None:
        """Replace the queued orders of a side."""
        await self.database.run(
            "INSERT OR REPLACE INTO lists (game, seat, since, orders) VALUES (?, ?, ?, ?)",
            (game, kept.seat, kept.since, kept.orders),
        )

    async def notes(self, game: int) -> list[NoteRecord]:
        """Return the private notes of a game's players, in their order."""
        rows = await self.database.rows("SELECT * FROM notes WHERE game = ? ORDER BY n", (game,))
        return [NoteRecord(Seat(row["seat"]), row["n"], row["text"]) for row in rows]

    async def numbered(self, game: int) -> dict[Seat, int]:
        """Return the highest number of a note that each seat has had."""
        rows = await self.database.rows("SELECT * FROM numbered WHERE game = ?", (game,))
        return {Seat(row["seat"]): row["last"] for row in rows}

    async def keep_notes(
        self, game: int, seat: Seat, notes: Mapping[int, str], last: int, interaction: int
    ) -> None:
        """Replace the numbered notes of a seat, and store the `last` number given.

        Raises `Repeated` if the interaction has taken effect before.
        """

        def work(connection: sqlite3.Connection) -> None:
            _once(connection, interaction, game)
            connection.execute("DELETE FROM notes WHERE game = ? AND seat = ?", (game, seat))
            rows = [(game, seat, n, text) for n, text in notes.items()]
            connection.executemany("INSERT INTO notes (game, seat, n, text) VALUES (?, ?, ?, ?)", rows)
            connection.execute(
                "INSERT OR REPLACE INTO numbered (game, seat, last) VALUES (?, ?, ?)", (game, seat, last)
            )

        await self.database.write(work)

    async def paint(self, game: int, look: str) -> None:
        """Set the palette of a game's public pictures. Its map message becomes outdated."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE games SET look = ? WHERE id = ?", (look, game))
            connection.execute("UPDATE maps SET shown = -1 WHERE game = ?", (game,))

        await self.database.write(work)

    async def person(self, id: int) -> PersonRecord:
        """Return the settings of a person."""
        row = await self.database.row("SELECT * FROM people WHERE id = ?", (id,))
        if row is None:
            return PersonRecord(id)
        return PersonRecord(
            id, row["look"], bool(row["closed"]), row["quiet_from"], row["quiet_to"], row["away"], row["film"]
        )

    async def keep_person(self, person: PersonRecord, said: bytes | None = None) -> list[int]:
        """Store a person's settings, and owe a message to the games that they play.

        Returns these games. Each game gets the same message only once.
        """

        def work(connection: sqlite3.Connection) -> list[int]:
            before = connection.execute("SELECT away FROM people WHERE id = ?", (person.id,)).fetchone()
            if person.away != (before[0] if before is not None else 0):
                waits.note_absence(connection, person.id, person.away)
            connection.execute(
                "INSERT OR REPLACE INTO people (id, look, closed, quiet_from, quiet_to, away, film)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    person.id,
                    person.look,
                    person.closed,
                    person.quiet_from,
                    person.quiet_to,
                    person.away,
                    person.film,
                ),
            )
            playing = [row[0] for row in connection.execute(_PLAYING, (person.id,))]
            if said is not None:
                connection.executemany(_OWE_ONCE, [(game, said.decode()) for game in playing])
            return playing

        return await self.database.write(work)

    async def note_closed(self, person: int, *, closed: bool) -> None:
        """Note whether a person's direct messages are closed.

        The other settings stay as they are, because the person may be changing them.
        """
        await self.database.run(
            "INSERT INTO people (id, closed) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET closed = ?2",
            (person, closed),
        )

    async def commands(self, scope: str) -> str:
        """Return the hash of the commands that were registered last."""
        row = await self.database.row("SELECT hash FROM commands WHERE scope = ?", (scope,))
        return row["hash"] if row is not None else ""

    async def registered(self, scope: str, hash: str) -> None:
        """Store the hash of the registered commands."""
        await self.database.run("INSERT OR REPLACE INTO commands (scope, hash) VALUES (?, ?)", (scope, hash))
