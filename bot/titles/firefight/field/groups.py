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
    """Return true if units on the map form one chain of same or adjacent hexes."""
    return linked(field, [where(unit) for unit in units])


def linked(field: Field, hexes: Sequence[HexId]) -> bool:
    """Return true if hexes form one chain."""
    left = set(hexes)
    chain = [left.pop()]
    for hex in chain:
        beside = {other for other in left if ground(field).distance(hex, other) <= 1}
        chain += beside
        left -= beside
    return not left


def goals(units: tuple[UnitId, ...], to: tuple[HexId, ...]) -> dict[UnitId, HexId]:
    """Return the goal of each unit: the single named hex, or a hex for each."""
    return dict(zip(units, to if len(to) > 1 else to * len(units), strict=False))
