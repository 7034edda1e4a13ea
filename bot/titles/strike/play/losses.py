"""An owner chooses what to lose in an area, step after step."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.kit.words import count
from bot.titles.strike import candidates, sketches
from bot.titles.strike.field import names, value
from bot.titles.strike.field.counters import orders
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Losses
from bot.titles.strike.play import hits
from bot.titles.strike.play.hits import left_of, losers
from bot.titles.strike.play.movement import GIVE_UP
from bot.titles.strike.rules.fighting import can_be_lost


def question(at: At[State, Losses]) -> str:
    """Ask for the unit that takes the next step; where only one can, for the corps that is left of it."""
    state, step = at.state, at.step
    owed = f"{count(step.left, 'step')} to lose at {names.place(state, step.area)}"
    units = losers(state, step)
    if len(units) == 1:
        left = ", ".join(names.unit(state.units[id]) for id in left_of(state, step, units[0]))
        return f"{owed}: choose the corps that is left of {names.unit(units[0])}, one of {left}."
    return f"{owed}: choose a unit."


def ordered(at: At[State, Losses]) -> do.Lose | None:
    """Lose what is worth least, where that is ordered."""
    if orders(at.state, at.seat).losses != "cheapest":
        return None
    return do.Lose(value.cheapest(at.step, losers(at.state, at.step)).id)


LOSSES: Decision[State, ev.Event, Losses] = Decision(
    Losses,
    question=question,
    does="losses are chosen",
    go=hits.go,
    standing=ordered,
    verbs=(
        Verb(
            do.Lose,
            when=GIVE_UP.when,
            cite=GIVE_UP.cite,
            rules=(can_be_lost,),
            candidates=candidates.losses,
            resolve=hits.lose,
            sketch=sketches.unit,
        ),
    ),
)
