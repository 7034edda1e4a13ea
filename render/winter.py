"""The ground under snow: a winter form of each look, for the ground only."""

from __future__ import annotations

from msgspec.structs import replace

from render.look import COLOUR_BLIND, DARK, STANDARD, Look

_SNOW = replace(
    STANDARD,
    clear=(236, 239, 240),
    meadow=(223, 230, 236),
    rim=(214, 217, 216),
    grid=(116, 128, 140),
    label=(48, 54, 60),
    halo=(244, 246, 247),
    shade=(44, 52, 66),
    hills=((213, 219, 226), (190, 198, 208)),
    slope=(118, 112, 108),
    floor=(196, 208, 204),
    crowns=((74, 98, 84), (62, 86, 76), (86, 108, 94)),
    sun=(240, 244, 246),
    scrub=(214, 214, 208),
    stone=(228, 232, 235),
    stone_shade=(92, 94, 98),
    bog=(200, 211, 208),
    reed=(120, 104, 62),
    water=(122, 164, 184),
    depth=(84, 130, 156),
    ripple=(198, 220, 228),
    bank=(110, 126, 136),
    road=(212, 204, 188),
    verge=(122, 110, 92),
    yard=(218, 215, 206),
    roofs=(
        ((246, 248, 249), (150, 112, 98)),
        ((240, 243, 246), (132, 124, 118)),
        ((244, 246, 247), (126, 108, 94)),
    ),
    plank=(168, 148, 120),
    gully=(226, 224, 214),
    bluff=(160, 152, 142),
)

WINTER: dict[str, Look] = {
    STANDARD.key: _SNOW,
    COLOUR_BLIND.key: replace(
        _SNOW,
        key=COLOUR_BLIND.key,
        crowns=((54, 100, 88), (44, 88, 78), (68, 112, 98)),
        water=(112, 170, 208),
        depth=(48, 118, 176),
        ripple=(202, 226, 242),
        bank=(84, 110, 134),
        roofs=(
            ((246, 248, 249), (112, 108, 106)),
            ((240, 243, 246), (134, 128, 122)),
            ((244, 246, 247), (96, 94, 92)),
        ),
    ),
    DARK.key: replace(
        _SNOW,
        key=DARK.key,
        clear=(104, 112, 121),
        meadow=(95, 104, 115),
        rim=(62, 66, 70),
        grid=(150, 158, 164),
        label=(238, 240, 240),
        halo=(62, 69, 77),
        shade=(14, 18, 24),
        hills=((124, 131, 139), (146, 152, 158)),
        slope=(216, 208, 194),
        floor=(76, 90, 92),
        crowns=((38, 62, 52), (30, 52, 46), (46, 72, 60)),
        sun=(186, 196, 202),
        scrub=(112, 112, 108),
        stone=(188, 194, 198),
        stone_shade=(44, 46, 50),
        bog=(82, 96, 100),
        reed=(188, 172, 118),
        water=(52, 96, 120),
        depth=(30, 66, 90),
        ripple=(140, 180, 198),
        bank=(30, 44, 54),
        road=(170, 162, 148),
        verge=(52, 48, 42),
        yard=(108, 106, 102),
        roofs=(((196, 202, 206), (104, 72, 60)), ((186, 193, 198), (88, 80, 74)), ((192, 198, 202), (84, 68, 56))),
        plank=(140, 124, 102),
        gully=(142, 142, 136),
        bluff=(74, 72, 68),
    ),
}
"""Keyed by look."""


def dressed(look: Look, snow: bool) -> Look:
    """Return the colours of the ground, under snow or not."""
    return WINTER.get(look.key, look) if snow else look
