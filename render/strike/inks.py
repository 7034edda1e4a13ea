"""The colours of the staff map in each look: pale, so that text stands out."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import astuple, replace

from render.look import COLOUR_BLIND, DARK, STANDARD, Colour, Livery, Look, colours_in


class Inks(Struct, frozen=True, kw_only=True):
    """The colours of a staff map. Fronts and liveries are by side and by nation."""

    land: Colour
    fleck: Colour
    """A second tone of open ground, and the steppe grass on it."""
    grass: Colour
    woods: Colour
    glade: Colour
    """The edge of woods."""
    trees: Colour
    lit: Colour
    marsh: Colour
    fen: Colour
    """The edge of marshes."""
    reed: Colour
    upland: Colour
    ridge: Colour
    snowcap: Colour
    sea: Colour
    ripple: Colour
    coast: Colour
    river: Colour
    bank: Colour
    grid: Colour
    barrier: Colour
    """Impassable sides."""
    rail: Colour
    bed: Colour
    """The bed of a railway."""
    name: Colour
    grid_name: Colour
    water_name: Colour
    halo: Colour
    frame: Colour
    german: Colour
    russian: Colour
    occupied: Colour
    liveries: tuple[Livery, ...]

    def livery(self, nation: str) -> Livery:
        """Return a nation's colours; a nation that has none of its own gets the last."""
        return next((livery for livery in self.liveries if livery.side == nation), self.liveries[-1])

    def side(self, seat: str) -> Colour:
        """Return the colour of a side's lines and arrows."""
        return self.german if seat == "german" else self.russian

    def colours(self) -> set[Colour]:
        """Return every one of them."""
        return set(colours_in(astuple(self)))


_STANDARD = Inks(
    land=(239, 232, 212),
    fleck=(233, 225, 202),
    grass=(190, 178, 138),
    woods=(197, 210, 168),
    glade=(158, 178, 128),
    trees=(86, 118, 72),
    lit=(142, 168, 112),
    marsh=(200, 214, 204),
    fen=(148, 176, 172),
    reed=(70, 104, 92),
    upland=(218, 199, 165),
    ridge=(122, 90, 56),
    snowcap=(245, 238, 222),
    sea=(178, 205, 216),
    ripple=(140, 178, 196),
    coast=(64, 98, 118),
    river=(84, 142, 178),
    bank=(46, 90, 120),
    grid=(142, 130, 98),
    barrier=(58, 88, 112),
    rail=(46, 42, 38),
    bed=(250, 246, 234),
    name=(38, 34, 28),
    grid_name=(96, 84, 56),
    water_name=(44, 84, 112),
    halo=(246, 241, 226),
    frame=(60, 54, 42),
    german=(34, 58, 112),
    russian=(178, 34, 26),
    occupied=(66, 80, 110),
    liveries=(
        STANDARD.livery("german"),
        STANDARD.livery("soviet"),
        Livery("rumanian", (214, 190, 122), (48, 34, 8), (104, 80, 30), "bar"),
        Livery("finnish", (226, 233, 242), (20, 50, 108), (70, 100, 150), "bar"),
        Livery("hungarian", (136, 166, 124), (14, 34, 14), (50, 80, 44), "bar"),
        Livery("ss", (52, 54, 58), (244, 244, 240), (16, 18, 20), "cross"),
    ),
)

INKS: dict[str, Inks] = {
    STANDARD.key: _STANDARD,
    COLOUR_BLIND.key: replace(
        _STANDARD,
        woods=(190, 210, 186),
        glade=(138, 176, 152),
        trees=(54, 106, 88),
        lit=(120, 164, 138),
        marsh=(204, 216, 222),
        fen=(140, 168, 190),
        reed=(50, 88, 116),
        upland=(222, 204, 178),
        ridge=(112, 84, 60),
        sea=(176, 208, 230),
        ripple=(132, 178, 210),
        coast=(44, 84, 120),
        river=(52, 132, 190),
        bank=(20, 76, 124),
        barrier=(40, 74, 110),
        water_name=(24, 72, 118),
        german=(0, 62, 128),
        russian=(176, 62, 0),
        occupied=(40, 76, 120),
        liveries=(
            COLOUR_BLIND.livery("german"),
            COLOUR_BLIND.livery("soviet"),
            Livery("rumanian", (232, 212, 120), (54, 42, 0), (116, 96, 20), "bar"),
            Livery("finnish", (232, 238, 246), (0, 44, 110), (60, 96, 156), "bar"),
            Livery("hungarian", (128, 176, 160), (0, 36, 28), (30, 88, 72), "bar"),
            Livery("ss", (50, 52, 58), (246, 246, 244), (14, 16, 20), "cross"),
        ),
    ),
    DARK.key: replace(
        _STANDARD,
        land=(66, 66, 60),
        fleck=(61, 61, 55),
        grass=(100, 98, 82),
        woods=(50, 62, 46),
        glade=(76, 94, 64),
        trees=(112, 140, 92),
        lit=(74, 96, 62),
        marsh=(56, 70, 72),
        fen=(88, 114, 116),
        reed=(140, 176, 160),
        upland=(92, 80, 62),
        ridge=(196, 164, 116),
        snowcap=(58, 54, 48),
        sea=(36, 54, 68),
        ripple=(60, 86, 104),
        coast=(128, 164, 184),
        river=(92, 150, 186),
        bank=(24, 44, 58),
        grid=(118, 114, 98),
        barrier=(150, 186, 206),
        rail=(232, 228, 214),
        bed=(40, 40, 38),
        name=(240, 236, 222),
        grid_name=(196, 188, 160),
        water_name=(164, 202, 224),
        halo=(40, 40, 36),
        frame=(190, 184, 166),
        german=(140, 178, 236),
        russian=(255, 110, 92),
        occupied=(140, 160, 190),
        liveries=(
            DARK.livery("german"),
            DARK.livery("soviet"),
            Livery("rumanian", (198, 174, 108), (40, 28, 4), (60, 46, 16), "bar"),
            Livery("finnish", (206, 214, 226), (16, 42, 96), (40, 60, 100), "bar"),
            Livery("hungarian", (124, 152, 112), (10, 28, 10), (24, 44, 20), "bar"),
            Livery("ss", (28, 29, 32), (240, 240, 236), (150, 150, 150), "cross"),
        ),
    ),
}


def inks(look: Look) -> Inks:
    """Return the inks of a look."""
    return INKS[look.key]
