"""The deployment: a side places its units, one by one or all as suggested."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.kit.words import count
from bot.titles.tide.candidates import answering
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Deployment
from bot.titles.tide.resolve import actions, setup
from bot.titles.tide.rules import setting_up
from bot.titles.tide.words.scenes import sketch


def question(at: At[State, Deployment]) -> str:
    """Say how many units are left."""
    left = sum(1 for unit in at.state.units.values() if unit.side == at.seat and not unit.hex)
    return f"Place your units: {count(left, 'unit')} left. You may deploy them all as suggested."


DEPLOYMENT: Decision[State, Event, Deployment] = Decision(
    Deployment,
    question=question,
    does="places its units",
    go=setup.go_deployment,
    verbs=(
        Verb(
            do.Place,
            when="units are placed before the battle, and reinforcements at the end of a round",
            cite="TOI-13.1",
            rules=(setting_up.can_be_placed, setting_up.can_be_concealed),
            candidates=answering.places,
            resolve=actions.place,
            sketch=sketch,
        ),
        Verb(
            do.Deploy,
            when="an army is deployed before the battle",
            cite="TOI-13.1",
            candidates=answering.deploys,
            resolve=actions.deploy,
        ),
    ),
)
