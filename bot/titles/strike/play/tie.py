"""Somebody chooses among areas that are equally near: the Germans for the Commissar, an owner for a leader."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.kit.words import join
from bot.titles.strike import candidates, orders, sketches
from bot.titles.strike.field import counters, names
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Tie
from bot.titles.strike.play import contact
from bot.titles.strike.play.contact import Play
from bot.titles.strike.rules.fighting import can_choose


def question(at: At[State, Tie]) -> str:
    """Name the unit and the areas."""
    unit = names.full(at.state.units[at.step.unit])
    return f"{unit}: choose among {join(names.place(at.state, area) for area in at.step.areas)}."


def choose(play: Play, step: Tie, action: do.Choose) -> None:
    """The Commissar comes where the Germans want him, a leader where their owner does."""
    play.emit(ev.Ended())
    if counters.is_kind(play.state.units[step.unit], "commissar"):
        play.emit(ev.Placed(step.unit, action.area, "commissar"))
    else:
        contact.relocate(play, step.unit, action.area)


def ordered(at: At[State, Tie]) -> do.Choose | None:
    """Choose the best area, where that is ordered."""
    first = counters.orders(at.state, at.seat).ties == "first"
    return do.Choose(orders.best_of(at.state, at.step)) if first else None


TIE: Decision[State, ev.Event, Tie] = Decision(
    Tie,
    question=question,
    does="one of several areas is chosen",
    standing=ordered,
    verbs=(
        Verb(
            do.Choose,
            when="one chooses among areas that are equally near for the Commissar or for a leader",
            cite="7.1.3a",
            rules=(can_choose,),
            candidates=candidates.choices,
            resolve=choose,
            sketch=sketches.attack,
        ),
    ),
)
