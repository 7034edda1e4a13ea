"""The picture of all boards and overlays."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from bot.titles.tide.printed.tables import tables
from render.look import STANDARD
from render.tide.sheet import main, sheet


def test_every_board_and_overlay_is_on_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--to", str(tmp_path / "all.png")]) == 0
    assert "all.png" in capsys.readouterr().out
    with Image.open(tmp_path / "all.png") as image:
        board = sheet(sorted(tables().boards)[:1], STANDARD)
        assert image.width * image.height > len(tables().boards) * board.width * board.height * 0.8


def test_boards_can_be_chosen() -> None:
    one, two = (sheet(sorted(tables().boards)[:n], STANDARD) for n in (1, 2))
    assert two.width > one.width
    assert two.height == one.height


def test_a_missing_board_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["99Z", "--to", str(tmp_path / "none.png")]) == 1
    assert "99Z" in capsys.readouterr().err
    assert not (tmp_path / "none.png").exists()
