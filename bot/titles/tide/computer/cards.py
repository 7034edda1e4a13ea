"""The cards that the computer player could play, with their values."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.secret import Seen
from bot.titles.tide.cards import strategy
from bot.titles.tide.computer.fires import Choice
from bot.titles.tide.field import units
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId


def playable(seen: Seen[State]) -> Iterator[tuple[CardId, str]]:
    """Yield the cards that can be played now, with each target."""
    state, seat = seen.state, seen.seat
    for card in units.open_cards(state, seat):
        if strategy.card_wrong(state, seat, card, state.phase) is None:
            effect = strategy.effect(card)
            for target in strategy.targets(state, seat, card):
                if effect.fits(state, seat, target) is None:
                    yield card, target


def action_cards(seen: Seen[State]) -> Iterator[Choice]:
    """Yield the cards of the Action Phase, each with its value less its price."""
    state = seen.state
    for card, target in playable(seen):
        action = strategy.play(card, target)
        price = 0.25 * strategy.cost(state, seen.seat, card)
        yield strategy.effect(card).value(seen, target) - price - 0.2, action
