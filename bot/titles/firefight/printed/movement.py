"""What terrain adds to the cost of entering it, from `data/firefight/movement.toml`."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from bot.kit import data_files
from bot.kit.data_files import Problem
from bot.titles.firefight.printed.units import Mode


class Toll(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a terrain adds; `None` where it is closed."""

    source: Literal["printed", "ours"]
    foot: int | None = None
    wheels: int | None = None
    tracks: int | None = None
    waded: int | None = None
    """For feet, with spent checks, where that differs."""

    def of(self, mode: Mode) -> int | None:
        """Return what it adds for a mode of movement."""
        return {"foot": self.foot, "wheels": self.wheels, "tracks": self.tracks}[mode]


class Tolls(Struct, frozen=True):
    """The tolls of all terrain, and what was wrong with their file."""

    terrain: dict[str, Toll]
    problems: tuple[Problem, ...] = ()


@cache
def tolls() -> Tolls:
    """Read `data/firefight/movement.toml`, with what is laid over it."""
    problems: list[Problem] = []
    found = data_files.tables("firefight/movement.toml", {"terrain": Toll}, problems)["terrain"]
    return Tolls(found, tuple(problems))
