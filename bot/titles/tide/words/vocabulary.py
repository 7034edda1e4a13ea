"""The things that orders and questions name, in the words of players."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.kernel.secret import Seen
from bot.kit.vocabulary import Term, Vocabulary
from bot.titles.tide.field import board, units
from bot.titles.tide.field.names import PLURALS, SINGULARS, base, deck, label_unit, shelter, unit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Muster
from bot.titles.tide.model.table import (
    CardId,
    CardKey,
    DeckId,
    HexId,
    PartId,
    SabotageId,
    ShelterId,
    SlotId,
    TargetId,
    UnitId,
    Vehicle,
    WorkId,
)
from bot.titles.tide.printed.effects import CardRecord, OperationRecord
from bot.titles.tide.printed.record import LooseCardRecord
from bot.titles.tide.printed.sabotage import SabotageRecord
from bot.titles.tide.printed.tables import as_printed, card, deck_list, key_of, tables


def _label_hex(seen: Seen[State], id: str) -> str:
    here = board.map_of(seen.state)
    if id not in here:
        return id
    hex = HexId(id)
    terrain = here[hex]
    objective = next((o.name for o in board.scenario(seen.state).objectives if o.hex == hex), "")
    there = ", ".join(unit(piece) for piece in units.at(seen.state, hex))
    ground = tables().terrain[terrain.terrain].name + (f", level {terrain.level}" if terrain.level else "")
    return f"{hex}: {ground}" + (f", {objective}" if objective else "") + (f" ({there})" if there else "")


def _label_target(seen: Seen[State], id: str) -> str:
    return label_unit(seen, id) if id in seen.state.units else _label_hex(seen, id)


def _label_card(seen: Seen[State], id: str) -> str:
    record = card(CardId(id))
    return f"{record.name} ({record.cost} command)"


def kind_of_card(record: CardRecord | LooseCardRecord) -> str:
    """Return the kind of a card: the name of its deck, or of cards without a deck."""
    match record:
        case CardRecord():
            return deck(record.deck)
        case SabotageRecord():
            return "Sabotage card"
        case OperationRecord():
            return "Operations card"
        case _:
            return "Initiative card"


def _label_sabotage(seen: Seen[State], id: str) -> str:
    held = seen.state.sabotage.get(SabotageId(id))
    if held is None or not held.card.known:
        return id
    return tables().sabotage[held.card.open()].name


def _face_of_sabotage(seen: Seen[State], id: str) -> str:
    held = seen.state.sabotage.get(SabotageId(id))
    return held.card.open() if held is not None and held.card.known else ""


def _label_shelter(seen: Seen[State], id: str) -> str:
    if not id:
        return "nothing"
    place = seen.state.works.get(WorkId(id)) or seen.state.units.get(UnitId(id))
    where = f" at {place.hex}" if place is not None and place.hex else ""
    return shelter(seen.state, ShelterId(id)).removeprefix("the ") + where


def _label_slot(seen: Seen[State], id: str) -> str:
    step = seen.state.steps[-1] if seen.state.steps else None
    if not isinstance(step, Muster) or seen.seat not in step.lists or not id.isdecimal():
        return id
    bases = step.lists[seen.seat].open()
    if not 1 <= int(id) <= len(bases):
        return id
    return f"Base {id}: {base(bases[int(id) - 1])} ({bases[int(id) - 1].division})"


def _everything(seen: Seen[State]) -> Iterator[str]:
    yield from (id for id, piece in seen.state.units.items() if piece.hex)
    yield from board.map_of(seen.state).spots


def _parts(seen: Seen[State]) -> Iterator[str]:
    """Yield each kind of figure of own squads with several kinds."""
    for piece in units.of(seen.state, seen.seat):
        kinds = dict.fromkeys(units.figures(piece))
        yield from (f"{piece.id}/{kind}" for kind in kinds if len(kinds) > 1)


def _label_part(seen: Seen[State], id: str) -> str:
    squad, _, kind = id.partition("/")
    piece = seen.state.units.get(UnitId(squad))
    if piece is None or kind not in SINGULARS:
        return id
    many = units.figures(piece).count(kind) > 1
    return f"{(PLURALS if many else SINGULARS)[kind]} of {unit(piece)}"


def _shelters(seen: Seen[State]) -> Iterator[str]:
    works = seen.state.works.values()
    yield from (work.id for work in works if tables().works[work.kind].type == "fortification")
    yield from (id for id, piece in seen.state.units.items() if isinstance(piece, Vehicle))


def _cards(seen: Seen[State]) -> Iterator[str]:
    for seat in seen.state.hq:
        yield from units.open_cards(seen.state, seat)
    yield from (pile.top for pile in seen.state.decks.values() if pile.top)


def _printed(seen: Seen[State]) -> Iterator[str]:
    """Yield the cards that can turn up in this game; the starting decks are public."""
    for pile in seen.state.decks:
        yield from dict.fromkeys(map(key_of, deck_list(pile)))
    yield from (key_of(card) for seat in seen.state.hq for card in units.open_cards(seen.state, seat))
    yield from (key for hq in seen.state.hq.values() for key in hq.operations)
    if seen.state.sabotage:
        yield from tables().sabotage
    yield from (f"initiative.{seat}" for seat in seen.state.hq if seat in tables().initiative)


def _slots(seen: Seen[State]) -> Iterator[str]:
    step = seen.state.steps[-1] if seen.state.steps else None
    if isinstance(step, Muster) and seen.seat in step.lists:
        yield from (str(n) for n in range(1, len(step.lists[seen.seat].open()) + 1))


@case("FB-sabotage-7")
def label_deck(seen: Seen[State], id: str) -> str:
    """Label a deck with its number of cards, its open card and sabotage on it."""
    pile = seen.state.decks.get(DeckId(id))
    if pile is None:
        return id
    top = f"; open: {card(pile.top).name}" if pile.top else ""
    laid = "; sabotage lies on it" if any(c.place == id for c in seen.state.sabotage.values()) else ""
    count = len(pile.cards) + bool(pile.top)
    return f"{deck(id)} ({count} card{'s' * (count != 1)}{top}{laid})"


VOCABULARY: Vocabulary[State] = Vocabulary(
    {
        UnitId: Term(lambda seen: seen.state.units, label_unit),
        TargetId: Term(_everything, _label_target),
        HexId: Term(lambda seen: board.map_of(seen.state).spots, _label_hex),
        PartId: Term(_parts, _label_part),
        CardId: Term(_cards, _label_card, lambda seen, id: key_of(CardId(id))),
        CardKey: Term(lambda seen: dict.fromkeys(_printed(seen)), lambda seen, key: as_printed(key).name),
        DeckId: Term(lambda seen: seen.state.decks, label_deck),
        SabotageId: Term(lambda seen: seen.state.sabotage, _label_sabotage, _face_of_sabotage),
        ShelterId: Term(_shelters, _label_shelter),
        SlotId: Term(_slots, _label_slot),
    },
    lambda word: SINGULARS.get(word, word),
)
