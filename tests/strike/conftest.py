from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.kit import data_files
from bot.titles.strike.field.counters import ground
from bot.titles.strike.printed.tables import tables

Lay = Callable[[str, str], Path]


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lay]:
    """Lay a file of the user's own over `data/strike`."""
    monkeypatch.setattr(data_files, "FOLDERS", [*data_files.FOLDERS, tmp_path])

    def write(path: str, content: str) -> Path:
        file = tmp_path / "strike" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        forget()
        return file

    forget()
    yield write
    forget()


def forget() -> None:
    """Read the data again."""
    tables.cache_clear()
    ground.cache_clear()
