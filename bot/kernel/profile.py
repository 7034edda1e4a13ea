"""The figures of a unit or a place, each with the rule that explains it."""

from __future__ import annotations

from msgspec import Struct


class Figure(Struct, frozen=True):
    """A figure or a mark: its name, its value, and the number of its case.

    The text of the case is the meaning of the figure.
    """

    name: str
    value: str
    cite: str


class Profile(Struct, frozen=True):
    """The figures of a unit, or of the ground in a place."""

    name: str
    figures: tuple[Figure, ...]
