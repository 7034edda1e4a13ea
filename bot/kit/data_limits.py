"""The size limits of texts, numbers and lists in records of data files.

Every field has a limit: its own, or the default for its type. Discord takes at most 100 characters for an entry of
a list, such as a name. Numbers in a game are small: a larger number is a slip that would stop the bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct

Keys = tuple[str, ...]
Finding = tuple[Keys, str]
"""A finding of a check across records: the field, and its error."""

Text = Annotated[str, Meta(max_length=1000)]
"""A text that shares a post with others."""
Drawing = Annotated[str, Meta(max_length=20_000)]
"""A map that is drawn with letters, or a list of its places."""
WORDS, LARGEST, MANY = 80, 99, 1000
"""Default limits: characters of a string, largest number, items of a list."""
SHOWN = ("name", "title")
"""Fields that people read in lists, so they must not be empty."""


def beyond_limits(record: Struct) -> Iterator[Finding]:
    """Yield the fields of a record that exceed their limits."""
    for field in _fields(type(record)):
        value = getattr(record, field.name)
        if field.name in SHOWN and isinstance(value, str) and not value.strip():
            yield (field.encode_name,), "is empty, and people read it in lists"
        if not _is_small(value):
            yield from _beyond((field.encode_name,), value, field.type)


def _is_small(value: Any) -> bool:
    """Return whether a plain value is within the default limits of any type.

    Most values are. So only the others are looked at with their types.
    """
    kind = type(value)
    if kind is str:
        return len(value) <= WORDS
    if kind is int:
        return bool(abs(value) <= LARGEST)
    if kind is tuple or kind is list:
        return len(value) <= MANY and all(map(_is_small, value))
    if kind is dict:
        return len(value) <= MANY and all(map(_is_small, map(str, value))) and all(map(_is_small, value.values()))
    return kind is bool or value is None


@cache
def _fields(kind: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a class; cached, because resolving their types is slow."""
    return msgspec.structs.fields(kind)


def _beyond(keys: Keys, value: Any, declared: Any) -> Iterator[Finding]:
    match value:
        case Struct():
            yield from ((keys + inner, reason) for inner, reason in beyond_limits(value))
        case str() if len(value) > WORDS and not _declares(declared, "max_length"):
            yield keys, f"has {len(value)} characters, and at most {WORDS} are shown"
        case int() if abs(value) > LARGEST and not _declares(declared, "le"):
            yield keys, f"is {value}, and numbers go from -{LARGEST} to {LARGEST}"
        case Mapping() | tuple() | list() | frozenset() if len(value) > MANY:
            yield keys, f"has {len(value)} items, and at most {MANY} are read"
        case Mapping():
            for key, each in value.items():
                yield from _beyond((*keys, str(key)), str(key), str)
                yield from _beyond((*keys, str(key)), each, declared)
        case tuple() | list():
            for n, each in enumerate(value):
                yield from _beyond((*keys, str(n)), each, declared)


def _declares(declared: Any, limit: str) -> bool:
    """Return whether a type declares a limit of its own, here or inside.

    msgspec has already checked such a limit.
    """
    metas = getattr(declared, "__metadata__", ())
    if any(isinstance(meta, Meta) and getattr(meta, limit) is not None for meta in metas):
        return True
    inner = get_args(getattr(declared, "__value__", declared))
    return any(_declares(each, limit) for each in inner if not isinstance(each, str))
