"""A bot in a local Discord for each test module; each test has its own channel."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.local import Channel
from bot.store.server import Server
from tests.chat.evening import Evening, evening
from tests.postgres import Cluster


@contextlib.contextmanager
def chosen(request: pytest.FixtureRequest, folder: Path) -> Iterator[Path | Server]:
    """Where the store of an evening is, on the engine that the command line names."""
    if request.config.getoption("--store") == "sqlite":
        yield folder / "games.db"
        return
    there: Cluster = request.getfixturevalue("cluster")
    with there.ready() as server:
        yield server


@pytest.fixture(scope="module")
def place_tonight(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path | Server]:
    """Where the store of a module is."""
    with chosen(request, tmp_path_factory.mktemp("evening")) as there:
        yield there


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tonight(place_tonight: Path | Server) -> AsyncIterator[Evening]:
    async with evening(place_tonight) as opened:
        yield opened


@pytest.fixture
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | Server]:
    """Where the store of a test is.

    A module that runs on both engines replaces this by `store`.
    """
    with chosen(request, tmp_path) as there:
        yield there


@pytest_asyncio.fixture(loop_scope="session")
async def own(where: Path | Server) -> AsyncIterator[Evening]:
    """An evening for one test: the bot goes home in its middle."""
    async with evening(where) as opened:
        yield opened


@pytest.fixture
def place(tonight: Evening, request: pytest.FixtureRequest) -> Channel:
    """A channel named like the test."""
    return tonight.local.channel(request.node.name[:90])


@pytest.fixture(autouse=True)
def no_faults_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Faults that a test has set up strike nobody else."""
    yield
    if "tonight" in request.fixturenames:
        tonight: Evening = request.getfixturevalue("tonight")
        tonight.local.faults.clear()
