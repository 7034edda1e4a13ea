"""What people read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.game import Prompt
from bot.kernel.secret import Seat, Seen
from bot.kit.title import Words
from bot.titles.trap.field.battle import hour
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import known
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, HexId, MarkerId, UnitId

SIDES = {RUSSIAN: "the Russian side", CHECHEN: "the Chechen side"}


def values(seen: Seen[State], field: Field) -> Iterable[Any]:
    """Yield every value that a field could name at all."""
    if field.type is UnitId:
        return tuple(seen.state.units)
    if field.type is HexId:
        return tuple(ground().terrain)
    if field.type is MarkerId:
        return tuple(dict.fromkeys((*seen.state.cup, *seen.state.outside, *seen.state.gone)))
    return field.choices or ((False, True) if field.type is bool else ())


def label(seen: Seen[State], field: Field, value: Any) -> str:
    """Return the name by which players know a value."""
    if field.type is UnitId:
        unit = seen.state.units.get(value)
        what = known(unit) if unit is not None else None
        return f"{what.name} ({value})" if what is not None else f"unit {value}"
    if field.type is HexId and value in ground():
        return ground().name(value)
    return str(value)


def status(seen: Seen[State], prompts: Mapping[Seat, Prompt]) -> str:
    """Describe the situation."""
    asked = " ".join(f"{seat.title()}: {prompt.text}" for seat, prompt in prompts.items())
    return f"Turn {seen.state.turn}, {hour(seen.state.turn)}. {asked}"


def orders(seen: Seen[State]) -> str:
    """Describe the seat's standing orders."""
    dudayev = seen.state.orders[seen.seat].open().dudayev if seen.seat in seen.state.orders else "ask"
    return f"- When Dudayev is drawn: {dudayev}."


WORDS: Words[State, ev.Event] = Words(
    tell=lambda seen, event: "",
    values=values,
    label=label,
    status=status,
    orders=orders,
    sides=lambda state: SIDES,
    game="battle",
)
