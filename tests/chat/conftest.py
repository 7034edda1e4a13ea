"""A bot in a local Discord for each test module; each test has its own channel."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.local import Channel
from tests.chat.evening import Evening, evening


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tonight(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    async with evening(tmp_path_factory.mktemp("evening") / "games.db") as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def own(tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening for one test: the bot goes home in its middle."""
    async with evening(tmp_path / "games.db") as opened:
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
