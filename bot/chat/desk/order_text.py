"""Actions as text: `advance unit:2nd Squad to:C6`, and the errors in such text.

A malformed text names nothing, and an unclear text names several things. Only the rules refuse an action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from bot.kernel.fields import Field, fields, given
from bot.kernel.game import verb
from bot.kernel.plan import Intent
from bot.kernel.secret import Seen
from bot.kit.advice import Adviser
from bot.kit.english import short

AnyGame = Adviser[Any, Any, Any]
AnySeen = Seen[Any]
MOST = 25
"""Discord shows at most 25 suggestions, of at most 100 characters."""
LONGEST = 100
PARTED = re.compile(r"\s*[\n;]\s*")
"""The separator of orders that are typed together."""


class Malformed(Struct, frozen=True):
    """The typed text names nothing. `meant` are guesses."""

    what: str
    meant: tuple[str, ...] = ()


class Unclear(Struct, frozen=True):
    """The typed text names several things."""

    what: str
    which: tuple[str, ...]


Misread = Malformed | Unclear
"""A typed text that is no order, so that its player must fix it before any rule."""


class Choice(Struct, frozen=True):
    """A suggestion: the name that people read, and the value that Discord sends back."""

    name: str
    value: str


def parted(text: str) -> list[str]:
    """Split a typed text into orders."""
    return [line for line in PARTED.split(text.strip()) if line]


def spoken(kind: type[Any]) -> str:
    """Return the name of an action for players, such as "Op Fire" for `op-fire`.

    An action can have a name of its own.
    """
    if name := getattr(kind, "SPOKEN", ""):
        return str(name)
    return " ".join(word if word == "and" else word.capitalize() for word in verb(kind).split("-"))


def intended(game: AnyGame, seen: AnySeen, intents: Sequence[Intent[Any]]) -> Iterator[str]:
    """Yield the sentences of a plan, each in the position that its owner can foresee."""
    before: list[Any] = []
    for intent in intents:
        then = game.foresee(seen, before) if before else seen
        yield game.spoken(then, intent.action).removesuffix(".")
        before += [intent.action] * intent.times


def called(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    """Return the name of a field's value for players; commas join several names."""
    if field.many:
        return ", ".join(short(game.label(seen, field, each)) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return short(game.label(seen, field, value)) if field.is_name else str(value)


def write(game: AnyGame, seen: AnySeen, action: Any) -> str:
    """Write an action as it could be typed."""
    named = given(action)
    told = [field for field in fields(type(action)) if field.name in named]
    parts = [f"{field.name}:{called(game, seen, field, named[field.name])}" for field in told]
    return " ".join([verb(type(action)), *parts])


def clip(text: str, most: int = LONGEST) -> str:
    """Return a text that is too long without its end."""
    return text if len(text) <= most else text[: most - 1] + "…"
