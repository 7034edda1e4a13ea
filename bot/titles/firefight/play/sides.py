"""Players choose their sides."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import case
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field import names
from bot.titles.firefight.field.terms import open_forces
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import SIDES
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseSide
from bot.titles.firefight.play.base import alike


def question(at: At[State, ChooseSide]) -> str:
    """Ask for the side that the player commands."""
    first = at.step.seat == at.state.initiative
    why = "You have the initiative: which" if first else "Which"
    return f"{why} side do you command?"


def to_command(at: At[State, ChooseSide], fixed: Fixed) -> Iterable[do.Command]:
    """Yield both sides."""
    return (do.Command(side) for side in SIDES)


@case("G-2.1.1")
def command(play: Play, step: ChooseSide, action: do.Command) -> None:
    """Take the first open place on a side; the question appears only if both are open."""
    play.emit(ev.SideTaken(step.seat, action.side, open_forces(play.state, action.side)[0]), ev.Ended())


CHOOSE_SIDE: Decision[State, Event, ChooseSide] = Decision(
    ChooseSide,
    question=question,
    does="chooses a side",
    you="you choose your side",
    verbs=(
        Verb(
            do.Command,
            when="sides are chosen before a map is laid, the Initiative Player first",
            says=lambda seen, action: f"Command {names.the_side(action.side)}.",
            why=alike,
            cite="G-2.1.1",
            candidates=to_command,
            resolve=command,
        ),
    ),
)
