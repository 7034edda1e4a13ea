"""One function for each kind of event: what it makes of a state, or how it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

S = TypeVar("S")
E = TypeVar("E")
R = TypeVar("R")


class ByKind(dict[type, Callable[[S, Any], R]]):
    """What a title does with each class of event. `functools.singledispatch` would be slower."""

    def on(self, kind: type[E]) -> Callable[[Callable[[S, E], R]], Callable[[S, E], R]]:
        """Note that the function below is for a kind of event."""

        def note(function: Callable[[S, E], R]) -> Callable[[S, E], R]:
            self[kind] = function
            return function

        return note
