"""The terrain costs of movement, from `data/firefight/movement.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from bot.kit import data_files
from bot.kit.data_files import Finding, Problem
from bot.kit.data_names import dangling, ref
from bot.kit.data_shape import below
from bot.titles.firefight.printed.maps import Terrain
from bot.titles.firefight.printed.units import Mode

FILE = "firefight/movement.toml"
Added = Annotated[int, Meta(ge=0, le=9)]
PRINTED = (*get_args(Terrain), "wall")
"""The terrain that has a cost."""


class Toll(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The cost that a terrain adds; `None` if it is closed."""

    source: Literal["printed", "ours"]
    foot: Added | None = None
    wheels: Added | None = None
    tracks: Added | None = None
    waded: Added | None = None
    """The cost for foot units with spent checks, if it differs."""

    def of(self, mode: Mode) -> int | None:
        """Return the cost for a mode of movement."""
        return {"foot": self.foot, "wheels": self.wheels, "tracks": self.tracks}[mode]


Terrains = dict[Annotated[str, ref("terrain")], Toll]


class Tolls(Struct, frozen=True):
    """The costs of all terrain, and the problems of their file."""

    terrain: Terrains
    problems: tuple[Problem, ...] = ()


@cache
def tolls() -> Tolls:
    """Read `data/firefight/movement.toml` and its overlays."""
    problems: list[Problem] = []
    found = data_files.tables(FILE, {"terrain": Toll}, problems)["terrain"]
    problems += data_files.told(FILE, unknown(found))
    return Tolls(found, tuple(problems))


def unknown(found: Terrains) -> Iterator[Finding]:
    """Yield unknown terrain, and terrain without a cost."""
    yield from below("terrain", dangling(found, Terrains, {"terrain": PRINTED}))
    for key in PRINTED:
        if key not in found:
            yield ("terrain",), f"{key} is missing"
