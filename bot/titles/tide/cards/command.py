"""Cards of command: more of it, the initiative, the cards of others."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, Seen
from bot.titles.tide import events as ev
from bot.titles.tide.cards.effect import Effect, Fits, always, plays
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import units
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.tables import card as printed
from bot.titles.tide.printed.tables import tables


@plays(does.Gain)
def gain(effect: does.Gain) -> Effect:
    """Make a card that pays command from the bank."""
    return Effect(
        lambda play, seat, card, target: play.emit(ev.Gained(seat, effect.command, why=printed(card).name)),
        value=always,
    )


@plays(does.Bid)
def bid(effect: does.Bid) -> Effect:
    """Make a card that puts command from the bank on the initiative card."""
    return Effect(
        lambda play, seat, card, target: play.emit(ev.Bid(seat, effect.command, printed(card).name)),
        value=always,
    )


@plays(does.Cut)
def cut(effect: does.Cut) -> Effect:
    """Make a card that takes command off an opponent's initiative card."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        enemy = units.other(play.state, seat)
        if there := min(effect.command, play.state.hq[enemy].on_initiative):
            play.emit(ev.Bid(enemy, -there, printed(card).name))

    def value(seen: Seen[State], target: str) -> float:
        return float(seen.state.hq[units.other(seen.state, seen.seat)].on_initiative >= 2)

    return Effect(act, value=value)


def card_of(decks: Sequence[str]) -> Fits:
    """The card is open before an opponent and comes from one of these decks."""

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        card = CardId(target)
        if card not in units.open_cards(state, units.other(state, seat)):
            return Wrong("that card does not lie open before an opponent", "choose one that does")
        if printed(card).deck in decks:
            return None
        wanted = " or ".join(tables().decks[deck].name for deck in decks)
        return Wrong(f"{printed(card).name} is no card of {wanted}", "choose one that is")

    return fits


@plays(does.Discard)
def discard(effect: does.Discard) -> Effect:
    """Make a card that discards a card of an opponent."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        play.emit(ev.CardLost(CardId(target), printed(card).name))

    return Effect(act, "against", card_of(effect.decks), value=lambda seen, target: 0.8)
