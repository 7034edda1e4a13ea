"""The computer player: it sees what its seat sees, and takes the best that it can think of."""

from __future__ import annotations

from bot.kit.decisions import At
from bot.titles.firefight.computer.battle import acts
from bot.titles.firefight.computer.generating import GENERATING
from bot.titles.firefight.field.units import of_side, other, side_of, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model import fight_actions as fight
from bot.titles.firefight.model.bases import Action
from bot.titles.firefight.model.fight_steps import Emerge, Landing, Mined, Plot
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Bid

RICH = 8
"""Who has so many CAPs spares one for each roll for the initiative; for others it is worth more in the round."""


def bids(at: At[State, Bid]) -> Action:
    """Leave orders for all rounds: what the initiative is worth, and to pass when nothing is left to do."""
    orders, caps = at.state.players[at.seat].orders.open(), at.state.players[at.seat].caps
    if orders.bid == "ask":
        return do.Order("one" if caps >= RICH else "none", "on")
    return do.AddCaps()


def emerges(at: At[State, Emerge]) -> Action:
    """Face the enemy, as a unit that was found does by itself."""
    return fight.Emerge(at.state.units[at.step.unit].facing)


def plots(at: At[State, Plot]) -> Action:
    """Note the hex of an enemy, or nothing where none is seen."""
    enemies = [where(unit) for unit in of_side(at.state, other(side_of(at.state, at.seat)))]
    return fight.Plot(enemies[0]) if enemies else fight.Plot()


def corrects(at: At[State, Landing]) -> Action:
    """Let artillery land as its dice fall."""
    return fight.Correct()


def explodes(at: At[State, Mined]) -> Action:
    """Let mines go off without CAPs."""
    return fight.Detonate()


PLAYER = (*GENERATING, bids, acts, emerges, explodes, plots, corrects)
"""What it does at each step; the type of its first parameter names the step."""
