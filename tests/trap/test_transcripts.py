"""Movement, fire and the course of a turn as typed.

Each `transcripts` file is a test.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.titles.trap.model import actions as do
from bot.titles.trap.model.table import MarkerId
from tests import transcripts
from tests.trap.board import Board
from tests.trap.game import Game
from tests.trap.test_assault import fell, ruin

TRANSCRIPTS = transcripts.of(Path(__file__).parent)


@pytest.mark.parametrize(
    "played", [pytest.param(each, id=each.path.stem, marks=pytest.mark.case(*each.cases)) for each in TRANSCRIPTS]
)
def test_transcript(played: transcripts.Transcript) -> None:
    assert (differs := transcripts.play(played, Board())) == "", differs


ALL_STEPS = ("sequence", "events-desperation", "events-return")
"""Transcripts that together reach every step of the title but those below."""


def test_every_step_is_reached() -> None:
    games = transcripts.watched(TRANSCRIPTS, ALL_STEPS, lambda each: Board())
    columns = Game()
    columns.do(do.Hold(MarkerId("1/81")))
    crowded = ruin("c-i1", "c-i2", "c-i3", ground=("c-i4", "c-i5"))
    among_enemies = ruin("c-i1", "c-i2", ground=("81-1-i1",))
    for rubble in (crowded, among_enemies):
        fell(rubble, "c-i1")
    others = (columns.state, crowded.state, among_enemies.state)
    assert transcripts.unreached(Board().game(), games, others) == []
