"""A cache of derived values; valid while the state fields they use are the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter, is_
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from bot.kernel.secret import Seat

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")

BOOKS = 4
"""The number of cached positions: a state, and the view of each seat."""


MOST = 50_000
"""The number of cached answers for a position; beyond it a new book begins."""

NOT_YET: Any = object()
"""Marks a missing answer."""


class Memo(Generic[S]):
    """A cache of answers that follow only from certain fields of a state.

    Two states share their answers if these fields hold the same objects. Every book keeps references to them, so
    no other object can reuse their identity. Games, seats and threads may alternate freely: at worst an answer is
    computed twice.
    """

    def __init__(self, *fields: str, most: int = MOST) -> None:
        """Name the fields that the answers follow from; by default, the whole state."""
        self._most = most
        named = fields if len(fields) > 1 else fields * 2  # For a single field `attrgetter` would return no tuple.
        self._parts: Callable[[S], tuple[object, ...]] = attrgetter(*named) if named else _whole
        self._books: tuple[tuple[tuple[object, ...], dict[Any, Any]], ...] = ()
        self._last: tuple[object, dict[Any, Any]] = (None, {})

    def book(self, state: S) -> dict[Any, Any]:
        """Return the known answers for a state, keyed by question."""
        last, book = self._last
        if last is not state:
            book = self._found(self._parts(state))
            self._last = (state, book)
        return book

    def recall(self, state: S, key: object, find: Callable[[], R]) -> R:
        """Return the cached answer to a question, or find and cache it.

        The key holds everything that the answer follows from, beside the fields.
        """
        book = self.book(state)
        found: R = book.get(key, NOT_YET)
        return self._entered(book, key, find()) if found is NOT_YET else found

    def _entered(self, book: dict[Any, Any], key: object, found: R) -> R:
        if len(book) >= self._most:
            book.clear()
        book[key] = found
        return found

    def _found(self, parts: tuple[object, ...]) -> dict[Any, Any]:
        """Return the book of these parts, or a new one.

        A new book replaces the least recently used.
        """
        for n, (known, book) in enumerate(self._books):
            if self._same(known, parts):
                if n:  # A search that looks a few moves ahead returns to its start.
                    self._books = (self._books[n], *self._books[:n], *self._books[n + 1 :])
                return book
        book = {}
        self._books = ((parts, book), *self._books[: BOOKS - 1])
        return book

    def _same(self, known: tuple[object, ...], parts: tuple[object, ...]) -> bool:
        return all(map(is_, known, parts))

    def keeps(self, answer: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        """Cache a function that follows only from the fields and its other arguments."""

        @wraps(answer)
        def kept(state: S, /, *args: P.args, **named: P.kwargs) -> R:
            last, book = self._last
            if last is not state:  # Most questions in a row are about one state.
                book = self.book(state)
            key = (answer, args, *named.items()) if named else (answer, args)
            found: R = book.get(key, NOT_YET)
            return self._entered(book, key, answer(state, *args, **named)) if found is NOT_YET else found

        return kept

    def forget(self) -> None:
        """Empty the cache."""
        self._books = ()
        self._last = (None, {})


class Alike(Memo[S]):
    """The answers that are the same in all states that look alike.

    The likeness of a state holds everything that the answers follow from, beside their other arguments. It is
    compared by value, so an answer outlives each move that does not change the likeness. It holds the printed map
    itself and not its name, because the data can be read again.
    """

    def __init__(self, likeness: Callable[[S], tuple[object, ...]], most: int = MOST) -> None:
        """Take the function that returns the likeness of a state."""
        super().__init__(most=most)
        self._parts = likeness

    def _same(self, known: tuple[object, ...], parts: tuple[object, ...]) -> bool:
        return known == parts


class Sides(Generic[S]):
    """An `Alike` for each answer that is the same in all states alike to a side."""

    def __init__(self, likeness: Callable[[S, Seat], tuple[object, ...]]) -> None:
        """Take the function that returns the likeness of a state for a side."""
        self._likeness = likeness
        self._sides: dict[Seat, Alike[S]] = {}

    def of(self, seat: Seat) -> Alike[S]:
        """Return the answers for a side."""
        if seat not in self._sides:
            self._sides[seat] = Alike(lambda state: self._likeness(state, seat))
        return self._sides[seat]

    def keeps(self, answer: Callable[Concatenate[S, Seat, P], R]) -> Callable[Concatenate[S, Seat, P], R]:
        """Remember what a function answers for each side."""
        by_side: dict[Seat, Callable[Concatenate[S, Seat, P], R]] = {}

        @wraps(answer)
        def kept(state: S, seat: Seat, /, *args: P.args, **named: P.kwargs) -> R:
            if seat not in by_side:
                by_side[seat] = self.of(seat).keeps(answer)
            return by_side[seat](state, seat, *args, **named)

        return kept


def _whole(state: object) -> tuple[object, ...]:
    return (state,)
