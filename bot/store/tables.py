"""The tables of the store, declared once for both engines.

Only PostgreSQL and the tools for developers import this. A file of SQLite gets these tables from `schema`, and a
test compares them. The file also counts its `uses`, which a server does not need.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
    text,
)
from sqlalchemy.sql.schema import SchemaItem

Number = BigInteger().with_variant(Integer(), "sqlite")
"""Ids of Discord and times need 64 bits. Every integer of SQLite has them."""
metadata = MetaData()


def _id() -> Column[int]:
    """Return a key that the database numbers unless a value is given."""
    return Column("id", Number, primary_key=True)


def _key(name: str, kind: type[Text] | BigInteger = Number) -> Column[object]:
    """Return a part of a key that the program gives."""
    return Column(name, kind, primary_key=True, autoincrement=False)


def _of_game(*, key: bool = False) -> Column[int]:
    """Return the column with the number of the game to which a row belongs."""
    return Column("game", Number, ForeignKey("games.id"), primary_key=key, nullable=False, autoincrement=False)


def _number(name: str, default: int | None = None) -> Column[int]:
    return Column(name, Number, nullable=False, server_default=None if default is None else text(str(default)))


def _text(name: str, default: str | None = None) -> Column[str]:
    return Column(name, Text, nullable=False, server_default=default)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False, server_default=false())


def _table(name: str, *parts: SchemaItem) -> Table:
    return Table(name, metadata, *parts)


games = _table(
    "games", _id(), _text("title"), _text("scenario"), _text("options"),
    Column("seed", LargeBinary, nullable=False), _text("status"), _number("guild"), _number("channel"),
    _number("host"), _text("look", "standard"), _number("moved", 0), _text("parked", ""), _number("start", 0),
    _number("revision", 0),
    CheckConstraint("status IN ('lobby', 'live', 'over', 'closed')", name="status"),
)  # fmt: skip
Index(
    "one_game_a_channel", games.c.channel, unique=True,
    sqlite_where=text("status IN ('lobby', 'live')"), postgresql_where=text("status IN ('lobby', 'live')"),
)  # fmt: skip

seats = _table(
    "seats", _of_game(key=True), _number("place"), _key("seat", Text), Column("person", Number),
    _flag("computer"), _text("word", ""), _flag("agreed"),
)  # fmt: skip
Index("seats_by_person", seats.c.person)

entries = _table("entries", _of_game(key=True), _key("n"), _text("line"))

instructions = _table("instructions", _of_game(key=True), _key("seat", Text), _key("n"), _text("line"))

interactions = _table("interactions", _key("id"), _number("game"))

outbox = _table(
    "outbox", _id(), _of_game(), _text("recipe"), _number("tries", 0), Column("message", Number), _flag("once"),
    _number("since", 0),
)  # fmt: skip
Index(
    "outbox_owed", outbox.c.game, outbox.c.id,
    sqlite_where=text("message IS NULL"), postgresql_where=text("message IS NULL"),
)  # fmt: skip
Index("outbox_told", outbox.c.game, outbox.c.message)

bursts = _table("bursts", _of_game(key=True), _number("message"), _number("first"), _number("last"), _text("seat"))

maps = _table(
    "maps", _of_game(key=True), _number("message"), _number("shown"),
    Column("sending", Boolean, nullable=False), _number("former"), Column("pinned", Boolean, nullable=False),
)  # fmt: skip

consents = _table("consents", _of_game(key=True), _key("entry"), _key("back_to"), _key("seat", Text))

people = _table(
    "people", _key("id"), _text("look", "standard"), _flag("closed"), _number("quiet_from", 0),
    _number("quiet_to", 0), _number("away", 0), _text("film", "webp"),
)  # fmt: skip

commands = _table("commands", _key("scope", Text), _text("hash"))

sitters = _table("sitters", _of_game(key=True), _key("person"), _key("seat", Text))

states = _table("states", _of_game(key=True), _number("entries"), _text("edition"), _text("state"))

lists = _table("lists", _of_game(key=True), _key("seat", Text), _number("since"), _text("orders"))

notes = _table("notes", _of_game(key=True), _key("seat", Text), _key("n"), _text("text"))

numbered = _table("numbered", _of_game(key=True), _key("seat", Text), _number("last"))

waits = _table(
    "waits", _of_game(key=True), _key("seat", Text), _number("since", 0), _number("warned", 0),
    _number("warned_at", 0),
)  # fmt: skip

absences = _table("absences", _number("person"), _number("since"), _number("until"))
Index("absences_by_person", absences.c.person)
