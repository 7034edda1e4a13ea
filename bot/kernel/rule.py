"""Rules are predicates that cite their cases.

A function that carries out a case is marked with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

W = TypeVar("W", contravariant=True)
"""The view that a rule checks: a `Seen`, or a more exact position of a seat."""
A = TypeVar("A", contravariant=True)
F = TypeVar("F", bound=Callable[..., Any])


class Wrong(Struct, frozen=True):
    """The error in an action, and how to make it legal.

    Each is a sentence without a full stop.
    """

    why: str
    mend: str
    cite: str = ""
    """The case that forbids it, if it is not the first case of the rule."""


class Refusal(Struct, frozen=True):
    """An action that the rules do not allow, with the case that forbids it."""

    cite: str
    why: str
    mend: str


class Modifier(Struct, frozen=True, gc=False):
    """A number added to a strength, with its case and its reason."""

    cite: str
    why: str
    n: int


class Rule(Generic[W, A]):
    """A predicate over the acting seat's view; it returns None for a legal action."""

    def __init__(self, cites: tuple[str, ...], test: Callable[[W, A], Wrong | None]) -> None:
        self.cites = cites
        self.test = test
        self.__doc__ = test.__doc__
        self.__name__ = test.__name__

    def __repr__(self) -> str:
        return f"rule {', '.join(self.cites)} ({self.__name__})"


CARRIERS: defaultdict[str, list[Callable[..., Any]]] = defaultdict(list)
"""The functions that carry out each case; `python -m tests.cases` reads it."""


def rule(*cites: str) -> Callable[[Callable[[W, A], Wrong | None]], Rule[W, A]]:
    """Make a predicate a rule that carries these cases; a refusal quotes the first."""
    return lambda test: Rule(cites, case(*cites)(test))


def case(*cites: str) -> Callable[[F], F]:
    """Note that a function carries these cases out."""

    def note(function: F) -> F:
        for cite in cites:
            CARRIERS[cite].append(function)
        return function

    return note


def judge(rules: Iterable[Rule[W, A]], seen: W, action: A) -> Refusal | None:
    """Return the first refusal in the order of the rules, or None if it is legal.

    The order is that of a referee's explanation.
    """
    for each in rules:
        wrong = each.test(seen, action)
        if wrong is not None:
            return Refusal(wrong.cite or each.cites[0], wrong.why, wrong.mend)
    return None
