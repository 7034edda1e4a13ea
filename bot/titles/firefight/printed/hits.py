"""The hit markers, from `data/firefight/hits.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.rule import case
from bot.kit import data_files
from bot.kit.data_files import Finding, Problem
from bot.kit.data_names import ref
from bot.titles.firefight.model.ids import HitId
from bot.titles.firefight.model.table import Pile

FILE = "firefight/hits.toml"
PILES: tuple[Pile, ...] = ("soft", "armoured")


Change = Annotated[int, Meta(ge=-9, le=9)]


class HitRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The effects of a hit marker on its unit."""

    source: Literal["printed", "ours"]
    pile: Pile
    name: str
    copies: Annotated[int, Meta(ge=0, le=20)]
    rally: Annotated[int, Meta(ge=0, le=12)] = 0
    """The number that 2d6 must reach; 0 if the unit cannot rally from it."""
    attack: Change = 0
    move: Annotated[int, Meta(ge=0, le=9)] = 0
    red: Change = 0
    blue: Change = 0
    range: Annotated[int, Meta(ge=0, le=40)] = 0
    """The range that it leaves; 0 for the printed range."""
    flank: Change = 0
    front: Change = 0
    front_checked: Change = 0
    """The value of `front` in a battle with spent checks."""
    still: bool = False
    harmless: bool = False
    helpless: bool = False
    fatal: bool = False
    case: Annotated[str, ref("case")] = ""
    """The case that describes its effect, which a refusal cites."""

    @property
    def moves(self) -> bool:
        """True if its unit can still move and turn."""
        return not (self.still or self.helpless)

    @property
    def attacks(self) -> bool:
        """True if its unit can still attack."""
        return not (self.harmless or self.helpless)

    @property
    def touches_firepower(self) -> bool:
        """True if it changes its unit's attacks, so that the unit supports no others."""
        return bool(self.red or self.blue) or not self.attacks


Markers = dict[HitId, HitRecord]


class Hits(Struct, frozen=True):
    """All hit markers, and the problems of their file."""

    markers: Markers
    problems: tuple[Problem, ...] = ()

    @case("COH-3.6d")
    def pile(self, pile: Pile) -> tuple[HitId, ...]:
        """Return a whole pile, every copy of every marker."""
        return tuple(
            id for id, record in self.markers.items() if record.pile == pile for _ in range(record.copies)
        )


@cache
def hits() -> Hits:
    """Read `data/firefight/hits.toml` and its overlays."""
    problems: list[Problem] = []
    markers = data_files.tables(FILE, {"hits": HitRecord}, problems)["hits"]
    problems += data_files.told(FILE, empty(markers))
    return Hits({HitId(key): record for key, record in markers.items()}, tuple(problems))


def empty(markers: dict[str, HitRecord]) -> Iterator[Finding]:
    """Yield the piles without a marker that leaves its unit alive."""
    for pile in PILES:
        if not any(each.pile == pile and each.copies and not each.fatal for each in markers.values()):
            yield ("hits",), f"no marker of the {pile} pile leaves its unit alive"
