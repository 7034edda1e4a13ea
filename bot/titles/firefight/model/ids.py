"""Names that everything else is told by: hexes, maps, counters, units, facings; and the battlefield as a value."""

from typing import Literal, NewType

from msgspec import Struct

MapId = NewType("MapId", str)
"""A printed map, "1" to "5"; its file is `data/firefight/maps/1.toml`."""
HexId = NewType("HexId", str)
"""A hex by its map and its printed label, such as "1-E09". A hex that two maps share is called by the map that was
laid first; `field.ground` knows its other address. Where there is one map, players read "E09"."""
CounterId = NewType("CounterId", str)
"""A printed counter by side and number, such as "g03" or "s21"; its record is in `units.toml`."""
UnitId = NewType("UnitId", str)
"""A unit of a game. What it is everybody may know, so it has the name of its counter, such as "s05"."""

Side = Literal["german", "soviet"]
SIDES: tuple[Side, ...] = ("german", "soviet")

Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
FACINGS: tuple[Facing, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""In the order of `kit.hexes.DIRECTIONS`."""

Edge = Literal["north", "east", "south", "west"]


class Sheet(Struct, frozen=True, gc=False):
    """A map where it lies: so many maps to the east and to the south of the first one."""

    map: MapId
    x: int = 0
    y: int = 0
    turned: bool = False
    """It lies the other way round."""


Field = tuple[Sheet, ...]
"""The battlefield: maps in the order in which they were laid. Whatever depends on the ground takes this value."""
