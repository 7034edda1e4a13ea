"""Judges a stored log again by the rules, entry by entry.

So a single process could have written the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.chat.desk.table import AnyEntry, Table
from bot.kernel.dice import SeededDice, key
from bot.kernel.game import answer, decide
from bot.kernel.log import after, live
from bot.kernel.rule import Refusal
from bot.kit.instructions import standing
from bot.store.history import History, undo


def judge(table: Table, first: int) -> None:
    """Judge the entries of a game from a number on.

    Raises `AssertionError` for a wrong entry.
    """
    log = list(table.log)
    states = [table.game.blank()]
    for n, entry in enumerate(log):
        if entry.back_to is not None:
            if n >= first:
                _judge_return(table, log, n)
            states.append(states[entry.back_to])
            continue
        if n >= max(first, 1):
            _judge_entry(table, log, n, states[n])
        states.append(after(table.game, states[n], entry.events))
    left = standing(table.log.recorded())
    assert after(table.game, states[-1], left) == table.state, f"game {table.record.id} folds to another state"


def _judge_entry(table: Table, log: Sequence[AnyEntry], n: int, state: Any) -> None:
    """Take the action of an entry again, in the state before it and with its dice."""
    entry, where = log[n], f"game {table.record.id}, entry {n}"
    if entry.by == "table":
        return
    before = after(table.game, state, standing(each for each in table.log.recorded() if each.entries <= n))
    dice = SeededDice(key(table.record.seed, table.words, table.record.start), log[n - 1].drawn)
    events = decide(table.game, before, entry.seat, entry.action, dice)
    assert not isinstance(events, Refusal), f"{where} is illegal: {entry.seat} {entry.action}: {events}"
    assert (tuple(events), dice.drawn) == (entry.events, entry.drawn), f"{where} has other results or dice"
    if entry.by == "forced":
        assert answer(table.game, before, ()) == (entry.seat, entry.by, entry.action), f"{where} is not forced"


def _judge_return(table: Table, log: Sequence[AnyEntry], n: int) -> None:
    """See that an undo was allowed, or that a rewind goes back to a move that counted."""
    entry, where = log[n], f"game {table.record.id}, entry {n}"
    assert entry.drawn == log[n - 1].drawn, f"{where} rolls dice again"
    assert entry.back_to in live(log[:n])[1:], f"{where} goes back to {entry.back_to}"


def may_undo(table: Table, n: int) -> bool:
    """Return whether entry n is an undo that the rules of undoing allow its seat."""
    left = [each for each in table.log.recorded() if each.entries <= n]
    history: History[Any, Any, Any] = History(table.game, table.log[:n], None, left)
    return undo(history, table.log[n].seat) == table.log[n].back_to
