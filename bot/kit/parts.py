"""Values of a class inside a frozen tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from msgspec import Struct

T = TypeVar("T")


def parts(tree: Any, kind: type[T]) -> Iterator[T]:
    """Yield the values of a class in a frozen tree, also in secrets; not nested ones."""
    if isinstance(tree, kind):
        yield tree
    elif isinstance(tree, Struct):
        for name in tree.__struct_fields__:
            yield from parts(getattr(tree, name), kind)
    elif isinstance(tree, tuple | dict):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from parts(part, kind)
