"""The colours of a picture, chosen by a person or a game.

The looks are standard, colour-blind and dark. No picture relies on colour alone, so every look shows the same
information.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import astuple, replace

Colour = tuple[int, int, int]


class Livery(Struct, frozen=True):
    """The look of a side's counters.

    It has colours of the base, the ink and the rim, a sign, and the rounding of corners.
    """

    side: str
    base: Colour
    ink: Colour
    rim: Colour
    sign: Literal["cross", "star", "ringed star", "bar"]
    corners: float = 5.0


class Look(Struct, frozen=True, kw_only=True):
    """Every colour that a picture may use."""

    key: str
    name: str

    page: Colour
    """Around the map and behind panels."""
    panel: Colour
    ink: Colour
    muted: Colour
    rule: Colour
    gold: Colour
    """Points, stars and highlights."""

    clear: Colour
    meadow: Colour
    rim: Colour
    """Half hexes at the edge of a map, which are not part of it."""
    grid: Colour
    label: Colour
    halo: Colour
    shade: Colour
    """Shadows, blended thinly."""
    hills: tuple[Colour, Colour]
    slope: Colour
    floor: Colour
    """The ground below trees."""
    crowns: tuple[Colour, Colour, Colour]
    sun: Colour
    """The sunlit side of a tree crown."""
    scrub: Colour
    stone: Colour
    stone_shade: Colour
    bog: Colour
    reed: Colour
    gully: Colour
    """The bed of a balka, and its sides."""
    bluff: Colour
    water: Colour
    depth: Colour
    ripple: Colour
    bank: Colour
    road: Colour
    verge: Colour
    yard: Colour
    roofs: tuple[tuple[Colour, Colour], ...]
    """The lit and the shaded half of a roof."""
    plank: Colour

    liveries: tuple[Livery, ...]
    spent: Colour
    """Units that have acted."""
    ready: Colour
    """Units that wait to fire."""
    caution: Colour
    alarm: Colour
    earth: Colour
    concrete: Colour
    steel: Colour
    smoke: Colour
    aim: Colour
    """Lines of sight and of fire."""
    way: Colour
    """The path of a unit that moved."""

    def livery(self, side: str) -> Livery:
        """Return a side's colours; an unknown side gets the last livery."""
        return next((livery for livery in self.liveries if livery.side == side), self.liveries[-1])

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Let another process use its own object, so that its caches know the look."""
        return (_known, (self.key,)) if LOOKS.get(self.key) is self else super().__reduce__()

    def colours(self) -> set[Colour]:
        """Return every colour of the look."""
        return set(colours_in(astuple(self)))


def colours_in(part: object) -> Iterator[Colour]:
    """Yield every colour in nested tuples of colours and liveries."""
    if isinstance(part, Livery):
        part = astuple(part)
    if isinstance(part, tuple):
        if len(part) == 3 and all(isinstance(value, int) for value in part):
            yield part
        else:
            for inner in part:
                yield from colours_in(inner)


STANDARD = Look(
    key="standard",
    name="Standard",
    page=(236, 230, 214),
    panel=(248, 244, 233),
    ink=(38, 36, 30),
    muted=(104, 98, 82),
    rule=(196, 186, 160),
    gold=(201, 146, 20),
    clear=(222, 215, 176),
    meadow=(214, 209, 167),
    rim=(226, 219, 197),
    grid=(122, 116, 84),
    label=(70, 64, 44),
    halo=(238, 233, 208),
    shade=(52, 46, 26),
    hills=((203, 180, 128), (186, 152, 100)),
    slope=(128, 94, 52),
    floor=(139, 155, 98),
    crowns=((92, 120, 62), (78, 106, 56), (106, 132, 68)),
    sun=(134, 158, 88),
    scrub=(196, 182, 138),
    stone=(168, 158, 138),
    stone_shade=(106, 96, 78),
    bog=(176, 190, 160),
    reed=(84, 104, 60),
    gully=(206, 182, 134),
    bluff=(172, 142, 98),
    water=(126, 170, 188),
    depth=(84, 134, 160),
    ripple=(186, 212, 218),
    bank=(92, 112, 104),
    road=(232, 216, 176),
    verge=(138, 112, 72),
    yard=(214, 196, 154),
    roofs=(((176, 100, 72), (136, 70, 50)), ((160, 140, 112), (120, 102, 78)), ((150, 116, 80), (112, 84, 56))),
    plank=(150, 122, 84),
    liveries=(
        Livery("german", (160, 170, 160), (18, 24, 22), (60, 68, 64), "cross"),
        Livery("soviet", (134, 60, 44), (250, 236, 208), (70, 26, 18), "star", 13.0),
        Livery("american", (94, 100, 50), (246, 242, 214), (48, 52, 22), "ringed star"),
        Livery("", (112, 106, 96), (250, 246, 236), (62, 58, 50), "bar"),
    ),
    spent=(86, 88, 96),
    ready=(40, 98, 168),
    caution=(246, 202, 44),
    alarm=(196, 38, 34),
    earth=(122, 90, 54),
    concrete=(150, 150, 144),
    steel=(60, 62, 66),
    smoke=(232, 230, 224),
    aim=(198, 30, 44),
    way=(30, 84, 160),
)

COLOUR_BLIND = replace(
    STANDARD,
    key="colour-blind",
    name="Colour-blind",
    clear=(226, 220, 190),
    meadow=(217, 211, 178),
    hills=((206, 184, 150), (178, 150, 118)),
    slope=(110, 84, 60),
    floor=(130, 158, 140),
    crowns=((56, 104, 88), (44, 90, 78), (72, 118, 98)),
    sun=(104, 150, 124),
    water=(112, 176, 216),
    depth=(40, 120, 184),
    ripple=(196, 224, 240),
    bank=(44, 84, 120),
    roofs=(((150, 146, 142), (100, 96, 94)), ((176, 168, 156), (126, 118, 108)), ((128, 124, 120), (84, 80, 78))),
    liveries=(
        Livery("german", (164, 178, 196), (16, 26, 44), (44, 58, 84), "cross"),
        Livery("soviet", (140, 62, 10), (255, 240, 208), (74, 30, 0), "star", 13.0),
        Livery("american", (20, 92, 76), (236, 250, 240), (4, 46, 38), "ringed star"),
        Livery("", (104, 104, 104), (250, 250, 250), (58, 58, 58), "bar"),
    ),
    ready=(0, 92, 158),
    caution=(240, 228, 66),
    alarm=(190, 66, 0),
    aim=(170, 20, 100),
    way=(0, 84, 150),
)

DARK = replace(
    STANDARD,
    key="dark",
    name="Dark",
    page=(24, 26, 29),
    panel=(36, 39, 43),
    ink=(230, 227, 216),
    muted=(166, 162, 150),
    rule=(72, 75, 78),
    gold=(226, 178, 64),
    clear=(76, 76, 60),
    meadow=(71, 73, 56),
    rim=(48, 49, 46),
    grid=(124, 122, 98),
    label=(218, 214, 188),
    halo=(44, 45, 36),
    shade=(10, 10, 8),
    hills=((104, 90, 62), (128, 104, 66)),
    slope=(182, 146, 94),
    floor=(48, 62, 42),
    crowns=((40, 66, 38), (32, 56, 34), (48, 74, 42)),
    sun=(70, 98, 56),
    scrub=(92, 84, 64),
    stone=(140, 132, 116),
    stone_shade=(48, 44, 36),
    bog=(62, 78, 70),
    reed=(140, 158, 104),
    gully=(112, 98, 70),
    bluff=(56, 48, 34),
    water=(78, 130, 156),
    depth=(42, 86, 112),
    ripple=(150, 192, 208),
    bank=(22, 40, 46),
    road=(170, 152, 114),
    verge=(50, 42, 28),
    yard=(94, 84, 64),
    roofs=(((156, 88, 66), (108, 56, 42)), ((134, 118, 96), (92, 80, 62)), ((124, 96, 68), (86, 64, 44))),
    plank=(128, 104, 72),
    liveries=(
        Livery("german", (158, 170, 161), (14, 18, 18), (26, 30, 28), "cross"),
        Livery("soviet", (136, 58, 42), (252, 236, 208), (40, 14, 10), "star", 13.0),
        Livery("american", (88, 96, 48), (246, 242, 214), (26, 30, 12), "ringed star"),
        Livery("", (104, 100, 92), (246, 242, 234), (32, 30, 26), "bar"),
    ),
    spent=(88, 90, 98),
    earth=(140, 104, 64),
    concrete=(150, 150, 146),
    steel=(196, 198, 200),
    smoke=(180, 180, 176),
    aim=(255, 96, 96),
    way=(120, 184, 255),
)

LOOKS: dict[str, Look] = {look.key: look for look in (STANDARD, COLOUR_BLIND, DARK)}
"""By key; the first is the default."""


def _known(key: str) -> Look:
    return LOOKS[key]
