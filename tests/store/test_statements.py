"""Tables are declared once, and statements are written once."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, Integer, create_engine

from bot.store import sql
from bot.store.database import Statement
from bot.store.opening import open_database
from bot.store.statements import ALL
from bot.store.tables import metadata
from tests.store import compiled

BOT = Path(__file__).parents[2] / "bot"


async def made(path: Path) -> None:
    await (await open_database(path)).close()


def test_the_statements_for_sqlite_are_compiled_from_the_source() -> None:
    assert compiled.FILE.read_text(encoding="utf-8") == compiled.text(), "run python -m tests.store.compiled"


def test_each_statement_has_its_own_name() -> None:
    for name in ALL:
        statement: Statement = getattr(sql, name)
        assert statement.name == name
        assert statement.text.split() == compiled.compiled(name).split()


def test_each_statement_is_used() -> None:
    users = (
        text for file in BOT.rglob("*.py") if "from bot.store import sql" in (text := file.read_text("utf-8"))
    )
    assert {name for text in users for name in re.findall(r"\bsql\.(\w+)", text)} == set(ALL)


def test_a_value_without_a_name_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ALL, "game", ALL["game"].where(metadata.tables["games"].c.host == 7))  # type: ignore[union-attr]
    with pytest.raises(AssertionError, match="values without a name"):
        compiled.compiled("game")


def is_a_flag(_: object, column: object, declared: object, found: object, wanted: object) -> bool | None:
    """Return whether a type differs; flags of SQLite are integers."""
    return False if isinstance(found, Integer) and isinstance(wanted, Boolean) else None


def test_a_file_of_sqlite_has_the_declared_tables(path: Path) -> None:
    asyncio.run(made(path))
    with create_engine(f"sqlite:///{path}").connect() as connection:
        found = compare_metadata(
            MigrationContext.configure(connection, opts={"compare_type": is_a_flag}), metadata
        )
    keys = {(table.name, column.name) for table in metadata.tables.values() for column in table.primary_key}
    # A key needs no NOT NULL there, because it is never null.
    other = [each for each in found if each[0][0] != "modify_nullable" or each[0][2:4] not in keys]
    assert [(kind, table.name) for kind, table in other] == [("remove_table", "uses")], (
        "only a file counts its uses"
    )
