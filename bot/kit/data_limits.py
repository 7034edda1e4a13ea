"""How long texts, how large numbers and how many things a record of a data file may hold.

Every field has a limit: the one that it declares, or else that of its kind. Discord takes 100 characters for what
stands in a list, such as a name. Numbers of a game are small: a larger one is a slip that would stop the bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct

Keys = tuple[str, ...]
Finding = tuple[Keys, str]
"""What a check across records finds: which field, and what is wrong with it."""

Text = Annotated[str, Meta(max_length=1000)]
"""A text that stands in a post beside others."""
Drawing = Annotated[str, Meta(max_length=20_000)]
"""A map that is drawn with letters, or a list of its places."""
WORDS, LARGEST, MANY = 80, 99, 1000
"""Characters of a string, the largest number, and the most items of a list, where a field declares nothing."""
SHOWN = ("name", "title")
"""Fields that people read in lists, so that they must not be empty."""


def beyond_limits(record: Struct) -> Iterator[Finding]:
    """Yield the fields of a record that hold more than they may."""
    for field in _fields(type(record)):
        value = getattr(record, field.name)
        if field.name in SHOWN and isinstance(value, str) and not value.strip():
            yield (field.encode_name,), "is empty, and people read it in lists"
        yield from _beyond((field.encode_name,), value, field.type)


@cache
def _fields(kind: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a class; to work their types out takes long."""
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
    """Say whether a type, or one inside of it, has a limit of its own, which has been checked already."""
    metas = getattr(declared, "__metadata__", ())
    if any(isinstance(meta, Meta) and getattr(meta, limit) is not None for meta in metas):
        return True
    inner = get_args(getattr(declared, "__value__", declared))
    return any(_declares(each, limit) for each in inner if not isinstance(each, str))
