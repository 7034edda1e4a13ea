"""Battles made and fought as typed; each file in `transcripts` is a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.kernel.game import Course
from bot.kit.events import evolve
from bot.titles.firefight.model.actions import Correct
from bot.titles.firefight.model.table import ONE
from bot.titles.firefight.play import artillery
from tests import transcripts
from tests.firefight.board import Board
from tests.firefight.test_artillery import battery
from tests.firefight.test_solo_making import GERMAN, dealt, made
from tests.scripted import ScriptedDice

TRANSCRIPTS = transcripts.of(Path(__file__).parent)


@pytest.mark.parametrize(
    "played", [pytest.param(each, id=each.path.stem, marks=pytest.mark.case(*each.cases)) for each in TRANSCRIPTS]
)
def test_transcript(played: transcripts.Transcript) -> None:
    assert (differs := transcripts.play(played, Board())) == "", differs


ALL_STEPS = (
    "solo-example", "card-maps", "card-conditions", "mines-and-wire", "hiding", "card-hunt", "card-dug-in",
    "solo-ambush", "solo-moves", "three-players",
)  # fmt: skip
"""Transcripts that together reach every step of the title but those below."""


def test_every_step_is_reached() -> None:
    games = transcripts.watched(TRANSCRIPTS, ALL_STEPS, lambda each: Board())
    noting, landing, falling = battery(), battery(), battery()
    noting.set(strikes=())
    for each, deed in ((noting, artillery.note), (landing, artillery.land), (falling, artillery.land)):
        play: Course[Any, Any] = Course(evolve, each.state, ScriptedDice([]))
        deed(play)
        each.state = play.state
    falling.put("s05", "D10")
    falling.seat = ONE
    falling.do_step(Correct(), 6)
    road = dealt(made("played: Soviet 22 top"), GERMAN)
    assert transcripts.unreached(Board().game(), games, (noting.state, landing.state, falling.state, road)) == []
