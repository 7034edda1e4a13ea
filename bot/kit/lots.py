"""What is drawn by lot: a deck, a cup, a pool. A pile has no order until something is drawn from it.

A pile is a tuple of what lies in it. It stands in a state openly where everybody may know what is left, and in a
`Secret` that nobody reads where not; the draws are rolls like any other, and as secret as an event makes them.
What comes in secret out of a pile that nobody reads comes by a lot that nobody reads: whoever knew where in the
pile it lay would know what others had taken out before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from bot.kernel.dice import Dice, Roll
from bot.kit.parts import parts

T = TypeVar("T")

SHUFFLE = 1 << 32
"""Sides of the dice that give an order: so many that two are hardly ever equal."""


def draw(dice: Dice, purpose: str, pile: Sequence[T]) -> tuple[T, Roll]:
    """Draw one by lot."""
    roll = dice.roll(purpose, 1, len(pile))
    return pile[roll.faces[0] - 1], roll


def shuffle(dice: Dice, purpose: str, pile: Sequence[T]) -> tuple[tuple[T, ...], Roll]:
    """Bring all of a pile into an order by lot, with one roll."""
    roll = dice.roll(purpose, len(pile), SHUFFLE)
    return tuple(pile[n] for n in sorted(range(len(pile)), key=lambda n: (roll.faces[n], n))), roll


def without(pile: Sequence[T], *gone: T) -> tuple[T, ...]:
    """Return what is left of a pile; of things that are alike only as many go as are named."""
    left = list(pile)
    for each in gone:
        if each in left:
            left.remove(each)
    return tuple(left)


def rolls(tree: Any) -> Iterator[Roll]:
    """Yield every roll that a frozen tree holds, in secrets too."""
    return parts(tree, Roll)
