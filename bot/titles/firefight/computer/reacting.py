"""The computer's bonus cards, against an enemy's next action or in its own turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.kit.decisions import At
from bot.titles.firefight.field import hand
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.scoring import exits
from bot.titles.firefight.field.units import carried, kind, of, where
from bot.titles.firefight.field.weighing import foes, stake, struck
from bot.titles.firefight.model.actions import Action, PlayBonus
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.bonus_cards import BONUS, PLAY_BONUS

DREADED = 0.3
"""The least value of an enemy's best shot for playing Battlefield Confusion."""
STUCK = 0.15
"""The least value of stopping a vehicle."""
NEAR, ON_ITS_WAY = 6, 0.3
"""The distance at which a vehicle may want a marker, and the share of its points."""
LEAVES, LADEN = 0.5, 0.2
"""The value of stopping a vehicle that may leave the map, and a loaded vehicle."""


def reacts(at: At[State, Any]) -> Action | None:
    """Play a bonus card against the enemy if it is worth it."""
    cards = at.state.players[at.seat].cards
    if not cards.known or not set(BONUS) & set(cards.open()):
        return None
    choices = sorted((*confuses(at), *bogs(at)), key=lambda choice: -choice[0])
    return next((action for _, action in choices if PLAY_BONUS.allows(at, action)), None)


def confuses(at: At[State, Any]) -> Iterator[tuple[float, PlayBonus]]:
    """Weigh confusing an enemy with a good shot."""
    state, mine = at.state, list(of(at.state, at.seat))
    if not hand.holds(state, at.seat, hand.CONFUSION) or not mine:
        return
    for foe in foes(state, mine[0].side):
        threat = max(struck(state, foe, unit) for unit in mine) if foe.status != "spent" else 0.0
        if threat > DREADED:
            yield threat, PlayBonus(hand.CONFUSION, foe.id)


def bogs(at: At[State, Any]) -> Iterator[tuple[float, PlayBonus]]:
    """Weigh stopping a vehicle that wants to get somewhere."""
    state, mine = at.state, list(of(at.state, at.seat))
    if not hand.holds(state, at.seat, hand.BOGGED) or not mine:
        return
    for foe in foes(state, mine[0].side):
        if kind(foe).vehicle and (worth := _way(state, foe)) > STUCK:
            yield worth, PlayBonus(hand.BOGGED, foe.id)


def _way(state: State, foe: Unit) -> float:
    """Return the value of a vehicle's move: to a marker or edge, or with a passenger."""
    land = ground(state.field)
    wanted = (marker for marker in state.control.values() if marker.side != foe.side)
    near = (stake(state, each) for each in wanted if land.distance(where(foe), each.hex) <= NEAR)
    found = ON_ITS_WAY * max(near, default=0.0) + LADEN * (carried(state, foe.id) is not None)
    return found + LEAVES * bool(exits(state, foe))
