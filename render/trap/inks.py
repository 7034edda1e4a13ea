"""The colours of the city by day and night in each look; streets stand out."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import asdict, astuple, replace

from render.canvas import mix
from render.look import COLOUR_BLIND, DARK, STANDARD, Colour, Livery, Look, colours_in

Roof = tuple[Colour, Colour]
"""A roof in the light, and its edge."""


class Inks(Struct, frozen=True, kw_only=True):
    """The colours of the city. Liveries are by formation."""

    field: Colour
    """Open ground, and a second tone of it."""
    stubble: Colour
    square: Colour
    """Open ground between houses, and the joints of its paving."""
    paving: Colour
    yard: Colour
    """The ground under houses."""
    kerb: Colour
    street: Colour
    stripe: Colour
    """The line along the middle of a street."""
    roofs: tuple[Roof, ...]
    window: Colour
    """Roof structures: shafts by day, lit windows by night."""
    shade: Colour
    park: Colour
    lawn: Colour
    crowns: tuple[Colour, Colour]
    sun: Colour
    river: Colour
    ripple: Colour
    quay: Colour
    deck: Colour
    """Bridges."""
    rail: Colour
    ballast: Colour
    marble: Colour
    """Landmarks, their edge and the ground around them."""
    column: Colour
    court: Colour
    grid: Colour
    number: Colour
    name: Colour
    halo: Colour
    char: Colour
    """Wrecks and burnt walls."""
    brick: Colour
    fire: Colour
    upper: Colour
    """The floor of the upper level, and its edge."""
    storey: Colour
    liveries: tuple[Livery, ...]

    def livery(self, formation: str) -> Livery:
        """Return the colours of a formation; an unknown formation gets the last."""
        return next((livery for livery in self.liveries if livery.side == formation), self.liveries[-1])

    def colours(self) -> set[Colour]:
        """Return every one of them."""
        return set(colours_in(astuple(self)))


def _liveries(*bases: tuple[str, Colour, Colour, Colour]) -> tuple[Livery, ...]:
    return tuple(
        Livery(key, base, ink, rim, "bar" if key == "chechen" else "star", 7.0) for key, base, ink, rim in bases
    )


LIGHT, DEEP = (252, 248, 236), (24, 20, 18)

_STANDARD = Inks(
    field=(225, 220, 192),
    stubble=(215, 210, 178),
    square=(232, 226, 212),
    paving=(212, 204, 186),
    yard=(188, 177, 158),
    kerb=(92, 80, 64),
    street=(255, 250, 232),
    stripe=(214, 200, 164),
    roofs=(
        ((156, 128, 108), (112, 88, 72)),
        ((142, 134, 124), (100, 94, 86)),
        ((168, 146, 120), (122, 102, 80)),
        ((150, 112, 94), (108, 76, 62)),
    ),
    window=(112, 100, 88),
    shade=(58, 48, 38),
    park=(178, 192, 142),
    lawn=(196, 206, 160),
    crowns=((98, 126, 76), (84, 112, 66)),
    sun=(138, 162, 104),
    river=(116, 164, 190),
    ripple=(164, 200, 216),
    quay=(70, 92, 100),
    deck=(226, 214, 188),
    rail=(50, 46, 44),
    ballast=(178, 168, 150),
    marble=(240, 226, 186),
    column=(128, 92, 34),
    court=(216, 198, 156),
    grid=(96, 84, 64),
    number=(74, 62, 44),
    name=(34, 30, 26),
    halo=(250, 244, 226),
    char=(44, 40, 38),
    brick=(170, 112, 88),
    fire=(236, 126, 30),
    upper=(206, 214, 224),
    storey=(62, 76, 98),
    liveries=_liveries(
        ("1/81", (150, 44, 36), LIGHT, (74, 14, 10)),
        ("2/81", (196, 104, 28), (30, 16, 4), (96, 46, 6)),
        ("3/81", (220, 190, 126), (44, 30, 8), (112, 86, 34)),
        ("81", (120, 34, 52), LIGHT, (58, 10, 20)),
        ("1/131", (44, 84, 140), LIGHT, (14, 36, 70)),
        ("2/131", (118, 164, 204), (8, 26, 48), (36, 74, 112)),
        ("3/131", (74, 80, 92), LIGHT, (30, 34, 42)),
        ("131", (40, 58, 104), LIGHT, (12, 22, 52)),
        ("schmel", (106, 70, 120), LIGHT, (50, 26, 60)),
        ("artillery", (112, 106, 96), LIGHT, (62, 58, 50)),
        ("russian", (140, 50, 44), LIGHT, (70, 18, 14)),
        ("chechen", (36, 106, 62), LIGHT, (10, 50, 26)),
        ("", (112, 106, 96), LIGHT, (62, 58, 50)),
    ),
)

_DAY: dict[str, Inks] = {
    STANDARD.key: _STANDARD,
    COLOUR_BLIND.key: replace(
        _STANDARD,
        roofs=(
            ((150, 132, 116), (104, 90, 78)),
            ((140, 138, 134), (98, 96, 92)),
            ((166, 150, 128), (118, 104, 86)),
            ((134, 120, 110), (92, 82, 74)),
        ),
        park=(168, 194, 172),
        lawn=(188, 208, 188),
        crowns=((66, 116, 100), (54, 100, 88)),
        sun=(112, 156, 134),
        river=(88, 160, 214),
        ripple=(150, 200, 234),
        quay=(30, 74, 112),
        fire=(240, 160, 30),
        liveries=_liveries(
            ("1/81", (170, 66, 0), LIGHT, (84, 28, 0)),
            ("2/81", (230, 159, 0), (40, 24, 0), (120, 76, 0)),
            ("3/81", (240, 222, 130), (46, 38, 0), (124, 108, 24)),
            ("81", (118, 42, 0), LIGHT, (58, 18, 0)),
            ("1/131", (0, 90, 156), LIGHT, (0, 36, 72)),
            ("2/131", (110, 184, 228), (0, 28, 50), (20, 84, 128)),
            ("3/131", (74, 78, 86), LIGHT, (28, 32, 38)),
            ("131", (0, 56, 112), LIGHT, (0, 22, 52)),
            ("schmel", (162, 82, 134), LIGHT, (84, 30, 66)),
            ("artillery", (104, 104, 104), LIGHT, (58, 58, 58)),
            ("russian", (150, 60, 0), LIGHT, (76, 26, 0)),
            ("chechen", (0, 110, 90), LIGHT, (0, 52, 40)),
            ("", (104, 104, 104), LIGHT, (58, 58, 58)),
        ),
    ),
    DARK.key: replace(
        _STANDARD,
        field=(70, 70, 58),
        stubble=(64, 64, 52),
        square=(82, 80, 72),
        paving=(96, 92, 82),
        yard=(58, 53, 47),
        kerb=(24, 21, 17),
        street=(190, 178, 148),
        stripe=(146, 134, 104),
        roofs=(
            ((96, 78, 66), (46, 36, 30)),
            ((88, 84, 78), (42, 40, 36)),
            ((106, 92, 76), (50, 42, 34)),
            ((98, 70, 58), (46, 30, 26)),
        ),
        window=(66, 58, 50),
        shade=(12, 10, 8),
        park=(58, 70, 46),
        lawn=(68, 82, 54),
        crowns=((48, 72, 42), (40, 62, 36)),
        sun=(78, 104, 60),
        river=(60, 112, 142),
        ripple=(104, 156, 184),
        quay=(20, 36, 44),
        deck=(150, 138, 112),
        rail=(212, 206, 192),
        ballast=(52, 49, 44),
        marble=(196, 172, 112),
        column=(84, 58, 16),
        court=(108, 94, 60),
        grid=(136, 126, 104),
        number=(214, 206, 182),
        name=(242, 236, 220),
        halo=(32, 29, 25),
        char=(18, 16, 15),
        brick=(150, 96, 76),
        fire=(250, 146, 44),
        upper=(92, 102, 116),
        storey=(196, 206, 222),
    ),
}

_GLOOM: Colour = (12, 18, 54)
_BRIGHT = (
    "street",
    "marble",
    "column",
    "court",
    "number",
    "name",
    "halo",
    "window",
    "fire",
    "liveries",
    "upper",
    "storey",
    "grid",
)
"""Colours that the night does not darken with the ground."""


@cache
def inks(look: Look, night: bool = False) -> Inks:
    """Return the inks of a look, by day or by night."""
    day = _DAY[look.key]
    return _by_night(day, look) if night else day


def _by_night(day: Inks, look: Look) -> Inks:
    """Darken the ground to a blue; streets, windows and white names stay bright."""
    deep = 0.58 if look.key == DARK.key else 0.72
    dark = {name: _darkened(value, deep) for name, value in asdict(day).items() if name not in _BRIGHT}
    return replace(
        day,
        **dark,
        street=mix(day.street, _GLOOM, deep - 0.22),
        marble=mix(day.marble, _GLOOM, 0.38),
        column=mix((214, 170, 72), _GLOOM, 0.2),
        court=mix(day.court, _GLOOM, 0.56),
        window=(250, 204, 104),
        number=(168, 178, 206),
        name=(238, 240, 250),
        halo=(14, 18, 36),
        grid=(96, 108, 144),
        upper=mix(day.upper, _GLOOM, 0.45),
        storey=(200, 210, 232),
    )


def _darkened(value: object, part: float) -> object:
    """Return a colour, or a tuple of such, as the night shows it."""
    assert isinstance(value, tuple)
    if all(isinstance(each, int) for each in value):
        return mix(value, _GLOOM, part)
    return tuple(_darkened(each, part) for each in value)
