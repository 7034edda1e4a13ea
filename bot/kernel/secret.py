"""Secrets are wrapped in the model, and one function blanks them.

A title's model declares which fields are `Secret`. `see` is the only way from a whole state to the view of a seat.
Everything that speaks to people or plays for them takes a `Seen`, never a bare state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import islice
from operator import attrgetter, is_
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

import msgspec
from msgspec import UNSET, Struct, UnsetType

T = TypeVar("T")
S = TypeVar("S")

Seat = NewType("Seat", str)
"""A side of one game, such as "german"; never a person's id."""

PUBLIC = Seat("")
"""The eyes of a bystander: they read only what everyone may read."""

EVERYONE = Seat("*")
"""Among the readers of a secret: everyone may read it, from now on."""


_PLAIN = frozenset({bool, int, float, str, bytes, NoneType, UnsetType})
"""Types that have no parts."""


class Hidden(Exception):
    """A secret was opened that is blanked for the seat that is looking."""


class Secret(Struct, Generic[T], frozen=True, gc=False):
    """A value and the seats that may open it.

    A blanked secret keeps its readers and loses its value.
    """

    readers: tuple[Seat, ...]
    value: T | UnsetType = UNSET

    def open(self) -> T:
        """Return the value. Raises `Hidden` if it is blanked."""
        if isinstance(self.value, UnsetType):
            raise Hidden
        return self.value

    @property
    def known(self) -> bool:
        """Whether `open` gives a value here."""
        return self.value is not UNSET

    @property
    def out(self) -> bool:
        """Whether everyone may read it."""
        return EVERYONE in self.readers

    def readable(self, seat: Seat) -> bool:
        """Whether this seat may open it."""
        return seat in self.readers or EVERYONE in self.readers

    def reveal(self, *seats: Seat) -> Secret[T]:
        """Return the same secret with more readers, `EVERYONE` when none is named."""
        return Secret(tuple(sorted({*self.readers, *(seats or (EVERYONE,))})), self.value)


def private(value: T, *readers: Seat) -> Secret[T]:
    """Wrap a value for these seats alone; with no reader nobody may open it."""
    return Secret(tuple(sorted(readers)), value)


class Seen(Struct, Generic[S], frozen=True):
    """A state as one seat sees it.

    `see` makes it from the whole state, and `then` from an earlier view.
    """

    seat: Seat
    state: S

    def then(self, state: S) -> Seen[S]:
        """Return the seat's view of a state that was computed from this view alone."""
        return Seen(self.seat, state)


LOOKS = 64
"""Number of cached views for each seat of a title.

Many games are played at once, and each of them needs one.
"""
SAMPLE = 12
"""Number of entries of a mapping by which two states of one game are known."""
_SHOWN: dict[tuple[type, Seat], tuple[tuple[Any, tuple[Any, ...], Any], ...]] = {}
"""The last states of each seat.

Each as the whole state, the objects that identify its game, and the view.
"""


def see(state: S, seat: Seat) -> Seen[S]:
    """Return the seat's view of a state.

    Parts that have not changed since the seat's last view are the same objects, so that results computed from them
    stay valid. The cache also holds views of other games. The state that shares most objects is of the same game.
    """
    looks = _SHOWN.get((type(state), seat), ())
    for whole, _, shown in looks:
        if whole is state:
            return Seen(seat, shown)
    marks = _marks(state)

    def shared(look: tuple[Any, tuple[Any, ...], Any]) -> int:
        return sum(map(is_, look[1], marks))

    near = next((look for look in looks if 2 * shared(look) >= len(marks)), None)
    old, _, shown = near or max(looks, key=shared, default=(None, (), None))
    now = _redact(state, seat, old, shown)
    _SHOWN[type(state), seat] = ((state, marks, now), *looks[: LOOKS - 1])
    return Seen(seat, now)


def _marks(state: Any) -> tuple[Any, ...]:
    """Return objects that the states of one game share.

    These are the parts that can hold a secret, and some of their entries. An empty part is the same object in all
    games, so a mark of its own stands for it.
    """
    kind: Any = type(state)
    parts = _private_parts(kind)(state)
    entries = (each for part in parts if isinstance(part, dict) for each in islice(part.values(), SAMPLE))
    return (*(part or object() for part in parts), *entries)


def redact(tree: S, seat: Seat) -> S:
    """Return the frozen tree with every secret blanked that the seat may not open.

    Raises `TypeError` for a value that it cannot look into, so that nothing passes unchecked.
    """
    return cast(S, _redact(tree, seat))


def _redact(node: Any, seat: Seat, old: Any = None, shown: Any = None) -> Any:
    """Redact a tree, where `old` was redacted before and became `shown`."""
    if node is old:
        return shown
    kind: Any = type(node)
    if _is_plain(kind):
        return node
    if issubclass(kind, Secret):
        if not node.readable(seat):
            return Secret(node.readers)
        inner = _redact(node.value, seat)
        return node if inner is node.value else Secret(node.readers, inner)
    if kind is tuple or kind is dict or issubclass(kind, Struct):
        parts = _parts(node)
        was, became = (_parts(old), _parts(shown)) if type(old) is kind else ({}, {})
        new = {
            name: became.get(name)
            if part is (before := was.get(name))
            else _redact(part, seat, before, became.get(name))
            for name, part in parts.items()
        }
        return node if all(map(is_, new.values(), parts.values())) else _replaced(node, new)
    raise TypeError(f"{kind.__name__} cannot be redacted")


@cache
def _is_plain(kind: Any) -> bool:
    """Return whether a value of this class can hold no secret."""
    if kind in _PLAIN or issubclass(kind, Enum):
        return True
    return issubclass(kind, Struct) and not issubclass(kind, Secret) and not _private_fields(kind)


def _parts(node: Any) -> dict[Any, Any]:
    """Return the parts of a tuple or mapping, or the private fields of a struct."""
    if isinstance(node, dict):
        return node
    if isinstance(node, tuple):
        return dict(enumerate(node))
    kind: Any = type(node)
    return dict(zip(_private_fields(kind), _private_parts(kind)(node), strict=True))


def _replaced(node: Any, parts: dict[Any, Any]) -> Any:
    if isinstance(node, Struct):
        return msgspec.structs.replace(node, **parts)
    return parts if isinstance(node, dict) else tuple(parts.values())


@cache
def _private_parts(kind: type[Struct]) -> Callable[[Any], tuple[Any, ...]]:
    """Return how to read the private fields of a struct, all at once."""
    names = _private_fields(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda node: tuple(getattr(node, name) for name in names)


@cache
def _private_fields(kind: type[Struct]) -> tuple[str, ...]:
    """Name the fields of a struct whose declared type can hold a secret or anything."""
    return tuple(
        name for name in kind.__struct_fields__ if any(_walk(_hints(kind)[name], _At((), "", "", (), {})))
    )


# Declarations of titles.


class Opaque(Exception):
    """Fields are declared so widely that `redact` could not find a secret in them."""

    def __init__(self, places: tuple[str, ...], title: str = "") -> None:
        self.places = places
        super().__init__("\n".join(f"{title}: {place}" if title else place for place in places))


class Declared(NamedTuple):
    """A secret field: its name, its type, its readers, and the paths to it."""

    field: str
    holds: str
    readers: str
    paths: tuple[str, ...]


def declared(*kinds: Any) -> tuple[Declared, ...]:
    """Return the secrets that these classes declare, and their types.

    Raises `Opaque` if a type is too wide. The description of an annotated secret names its readers in words. The
    secret itself holds their seats.
    """
    found = [each for kind in kinds for each in _walk(kind, _At((kind.__name__,), "", "", (), {}))]
    if opaque := tuple(dict.fromkeys(f"{each.path}: {_name(each.hint)}" for each in found if not each.sure)):
        raise Opaque(opaque)
    paths: dict[tuple[str, str, str], list[str]] = {}
    for each in found:
        (held,) = get_args(each.hint)
        paths.setdefault((each.field, _name(held), each.words), []).append(each.path)
    return tuple(Declared(*key, tuple(dict.fromkeys(ways))) for key, ways in paths.items())


class _Found(NamedTuple):
    """A secret in a declared type, or (not `sure`) a type that could hide a secret."""

    path: str
    field: str
    words: str
    hint: Any
    sure: bool


class _At(NamedTuple):
    """A place in a walk through declared types; `above` are the enclosing structs."""

    path: tuple[str, ...]
    field: str
    words: str
    above: tuple[Any, ...]
    bound: Mapping[Any, Any]

    def found(self, hint: Any, sure: bool = False) -> _Found:
        return _Found(".".join(self.path), self.field, self.words, hint, sure)


def _walk(hint: Any, at: _At) -> Iterator[_Found]:
    """Yield the secrets that a type can hold, and parts that `redact` cannot check."""
    hint = at.bound.get(hint, hint) if isinstance(hint, TypeVar) else hint
    while isinstance(hint, NewType):
        hint = hint.__supertype__
    origin, parts = get_origin(hint) or hint, get_args(hint)
    if origin in _PLAIN or origin is Literal or (isinstance(origin, type) and issubclass(origin, Enum)):
        return
    if origin is Annotated:
        words = next((extra.description for extra in parts[1:] if isinstance(extra, msgspec.Meta)), None)
        yield from _walk(parts[0], at._replace(words=words or at.words))
    elif origin in (Union, UnionType) or (origin is tuple and hint is not tuple):
        for part in parts:
            if part is not Ellipsis:
                yield from _walk(part, at)
    elif origin is dict and parts and not any(_walk(parts[0], at)):
        yield from _walk(parts[1], at)
    elif origin is Secret and parts:
        yield at.found(hint, sure=True)
        yield from _walk(parts[0], at)
    elif origin is not Secret and isinstance(origin, type(Struct)) and not origin.__subclasses__():
        yield from _walk_fields(origin, parts, at)
    else:
        yield at.found(hint)


def _walk_fields(kind: type[Struct], parts: tuple[Any, ...], at: _At) -> Iterator[_Found]:
    if (kind, parts) in at.above:
        return
    names = getattr(kind, "__parameters__", ())
    parts_bound = {name: at.bound.get(part, part) for name, part in zip(names, parts, strict=False)}
    for name in kind.__struct_fields__:
        below = _At((*at.path, name), f"{kind.__name__}.{name}", "", (*at.above, (kind, parts)), parts_bound)
        yield from _walk(_hints(kind)[name], below)


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _name(hint: Any) -> str:
    """Return a type as a title writes it."""
    if isinstance(hint, type | TypeVar | NewType) and not get_args(hint):
        return hint.__name__
    return re.sub(r"(?:[\w<>]+\.)+(?=\w)", "", str(hint))


# Secrets of a value.


def secrets(tree: Any, path: str = "") -> Iterator[tuple[str, Secret[Any]]]:
    """Yield every secret of a frozen tree with its path, such as "squads/g3/base"."""
    if isinstance(tree, Secret):
        yield path, tree
        tree = tree.value
    if isinstance(tree, tuple | dict | Struct):
        for name, part in _parts(tree).items():
            yield from secrets(part, f"{path}/{name}")


def learned(before: Any, after: Any) -> bool:
    """Return whether a secret gained a reader, or was revealed by leaving its place.

    This is the computed half of the undo limit, because players cannot forget a secret.
    """
    if before is after:
        return False
    if isinstance(before, Secret):
        if not isinstance(after, Secret) or not set(after.readers) <= set(before.readers):
            return True
        before = before.value
    if isinstance(after, Secret):
        after = after.value
    if not isinstance(before, tuple | dict | Struct):
        return False
    now = _parts(after) if isinstance(after, tuple | dict | Struct) else {}
    return any(learned(part, now.get(name)) for name, part in _parts(before).items())
