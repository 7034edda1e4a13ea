"""A side redeploys: the dice limit the units that move between battle phases."""

from __future__ import annotations

from bot.kit.decisions import Decision
from bot.titles.strike import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Redeployment
from bot.titles.strike.play import phase
from bot.titles.strike.play.crowds import GIVE_UP, ending, leaves_no_crowd
from bot.titles.strike.play.done import done
from bot.titles.strike.play.flights import FLY
from bot.titles.strike.play.formations import BREAK, COMBINE
from bot.titles.strike.play.march import MOVE
from bot.titles.strike.play.trains import RAIL

REDEPLOYMENT: Decision[State, ev.Event, Redeployment] = Decision(
    Redeployment,
    question=lambda at: f"Redeployment: {phase.more_units(at.step.left)} may move. {ending(at)}",
    does="units redeploy",
    verbs=(MOVE, RAIL, FLY, BREAK, COMBINE, GIVE_UP, done(phase.end, rules=(leaves_no_crowd,))),
)
