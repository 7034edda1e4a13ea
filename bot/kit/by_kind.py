"""Dispatch by the class of an event: a function for each class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

S = TypeVar("S")
E = TypeVar("E")
R = TypeVar("R")


class ByKind(dict[type, Callable[[S, Any], R]]):
    """The functions of a title by class of event.

    `functools.singledispatch` would be slower.
    """

    def on(self, kind: type[E]) -> Callable[[Callable[[S, E], R]], Callable[[S, E], R]]:
        """Register the decorated function for a class of event."""

        def note(function: Callable[[S, E], R]) -> Callable[[S, E], R]:
            self[kind] = function
            return function

        return note
