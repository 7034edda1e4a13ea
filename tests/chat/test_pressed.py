"""Every order can be built by presses: offered, the computer's, and by taste."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.chat.panel.values import first_of, listed, open_to
from bot.kernel.fields import fields, given
from bot.kernel.game import legal, verb
from bot.titles import titles
from tests.chat.fingertips import first, put_together
from tests.kernel.test_laws import played
from tests.match import AnyGame, AnySeen, Match, step

MOMENTS = {"tide": (0, 3), "strike": (0, 1, 2), "trap": (1, 3), "firefight": (1, 3)}
"""Which moments are looked at in the learning game of each title."""
TASTES = ("facing", "bomb")
"""Options that no candidate has."""
APART = 9
"""The number of moves between two moments."""
LIKELY = 60
"""How many orders of a kind are drawn from."""


@pytest.mark.parametrize("title", titles())
def test_every_order_can_be_pressed(title: str) -> None:
    rnd, match = Random(title), played(title, "first", 0)
    for moment in range(max(MOMENTS[title]) + 1):
        for seat in match.asked if moment in MOMENTS[title] else ():
            seen = match.seen(seat)
            page = first(match.game, seen)
            for wanted in orders(match.game, seen, rnd):
                assert put_together(match.game, seen, wanted, page) == wanted
        on(match, rnd)


def orders(game: AnyGame, seen: AnySeen, rnd: Random) -> Iterator[Any]:
    """Yield the computer's order, and a random order of each kind, with taste too."""
    wanted = game.play(seen)
    if verb(type(wanted)) not in ("order", "resign"):
        yield wanted
    for kind in open_to(game, seen):
        likely = list(islice(legal(game, seen, kind), LIKELY))
        for action in [*rnd.sample(likely, min(1, len(likely))), *pairs(game, seen, kind, rnd)]:
            yield action
            yield from tastes(game, seen, action, rnd)


def pairs(game: AnyGame, seen: AnySeen, kind: type[Any], rnd: Random) -> Iterator[Any]:
    """Yield an order for two pieces together, if there is any."""
    field = first_of(kind)
    if field is not None and field.many:
        ones = {value[0] for value in listed(game, seen, kind, field, {}) if len(value) == 1}
        twos = list(combinations(sorted(ones), 2))
        found = (next(legal(game, seen, kind, {field.name: two}), None) for two in rnd.sample(twos, len(twos)))
        yield from islice((action for action in found if action is not None), 1)


def tastes(game: AnyGame, seen: AnySeen, action: Any, rnd: Random) -> Iterator[Any]:
    """Yield an order with an option that no candidate has."""
    for field in fields(type(action)):
        if field.name in TASTES and not field.required and field.name not in given(action):
            values = [value for value in game.values(seen, field) if value]
            found = (replace(action, **{field.name: value}) for value in rnd.sample(values, len(values)))
            yield from islice((each for each in found if game.judge(seen, each) is None), 1)


def on(match: Match, rnd: Random) -> None:
    for _ in range(APART):
        if not match.over:
            step(match, rnd, match.seats)
