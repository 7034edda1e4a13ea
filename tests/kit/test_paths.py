"""Ways beside a search of all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.kit.paths import Move, Reach, distances, joined

Roads = dict[int, list[Move[int]]]
PLACES = range(6)

steps = st.builds(Move, st.sampled_from(PLACES), st.integers(0, 4), st.booleans(), st.integers(0, 2))
roads: st.SearchStrategy[Roads] = st.fixed_dictionaries({place: st.lists(steps, max_size=4) for place in PLACES})


def every_way(
    roads: Roads, at: int, budget: int, gone: tuple[Move[int], ...] = ()
) -> Iterator[tuple[Move[int], ...]]:
    """Yield every way that enters no place twice, in steps, and stops where it must."""
    yield gone
    if gone and gone[-1].stop:
        return
    for move in roads[at]:
        if move.to != 0 and move.to not in [step.to for step in gone] and move.cost <= budget:
            yield from every_way(roads, move.to, budget - move.cost, (*gone, move))


def worth(way: tuple[Move[int], ...]) -> tuple[int, int, int]:
    return sum(move.cost for move in way), sum(move.risk for move in way), len(way)


def test_lines_join_places_both_ways_and_each_pair_once() -> None:
    assert joined([["a", "b", "c"], ["c", "b"], ["d", "b"], ["e"]]) == {
        "a": ("b",),
        "b": ("a", "c", "d"),
        "c": ("b",),
        "d": ("b",),
    }


@given(roads, st.integers(0, 12))
def test_costs_and_ways_are_the_cheapest_of_all(roads: Roads, budget: int) -> None:
    best: dict[int, tuple[int, int, int]] = {}
    for way in every_way(roads, 0, budget):
        end = way[-1].to if way else 0
        best[end] = min(worth(way), best.get(end, worth(way)))
    reach = Reach(0, budget, roads.__getitem__)
    assert reach.cost == {place: cost for place, (cost, _, _) in best.items()}
    for place, (_, _, length) in best.items():
        found = reach.way(place)
        assert found is not None
        assert len(found) == length


@given(roads)
def test_distances_are_those_of_the_cheapest_ways(roads: Roads) -> None:
    plain = {at: [Move(move.to, move.cost) for move in moves] for at, moves in roads.items()}
    found = distances(0, lambda at: [(move.to, move.cost) for move in roads[at]])
    assert found == Reach(0, 100, plain.__getitem__).cost


@given(roads, st.integers(0, 12))
def test_a_way_can_be_gone(roads: Roads, budget: int) -> None:
    reach = Reach(0, budget, roads.__getitem__)
    for place, cost in reach.cost.items():
        way = reach.way(place)
        assert way is not None
        ways = [steps for steps in every_way(roads, 0, budget) if tuple(step.to for step in steps) == way]
        assert cost == min(worth(steps)[0] for steps in ways)


@given(roads, st.integers(0, 12), st.sampled_from(PLACES))
def test_a_search_for_one_place_finds_the_same_way(roads: Roads, budget: int, goal: int) -> None:
    whole, short = Reach(0, budget, roads.__getitem__), Reach(0, budget, roads.__getitem__, goal)
    assert short.cost.get(goal) == whole.cost.get(goal)
    assert short.way(goal) == whole.way(goal)


LINE: Roads = {n: [Move(n + 1, 1)] for n in range(5)} | {5: []}


def test_the_start_is_reached_at_no_cost() -> None:
    reach = Reach(0, 0, LINE.__getitem__)
    assert (reach.cost, reach.way(0)) == ({0: 0}, ())


def test_a_place_beyond_the_budget_is_not_reached() -> None:
    reach = Reach(0, 3, LINE.__getitem__)
    assert (reach.way(3), reach.way(4)) == ((1, 2, 3), None)


def test_no_path_continues_beyond_a_forced_stop() -> None:
    walled: Roads = {**LINE, 1: [Move(2, 1, stop=True)]}
    assert Reach(0, 9, walled.__getitem__).cost == {0: 0, 1: 1, 2: 2}


def test_a_path_around_a_stop_need_not_stop() -> None:
    """The short way to 2 ends there, the long way continues."""
    forked: Roads = {0: [Move(2, 1, stop=True), Move(1, 1)], 1: [Move(2, 2)], 2: [Move(3, 1)], 3: []}
    reach = Reach(0, 9, forked.__getitem__)
    assert reach.cost == {0: 0, 1: 1, 2: 1, 3: 4}
    assert reach.way(2) == (2,)
    assert reach.way(3) == (1, 2, 3)


@pytest.mark.parametrize("long_first", [True, False])
def test_fewer_steps_are_better_at_the_same_cost(long_first: bool) -> None:
    start = [Move(1, 1), Move(4, 3)]
    both: Roads = {
        0: start if long_first else start[::-1],
        1: [Move(2, 1)],
        2: [Move(3, 2)],
        4: [Move(3, 1)],
        3: [],
    }
    assert Reach(0, 9, both.__getitem__).way(3) == (4, 3)
