"""What the fields of actions can name, and what players call it: by the type of the field."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from bot.kernel.fields import Field
from bot.kernel.secret import Seen

S = TypeVar("S")


class Term(NamedTuple, Generic[S]):
    """Everything that a type of field could name at all, and how each is called."""

    values: Callable[[Seen[S]], Iterable[str]]
    label: Callable[[Seen[S], str], str]


class Vocabulary(Generic[S]):
    """The terms of a title by the type of the field, such as `UnitId`; all others are choices in plain words."""

    def __init__(self, terms: Mapping[object, Term[S]], plain: Callable[[str], str] = str) -> None:
        """`plain` says a choice as players do."""
        self._terms, self._plain = dict(terms), plain

    def values(self, seen: Seen[S], field: Field) -> Iterable[Any]:
        """Return every value that a field could name at all."""
        term = self._terms.get(field.type)
        return term.values(seen) if term is not None else field.choices

    def label(self, seen: Seen[S], field: Field, value: Any) -> str:
        """Return the name by which players know a value of a field, or one of its several values."""
        term = self._terms.get(field.type)
        return term.label(seen, value) if term is not None else self._plain(str(value))
