"""The card game that makes battles obeys the laws; tests/kernel tests battles."""

from __future__ import annotations

from random import Random

import pytest

from bot.titles.firefight import TITLE
from tests.firefight.law_hooks import HOOKS
from tests.laws import COURSES, MOMENTS, Law
from tests.match import Match, moment


@pytest.mark.parametrize("law", [*MOMENTS, *COURSES], ids=lambda law: law.__name__)
@pytest.mark.parametrize("scenario", ["full-deck", "three-players", "four-players"])
def test_the_generation_obeys(law: Law, scenario: str) -> None:
    rnd = Random(scenario)
    options = {each.name: rnd.choice(each.values) for each in TITLE.scenarios[scenario].options}
    match = Match(TITLE, scenario, options, scenario.encode())
    law(moment(match, rnd, (), rnd.randint(0, 40)), HOOKS, Random(scenario))
