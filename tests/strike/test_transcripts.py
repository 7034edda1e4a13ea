"""Moves, battles and phases as typed; each file in `transcripts` is a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import transcripts
from tests.strike.board import Board

ALL_STEPS = (
    "continuation", "commissar-defends", "leaders-nearest", "all-take-part", "supply-trucks-under-aircraft",
    "option-hold", "weather",
)  # fmt: skip
"""Transcripts that together reach every step of the title."""

TRANSCRIPTS = transcripts.of(Path(__file__).parent)


@pytest.mark.parametrize(
    "played", [pytest.param(each, id=each.path.stem, marks=pytest.mark.case(*each.cases)) for each in TRANSCRIPTS]
)
def test_transcript(played: transcripts.Transcript) -> None:
    assert (differs := transcripts.play(played, Board())) == "", differs


def test_every_step_is_reached() -> None:
    games = transcripts.watched(TRANSCRIPTS, ALL_STEPS, lambda each: Board())
    assert transcripts.unreached(Board().game(), games) == []
