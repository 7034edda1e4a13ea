"""The fields of an action class, with all that is needed to ask people for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NewType, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct


class Field(Struct, frozen=True, kw_only=True):
    """One field.

    `type` is the type of its value, or of each of its values: a NewType, a Literal, int or bool.
    """

    name: str
    text: str
    type: Any
    many: bool = False
    choices: tuple[str, ...] = ()
    required: bool = True
    default: Any = None
    least: int = 0
    most: int = 0

    @property
    def is_name(self) -> bool:
        """True if it names something in the game."""
        return isinstance(self.type, NewType)


def ruled_out(kind: type[Any]) -> Mapping[str, str]:
    """Return the options that players expect of an action, but that the rules forbid.

    Each name has the case that forbids it. It is the name of an option, or of a field that got too many values.
    """
    found: Mapping[str, str] = getattr(kind, "RULED_OUT", {})
    return found


_known: dict[type[Any], tuple[Field, ...]] = {}


def fields(kind: type[Any]) -> tuple[Field, ...]:
    """Return the fields of an action class, in their order."""
    if kind not in _known:
        hints = get_type_hints(kind, include_extras=True)
        _known[kind] = tuple(_field(info, hints[info.name]) for info in msgspec.structs.fields(kind))
    return _known[kind]


def _field(info: msgspec.structs.FieldInfo, hint: Any) -> Field:
    text, least, most = "", 0, 0
    if get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
        meta = next((extra for extra in extras if isinstance(extra, Meta)), Meta())
        text, least, most = meta.description or "", int(meta.ge or 0), int(meta.le or 0)
    many = get_origin(hint) is tuple
    if many:
        hint = get_args(hint)[0]
    return Field(
        name=info.name,
        text=text,
        type=hint,
        many=many,
        choices=get_args(hint) if get_origin(hint) is Literal else (),
        required=info.default is NODEFAULT and info.default_factory is NODEFAULT,
        default=None if info.default is NODEFAULT else info.default,
        least=least,
        most=most,
    )


def given(action: Struct) -> Mapping[str, Any]:
    """Return the fields of an action that differ from their defaults, or have none."""
    return {
        field.name: value
        for field in fields(type(action))
        if (value := getattr(action, field.name)) != field.default or field.required
    }
