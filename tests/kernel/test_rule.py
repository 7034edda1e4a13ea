from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from bot.kernel.rule import Refusal, Rule, Wrong, case, judge, rule
from bot.kernel.secret import PUBLIC, Seen


@pytest.fixture
def carriers(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """Return the functions that carry each case, and leave the registry unchanged."""
    own: defaultdict[str, list[Any]] = defaultdict(list)
    monkeypatch.setattr("bot.kernel.rule.CARRIERS", own)
    return own


def forbids(cite: str, why: str, own_cite: str = "") -> Rule[Seen[int], int]:
    return Rule((cite,), lambda seen, action: Wrong(why, "do something else", own_cite) if action else None)


SEEN: Seen[int] = Seen(PUBLIC, 0)


def test_nothing_against_it_is_legal() -> None:
    assert judge((forbids("1", "no"), forbids("2", "no")), SEEN, 0) is None


def test_without_rules_everything_is_legal() -> None:
    assert judge((), SEEN, 1) is None


def test_the_first_rule_explains() -> None:
    rules = (forbids("1", "first"), forbids("2", "second"))
    assert judge(rules, SEEN, 1) == Refusal("1", "first", "do something else")
    assert judge(reversed(rules), SEEN, 1) == Refusal("2", "second", "do something else")


def test_a_rule_is_not_asked_when_an_earlier_one_forbids() -> None:
    def never(seen: Seen[int], action: int) -> Wrong | None:
        raise AssertionError

    assert judge((forbids("1", "first"), Rule(("2",), never)), SEEN, 1) is not None


def test_a_refusal_may_cite_another_case_of_its_rule() -> None:
    refusal = judge((forbids("1", "no", own_cite="1b"),), SEEN, 1)
    assert refusal is not None
    assert refusal.cite == "1b"


def test_a_predicate_becomes_a_rule_and_carries_its_cases(carriers: dict[str, list[Any]]) -> None:
    @rule("6.2", "6.3")
    def even(seen: Seen[int], action: int) -> Wrong | None:
        """Only even numbers."""
        return Wrong("odd", "take an even one") if action % 2 else None

    assert judge((even,), SEEN, 3) == Refusal("6.2", "odd", "take an even one")
    assert (even.__name__, even.__doc__) == ("even", "Only even numbers.")
    assert repr(even) == "rule 6.2, 6.3 (even)"
    assert carriers == {"6.2": [even.test], "6.3": [even.test]}


def test_a_function_carries_cases_and_stays_itself(carriers: dict[str, list[Any]]) -> None:
    def walk(points: int) -> int:
        return points - 1

    assert case("4.1", "4.2")(walk) is walk
    assert carriers == {"4.1": [walk], "4.2": [walk]}
