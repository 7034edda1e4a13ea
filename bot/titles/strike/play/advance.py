"""An attacker may advance: along the ways of those who withdrew, or anywhere when nobody is left."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.titles.strike import candidates, sketches
from bot.titles.strike.field import names
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Advance
from bot.titles.strike.play.done import done
from bot.titles.strike.resolve import retreating
from bot.titles.strike.rules.fighting import can_advance_there


def question(at: At[State, Advance]) -> str:
    """Say where an advance may go."""
    how = "along the way of the enemy" if at.step.ways else "in any direction, for half their rating"
    return f"Your units at {names.place(at.state, at.step.area)} may advance {how}."


ADVANCE: Decision[State, ev.Event, Advance] = Decision(
    Advance,
    question=question,
    does="units advance",
    go=retreating.go_advance,
    verbs=(
        Verb(
            do.Advance,
            when="units advance after a battle that they have won",
            cite="11.9.5",
            rules=(can_advance_there,),
            candidates=candidates.advances,
            resolve=retreating.advance,
            sketch=sketches.advance,
        ),
        done(retreating.stop),
    ),
)
