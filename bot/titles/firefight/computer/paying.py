"""The computer's payments: the values of action points, CAPs and cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bot.kit.decisions import At
from bot.titles.firefight.field import hand
from bot.titles.firefight.field.economy import POINTS, checks
from bot.titles.firefight.field.units import of
from bot.titles.firefight.model.actions import Action
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.acting import Bill, bill, named, usual
from bot.titles.firefight.play.base import Here

AP = 0.012
"""The value of an action point elsewhere."""
CAP, IDLE = 0.05, 0.008
"""The value of a CAP while all units can act, and when none can."""
DROPPED = 0.015
"""The loss per unit and point of the active group when another unit is activated."""
SPENT = 0.012
"""With spent checks, the price of each point of the cost of a check."""
COMMANDED = 0.09
"""The value of a Command Action card elsewhere."""

Choice = tuple[float, Action]


def ready(at: Here) -> Iterator[Unit]:
    """Yield the units of the player that may act."""
    caps = at.state.players[at.seat].caps
    card = hand.holds(at.state, at.seat, hand.COMMAND)
    return (unit for unit in of(at.state, at.seat) if not unit.aboard and (unit.status != "spent" or caps or card))


def cap(at: At[State, Any]) -> float:
    """Return the value of a CAP elsewhere, which falls with the number of able units."""
    units = list(of(at.state, at.seat))
    able = sum(unit.status != "spent" for unit in units)
    return IDLE + (CAP - IDLE) * able / max(1, len(units))


def price(at: Here, action: Any, cost: int) -> float | None:
    """Return the price of an action in victory points, or `None` if it cannot be paid."""
    found = bill(at.state, at.seat, action, cost)
    if not isinstance(found, Bill):
        return None
    player = at.state.players[at.seat]
    if found.way == "opportunity":
        return AP * POINTS * len(found.units)
    lost = player.ap * DROPPED * len(player.active) if found.opens else 0.0
    return found.ap * AP + found.caps * cap(at) + found.check * SPENT + lost + COMMANDED * (found.way == "card")


def paid(at: Here, action: Any, cost: int, *ways: str) -> Choice | None:
    """Return the cheapest payment of an action, with its price in victory points.

    `ways` holds the payments to try besides the default.
    """
    if checks(at.state):
        return _checked(at, action, cost)
    options = [action, *(replace(action, by=way) for way in ways)]
    found = [(due, each) for each in options if (due := price(at, each, cost)) is not None]
    return min(found, key=lambda each: each[0], default=None)


def _checked(at: Here, action: Any, cost: int) -> Choice | None:
    """Return the payment with spent checks: no CAPs, or the fewest a spent unit needs."""
    if (due := price(at, action, cost)) is not None:
        return due, action
    for caps in range(min(cost + 1, at.state.players[at.seat].caps), 0, -1):
        action = replace(action, caps=caps)
        if (due := price(at, action, cost)) is not None:
            return due, action
    by_card = replace(action, caps=0, by="card")
    return (due, by_card) if (due := price(at, by_card, cost)) is not None else None


def priced(at: Here, action: Any, cost: int, gain: float, *ways: str) -> Iterator[Choice]:
    """Yield an action with its net value, if it can be paid."""
    if gain > 0 and (found := paid(at, action, cost, *ways)) is not None:
        yield gain - found[0], as_usual(at, found[1])


def as_usual(at: Here, action: Any) -> Any:
    """Leave out the payment if it is the default, as menus do."""
    by_itself = not checks(at.state) and action.by == usual(at.state, at.seat, named(action))
    return replace(action, by="") if by_itself else action


def fresh(at: Here, action: Any) -> bool:
    """Return true if all acting units are fresh."""
    return all(at.state.units[id].status == "fresh" for id in named(action))
