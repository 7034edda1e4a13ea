"""The faces of a roll, as events keep them."""

from __future__ import annotations

from msgspec import Struct


class Roll(Struct, frozen=True, gc=False):
    """One draw: its purpose, the sides of each die, and the faces.

    A die has 1 to 2**32 sides, and faces count from 1.
    """

    purpose: str
    sides: int
    faces: tuple[int, ...]
    draw: int

    def count(self, at_least: int) -> int:
        """Count the dice that show this face or more."""
        return sum(face >= at_least for face in self.faces)
