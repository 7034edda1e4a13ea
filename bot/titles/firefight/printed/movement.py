"""What terrain adds to the cost of entering it, from `data/firefight/movement.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from bot.kit import data_files
from bot.kit.data_files import Finding, Problem
from bot.kit.english import join
from bot.titles.firefight.printed.maps import Terrain
from bot.titles.firefight.printed.units import Mode

FILE = "firefight/movement.toml"
Added = Annotated[int, Meta(ge=0, le=9)]
PRINTED = (*get_args(Terrain), "wall")
"""What has a toll."""


class Toll(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a terrain adds; `None` where it is closed."""

    source: Literal["printed", "ours"]
    foot: Added | None = None
    wheels: Added | None = None
    tracks: Added | None = None
    waded: Added | None = None
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
    found = data_files.tables(FILE, {"terrain": Toll}, problems)["terrain"]
    problems += data_files.told(FILE, unknown(found))
    return Tolls(found, tuple(problems))


def unknown(found: dict[str, Toll]) -> Iterator[Finding]:
    """Yield the tolls of what is no terrain, and the terrain that has none."""
    for key in found:
        if key not in PRINTED:
            yield ("terrain", key), f"there is no such terrain; known are {join(PRINTED)}"
    for key in PRINTED:
        if key not in found:
            yield ("terrain",), f"{key} is missing"
