"""Smaller attacks that are worth more for each action point than a joint attack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.kernel.secret import Seat, Seen
from bot.titles.firefight.field import firing
from bot.titles.firefight.field.weighing import outcome
from bot.titles.firefight.model.actions import Fire
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play.acting import Bill, bill

PER_CAP = 4
"""The number of action points that a CAP is worth."""
LEAST = 0.5
"""The assumed cost of a free attack."""


def fewer(seen: Seen[State], action: Any) -> list[Fire]:
    """Return smaller attacks that are worth more a point than the whole, best first."""
    if not isinstance(action, Fire) or len(action.units) < 2 or action.spotter or action.weapon or action.card:
        return []
    own = worth(seen.state, seen.seat, action)
    found = [(worth(seen.state, seen.seat, each), each) for each in _others(seen.state, action)]
    return [each for value, each in sorted(found, key=lambda one: -one[0]) if value > max(own, 0)]


def _others(state: State, action: Fire) -> Iterator[Fire]:
    """Yield attacks led by each unit, alone and with more and more supporters."""
    for leader in action.units:
        near = [id for id in firing.supporters(state, leader, action.at) if id in action.units]
        yield from (replace(action, units=(leader, *near[:n])) for n in range(len(near) + 1))


def worth(state: State, seat: Seat, action: Fire) -> float:
    """Return the value of an attack for each point that its units pay."""
    found = bill(state, seat, action, firing.price(state, action))
    if not isinstance(found, Bill):
        return 0.0
    return outcome(state, action) / max(LEAST, _points(state, found))


@case("COH-1.3b", "COH-1.4b", "COH-1.6c", "COH-1.6e")
def _points(state: State, found: Bill) -> int:
    """Return the points paid; each unit of an active group gives up the shared points."""
    player, each = state.players[found.seat], len(found.units)
    dropped = player.ap * len(player.active) if found.opens else 0
    shared = found.ap * (each if found.opens else 1)
    return shared + dropped + found.check * each + PER_CAP * found.caps
