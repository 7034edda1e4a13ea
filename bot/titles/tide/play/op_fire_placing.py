"""Before the next round a side puts fresh units on Op Fire."""

from __future__ import annotations

from bot.kit.decisions import Decision, Verb
from bot.titles.tide.candidates import acting, answering
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OpFirePlacing
from bot.titles.tide.resolve import actions
from bot.titles.tide.rules.firing import can_go_on_op_fire

OP_FIRE_PLACING: Decision[State, Event, OpFirePlacing] = Decision(
    OpFirePlacing,
    question=lambda at: "Which fresh units go on Op Fire before the next round?",
    does="puts units on Op Fire",
    private=hides,
    verbs=(
        Verb(
            do.OpFire,
            rules=(can_go_on_op_fire,),
            candidates=acting.op_fires,
            resolve=actions.op_fire,
        ),
        Verb(do.Done, candidates=answering.dones, resolve=actions.end),
    ),
)
