"""The computer player: it sees what its seat sees and plays the best known action."""

from __future__ import annotations

from collections import defaultdict

from bot.kit.decisions import At
from bot.titles.firefight.computer.battle import acts
from bot.titles.firefight.computer.bombarding import corrects, steadies
from bot.titles.firefight.computer.generating import GENERATING
from bot.titles.firefight.computer.riding import SLOW
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import kind, of_side, side_of, where
from bot.titles.firefight.field.weighing import bounty, foes
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import Action
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Bid, Emerge, Mined, Plot

MOVES_ON, DRIFTS = 0.4, 0.9
"""The weight of a mobile enemy for artillery, and of one next to the target hex."""
RICH = 8
"""A player with this many CAPs can spare a CAP for each initiative roll."""


def bids(at: At[State, Bid]) -> Action:
    """Leave orders for all rounds: CAPs for the initiative, and automatic passing."""
    orders, caps = at.state.players[at.seat].orders.open(), at.state.players[at.seat].caps
    if orders.bid == "ask":
        return do.Order("one" if caps >= RICH else "none", "on")
    return do.AddCaps()


def adds(at: At[State, Bid]) -> Action:
    """Suggest CAPs for this roll; standing orders are the player's own."""
    one = do.AddCaps(1)
    return one if at.state.players[at.seat].caps >= RICH and at.allows(one) else do.AddCaps()


def emerges(at: At[State, Emerge]) -> Action:
    """Keep the automatic facing toward the enemy of a unit that was found."""
    return do.Emerge(at.state.units[at.step.unit].facing)


def plots(at: At[State, Plot]) -> Action:
    """Plot the hex with most enemies that will stay and few friends, or no hex."""
    land, side = ground(at.state.field), side_of(at.state, at.seat)
    found: dict[HexId, float] = defaultdict(float)
    for foe in foes(at.state, side):
        stays = 1.0 if foe.hit is not None or kind(foe).move >= SLOW else MOVES_ON
        for hex in land.within(where(foe), 1):
            found[hex] += bounty(at.state, foe.id) * stays * (1.0 if hex == where(foe) else DRIFTS)
    for friend in of_side(at.state, side):
        for hex in land.within(where(friend), 1):
            found[hex] -= bounty(at.state, friend.id)
    best = max(found, key=lambda hex: found[hex], default=None)
    return do.Plot(best) if best is not None and found[best] > 0 else do.Plot()


def explodes(at: At[State, Mined]) -> Action:
    """Explode mines without CAPs."""
    return do.Detonate()


ADVISERS = (adds,)
"""Advice for people at steps at which the computer player acts differently."""
PLAYER = (*GENERATING, bids, acts, emerges, explodes, plots, corrects, steadies)
"""The choice at each step; the type of its first parameter names the step."""
