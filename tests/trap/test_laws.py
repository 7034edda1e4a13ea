"""The learning game obeys the laws of the house."""

from __future__ import annotations

from random import Random

import pytest

from bot.titles.trap import TITLE
from tests.laws import COURSES, MOMENTS, Law
from tests.match import Match, moment
from tests.trap.law_hooks import HOOKS


@pytest.mark.parametrize("law", [*MOMENTS, *COURSES], ids=lambda law: law.__name__)
@pytest.mark.parametrize("seed", range(4))
def test_the_learning_game_obeys(law: Law, seed: int) -> None:
    rnd = Random(seed)
    options = {each.name: rnd.choice(each.values) for each in TITLE.scenarios["first"].options}
    match = Match(TITLE, "first", options, bytes([seed]))
    law(moment(match, rnd, (), rnd.randint(0, HOOKS.usual["first"])), HOOKS, Random(seed))


@pytest.mark.parametrize("scenario", ["relief", "historical", "variant"])
def test_a_day_begins_soundly(scenario: str) -> None:
    match = Match(TITLE, scenario, {}, b"day")
    rnd = Random(1)
    moment(match, rnd, (), 60)
    for law in COURSES:
        law(match, HOOKS, Random(1))
