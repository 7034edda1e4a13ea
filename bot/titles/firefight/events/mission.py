"""The making of a solo mission: its sides, sheet, tiles and rumoured enemies."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.english import count, join
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.events.changes import change_player, with_solo
from bot.titles.firefight.field import names
from bot.titles.firefight.model.ids import GeneratorId, HexId, OrderId, Side, UnitId
from bot.titles.firefight.model.solo import AI, HUMAN, NOBODY, LotId, Rumour, Solo
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Condition, Played, Player, Unit, Work
from bot.titles.firefight.printed.cards import named, number_of


class OptionsDrawn(Event, frozen=True, tag="options drawn"):
    """Generator cards were drawn for a side of a solo game.

    The player plays one of them.
    """

    seat: Seat
    cards: tuple[GeneratorId, ...]
    lots: tuple[Roll, ...]
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="everybody")]
    """All cards to choose from; the unplayed card of the last choice was on top."""
    deck: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="nobody")]

    def apply(self, state: State) -> State:
        count = state.players[self.seat].hand_count + len(self.cards)
        return change_player(state, self.seat, hand=self.hand, hand_count=count, deck=self.deck)

    def tell(self, seen: Seen[State]) -> str:
        side = names.side(seen.state.players[self.seat].side)
        again = [card for card in self.hand.open() if card not in self.cards]
        drawn = [f"**{names.generator_card(card)}**{' again' * (card in again)}" for card in (*self.cards, *again)]
        left = "One of them is played." if len(drawn) > 1 else "It is the last card of the deck."
        return f"🃏 Drawn for the {side} side: {join(drawn)}. {left}"


class RumourPlaced(Event, frozen=True, tag="rumour placed"):
    """A rumoured enemy counter was placed."""

    rumour: Rumour
    card: GeneratorId = GeneratorId("")
    """The generator card that placed it."""

    def apply(self, state: State) -> State:
        made = state.solo or Solo()
        return with_solo(state, rumours={**made.rumours, self.rumour.id: self.rumour}, rumoured=made.rumoured + 1)

    def tell(self, seen: Seen[State]) -> str:
        return f"❔ A **Rumored Enemy** is placed at {names.place(seen.state, self.rumour.hex)}."


class CupFilled(Event, frozen=True, tag="cup filled"):
    """Units, mines and empty counters were put into the cup of rumoured enemies."""

    lots: tuple[LotId, ...]
    card: GeneratorId = GeneratorId("")

    def apply(self, state: State) -> State:
        return with_solo(state, rumour_cup=tuple(sorted((state.solo or Solo()).rumour_cup + self.lots)))

    def tell(self, seen: Seen[State]) -> str:
        units = names.units(seen.state, [UnitId(lot) for lot in self.lots if lot != NOBODY])
        empty = count(self.lots.count(NOBODY), "No Enemy counter")
        return f"Into the cup of Rumored Enemies go {units} and {empty}."


class SidesDealt(Event, frozen=True, tag="sides dealt"):
    """A die decided the side of the player in a solo game. The AI owns the other side."""

    roll: Roll
    side: Side
    initiative: Seat
    players: tuple[Player, ...]
    units: tuple[Unit, ...]
    works: tuple[Work, ...]
    record: tuple[Played, ...]
    conditions: tuple[Condition, ...]
    solo: Solo

    def apply(self, state: State) -> State:
        return replace(
            state,
            initiative=self.initiative,
            players={player.seat: player for player in self.players},
            units={unit.id: unit for unit in self.units},
            works={work.id: work for work in self.works},
            record=self.record,
            conditions=self.conditions,
            solo=self.solo,
        )

    def tell(self, seen: Seen[State]) -> str:
        ai = names.the_side("soviet" if self.side == "german" else "german")
        said = (
            f"🎲 {self.roll.faces[0]}: you command **{names.the_side(self.side)}**, and the AI has {ai} [G-5.3]."
        )
        rumours = seen.state.solo.rumours if seen.state.solo is not None else {}
        if rumours and not self.solo.rumours:
            said += " The rumoured units are yours: you place them hidden."
        elif len(self.solo.rumours) > len(rumours):
            said += " The hidden mines are one more Rumored Enemy."
        return f"{said}{self._handicap(seen.state)}"

    def _handicap(self, state: State) -> str:
        """Name the CAPs that the player gives up as a handicap."""
        had = next(player.base for player in state.players.values() if player.side == self.side)
        has = next(player.base for player in self.players if player.seat == HUMAN)
        return f" Your handicap takes {count(had - has, 'CAP')}: you have {has} a round." if has < had else ""


class SheetLaid(Event, frozen=True, tag="sheet laid"):
    """The solo mission sheet and its tiles were set up, with the deck of order cards."""

    solo: Solo
    roll: Roll | None = None
    """The die for the side of the sheet, if the tiles were tied."""
    added: tuple[OrderId, ...] = ()
    """Command order cards that were added for CAPs of the AI."""
    dropped: tuple[OrderId, ...] = ()
    """Order cards that were dropped for lost CAPs."""
    handicap: tuple[OrderId, ...] = ()
    """Order cards that were dropped at random as a handicap."""
    lots: tuple[Roll, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, solo=self.solo)

    def tell(self, seen: Seen[State]) -> str:
        why = f"🎲 {self.roll.faces[0]}, for as many tiles are for either side: " if self.roll else ""
        tiles = join(f"{named(tile.card)} ({tile.track}, space {tile.space})" for tile in self.solo.tiles)
        lines = [f"{why}**the {self.solo.sheet} side** of the Solo Mission Sheet is face up [G-5.3.2a]."]
        left, end = self._left_out(seen.state), f"The mission ends on space {self.solo.end}."
        lines.append(f"AI tiles: {tiles or 'none'}.{left} {end}")
        changes = [
            f"{join(cards)} {what}"
            for cards, what in (
                (self.added, "added for CAPs that the AI gained"),
                (self.dropped, "left out for CAPs that it lost"),
                (self.handicap, "left out as a handicap"),
            )
            if cards
        ]
        deck = f"{len(self.solo.orders)} Order Cards are shuffled"
        lines.append(f"{deck}: {'; '.join(changes)} [G-5.4b]." if changes else f"{deck} [G-5.4a].")
        return "\n".join(lines)

    # FF-R126
    def _left_out(self, state: State) -> str:
        """Name the tiles for which the sheet has no space."""
        lying = {tile.card for tile in self.solo.tiles}
        tops = (each.card for each in state.record if each.seat == AI and each.half == "top")
        out = sorted((card for card in tops if card not in lying), key=number_of)
        stay = names.does(out, "stays", "stay")
        return f" {join(map(named, out))} {stay} out of play: there is no space left." if out else ""


class RoadChosen(Event, frozen=True, tag="road chosen"):
    """The truck of the AI drives along a road from edge to edge."""

    unit: UnitId
    road: tuple[HexId, ...]

    def apply(self, state: State) -> State:
        return with_solo(state, truck=self.unit, road=self.road)

    def tell(self, seen: Seen[State]) -> str:
        start, end = (names.hex(seen.state, hex) for hex in (self.road[0], self.road[-1]))
        who = names.unit(seen.state, self.unit)
        return f"{who} drives along the road from {start} to {end} as the mission continues."
