"""Options offer the same values with and without the shorter search."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.chat.desk.order_offers import legal_values
from bot.kernel.fields import Field, fields
from bot.kernel.game import open_kinds
from bot.kit.decisions import Once, until_found
from bot.titles import titles
from tests.match import AnyGame, AnySeen, Match, play

GAMES = (
    ("tide", "first", 40), ("tide", "korsun", 30), ("strike", "first", 30), ("trap", "first", 40),
    ("trap", "variant", 12), ("firefight", "armour", 60),
)  # fmt: skip
"""Title, scenario, and the number of moves that are looked at."""


def one_by_one(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field) -> list[Any]:
    """Return the legal values of a field from every candidate, plain options first."""
    options = [each for each in fields(kind) if not each.required and each != field]
    offered = list(game.candidates(seen, kind, {}))
    found: dict[Any, None] = {}
    for action in sorted(offered, key=lambda each: any(getattr(each, o.name) != o.default for o in options)):
        value = getattr(action, field.name)
        if value not in found and game.judge(seen, action) is None:
            found[value] = None
    return list(found)


def _looks(match: Match, moves: int, rnd: Random) -> Iterator[AnySeen]:
    for _ in range(moves):
        play(match, rnd, moves=1)
        if match.over:
            return
        if rnd.random() < 0.3:
            yield match.seen(match.asked[0])


@pytest.mark.parametrize(("title", "scenario", "moves"), GAMES)
def test_values_of_an_option_are_those_of_all_candidates(title: str, scenario: str, moves: int) -> None:
    game, rnd = titles()[title], Random(scenario)
    match = play(Match(game, scenario, {}, b"offers"), rnd, moves=moves)
    for seen in _looks(match, moves, rnd):
        for kind in open_kinds(game, seen):
            for field in fields(kind):
                assert list(legal_values(game, seen, kind, field, {})) == one_by_one(game, seen, kind, field)


def test_a_value_is_continued_until_its_caller_has_found_it() -> None:
    once = Once({"to": "B2"}, "unit")
    read = until_found(once, "unit", "s1", "abc")
    assert next(read) == "a"
    once.found.add("s1")
    assert list(read) == []
    assert once == {"to": "B2"}


def test_other_fields_and_plain_callers_read_every_continuation() -> None:
    once = Once({}, "target")
    once.found.add("s1")
    assert list(until_found(once, "unit", "s1", "abc")) == ["a", "b", "c"]
    assert list(until_found({}, "unit", "s1", "abc")) == ["a", "b", "c"]
