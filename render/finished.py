"""Finished pictures, and the picks of a map, for programs that do not draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct


class Picture(Struct, frozen=True):
    """A finished picture: its file, size in pixels, alternative text and file name."""

    png: bytes
    width: int
    height: int
    alt: str
    name: str


class Pick(NamedTuple):
    """A possible meaning of a tap on a place: a value of a select, or a button.

    The value of a button is "".
    """

    custom_id: str
    value: str
    label: str


Picks = Mapping[str, Sequence[Pick]]
"""Keyed by the names of places."""
