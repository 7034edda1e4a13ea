"""The choice of the card or the enemy unit that a generator card affects."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import join
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import choose
from bot.titles.firefight.cards.ground import spread
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field import names
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseCard, ChooseQuarry, PlaceUnits

QUARRY_RUMOURS = 3
"""The number of rumours for a hunted unit in a solo game; one hides the unit."""


def to_choose(at: At[State, ChooseCard], fixed: Fixed) -> Iterable[do.Choose]:
    """Yield the cards whose units can be affected."""
    return map(do.Choose, at.step.among)


@rule("G-3.7a")
def has_units(at: At[State, ChooseCard], action: do.Choose) -> Wrong | None:
    """The card has been played, and some of its units are not on the map yet."""
    if action.card in at.step.among:
        return None
    offered = join(map(names.generator_card, at.step.among), "or")
    return Wrong("that card has no units that wait off the map", f"choose {offered}")


def chosen(play: Play, step: ChooseCard, action: do.Choose) -> None:
    """Continue with the units of the card."""
    play.emit(ev.Ended())
    choose(play, step, action.card)


CHOOSE_CARD: Decision[State, Event, ChooseCard] = Decision(
    ChooseCard,
    asked=speaks,
    question=lambda at: (
        f"{for_whom(at.state, at.step.seat)}{names.generator_card(at.step.card)}: "
        "which played card's units do you place?"
    ),
    does="chooses a card whose units are placed",
    you="you choose a card whose units are placed",
    verbs=(
        Verb(
            do.Choose,
            when="a card is chosen when another one is about its units",
            says="The card is about the units of {card}.",
            why=lambda seen, action: "it does most for the units of that card",
            cite="G-3.7a",
            rules=(has_units,),
            candidates=to_choose,
            resolve=chosen,
        ),
    ),
)


def hunted(at: At[State, ChooseQuarry]) -> str:
    """Ask for a unit; in a solo game it becomes a rumour (G-6.2)."""
    then = "Three rumours are placed for it." if at.state.solo is not None else "Its owner places it hidden."
    return f"{for_whom(at.state, at.step.seat)}Which enemy unit do you hunt? {then}"


def to_hunt(at: At[State, ChooseQuarry], fixed: Fixed) -> Iterable[do.Hunt]:
    """Yield the enemy units that are not on the map."""
    return map(do.Hunt, at.step.among)


@rule("G-3.7a")
def waits(at: At[State, ChooseQuarry], action: do.Hunt) -> Wrong | None:
    """The unit belongs to a played card and is not on the map."""
    if action.unit in at.step.among:
        return None
    offered = names.units(at.state, at.step.among)
    return Wrong("only an enemy unit that is not on the map yet is hunted", f"choose among {offered}")


@case("G-3.7a")
def hunt(play: Play, step: ChooseQuarry, action: do.Hunt) -> None:
    """Let the unit's owner place it hidden.

    In a solo game three rumours are placed for it.
    """
    owner = play.state.units[action.unit].owner
    play.emit(ev.Ended(), ev.QuarryChosen(step.card, action.unit))
    if play.state.solo is not None:
        spread(play, step, owner, (action.unit,), QUARRY_RUMOURS - 1, QUARRY_RUMOURS)
        return
    play.emit(ev.Begun(PlaceUnits(owner, step.card, step.effect, (action.unit,))))


CHOOSE_QUARRY: Decision[State, Event, ChooseQuarry] = Decision(
    ChooseQuarry,
    asked=speaks,
    question=hunted,
    does="chooses the unit that is hunted",
    you="you choose the unit that is hunted",
    verbs=(
        Verb(
            do.Hunt,
            when="a unit to be hunted is chosen when a generator card says so",
            says=lambda seen, action: f"The {names.unit(seen.state, action.unit)} is hunted.",
            why=lambda seen, action: "that unit is its easiest target",
            cite="G-3.7a",
            rules=(waits,),
            candidates=to_hunt,
            resolve=hunt,
        ),
    ),
)
