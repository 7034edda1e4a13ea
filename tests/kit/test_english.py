"""How words stand together."""

from __future__ import annotations

import pytest

from bot.kit.english import count, filled, join


@pytest.mark.parametrize(
    ("n", "noun", "counted"),
    [(0, "hit", "0 hits"), (1, "army", "1 army"), (2, "army", "2 armies"), (2, "day", "2 days")],
)
def test_counting(n: int, noun: str, counted: str) -> None:
    assert count(n, noun) == counted


@pytest.mark.parametrize(
    ("words", "joined"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_joining(words: list[str], joined: str) -> None:
    assert join(words) == joined


def test_a_template_asks_for_each_field_with_the_verbs_that_go_with_it() -> None:
    asked: list[tuple[str, str, str]] = []

    def name(*field: str) -> str:
        asked.append((field[0], field[1], field[2]))
        return field[0].upper()

    assert filled("{unit:backs|back} into {to}.", name) == "UNIT into TO."
    assert asked == [("unit", "backs", "back"), ("to", "", "")]
