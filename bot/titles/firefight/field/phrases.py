"""Parts of the sentences of orders: units, hexes, CAPs, cards and payment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.kernel.fields import Field
from bot.kernel.secret import Seen
from bot.kit.english import FACES, join
from bot.titles.firefight.field import names, units
from bot.titles.firefight.model.ids import CardId, GeneratorId, HexId, UnitId
from bot.titles.firefight.model.state import State

PAID = {
    "": "",
    "activation": "",
    "opportunity": ", as an opportunity action",
    "command": ", paid in CAPs",
    "card": ", by a Command Action card",
}
"""The payment of an order, at the end of its sentence."""


def fill(seen: Seen[State], field: Field, value: Any, one: str, more: str) -> str:
    """Return the value of a field by its name, units as the reader calls them."""
    if field.type is UnitId:
        ids = value if field.many else (value,)
        return does(seen, ids, one, more) if one else who(seen, ids)
    if field.type is HexId:
        return names.place(seen.state, value)
    if field.type is GeneratorId:
        return names.generator_card(value)
    return PAID[value] if field.name == "by" else names.plain(value)


def who(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Name units: own units as their owner does, others with their side."""
    those = [seen.state.units[id] for id in ids if id in seen.state.units]
    own = all(unit.owner == seen.seat for unit in those)
    return names.row(those) if own and those else names.units(seen.state, [unit.id for unit in those])


def does(seen: Seen[State], ids: Sequence[UnitId], one: str, more: str) -> str:
    """Name units with the matching verb."""
    return f"{who(seen, ids)} {names.does(ids, one, more)}"


def walks(seen: Seen[State], id: UnitId) -> bool:
    """Return true if a unit boards vehicles instead of being hooked up."""
    return id not in seen.state.units or units.kind(seen.state.units[id]).foot


def goals(seen: Seen[State], ids: Sequence[UnitId], hexes: Sequence[HexId], one: str, more: str) -> str:
    """Name the goals of units: "Rifle 03 goes to F07", "... and LMG 11 to F08"."""
    if len(hexes) != len(ids):
        return f"{does(seen, ids, one, more)} {row(seen, hexes)}"
    there = [(hex, [id for id, to in zip(ids, hexes, strict=True) if to == hex]) for hex in dict.fromkeys(hexes)]
    (hex, first), *others = there
    at = one.split()[-1]
    return join(
        [
            f"{does(seen, first, one, more)} {names.hex(seen.state, hex)}",
            *(f"{who(seen, those)} {at} {names.hex(seen.state, to)}" for to, those in others),
        ]
    )


def row(seen: Seen[State], hexes: Iterable[HexId]) -> str:
    """List hexes."""
    return join(names.hex(seen.state, hex) for hex in hexes)


def faces(facing: str) -> str:
    """Return a facing as a suffix: ", facing north"; empty for the default."""
    return f", facing {FACES[facing]}" if facing in FACES else ""


def with_caps(aim: Sequence[int], first: str = "the roll") -> str:
    """Return the CAPs on rolls as a suffix; `first` names a single roll."""
    if not any(aim):
        return ""
    on = "the rolls" if len(aim) > 1 else first
    if min(aim) < 0:
        return f", with {join(f'{n:+}' for n in aim)} on {on} by CAPs"
    return f", with {join(map(str, aim))} CAP{'s' * (sum(aim) > 1)} on {on}"


def with_cards(cards: Iterable[CardId]) -> str:
    """Return the bonus cards that are played with an order as a suffix."""
    played = [names.action_card(card) for card in cards]
    return f", with the card{'s' * (len(played) > 1)} {join(played)}" if played else ""
