"""Every fault in the shape of a record, with its field.

msgspec itself stops at the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from bot.kit.data_shape import Finding, fields, is_fixed, is_struct, metas, narrowed, parts, plain, tagged

NEAR = 0.7
"""How alike a known word must be to be suggested."""
LISTED = 600
"""Maximum length of a list of known words, in characters."""


def faults(raw: Any, declared: Any) -> Iterator[Finding]:
    """Yield the fields of raw data that a declared type does not allow."""
    try:
        msgspec.convert(raw, declared)
        return
    except msgspec.ValidationError as error:
        message = str(error)
    kind = narrowed(raw, declared)
    found = [*_beside_the_parts(raw, kind)]
    for key, each, inner in parts(raw, kind):
        found += (((key, *keys), reason) for keys, reason in faults(each, inner))
    yield from found or [((), _reason(raw, kind, message))]


def _beside_the_parts(raw: Any, declared: Any) -> Iterator[Finding]:
    """Yield the faults of a whole that none of its parts has."""
    kind = plain(declared)
    if is_struct(kind) and isinstance(raw, Mapping):
        yield from _unknown(raw, kind)
        for field in fields(kind):
            if field.required and field.encode_name not in raw:
                yield (field.encode_name,), f"Object missing required field `{field.encode_name}`"
    elif isinstance(raw, Mapping) and (known := tagged(kind)):
        tag = str(next(iter(known.values())).__struct_config__.tag_field)
        yield (tag,), f"Invalid value {raw.get(tag)!r}{meant(str(raw.get(tag)), known)}"
    elif isinstance(raw, list):
        limits = [(meta.min_length, meta.max_length) for meta in metas(declared)]
        if is_fixed(kind):
            limits.append((len(get_args(kind)), len(get_args(kind))))
        for least, most in limits:
            if len(raw) < (least or 0) or (most is not None and len(raw) > most):
                yield (), f"has {len(raw)} items, and needs {_span(least, most)}"


def _unknown(raw: Mapping[str, Any], kind: type[Struct]) -> Iterator[Finding]:
    known = [field.encode_name for field in fields(kind)]
    tag = kind.__struct_config__.tag_field
    for key in raw:
        if key not in known and key != tag and kind.__struct_config__.forbid_unknown_fields:
            yield (key,), f"Object contains unknown field `{key}`{meant(key, known)}"


def meant(word: str, known: Iterable[str]) -> str:
    """Return the nearest known word to an unknown one, or all of them, or an example."""
    from difflib import get_close_matches  # Large, and rarely needed.

    words = sorted(known)
    if near := get_close_matches(word, words, 1, NEAR):
        return f"; did you mean {near[0]!r}?"
    if not words:
        return ""
    listed = ", ".join(words)
    return f"; expected one of {listed}" if len(listed) <= LISTED else f"; expected one such as {words[0]!r}"


def _reason(raw: Any, declared: Any, message: str) -> str:
    """Return why a value is refused, with the allowed values."""
    reason = message.partition(" - at `")[0]
    kind = plain(declared)
    if get_origin(kind) is Literal and "enum" in reason:
        return f"{reason}{meant(str(raw), map(str, get_args(kind)))}"
    if isinstance(raw, int) and re.search(r" [<>]= \S+$", reason):
        least, most = next((meta.ge, meta.le) for meta in metas(declared))
        return f"is {raw}; expected {_span(least, most)}"
    if isinstance(raw, str) and (pattern := re.search(r"matching regex (.+)", reason)):
        return f"{raw!r} does not match {pattern[1]}"
    return reason


def _span(least: float | None, most: float | None) -> str:
    """Return a range in words: "1 to 40", "2", "at least 1" or "at most 6"."""
    if least is not None and most is not None:
        return str(least) if least == most else f"{least} to {most}"
    return f"at most {most}" if least is None else f"at least {least}"
