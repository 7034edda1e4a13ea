"""The schema of a database on a server, and its changes.

Alembic is imported only if a database is new or behind.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from bot.store.files import APPLICATION, Foreign, Unusable
from bot.store.server import Server
from bot.store.tables import metadata

MIGRATING = APPLICATION + 1
"""The advisory lock of the process that changes the schema."""
PATIENCE = 5000
"""Milliseconds to wait for a process that changes the schema."""
REVISIONS = Path(__file__).with_name("revisions")


def newest() -> int:
    """Return the number of the newest schema that this program knows."""
    return max(int(file.name[1:5]) for file in (REVISIONS / "versions").glob("r[0-9]*.py"))


def schema_of(server: Server, connection: Connection) -> int:
    """Return the number of a database's schema, or 0 if it has none of our tables.

    Raises `Foreign` for tables of another program, and `Unusable` for those of a newer release.
    """
    number = _number(connection)
    if number is None:
        theirs = connection.execute(
            text("SELECT count(to_regclass(name)) FROM unnest(CAST(:names AS text[])) name"), _names()
        )
        if theirs.scalar_one():
            raise Foreign(f"{server}: has tables of another program; give Fieldpost a database of its own")
        return 0
    if not number.isdecimal():
        raise Foreign(f"{server}: is not a database of Fieldpost")
    if int(number) > newest():
        raise Unusable(f"{server}: was written by a newer Fieldpost (schema {number}, this one knows {newest()})")
    return int(number)


def _number(connection: Connection) -> str | None:
    """Return the revision that Alembic has noted in a database."""
    if connection.scalar(text("SELECT to_regclass('alembic_version')::text")) is None:
        return None
    return str(connection.scalar(text("SELECT min(version_num) FROM alembic_version")))


def _names() -> dict[str, list[str]]:
    return {"names": list(metadata.tables)}


def bring_up_to_date(server: Server, connection: Connection) -> None:
    """Make or change the tables in the transaction of the connection.

    Raises `Unusable` if another process does so now, or if the role may not use the tables.
    """
    if schema_of(server, connection) < newest() and _may_change(server, connection):
        from alembic.command import upgrade
        from alembic.config import Config

        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(REVISIONS).replace("%", "%%"))
        upgrade(config, "head")
    _require_rights(server, connection)


def _may_change(server: Server, connection: Connection) -> bool:
    """Wait for another process that changes the schema.

    Returns whether the schema is still behind.

    Raises `Unusable` if the other process takes long.
    """
    connection.execute(text(f"SET LOCAL lock_timeout = {PATIENCE}"))
    try:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", "") != "55P03":
            raise
        raise Unusable(
            f"{server}: its schema is being changed by another process; start again when that is done"
        ) from error
    connection.execute(text("SET LOCAL lock_timeout = DEFAULT"))
    return schema_of(server, connection) < newest()


def _require_rights(server: Server, connection: Connection) -> None:
    """Raise `Unusable` if the role may not use a table or the numbers of its rows."""
    missing = (
        connection.scalars(
            text(
                "SELECT name FROM unnest(CAST(:names AS text[])) name, unnest(CAST(:rights AS text[])) kind"
                " WHERE NOT has_table_privilege(name, kind) ORDER BY name"
            ),
            _names() | {"rights": ["SELECT", "INSERT", "UPDATE", "DELETE"]},
        ).first()
        or connection.scalars(
            text(
                "SELECT name FROM unnest(ARRAY['games', 'outbox']) name"
                " WHERE NOT has_sequence_privilege(pg_get_serial_sequence(name, 'id'), 'USAGE')"
            )
        ).first()
    )
    if missing is not None:
        raise Unusable(
            f"{server}: the role may not use the table {missing}; let it own the database and its tables"
        )
