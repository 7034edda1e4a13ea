"""The computer player: it sees what its seat sees, and takes the best that it can think of."""

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
from bot.titles.firefight.model import fight_actions as fight
from bot.titles.firefight.model.bases import Action
from bot.titles.firefight.model.fight_steps import Emerge, Mined, Plot
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Bid

MOVES_ON, DRIFTS = 0.4, 0.9
"""What an enemy is worth to artillery who is likely to move on, and one beside the hex that is noted."""
RICH = 8
"""Who has so many CAPs spares one for each roll for the initiative; for others it is worth more in the round."""


def bids(at: At[State, Bid]) -> Action:
    """Leave orders for all rounds: what the initiative is worth, and to pass when nothing is left to do."""
    orders, caps = at.state.players[at.seat].orders.open(), at.state.players[at.seat].caps
    if orders.bid == "ask":
        return do.Order("one" if caps >= RICH else "none", "on")
    return do.AddCaps()


def adds(at: At[State, Bid]) -> Action:
    """Say what to add to this roll: a hint answers what is asked, orders for all rounds are the player's own."""
    one = do.AddCaps(1)
    return one if at.state.players[at.seat].caps >= RICH and at.allows(one) else do.AddCaps()


def emerges(at: At[State, Emerge]) -> Action:
    """Face the enemy, as a unit that was found does by itself."""
    return fight.Emerge(at.state.units[at.step.unit].facing)


def plots(at: At[State, Plot]) -> Action:
    """Note the hex around which most of the enemy stands who will still be there, and few friends; or nothing."""
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
    return fight.Plot(best) if best is not None and found[best] > 0 else fight.Plot()


def explodes(at: At[State, Mined]) -> Action:
    """Let mines go off without CAPs."""
    return fight.Detonate()


ADVISERS = (adds,)
"""What people are advised at a step where the computer player would do something else."""
PLAYER = (*GENERATING, bids, acts, emerges, explodes, plots, corrects, steadies)
"""What it does at each step; the type of its first parameter names the step."""
