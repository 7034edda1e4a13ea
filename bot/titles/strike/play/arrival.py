"""A side places units: in the set-up, as reinforcements, or its partisans."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.titles.strike import candidates, sketches
from bot.titles.strike.field import names
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Arrival
from bot.titles.strike.play import setup
from bot.titles.strike.play.contact import Play
from bot.titles.strike.play.done import done, leave
from bot.titles.strike.resolve import moving
from bot.titles.strike.rules.moving import can_be_placed


def question(at: At[State, Arrival]) -> str:
    """Name the units, and what happens to those that are left."""
    units = names.several(at.state.units[unit] for unit in at.step.units)
    if at.step.why == "set-up":
        return f"Place {units}, or say done to set them up as suggested."
    later = "leave them out" if at.step.why == "partisans" else "wait until next turn"
    return f"Place {units}, or say done to {later}."


def end(play: Play, step: Arrival, action: do.Done) -> None:
    """In the set-up the rest is placed as suggested; later it waits."""
    if step.why == "set-up":
        setup.place_rest(play, step)
    else:
        leave(play, step, action)


def waiting(at: At[State, Arrival], action: do.Done) -> str:
    """Name the reinforcements that are not placed."""
    units = names.several(at.state.units[unit] for unit in at.step.units)
    return f"not placed yet: {units}" if units and at.step.why == "reinforcement" else ""


ARRIVAL: Decision[State, ev.Event, Arrival] = Decision(
    Arrival,
    question=question,
    does="units are placed",
    go=moving.go_arrival,
    verbs=(
        Verb(
            do.Place,
            when="units are placed in the set-up, as reinforcements, and as partisans",
            cite="14.0",
            rules=(can_be_placed,),
            candidates=candidates.places,
            resolve=moving.arrive,
            sketch=sketches.place,
        ),
        done(end, warns=waiting),
    ),
)
