"""An attack as it would be rolled: rules, odds and dice all use the same one."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.kernel.rule import Modifier, case
from bot.titles.tide.model.table import Band, Figure, HexId, Mode, UnitId
from bot.titles.tide.printed.tables import tables


@case("TOI-5.2a")
def hit_face(band: Band) -> int:
    """Return the lowest face that hits at a range."""
    hit = tables().numbers.hit
    return {"close": hit.close, "normal": hit.normal, "long": hit.long, "area": hit.area}[band]


BANDS: tuple[Band, ...] = ("close", "normal", "long")


class Attack(Struct, frozen=True):
    """An attack before it is rolled.

    `rerolls` is the number of misses that experts reroll.
    """

    lead: UnitId
    by: tuple[UnitId, ...]
    hex: HexId
    mode: Mode
    band: Band
    dice: int
    modifiers: tuple[Modifier, ...]
    flame: bool = False
    seared: int = 0
    """The cover dice that burning fuel removes from the targets."""
    rerolls: int = 0
    reach: Band | Literal[""] = ""
    """The range at which it is made; "" for an area attack."""
    lead_figures: tuple[Figure, ...] = ()
    steady: tuple[UnitId, ...] = ()
    """The squads that fire only machine guns."""

    def as_if(self, mode: Mode) -> Attack:
        """Return the same attack in another mode, which changes the effect of its hits."""
        return self if mode == self.mode else replace(self, mode=mode)

    @property
    def hit(self) -> int:
        """The lowest face that hits."""
        return hit_face(self.band)
