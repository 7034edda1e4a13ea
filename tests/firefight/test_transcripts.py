"""Battles that are generated and fought as people type them; each file in `transcripts` is a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import transcripts
from tests.firefight.board import Board

TRANSCRIPTS = transcripts.of(Path(__file__).parent)


@pytest.mark.parametrize(
    "played", [pytest.param(each, id=each.path.stem, marks=pytest.mark.case(*each.cases)) for each in TRANSCRIPTS]
)
def test_transcript(played: transcripts.Transcript) -> None:
    assert (differs := transcripts.play(played, Board())) == "", differs
