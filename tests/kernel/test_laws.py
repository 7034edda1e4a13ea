"""Every title and every scenario through every law.

`FIELDPOST_LAWS=long pytest tests/kernel/test_laws.py` looks at forty times as many games.
"""

from __future__ import annotations

import os
from importlib import import_module
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.kernel.secret import Seat
from bot.titles import titles
from render.titles import PICTURES
from tests.hooks import Hooks
from tests.laws import COURSES, MOMENTS, Law
from tests.match import Match, moment

CHEAP = 12
"""How many games of the shortest scenario a law looks at; longer ones get fewer."""
LONG = os.environ.get("FIELDPOST_LAWS") == "long"
PROFILE = settings(
    deadline=None,
    derandomize=not LONG,
    database=None,
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


def hooks(title: str) -> Hooks:
    found: Hooks = import_module(f"tests.{title}.law_hooks").HOOKS
    return found


@st.composite
def moments(draw: st.DrawFn, title: str, scenario: str) -> Match:
    """A game with options, seats for computers and dice of its own, at some moment."""
    game = titles()[title]
    options = {o.name: draw(st.sampled_from(o.values)) for o in game.scenarios[scenario].options}
    computers: list[Seat] = draw(st.lists(st.sampled_from(game.scenarios[scenario].seats), unique=True))
    moves = draw(st.integers(0, hooks(title).usual[scenario]))
    seed = draw(st.binary(min_size=1, max_size=4))
    return moment(Match(game, scenario, options, seed), Random(seed), computers, moves)


@pytest.mark.parametrize("law", [*MOMENTS, *COURSES], ids=lambda law: law.__name__)
@pytest.mark.parametrize(("title", "scenario"), [(t, s) for t, game in titles().items() for s in game.scenarios])
def test_titles_obey(title: str, scenario: str, law: Law) -> None:
    usual = hooks(title).usual
    examples = max(2, CHEAP * min(usual.values()) // usual[scenario]) * (40 if LONG else 1)

    @settings(PROFILE, max_examples=examples)
    @given(moments(title, scenario), st.integers(0, 1 << 16))
    def holds(match: Match, luck: int) -> None:
        law(match, hooks(title), Random(luck))

    holds()


@pytest.mark.parametrize("title", titles())
def test_titles_are_drawn(title: str) -> None:
    assert title in PICTURES
