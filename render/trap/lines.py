"""Lines across the city: sight, fire and paths; tints of arcs and ranges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from bot.kit.hexes import Hex
from bot.titles.trap.field.sight import sight
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId
from render import markers
from render import tints as tinted
from render.canvas import CHALK, INK, Point, Sprite, cut, sheet
from render.chart import SIDE, centre, corners
from render.look import Colour, Look
from render.stacks import Room
from render.trap.pieces import Setting
from render.trap.plates import Box

LONGEST = 8
"""How far a line is followed along a street."""
NOTED = 48.0
"""How far from the middle of its hex a number reaches on a large part of the map."""
SHORT = 62.0
"""How far from the middle of its last hex a line ends."""


def fire(setting: Setting, state: State, line: tuple[str, str]) -> None:
    """Draw a line of sight or fire, along a street if it runs there.

    It ends at the first obstacle.
    """
    start, end = HexId(line[0]), HexId(line[1])
    if start == end:
        return
    seen = sight().line(start, end, LONGEST, state.rubble)
    spots = _along([centre(setting.ground.map.places[hex]) for hex in seen.course or (start, end)])
    look, frame, window = setting.look, setting.frame, setting.window
    if seen.blocked is None:
        markers.arrow(frame, window, spots, look.aim, look, dotted=False, short=SHORT)
        return
    stop = _stop(spots[0], spots[-1], centre(setting.ground.map.places[seen.blocked]), seen.blocked == end)
    _dashes(setting, stop, spots[-1])
    markers.arrow(frame, window, [spots[0], stop], look.aim, look, dotted=False, short=0.0)
    barred(look, window.scale).stamp(frame, window.pixel(stop))


def _along(middles: Sequence[Point]) -> list[Point]:
    """Return a line through some hexes by the sides between them, as streets run."""
    gates = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(middles)]
    return [middles[0], *(gates if len(middles) > 2 else ()), middles[-1]]


def _stop(start: Point, end: Point, at: Point, last: bool) -> Point:
    """Return the end of a line.

    It is before the hex that blocks it, or half way to a house on no common street.
    """
    if last:
        return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / (dx * dx + dy * dy)
    back = 70 / (dx * dx + dy * dy) ** 0.5
    return start[0] + dx * max(0.2, part - back), start[1] + dy * max(0.2, part - back)


def _dashes(setting: Setting, start: Point, end: Point) -> None:
    """Draw what would be the rest of a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    span = (dx * dx + dy * dy) ** 0.5
    dot = dash(setting.look, setting.window.scale)
    for k in range(1, int((span - 30) // 24) + 1):
        at = start[0] + dx * k * 24 / span, start[1] + dy * k * 24 / span
        dot.stamp(setting.frame, setting.window.pixel(at))


@lru_cache(maxsize=32)
def dash(look: Look, scale: float) -> Sprite:
    """Return a dot at the end of a blocked line."""
    pen = sheet(9, 9, scale)
    pen.disc((0, 0), 6.5, look.halo, look.muted, 3)
    return cut(pen)


@lru_cache(maxsize=32)
def barred(look: Look, scale: float) -> Sprite:
    """Return the sign of a line that ends here."""
    pen = sheet(30, 30, scale)
    pen.disc((0, 0), 24, CHALK, INK, 3)
    for k in (-1, 1):
        pen.line([(-11, -11 * k), (11, 11 * k)], look.aim, 8, ends=True)
    return cut(pen, shade=(2, 3, look.shade, 100))


def way(setting: Setting, path: Sequence[str], taken: bool) -> None:
    """Draw the path of a unit, up to the units at its end, or to the middle of a hex."""
    spots = [centre(setting.ground.map.places[HexId(hex)]) for hex in path]
    if any(a != b for a, b in pairwise(spots)):
        look, short = setting.look, SHORT if taken else 0.0
        markers.arrow(setting.frame, setting.window, spots, look.way, look, dotted=True, short=short)


def ring(setting: Setting, hex: str) -> None:
    """Draw a frame around a hex."""
    at = setting.ground.map.places[HexId(hex)]
    markers.ring(setting.frame, setting.window, corners(at), setting.look.aim, setting.look)


ASPECTS = {"front": "way", "flank": "caution", "rear": "aim"}
"""The colours of the sides that a unit turns to a hex, by the word in it."""


def tints(setting: Setting, notes: Sequence[tuple[str, str]]) -> None:
    """Tint hexes: each alone for the sides of a unit, all others with a single border."""
    places = setting.ground.map.places
    plain = [(places[HexId(hex)], text) for hex, text in notes if text not in ASPECTS]
    tinted.lay(setting.frame, setting.window, {at: tinted.tile(at) for at, _ in plain}, plain, setting.look)
    for hex, text in notes:
        if text in ASPECTS:
            wash(text, setting.look, setting.window.scale).stamp(setting.frame, setting.pixel(HexId(hex)))


def bare(setting: Setting, notes: Iterable[tuple[str, str]]) -> None:
    """Write many words or numbers into hexes, each into the middle."""
    for hex, text in notes:
        middle = centre(setting.ground.map.places[HexId(hex)])
        tinted.bare(setting.frame, setting.window, middle, text, setting.look)


def told(setting: Setting, notes: Iterable[tuple[str, str]]) -> Iterator[Box]:
    """Yield where words and numbers are written into hexes, in pixels."""
    for hex, text in notes:
        if text and setting.shows(HexId(hex)):
            yield Box(*setting.pixel(HexId(hex), -NOTED, -NOTED), *setting.pixel(HexId(hex), NOTED, NOTED))


def note(setting: Setting, hex: str, text: str, kept: Sequence[Room]) -> None:
    """Write a note in the middle of a hex, or beside its counters."""
    at = tinted.tile(setting.ground.map.places[HexId(hex)])
    tinted.note(setting.frame, setting.window, at, text, setting.look, kept)


@lru_cache(maxsize=32)
def wash(word: str, look: Look, scale: float) -> Sprite:
    """Return the tint of a hex.

    Flanks are hatched one way, the rear both ways, so that colour is not needed.
    """
    paint: Colour = getattr(look, ASPECTS.get(word, "way"))
    pen = sheet(SIDE, SIDE, scale)
    inner = [(x * 0.94, y * 0.94) for x, y in corners(Hex(0, 0))]
    pen.polygon(inner, (*paint, 74))
    for lean in {"flank": (1,), "rear": (1, -1)}.get(word, ()):
        for x in range(-48, 49, 24):
            pen.line([(x - 22 * lean, 38), (x + 22 * lean, -38)], (*paint, 150), 4)
    pen.line([*inner, inner[0], inner[1]], paint, 4.5)
    return cut(pen)
