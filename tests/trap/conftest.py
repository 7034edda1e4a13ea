from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.kit import data_files
from bot.titles.trap.field.ground import ground

Lay = Callable[[str, str], Path]


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lay]:
    """Lay a file of the user's own over `data/trap`."""
    monkeypatch.setattr(data_files, "FOLDERS", [*data_files.FOLDERS, tmp_path])

    def write(path: str, content: str) -> Path:
        file = tmp_path / "trap" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        ground.cache_clear()
        return file

    ground.cache_clear()
    yield write
    ground.cache_clear()
