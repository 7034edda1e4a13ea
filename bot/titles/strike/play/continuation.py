"""Continuation of a battle: the Commissar, the attacker, then the defender."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count, join
from bot.titles.strike import events as ev
from bot.titles.strike.field import battles, counters, names, supply
from bot.titles.strike.field.commissar import under_commissar
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Battle
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Orders
from bot.titles.strike.play import Play, combat, commissar
from bot.titles.strike.play.combat import ATTACK
from bot.titles.strike.play.defence import DOES, defender
from bot.titles.strike.play.done import done
from bot.titles.strike.play.points import pay


def attacker(state: State, step: Battle) -> tuple[Seat, ...]:
    """Ask the attacker."""
    return (step.attacker,)


# The Commissar's counter-attack.


@case("7.2.1", "7.2.1b-1", "7.2.1b-2")
def go_counter_attack(play: Play, battle: Battle) -> bool:
    """Russians with the Commissar counter-attack once a combat, if they can."""
    watched = under_commissar(play.state, battle.area) and battle.area in counters.shared(play.state)
    if battle.attacker == GERMAN and watched and not battle.countered:
        if any(map(counters.strength, counters.troops(play.state, battle.area, RUSSIAN))):
            return True
        battle = replace(battle, spared=battle.spared + 1)
        if battle.spared > 1:
            commissar.leave(play)
    play.emit(ev.Changed(replace(battle, moment="press")))
    return False


def counter_attack_ordered(at: At[State, Battle]) -> do.Attack | None:
    """Attack for the Commissar, and pay for supply as ordered."""
    state, seat, area = at.state, at.seat, at.step.area
    orders = counters.orders(state, seat)
    if orders.supply == "ask":
        return None
    price = supply.cost(supply.unsupplied(state, seat, area))
    return do.Attack(area, supply=orders.supply == "buy" and 0 < price <= _limit(state, seat, orders))


def _limit(state: State, seat: Seat, orders: Orders) -> int:
    return min(orders.points, state.points[seat])


def must_counter_attack(at: At[State, Battle], action: do.Action) -> Wrong | None:
    """Say that the Commissar's counter-attack comes first."""
    if not isinstance(action, do.Done):
        return None
    return Wrong(f"the Commissar orders a counter-attack at {at.step.area}", "", "7.2.1b-1")


COUNTER_ATTACK: Decision[State, ev.Event, Battle] = Decision(
    Battle,
    part="counter-attack",
    question=lambda at: f"The Commissar orders a counter-attack at {names.place(at.state, at.step.area)}.",
    does=DOES,
    asked=lambda state, step: (RUSSIAN,),
    go=go_counter_attack,
    standing=counter_attack_ordered,
    closed=must_counter_attack,
    verbs=(ATTACK,),
)


# The attacker continues.


@case("11.10.2", "11.10.4a")
def go_press(play: Play, battle: Battle) -> bool:
    """Ask the attacker if the battle can continue."""
    if combat.press_areas(play.state, battle):
        return True
    for area in dict.fromkeys((battle.area, *battle.thrusts)):
        _tell_barred(play, battle, battle.attacker, area)
    play.emit(ev.Changed(replace(battle, moment="answer")))
    return False


def _tell_barred(play: Play, battle: Battle, seat: Seat, area: AreaId) -> None:
    """Report why a side cannot continue in a shared area."""
    barred = battles.press_barred(play.state, seat, area, battle.attacker)
    if barred is not None and area in counters.shared(play.state):
        play.emit(ev.CannotGoOn(seat, area, barred.why))


def may_press(at: At[State, Battle]) -> str:
    """Name the areas where the attacker may continue, and the prices."""
    areas = join(
        f"{names.place(at.state, area)} for {supply.cost(counters.troops(at.state, area, at.step.attacker))}"
        for area in combat.press_areas(at.state, at.step)
    )
    return f"You may continue the battle at {areas} of your {_points(at)}, or press Done to end it."


def _points(at: At[State, Battle]) -> str:
    """Say how many points the side that is asked has."""
    return count(at.state.points[at.seat], "point")


def press_ordered(at: At[State, Battle]) -> do.Action | None:
    """Continue the battle in the first possible area, or never."""
    match counters.orders(at.state, at.seat).press:
        case "never":
            return do.Done()
        case "always":
            return do.Attack(combat.press_areas(at.state, at.step)[0])
        case _:
            return None


def decline(play: Play, battle: Battle, action: do.Done) -> None:
    """A side need not continue."""
    play.emit(ev.Changed(replace(battle, moment="answer" if battle.moment == "press" else "over")))


PRESS: Decision[State, ev.Event, Battle] = Decision(
    Battle,
    part="press",
    question=may_press,
    does=DOES,
    asked=attacker,
    go=go_press,
    standing=press_ordered,
    verbs=(ATTACK, done(decline)),
)


# The defender continues.


@case("11.10.1", "11.10.4b")
def go_answer(play: Play, battle: Battle) -> bool:
    """If the attacker stops, the defender may continue; if both stop, the battle ends."""
    defender = counters.other(battle.attacker)
    if battles.may_press(play.state, defender, battle.area, battle.attacker):
        return True
    _tell_barred(play, battle, defender, battle.area)
    play.emit(ev.Changed(replace(battle, moment="over")))
    return False


def may_answer(at: At[State, Battle]) -> str:
    """Say what the continuation costs the defender."""
    troops = counters.troops(at.state, at.step.area, counters.other(at.step.attacker))
    where = names.place(at.state, at.step.area)
    return f"You may continue the battle of {where} for {supply.cost(troops)} of your {_points(at)}, or end it."


def continuations(seen: Seen[State], fixed: Fixed) -> Iterator[do.Continue]:
    """Yield the continuation."""
    yield do.Continue()


@case("11.10.4a")
def press_on(play: Play, battle: Battle, action: do.Continue) -> None:
    """The defender pays for all units in the battle, and the attacker attacks again."""
    pay(play, play.seat, supply.cost(counters.troops(play.state, battle.area, play.seat)), "continuation")
    play.emit(ev.Changed(replace(battle, moment="again")))


def answer_ordered(at: At[State, Battle]) -> do.Action | None:
    """Continue a battle that the attacker has left, or never."""
    orders = counters.orders(at.state, at.seat)
    if orders.press == "ask":
        return None
    return do.Continue() if orders.press == "always" else do.Done()


ANSWER: Decision[State, ev.Event, Battle] = Decision(
    Battle,
    part="answer",
    question=may_answer,
    does=DOES,
    asked=defender,
    go=go_answer,
    standing=answer_ordered,
    verbs=(
        Verb(
            do.Continue,
            when="you decide whether the battle continues when the other side presses it",
            says="Continue the battle, and pay for all your units in it.",
            why=lambda seen, action: "one more round of this battle promises more than it costs",
            cite="11.10.1",
            candidates=continuations,
            resolve=press_on,
        ),
        done(decline),
    ),
)


def again(at: At[State, Battle]) -> str:
    """Say that the attacker has to attack again."""
    return f"The enemy makes you continue the battle of {names.place(at.state, at.step.area)}: attack again."


def must_attack_again(at: At[State, Battle], action: do.Action) -> Wrong | None:
    """Say that the enemy continues, so that another attack is due."""
    if not isinstance(action, do.Done):
        return None
    why = f"the enemy continues the battle of {at.step.area}, and you have to attack again"
    return Wrong(why, "", "11.10.3")


AGAIN: Decision[State, ev.Event, Battle] = Decision(
    Battle,
    part="again",
    question=again,
    does=DOES,
    asked=attacker,
    closed=must_attack_again,
    verbs=(ATTACK,),
)
