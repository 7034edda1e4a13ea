"""In a solo game the player chooses the road of the AI's truck."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field.roads import pairs, road
from bot.titles.firefight.field.solo import speaks
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseRoad
from bot.titles.firefight.play.base import alike


def question(at: At[State, ChooseRoad]) -> str:
    """Ask for both edges."""
    return "Between which edges does the truck of the AI drive? A road must join them, and it leaves by yours."


def to_drive(at: At[State, ChooseRoad], fixed: Fixed) -> Iterable[do.Drive]:
    """Yield the pairs of edges that a road joins."""
    return (do.Drive(*pair) for pair in pairs(at.state))


@rule("G-6.2.soviet22")
def is_joined(at: At[State, ChooseRoad], action: do.Drive) -> Wrong | None:
    """A road joins the two edges, and the player's units enter by the second edge."""
    if (action.entrance, action.exit) in pairs(at.state):
        return None
    choices = " or ".join(f"{entrance} to {exit}" for entrance, exit in pairs(at.state))
    return Wrong("no road leads so", f"choose {choices}")


@case("G-6.2.soviet22")
def drive(play: Play, step: ChooseRoad, action: do.Drive) -> None:
    """Let the truck wait at the beginning of its road."""
    solo = play.state.solo
    assert solo is not None
    play.emit(ev.Ended(), ev.RoadChosen(solo.truck, road(play.state.field, action.entrance, action.exit)))


CHOOSE_ROAD: Decision[State, Event, ChooseRoad] = Decision(
    ChooseRoad,
    asked=speaks,
    question=question,
    does="chooses the road of the truck",
    you="you choose the road of the truck",
    verbs=(
        Verb(
            do.Drive,
            when="the road of the AI's truck is chosen when a solo game has been made",
            says="The truck enters by the {entrance} edge and leaves by the {exit} edge.",
            why=alike,
            cite="G-6.2.soviet22",
            rules=(is_joined,),
            candidates=to_drive,
            resolve=drive,
        ),
    ),
)
