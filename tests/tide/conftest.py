from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.kit import data_files
from bot.titles.tide import TITLE
from bot.titles.tide.cards import strategy
from bot.titles.tide.field import arms, board, movement
from bot.titles.tide.model.state import State
from bot.titles.tide.printed.tables import tables
from tests.tide.field import set_up

Lay = Callable[[str, str | bytes], Path]
Field = Callable[[str], State]


@pytest.fixture
def unread() -> Iterator[None]:
    """Read the data again in this test, and again after it."""
    forget()
    yield
    forget()


@pytest.fixture
def lay(unread: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Lay a file of the user's own over `data/tide`."""
    monkeypatch.setattr(data_files, "FOLDERS", [*data_files.FOLDERS, tmp_path])

    def write(path: str, content: str | bytes) -> Path:
        file = tmp_path / "tide" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return write


@pytest.fixture(scope="session")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The printed data without maps and scenarios, which loads quickly."""
    top = tmp_path_factory.mktemp("pieces")
    (top / "tide").mkdir()
    for each in (data_files.FOLDERS[0] / "tide").iterdir():
        if each.name not in ("boards", "scenarios"):
            (top / "tide" / each.name).symlink_to(each)
    return top


@pytest.fixture
def field(unread: None, pieces: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Field:
    """Set up an open field as in a transcript."""
    monkeypatch.setattr(data_files, "FOLDERS", [pieces, tmp_path])
    return lambda lines: set_up([line.strip() for line in lines.strip().splitlines()], tmp_path, forget)


def forget() -> None:
    """Forget what was worked out from the data."""
    TITLE.forget()
    tables.cache_clear()
    board.of_scenario.cache_clear()
    for ways in (movement.ground_cost, movement._open_ways, movement._bare_ways):
        ways.cache_clear()
    for follows in (arms._best, arms._farthest, strategy.effect):
        follows.cache_clear()
