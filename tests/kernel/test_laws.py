"""Every title and every scenario through every law.

`FIELDPOST_LAWS=long pytest tests/kernel/test_laws.py` looks at forty times as many games.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from random import Random

import pytest

from bot.titles import titles
from render.titles import PICTURES
from tests.examples import LONG
from tests.hooks import Hooks
from tests.laws import COURSES, MOMENTS, Law, ends, keeps_secrets
from tests.match import Match, moment, random_options

CHEAP = 9
"""Games of the shortest scenario for a law.

Longer ones get a third of their share.
"""


def hooks(title: str) -> Hooks:
    found: Hooks = import_module(f"tests.{title}.law_hooks").HOOKS
    return found


@lru_cache(maxsize=None if LONG else 2 * CHEAP)
def played(title: str, scenario: str, number: int) -> Match:
    """Play a game with its own options, computers and dice to a moment for all laws.

    The first of a scenario has only just begun.
    """
    game, rnd = titles()[title], Random(f"{title} {scenario} {number}")
    match = Match(game, scenario, random_options(game, scenario, rnd), rnd.randbytes(4))
    computers = [seat for seat in match.seats if rnd.random() < 0.5]
    return moment(match, rnd, computers, rnd.randint(0, hooks(title).usual[scenario]) if number else 0)


def unlike(title: str) -> list[str]:
    """Return the scenarios of a title that differ for the laws.

    The soak plays the rest.
    """
    alike: frozenset[str] = getattr(hooks(title), "alike", frozenset())
    return [scenario for scenario in titles()[title].scenarios if scenario not in alike]


@pytest.mark.parametrize("law", [*MOMENTS, *COURSES], ids=lambda law: law.__name__)
@pytest.mark.parametrize(("title", "scenario"), [(title, each) for title in titles() for each in unlike(title)])
def test_titles_obey(title: str, scenario: str, law: Law) -> None:
    usual = hooks(title).usual
    shortest = min(usual.values())
    games = CHEAP if usual[scenario] == shortest else max(2, CHEAP * shortest // usual[scenario] // 3)
    numbers = range(games * (40 if LONG else 1))
    if law in (ends, keeps_secrets):
        numbers = numbers[1::4]  # One plays to the end, one draws maps and panels; the soak does both at length.
    for number in numbers:
        match = played(title, scenario, number)
        law(match.cut(len(match.log)), hooks(title), Random(f"{law.__name__} {number}"))


@pytest.mark.parametrize("title", titles())
def test_titles_are_drawn(title: str) -> None:
    assert title in PICTURES
