"""Units have to leave an area: retreating attackers must go, defenders may stay and pay in steps."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.kit.words import count
from bot.titles.strike import candidates, orders, sketches
from bot.titles.strike.field import counters, names, retreats
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Withdrawal
from bot.titles.strike.resolve import retreating
from bot.titles.strike.rules import fighting as rules


def question(at: At[State, Withdrawal]) -> str:
    """Ask where units go back to, and name the price of staying."""
    state, step = at.state, at.step
    where = names.place(state, step.area)
    if not step.may_hold:
        return f"Your units leave {where}: choose where they go."
    price = count(retreats.holding_price(step.distance), "step")
    should = f"Your units at {where} should withdraw by {step.distance}"
    if retreats.may_hold(state, step):
        return f"{should}: go, or hold for {price} of corps; an army that is turned over pays two."
    return f"{should}: go. Holding would cost {price} of corps, and nobody would be left."


def ordered(at: At[State, Withdrawal]) -> do.Action | None:
    """Hold or go back, where that is ordered."""
    wanted = counters.orders(at.state, at.seat).withdrawal
    return orders.withdraw(at.state, at.step, holds=wanted == "hold") if wanted != "ask" else None


WITHDRAWAL: Decision[State, ev.Event, Withdrawal] = Decision(
    Withdrawal,
    question=question,
    does="units withdraw",
    go=retreating.go_withdrawal,
    standing=ordered,
    verbs=(
        Verb(
            do.Withdraw,
            when="units withdraw when a battle has gone against them",
            cite="11.9.3",
            rules=(rules.can_withdraw_there,),
            candidates=candidates.withdrawals,
            resolve=retreating.withdraw,
            sketch=sketches.withdraw,
        ),
        Verb(
            do.Hold,
            when="an area is held when your units have to withdraw from it",
            cite="11.9.2",
            rules=(rules.can_hold,),
            candidates=candidates.holds,
            resolve=retreating.hold,
        ),
    ),
)
