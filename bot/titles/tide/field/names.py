"""The names of units, hexes, cards and decks, by the information of a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.kernel.game import Effect, EffectKind
from bot.kernel.secret import Seat, Seen
from bot.kit.english import join
from bot.titles.tide.field import board, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import (
    Base,
    CardId,
    Figure,
    HexId,
    ShelterId,
    Squad,
    UnitId,
    WorkId,
)
from bot.titles.tide.printed.tables import key_of, tables

PLURALS = {"regular": "regulars", "elite": "elites", "officer": "officers", "mg": "MGs", "mortar": "mortars"}
SINGULARS = {"regular": "regular", "elite": "elite", "officer": "officer", "mg": "MG", "mortar": "mortar"}
RIFLES = ("regular", "elite")
"""The figures that a squad usually has several of."""


ROUNDS: dict[str, str] = {"he": "HE", "ap-b": "AP-B", "ap-c": "AP-C", "smoke": "smoke"}


def nation(seat: Seat) -> str:
    """Return the adjective of a side, such as "German"."""
    return seat.title()


def ordinal(n: int) -> str:
    """Return a number as in "3rd"."""
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def unit(piece: AnyUnit) -> str:
    """Return the name of a unit among its own, such as "3rd Squad" or "Panzer IV 2"."""
    if isinstance(piece, Squad):
        return f"{ordinal(piece.number)} Squad"
    return f"{units.kind(piece).name} {piece.number}"


def full(piece: AnyUnit) -> str:
    """Return the name of a unit among all, such as "German 3rd Squad"."""
    return f"{nation(piece.side)} {unit(piece)}"


def figures(kinds: tuple[Figure, ...]) -> str:
    """List figures in words, such as "officer, 3 regulars" or "2 elites, 1 regular"."""
    counts = Counter(kinds)
    alone = {k: f"1 {SINGULARS[k]}" if k in RIFLES else SINGULARS[k] for k in counts}
    return ", ".join(alone[k] if n == 1 else f"{n} {PLURALS[k]}" for k, n in counts.items())


def base(content: Base) -> str:
    """Describe the contents of a base."""
    special = f"; {content.special}" if content.special else ""
    return f"{figures(content.figures)}{special}"


def place(state: State, hex: HexId) -> str:
    """Return a hex with its ground, such as "woods at C4"."""
    here = board.map_of(state)
    if hex not in here:
        return hex or "off the map"
    spot = here[hex]
    ground = tables().terrain[spot.terrain].name
    height = f" on level {spot.level}" if spot.level else ""
    return f"{ground}{height} at {hex}"


def ground(state: State, hex: HexId) -> str:
    """Return a hex with its terrain for a sentence: "the woods at C4"."""
    where = place(state, hex)
    return f"clear ground{where.removeprefix('clear')}" if where.startswith("clear ") else f"the {where}"


def inside(state: State, hex: HexId) -> str:
    """Return the position in a hex: "in the woods at C4", "on clear ground at C5"."""
    where = ground(state, hex)
    return f"{'on' if where.startswith(('clear ', 'the bridge ')) else 'in'} {where}"


def label_unit(seen: Seen[State], id: str) -> str:
    """Return a unit with its known contents and its hex."""
    piece = seen.state.units.get(UnitId(id))
    if piece is None:
        return id
    name = unit(piece) if piece.side == seen.seat else full(piece)
    content = units.known_base(piece)
    inside = f" ({base(content)})" if content.figures else ""
    if isinstance(piece, Squad) and piece.concealed:
        inside = f", concealed{inside}"
    where = place(seen.state, piece.hex) if piece.hex else "waiting"
    state = "".join(f", {word}" for word in condition(seen.state, piece))
    return f"{name}{inside}, {where}{state}"


def condition(state: State, piece: AnyUnit) -> list[str]:
    """Return the known condition of a unit in words; empty if it is fresh."""
    words = []
    if piece.activity == "op fire":
        words.append("on Op Fire")
    elif piece.activity == "fatigued":
        words.append("fatigued")
    if isinstance(piece, Squad):
        if piece.morale:
            words.append(piece.morale)
        if piece.within:
            words.append(f"in {shelter(state, piece.within)}")
    elif piece.damage:
        words.append("lightly damaged" if piece.damage == "light" else "heavily damaged")
    munition = state.munitions.get(piece.id)
    if munition is not None:
        kind = ROUNDS[munition.kind.open()] if munition.kind.known else "special"
        words.append(f"{kind} round {'fired' if munition.kind.out else 'face down'}")
    return words


def shelter(state: State, id: ShelterId) -> str:
    """Return the name of a squad's shelter."""
    work = state.works.get(WorkId(id))
    if work is not None:
        return f"the {tables().works[work.kind].name}"
    transport = state.units.get(UnitId(id))
    return unit(transport) if transport is not None else id


def deck(id: str) -> str:
    """Return the name of a deck."""
    record = tables().decks.get(id)
    return record.name if record is not None else id


def called(seen: Seen[State], id: UnitId) -> str:
    """Return the name of a unit, given its id."""
    piece = seen.state.units.get(id)
    return full(piece) if piece is not None else "a unit"


def called_all(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """List the names of units, given their ids."""
    return join(called(seen, id) for id in ids)


def for_reader(seen: Seen[State], id: str) -> str:
    """Return a unit as the reader calls it: units of other sides with their side."""
    piece = seen.state.units.get(UnitId(id))
    if piece is None:
        return id
    return unit(piece) if piece.side == seen.seat else f"the {full(piece)}"


def they(seen: Seen[State], ids: Sequence[UnitId], one: str, more: str) -> str:
    """Return units as the reader calls them, with the matching verb."""
    named = join(for_reader(seen, id) for id in ids)
    return f"{named} {one if len(ids) == 1 else more}"


def some(kinds: Iterable[Figure]) -> str:
    """List figures that change hands: "an officer and 2 regulars"."""
    counts = Counter(kinds)
    listed = join(article(SINGULARS[kind]) if n == 1 else f"{n} {PLURALS[kind]}" for kind, n in counts.items())
    return listed or "nothing"


def card(id: CardId) -> str:
    """Return the name of a strategy card."""
    found = tables().cards.get(key_of(id))
    return found.name if found is not None else id


def article(noun: str) -> str:
    """Put "a" or "an" before a noun."""
    return f"{'an' if noun[0] in 'aeioM' else 'a'} {noun}"


def effect_on(seen: Seen[State], id: UnitId, kind: EffectKind, what: str = "") -> tuple[Effect, ...]:
    """Return the effect on a unit, none if it is gone."""
    piece = seen.state.units.get(id)
    return (Effect(kind, what, nation(piece.side), unit(piece), full(piece), id),) if piece is not None else ()
