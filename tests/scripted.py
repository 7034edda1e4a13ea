"""Dice that are written down beforehand."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.dice import Roll


class Unscripted(Exception):
    """A test's dice were asked for an unscripted draw."""


class ScriptedDice:
    """The dice of a transcript: each draw is scripted, and no other may happen."""

    def __init__(self, script: Iterable[tuple[int, ...]] = ()) -> None:
        self.script = list(script)
        self.drawn = 0

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Return the next scripted draw.

        Raises `Unscripted` if there is none, or if its size differs.
        """
        if not self.script:
            raise Unscripted(f"{purpose}: {dice}d{sides} was drawn, nothing is scripted")
        wanted = self.script.pop(0)
        if len(wanted) != dice or not all(1 <= face <= sides for face in wanted):
            raise Unscripted(f"{purpose}: {dice}d{sides} was drawn, {wanted} is scripted")
        roll = Roll(purpose, sides, tuple(wanted), self.drawn)
        self.drawn += 1
        return roll
