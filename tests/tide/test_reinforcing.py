from __future__ import annotations

from random import Random

from msgspec.structs import replace

from bot.kit.events import evolve
from bot.titles import titles
from bot.titles.tide.events.base import Play
from bot.titles.tide.play import arrival
from tests.match import Match, play


def test_reinforcements_never_take_the_place_of_units_that_are_there() -> None:
    match = play(Match(titles()["tide"], "kalach", {}, b""), Random(0), moves=4)
    course = Play(evolve, match.state, match.dice)
    for number in (2, 3):
        course.state = replace(course.state, round=number)
        arrival.begin(course)
    arrived = {id: unit for id, unit in course.state.units.items() if unit.arrives}
    assert course.state.units == {**match.state.units, **arrived}
    assert len(arrived) == 7
    assert not match.state.units.keys() & arrived.keys()
