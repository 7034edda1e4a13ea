"""The deployment: a side places its units, one by one or all as suggested."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Verb, just
from bot.kit.english import count
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import names, units
from bot.titles.tide.field.deployment import may_stand, start_hexes, to_place
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Deployment
from bot.titles.tide.play import placing, sketches
from bot.titles.tide.play.default_setup import deployment_plan


def question(at: At[State, Deployment]) -> str:
    """Say how many units are left."""
    left = sum(1 for unit in at.state.units.values() if unit.side == at.seat and not unit.hex)
    return f"Place your units: {count(left, 'unit')} left. You may deploy them all as suggested."


@case("TOI-13.1")
def begin(play: Play) -> None:
    """Let sides place their units in order of initiative."""
    for seat in reversed(units.seats_in_order(play.state)):
        if to_place(play.state, seat):
            play.emit(ev.Begun(Deployment(seat)))


def go(play: Play, step: Deployment) -> bool:
    """Wait until the side's units are on the map.

    A unit without a legal hex waits for the first Status Phase.
    """
    waiting = any(
        may_stand(play.state, unit, hex)
        for unit in to_place(play.state, step.seat)
        for hex in start_hexes(play.state, unit)
    )
    if not waiting:
        play.emit(ev.Ended())
    return waiting


def deploy(play: Play, step: Deployment, action: do.Deploy) -> None:
    """Place all remaining units as the scenario suggests."""
    play.emit(*deployment_plan(play.state, play.seat))


def says_place(seen: Seen[State], action: do.Place) -> str:
    """Return the order as a sentence."""
    inside = f" in {names.shelter(seen.state, action.into)}" if action.into else ""
    hidden = ", concealed" if action.concealed else ""
    return f"{names.for_reader(seen, action.unit)} stands at {action.hex}{inside}{hidden}."


DEPLOYMENT: Decision[State, Event, Deployment] = Decision(
    Deployment,
    question=question,
    does="places its units",
    go=go,
    verbs=(
        Verb(
            do.Place,
            when="units are placed before the battle, and reinforcements at the end of a round",
            says=says_place,
            why=lambda seen, action: "it can act once it stands on the map",
            cite="TOI-13.1",
            rules=(placing.can_be_placed, placing.can_be_concealed),
            candidates=placing.places,
            resolve=placing.place,
            sketch=sketches.place,
        ),
        Verb(
            do.Deploy,
            when="an army is deployed before the battle",
            says="Your remaining units stand as the scenario suggests.",
            why=lambda seen, action: "it is a sound start without a plan of your own",
            cite="TOI-13.1",
            candidates=just(do.Deploy()),
            resolve=deploy,
        ),
    ),
)
