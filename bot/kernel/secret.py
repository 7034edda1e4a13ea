"""Secrets are wrapped where they are declared, and one function takes them away.

A title's model says which fields are `Secret`; `see` is the only way from a whole state to what a seat may
know. Everything that speaks to people or plays for them takes a `Seen`, never a bare state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Generic, NewType, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct, UnsetType

T = TypeVar("T")
S = TypeVar("S")

Seat = NewType("Seat", str)
"""A side of one game, such as "german"; never a person's id."""

PUBLIC = Seat("")
"""The eyes of a bystander: he reads only what everyone may read."""

EVERYONE = Seat("*")
"""As a reader of a secret: it is out, and stays out."""


class Hidden(Exception):
    """Somebody opened a secret that was blanked for the seat he looks through."""


class Secret(Struct, Generic[T], frozen=True, gc=False):
    """A value and the seats that may open it. Blanked, it keeps its readers and loses its value."""

    readers: tuple[Seat, ...]
    value: T | UnsetType = UNSET

    def open(self) -> T:
        """Return the value. Raises `Hidden` where it was blanked."""
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
    """A state as one seat sees it. Only `see` makes one."""

    seat: Seat
    state: S


def see(state: S, seat: Seat) -> Seen[S]:
    """Return what the seat may know of the state."""
    return Seen(seat, redact(state, seat))


def redact(tree: S, seat: Seat) -> S:
    """Return the frozen tree with every secret blanked that the seat may not open."""
    return cast(S, _redact(tree, seat))


def _redact(node: Any, seat: Seat) -> Any:
    kind = type(node)
    if kind is Secret:
        if not node.readable(seat):
            return Secret(node.readers)
        inner = _redact(node.value, seat)
        return node if inner is node.value else Secret(node.readers, inner)
    if kind is tuple:
        parts = [_redact(part, seat) for part in node]
        return node if all(a is b for a, b in zip(parts, node, strict=True)) else tuple(parts)
    if kind is dict:
        changed = {key: new for key, old in node.items() if (new := _redact(old, seat)) is not old}
        return {**node, **changed} if changed else node
    if issubclass(kind, Struct):
        changes = {
            name: new
            for name in _private_fields(kind)
            if (new := _redact(old := getattr(node, name), seat)) is not old
        }
        return msgspec.structs.replace(node, **changes) if changes else node
    return node


@cache
def _private_fields(kind: type[Struct]) -> tuple[str, ...]:
    """Name the fields of a struct whose declared type can hold a secret."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _may_hold_secret(hints[name], frozenset((kind,))))


def _may_hold_secret(hint: Any, above: frozenset[type]) -> bool:
    """Say whether a value of this type could hold a secret; of what holds its own kind, better believe it."""
    origin = get_origin(hint) or hint
    if origin is Secret or isinstance(hint, TypeVar):
        return True
    if isinstance(origin, type) and issubclass(origin, Struct):
        if origin in above:
            return True
        below = above | {origin}
        return any(_may_hold_secret(inner, below) for inner in get_type_hints(origin).values())
    return any(_may_hold_secret(inner, above) for inner in get_args(hint))


def secrets(tree: Any, path: str = "") -> Iterator[tuple[str, Secret[Any]]]:
    """Yield every secret of a frozen tree with its path, such as "squads/g3/base"."""
    if isinstance(tree, Secret):
        yield path, tree
        tree = tree.value
    if isinstance(tree, tuple):
        for i, part in enumerate(tree):
            yield from secrets(part, f"{path}/{i}")
    elif isinstance(tree, Mapping):
        for key, part in tree.items():
            yield from secrets(part, f"{path}/{key}")
    elif isinstance(tree, Struct):
        for name in _private_fields(type(tree)):
            yield from secrets(getattr(tree, name), f"{path}/{name}")


def learned(before: Any, after: Any) -> bool:
    """Say whether a secret of `before` gained a reader, or was laid open by leaving its place.

    This is the computed half of the undo limit: what somebody has read cannot be taken back.
    """
    now = dict(secrets(after))
    return any(path not in now or set(now[path].readers) - set(secret.readers) for path, secret in secrets(before))
