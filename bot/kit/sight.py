"""Line of sight over hexes: the obstacles between two hexes, and their height."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

from bot.kit.hexmap import HexMap

N = TypeVar("N", bound=str)
T = TypeVar("T")


def between(board: HexMap[N], a: N, b: N, hides: Callable[[N], T | None]) -> T | None:
    """Return the first obstacle between two hexes, `None` if the line is clear.

    A line along a hexside or through a corner is clear if one of its two sides is clear. The two end hexes never
    block it.
    """
    found = None
    for side in dict.fromkeys(board.line(a, b)):
        found = next((bar for at in side if (bar := hides(at)) is not None), None)
        if found is None:
            return None
    return found


class Eye(NamedTuple, Generic[N]):
    """An end of a line of sight: a hex, and the level of the observer in it."""

    at: N
    level: int


class Bar(NamedTuple, Generic[N]):
    """An obstacle: its hex, how it hides the lower end, and which end that is."""

    at: N
    how: Literal["above", "ledge", "shadow"]
    """How it hides the lower end.

    "above": it is higher than both. "ledge": it is level ground right before the higher end. "shadow": the lower
    end is too near behind it.
    """
    low: N


@dataclass(frozen=True)
class Relief(Generic[N]):
    """The height of everything on a map."""

    board: HexMap[N]
    level: Callable[[N], int]
    """The level of the ground in a hex."""
    top: Callable[[N], int]
    """The height of the hex with its trees and buildings."""
    shadow: Callable[[int], int]
    """The number of hexes hidden behind an obstruction, by the observer's level."""

    def bar(self, a: Eye[N], b: Eye[N]) -> Bar[N] | None:
        """Return the obstacle that blocks sight between two ends, `None` if none does."""
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
