"""A map of hexes as a value: neighbours, distances, lines, and joined boards."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar, cast

from bot.kit import hexes
from bot.kit.hexes import Hex

N = TypeVar("N", bound=str)

WAYS = {(step.q, step.r): n for n, step in enumerate(hexes.DIRECTIONS, start=1)}
"""The direction of each step to an adjacent hex."""

Side = frozenset[N]
"""A hexside as the pair of hexes that it separates: a wall, a river."""


class HexMap(Generic[N]):
    """The hexes of a map by their names."""

    def __init__(self, places: Mapping[N, Hex]) -> None:
        """Take all hexes of the map."""
        self.places = places
        self._names: dict[tuple[int, int], N] = {at: name for name, at in places.items()}
        self._number = {name: n for n, name in enumerate(places)}
        self._far: dict[N, array[int]] = {}
        self.around: dict[N, tuple[N | None, ...]] = {
            name: tuple(self._names.get((q + step.q, r + step.r)) for step in hexes.DIRECTIONS)
            for name, (q, r) in places.items()
        }
        """The neighbours of each hex, clockwise from the north; `None` off the map."""
        self.neighbours: dict[N, tuple[N, ...]] = {
            name: tuple(beside for beside in around if beside is not None) for name, around in self.around.items()
        }

    def __contains__(self, name: object) -> bool:
        return name in self.places

    def distance(self, a: N, b: N) -> int:
        """Return the distance between two hexes in hexes."""
        far = self._far.get(a)
        if far is None:
            start = self.places[a]
            far = self._far[a] = array("H", [hexes.distance(start, at) for at in self.places.values()])
        return far[self._number[b]]

    def beyond(self, start: N, direction: int, by: int) -> N | None:
        """Return the hex at a distance and direction, 1 (north) to 6; `None` off the map."""
        return self._names.get(hexes.step(self.places[start], direction, by))

    def direction(self, start: N, to: N) -> int:
        """Return the direction of an adjacent hex, 1 (north) to 6; 0 if not adjacent."""
        a, b = self.places[start], self.places[to]
        return WAYS.get((b.q - a.q, b.r - a.r), 0)

    def bearings(self, start: N, to: N) -> tuple[int, ...]:
        """Return the directions of a hex: one, or two if it lies past a corner."""
        return hexes.bearings(self.places[start], self.places[to])

    def side(self, a: N, b: N) -> Side[N]:
        """Return the hexside between two hexes. Raises `ValueError` if they share none."""
        if self.distance(a, b) != 1:
            raise ValueError(f"{a} and {b} are not adjacent")
        return frozenset((a, b))

    def within(self, centre: N, radius: int) -> list[N]:
        """Return the hexes within a distance of a hex, itself included."""
        q, r = self.places[centre]
        around = (
            self._names.get((q + x, r + y))
            for x in range(-radius, radius + 1)
            for y in range(max(-radius, -x - radius), min(radius, radius - x) + 1)
        )
        return sorted((name for name in around if name is not None), key=self._number.__getitem__)

    def line(self, a: N, b: N) -> tuple[tuple[N, ...], tuple[N, ...]]:
        """Return the hexes strictly between two hexes, left and right of the line.

        A nudge across the rim of the map does not count, because no line of sight leaves the map.
        """
        start, end, names = self.places[a], self.places[b], self._names
        sides = []
        for side in hexes.offsets(end.q - start.q, end.r - start.r):
            crossed = [names.get((start.q + q, start.r + r)) for q, r in side]
            if None not in crossed:
                sides.append(cast(tuple[N, ...], tuple(crossed)))
        return sides[0], sides[-1]


class Joint(NamedTuple):
    """The position of a board in a map of joined boards of the same size.

    A board has columns 0 to `columns` and rows from 0; odd columns have one row more. Its outermost columns and
    every second hex of its upper and lower rim are halves, which the next board completes. Boards may count their
    columns from 1: then the outermost ones are odd.
    """

    columns: int
    rows: int
    x: int
    """The number of boards west of it."""
    y: int
    """The number of boards north of it."""
    turned: bool
    """It is turned by 180 degrees."""
    first: int = 0
    """The number of its westernmost column."""

    def place(self, column: int, row: int) -> Hex | None:
        """Return the hex of the map for a hex of the board, `None` outside of the board."""
        last = self.rows - 1 + (column & 1)
        if not (0 <= column - self.first <= self.columns and 0 <= row <= last):
            return None
        if self.turned:
            column, row = self.columns + 2 * self.first - column, last - row
        return hexes.from_grid(self.x * self.columns + column, self.y * self.rows + row)

    def places(self) -> Iterable[Hex]:
        """Yield every hex of the board, halves included."""
        for column in range(self.first, self.first + self.columns + 1):
            for row in range(self.rows + (column & 1)):
                at = self.place(column, row)
                assert at is not None
                yield at


def full(columns: int, rows: int, across: int, down: int) -> list[Hex]:
    """Return the full hexes of a map of joined boards, column by column."""
    return [
        at
        for column in range(1, columns * across)
        for row in range(column & 1, rows * down)
        if (at := hexes.from_grid(column, row))
    ]
