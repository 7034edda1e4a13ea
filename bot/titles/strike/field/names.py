"""How players call things: units, areas, boxes."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.secret import Seat
from bot.kit.english import join
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, REMOVED, WAITING, AreaId, Unit
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


def date(turn: int) -> str:
    """Return the day on which a turn begins."""
    days = tables().numbers.calendar.turns
    return days[turn - 1] if 0 < turn <= len(days) else ""


RESULTS = {
    "AE": "the attackers are eliminated",
    "A3": "the attackers lose 3 steps",
    "A2": "the attackers lose 2 steps",
    "A1": "the attackers lose 1 step",
    "AR": "the attackers retreat",
    "EX": "both sides lose as many steps as the smaller one has",
    "D1": "the defenders lose 1 step",
    "DW": "the defenders withdraw",
    "D2": "the defenders lose 2 steps",
    "D3": "the defenders lose 3 steps",
    "DE": "the defenders are eliminated",
}
