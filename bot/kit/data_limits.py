"""The size limits of texts, numbers and lists in records of data files.

Every field has a limit: its own, or the default for its type. Discord takes at most 100 characters for an entry of
a list, such as a name. Numbers in a game are small: a larger number is a slip that would stop the bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from bot.kit.data_shape import Finding, metas, narrowed, parts

Text = Annotated[str, Meta(max_length=1000)]
"""A text that shares a post with others."""
Drawing = Annotated[str, Meta(max_length=20_000)]
"""A map that is drawn with letters, or a list of its places."""
WORDS, LARGEST, MANY = 80, 99, 1000
"""Default limits: characters of a string, largest number, items of a list."""
SHOWN = ("name", "title")
"""Fields that people read in lists, so they must not be empty."""


def beyond_limits(value: Any, declared: Any, keys: tuple[str, ...] = ()) -> Iterator[Finding]:
    """Yield the parts of a value, sound or broken, that exceed their limits."""
    kind = narrowed(value, declared)
    if isinstance(value, str) and len(value) > WORDS and not _declares(kind, "max_length"):
        yield keys, f"has {len(value)} characters, and at most {WORDS} are shown"
    elif isinstance(value, int) and abs(value) > LARGEST and not _declares(kind, "le" if value > 0 else "ge"):
        yield keys, f"is {value}, and numbers go from -{LARGEST} to {LARGEST}"
    elif isinstance(value, Mapping | tuple | list | frozenset) and len(value) > MANY:
        yield keys, f"has {len(value)} items, and at most {MANY} are read"
    else:
        for key, each, inner in parts(value, kind):
            if key in SHOWN and _is_blank(each):
                yield (*keys, key), "is empty, and people read it in lists"
            if not _is_small(each):
                yield from beyond_limits(each, inner, (*keys, key))


def _is_blank(value: Any) -> bool:
    return isinstance(value, str) and not value.strip()


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
        small = len(value) <= MANY and all(map(_is_small, map(str, value))) and all(map(_is_small, value.values()))
        return small and not any(_is_blank(value.get(key)) for key in SHOWN)
    return kind is bool or value is None


def _declares(declared: Any, limit: str) -> bool:
    """Return whether a type declares a limit of its own, which msgspec has checked."""
    return any(getattr(meta, limit) is not None for meta in metas(declared))
