"""The city as a picture, drawn once for each window, look and time of day, and kept."""

from __future__ import annotations

import threading
from functools import lru_cache

from PIL import Image

from render.canvas import Pen
from render.chart import Window
from render.look import Look
from render.trap import built, labels, land, landmarks
from render.trap.city import City, whole
from render.trap.inks import inks

_DRAWING = threading.Lock()


def scenery(city: City, look: Look, night: bool, window: Window) -> Image.Image:
    """Return a fresh copy of the city in a window, with everything that is printed on the map."""
    kept = _whole if window == whole(city) else _part
    with _DRAWING:
        return kept(city, look, night, window).copy()


def _scenery(city: City, look: Look, night: bool, window: Window) -> Image.Image:
    ink = inks(look, night)
    pen = Pen(window.size, window.scale, window.left, window.top, ink.field, fine=2)
    land.fields(pen, ink, city, window)
    land.floors(pen, ink, city, window)
    landmarks.courts(pen, ink, city, window)
    land.railways(pen, ink, city)
    land.river(pen, ink, city)
    built.streets(pen, ink, city, window)
    land.bridges(pen, ink, city, window)
    land.parks(pen, ink, city, window)
    built.blocks(pen, ink, city, window)
    landmarks.landmarks(pen, ink, city, window)
    landmarks.hotels(pen, ink, city, window)
    land.grid(pen, ink, city, window)
    landmarks.rims(pen, ink, city, window)
    _margin(pen, look, city)
    image = pen.done()
    labels.river(image, ink, city, window, city.river_name)
    labels.streets(image, ink, city, window)
    labels.numbers(image, ink, city, window)
    return image


def _margin(pen: Pen, look: Look, city: City) -> None:
    """Cover what lies beyond the map, where no hex is."""
    far = 400.0
    for a, b in (
        ((city.left - far, city.top - far), (city.right + far, city.top)),
        ((city.left - far, city.bottom), (city.right + far, city.bottom + far)),
        ((city.left - far, city.top), (city.left, city.bottom)),
        ((city.right, city.top), (city.right + far, city.bottom)),
    ):
        pen.box(a, b, look.panel)
    pen.box((city.left - 2, city.top - 2), (city.right + 2, city.bottom + 2), None, look.ink, 5)


_whole = lru_cache(maxsize=6)(_scenery)
_part = lru_cache(maxsize=12)(_scenery)
"""Parts of the map are kept apart, so that many small pictures do not push the whole ones out."""
