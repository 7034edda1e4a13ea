"""The names of units, areas, boxes and sides, as players read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.kernel.game import Effect, EffectKind
from bot.kernel.roll import Roll
from bot.kernel.secret import Seat, Seen
from bot.kit.english import begun, count, join
from bot.titles.strike.field import counters
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
    """Return a path, such as "C3 Memel, D4 and E3 Riga"."""
    return join(place(state, area) for area in path)


def passing(state: State, path: Sequence[AreaId]) -> str:
    """Return the areas between both ends of a path, such as " by D4 and E3 Riga"."""
    return f" by {way(state, path[1:-1])}" if len(path) > 2 else ""


def journey(state: State, path: Sequence[AreaId]) -> str:
    """Return both ends of a path and the areas between them."""
    return f"from {place(state, path[0])}{passing(state, path)} to {place(state, path[-1])}"


def ratings(piece: Unit) -> str:
    """Return the ratings of a unit as on its counter."""
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
    "D1": "the defenders lose 1 step",
    "DW": "the defenders withdraw",
    "D2": "the defenders lose 2 steps",
    "D3": "the defenders lose 3 steps",
    "DE": "the defenders are eliminated",
}
"""The results of a battle in words; an exchange depends on the units."""


def result(letters: str, exchanged: int) -> str:
    """Return a result in words; in an exchange each side loses a number of steps."""
    return f"both sides lose {count(exchanged, 'step')}" if letters == "EX" else RESULTS[letters]


# Units by their ids, sides and dice, as sentences name them.


def unit_name(seen: Seen[State], id: UnitId) -> str:
    """Return the name of a unit among all."""
    return full(seen.state.units[id])


def all_names(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """List units by their names among all."""
    return join(unit_name(seen, id) for id in ids)


def is_plural(seen: Seen[State], id: UnitId) -> bool:
    """Return whether the name of a unit is in the plural."""
    return counters.is_kind(seen.state.units[id], "trucks", "partisans")


def verb_for(seen: Seen[State], ids: Sequence[UnitId], one: str, more: str) -> str:
    """Return the singular or the plural of a verb, as the names of the units ask for."""
    return one if len(ids) == 1 and not is_plural(seen, ids[0]) else more


def called(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """List units as the reader calls them: the reader's own by their short names."""
    units = ((id, seen.state.units.get(id)) for id in ids)
    return join(id if each is None else unit(each) if each.side == seen.seat else full(each) for id, each in units)


def they(seen: Seen[State], ids: Sequence[UnitId], one: str, more: str) -> str:
    """Return units as the reader calls them, with the matching verb."""
    known = all(id in seen.state.units for id in ids)
    return f"{called(seen, ids)} {verb_for(seen, ids, one, more) if known else more}"


def side(seat: Seat) -> str:
    """Name a side within a sentence."""
    return f"the {nation(seat)} side"


def the_side(seat: Seat) -> str:
    """Name a side at the beginning of a sentence."""
    return begun(side(seat))


def dice(roll: Roll) -> str:
    """Return the dice of a roll, such as "5 3"."""
    return " ".join(map(str, roll.faces))


def place_name(seen: Seen[State], area: AreaId) -> str:
    """Return an area with its city, or a box."""
    return place(seen.state, area)


def effects_on(seen: Seen[State], ids: Iterable[UnitId], kind: EffectKind, what: str = "") -> list[Effect]:
    """Return the same effect on each of some units."""
    found = []
    for id in ids:
        piece, many = seen.state.units[id], is_plural(seen, id)
        found.append(Effect(kind, what, nation(piece.side), unit(piece), full(piece), id, many=many))
    return found


def effect_of_taking(state: State, seat: Seat, area: AreaId, kind: EffectKind) -> Effect:
    """Return the effect that a side now has an area."""
    was = nation(state.control.get(area, Seat("")))
    return Effect(kind, side=nation(seat), name=place(state, area), key=area, was=was)
