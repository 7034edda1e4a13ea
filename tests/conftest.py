from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import examples

if TYPE_CHECKING:
    from bot.store.server import Server
    from tests.postgres import Cluster

# Examples follow from the test alone, and no machine is too slow for them: the check is never red by chance.
settings.register_profile(
    "fieldpost",
    examples(50, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]),
)
settings.load_profile("fieldpost")

# Bots and other programs that tests start find what the first of them has compiled: it takes half of their start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ENGINES = ("sqlite", "postgresql")
LONG = (
    "tests/chat/test_at_length.py", "tests/test_cases.py", "tests/browser/", "tests/kernel/test_soak.py",
    "tests/kernel/test_laws.py::test_titles_obey[trap-historical-ends]",
    "tests/kernel/test_laws.py::test_titles_obey[trap-variant-ends]", "tests/chat/test_panel.py",
)  # fmt: skip
"""Files and tests that take long."""


@pytest.fixture(scope="session", autouse=True)
def ground(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Workers share the ground of maps that they have drawn."""
    if hasattr(request.config, "workerinput"):
        from render import kept  # Not imported above, because a test of mutants first changes the code.

        kept.settle(tmp_path_factory.getbasetemp().parent / "ground")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server for this session.

    Tests that need it are skipped without PostgreSQL, but in CI they fail.
    """
    from tests.postgres import MISSING, Cluster, programs  # Not above, as in `ground`.

    if programs() is None:
        assert "CI" not in os.environ, MISSING
        pytest.skip(MISSING)
    running = Cluster()
    yield running
    running.remove()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the evenings of the chat use a server: pytest tests/chat --store postgresql."""
    parser.addoption("--store", choices=ENGINES, default="sqlite", help="the engine for evenings of the chat")


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | Server]:
    """Where a store is, on both engines."""
    if request.param == "sqlite":
        yield tmp_path / "fieldpost.db"
        return
    there: Cluster = request.getfixturevalue("cluster")
    with there.ready() as server:
        yield server


@pytest.fixture(scope="module", autouse=True)
def forgotten_tables() -> Iterator[None]:
    """Let a table at home go when its tests are over, with all its messages.

    Aiohttp remembers the handlers of the last thousand addresses, which hold their application.
    """
    yield
    if (web := sys.modules.get("aiohttp.web_app")) is not None:
        web._cached_build_middleware.cache_clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start both workers on long tests, so that they end together.

    A file stays with one worker, which sets up once what its tests share.
    """
    long, short = _parted(items)
    files = list(dict.fromkeys(item.path for item in long))
    first = set(files[::2])
    half = len(short) // 2
    one, two = ([item for item in long if (item.path in first) == mine] for mine in (True, False))
    items[:] = [*one, *short[:half], *two, *short[half:]]


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over modules and tests, which stay to the end."""
    gc.freeze()
    gc.set_threshold(10_000)


def _parted(items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    by_length: tuple[list[pytest.Item], list[pytest.Item]] = ([], [])
    for item in items:
        by_length[not item.nodeid.startswith(LONG)].append(item)
    return by_length
