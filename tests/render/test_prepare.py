"""A helper process draws the rest of a map once a part of it was needed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from bot.kit.hexes import Hex
from render import blocks, edition, hexmap, kept, prepare
from render.chart import Cell, Chart, Window
from render.kept import Folder
from render.look import STANDARD
from render.prepare import Helper, Task

CHART = Chart([Cell(Hex(q, 1), "A1", ("woods", "clear")[q % 2]) for q in range(9)], 0, 0, 1300, 400)
NEAR, FAR = Window(100, 100, 300, 300, 0.9), Window(0, 0, 1300, 400, 0.4)


def picture(window: Window) -> bytes:
    """Return a part of the map."""
    return hexmap.part(CHART, STANDARD, window, 1.0).tobytes()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """An empty cache folder, and a process that has drawn nothing."""
    before, kept.SHELF.folder = kept.SHELF.folder, None
    kept.SHELF.forget()
    yield tmp_path / "ground"
    kept.SHELF.folder = before
    blocks.WATCHERS.clear()
    kept.SHELF.forget()


def wanted() -> list[blocks.Land]:
    """Draw a part of the map, and return the maps that are to be prepared for it."""
    found: list[blocks.Land] = []
    blocks.WATCHERS[:] = [found.append]
    picture(NEAR)
    blocks.WATCHERS.clear()
    return found


def test_the_helper_draws_all_of_a_map_and_every_part_is_the_same(folder: Path) -> None:
    fresh = [picture(window) for window in (NEAR, FAR)]
    kept.SHELF.forget()
    helper = Helper(folder)
    (land,) = wanted()
    helper.ask(land)
    helper.ask(land)
    helper.finish()
    files = {file.name for file in folder.iterdir()} - {kept.LOCKS}
    assert sorted(files) == sorted(key for key, _ in blocks.all_blocks(land))
    kept.SHELF.forget()
    kept.settle(folder)
    made = kept.SHELF.made
    assert [picture(window) for window in (NEAR, FAR)] == fresh
    assert kept.SHELF.made == made


def test_a_map_that_is_kept_is_not_prepared_again(folder: Path) -> None:
    assert len(wanted()) == 1
    assert wanted() == []


@pytest.mark.parametrize(("code", "parent"), [("another release", os.getppid()), ("", 0)])
def test_nothing_is_prepared_by_other_code_or_for_a_process_that_is_gone(
    folder: Path, code: str, parent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    land = blocks.Land("x", 1.0, (0, 0, 9, 9), partial(_never))
    prepare.prepare(Task(land, folder, code or edition.code(), [], parent))
    assert not folder.exists()


def _never(window: Window) -> Image.Image:
    raise AssertionError(window)


def test_a_cached_part_is_not_drawn_again(folder: Path) -> None:
    land = blocks.Land("x", 1.0, (0, 0, 9, 9), partial(_never))
    for key, _ in blocks.all_blocks(land):
        Folder(folder).put(key, b"there")
    prepare.prepare(Task(land, folder, edition.code(), [], os.getppid()))
