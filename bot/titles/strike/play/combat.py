"""A side attacks, one battle after another."""

from __future__ import annotations

from typing import Any

from bot.kit.decisions import At, Decision, Verb
from bot.kit.words import join
from bot.titles.strike import candidates, chances, sketches
from bot.titles.strike.field import battles, names
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Combat
from bot.titles.strike.play.done import done
from bot.titles.strike.resolve import battle
from bot.titles.strike.rules import fighting as rules

ATTACK: Verb[State, ev.Event, Any, do.Attack] = Verb(
    do.Attack,
    when="attacks are made in your combat phase",
    cite="11.1",
    rules=(
        rules.can_attack_there,
        rules.is_strong_enough,
        rules.air_can_help,
        rules.can_bomb,
        rules.can_pay_supply,
    ),
    candidates=candidates.attacks,
    resolve=battle.attack,
    odds=chances.of_attack,
    sketch=sketches.attack,
)


def still_open(at: At[State, Combat]) -> str:
    """List the areas where one may still attack."""
    return join(names.place(at.state, area) for area in battles.open_areas(at.state, at.step.areas))


def unfought(at: At[State, Combat], action: do.Done) -> str:
    """Name the areas where no attack has been made."""
    areas = still_open(at)
    return f"you have not attacked at {areas}" if areas else ""


COMBAT: Decision[State, ev.Event, Combat] = Decision(
    Combat,
    question=lambda at: f"You may attack at {still_open(at)}. Say done to attack no more.",
    does="attacks are chosen",
    go=battle.go_combat,
    verbs=(ATTACK, done(rules=(rules.has_obeyed,), warns=unfought)),
)
