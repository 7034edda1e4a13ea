"""Groups: units of one chain of same or adjacent hexes, which act together."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.rule import case
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model.ids import Field, HexId, UnitId
from bot.titles.firefight.model.table import Unit


@case("COH-1.6a")
def chained(field: Field, units: Sequence[Unit]) -> bool:
    """Say whether units on the map stand in one chain of same or adjacent hexes."""
    return linked(field, [where(unit) for unit in units])


def linked(field: Field, hexes: Sequence[HexId]) -> bool:
    """Say whether hexes are one chain."""
    left = set(hexes)
    chain = [left.pop()]
    for hex in chain:
        beside = {other for other in left if ground(field).distance(hex, other) <= 1}
        chain += beside
        left -= beside
    return not left


def goals(units: tuple[UnitId, ...], to: tuple[HexId, ...]) -> dict[UnitId, HexId]:
    """Return where each unit goes: to the one hex that is named, or each to its own."""
    return dict(zip(units, to if len(to) > 1 else to * len(units), strict=False))
