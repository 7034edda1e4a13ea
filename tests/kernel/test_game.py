from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.dice import Dice, SeededDice
from bot.kernel.game import (
    Course,
    Prompt,
    answer,
    decide,
    forced,
    kind_of,
    legal,
    open_kinds,
    verb,
    well_formed,
)
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, Seen, private, see
from tests.match import Match
from tests.scripted import ScriptedDice
from tests.toys.bluff import BLUE, GREEN, RED, Action, Bluff, CardName, Laid, Lay, Planned, Scored, Shown, State

GAME = Bluff()
HANDS = {RED: ("2", "8"), BLUE: ("5", "9")}


@pytest.fixture
def state() -> State:
    """Two cards in each of two hands."""
    opened: State = Match(GAME, "two", {"rounds": "2"}, b"").state
    hands = {seat: private(tuple(map(CardName, cards)), seat) for seat, cards in HANDS.items()}
    return replace(opened, hands=hands)


def lay(card: str) -> Lay:
    return Lay(CardName(card))


def test_a_legal_action_becomes_events(state: State) -> None:
    assert decide(GAME, state, RED, lay("8"), SeededDice(b"")) == (Laid(RED, private(CardName("8"), RED)),)


def test_an_illegal_action_is_refused_and_draws_no_dice(state: State) -> None:
    dice = ScriptedDice()
    assert isinstance(decide(GAME, state, RED, lay("9"), dice), Refusal)
    assert dice.drawn == 0


def test_rules_judge_what_the_seat_sees() -> None:
    class Curious(Bluff):
        def candidates(self, seen: Seen[State], kind: type[Any], fixed: Mapping[str, Any]) -> Iterator[Any]:
            assert not any(hand.known for seat, hand in seen.state.hands.items() if seat != seen.seat)
            return super().candidates(seen, kind, fixed)

    match = Match(Curious(), "three", {}, b"")
    assert all(list(legal(match.game, match.seen(seat), Lay)) for seat in match.seats)
    assert not list(legal(match.game, match.seen(PUBLIC), Lay))


class Stranger(Struct, frozen=True, tag="stranger", tag_field="do"):
    """An action of another title."""


@pytest.mark.parametrize(
    "said", [Lay(7), Lay(None), Lay("\ud800"), Lay(object()), Lay(("8",)), Stranger(), "lay 8", None]  # type: ignore[arg-type]
)  # fmt: skip
def test_an_action_of_no_class_of_the_title_is_malformed(state: State, said: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        decide(GAME, state, RED, said, SeededDice(b""))


def test_a_well_formed_action_is_equal_to_its_log_entry() -> None:
    assert well_formed(lay("8")) == lay("8")


def test_verbs_are_tags() -> None:
    assert [verb(kind) for kind in GAME.actions] == ["lay", "plan"]
    assert kind_of(GAME, "lay") is Lay
    assert kind_of(GAME, "bluff") is None


def test_open_kinds_are_those_of_the_prompt(state: State) -> None:
    assert open_kinds(GAME, see(state, RED)) == (Lay,)
    assert open_kinds(GAME, see(replace(state, waiting=(BLUE,)), RED)) == ()
    assert open_kinds(GAME, see(state, PUBLIC)) == ()


def test_legal_actions_are_candidates_that_no_rule_forbids(state: State) -> None:
    assert list(legal(GAME, see(state, RED), Lay)) == [lay("2"), lay("8")]
    assert list(legal(GAME, see(state, RED), Lay, {"card": "8"})) == [lay("8")]
    assert list(legal(GAME, see(state, RED), Lay, {"card": "9"})) == []


def test_no_legal_action_is_yielded_twice(state: State) -> None:
    class Twice(Bluff):
        def candidates(self, seen: Seen[State], kind: type[Any], fixed: Mapping[str, Any]) -> Iterator[Any]:
            yield from super().candidates(seen, kind, fixed)
            yield from super().candidates(seen, kind, fixed)

    assert list(legal(Twice(), see(state, RED), Lay)) == [lay("2"), lay("8")]


def test_the_only_action_is_forced(state: State) -> None:
    last = replace(state, hands={**state.hands, RED: private((CardName("8"),), RED)})
    assert forced(GAME, see(last, RED)) == lay("8")
    assert forced(GAME, see(last, BLUE)) is None


def test_a_player_without_a_question_is_not_forced(state: State) -> None:
    assert forced(GAME, see(replace(state, waiting=(BLUE,)), RED)) is None
    assert forced(GAME, see(state, PUBLIC)) is None


def test_an_answer_that_would_reveal_something_is_not_forced(state: State) -> None:
    class Discreet(Bluff):
        def prompts(self, seen: Seen[State]) -> Mapping[Seat, Prompt]:
            return {seat: replace(prompt, private=True) for seat, prompt in super().prompts(seen).items()}

    last = replace(state, hands={**state.hands, RED: private((CardName("8"),), RED)})
    assert forced(Discreet(), see(last, RED)) is None


def test_people_are_waited_for(state: State) -> None:
    assert answer(GAME, state, ()) is None


def test_orders_come_before_a_forced_move_and_before_the_computer(state: State) -> None:
    ordered = replace(state, plans={**state.plans, BLUE: private(True, BLUE)})
    assert answer(GAME, ordered, ()) == (BLUE, "orders", lay("5"))
    last = replace(ordered, hands={seat: private((CardName("8"),), seat) for seat in (RED, BLUE)}, waiting=(BLUE,))
    assert answer(GAME, last, (BLUE,)) == (BLUE, "orders", lay("8"))


def test_a_forced_move_comes_before_the_computer(state: State) -> None:
    last = replace(state, hands={seat: private((CardName("8"),), seat) for seat in (RED, BLUE)})
    assert answer(GAME, last, (RED, BLUE)) == (RED, "forced", lay("8"))


def test_a_computer_answers_for_its_own_seat(state: State) -> None:
    assert answer(GAME, state, (BLUE,)) == (BLUE, "computer", lay("9"))
    assert answer(GAME, state, (GREEN,)) is None


def test_each_event_of_a_course_takes_effect_before_the_next(state: State) -> None:
    course = Course(GAME.evolve, state, SeededDice(b""))
    course.emit(Laid(RED, private(CardName("2"), RED)), Planned(RED, private(True, RED)))
    assert course.state.waiting == (BLUE,)
    course.emit(Scored(RED, 1))
    assert [type(event) for event in course.events] == [Laid, Planned, Scored]
    assert course.state.points == {RED: 1, BLUE: 0}
    assert state.points == {RED: 0, BLUE: 0}


def test_dice_are_drawn_where_the_rules_say_so(state: State) -> None:
    (laid,) = _events(state, RED, lay("8"), ScriptedDice())
    dice = ScriptedDice([(1, 6)])
    events = _events(GAME.evolve(state, laid), BLUE, lay("5"), dice)
    assert [type(event) for event in events] == [Laid, Shown, Scored]
    assert events[-1] == Scored(BLUE, 1)
    assert dice.drawn == 1


def _events(state: State, seat: Seat, action: Action, dice: Dice) -> tuple[Any, ...]:
    events = decide(GAME, state, seat, action, dice)
    assert not isinstance(events, Refusal)
    return events
