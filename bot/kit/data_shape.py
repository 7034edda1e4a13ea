"""The declared shape of a record: its parts with their declared types.

Values are records or what a TOML or JSON parser returns, so a broken record can be walked as well as a sound one.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, TypeGuard, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

Keys = tuple[str, ...]
Finding = tuple[Keys, str]
"""A finding of a check: the field, and its error."""
UNIONS = (Union, types.UnionType)


@cache
def fields(kind: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a class; cached, because resolving their types is slow."""
    return msgspec.structs.fields(kind)


def metas(declared: Any) -> Iterator[Meta]:
    """Yield the limits that a type declares."""
    yield from (meta for meta in getattr(declared, "__metadata__", ()) if isinstance(meta, Meta))


def plain(declared: Any) -> Any:
    """Return a type without its limits."""
    return get_args(declared)[0] if get_origin(declared) is Annotated else declared


def is_struct(declared: Any) -> TypeGuard[type[Struct]]:
    """Return whether a type is a class of records."""
    return isinstance(declared, type) and issubclass(declared, Struct)


def narrowed(value: Any, declared: Any) -> Any:
    """Return the member of a union that a value belongs to, or the union itself."""
    if get_origin(plain(declared)) not in UNIONS:
        return declared
    members = [member for member in get_args(plain(declared)) if member is not type(None)]
    if len(members) == 1:
        return narrowed(value, members[0])
    for member in filter(is_struct, map(plain, members)):
        if isinstance(value, member) or (isinstance(value, Mapping) and _is_tagged(value, member)):
            return member
    return next((member for member in members if _is_plain(value, member)), declared)


def _is_plain(value: Any, declared: Any) -> bool:
    """Return whether a text or a number is of a type."""
    try:
        return isinstance(value, str | int) and msgspec.convert(value, declared) == value
    except msgspec.ValidationError:
        return False


def tagged(declared: Any) -> dict[str, type[Struct]]:
    """Return the records of a union by their tags."""
    members = filter(is_struct, map(plain, get_args(plain(declared))))
    return {str(kind.__struct_config__.tag): kind for kind in members if kind.__struct_config__.tag_field}


def _is_tagged(value: Mapping[str, Any], kind: type[Struct]) -> bool:
    tag = kind.__struct_config__.tag_field
    return tag is not None and value.get(tag) == kind.__struct_config__.tag


def parts(value: Any, declared: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the parts of a value: the key, the value and the declared type of each.

    The keys of a mapping are parts too, if their type is declared.
    """
    kind = plain(narrowed(value, declared))
    arguments = get_args(kind)
    if is_struct(kind):
        yield from _members(value, kind)
    elif get_origin(kind) in UNIONS:
        return
    elif isinstance(value, Mapping) and len(arguments) == 2:
        for key, each in value.items():
            yield str(key), key, arguments[0]
            yield str(key), each, arguments[1]
    elif isinstance(value, list | tuple | frozenset) and arguments:
        inner = arguments if is_fixed(kind) else arguments[:1] * len(value)
        yield from ((str(n), each, type) for n, (each, type) in enumerate(zip(value, inner, strict=False)))


def below(key: str, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings of a part as those of the whole."""
    return [((key, *keys), reason) for keys, reason in findings]


def is_fixed(kind: Any) -> bool:
    """Return whether a type is a tuple of a fixed length."""
    return get_origin(kind) is tuple and ... not in get_args(kind)


def _members(value: Any, kind: type[Struct]) -> Iterator[tuple[str, Any, Any]]:
    for field in fields(kind):
        if isinstance(value, Struct):
            yield field.encode_name, getattr(value, field.name), field.type
        elif isinstance(value, Mapping) and field.encode_name in value:
            yield field.encode_name, value[field.encode_name], field.type
