"""A side moves: the Germans their railheads and trucks first, then all the rest."""

from __future__ import annotations

from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision
from bot.kit.english import count, listed
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters, movement, names, railways
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Movement
from bot.titles.strike.play.crowds import GIVE_UP, ending, leaves_no_crowd
from bot.titles.strike.play.done import done
from bot.titles.strike.play.flights import FLY
from bot.titles.strike.play.formations import BREAK, COMBINE
from bot.titles.strike.play.march import MOVE
from bot.titles.strike.play.phase import end
from bot.titles.strike.play.trains import CONVERT, RAIL


def at_rest(seen: Seen[State], action: do.Done) -> str:
    """Count the troops that could still move."""
    able = [unit for unit in counters.of(seen.state, seen.seat) if counters.fights(unit)]
    still = sum(not unit.trail for unit in movement.movable(seen.state, able))
    have = "has" if still == 1 else "have"
    if still == len(able) > 1:
        return f"none of your {still} units has moved"
    return f"{still} of your {count(len(able), 'unit')} {have} not moved" if still else ""


def rails_at_rest(seen: Seen[State], action: do.Done) -> str:
    """Name the railheads and trucks that could still move."""
    own = [unit for unit in counters.of(seen.state, seen.seat) if not unit.trail]
    railheads = [unit for unit in own if counters.is_kind(unit, "rail") and railways.conversions(seen.state, unit)]
    trucks = [unit for unit in movement.movable(seen.state, own) if counters.is_kind(unit, "trucks")]
    told = listed(names.unit(unit) for unit in (*railheads, *trucks))
    return f"{told} could still move" if told else ""


def trains(at: At[State, Movement]) -> str:
    """Say how many trains are left."""
    left = railways.trains_left(at.state, at.state.seat)
    return f"Move your units; {count(left, 'train') if left else 'no train'} left. {ending(at)}"


RAILS: Decision[State, ev.Event, Movement] = Decision(
    Movement,
    part="rails",
    question=lambda at: "Advance your railheads and move your trucks, then press Done.",
    does="railheads advance",
    verbs=(CONVERT, MOVE, RAIL, done(end, warns=rails_at_rest)),
)
UNITS: Decision[State, ev.Event, Movement] = Decision(
    Movement,
    part="units",
    question=trains,
    does="units move",
    verbs=(
        MOVE, RAIL, FLY, BREAK, COMBINE, GIVE_UP, done(end, rules=(leaves_no_crowd,), warns=at_rest),
    ),
)  # fmt: skip
