"""The facts about a scenario in words, for players who choose one."""

from __future__ import annotations

from collections.abc import Mapping

from bot.kernel.game import Facts, Scenario
from bot.kit.english import count, join


def in_order(scenarios: Mapping[str, Scenario]) -> list[Scenario]:
    """Return the scenarios, simple and short ones first."""
    return sorted(scenarios.values(), key=lambda each: (each.facts.complexity or 6, each.facts.minutes))


def measures(scenario: Scenario) -> str:
    """Return the players, the length and the complexity of a scenario, briefly."""
    facts = scenario.facts
    parts = [count(len(scenario.seats), "player"), length(facts)]
    parts += [f"complexity {facts.complexity} of 5"] if facts.complexity else []
    return " · ".join(filter(None, parts))


def length(facts: Facts) -> str:
    """Return the length at a sitting and by post: "20 minutes, or 8 days by post"."""
    if not facts.minutes:
        return ""
    sitting = f"{facts.minutes} minutes" if facts.minutes < 100 else f"{facts.minutes / 60:.0f} hours"
    return f"{sitting}, or {count(facts.days, 'day')} by post" if facts.days > 1 else sitting


def balance(facts: Facts) -> str:
    """Return how often each side wins; the remaining games are draws."""
    drawn = 100 - sum(facts.balance.values())
    parts = [f"{side} {won} %" for side, won in facts.balance.items()]
    return join([*parts, *([f"drawn {drawn} %"] if facts.balance and drawn > 0 else [])])


def box(scenario: Scenario) -> str:
    """Return the ways in which a scenario can be played, and its help for learners."""
    ways = ["a solo mission"] if len(scenario.seats) == 1 else ["against a friend", "against the computer"]
    return join(
        [*ways, *(["advice in the first turns"] if any(each.name == "tips" for each in scenario.options) else [])]
    )
