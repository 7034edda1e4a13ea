"""Ids of hexes, maps, units and cards; facings, edges and the battlefield."""

from typing import Literal, NewType

from msgspec import Struct

MapId = NewType("MapId", str)
"""A printed map, "1" to "5"; its file is `data/firefight/maps/1.toml`."""
HexId = NewType("HexId", str)
"""A hex, by its map and its printed label, such as "1-E09".

A hex that two maps share has the name of the map that was placed first; `field.ground` knows its other address.
With a single map, players read "E09".
"""
CounterId = NewType("CounterId", str)
"""A printed counter by side and number, such as "g03".

Its record is in `units.toml`.
"""
UnitId = NewType("UnitId", str)
"""A unit of a game, by the id of its counter, such as "s05". The id is public."""

CardId = NewType("CardId", str)
"""An action card by its number, such as "07".

Copies share it, so a hand may have "02" twice.
"""
GeneratorId = NewType("GeneratorId", str)
"""A generator card, such as "g04" or "s16"."""
ConditionId = NewType("ConditionId", str)
"""A condition card, "c1" to "c5"."""
DefenceId = NewType("DefenceId", str)
"""A two-sided defence counter, such as "hasty/wire".

Counters that are alike share it.
"""
OrderId = NewType("OrderId", str)
"""An order card of the solo game by its number, "01" to "55"."""
HitId = NewType("HitId", str)
"""A hit marker by its key in `hits.toml`, such as "pinned"."""
WorkId = NewType("WorkId", str)
"""A fortification or an obstacle of a game, such as "w3"."""
MarkerId = NewType("MarkerId", str)
"""A control marker of a game, such as "m1"."""

Half = Literal["top", "bottom"]

Side = Literal["german", "soviet"]
SIDES: tuple[Side, ...] = ("german", "soviet")

Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
FACINGS: tuple[Facing, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""In the order of `kit.hexes.DIRECTIONS`."""

Edge = Literal["north", "east", "south", "west"]


class Sheet(Struct, frozen=True, cache_hash=True, gc=False):
    """A map with its offset from the first map, in maps to the east and to the south."""

    map: MapId
    x: int = 0
    y: int = 0
    turned: bool = False
    """The map is rotated by half a turn."""


Field = tuple[Sheet, ...]
"""The battlefield: its maps in the order in which they were placed.

All results that depend on the ground take this value.
"""
