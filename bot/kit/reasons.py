"""The computer player's reasons for its orders: a function for each kind of order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from bot.kernel.secret import Seen
from bot.kit.english import begun

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., str])


class Reasons(Generic[S]):
    """A title's reasons, as clauses without a full stop; none if the odds suffice."""

    def __init__(self) -> None:
        self._say: dict[type[Any], Callable[[Seen[S], Any], str]] = {}

    def on(self, *kinds: type[Any]) -> Callable[[F], F]:
        """Register the decorated function for orders of these kinds."""

        def note(function: F) -> F:
            self._say.update(dict.fromkeys(kinds, function))
            return function

        return note

    def plainly(self, *kinds: type[Any], because: str) -> None:
        """Register a fixed reason for orders of these kinds."""
        self.on(*kinds)(lambda seen, action: because)

    def clause(self, seen: Seen[S], action: Any) -> str:
        """Return the reason for an order as a clause for the middle of a sentence."""
        say = self._say.get(type(action))
        return say(seen, action) if say is not None else ""

    def why(self, seen: Seen[S], action: Any) -> str:
        """Return the reason for an order as a sentence; empty if its odds suffice."""
        said = self.clause(seen, action)
        return f"{begun(said)}." if said else ""
