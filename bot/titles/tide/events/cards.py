"""Strategy cards, their effects, and sabotage."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.game import Scene
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Seen
from bot.kit.english import count
from bot.kit.pieces import without
from bot.titles.tide.events.base import Event, laid_open, with_hq
from bot.titles.tide.field import names
from bot.titles.tide.field.bombardment import contact_bonus
from bot.titles.tide.field.names import called
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Drawing
from bot.titles.tide.model.table import Boon, CardId, DeckId, HexId, SabotageId
from bot.titles.tide.printed.tables import as_printed, card, key_of, tables


class Drew(Event, frozen=True, tag="drew"):
    """A side took a card from a deck into its HQ."""

    seat: Seat
    deck: DeckId
    card: CardId
    roll: Roll | None = None

    def apply(self, state: State) -> State:
        deck = state.decks[self.deck]
        deck = replace(deck, top="") if deck.combined else replace(deck, cards=without(deck.cards, self.card))
        hq = state.hq[self.seat]
        state = replace(state, decks={**state.decks, self.deck: deck})
        return with_hq(state, self.seat, replace(hq, cards=(*hq.cards, self.card)))

    def tell(self, seen: Seen[State]) -> str:
        step = seen.state.steps[-1] if seen.state.steps else None
        plus = " It shows a plus." if isinstance(step, Drawing) and step.first and card(self.card).plus else ""
        side, deck = names.nation(self.seat), names.deck(self.deck)
        return f"The {side} side draws **{card(self.card).name}** from {deck}.{plus}"

    def scene(self, seen: Seen[State]) -> Scene | None:
        return face(key_of(self.card))


def face(key: str) -> Scene:
    """Return the picture of a printed card."""
    return Scene("card", as_printed(key).name, card=key)


class TopTurned(Event, frozen=True, tag="top turned"):
    """The next card of a combined deck lies open."""

    deck: DeckId
    card: CardId
    roll: Roll | None = None

    def apply(self, state: State) -> State:
        deck = state.decks[self.deck]
        deck = replace(deck, cards=without(deck.cards, self.card), top=self.card)
        return replace(state, decks={**state.decks, self.deck: deck})

    def tell(self, seen: Seen[State]) -> str:
        return f"**{card(self.card).name}** now lies open on {names.deck(self.deck)}."

    def scene(self, seen: Seen[State]) -> Scene | None:
        return face(key_of(self.card))


class CardPlayed(Event, frozen=True, tag="card played"):
    """A side paid for a card; it goes to the discards, or stays in play."""

    seat: Seat
    card: CardId
    cost: int
    stays: bool = False

    def apply(self, state: State) -> State:
        hq = state.hq[self.seat]
        in_play = (*hq.in_play, self.card) if self.stays else hq.in_play
        hq = replace(hq, cards=without(hq.cards, self.card), in_play=in_play, command=hq.command - self.cost)
        state = with_hq(state, self.seat, hq)
        return state if self.stays else replace(state, discards=(*state.discards, self.card))

    def tell(self, seen: Seen[State]) -> str:
        paid = f" for {self.cost} command" if self.cost else ""
        return (
            f"The {names.nation(self.seat)} side plays **{card(self.card).name}**{paid}: “{card(self.card).text}”"
        )

    def scene(self, seen: Seen[State]) -> Scene | None:
        return face(key_of(self.card))


class CardLost(Event, frozen=True, tag="card lost"):
    """A card left an HQ, the play area or the top of a deck."""

    card: CardId
    why: str
    seat: Seat = Seat("")
    """The side that paid for it, if any."""
    lot: Roll | None = None

    def apply(self, state: State) -> State:
        hq = {
            seat: replace(mine, cards=without(mine.cards, self.card), in_play=without(mine.in_play, self.card))
            for seat, mine in state.hq.items()
        }
        decks = {
            key: replace(deck, top="") if deck.top == self.card else deck for key, deck in state.decks.items()
        }
        return replace(state, hq=hq, decks=decks, discards=(*state.discards, self.card))

    def tell(self, seen: Seen[State]) -> str:
        return f"**{card(self.card).name}** is discarded ({self.why})." if self.why else ""


class Contact(Event, frozen=True, tag="contact"):
    """A card tried to establish contact with its guns."""

    seat: Seat
    card: CardId
    roll: Roll
    need: int
    made: bool

    def apply(self, state: State) -> State:
        waiting = {card: tried for card, tried in state.waiting.items() if card != self.card}
        return replace(state, waiting=waiting if self.made else {**waiting, self.card: state.round})

    def tell(self, seen: Seen[State]) -> str:
        result = "the guns answer" if self.made else "no contact; the card waits for another round"
        bonus = contact_bonus(seen.state, self.seat)
        rolled = f"{self.roll.faces[0]} {bonus:+}" if bonus else f"{self.roll.faces[0]}"
        return f"{card(self.card).name}: 🎲 {rolled}, {self.need} or better is needed: {result}."


class Drifted(Event, frozen=True, tag="drifted"):
    """Shells or smoke came down, perhaps beside the hex that was aimed at."""

    card: CardId
    aimed: HexId
    hex: HexId
    distance: Roll
    direction: Roll | None = None

    def tell(self, seen: Seen[State]) -> str:
        rolled = f"🎲 {self.distance.faces[0]}" + (f", {self.direction.faces[0]}" if self.direction else "")
        if not self.card:
            return f"The smoke drifts {self._to()} ({rolled})."
        if self.hex == self.aimed:
            return f"The shells come down where they were aimed, at {self.hex} ({rolled})."
        return f"The shells drift {self._to()} ({rolled})."

    def scene(self, seen: Seen[State]) -> Scene | None:
        if self.hex == self.aimed:
            return None
        line = (self.aimed, self.hex) if self.hex else None
        drift = "Shells aimed at {} drift" if self.card else "Smoke aimed at {} drifts"
        return Scene(
            "fight",
            f"{drift.format(self.aimed)} {self._to()}",
            line or (self.aimed,),
            line,
            tuple(roll for roll in (self.distance, self.direction) if roll is not None),
            (),
            ("how far", "which way"),
        )

    def _to(self) -> str:
        return f"to {self.hex}" if self.hex else "off the map"


BOONS = {
    "move": "{who} has {more} in this round.",
    "vehicle move": "Vehicles of the {side} side have {more} in {when}.",
    "firepower": "{who} has {n:+} firepower in its next attack of this round.",
    "assault": "{who} has {n:+} firepower in assaults in this round.",
    "contact": "The {side} side has {n:+} on contact rolls in {when}.",
    "actions": "The {side} side has {more} in its next turn.",
    "recovery": "All disrupted {side} squads recover fully in this round.",
    "molotovs": "Molotov cocktails of the {side} side: {n}.",
    "frost": "{side} squads on snow without shelter do not recover in this Status Phase.",
    "sight": "Nobody sees farther than {n} hexes through {when}.",
    "thin ice": "The ice is thin through {when}.",
    "no op fire": "The {side} side puts no units on Op Fire in this Status Phase.",
}


class Given(Event, frozen=True, tag="given"):
    """A boon was granted."""

    boon: Boon

    def apply(self, state: State) -> State:
        return replace(state, boons=(*state.boons, self.boon))

    def tell(self, seen: Seen[State]) -> str:
        return boon(seen, self.boon)


def boon(seen: Seen[State], given: Boon) -> str:
    """Say what a card grants or takes for a while."""
    who = called(seen, given.unit) if given.unit else ""
    when = "this round" if given.through <= seen.state.round else "the next round"
    noun = "action" if given.kind == "actions" else "movement point"
    more = f"{count(abs(given.n), noun)} {'fewer' if given.n < 0 else 'more'}"
    return BOONS[given.kind].format(who=who, side=names.nation(given.side), n=given.n, when=when, more=more)


class Used(Event, frozen=True, tag="used"):
    """Boons ran out, or did their work."""

    boons: tuple[Boon, ...]

    def apply(self, state: State) -> State:
        left = list(state.boons)
        for boon in self.boons:
            left.remove(boon)
        return replace(state, boons=tuple(left))


class SabotageLaid(Event, frozen=True, tag="sabotage laid"):
    """A sabotage card lies face down on a deck."""

    seat: Seat
    card: SabotageId
    deck: DeckId

    def apply(self, state: State) -> State:
        laid = replace(state.sabotage[self.card], place=self.deck)
        return replace(state, sabotage={**state.sabotage, self.card: laid})

    def tell(self, seen: Seen[State]) -> str:
        held = seen.state.sabotage[self.card].card
        known = f" (**{tables().sabotage[held.open()].name}**)" if held.known else ""
        side, deck = names.nation(self.seat), names.deck(self.deck)
        return f"The {side} side places a sabotage card{known} face down on {deck}."


class SabotageSprung(Event, frozen=True, tag="sabotage sprung"):
    """A side that wanted to draw turned a sabotage card over."""

    seat: Seat
    card: SabotageId
    name: str

    def apply(self, state: State) -> State:
        card = state.sabotage[self.card]
        spent = replace(card, place="spent", card=laid_open(card.card, self.name))
        return replace(state, sabotage={**state.sabotage, self.card: spent})

    def tell(self, seen: Seen[State]) -> str:
        record = tables().sabotage[self.name]
        return f"The {names.nation(self.seat)} side turns over sabotage: **{record.name}**. {record.text}"

    def scene(self, seen: Seen[State]) -> Scene | None:
        return face(self.name)
