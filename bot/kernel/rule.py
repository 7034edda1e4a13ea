"""Rules are predicates that cite their cases; a function that carries out a case is marked with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

W = TypeVar("W", contravariant=True)
"""What a rule looks at: a `Seen`, or more exactly where a seat stands."""
A = TypeVar("A", contravariant=True)
F = TypeVar("F", bound=Callable[..., Any])


class Wrong(Struct, frozen=True):
    """What is wrong with an action, and what would make it legal: a sentence each, without a full stop."""

    why: str
    mend: str
    cite: str = ""
    """The case that forbids it, where it is not the first one of the rule."""


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
    """A predicate over what the acting seat sees: `None` when it has nothing against the action."""

    def __init__(self, cites: tuple[str, ...], test: Callable[[W, A], Wrong | None]) -> None:
        self.cites = cites
        self.test = test
        self.__doc__ = test.__doc__
        self.__name__ = test.__name__

    def __repr__(self) -> str:
        return f"rule {', '.join(self.cites)} ({self.__name__})"


CARRIERS: defaultdict[str, list[Callable[..., Any]]] = defaultdict(list)
"""For each case id, the functions that carry it out; `python -m tests.cases` reads it."""


def rule(*cites: str) -> Callable[[Callable[[W, A], Wrong | None]], Rule[W, A]]:
    """Make a predicate a rule; a refusal quotes the first case, and it carries them all."""
    return lambda test: Rule(cites, case(*cites)(test))


def case(*cites: str) -> Callable[[F], F]:
    """Note that a function carries these cases out."""

    def note(function: F) -> F:
        for cite in cites:
            CARRIERS[cite].append(function)
        return function

    return note


def judge(rules: Iterable[Rule[W, A]], seen: W, action: A) -> Refusal | None:
    """Return the first refusal, in the order in which a referee would explain it; `None` when legal."""
    for each in rules:
        wrong = each.test(seen, action)
        if wrong is not None:
            return Refusal(wrong.cite or each.cites[0], wrong.why, wrong.mend)
    return None
