"""How players call things: units, areas, boxes."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.secret import Seat, Seen
from bot.kit.vocabulary import Term, Vocabulary
from bot.kit.words import count, join
from bot.titles.strike.field import counters, movement
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, REMOVED, WAITING, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables

BOX_NAMES = {
    BREAKDOWN: "in the Breakdown Box",
    ELIMINATED: "in the Eliminated Box",
    WAITING: "waiting",
    REMOVED: "out of the game",
}
AMBIGUOUS = frozenset({"army", "trucks", "garrison"})
"""Kinds whose names both sides could use."""


def nation(seat: Seat) -> str:
    """Return the adjective of a side."""
    return seat.title()


def unit(piece: Unit) -> str:
    """Return the name of a unit among its own, such as "4th Army"."""
    return counters.record(piece).name


def full(piece: Unit) -> str:
    """Return the name of a unit among all, such as "Soviet 4th Army"."""
    record = counters.record(piece)
    people = record.nation.title()
    return f"{people} {record.name}" if record.kind in AMBIGUOUS and people not in record.name else record.name


def several(pieces: Iterable[Unit]) -> str:
    """List units by their names among all."""
    return join(full(piece) for piece in pieces)


def place(state: State, area: AreaId) -> str:
    """Return an area with its city, such as "E5 Minsk", or a box."""
    here = counters.map_of(state)
    return here[area].name if area in here else BOX_NAMES.get(area, area)


def way(state: State, path: Iterable[AreaId]) -> str:
    """Write a way, such as "C3 Memel, D4 and E3 Riga"."""
    return join(place(state, area) for area in path)


def ratings(piece: Unit) -> str:
    """Write the ratings of a unit as on its counter."""
    record = counters.record(piece)
    if record.kind in ("rail", "partisans", "commissar"):
        return ""
    strength, price, points = counters.ratings(piece)
    if record.kind in ("leader", "luftwaffe"):
        return f"rating {counters.rating(piece)}"
    return f"{price}-{points}" if record.kind == "trucks" else f"{strength}-{price}-{points}"


def condition(state: State, piece: Unit) -> list[str]:
    """Return what is to be known of a unit's state, in words."""
    words = []
    if piece.down:
        words.append("disrupted" if counters.is_kind(piece, "leader", "trucks") else "reduced")
    if piece.mission == "supply":
        words.append("flies supply")
    if counters.is_kind(piece, "luftwaffe") and counters.on_map(piece) and counters.interdicts(state, piece):
        words.append("cuts the railway")
    moving = state.phase in ("movement", "redeployment") and counters.on_map(piece) and counters.marches(piece)
    if moving and piece.spent:
        left = 0 if movement.has_stopped(state, piece) else movement.left(state, piece)
        words.append(f"{count(left, 'point')} left")
    return words


def label_unit(seen: Seen[State], id: str) -> str:
    """Return a unit with its ratings, where it is, and its state."""
    piece = seen.state.units.get(UnitId(id))
    if piece is None:
        return id
    name = unit(piece) if piece.side == seen.seat else full(piece)
    rated = f" ({ratings(piece)})" if ratings(piece) else ""
    return ", ".join([f"{name}{rated}", place(seen.state, piece.place), *condition(seen.state, piece)])


def ground(state: State, area: AreaId) -> str:
    """Describe the ground of an area, such as "clear and woods, Neman"."""
    here = counters.map_of(state)[area]
    terrain = " and ".join(tables().numbers.terrain[each].name for each in here.record.terrain)
    fortress = "fortress, " if here.record.fortress else ""
    kind = "diamond, " if here.is_diamond else ""
    return f"{kind}{fortress}{', '.join([terrain, *here.rivers])}"


def label_area(seen: Seen[State], id: str) -> str:
    """Return an area with its ground and the troops in it."""
    state = seen.state
    if id not in counters.map_of(state):
        return id
    area = AreaId(id)
    troops = [full(piece) for piece in counters.at(state, area) if counters.fights(piece)]
    return f"{place(state, area)}: {ground(state, area)}" + (f" ({', '.join(troops)})" if troops else "")


def _units(seen: Seen[State]) -> Iterable[str]:
    """Yield what is in the game; leaders stay known when they are lost, so that one can be told so."""
    pieces = seen.state.units.items()
    return (id for id, piece in pieces if piece.place != REMOVED or counters.is_kind(piece, "leader"))


VOCABULARY: Vocabulary[State] = Vocabulary(
    {
        UnitId: Term(_units, label_unit),
        AreaId: Term(lambda seen: counters.map_of(seen.state).areas, label_area),
    }
)


def date(turn: int) -> str:
    """Return the day on which a turn begins."""
    days = tables().numbers.calendar.turns
    return days[turn - 1] if 0 < turn <= len(days) else ""
