"""The palette of firefights: fitted to all maps and samples of all pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace
from PIL import Image

from bot.titles.firefight.model.ids import MapId, Sheet
from bot.titles.firefight.printed.maps import maps
from render import hexmap, kept, png
from render.canvas import CHALK, INK, Sprite
from render.counters import CARD
from render.firefight import signs
from render.firefight.counters import FIGURES, HARD, HITS, SOFT, Chit, badge, control, counter, far_counter
from render.firefight.key import key
from render.firefight.views import board, chart
from render.kept import digest
from render.look import Look
from render.palette_samples import WIDE, laid
from render.shelters import SHELTERS

CELL, SCALE = 84, 0.42
"""The pixels of a sprite\'s place on the sample sheet, and pixels to a unit."""
SMALL = 0.25
"""The scale of maps for the palette, relative to the players' pictures."""


@lru_cache(maxsize=4)
def palette(look: Look) -> Image.Image:
    """Return the palette of every battlefield in a look.

    It is fitted to all maps, because maps are added in play.
    """
    charts = [chart((Sheet(key),)).key for key in sorted(maps().maps)]
    found = kept.palette(digest(charts, look), lambda: _fitted(look))
    assert found is not None
    return found


def _fitted(look: Look) -> Image.Image:
    grounds = [_small(key, look) for key in sorted(maps().maps)]
    return png.fit([*grounds, samples(look).reduce(2)], {*look.colours(), INK, CHALK, CARD, SOFT, HARD})


def _small(key: MapId, look: Look) -> Image.Image:
    """Return a map at a small scale."""
    field = (Sheet(key),)
    window = board(field)
    return hexmap.ground(chart(field), look, replace(window, scale=window.scale * SMALL))


def samples(look: Look) -> Image.Image:
    """Return a sheet with every counter, sign, line and tint."""
    return laid(list(_sprites(look)), key(look, WIDE * CELL), CELL, SCALE, look.clear, look)


def _sprites(look: Look) -> Iterator[Sprite]:
    states = (("fresh", ""), ("spent", ""), ("active", "?"), ("spent", "pinned"))
    for side in ("german", "soviet"):
        for n, figure in enumerate(FIGURES):
            state, hit = states[n % len(states)]
            armour = ("", "front", "both")[n % 3]
            chit = Chit(
                side, figure, "Rifle 03", "3", n % 2 == 0, 1, "track", "WT", 4, 3, n % 3 == 0, "5", 11, 13, armour,
                n % 4 == 0, n % 6, state, "5", hit, n % 5 == 0, "", "riflemen", "Rifle 04",
            )  # fmt: skip
            yield counter(chit, look, SCALE)
            yield far_counter(chit, look, SCALE)
        for shelter in ("entrenchment", "trench", "pillbox"):
            assert shelter in SHELTERS
            yield counter(Chit(side, "riflemen", shelter=shelter), look, SCALE)
        yield counter(Chit(side), look, SCALE)
        yield control(side, look, 0.8)
        yield signs.tally(3, side, look, 0.8)
        yield signs.gate(side, look, 0.8, 0)
    for which in ("spent", "active", "hidden", *HITS):
        yield badge(which, look, 0.8)
    for heavy in (True, False):
        yield signs.smoke(heavy, look, 0.3)
    yield signs.target(look, 1)
    yield signs.caps("+1 CAP", look, 0.6)
    yield signs.secret(look, 1)
    yield signs.slit(1, look, 0.34)
    yield signs.track(4, 2, look, 70)
    yield signs.purse((("4", "CAPs", "disc"), ("4", "VP", "star")), look, CELL)
