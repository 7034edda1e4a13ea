"""Cheapest ways over any ground: hexes, areas, rails."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)


class Move(NamedTuple, Generic[K]):
    """One step to a neighbouring place: what it costs, and whether the mover must stop there."""

    to: K
    cost: int
    stop: bool = False


class Reach(Generic[K]):
    """All places within a budget, each with its cost and the cheapest way to it."""

    def __init__(
        self, start: K, budget: int, moves: Callable[[K], Iterable[Move[K]]], goal: K | None = None
    ) -> None:
        """Search at once, until the goal is reached if there is one.

        Among ways of the same cost the one with fewer steps is kept, then the first found.
        """
        self.start = start
        self.cost: dict[K, int] = {start: 0}
        self._before: dict[K, K] = {}
        queue: list[tuple[int, int, int, K, bool]] = [(0, 0, 0, start, False)]
        done: set[K] = set()
        serial = 0
        while queue:
            spent, steps, _, at, stopped = heappop(queue)
            if at in done:
                continue
            done.add(at)
            if at == goal:
                break
            if stopped:
                continue
            for to, cost, stop in moves(at):
                total = spent + cost
                if total <= budget and to not in done and total < self.cost.get(to, budget + 1):
                    self.cost[to] = total
                    self._before[to] = at
                    serial += 1
                    heappush(queue, (total, steps + 1, serial, to, stop))

    def way(self, to: K) -> tuple[K, ...] | None:
        """Return the places from the first after the start to `to`; `None` where it cannot be reached."""
        if to not in self.cost:
            return None
        way = []
        while to != self.start:
            way.append(to)
            to = self._before[to]
        return tuple(reversed(way))
