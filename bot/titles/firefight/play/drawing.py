"""Action cards are drawn before each round."""

from __future__ import annotations

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat, Secret, private
from bot.kit.lots import draw as by_lot
from bot.kit.pieces import without
from bot.titles.firefight import events as ev
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.model.ids import CardId
from bot.titles.firefight.play.base import Play


@case("COH-1.1b", "G-2.1.11", "G-3.5")
def draw_all(play: Play) -> None:
    """Let every player draw action cards; an AI has order cards instead."""
    for seat, player in play.state.players.items():
        if not is_ai(play.state, seat):
            draw(play, seat, player.draws + (player.first if play.state.round == 1 else 0))


# FF-R10
@case("COH-7.1a", "COH-7.1c")
def draw(play: Play, seat: Seat, number: int) -> None:
    """Draw action cards at random; an empty deck is replaced by the discards."""
    pile, drawn, rolls, shuffled = play.state.deck.open(), [], [], False
    for _ in range(number):
        if not pile and not shuffled:
            pile, shuffled = tuple(sorted(play.state.discards)), True
        if not pile:
            break
        card, roll = by_lot(play.dice, "which action card comes", pile)
        pile = without(pile, card)
        drawn.append(card)
        rolls.append(roll)
    if drawn:
        cards: Secret[tuple[CardId, ...]] = private(tuple(drawn), seat)
        lots: Secret[tuple[Roll, ...]] = private(tuple(rolls))
        left = Secret(play.state.deck.readers, pile)
        play.emit(ev.CardsDrawn(seat, cards, len(drawn), lots, left, len(pile), shuffled))
