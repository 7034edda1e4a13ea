"""The counters of units, by their keys in `data/trap/units.toml`."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.rule import case
from bot.kit import data_files
from bot.kit.data_files import Problem
from bot.titles.trap.model.table import CounterId, Kind
from bot.titles.trap.printed.record import Record

Model = Literal["", "BTR", "BMP", "T-80", "T-62"]
FOOT = frozenset({"infantry", "heavy", "rpg", "schmel", "leader", "sniper"})
VEHICLES = frozenset({"tank", "apc"})


class CounterRecord(Record, frozen=True, kw_only=True):
    """A counter of a unit."""

    side: Literal["russian", "chechen"]
    kind: Kind
    name: str
    model: Model = ""
    """The model of a vehicle."""
    formation: str = ""
    """The formation whose marker activates it.

    A regiment's name means that the marker of any of its battalions does.
    """
    named: bool = False
    """Dudayev, who is never replaced."""
    cf: Annotated[int, Meta(ge=0, le=9)]
    mp: Annotated[int, Meta(ge=1)]

    @property
    @case("TRAP-2.2.2")
    def vehicle(self) -> bool:
        """Whether it is a tank or an APC."""
        return self.kind in VEHICLES

    @property
    def foot(self) -> bool:
        """True for all units but vehicles, leaders and snipers included."""
        return self.kind in FOOT

    @property
    @case("TRAP-2.2")
    def heavy(self) -> bool:
        """True if it has heavy weapons: vehicles, Schmels, RPGs and heavy infantry."""
        return self.kind in ("heavy", "rpg", "schmel", "tank", "apc")

    @property
    @case("TRAP-3.1.3")
    def stacks(self) -> bool:
        """Whether it counts towards stacking: leaders and snipers do not."""
        return self.kind not in ("leader", "sniper")

    @property
    def fights(self) -> bool:
        """True if it is no leader or sniper; the enemy eliminates those it finds alone."""
        return self.stacks


class Counters(Struct, frozen=True):
    """The counters, and the problems of their file."""

    units: dict[CounterId, CounterRecord]
    problems: tuple[Problem, ...] = ()


@cache
def counters() -> Counters:
    """Read `data/trap/units.toml`, with the overlay folder."""
    problems: list[Problem] = []
    found = data_files.tables("trap/units.toml", {"units": CounterRecord}, problems)["units"]
    return Counters({CounterId(key): record for key, record in found.items()}, tuple(problems))


@cache
def named(patterns: tuple[str, ...]) -> tuple[CounterId, ...]:
    """Return the counters that each key or pattern matches, in counter-sheet order."""
    matches = (re.compile(translate(pattern)).match for pattern in patterns)
    return tuple(key for match in matches for key in counters().units if match(key))
