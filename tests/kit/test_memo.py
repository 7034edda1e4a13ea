"""Cached answers against fresh ones, for any turns of games, seats and threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from bot.kit.memo import BOOKS, Alike, Memo


class State(Struct, frozen=True):
    units: dict[str, int] = {}
    works: tuple[str, ...] = ()
    round: int = 0


def strength(state: State, least: int = 0, *, doubled: bool = False) -> int:
    total = sum(n for n in state.units.values() if n >= least) + len(state.works)
    return total * 2 if doubled else total


def test_an_answer_is_the_freshly_computed_one() -> None:
    rnd, memo, worked = Random(1), Memo[State]("units", "works"), []

    @memo.keeps
    def kept(state: State, least: int = 0, *, doubled: bool = False) -> int:
        worked.append(state)
        return strength(state, least, doubled=doubled)

    states = [State({"a": rnd.randrange(4)}, ("w",) * rnd.randrange(2)) for _ in range(8)]
    for _ in range(2000):
        n = rnd.randrange(len(states))
        match rnd.randrange(6):
            case 0:
                states[n] = replace(states[n], units={**states[n].units, rnd.choice("abc"): rnd.randrange(4)})
            case 1:
                states[n] = replace(states[n], works=(*states[n].works[:2], "w"))
            case 2:
                states[n] = replace(states[n], round=states[n].round + 1)
        least, doubled = rnd.randrange(4), rnd.random() < 0.5
        assert kept(states[n], least, doubled=doubled) == strength(states[n], least, doubled=doubled)
    assert len(worked) < 2000


def test_only_another_object_in_a_named_field_makes_it_work_again() -> None:
    memo, worked = Memo[State]("units", "works"), []

    @memo.keeps
    def kept(state: State) -> int:
        """Say how strong."""
        worked.append(state)
        return strength(state)

    state = State({"a": 1})
    assert kept(state) == kept(replace(state, round=5)) == 1
    assert len(worked) == 1
    assert kept(replace(state, units={"a": 1})) == 1
    assert len(worked) == 2
    memo.forget()
    assert kept(state) == 1
    assert len(worked) == 3
    assert kept.__doc__ == "Say how strong."


def test_two_functions_and_their_arguments_do_not_mix() -> None:
    memo = Memo[State]("units", "works")
    one = memo.keeps(lambda state, *args: ("one", args))
    two = memo.keeps(lambda state, *args: ("two", args))
    state = State()
    asked = [(one, ()), (two, ()), (one, (1,)), (one, (1, 2)), (two, ((1, 2),))]
    for _ in range(2):
        assert [kept(state, *args) for kept, args in asked] == [
            ("one", ()), ("two", ()), ("one", (1,)), ("one", (1, 2)), ("two", ((1, 2),)),
        ]  # fmt: skip


def test_nothing_at_all_is_an_answer_too() -> None:
    memo, worked = Memo[State]("units", "works"), []
    kept = memo.keeps(lambda state: worked.append(state))
    state = State()
    assert kept(state) is kept(state) is None
    assert worked == [state]


def test_a_few_positions_are_remembered_side_by_side() -> None:
    memo, worked = Memo[State]("units", "works"), []
    kept = memo.keeps(lambda state: worked.append(state))
    states = [State({"a": n}) for n in range(BOOKS)]
    for state in states * 3:
        kept(state)
    assert worked == states


def test_threads_that_take_turns_get_their_own_answers() -> None:
    memo = Memo[State]("units", "works")
    kept = memo.keeps(strength)

    def ask(seed: int) -> bool:
        rnd = Random(seed)
        states = [State({"a": rnd.randrange(1000)}) for _ in range(BOOKS + 2)]
        asked = [rnd.choice(states) for _ in range(2000)]
        return all(kept(state) == state.units["a"] for state in asked)

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(ask, range(8)))


def test_a_single_field_is_compared_by_its_content() -> None:
    memo = Memo[State]("works")
    kept = memo.keeps(lambda state: state.works)
    for works in ((), ("w",), ("w", "v"), ("w",)):
        assert kept(State(works=works)) == works


def test_an_answer_outlives_a_move_that_changes_nothing_of_the_likeness() -> None:
    memo, worked = Alike[State](lambda state: (frozenset(state.units), state.works)), []

    @memo.keeps
    def kept(state: State) -> int:
        worked.append(state)
        return len(state.units) + len(state.works)

    assert kept(State({"a": 1})) == kept(State({"a": 2}, round=5)) == 1
    assert len(worked) == 1
    assert kept(State({"a": 2, "b": 1})) == kept(State({"a": 2}, ("w",))) == 2
    assert len(worked) == 3
    memo.forget()
    assert kept(State({"a": 1})) == 1
    assert len(worked) == 4
