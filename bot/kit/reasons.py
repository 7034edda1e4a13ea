"""What speaks for an order that the computer player would give: a function for each kind of order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from bot.kernel.secret import Seen
from bot.kit.english import begun

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., str])


class Reasons(Generic[S]):
    """What a title says for its orders, as clauses without a full stop; nothing for those whose odds tell."""

    def __init__(self) -> None:
        self._say: dict[type[Any], Callable[[Seen[S], Any], str]] = {}

    def on(self, *kinds: type[Any]) -> Callable[[F], F]:
        """Note that the function below speaks for orders of these kinds."""

        def note(function: F) -> F:
            self._say.update(dict.fromkeys(kinds, function))
            return function

        return note

    def plainly(self, *kinds: type[Any], because: str) -> None:
        """Note what speaks for orders of these kinds whenever they are given."""
        self.on(*kinds)(lambda seen, action: because)

    def clause(self, seen: Seen[S], action: Any) -> str:
        """Return what speaks for an order, for the middle of a sentence."""
        say = self._say.get(type(action))
        return say(seen, action) if say is not None else ""

    def why(self, seen: Seen[S], action: Any) -> str:
        """Say in a sentence what speaks for an order; empty where its odds tell."""
        said = self.clause(seen, action)
        return f"{begun(said)}." if said else ""
