"""An assault: concealed squads may join the defence, dice fall, losers retreat."""

from __future__ import annotations

from bot.kernel.secret import Seat
from bot.kit.decisions import Decision, Verb
from bot.titles.tide.candidates import answering
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Melee, Rout
from bot.titles.tide.play import orders
from bot.titles.tide.resolve import actions, melee
from bot.titles.tide.rules import assaulting
from bot.titles.tide.words.scenes import sketch


def defender(state: State, step: Melee) -> tuple[Seat, ...]:
    """Return the side that is assaulted."""
    return tuple(seat for seat in state.hq if seat != state.units[step.unit].side)


ASSAULTED: Decision[State, Event, Melee] = Decision(
    Melee,
    question=lambda at: f"{at.step.hex} is assaulted. Do your concealed squads there join the defence?",
    does="says who joins the defence",
    asked=defender,
    go=melee.melee,
    private=hides,
    standing=orders.assaulted,
    verbs=(
        Verb(
            do.Join,
            when="a concealed squad joins the defence when its hex is assaulted",
            cite="TOI-6.2h",
            rules=(assaulting.can_join,),
            candidates=answering.joins,
            resolve=actions.join,
        ),
    ),
)
ROUT: Decision[State, Event, Rout] = Decision(
    Rout,
    question=lambda at: f"The assault on {at.step.hex} drives your units out: choose where they retreat.",
    does="retreats",
    you="your units have to retreat",
    go=melee.rout,
    standing=orders.rout,
    verbs=(
        Verb(
            do.Retreat,
            when="a unit retreats when it has lost an assault",
            cite="TOI-6.2f",
            rules=(assaulting.can_retreat_there,),
            candidates=answering.retreats,
            resolve=actions.retreat,
            sketch=sketch,
        ),
    ),
)
