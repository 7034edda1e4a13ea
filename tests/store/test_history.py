"""A log that is read on demand leads to the same states as a full replay."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Barrier
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.log import Entry, fold, live
from bot.kernel.plan import Intent, Plan
from bot.kernel.secret import Seat, private
from bot.kit.codec import encode, prepare
from bot.kit.instructions import moves
from bot.store import entries
from bot.store.entries import BLOCK, Entries
from bot.store.history import History
from tests.match import Match, play
from tests.toys.bluff import RED, Bluff, Scored
from tests.toys.muster import MUSTER, Pass


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
        Entry(Seat("red"), "person", None, (Scored(RED, n),))
        if to is None
        else Entry(RED, "person", back_to=min(to, n))
        for n, to in enumerate(back)
    ]
    states = [fold(game, log[:n]) for n in range(len(log) + 1)]
    known = min(known, len(log))
    for history in (Often(game, log), Often(game, log, (known, states[known]))):
        assert history.state == states[-1]
        assert live(history) == live(log)
        assert list(history.moves) == moves(log)
        for n in rnd.sample(range(len(states)), len(states)):
            assert history.after(n) == states[n]


def long_log(length: int) -> list[Entry[Any, Any]]:
    return [Entry(RED, "person", None, (Scored(RED, n),), drawn=n) for n in range(length)]


@given(st.integers(0, 5 * BLOCK), st.lists(st.integers(1, BLOCK), max_size=4), st.randoms())
def test_old_entries_are_read_as_they_were_written(loaded: int, added: list[int], rnd: Random) -> None:
    log = long_log(loaded + sum(added))
    found: Entries[Any, Any] = Entries(Bluff(), (encode(each).decode() for each in log[:loaded]))
    for count in added:
        found.extend(log[len(found) : len(found) + count])
    assert len(found) == len(log)
    assert list(found) == log
    assert [found[-n] for n in range(1, len(log) + 1)] == log[::-1]
    for n in rnd.sample(range(len(log)), len(log)):
        assert found[n] == log[n]
    with pytest.raises(IndexError):
        found[len(log)]


def test_a_game_in_memory_keeps_few_entries_and_states() -> None:
    """Old lines are compressed, and no list of states grows with the log."""
    log = long_log(40 * BLOCK)
    history = History(Counting(), [encode(each).decode() for each in log])
    for n in range(len(log)):
        history.after(n)
        assert history[n] == log[n]
    blocks, newest = history._entries._lines
    assert len(blocks) * BLOCK + len(newest) == len(log)
    assert len(newest) <= BLOCK
    assert len(history._entries._decoded) <= entries.DECODED
    assert len(history._states) <= History.MOST
    assert sum(map(len, blocks)) < sum(len(encode(each)) for each in log) / 4


def test_threads_that_read_and_extend_a_log_read_the_same() -> None:
    log = long_log(6 * BLOCK)
    prepare(Bluff())
    for _ in range(20):
        history = History(Counting(), [encode(each).decode() for each in log[: 3 * BLOCK]])

        def extend(history: History[Any, Any, Any] = history) -> None:
            for each in log[3 * BLOCK :]:
                history.extend([each], history.state)

        with ThreadPoolExecutor(4) as threads:
            read = [threads.submit(lambda: list(history)) for _ in range(3)]  # noqa: B023
            threads.submit(extend).result()
            assert all(log[: len(each.result())] == each.result() for each in read)
        assert list(history) == log
        assert list(history.moves) == list(range(len(log)))


def test_a_history_continues() -> None:
    match = play(Match(Bluff(), "three", {}, b"history"), Random(1), moves=9)
    history = Often(match.game, [encode(entry).decode() for entry in match.log[:4]])
    history.extend(match.log[4:], match.state)
    assert list(history) == match.log
    assert (history[-1], history[2:5], len(history)) == (match.log[-1], match.log[2:5], len(match.log))
    assert history.state == match.state
    assert [history.after(n + 1) for n in range(len(match.log))] == match.states
    with pytest.raises(IndexError):
        history[len(match.log)]


def test_lines_are_read_on_demand() -> None:
    match = play(Match(Bluff(), "three", {}, b"history"), Random(1), moves=4)
    lines = ["no entry", *(encode(entry).decode() for entry in match.log[1:])]
    history = Often(match.game, lines, (3, match.states[2]))
    assert history.state == match.state
    assert history.after(3) == match.states[2]
    for reads in (lambda: history[0], lambda: history.after(2), lambda: Often(match.game, lines)):
        with pytest.raises(msgspec.DecodeError):
            reads()


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as in the running bot."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    yield
    sys.setswitchinterval(before)


def at_once(work: Callable[[], Any]) -> list[Any]:
    """Let four threads do the same at the same moment, and return each result."""
    start = Barrier(4)

    def begin() -> Any:
        start.wait()
        return work()

    with ThreadPoolExecutor(4) as threads:
        return [each.result() for each in [threads.submit(begin) for _ in range(4)]]


@pytest.mark.usefixtures("hasty")
def test_threads_that_read_plans_at_once_read_the_same() -> None:
    plan = private(Plan((Intent(Pass()),) * 3), RED)
    log: list[Entry[Any, Any]] = [Entry(RED, "person", plan=plan), Entry(RED, "plan", Pass())]
    lines = [encode(entry).decode() for entry in log * 100]
    prepare(MUSTER)
    for _ in range(40):
        history = History(MUSTER, lines, (len(lines), MUSTER.blank()))
        assert at_once(partial(getattr, history, "plans")) == [{RED: Plan((Intent(Pass()),) * 2)}] * 4


@pytest.mark.usefixtures("hasty")
def test_threads_that_read_entries_and_states_at_once_read_the_same() -> None:
    match = play(Match(Bluff(), "three", {}, b"history"), Random(1), moves=9)
    lines = [encode(entry).decode() for entry in match.log]
    prepare(match.game)
    for _ in range(20):
        history = Often(match.game, lines, (len(lines), match.state))
        states = at_once(lambda: [history.after(n + 1) for n in range(len(lines))])  # noqa: B023
        assert states == [match.states] * 4
        assert at_once(partial(list, history)) == [match.log] * 4
