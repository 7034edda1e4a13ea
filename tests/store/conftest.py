from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.games import Games
from bot.store.opening import open_database
from bot.store.server import Server
from tests.postgres import Cluster
from tests.sql import Sql


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "fieldpost.db"


@pytest.fixture
def server(cluster: Cluster) -> Iterator[Server]:
    """A server's database with our tables."""
    with cluster.ready() as server:
        yield server


@pytest.fixture
async def database(store: Path | Server) -> AsyncIterator[Database]:
    """An open store, on both engines."""
    opened = await open_database(store)
    yield opened
    await opened.close()


@pytest.fixture
def games(database: Database) -> Games:
    return Games(database)


@pytest.fixture
def text(database: Database) -> Sql:
    """The database for statements of the test."""
    return Sql(database)
