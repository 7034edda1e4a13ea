"""A side moves: the Germans their railheads and trucks first, then all the rest."""

from __future__ import annotations

from typing import Any

from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Verb
from bot.kit.words import count
from bot.titles.strike import candidates, sketches
from bot.titles.strike.field import counters, movement, railways
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Movement, Redeployment
from bot.titles.strike.model.table import GERMAN
from bot.titles.strike.play.done import done
from bot.titles.strike.resolve import moving
from bot.titles.strike.rules import moving as rules
from bot.titles.strike.rules.fighting import can_be_given_up, leaves_no_crowd
from bot.titles.strike.rules.units import own_unit

Moves = Movement | Redeployment


def exchanges(at: At[State, Moves]) -> bool:
    """Say whether formations break down and combine now: in redeployment the players may agree on it."""
    return isinstance(at.step, Movement) or at.state.options.get("breakdown") == "allowed"


MOVE: Verb[State, ev.Event, Any, do.Move] = Verb(
    do.Move,
    when="units move in your movement phase, and when you redeploy",
    cite="6.0",
    rules=(rules.can_march, rules.is_fit, rules.may_redeploy, rules.finds_a_way),
    candidates=candidates.moves,
    resolve=moving.move,
    sketch=sketches.move,
)
RAIL: Verb[State, ev.Event, Any, do.Rail] = Verb(
    do.Rail,
    when="units go by rail in your movement phase, and when you redeploy",
    cite="6.4",
    rules=(
        own_unit,
        rules.goes_by_train,
        rules.can_entrain,
        rules.has_a_line,
        rules.keeps_safe_distance,
        rules.has_a_train,
    ),
    candidates=candidates.trains,
    resolve=moving.rail,
    sketch=sketches.rail,
)
CONVERT: Verb[State, ev.Event, Movement, do.Convert] = Verb(
    do.Convert,
    when="railheads advance in the first part of the German movement",
    cite="6.4.1a",
    rules=(rules.can_convert,),
    candidates=candidates.conversions,
    resolve=moving.convert,
    sketch=sketches.convert,
)
FLY: Verb[State, ev.Event, Any, do.Fly] = Verb(
    do.Fly,
    when="aircraft change their bases in the German movement, and when the Germans redeploy",
    cite="9.0",
    rules=(own_unit, rules.can_fly),
    candidates=candidates.flights,
    resolve=moving.fly,
    sketch=sketches.fly,
    open=lambda at: at.seat == GERMAN,
)
BREAK: Verb[State, ev.Event, Any, do.Break] = Verb(
    do.Break,
    when="formations break down in your movement phase",
    cite="10.2.2",
    rules=(own_unit, rules.can_break_down),
    candidates=candidates.breakdowns,
    resolve=moving.break_down,
    sketch=sketches.unit,
    open=exchanges,
)
COMBINE: Verb[State, ev.Event, Any, do.Combine] = Verb(
    do.Combine,
    when="corps combine in your movement phase",
    cite="10.2.1",
    rules=(rules.can_combine,),
    candidates=candidates.unions,
    resolve=moving.combine,
    open=exchanges,
)
GIVE_UP: Verb[State, ev.Event, Any, do.Lose] = Verb(
    do.Lose,
    when="steps are lost when a battle costs your units some, and given up where you move",
    cite="11.9.2",
    rules=(can_be_given_up,),
    candidates=candidates.crowds,
    resolve=moving.give_up,
    sketch=sketches.unit,
)


def at_rest(seen: Seen[State], action: do.Done) -> str:
    """Count the troops that could still move."""
    able = [unit for unit in counters.of(seen.state, seen.seat) if counters.fights(unit)]
    still = sum(not unit.trail for unit in movement.movable(seen.state, able))
    have = "has" if still == 1 else "have"
    return f"{still} of your {count(len(able), 'unit')} {have} not moved" if still else ""


def rails_at_rest(seen: Seen[State], action: do.Done) -> str:
    """Count the railheads and trucks that have not moved."""
    own = (unit for unit in counters.of(seen.state, seen.seat) if counters.is_kind(unit, "rail", "trucks"))
    rested = sum(not unit.trail for unit in own)
    have = "has" if rested == 1 else "have"
    return f"{count(rested, 'railhead or truck unit')} {have} not moved" if rested else ""


def trains(at: At[State, Movement]) -> str:
    """Say how many trains are left."""
    left = count(railways.trains_left(at.state, at.state.seat), "train")
    return f"Move your units; {left} left. Say done when you have moved."


RAILS: Decision[State, ev.Event, Movement] = Decision(
    Movement,
    part="rails",
    question=lambda at: "Advance your railheads and move your trucks, then say done.",
    does="railheads advance",
    verbs=(CONVERT, MOVE, RAIL, done(moving.end, warns=rails_at_rest)),
)
UNITS: Decision[State, ev.Event, Movement] = Decision(
    Movement,
    part="units",
    question=trains,
    does="units move",
    verbs=(
        MOVE, RAIL, FLY, BREAK, COMBINE, GIVE_UP, done(moving.end, rules=(leaves_no_crowd,), warns=at_rest),
    ),
)  # fmt: skip
