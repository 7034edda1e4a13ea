"""Cheapest paths over any ground (hexes, areas, rails), and shortest paths."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)


class Move(NamedTuple, Generic[K]):
    """A step to a neighbouring place, with its cost and risk.

    `stop` is true if the mover must stop there.
    """

    to: K
    cost: int
    stop: bool = False
    risk: int = 0


FAR = 1 << 62
COST, RISK = 40, 20
"""Bit offsets of cost and risk in a path's rank; the bits below count its steps."""


class Reach(Generic[K]):
    """All places within a budget, each with its cost and the cheapest path to it."""

    def __init__(
        self, start: K, budget: int, moves: Callable[[K], Iterable[Move[K]]], goal: K | None = None
    ) -> None:
        """Search at once, until the goal is reached if there is one.

        Among paths of the same cost the search keeps the path of less risk, then of fewer steps, then the first
        found.
        """
        self.start = start
        self.cost: dict[K, int] = {start: 0}
        # A place counts twice if only one path must stop there: each has its rank in one of these.
        self._best: tuple[dict[K, int], dict[K, int]] = ({start: 0}, {})
        self._before: tuple[dict[K, K], dict[K, K]] = ({}, {})
        costs, best, before = self.cost, self._best, self._before
        queue: list[tuple[int, int, K, bool]] = [(0, 0, start, False)]
        serial, dear = 0, (budget + 1) << COST
        while queue:
            rank, _, at, stopped = heappop(queue)
            if rank > best[stopped][at]:
                continue
            if at == goal:
                break
            if stopped:
                continue
            for to, price, stop, danger in moves(at):
                arrival = rank + (price << COST) + (danger << RISK) + 1
                if arrival < best[stop].get(to, dear):
                    best[stop][to] = arrival
                    before[stop][to] = at
                    costs[to] = min(arrival >> COST, costs.get(to, budget))
                    serial += 1
                    heappush(queue, (arrival, serial, to, stop))

    def way(self, to: K) -> tuple[K, ...] | None:
        """Return the places after the start up to `to`; `None` if it is out of reach."""
        if to not in self.cost:
            return None
        way = []
        stops = self._best[True].get(to, FAR) < self._best[False].get(to, FAR)
        while to != self.start:
            way.append(to)
            to, stops = self._before[stops][to], False
        return tuple(reversed(way))


def distances(start: K, moves: Callable[[K], Iterable[tuple[K, int]]]) -> dict[K, int]:
    """Return only the cost of the cheapest path to each place; faster than `Reach`."""
    cost = {start: 0}
    # Places by the cost at which they were found, until the search reaches that cost.
    found, spent = {0: [start]}, 0
    while found:
        for at in found.get(spent, ()):  # Steps without cost lengthen the list.
            if cost[at] == spent:
                for to, price in moves(at):
                    there = spent + price
                    if there < cost.get(to, FAR):
                        cost[to] = there
                        found.setdefault(there, []).append(to)
        found.pop(spent, None)
        spent += 1
    return cost


def joined(lines: Iterable[Iterable[K]]) -> dict[K, tuple[K, ...]]:
    """Return the neighbours of each place along roads or railways.

    The lines are printed as lists of places.
    """
    found: dict[K, dict[K, None]] = {}
    for line in lines:
        for a, b in pairwise(line):
            found.setdefault(a, {})[b] = None
            found.setdefault(b, {})[a] = None
    return {place: tuple(others) for place, others in found.items()}


Tree = Mapping[K, K | None]
"""For each place the next place back to the start of a search, or `None`."""


def spread(starts: Iterable[K], onward: Callable[[K], Iterable[K]]) -> Tree[K]:
    """Return all reachable places, each with the next place on the shortest path back.

    Between equally short paths, the path from the earlier start is kept.
    """
    back: dict[K, K | None] = dict.fromkeys(starts)
    queue = deque(back)
    while queue:
        here = queue.popleft()
        for to in onward(here):
            if to not in back:
                back[to] = here
                queue.append(to)
    return back


def trace(back: Tree[K], start: K) -> tuple[K, ...]:
    """Return the path from a place back to the start of the search, both included."""
    way = [start]
    while (after := back[way[-1]]) is not None:
        way.append(after)
    return tuple(way)
