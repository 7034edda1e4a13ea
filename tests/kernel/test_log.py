from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.dice import Dice, Roll
from bot.kernel.game import By
from bot.kernel.log import Entry, drawn, fold, live
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, Seen, private
from bot.kit.lots import rolls
from bot.store.history import History, undo
from tests.match import Match, play
from tests.toys.bluff import BLUE, DECK, GREEN, RED, Action, Bluff, Laid, Lay, Plan, Planned, State

Some = Entry[Any, Any]


def acted(seat: Seat = RED, by: By = "person", drawn: int = 0) -> Some:
    return Entry(seat, by, drawn=drawn)


def back(to: int) -> Some:
    return Entry(RED, "person", back_to=to)


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ([], []),
        ([acted(), acted(), acted()], [0, 1, 2]),
        ([acted(), acted(), back(1)], [0]),
        ([acted(), acted(), acted(), back(1), acted()], [0, 4]),
        ([acted(), acted(), back(1), acted(), back(3), acted()], [0, 5]),
        ([acted(), acted(), back(1), acted(), acted(), back(1)], [0]),
        ([acted(), acted(), back(2)], [0, 1]),
        ([acted(), back(0), acted()], [2]),
    ],
)
def test_an_undone_entry_no_longer_counts(log: list[Some], expected: list[int]) -> None:
    assert live(log) == expected


@given(st.lists(st.none() | st.integers(0, 12), max_size=12))
def test_live_entries_are_in_order_and_before_the_undone_ones(steps: list[int | None]) -> None:
    log = [acted() if to is None else back(min(to, n)) for n, to in enumerate(steps)]
    numbers = live(log)
    assert numbers == sorted(set(numbers))
    assert all(log[n].back_to is None for n in numbers)
    for n, entry in enumerate(log):
        if entry.back_to is not None:
            assert not any(entry.back_to <= number < n for number in numbers)


def test_dice_of_undone_entries_stay_drawn() -> None:
    assert drawn([]) == 0
    assert drawn([acted(drawn=3), acted(drawn=5), Entry(RED, "person", back_to=1, drawn=5)]) == 5


def test_no_draw_is_made_again_after_a_rewind() -> None:
    match = play(Match(Bluff(), "three", {}, b""), Random(0), moves=4)
    before = [roll for entry in match.log for roll in rolls(entry.events)]
    match.rewind(1)
    play(match, Random(1), moves=20)
    draws = [roll.draw for entry in match.log for roll in rolls(entry.events)]
    assert len(before) == 4
    assert draws == list(range(len(draws)))


def test_a_log_folds_to_what_its_live_entries_made() -> None:
    match = play(Match(Bluff(), "two", {}, b""), Random(0), moves=3)
    assert fold(match.game, match.log) == match.state
    match.rewind(2)
    assert fold(match.game, match.log) == match.states[1] == match.state


def test_rolls_are_found_wherever_they_lie() -> None:
    class Deep(Struct, frozen=True):
        roll: Roll | None
        more: tuple[Any, ...] = ()
        named: dict[str, Any] = {}

    one, two, three = (Roll("x", 6, (n,), n) for n in (1, 2, 3))
    assert list(rolls((Deep(one, (private(two),), {"a": Deep(three)}), None, 7))) == [one, two, three]


class Showing(Bluff):
    """Giving orders shows the hand to everybody."""

    def evolve(self, state: State, event: Any) -> State:
        after = super().evolve(state, event)
        seat = getattr(event, "seat", None)
        if seat in after.hands and hasattr(event, "lowest"):
            return replace(after, hands={**after.hands, seat: after.hands[seat].reveal()})
        return after


class Unmasking(Bluff):
    """An order hides a card, and another player sees it in the same act."""

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        hidden = Laid(seat, private(DECK[0], seat))
        return (hidden, replace(hidden, card=hidden.card.reveal()), *super().resolve(state, seat, action, dice))


class Groping(Bluff):
    """A player who gives orders might find another player's card on the floor."""

    def searches(self, seen: Seen[State], event: Any) -> bool:
        return isinstance(event, Planned) and not all(hand.known for hand in seen.state.hands.values())


class Chancy(Bluff):
    """Giving orders costs a die."""

    def resolve(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Any]:
        if isinstance(action, Plan):
            dice.roll("a whim", 1)
        return super().resolve(state, seat, action, dice)


def table(kind: type[Bluff] = Bluff, scenario: str = "three") -> Match:
    return Match(kind(), scenario, {}, b"undo")


def lay(match: Match, seat: Seat, by: By = "person") -> None:
    assert match.act(seat, Lay(match.state.hands[seat].open()[0]), by) is None


def why_not(match: Match, seat: Seat) -> str:
    refusal = undo(History(match.game, match.log), seat)
    assert isinstance(refusal, Refusal)
    nothing = len(live(match.log)) == 1
    mend = "give your first order with /game play" if nothing else "ask the others with /game undo to:"
    assert (refusal.cite, refusal.mend) == ("FP-undo", mend)
    return refusal.why


@pytest.mark.case("FP-undo")
def test_ones_own_last_action_is_taken_back() -> None:
    match = table()
    lay(match, RED)
    assert undo(History(match.game, match.log), RED) == 1
    assert match.undo(RED) is None
    assert match.state == match.states[0]


def test_one_action_after_another_is_taken_back() -> None:
    match = table()
    assert match.act(RED, Plan()) is None
    lay(match, RED)
    assert [match.undo(RED), match.undo(RED)] == [None, None]
    assert match.state == match.states[0]
    assert why_not(match, RED) == "you have done nothing yet that could be taken back"


def test_the_opening_is_nobodys_to_take_back() -> None:
    for seat in (RED, PUBLIC):
        assert why_not(table(), seat) == "you have done nothing yet that could be taken back"


@pytest.mark.case("FP-undo")
def test_nothing_is_taken_back_once_another_has_acted() -> None:
    match = table()
    lay(match, RED)
    lay(match, BLUE)
    assert why_not(match, RED) == "another player has acted since"
    assert undo(History(match.game, match.log), BLUE) == 2


@pytest.mark.parametrize("by", ["forced", "orders", "computer"])
def test_nothing_is_taken_back_once_another_player_has_answered(by: By) -> None:
    """The refusal does not say that the other player has left standing orders."""
    match = table()
    lay(match, RED)
    lay(match, BLUE, by)
    assert why_not(match, RED) == f"another player has {'answered' if by == 'forced' else 'acted'} since"


@pytest.mark.parametrize("by", ["forced", "orders"])
def test_a_players_own_orders_are_undone_with_the_action_before_them(by: By) -> None:
    match = table()
    assert match.act(RED, Plan()) is None
    lay(match, RED, by)
    assert undo(History(match.game, match.log), RED) == 1


@pytest.mark.parametrize("by", ["forced", "orders", "computer"])
def test_an_automatic_entry_is_not_taken_back(by: By) -> None:
    match = table()
    lay(match, RED, by)
    assert why_not(match, RED) == "you have done nothing yet that could be taken back"


@pytest.mark.case("FP-undo")
def test_nothing_is_taken_back_past_a_die() -> None:
    match = table()
    for seat in (RED, BLUE, GREEN):
        lay(match, seat)
    assert why_not(match, GREEN) == "a die has fallen since"


def test_the_die_is_named_even_if_another_players_orders_have_answered() -> None:
    match = table(Chancy)
    assert match.act(RED, Plan()) is None
    lay(match, BLUE, "orders")
    assert why_not(match, RED) == "a die has fallen since"


def test_nothing_is_taken_back_past_a_hidden_die() -> None:
    match = table(Chancy)
    assert match.act(RED, Plan()) is None
    assert why_not(match, RED) == "a die has fallen since"


@pytest.mark.case("FP-undo")
def test_nothing_is_taken_back_once_something_hidden_was_seen() -> None:
    match = table(Showing)
    assert match.act(RED, Plan()) is None
    assert why_not(match, RED) == "something hidden has been seen since"


@pytest.mark.case("FP-undo")
def test_nothing_is_taken_back_that_was_hidden_and_seen_in_one_act() -> None:
    match = table(Unmasking)
    assert match.act(RED, Plan()) is None
    assert why_not(match, RED) == "something hidden has been seen since"


@pytest.mark.case("FP-undo")
def test_nothing_is_taken_back_that_has_shown_a_place_to_be_empty() -> None:
    match = table(Groping)
    assert match.act(RED, Plan()) is None
    assert (
        why_not(match, RED)
        == "it might have brought something hidden to light, and has shown that nothing is there"
    )
    lay(match, BLUE)
    assert undo(History(match.game, match.log), BLUE) == 2


def test_dice_of_an_undone_action_do_not_bar_the_action_before_it() -> None:
    match = table(Chancy)
    lay(match, RED)
    assert match.act(RED, Plan()) is None
    match.rewind(2)
    assert undo(History(match.game, match.log), RED) == 1
