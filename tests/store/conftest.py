from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.games import Games


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "fieldpost.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path)
    yield opened
    await opened.close()


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)
