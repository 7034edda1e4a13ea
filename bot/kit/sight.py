"""Sight over hexes: what stands between two of them, and how high it reaches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

from bot.kit.hexmap import HexMap

N = TypeVar("N", bound=str)
T = TypeVar("T")


def between(board: HexMap[N], a: N, b: N, hides: Callable[[N], T | None]) -> T | None:
    """Return what is first in the way from one hex to another, `None` where nothing is.

    A line that runs along a hexside or through a corner is clear when one of its two sides is. What stands in the
    two hexes themselves is never in the way.
    """
    found = None
    for side in dict.fromkeys(board.line(a, b)):
        found = next((bar for at in side if (bar := hides(at)) is not None), None)
        if found is None:
            return None
    return found


class Eye(NamedTuple, Generic[N]):
    """Where one looks from or to: a hex, and the level at which one stands there."""

    at: N
    level: int


class Bar(NamedTuple, Generic[N]):
    """What is in the way: where, how it hides the lower of two ends, and which that is."""

    at: N
    how: Literal["above", "ledge", "shadow"]
    """It reaches above both; or it is the level ground right before the higher one; or the lower one is too near
    behind it."""
    low: N


@dataclass(frozen=True)
class Relief(Generic[N]):
    """How high everything on a map is."""

    board: HexMap[N]
    level: Callable[[N], int]
    """The level of the ground in a hex."""
    top: Callable[[N], int]
    """How high the hex reaches, with what grows and stands on it."""
    shadow: Callable[[int], int]
    """How many hexes behind it an obstruction hides from whoever looks over it, by their level."""

    def bar(self, a: Eye[N], b: Eye[N]) -> Bar[N] | None:
        """Return what keeps two that stand at their levels from seeing each other, `None` where nothing does."""
        high, low = (b, a) if a.level < b.level else (a, b)

        def hides(at: N) -> Bar[N] | None:
            if self.top(at) > high.level:
                return Bar(at, "above", low.at)
            if high.level == low.level:
                return None
            if self.level(at) == high.level and self.board.distance(high.at, at) == 1:
                return Bar(at, "ledge", low.at)
            near = self.board.distance(at, low.at) <= self.shadow(high.level)
            return Bar(at, "shadow", low.at) if near and self.top(at) > low.level else None

        return between(self.board, high.at, low.at, hides)
