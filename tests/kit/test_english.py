"""How words stand together."""

from __future__ import annotations

import pytest

from bot.kit.english import count, join


@pytest.mark.parametrize(
    ("n", "noun", "counted"), [(0, "hit", "0 hits"), (1, "hit", "1 hit"), (2, "victory point", "2 victory points")]
)
def test_counting(n: int, noun: str, counted: str) -> None:
    assert count(n, noun) == counted


@pytest.mark.parametrize(
    ("words", "joined"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_joining(words: list[str], joined: str) -> None:
    assert join(words) == joined
