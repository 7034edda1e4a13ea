"""What the rest of the program gets from here: finished pictures, and who draws them for a title."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from bot.kernel.secret import Seen
from render.look import Look

ALT_LIMIT = 1024
"""The longest text that Discord takes beside a picture."""


class Picture(Struct, frozen=True):
    """A finished picture: its file, its size in pixels, what it shows in words, and a file name."""

    png: bytes
    width: int
    height: int
    alt: str
    name: str


class Pictures(Protocol):
    """Draws a title. Equal `seen` and `look` give equal bytes; what the seat cannot see leaves no trace."""

    def board(self, seen: Seen[Any], look: Look) -> Picture:
        """Draw the whole map and everything around it that everyone may know."""

    def crop(
        self,
        seen: Seen[Any],
        places: Sequence[str],
        look: Look,
        *,
        line: tuple[str, str] | None = None,
        path: Sequence[str] = (),
        mark: str | None = None,
        notes: Sequence[tuple[str, str]] = (),
        title: str = "",
    ) -> Picture:
        """Draw the surroundings of some places, large enough for a phone.

        `line` is a line of sight or of fire, `path` the way of a unit, `mark` a place to be framed, `notes` places
        to be tinted, each with a word or a number. Places that
        are not on the map are left out; with none left it is the middle of the map.
        """

    def hand(self, seen: Seen[Any], look: Look) -> Picture | None:
        """Draw what the seat alone holds, `None` when that is nothing."""

    def cards(self, cards: Sequence[str], look: Look) -> Picture:
        """Draw the faces of cards, given their keys. Raises `KeyError` for a card that does not exist."""


def sentences(parts: Sequence[str], limit: int = ALT_LIMIT) -> str:
    """Join as many whole sentences as fit, in their order."""
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if len(longer) > limit:
            break
        text = longer
    return text


def marked(
    line: tuple[str, str] | None,
    path: Sequence[str],
    mark: str | None,
    notes: Sequence[tuple[str, str]],
    title: str,
) -> list[str]:
    """Say in sentences what `Pictures.crop` draws on a part of the map."""
    parts = [f"{title.rstrip('.')}."] if title else []
    if line is not None:
        parts.append(f"A line is drawn from {line[0]} to {line[1]}.")
    if len(path) > 1:
        parts.append(f"A way is drawn along {', '.join(path)}.")
    if mark is not None:
        parts.append(f"{mark} is framed.")
    if notes:
        parts.append(f"Tinted: {', '.join(f'{name} {text}'.strip() for name, text in notes)}.")
    return parts
