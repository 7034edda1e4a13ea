"""References between records, declared on their fields.

A field of the type `Annotated[str, ref("unit")]` names a unit.

A title says once which units, hexes and cards there are. From the same declarations an unknown name is reported
with its field, and an editor completes the known ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, get_args

from msgspec import Meta

from bot.kit.data_faults import meant
from bot.kit.data_shape import Finding, fields, is_struct, metas, narrowed, parts, plain

Names = Mapping[str, Collection[str]]
"""The known names by their kind, such as "unit"; other kinds are unchecked."""
NAMES, PATTERNS = "x-names", "x-patterns"
"""Keywords of a declaration, which JSON Schema leaves to its users."""


def ref(what: str, *, patterns: bool = False) -> Meta:
    """Declare that a text names something; in patterns a star stands for anything."""
    return Meta(extra_json_schema={NAMES: what, PATTERNS: patterns} if patterns else {NAMES: what})


def dangling(value: Any, declared: Any, names: Names) -> Iterator[Finding]:
    """Yield the names in a value, sound or broken, of things that there are not.

    A field that keeps its default names nothing.
    """
    if not _refers(declared):
        return
    kind = narrowed(value, declared)
    for what, patterns in references(kind):
        if isinstance(value, str) and what in names and not _exists(value, names[what], patterns):
            yield (), f"there is no {what} {value!r}{meant(value, names[what])}"
    defaults = (
        {field.encode_name: field.default for field in fields(plain(kind))} if is_struct(plain(kind)) else {}
    )
    for key, each, inner in parts(value, kind):
        if key not in defaults or each != defaults[key]:
            yield from (((key, *keys), reason) for keys, reason in dangling(each, inner, names))


def references(declared: Any) -> Iterator[tuple[str, bool]]:
    """Yield what a type itself names, and whether by patterns."""
    for meta in metas(declared):
        extra = meta.extra_json_schema or {}
        if NAMES in extra:
            yield extra[NAMES], extra.get(PATTERNS, False)


def _exists(value: str, known: Collection[str], patterns: bool) -> bool:
    return value in known or (patterns and any(fnmatchcase(name, value) for name in known))


@cache
def _refers(declared: Any) -> bool:
    """Return whether anything inside a type is a reference; most records have none."""
    if any(references(declared)):
        return True
    kind = plain(declared)
    if is_struct(kind):
        return any(_refers(field.type) for field in fields(kind))
    return any(_refers(each) for each in get_args(kind) if not isinstance(each, str))
