"""The palette of the city: fitted to its ground and samples of all its pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from render import kept, png
from render.canvas import CHALK, INK, Sprite
from render.counters import CARD
from render.kept import digest
from render.look import Look
from render.palette_samples import WIDE, laid
from render.trap import hazards, lines, signs
from render.trap.city import City, whole
from render.trap.counters import STATUS, Chit, badge, counter, formation
from render.trap.figures import MEN
from render.trap.inks import inks
from render.trap.key import key
from render.trap.scenery import scenery

CELL = 72
"""The pixels of a sprite\'s place on the sample sheet."""
SCALE = 0.5


@lru_cache(maxsize=12)
def palette(city: City, look: Look, night: bool) -> Image.Image | None:
    """Return the palette of the city in a look, `None` if 256 colours are too few."""
    return kept.palette(digest(city.key, look, night), lambda: _fitted(city, look, night))


def _fitted(city: City, look: Look, night: bool) -> Image.Image | None:
    window = whole(city)
    drawn = scenery(city, look, night, window)
    small = drawn.reduce(3)
    exact = {*inks(look, night).colours(), *_used(look), INK, CHALK, CARD}
    found = png.fit([small, samples(look, night)], exact)
    return found if png.likeness(drawn, found) >= png.GOOD else None


def _used(look: Look) -> set[tuple[int, int, int]]:
    """Return the colours of a look that this title uses."""
    return {
        look.page, look.panel, look.ink, look.muted, look.rule, look.gold, look.halo, look.caution, look.alarm,
        look.aim, look.way, look.spent,
    }  # fmt: skip


def samples(look: Look, night: bool) -> Image.Image:
    """Return a sheet with every counter, sign, line and tint."""
    return laid(
        list(_sprites(look, night)), key(look, WIDE * CELL, night), CELL, SCALE, inks(look, night).yard, look
    )


def _sprites(look: Look, night: bool) -> Iterator[Sprite]:
    for livery in inks(look).liveries:
        chechen = livery.side == "chechen"
        for kind, model in (
            *((kind, "") for kind in MEN),
            ("tank", "T-62" if chechen else "T-80"),
            ("apc", "BTR"),
        ):
            side = "chechen" if chechen else "russian"
            for done in (False, True):
                chit = Chit(side, livery.side, kind, model, "1", 5, 4, 1, activated=done, aboard=("1/81", "2/81"))
                yield counter(chit, look, SCALE)
        yield formation(livery.side, look, 0.8)
    for side in ("russian", "chechen"):
        yield counter(Chit(side, facing=2), look, SCALE)
        yield hazards.flag(side, look, 1)
        yield hazards.tally(3, side, look, 0.6)
        yield signs.banner(side, "To act", look, 68, 20)
    for which in (*STATUS, "done", "shot at"):
        yield badge(which, look, 1)
    yield hazards.rubble("specimen", look, night, 0.34)
    yield hazards.road_block(look, night, 0.36)
    yield hazards.wreck(look, night, 0.6)
    yield hazards.shells(look, 0.34)
    yield hazards.floor(120, 60, look, night, 0.5)
    for word in ("flank", "rear"):
        yield lines.wash(word, look, 0.34)
    yield lines.barred(look, 0.8)
    yield lines.dash(look, 1)
    yield signs.track(1, 3, 2, (3,), look, 70)
    yield signs.balance(4, 16, look, 70)
