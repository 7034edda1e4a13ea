from __future__ import annotations

from typing import Any

import pytest

from bot.kernel.game import Course
from bot.kernel.secret import Seat
from bot.kit.decisions import At
from bot.kit.resignation import giving_up


class Resign:
    pass


def ends(play: Course[Any, Any], step: None, action: Resign) -> None:
    raise NotImplementedError


@pytest.mark.parametrize(
    ("left", "said"),
    [(0, ""), (1, "you still have 1 unit on the map"), (12, "you still have 12 units on the map")],
)
def test_a_resigning_player_reads_what_is_left(left: int, said: str) -> None:
    german = Seat("german")
    verb = giving_up(Resign, ends, lambda state, seat: state[seat], "at any time", "FP-resign")
    at: At[Any, None] = At(german, {german: "x" * left, Seat("soviet"): "xx"}, None)
    assert [type(each) for each in verb.candidates(at, {})] == [Resign]
    assert verb.warns(at, Resign()) == said
    assert (verb.when, verb.cite, verb.resolve) == ("at any time", "FP-resign", ends)
