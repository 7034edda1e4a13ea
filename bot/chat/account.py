"""What happened, told from the log for one pair of eyes: sentences, and the scenes that deserve a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from bot.chat.table import AnyEntry, Table
from bot.chat.words import AnySeen
from bot.kernel.game import Scene
from bot.kernel.log import live
from bot.kernel.secret import PUBLIC, Seat, redact, see


class Moment(Struct, frozen=True):
    """A scene, and the table as the reader saw it right after."""

    scene: Scene
    seen: AnySeen


class Account(Struct, frozen=True):
    """A stretch of the log as somebody reads it."""

    lines: tuple[str, ...]
    moments: tuple[Moment, ...]
    seen: AnySeen


def account(table: Table, first: int, last: int, seat: Seat = PUBLIC) -> Account:
    """Tell the entries from `first` to `last`. What was taken back within the stretch is left out."""
    log = table.log
    state = log.after(first)
    lines: list[str] = []
    moments: list[Moment] = []
    for n in range(first, last + 1):
        entry = log[n]
        if entry.back_to is not None:
            state = log.after(n + 1)
            what = "a move" if entry.back_to >= first else f"what was done since move {entry.back_to}"
            lines.append(f"↩️ {entry.seat.title()} takes back {what}.")
        elif not _taken_back_by(log, n, last):
            state = _tell(table, state, entry.events, seat, lines, moments)
    return Account(tuple(lines), tuple(moments), see(state, seat))


def retold(table: Table, first: int, seat: Seat = PUBLIC) -> Iterator[tuple[int, list[str]]]:
    """Tell the entries from `first` on that nobody took back, each by itself: its number and its lines."""
    numbers = [n for n in live(table.log) if n >= first]
    state = table.log.after(numbers[0] if numbers else first)
    for n in numbers:
        lines: list[str] = []
        state = _tell(table, state, table.log[n].events, seat, lines, [])
        yield n, lines


def _taken_back_by(log: Sequence[AnyEntry], n: int, last: int) -> bool:
    return any(entry.back_to is not None and entry.back_to <= n for entry in log[n + 1 : last + 1])


def _tell(
    table: Table, state: Any, events: tuple[Any, ...], seat: Seat, lines: list[str], moments: list[Moment]
) -> Any:
    game = table.game
    for event in events:
        seen, shown = see(state, seat), redact(event, seat)
        text = game.tell(seen, shown)
        scene = game.scene(seen, shown)
        state = game.evolve(state, event)
        if text:
            lines += text.split("\n")
        if scene is not None:
            moments.append(Moment(scene, see(state, seat)))
    return state


def private_lines(table: Table, first: int, last: int, seat: Seat) -> list[str]:
    """Return what a stretch of the log tells a seat and not the public."""
    public = set(account(table, first, last).lines)
    return [line for line in account(table, first, last, seat).lines if line not in public]
