"""Choices for an order: verbs, and the legal values of fields, with indexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import Any, TypeVar

from bot.chat.desk.draft import APART
from bot.chat.desk.order_offers import legal_values
from bot.chat.desk.order_text import AnyGame, AnySeen
from bot.kernel.fields import Field, fields
from bot.kernel.game import legal, open_kinds, verb
from bot.kit.decisions import Fixed
from bot.kit.memo import Memo

T = TypeVar("T")
LEGAL: Memo[Any] = Memo()
"""Legal values in a position, field by field, and other cached answers."""
MOST_TRIED = 400
"""The values of an option that are tried if no candidate names any."""
NUMBERS = ((1,), (2,))
"""Values tried for an option of several numbers, such as the price of each roll."""


class Listing:
    """Legal values, computed only as they are read.

    Threads may read it at the same time.
    """

    def __init__(self, begin: Callable[[], Iterator[Any]]) -> None:
        """`begin` returns an iterator over the values, which are the same each time."""
        self._begin = begin
        self._left: Iterator[Any] | None = None
        self._whole: tuple[Any, ...] | None = None
        self._known: list[Any] = []
        self._lock = Lock()

    def __iter__(self) -> Iterator[Any]:
        n = 0
        while n < len(self._known) or self._goes_on(n):
            yield self._known[n]
            n += 1

    def __bool__(self) -> bool:
        return any(True for _ in self)

    @property
    def whole(self) -> tuple[Any, ...]:
        """All values."""
        if self._whole is None:
            self._whole = tuple(self)
        return self._whole

    def _goes_on(self, n: int) -> bool:
        """Compute the value with this number; returns False beyond the last."""
        with self._lock:
            if n < len(self._known):
                return True
            if self._left is None:
                self._left = islice(self._begin(), n, None)
            try:
                more = [*islice(self._left, 1)]
            except BaseException:
                self._left = None
                raise
            self._known += more
            return bool(more)


def open_to(game: AnyGame, seen: AnySeen) -> list[type[Any]]:
    """Return the actions asked of the seat, and those open at any time.

    Standing orders and resignation have buttons and commands of their own.
    """
    anytime = (kind for kind in game.anytime if verb(kind) not in APART)
    return list(dict.fromkeys((*open_kinds(game, seen), *anytime)))


def possible(game: AnyGame, seen: AnySeen) -> list[type[Any]]:
    """Return the actions of these that have a legal order."""
    found = remembered(seen, ("possible",), lambda: tuple(k for k in open_to(game, seen) if _any(game, seen, k)))
    return list(found)


def _any(game: AnyGame, seen: AnySeen, kind: type[Any]) -> bool:
    first = first_of(kind)
    if first is not None:
        return bool(beginnings(game, seen, kind))
    return next(legal(game, seen, kind), None) is not None


def first_of(kind: type[Any]) -> Field | None:
    """Return the first field of an action that must be filled in."""
    return next((field for field in fields(kind) if field.required), None)


def listed(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: Mapping[str, Any]
) -> tuple[Any, ...]:
    """Return the legal values of a field that fit the known ones, cached."""
    return _listing(game, seen, kind, field, known).whole


def beginnings(game: AnyGame, seen: AnySeen, kind: type[Any]) -> Listing:
    """Return the legal values of the first required field."""
    first = first_of(kind)
    assert first is not None
    return _listing(game, seen, kind, first, {})


def _listing(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: Mapping[str, Any]) -> Listing:
    key = (kind, field.name, tuple(known.items()))
    return remembered(seen, key, lambda: Listing(lambda: legal_values(game, seen, kind, field, known)))


def remembered(seen: AnySeen, key: tuple[Any, ...], found: Callable[[], T]) -> T:
    """Return the cached answer about a position, or compute it."""
    return LEGAL.recall(seen.state, (seen.seat, *key), found)


def untold(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field) -> tuple[Any, ...]:
    """Return values of an option that no candidate names.

    Matters of taste, such as a facing, would multiply the candidates. Some options name every useful value in a
    candidate (`ALL_OFFERED`).
    """
    if field.name in getattr(kind, "ALL_OFFERED", ()):
        return ()
    if field.many:
        return NUMBERS if field.type is int else ()
    return tuple(islice(game.values(seen, field), MOST_TRIED)) if field.type not in (int, bool) else ()


def one_for_each(kind: type[Any]) -> Mapping[str, str]:
    """Return fields with one value for all pieces of another field, or one for each."""
    found: Mapping[str, str] = getattr(kind, "ONE_FOR_EACH", {})
    return found


def grouped(kind: type[Any], field: Field, known: Fixed) -> str:
    """Return the field of the pieces that can each have a value of this one, or ""."""
    group = one_for_each(kind).get(field.name, "")
    return group if len(known.get(group, ())) > 1 else ""


def of_one(values: Sequence[Any]) -> tuple[Any, ...]:
    """Return the values that name one thing alone."""
    return tuple(value for value in values if len(value) == 1)


def takes_several(field: Field) -> bool:
    """Say whether an option takes any number of named things, to be ticked one by one."""
    return field.many and field.is_name


def are_ticked(field: Field, values: Sequence[Any]) -> bool:
    """Return whether things are ticked singly, because each may be picked alone."""
    alone = {value for value in values if takes_several(field) and len(value) == 1}
    return takes_several(field) and all((each,) in alone for each in singles(values))


def singles(values: Sequence[Any]) -> list[Any]:
    """Return every thing that a group among the values holds, once."""
    return list(dict.fromkeys(each for value in values for each in value))


def numbered(values: Sequence[Any], *, ticked: bool) -> list[tuple[int, Any]]:
    """Return the choices with their indexes: single things if ticked, else values."""
    return list(enumerate(singles(values) if ticked else values))


def named_by(values: Sequence[Any], pick: str, *, ticked: bool) -> Any:
    """Return the value of an index; "+" joins several. Nonsense names nothing."""
    things = dict(numbered(values, ticked=ticked))
    numbers = [int(part) for part in pick.split("+") if part.isdecimal()]
    if not numbers:
        return None
    return tuple(things[n] for n in numbers if n in things) if ticked else things.get(numbers[0])


def index_of(values: Sequence[Any], value: Any, *, ticked: bool) -> str:
    """Return the index of a value, "" if it is missing."""
    things = singles(values) if ticked else list(values)
    wanted = value if ticked else (value,)
    return "+".join(str(things.index(each)) for each in wanted if each in things)
