"""Off-map artillery: its firepower and its targets."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.shots import Shot, victims
from bot.titles.firefight.model.ids import HexId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Struck
from bot.titles.firefight.model.table import Work

RED, BLUE = 5, 7
"""The firepower of divisional artillery."""


def shells(side: Side, hex: HexId) -> Shot:
    """Return the artillery attack on a hex."""
    return Shot("artillery", side, hex, red=RED, blue=BLUE)


@case("COH-6.3d")
def falls_on(state: State, side: Side, hex: HexId) -> Iterator[Struck]:
    """Yield the targets in a hex and its six neighbours, friends too, in roll order."""
    for at in (hex, *ground(state.field).neighbours[hex]):
        for target in victims(state, shells(side, at)):
            yield Struck(at, work=target.id) if isinstance(target, Work) else Struck(at, target)
