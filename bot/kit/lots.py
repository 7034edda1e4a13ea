"""Random draws from a deck, a cup or a pool.

A pile is a tuple of its contents. It has no order until something is drawn. A state holds it openly if all players
may know its contents, and else in a `Secret` that no seat sees. Draws are rolls like any other, and as secret as
their event makes them.

A secret draw from a hidden pile uses a hidden roll, because the position would reveal earlier draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from bot.kernel.dice import Dice, Roll
from bot.kit.parts import parts

T = TypeVar("T")

SHUFFLE = 1 << 32
"""Sides of the dice that order a pile: a number so large that ties are rare."""


def draw(dice: Dice, purpose: str, pile: Sequence[T]) -> tuple[T, Roll]:
    """Draw a random item."""
    roll = dice.roll(purpose, 1, len(pile))
    return pile[roll.faces[0] - 1], roll


def shuffle(dice: Dice, purpose: str, pile: Sequence[T]) -> tuple[tuple[T, ...], Roll]:
    """Shuffle a whole pile with one roll."""
    roll = dice.roll(purpose, len(pile), SHUFFLE)
    return tuple(pile[n] for n in sorted(range(len(pile)), key=lambda n: (roll.faces[n], n))), roll


def rolls(tree: Any) -> Iterator[Roll]:
    """Yield every roll in a frozen tree, also in secrets."""
    return parts(tree, Roll)
