"""The card game that makes a battle: sides, hands, maps and generator cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from bot.kernel.game import Scene
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.english import begun, count, join
from bot.kit.pieces import with_units, without
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.events.changes import change_player, with_entry, with_solo
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import EDGES
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    DefenceId,
    Edge,
    Field,
    GeneratorId,
    HexId,
    MarkerId,
    Sheet,
    Side,
    UnitId,
    WorkId,
)
from bot.titles.firefight.model.solo import Rumour
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Condition, Control, Lots, Played, Smoke, Unit
from bot.titles.firefight.printed.cards import cards, named


class GenerationBegan(Event, frozen=True, tag="generation began"):
    """The cup of defence counters and the condition cards are ready."""

    cup: tuple[DefenceId, ...]
    conditions: tuple[ConditionId, ...]

    def apply(self, state: State) -> State:
        return replace(state, cup=self.cup, undrawn_conditions=self.conditions)


class GenerationRolled(Event, frozen=True, tag="generation rolled"):
    """The Initiative Player was rolled: the first of the order.

    Ties were rolled again.
    """

    order: tuple[Seat, ...]
    rolls: dict[Seat, tuple[Roll, ...]]

    def apply(self, state: State) -> State:
        return replace(state, initiative=self.order[0])

    def tell(self, seen: Seen[State]) -> str:
        rolls = "; ".join(
            f"{names.player(seen.state, seat)} 🎲 {', then '.join(str(sum(roll.faces)) for roll in rolls)}"
            for seat, rolls in self.rolls.items()
        )
        first = begun(names.player(seen.state, self.order[0]))
        return (
            f"{rolls}. **{first}** is the Initiative Player and goes first until the firefight is ready [G-2.0]."
        )


class SideTaken(Event, frozen=True, tag="side taken"):
    """A player commands a side, as one of the forces of the guideline."""

    seat: Seat
    side: Side
    force: int

    def apply(self, state: State) -> State:
        return change_player(state, self.seat, side=self.side, force=self.force)

    def tell(self, seen: Seen[State]) -> str:
        return f"{names.player(seen.state, self.seat)} commands **{names.the_side(self.side)}**."


class HandDealt(Event, frozen=True, tag="hand dealt"):
    """A player got generator cards, and the guideline's CAPs and action cards."""

    seat: Seat
    base: int
    draws: int
    number: int
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="the player")]
    deck: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="nobody")]
    lots: Lots

    def apply(self, state: State) -> State:
        fields = {"base": self.base, "draws": self.draws, "deck": self.deck}
        return change_player(state, self.seat, hand=self.hand, hand_count=self.number, **fields)

    def tell(self, seen: Seen[State]) -> str:
        who = names.player(seen.state, self.seat)
        caps, draws = count(self.base, "CAP"), count(self.draws, "action card")
        if not self.number:
            return f"-# {who} has {caps}, and draws {draws} a round."
        if self.hand.known:
            return f"You draw {join(names.generator_card(card) for card in self.hand.open())}."
        return f"-# {who} has {count(self.number, 'generator card')}, {caps}, and draws {draws} a round."


class FieldLaid(Event, frozen=True, tag="field laid"):
    """A map was placed or exchanged; this is the new battlefield."""

    field: Field
    seat: Seat
    units: dict[UnitId, HexId]
    """Units whose hex has a new name, or that had to move to the nearest hex."""
    hidden: dict[UnitId, Annotated[Secret[HexId], Meta(description="its owner")]]
    works: dict[WorkId, HexId]
    mines: dict[WorkId, Annotated[Secret[HexId], Meta(description="its owner")]]
    """Hidden works."""
    markers: dict[MarkerId, HexId]
    smoke: dict[HexId, Smoke]
    rumours: tuple[Rumour, ...] = ()
    """The rumoured enemies of a solo game in their new hexes."""

    def apply(self, state: State) -> State:
        units = [replace(state.units[id], hex=hex) for id, hex in self.units.items()]
        units += [replace(state.units[id], hiding=hiding) for id, hiding in self.hidden.items()]
        works = {id: replace(state.works[id], hex=hex) for id, hex in self.works.items()}
        works |= {id: replace(state.works[id], hiding=hiding) for id, hiding in self.mines.items()}
        control = {id: replace(state.control[id], hex=hex) for id, hex in self.markers.items()}
        if state.solo is not None and self.rumours:
            state = with_solo(state, rumours={rumour.id: rumour for rumour in self.rumours})
        return replace(
            with_units(state, units),
            field=self.field,
            works={**state.works, **works},
            control={**state.control, **control},
            smoke=self.smoke,
        )

    def tell(self, seen: Seen[State]) -> str:
        before, who = seen.state.field, names.player(seen.state, self.seat)
        new = [sheet for sheet in self.field if sheet.map not in {each.map for each in before}]
        gone = [sheet for sheet in before if sheet.map not in {each.map for each in self.field}]
        laid = join(names.map_sheet(sheet.map) for sheet in new) or "the maps again"
        turned = ", the other way round" if any(sheet.turned for sheet in new) else ""
        if gone:
            old = join(names.map_sheet(sheet.map) for sheet in gone)
            moved = [f"{what} is at {names.hex_on(self.field, to)}" for what, to in self._displaced(seen.state)]
            to = f"\n-# {begun(join(moved))} now, to fit the new map." if moved else ""
            return f"🗺️ {who} exchanges {old} for {laid}{turned}.{to}"
        if not before:
            return f"🗺️ {who} places {laid}."
        return f"🗺️ {who} adds {laid} in the {join(_sides_of(new[0], before))}{turned}."

    def _displaced(self, state: State) -> Iterator[tuple[str, HexId]]:
        """Yield the visible counters whose hex number changes when maps are exchanged."""
        table = state.solo.rumours if state.solo is not None else {}
        went = [
            *((names.unit(state, id), state.units[id].hex, to) for id, to in self.units.items()),
            *((f"the {names.work(state.works[id])}", state.works[id].hex, to) for id, to in self.works.items()),
            *((_marker_of(state.control[id]), state.control[id].hex, to) for id, to in self.markers.items()),
            *(("a Rumored Enemy", table[each.id].hex, each.hex) for each in self.rumours),
        ]
        yield from ((what, to) for what, hex, to in went if hex.partition("-")[2] != to.partition("-")[2])


def _sides_of(new: Sheet, before: Field) -> list[str]:
    """Return the sides of the battlefield on which a map was added."""
    return [
        edge
        for edge, (x, y) in EDGES.items()
        if all(new.x * x + new.y * y > sheet.x * x + sheet.y * y for sheet in before)
    ]


def _marker_of(marker: Control) -> str:
    return f"the {names.side(marker.side)} Control Marker"


class EdgeChosen(Event, frozen=True, tag="edge chosen"):
    """Units of a player enter by these edges."""

    seat: Seat
    edges: tuple[Edge, ...]

    def apply(self, state: State) -> State:
        return change_player(state, self.seat, edges=self.edges)

    def tell(self, seen: Seen[State]) -> str:
        return f"The units of {names.player(seen.state, self.seat)} enter by {names.edges(self.edges)}."


class CardPlayed(Event, frozen=True, tag="generator card played"):
    """A player played a generator card."""

    played: Played
    hand: Annotated[Secret[tuple[GeneratorId, ...]], Meta(description="the player")]
    """The hand without it."""

    def apply(self, state: State) -> State:
        seat = self.played.seat
        state = change_player(state, seat, hand=self.hand, hand_count=state.players[seat].hand_count - 1)
        return replace(state, record=(*state.record, self.played))

    def tell(self, seen: Seen[State]) -> str:
        who, record = names.player(seen.state, self.played.seat), cards().generator[self.played.card]
        card = named(self.played.card)
        if self.played.half == "top":
            return f"🃏 {who} plays **{card}** for its top, **{record.top.heading}**: {record.top.does}"
        return f"🃏 {who} plays **{card}** for its units."

    def scene(self, seen: Seen[State]) -> Scene | None:
        card = self.played.card
        title = names.generator_card(card) if self.played.half == "top" else f"{named(card)}: units"
        return Scene("card", title, card=card)


class LastDiscarded(Event, frozen=True, tag="last discarded"):
    """A player discarded the last card of the hand, unplayed."""

    seat: Seat
    card: Annotated[Secret[GeneratorId], Meta(description="the player")]

    def apply(self, state: State) -> State:
        readers = self.card.readers
        empty: Secret[tuple[GeneratorId, ...]] = Secret(readers, ()) if self.card.known else Secret(readers)
        return change_player(state, self.seat, hand=empty, hand_count=0)

    def tell(self, seen: Seen[State]) -> str:
        what = names.generator_card(self.card.open()) if self.card.known else "the last generator card"
        return f"-# {names.player(seen.state, self.seat)} discards {what}, unplayed."


class NothingPlaced(Event, frozen=True, tag="nothing placed"):
    """A card or a tile would place pieces but cannot; 0 means that no unit waits."""

    what: Literal["Rumored Enemy", "Control Marker", "Defense Counter", "unit", "map"]
    number: int = 1
    card: GeneratorId = GeneratorId("")
    """The generator card; empty for a tile, which an earlier event names."""
    why: Literal["no hex", "none left", "not wanted"] = "no hex"

    def tell(self, seen: Seen[State]) -> str:
        if not self.number:
            return (
                f"-# No units of a played card wait off the map: this part of {_title(self.card)} lapses [G-3.7a]."
            )
        card = f" ({_title(self.card)})" if self.card else ""
        if self.why == "none left":
            left = "All maps are in use" if self.what == "map" else "There are no Defense Counters in the cup"
            return f"-# {left}: there is no effect{card}."
        if self.why == "not wanted":
            if self.what == "map":
                return "-# The maps stay as they are."
            are = "is not placed, and enters" if self.number == 1 else "are not placed, and enter"
            return f"-# {count(self.number, 'unit')} {are} by the edge{card}."
        what, are = (
            (f"a {self.what}", "it is") if self.number == 1 else (count(self.number, self.what), "they are")
        )
        return f"-# There is no hex for {what}: {are} not placed{card}."


def _title(card: GeneratorId) -> str:
    return cards().generator[card].top.title


class CardChosen(Event, frozen=True, tag="card chosen"):
    """A player chose the card whose units another card affects."""

    card: GeneratorId
    chosen: GeneratorId

    def apply(self, state: State) -> State:
        return with_entry(state, self.card, chosen=self.chosen)

    def tell(self, seen: Seen[State]) -> str:
        return f"{_title(self.card)} concerns the units of {named(self.chosen)}."


class QuarryChosen(Event, frozen=True, tag="quarry chosen"):
    """A player chose the enemy unit that a card affects."""

    card: GeneratorId
    unit: UnitId

    def apply(self, state: State) -> State:
        return with_entry(state, self.card, quarry=self.unit)

    def tell(self, seen: Seen[State]) -> str:
        return f"{_title(self.card)} is about {names.unit(seen.state, self.unit)}."


class UnitsGiven(Event, frozen=True, tag="units given"):
    """Units came from the supply to a player."""

    card: GeneratorId
    units: tuple[Unit, ...]

    def apply(self, state: State) -> State:
        return with_entry(with_units(state, self.units), self.card, units=tuple(unit.id for unit in self.units))

    def tell(self, seen: Seen[State]) -> str:
        if not self.units:
            return "No units come."
        who = names.player(seen.state, self.units[0].owner)
        late = max(unit.round for unit in self.units)
        from_ = f", from round {late} on" if late > 1 else ""
        return f"{who} receives {names.row(self.units)}{from_}."


class BaseChanged(Event, frozen=True, tag="base changed"):
    """The CAPs with which a player begins changed."""

    seat: Seat
    by: int
    why: str

    def apply(self, state: State) -> State:
        return change_player(state, self.seat, base=state.players[self.seat].base + self.by)

    def tell(self, seen: Seen[State]) -> str:
        who, player = names.player(seen.state, self.seat), seen.state.players[self.seat]
        does = "gains" if self.by > 0 else "loses"
        now = max(0, player.base + self.by)
        why = f" ({self.why})" if self.why else ""
        if not self.by:
            return f"{who} has no CAPs to lose{why}."
        return f"{who} {does} {count(abs(self.by), 'CAP')}{why}: {now} a round."


class DrawsChanged(Event, frozen=True, tag="draws changed"):
    """A player's action cards before each round, or before the first, changed."""

    seat: Seat
    by: int
    why: str
    first: bool = False

    def apply(self, state: State) -> State:
        player = state.players[self.seat]
        if self.first:
            return change_player(state, self.seat, first=player.first + self.by)
        return change_player(state, self.seat, draws=player.draws + self.by)

    def tell(self, seen: Seen[State]) -> str:
        who = names.player(seen.state, self.seat)
        when = "before the first round" if self.first else "before each round"
        more = "more" if self.by > 0 else "fewer"
        return f"{who} draws {abs(self.by)} {more} action card{'s' * (abs(self.by) > 1)} {when}."


class WeaponTaken(Event, frozen=True, tag="weapon taken"):
    """A player took a weapon card."""

    seat: Seat
    card: CardId
    hand: Annotated[Secret[tuple[CardId, ...]], Meta(description="the player")]

    def apply(self, state: State) -> State:
        return change_player(state, self.seat, cards=self.hand, card_count=state.players[self.seat].card_count + 1)

    def tell(self, seen: Seen[State]) -> str:
        return f"{names.player(seen.state, self.seat)} takes the weapon card **{names.action_card(self.card)}**."


class RoundsAdded(Event, frozen=True, tag="rounds added"):
    """The battle lasts longer."""

    rounds: int
    why: str

    def apply(self, state: State) -> State:
        return replace(state, rounds=state.rounds + self.rounds)

    def tell(self, seen: Seen[State]) -> str:
        return f"The battle lasts {seen.state.rounds + self.rounds} rounds."


class ConditionsDrawn(Event, frozen=True, tag="conditions drawn"):
    """A player drew condition cards."""

    seat: Seat
    cards: tuple[ConditionId, ...]
    lots: tuple[Roll, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, undrawn_conditions=without(state.undrawn_conditions, *self.cards))

    def tell(self, seen: Seen[State]) -> str:
        drawn = join(f"**{names.condition(card)}**" for card in self.cards)
        cards = drawn or "no condition card, since none is left"
        return f"🌦️ {names.player(seen.state, self.seat)} draws {cards}."


class ConditionPlayed(Event, frozen=True, tag="condition played"):
    """A condition card was played for one of its halves."""

    condition: Condition

    def apply(self, state: State) -> State:
        return replace(state, conditions=(*state.conditions, self.condition))

    def tell(self, seen: Seen[State]) -> str:
        record, who = cards().conditions[self.condition.card], names.player(seen.state, self.condition.seat)
        if self.condition.half == "top":
            return f"🌦️ **{record.name}** holds for both sides: {record.text}"
        return f"{record.name} is for {who} alone: {record.benefit.text}"

    def scene(self, seen: Seen[State]) -> Scene | None:
        if self.condition.half != "top":
            return None
        return Scene("card", names.condition(self.condition.card), card=self.condition.card)


class CupEmptied(Event, frozen=True, tag="cup emptied"):
    """Unused counters, condition cards and generator cards were discarded."""

    def apply(self, state: State) -> State:
        players = {
            seat: replace(player, deck=Secret(player.deck.readers, ())) if player.deck.known else player
            for seat, player in state.players.items()
        }
        return replace(state, cup=(), undrawn_conditions=(), players=players)

    def tell(self, seen: Seen[State]) -> str:
        return "All cards are played: **the firefight is ready.**"

    def scene(self, seen: Seen[State]) -> Scene | None:
        return Scene("phase", "The firefight is ready")
