"""The model: every event makes a state, and every secret has its readers."""

from __future__ import annotations

from collections import Counter

from bot.kernel.secret import declared
from bot.titles.trap.evolve.changes import EVOLVE
from bot.titles.trap.model.actions import ACTIONS
from bot.titles.trap.model.events import EVENTS
from bot.titles.trap.model.state import State
from bot.titles.trap.printed.units import counters


def test_every_event_evolves() -> None:
    assert set(EVENTS) == set(EVOLVE)


def test_secrets_are_declared_with_their_readers() -> None:
    found = {each.field: each.readers for each in declared(State, *EVENTS, *ACTIONS)}
    assert all(found.values())
    assert {"Unit.counter", "State.pool", "State.spent", "State.orders"} <= set(found)


def test_the_counters_are_those_of_the_manifest() -> None:
    read = counters()
    assert not read.problems
    kinds = Counter((each.side, each.kind) for each in read.units.values())
    assert kinds == {
        ("russian", "infantry"): 45,
        ("russian", "heavy"): 10,
        ("russian", "apc"): 28,
        ("russian", "tank"): 10,
        ("russian", "schmel"): 3,
        ("russian", "leader"): 7,
        ("chechen", "infantry"): 24,
        ("chechen", "rpg"): 12,
        ("chechen", "heavy"): 8,
        ("chechen", "sniper"): 6,
        ("chechen", "leader"): 5,
        ("chechen", "tank"): 3,
    }
