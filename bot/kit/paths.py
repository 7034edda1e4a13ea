"""Cheapest ways over any ground: hexes, areas, rails; and shortest ones, where every step costs the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)


class Move(NamedTuple, Generic[K]):
    """One step to a neighbouring place: its cost, whether the mover must stop there, and its dangers."""

    to: K
    cost: int
    stop: bool = False
    risk: int = 0


FAR = 1 << 62
NEVER = (FAR, 0, 0)


class Reach(Generic[K]):
    """All places within a budget, each with its cost and the cheapest way to it."""

    def __init__(
        self, start: K, budget: int, moves: Callable[[K], Iterable[Move[K]]], goal: K | None = None
    ) -> None:
        """Search at once, until the goal is reached if there is one.

        Among ways of the same cost the one of less risk is kept, then the one with fewer steps, then the first
        found.
        """
        self.start = start
        self.cost: dict[K, int] = {start: 0}
        # A place where one way must stop and another need not counts as two.
        self._best: dict[tuple[K, bool], tuple[int, int, int]] = {(start, False): (0, 0, 0)}
        self._before: dict[tuple[K, bool], K] = {}
        costs, best, before = self.cost, self._best, self._before
        queue: list[tuple[int, int, int, int, K, bool]] = [(0, 0, 0, 0, start, False)]
        serial = 0
        while queue:
            spent, risk, steps, _, at, stopped = heappop(queue)
            if (spent, risk, steps) > best[at, stopped]:
                continue
            if at == goal:
                break
            if stopped:
                continue
            for to, price, stop, danger in moves(at):
                cost = spent + price
                if cost > budget:
                    continue
                arrival, place = (cost, risk + danger, steps + 1), (to, stop)
                if arrival < best.get(place, NEVER):
                    best[place] = arrival
                    before[place] = at
                    costs[to] = min(cost, costs.get(to, budget))
                    serial += 1
                    heappush(queue, (*arrival, serial, to, stop))

    def way(self, to: K) -> tuple[K, ...] | None:
        """Return the places from the first after the start to `to`; `None` where it cannot be reached."""
        if to not in self.cost:
            return None
        way = []
        stops = self._best.get((to, True), NEVER) < self._best.get((to, False), NEVER)
        while to != self.start:
            way.append(to)
            to, stops = self._before[to, stops], False
        return tuple(reversed(way))


def distances(start: K, moves: Callable[[K], Iterable[tuple[K, int]]]) -> dict[K, int]:
    """Return what the cheapest way to each place costs, for those who ask for nothing else of it."""
    cost = {start: 0}
    found, spent = {0: [start]}, 0
    """The places by what they cost at first, for the costs that are still ahead."""
    while found:
        for at in found.get(spent, ()):  # Steps that cost nothing lengthen the list.
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
    """Return the places to which each is joined by roads or railways that are printed as lists of places."""
    found: dict[K, dict[K, None]] = {}
    for line in lines:
        for a, b in pairwise(line):
            found.setdefault(a, {})[b] = None
            found.setdefault(b, {})[a] = None
    return {place: tuple(others) for place, others in found.items()}


Tree = Mapping[K, K | None]
"""For each place the next one on the way back to where a search began; `None` for where it began."""


def spread(starts: Iterable[K], onward: Callable[[K], Iterable[K]]) -> Tree[K]:
    """Return everything that can be reached, each with the next place on the shortest way back.

    Where two ways are equally short the one from the earlier start is kept.
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
    """Return the way from a place back to where the search began, both included."""
    way = [start]
    while (after := back[way[-1]]) is not None:
        way.append(after)
    return tuple(way)
