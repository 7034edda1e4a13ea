"""The city as a picture, drawn once in each look, by day and night, then cached."""

from __future__ import annotations

from functools import partial

from PIL import Image

from render import blocks
from render.canvas import Pen
from render.chart import Window
from render.kept import digest
from render.look import Look
from render.trap import built, labels, land, landmarks
from render.trap.city import CROP_SCALE, FRAME, City
from render.trap.inks import inks


def scenery(city: City, look: Look, night: bool, window: Window) -> Image.Image:
    """Return a fresh copy of the printed city in a window that is often needed."""
    return blocks.whole(
        digest(city.key, look, night),
        window,
        lambda window: _labelled(_bare(city, look, night, window), city, look, night, window),
    )


def part(city: City, look: Look, night: bool, window: Window) -> Image.Image:
    """Return the same in the window of a crop."""
    box = (city.left - FRAME, city.top - FRAME, city.right + FRAME, city.bottom + FRAME)
    land = blocks.Land(digest(city.key, look, night), CROP_SCALE, box, partial(_bare, city, look, night))
    image = blocks.cut(land, window)
    return _labelled(image, city, look, night, window)


def _bare(city: City, look: Look, night: bool, window: Window) -> Image.Image:
    """Draw the city in a window, without labels."""
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
    return pen.done()


def _labelled(image: Image.Image, city: City, look: Look, night: bool, window: Window) -> Image.Image:
    """Write the names of the river and streets, and hex numbers; return the picture."""
    ink = inks(look, night)
    labels.river(image, ink, city, window, city.river_name)
    labels.streets(image, ink, city, window)
    labels.numbers(image, ink, city, window)
    return image


def _margin(pen: Pen, look: Look, city: City) -> None:
    """Cover the area outside of the map's hexes."""
    far = 400.0
    for a, b in (
        ((city.left - far, city.top - far), (city.right + far, city.top)),
        ((city.left - far, city.bottom), (city.right + far, city.bottom + far)),
        ((city.left - far, city.top), (city.left, city.bottom)),
        ((city.right, city.top), (city.right + far, city.bottom)),
    ):
        pen.box(a, b, look.panel)
    pen.box((city.left - 2, city.top - 2), (city.right + 2, city.bottom + 2), None, look.ink, 5)
