"""Action cards and their effects on turns."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.game import Scene
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.english import count, join
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.events.changes import change_player
from bot.titles.firefight.field import hand, names
from bot.titles.firefight.field.names import thrown
from bot.titles.firefight.model.ids import CardId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Deck, Lots

Cards = Annotated[Secret[tuple[CardId, ...]], Meta(description="who draws")]


class CardsDrawn(Event, frozen=True, tag="cards drawn"):
    """A player drew action cards."""

    seat: Seat
    cards: Cards
    number: int
    lots: Lots
    deck: Deck
    undrawn: int
    shuffled: bool = False
    """The deck was empty, and the discards became the deck."""

    def apply(self, state: State) -> State:
        player = state.players[self.seat]
        known = player.cards.known and self.cards.known
        readers, number = self.cards.readers, player.card_count + self.number
        cards = Secret(readers, (*player.cards.open(), *self.cards.open())) if known else Secret(readers)
        state = change_player(state, self.seat, cards=cards, drawn=self.cards, card_count=number)
        return replace(
            state, deck=self.deck, undrawn=self.undrawn, discards=() if self.shuffled else state.discards
        )

    def tell(self, seen: Seen[State]) -> str:
        anew = " The deck was empty, so the discards are shuffled." if self.shuffled else ""
        if self.cards.known:
            drawn = join(f"**{names.action_card(card)}**" for card in self.cards.open())
            return f"You draw {drawn}{'' if drawn.endswith('!**') else '.'}{anew}"
        return f"-# {names.player(seen.state, self.seat)} draws {count(self.number, 'action card')}.{anew}"


class ActionCardPlayed(Event, frozen=True, tag="card played"):
    """A player played an action card; it is discarded."""

    seat: Seat
    card: CardId
    hand: Annotated[Secret[tuple[CardId, ...]], Meta(description="the player")]
    units: tuple[UnitId, ...] = ()
    roll: Roll | None = None
    """The die of the card, or the dice that it rolls again."""
    gone: bool = False
    """The card leaves the game instead of being discarded: a weapon card."""

    def apply(self, state: State) -> State:
        count = state.players[self.seat].card_count - 1
        state = change_player(state, self.seat, cards=self.hand, card_count=count)
        return state if self.gone else replace(state, discards=(*state.discards, self.card))

    def tell(self, seen: Seen[State]) -> str:
        state = seen.state
        on = f" on {names.units(state, self.units)}" if self.units else ""
        die = f": 🎲 {', '.join(map(str, self.roll.faces))}" if self.roll is not None else ""
        if self.card == hand.NCO and self.roll is not None:
            die = f": 🎲 {thrown(self.roll.faces)} is rolled again"
        return f"🃏 {names.player(state, self.seat)} plays **{names.action_card(self.card)}**{on}{die}."

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("card", names.action_card(self.card), card=self.card)


class TurnGranted(Event, frozen=True, tag="turn granted"):
    """A player also takes the next turn."""

    seat: Seat

    def apply(self, state: State) -> State:
        return change_player(state, self.seat, again=True)

    def tell(self, seen: Seen[State]) -> str:
        return f"{names.player(seen.state, self.seat)} takes the turn after this one too."


class Confused(Event, frozen=True, tag="confused"):
    """The next action of a player's units costs more."""

    seat: Seat
    by: int

    def apply(self, state: State) -> State:
        return change_player(state, self.seat, confused=self.by)

    def tell(self, seen: Seen[State]) -> str:
        return f"The next action of {names.player(seen.state, self.seat)} costs {self.by} more."
