"""Fights and phases as people type them; each file in `transcripts` is a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.kit import data_files
from bot.titles.tide import TITLE
from tests import transcripts
from tests.tide.board import Board
from tests.tide.conftest import forget

TRANSCRIPTS = transcripts.of(Path(__file__).parent)


@pytest.mark.parametrize(
    "played", [pytest.param(each, id=each.path.stem, marks=pytest.mark.case(*each.cases)) for each in TRANSCRIPTS]
)
def test_transcript(
    played: transcripts.Transcript, unread: None, pieces: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "field" in played.setup:
        monkeypatch.setattr(data_files, "FOLDERS", [pieces, tmp_path])
    assert (differs := transcripts.play(played, Board(tmp_path, forget))) == "", differs


ALL_STEPS = ("munitions", "assault-concealed", "muster", "expert-molotovs", "status-order", "losses")
"""Transcripts that together reach every step of the title."""


def test_every_step_is_reached(
    unread: None, pieces: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def board(each: transcripts.Transcript) -> Board:
        monkeypatch.setattr(data_files, "FOLDERS", [pieces, tmp_path] if "field" in each.setup else folders)
        forget()
        return Board(tmp_path, forget)

    folders = data_files.FOLDERS
    assert transcripts.unreached(TITLE, transcripts.watched(TRANSCRIPTS, ALL_STEPS, board)) == []
