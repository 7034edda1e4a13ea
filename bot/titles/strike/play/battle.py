"""A battle, moment after moment, from its declaration until nobody goes on with it."""

from __future__ import annotations

from bot.kernel.secret import Seat
from bot.kit.decisions import At, Decision, Verb, Work
from bot.kit.words import count, join
from bot.titles.strike import candidates, chances, orders, sketches
from bot.titles.strike.field import battles, combat, counters, names, supply
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Battle
from bot.titles.strike.model.table import RUSSIAN
from bot.titles.strike.play.combat import ATTACK
from bot.titles.strike.play.done import done
from bot.titles.strike.resolve import battle
from bot.titles.strike.rules import fighting as rules

DOES = "a battle is fought"


def attacker(state: State, step: Battle) -> tuple[Seat, ...]:
    """Ask who attacks."""
    return (step.attacker,)


def defender(state: State, step: Battle) -> tuple[Seat, ...]:
    """Ask who is attacked."""
    return (counters.other(step.attacker),)


# How the attacked defend.


def attacked(at: At[State, Battle]) -> str:
    """Say where one is attacked, how strong both sides are, and what one could do about it."""
    state, step = at.state, at.step
    fight = combat.sides(state, step.area, step.attacker)
    column = combat.column(step.method, fight.attack, fight.defence) or 0
    sides = f"{fight.attack} against {fight.defence}, column {combat.label(column)} before shifts"
    return f"You are attacked at {names.place(state, step.area)}, {sides}: {_can(at)}. How do you defend?"


def _can(at: At[State, Battle]) -> str:
    means = battles.means(at.state, at.step)
    able = []
    if means.reserves:
        leaders = join(names.unit(at.state.units[leader]) for leader in means.reserves)
        able.append(f"{leaders} can call reserves")
    if means.unsupplied:
        able.append(f"supply costs {count(means.price, 'point')}")
    if means.support or means.airlift or means.targets:
        able.append("aircraft can help")
    return join(able) or "nothing to decide"


DEFENCE: Decision[State, ev.Event, Battle] = Decision(
    Battle,
    part="defence",
    question=attacked,
    does=DOES,
    asked=defender,
    go=battle.go_defence,
    standing=orders.defend,
    verbs=(
        Verb(
            do.Defend,
            when="a defence is chosen when your units are attacked",
            cite="11.8.2b",
            rules=(rules.can_call_reserves, rules.air_can_help, rules.can_bomb, rules.can_pay_for_both),
            candidates=candidates.defences,
            resolve=battle.defend,
            odds=chances.of_defence,
            sketch=sketches.defend,
        ),
    ),
)


# The Commissar's counter-attack.

COUNTER_ATTACK: Decision[State, ev.Event, Battle] = Decision(
    Battle,
    part="counter-attack",
    question=lambda at: f"The Commissar orders a counter-attack at {names.place(at.state, at.step.area)}.",
    does=DOES,
    asked=lambda state, step: (RUSSIAN,),
    go=battle.go_counter_attack,
    standing=orders.counter_attack,
    verbs=(ATTACK,),
)


# Going on with a battle.


def may_press(at: At[State, Battle]) -> str:
    """Name the areas where the attacker may go on, and the prices."""
    areas = join(
        f"{names.place(at.state, area)} for "
        f"{count(supply.cost(counters.troops(at.state, area, at.step.attacker)), 'point')}"
        for area in battles.press_areas(at.state, at.step)
    )
    return f"You may go on with the battle at {areas}, or be done."


PRESS: Decision[State, ev.Event, Battle] = Decision(
    Battle,
    part="press",
    question=may_press,
    does=DOES,
    asked=attacker,
    go=battle.go_press,
    standing=orders.press,
    verbs=(ATTACK, done(battle.decline)),
)


def may_answer(at: At[State, Battle]) -> str:
    """Say what it costs the defender to go on."""
    troops = counters.troops(at.state, at.step.area, counters.other(at.step.attacker))
    where = names.place(at.state, at.step.area)
    return f"You may go on with the battle of {where} for {count(supply.cost(troops), 'point')}, or be done."


ANSWER: Decision[State, ev.Event, Battle] = Decision(
    Battle,
    part="answer",
    question=may_answer,
    does=DOES,
    asked=defender,
    go=battle.go_answer,
    standing=orders.go_on,
    verbs=(
        Verb(
            do.Continue,
            when="one says whether the battle goes on when the other side presses it",
            cite="11.10.1",
            candidates=candidates.continuations,
            resolve=battle.press_on,
        ),
        done(battle.decline),
    ),
)


def again(at: At[State, Battle]) -> str:
    """Say that the attacker has to attack again."""
    return f"The enemy makes you go on with the battle of {names.place(at.state, at.step.area)}: attack again."


AGAIN: Decision[State, ev.Event, Battle] = Decision(
    Battle, part="again", question=again, does=DOES, asked=attacker, verbs=(ATTACK,)
)

MOMENTS = (DEFENCE, COUNTER_ATTACK, PRESS, ANSWER, AGAIN)
"""The moments of a battle at which somebody is asked."""
DICE: tuple[Work[State, ev.Event, Battle], ...] = (
    Work(Battle, battle.roll, "roll"),
    Work(Battle, battle.result, "result"),
    Work(Battle, battle.leaders, "leaders"),
    Work(Battle, battle.pursue, "advance"),
    Work(Battle, battle.over, "over"),
)
"""The others, from the roll to the end."""
