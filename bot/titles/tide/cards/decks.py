"""Cards are drawn from decks."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit import lots
from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.model.table import CardId, DeckId


@case("TOI-10.3b", "TOI-10.3d", "FB-deck-4")
def take_card(play: Play, seat: Seat, deck: DeckId) -> CardId:
    """Move a card from a deck to an HQ: a combined deck's open card, or a random card."""
    pile = play.state.decks[deck]
    if pile.combined:
        card = pile.top
        play.emit(ev.Drew(seat, deck, card))
        turn_top(play, deck)
        return card
    card, lot = lots.draw(play.dice, "card", pile.cards)
    play.emit(ev.Drew(seat, deck, card, lot))
    return card


@case("FB-deck-2", "FB-deck-4")
def turn_top(play: Play, deck: DeckId) -> None:
    """Reveal the next card of a combined deck, if no card is open."""
    pile = play.state.decks[deck]
    if pile.combined and not pile.top and pile.cards:
        card, lot = lots.draw(play.dice, "top card", pile.cards)
        play.emit(ev.TopTurned(deck, card, lot))
