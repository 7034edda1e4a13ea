"""A log that is read when it is wanted leads to the same states as one that is folded from its beginning."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.log import Entry, fold, live
from bot.kernel.secret import Seat
from bot.kit.codec import encode
from bot.store.history import History
from tests.match import Match, play
from tests.toys.bluff import RED, Bluff


class Counting(Bluff):
    """Its state is the tuple of the events."""

    def blank(self) -> Any:
        return ()

    def evolve(self, state: Any, event: Any) -> Any:
        return (*state, event)


class Often(History[Any, Any, Any]):
    EVERY = 3


@given(st.lists(st.none() | st.integers(0, 30), max_size=30), st.randoms(), st.integers(0, 30))
def test_the_state_after_any_number_of_entries(back: list[int | None], rnd: Random, known: int) -> None:
    game: Any = Counting()
    log: list[Entry[Any, Any]] = [
        Entry(Seat("red"), "person", None, (n,)) if to is None else Entry(RED, "person", back_to=min(to, n))
        for n, to in enumerate(back)
    ]
    states = [fold(game, log[:n]) for n in range(len(log) + 1)]
    known = min(known, len(log))
    for history in (Often(game, log), Often(game, log, (known, states[known]))):
        assert history.state == states[-1]
        assert live(history) == live(log)
        for n in rnd.sample(range(len(states)), len(states)):
            assert history.after(n) == states[n]


def test_a_history_goes_on() -> None:
    match = play(Match(Bluff(), "three", {}, b"history"), Random(1), moves=9)
    history = Often(match.game, [encode(entry).decode() for entry in match.log[:4]])
    history.extend(match.log[4:], match.state)
    assert list(history) == match.log
    assert (history[-1], history[2:5], len(history)) == (match.log[-1], match.log[2:5], len(match.log))
    assert history.state == match.state
    assert [history.after(n + 1) for n in range(len(match.log))] == match.states
    with pytest.raises(IndexError):
        history[len(match.log)]


def test_lines_are_read_when_somebody_wants_them() -> None:
    match = play(Match(Bluff(), "three", {}, b"history"), Random(1), moves=4)
    lines = ["no entry", *(encode(entry).decode() for entry in match.log[1:])]
    history = Often(match.game, lines, (3, match.states[2]))
    assert history.state == match.state
    assert history.after(3) == match.states[2]
    for reads in (lambda: history[0], lambda: history.after(2), lambda: Often(match.game, lines)):
        with pytest.raises(msgspec.DecodeError):
            reads()
