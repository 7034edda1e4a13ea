"""What is worked out for a state, remembered while the parts of it that the answer follows from stay the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter, is_
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")

BOOKS = 4
"""So many positions are remembered at a time: a state, and what the seats see of it."""


MOST = 50_000
"""So many answers are remembered for a position; then it begins a new book."""

NOT_YET: Any = object()
"""Stands for an answer that has not been worked out yet."""


class Memo(Generic[S]):
    """The answers that follow from some fields of a state and from nothing else of it.

    Two states share their answers when these fields hold the very same objects, which every book holds on to, so
    that no other object can take their place. Games, seats and threads may take turns at will: at worst something
    is worked out twice.
    """

    def __init__(self, *fields: str, most: int = MOST) -> None:
        """Name the fields that the answers follow from; without any it is the whole state."""
        self._most = most
        named = fields if len(fields) > 1 else fields * 2  # Of one alone `attrgetter` would make no tuple.
        self._parts: Callable[[S], tuple[object, ...]] = attrgetter(*named) if named else _whole
        self._books: tuple[tuple[tuple[object, ...], dict[Any, Any]], ...] = ()
        self._last: tuple[object, dict[Any, Any]] = (None, {})

    def book(self, state: S) -> dict[Any, Any]:
        """Return the answers known for a state, by what was asked."""
        book = self._found(self._parts(state))
        self._last = (state, book)
        return book

    def _found(self, parts: tuple[object, ...]) -> dict[Any, Any]:
        """Return the book of these parts, a new one where there is none yet.

        It takes the place of the book that has not been asked for longest.
        """
        for n, (known, book) in enumerate(self._books):
            if self._same(known, parts):
                if n:  # Who thinks a few moves ahead comes back to where they are.
                    self._books = (self._books[n], *self._books[:n], *self._books[n + 1 :])
                return book
        book = {}
        self._books = ((parts, book), *self._books[: BOOKS - 1])
        return book

    def _same(self, known: tuple[object, ...], parts: tuple[object, ...]) -> bool:
        return all(map(is_, known, parts))

    def keeps(self, answer: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        """Remember what a function answers. It must follow from the fields and the other arguments alone."""

        @wraps(answer)
        def kept(state: S, /, *args: P.args, **named: P.kwargs) -> R:
            last, book = self._last
            if last is not state:  # Most questions in a row are about one state.
                book = self.book(state)
            key = (answer, args, *named.items()) if named else (answer, args)
            found: R = book.get(key, NOT_YET)
            if found is NOT_YET:
                found = answer(state, *args, **named)
                if len(book) >= self._most:
                    book.clear()
                book[key] = found
            return found

        return kept

    def forget(self) -> None:
        """Forget everything."""
        self._books = ()
        self._last = (None, {})


class Alike(Memo[S]):
    """The answers that are the same in all states that look alike.

    The likeness of a state holds everything that the answers follow from, beside their other arguments. It is
    compared by value, so that answers outlive moves that change nothing of it.
    """

    def __init__(self, likeness: Callable[[S], tuple[object, ...]], most: int = MOST) -> None:
        """Take the function that returns the likeness of a state."""
        super().__init__(most=most)
        self._parts = likeness

    def _same(self, known: tuple[object, ...], parts: tuple[object, ...]) -> bool:
        return known == parts


def _whole(state: object) -> tuple[object, ...]:
    return (state,)
