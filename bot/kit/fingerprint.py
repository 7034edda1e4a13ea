"""The fingerprint of a state, which stays the same when classes gain fields."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec import UNSET, Struct

_sorting = msgspec.json.Encoder(order="deterministic")

ADDED = object()
"""Marks a field that a class gained after games were exported.

The class writes its defaults down, as in `Annotated[int, ADDED]`. While the field has its default, the state keeps
its earlier fingerprint.
"""


def fingerprint(state: Any) -> str:
    """Return the SHA-256 of a state's JSON text with sorted keys."""
    return hashlib.sha256(_sorting.encode(_without_added(state))).hexdigest()


def _without_added(node: Any) -> Any:
    """Return a frozen tree without `UNSET` and without added fields at their defaults."""
    if isinstance(node, tuple):
        return tuple(map(_without_added, node))
    if isinstance(node, dict):
        return {key: _without_added(part) for key, part in node.items()}
    if not isinstance(node, Struct):
        return node
    parts = {name: getattr(node, name) for name in node.__struct_fields__}
    added = _added(type(node))
    return msgspec.structs.replace(
        node,
        **{
            name: UNSET if name in added and part == added[name] else _without_added(part)
            for name, part in parts.items()
        },
    )


@cache
def _added(kind: type[Struct]) -> dict[str, Any]:
    """Return the added fields of a class with their defaults."""
    hints = get_type_hints(kind, include_extras=True)
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return {
        name: default.factory() if hasattr(default, "factory") else default
        for name, default in zip(fields[len(fields) - len(defaults) :], defaults, strict=True)
        if ADDED in getattr(hints[name], "__metadata__", ())
    }
