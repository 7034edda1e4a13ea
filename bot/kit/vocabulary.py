"""The values that fields of actions can name, and their labels, by field type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from bot.kernel.fields import Field
from bot.kernel.secret import Seen

S = TypeVar("S")


class Term(NamedTuple, Generic[S]):
    """The possible values of a type of field, and their labels."""

    values: Callable[[Seen[S]], Iterable[str]]
    label: Callable[[Seen[S], str], str]
    face: Callable[[Seen[S], str], str] = lambda seen, value: ""
    """The key of the card's face that a value names.

    It is "" if the value names no card that this viewer may read.
    """


class Vocabulary(Generic[S]):
    """The terms of a title by field type, such as `UnitId`; other fields hold choices."""

    def __init__(self, terms: Mapping[object, Term[S]], plain: Callable[[str], str] = str) -> None:
        """Take the terms; `plain` formats a choice as players call it."""
        self._terms, self._plain = dict(terms), plain

    def values(self, seen: Seen[S], field: Field) -> Iterable[Any]:
        """Return every possible value of a field."""
        term = self._terms.get(field.type)
        return term.values(seen) if term is not None else field.choices

    def label(self, seen: Seen[S], field: Field, value: Any) -> str:
        """Return the players' name for a value of a field, or for an item in it."""
        term = self._terms.get(field.type)
        return term.label(seen, value) if term is not None else self._plain(str(value))

    def face(self, seen: Seen[S], field: Field, value: Any) -> str:
        """Return the key of the card's face that a value of a field names, "" for none."""
        term = self._terms.get(field.type)
        return term.face(seen, value) if term is not None else ""
