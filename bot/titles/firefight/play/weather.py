"""A player has drawn two condition cards, and chooses the one that holds for all."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import join
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.course import play_conditions
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field import names
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseCondition
from bot.titles.firefight.play.base import alike
from bot.titles.firefight.printed.cards import cards


def question(at: At[State, ChooseCondition]) -> str:
    """Ask which card is played for its top."""
    who = for_whom(at.state, at.step.seat)
    return f"{who}Which Condition Card holds for both sides? The other one gives you its benefit."


def to_choose(at: At[State, ChooseCondition], fixed: Fixed) -> Iterable[do.ChooseCondition]:
    """Yield the cards that were drawn."""
    return map(do.ChooseCondition, at.step.cards)


@rule("G-3.9a")
def was_drawn(at: At[State, ChooseCondition], action: do.ChooseCondition) -> Wrong | None:
    """One of the two cards is chosen."""
    if action.card in at.step.cards:
        return None
    return Wrong("you have not drawn that card", f"choose {join(map(names.condition, at.step.cards), 'or')}")


@case("G-3.9a")
def choose(play: Play, step: ChooseCondition, action: do.ChooseCondition) -> None:
    """Play the card for its top, and the other for its bottom."""
    (other,) = (card for card in step.cards if card != action.card)
    play.emit(ev.Ended())
    play_conditions(play, step.seat, action.card, other)


def says_condition(seen: Seen[State], action: do.ChooseCondition) -> str:
    """Return the order as a sentence: the effect on both sides, and the other benefit."""
    step = seen.state.steps[-1] if seen.state.steps else None
    others = [each for each in step.cards if each != action.card] if isinstance(step, ChooseCondition) else []
    record = cards().conditions[action.card]
    said = [f"{record.name} holds for both sides: {_after_a_colon(record.text)}"]
    said += [
        f"{names.condition(each)} is yours: {_after_a_colon(cards().conditions[each].benefit.text)}"
        for each in others
    ]
    return " ".join(said).removesuffix(".") + "."


def _after_a_colon(text: str) -> str:
    return text[:1].lower() + text[1:]


CHOOSE_CONDITION: Decision[State, Event, ChooseCondition] = Decision(
    ChooseCondition,
    asked=speaks,
    question=question,
    does="plays two Condition Cards",
    you="you play two Condition Cards",
    verbs=(
        Verb(
            do.ChooseCondition,
            when="Condition Cards are played when a generator card lets you draw them",
            says=says_condition,
            why=alike,
            cite="G-3.9a",
            rules=(was_drawn,),
            candidates=to_choose,
            resolve=choose,
        ),
    ),
)
