"""References between records, declared on their fields.

A field of the type `Annotated[str, ref("unit")]` names a unit.

A title says once which units, hexes and cards there are. From the same declarations an unknown name is reported
with its field, and an editor completes the known ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import repeat
from typing import Any, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import FieldInfo

from bot.kit.data_faults import meant
from bot.kit.data_shape import UNIONS, Finding, below, fields, is_fixed, is_struct, metas, narrowed, plain

Names = Mapping[str, Collection[str]]
"""The known names by their kind, such as "unit"; other kinds are unchecked."""
Search = Callable[[Any, Names], Sequence[Finding]]
"""Finds the unknown names in a value."""
NAMES, PATTERNS = "x-names", "x-patterns"
"""Keywords of a declaration, which JSON Schema leaves to its users."""


def ref(what: str, *, patterns: bool = False) -> Meta:
    """Declare that a text names something; in patterns a star stands for anything.

    Editors show the title. It also gives each kind a hash of its own, which makes caches by type fast.
    """
    return Meta(title=what, extra_json_schema={NAMES: what, PATTERNS: patterns} if patterns else {NAMES: what})


def dangling(value: Any, declared: Any, names: Names) -> Sequence[Finding]:
    """Return the names in a value, sound or broken, of things that there are not.

    A field that keeps its default names nothing.
    """
    return _search(declared)(value, names)


def dangling_in(tables: object, kinds: Iterable[str], names: Names) -> Iterator[Finding]:
    """Yield the names of nothing in the records of these tables of a file."""
    for kind in kinds:
        for key, record in getattr(tables, kind).items():
            yield from below(kind, below(key, dangling(record, type(record), names)))


@cache
def references(declared: Any) -> tuple[tuple[str, bool], ...]:
    """Return the kinds of things that a type itself names, and if it has patterns."""
    extras = (meta.extra_json_schema or {} for meta in metas(declared))
    return tuple((extra[NAMES], extra.get(PATTERNS, False)) for extra in extras if NAMES in extra)


@cache
def _search(declared: Any) -> Search:
    """Return the search for unknown names in values of a type.

    It is made once for a type, because types are slow to read and most fields name nothing.
    """
    kind = plain(declared)
    if own := references(declared):
        return partial(_in_text, own)
    if is_struct(kind):
        return partial(_in_record, kind)
    if get_origin(kind) in UNIONS:
        return partial(_in_union, declared)
    return partial(_in_items, is_fixed(kind), tuple(map(_search, get_args(kind)))) if _refers(kind) else _nowhere


def _nowhere(value: Any, names: Names) -> Sequence[Finding]:
    return ()


def _in_text(own: tuple[tuple[str, bool], ...], value: Any, names: Names) -> Sequence[Finding]:
    for what, patterns in own:
        known = names.get(what)
        if known is None or not isinstance(value, str) or value in known:
            continue
        if not (patterns and any(fnmatchcase(name, value) for name in known)):
            return [((), f"there is no {what} {value!r}{meant(value, known)}")]
    return ()


def _in_record(kind: type[Struct], value: Any, names: Names) -> Sequence[Finding]:
    found: list[Finding] = []
    for field, search in _referring(kind):
        key = field.encode_name
        if isinstance(value, Struct):
            each = getattr(value, field.name)
        elif isinstance(value, Mapping) and key in value:
            each = value[key]
        else:
            continue
        if each != field.default and (unknown := search(each, names)):
            found += below(key, unknown)
    return found


def _in_union(declared: Any, value: Any, names: Names) -> Sequence[Finding]:
    member = narrowed(value, declared)
    return () if member is declared else _search(member)(value, names)


def _in_items(fixed: bool, searches: tuple[Search, ...], value: Any, names: Names) -> Sequence[Finding]:
    """Return the unknown names in a list, or in the keys and the values of a table."""
    found: list[Finding] = []
    if isinstance(value, Mapping) and len(searches) == 2:
        of_key, of_value = searches
        for key, each in value.items():
            if of_both := (*of_key(key, names), *of_value(each, names)):
                found += below(str(key), of_both)
    elif isinstance(value, list | tuple | frozenset):
        of_each = searches if fixed else repeat(searches[0])
        for n, (each, search) in enumerate(zip(value, of_each, strict=False)):
            if unknown := search(each, names):
                found += below(str(n), unknown)
    return found


@cache
def _referring(kind: type[Struct]) -> tuple[tuple[FieldInfo, Search], ...]:
    """Return the fields of a class that have names in them, with their searches."""
    return tuple((field, _search(field.type)) for field in fields(kind) if _refers(field.type))


@cache
def _refers(declared: Any) -> bool:
    """Return whether anything inside a type is a reference; most records have none."""
    if references(declared):
        return True
    kind = plain(declared)
    if is_struct(kind):
        return any(_refers(field.type) for field in fields(kind))
    return any(_refers(each) for each in get_args(kind) if not isinstance(each, str))
