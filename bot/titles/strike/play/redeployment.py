"""A side redeploys: as many units as the dice allow move between the phases of battle."""

from __future__ import annotations

from bot.kit.decisions import Decision
from bot.kit.words import count
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Redeployment
from bot.titles.strike.play.done import done
from bot.titles.strike.play.movement import BREAK, COMBINE, FLY, GIVE_UP, MOVE, RAIL
from bot.titles.strike.resolve import moving
from bot.titles.strike.rules.fighting import leaves_no_crowd

REDEPLOYMENT: Decision[State, ev.Event, Redeployment] = Decision(
    Redeployment,
    question=lambda at: (
        f"Redeployment: {count(at.step.left, 'more unit')} may move. Say done when you have moved."
    ),
    does="units redeploy",
    verbs=(MOVE, RAIL, FLY, BREAK, COMBINE, GIVE_UP, done(moving.end, rules=(leaves_no_crowd,))),
)
