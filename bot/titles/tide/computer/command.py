"""The computer player's use of command, cards and munitions."""

from __future__ import annotations

from bot.kit.decisions import At
from bot.titles.tide.cards import strategy
from bot.titles.tide.computer import fires
from bot.titles.tide.computer.cards import playable
from bot.titles.tide.field import units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId
from bot.titles.tide.play import drawing
from bot.titles.tide.printed.tables import card as printed
from bot.titles.tide.printed.tables import tables

ENOUGH = 0.8
"""The least value of a card that is played in the Command Phase."""


def spends(seen: At[State, steps.Spending]) -> do.Action:
    """Play worthwhile cards and sabotage, keep a little command, and bid the rest."""
    state, seat = seen.state, seen.seat
    hq = state.hq[seat]
    sabotage = next(seen.legal(do.PlaySabotage), None)
    if sabotage is not None:
        return sabotage
    for card, target in playable(seen):
        effect = strategy.effect(card)
        if strategy.cost(state, seat, card) <= hq.command and effect.value(seen, target) > ENOUGH:
            direction = effect.aim(seen, HexId(target)) if effect.aim is not None else 0
            return strategy.play(card, target, direction)
    reserve = max((printed(card).cost for card in hq.cards), default=1)
    rival = state.hq[units.other(state, seat)].on_initiative
    spare = hq.command - min(reserve, 3)
    bid = max(0, rival + 1 - hq.on_initiative)
    if state.initiative != seat and 0 < bid <= spare:
        return do.Spend(bid)
    return do.Done()


def draws(seen: At[State, steps.Drawing]) -> do.Action:
    """Draw from the fullest deck that carries no sabotage."""
    decks = drawing.drawable(seen.state, seen.seat) if seen.step.left else []
    if decks:
        piles = seen.state.decks
        safe = [deck for deck in decks if not drawing.sabotage_on(seen.state, deck)]
        return do.Draw(max(safe or decks, key=lambda deck: (len(piles[deck].cards), deck)))
    return do.Done()


def buys(seen: At[State, steps.Arming]) -> do.Action:
    """Buy anti-tank rounds for guns with a tank in sight, from spare command."""
    state, price = seen.state, tables().numbers.munitions.price
    if state.hq[seen.seat].command <= 1 + price:
        return do.Done()
    best = max(fires.wishes(seen), default=None)
    return do.Spend(price, best.kind, best.unit) if best is not None else do.Done()
