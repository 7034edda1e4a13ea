"""How a sentence names units, areas, sides and dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.kernel.dice import Roll
from bot.kernel.secret import Seat, Seen
from bot.kit.english import join
from bot.titles.strike.field import counters, names
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, UnitId


def unit_name(seen: Seen[State], id: UnitId) -> str:
    """Name a unit among all."""
    return names.full(seen.state.units[id])


def all_names(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """List units by their names among all."""
    return join(unit_name(seen, id) for id in ids)


def is_plural(seen: Seen[State], id: UnitId) -> bool:
    """Say whether the name of a unit is in the plural."""
    return counters.is_kind(seen.state.units[id], "trucks", "partisans")


def verb_for(seen: Seen[State], ids: Sequence[UnitId], one: str, more: str) -> str:
    """Return a verb as it goes with these units: of one, or of more."""
    return one if len(ids) == 1 and not is_plural(seen, ids[0]) else more


def side(seat: Seat) -> str:
    """Name a side within a sentence."""
    return f"the {names.nation(seat)} side"


def the_side(seat: Seat) -> str:
    """Name a side at the beginning of a sentence."""
    return f"The {names.nation(seat)} side"


def dice(roll: Roll) -> str:
    """Write the dice of a roll."""
    return " ".join(map(str, roll.faces))


def place_name(seen: Seen[State], area: AreaId) -> str:
    """Name an area with its city, or a box."""
    return names.place(seen.state, area)
