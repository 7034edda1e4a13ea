"""The values of an order's fields, and their names for players."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.secret import Seen
from bot.kit.english import count, join
from bot.kit.vocabulary import Term, Vocabulary
from bot.titles.strike.field import counters, movement
from bot.titles.strike.field.names import full, place, ratings, unit
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import REMOVED, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables

FEW = 2
"""The most units that a label of an area names; a button has room for no more."""


def condition(state: State, piece: Unit) -> list[str]:
    """Describe a unit's condition in words."""
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


def ground_of(state: State, area: AreaId) -> str:
    """Describe the ground of an area, such as "clear and woods, Neman"."""
    here = counters.map_of(state)[area]
    terrain = " and ".join(tables().numbers.terrain[each].name for each in here.record.terrain)
    fortress = "fortress, " if here.record.fortress else ""
    kind = "diamond, " if here.is_diamond else ""
    return f"{kind}{fortress}{', '.join([terrain, *here.rivers])}"


def label_area(seen: Seen[State], id: str) -> str:
    """Return an area with its ground and the troops in it, of more than two the first."""
    state = seen.state
    if id not in counters.map_of(state):
        return id
    area = AreaId(id)
    troops = [full(piece) for piece in counters.at(state, area) if counters.fights(piece)]
    told = troops if len(troops) <= FEW else [f"{troops[0]} and {len(troops) - 1} more"]
    return f"{place(state, area)}: {ground_of(state, area)}" + (f" ({join(told)})" if told else "")


def _units(seen: Seen[State]) -> Iterable[str]:
    """Yield the pieces in the game; lost leaders stay known for refusals."""
    pieces = seen.state.units.items()
    return (id for id, piece in pieces if piece.place != REMOVED or counters.is_kind(piece, "leader"))


VOCABULARY: Vocabulary[State] = Vocabulary(
    {
        UnitId: Term(_units, label_unit),
        AreaId: Term(lambda seen: counters.map_of(seen.state).areas, label_area),
    }
)
