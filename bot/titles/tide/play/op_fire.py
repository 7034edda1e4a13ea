"""Op Fire: a side on Op Fire may attack the unit that has just moved in its sight."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.titles.tide.candidates import answering
from bot.titles.tide.field import names
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Ended, Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OpFireChance
from bot.titles.tide.play import chances, orders
from bot.titles.tide.resolve import actions, marching
from bot.titles.tide.resolve.hits import Play
from bot.titles.tide.rules import firing
from bot.titles.tide.words.scenes import sketch

WHEN = "when an enemy has moved in sight of your units on Op Fire"


def question(at: At[State, OpFireChance]) -> str:
    """Say who has come into sight."""
    mover = at.state.units[at.step.target]
    return f"{names.full(mover)} is at {mover.hex}. Do your units on Op Fire shoot?"


def go(play: Play, step: OpFireChance) -> bool:
    """Ask while somebody could still fire, or seems to be able to."""
    if marching.draws_fire(play.state, step.seat, step.target, step.shooters):
        return True
    play.emit(Ended())
    return False


CHANCE: Decision[State, Event, OpFireChance] = Decision(
    OpFireChance,
    question=question,
    does="is asked for its Op Fire",
    you="you are asked for Op Fire",
    go=go,
    private=hides,
    standing=orders.op_fire,
    verbs=(
        Verb(
            do.Shoot,
            when=f"Op Fire is made {WHEN}",
            cite="TOI-6.1a",
            rules=(firing.can_shoot, firing.can_shoot_together),
            candidates=answering.shots,
            resolve=actions.shoot,
            odds=chances.of_fire,
            sketch=sketch,
        ),
        Verb(
            do.Hold,
            when=f"Op Fire is held {WHEN}",
            cite="TOI-6.1a",
            candidates=answering.holds,
            resolve=actions.hold_fire,
        ),
    ),
)
