"""The dice of a fight in a strip.

Successes are larger, ringed and ticked; other dice are small and pale.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from PIL import Image

from bot.kernel.dice import Roll
from bot.kernel.game import Scene
from bot.kit.english import percent
from render import png
from render.canvas import CHALK, INK, Sprite, cut, mix, sheet
from render.finished import Picture
from render.look import Look
from render.panels import Column
from render.picture import sentences

WIDTH = 800
"""The breadth of a strip in pixels."""
CELL = 84
"""The room of one die in pixels."""
TITLE = 34
"""The size of a title."""
TIMES = (50, 50, 60, 60, 70, 80, 90, 110, 130, 150, 170)
"""Milliseconds of each frame with rolling dice: they slow down."""
REST = 60_000
"""Milliseconds of the last frame, for players that repeat a film."""
EFFORT = 3
"""The effort of compression, up to 6."""
PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""The pips of each face, as places in a grid of three rows."""


def strip(scene: Scene, look: Look) -> Picture:
    """Draw the rolls of a scene with its title and the chance of the result."""
    image = _fallen(scene, look)
    return Picture(png.encode(image), image.width, image.height, _alt(scene), "dice.png")


def rolling(scene: Scene, look: Look) -> Picture:
    """Draw the same strip as a film in which the dice roll for a second.

    The last frame is the strip itself. The frames before it show no result.
    """
    last = _fallen(scene, look)
    frames = [_tumbling(scene, look, n, last.height) for n in range(len(TIMES))]
    file = io.BytesIO()
    first, *more = [*frames, last]
    first.save(
        file, "WEBP", save_all=True, append_images=more, duration=[*TIMES, REST], loop=1, lossless=True,
        quality=50, method=EFFORT,
    )  # fmt: skip
    return Picture(file.getvalue(), last.width, last.height, _alt(scene), "dice.webp")


def _fallen(scene: Scene, look: Look) -> Image.Image:
    """Draw the strip with its results."""
    column = Column(WIDTH, look)
    column.text(scene.title, TITLE, weight="Bold")
    for i, (title, roll, least) in enumerate(_rolls(scene)):
        column.gap(8)
        column.line(title, 28, right=_count(roll, least))
        dice = [die(face, roll.sides, least <= face if least else None, i % 2 == 0, look) for face in roll.faces]
        column.sprites([(each, "") for each in dice], CELL)
    if scene.chance is not None:
        column.gap(8)
        column.bar(scene.chance, f"{scene.likely}: {percent(scene.chance)}", 28)
    return column.done()


def _tumbling(scene: Scene, look: Look, n: int, height: int) -> Image.Image:
    """Draw a frame with rolling dice, without the results."""
    column, whole = Column(WIDTH, look), Column(WIDTH, look)
    whole.text(scene.title, TITLE, weight="Bold")
    column.text(_without_result(scene.title), TITLE, weight="Bold")
    column.gap(whole.y - column.y)
    for i, (title, roll, least) in enumerate(_rolls(scene)):
        column.gap(8)
        column.line(_without_result(title) if least or not i else "", 28)
        faces = [_passing(roll, n, place) for place in range(len(roll.faces))]
        column.sprites([(die(face, roll.sides, None, i % 2 == 0, look), "") for face in faces], CELL)
    return column.done(height)


def _without_result(title: str) -> str:
    """Return a title without the result after its colon."""
    return title.partition(": ")[0]


def _passing(roll: Roll, n: int, place: int) -> int:
    """Return the face that a rolling die shows in a frame."""
    return 1 + (roll.faces[place] * 31 + place * 17 + (n + 1) * (7 * n + 3)) % roll.sides


def _rolls(scene: Scene) -> Iterator[tuple[str, Roll, int]]:
    """Yield each roll with its title and its target; the target is 0 if none counts."""
    for roll, title, least in zip_longest(scene.rolls, scene.titles, scene.hits):
        if roll is not None:
            named = title or roll.purpose
            yield named[:1].upper() + named[1:], roll, least or 0


@lru_cache(maxsize=256)
def die(face: int, sides: int, counts: bool | None, dark: bool, look: Look) -> Sprite:
    """Return a die, with a number if it does not have six sides.

    Dark and light dice distinguish a roll from the next. `counts` is whether it is a hit, `None` if no die of its
    roll can hit.
    """
    pen = sheet(CELL / 2, CELL / 2, 1)
    body, pip = (INK, CHALK) if dark else (CHALK, INK)
    half = 24.0 if counts is False else 30.0
    if counts is False:
        body, pip = mix(body, look.panel, 0.45), mix(pip, look.panel, 0.2)
    edge = look.gold if counts else look.muted
    pen.box((-half, -half), (half, half), body, edge, 5 if counts else 2, r=half * 0.26)
    if sides == 6:
        for place in map(int, PIPS[face]):
            pen.disc(((place % 3 - 1) * half * 0.5, (place // 3 - 1) * half * 0.5), half * 0.17, pip)
    else:
        pen.text((0, 0), str(face), half * 0.9, pip)
    if counts:
        pen.disc((27, 27), 13.5, look.gold, INK, 2)
        pen.line([(20.5, 27), (25.5, 32.5), (34, 21)], INK, 4.4, ends=True)
    return cut(pen)


def _count(roll: Roll, least: int) -> str:
    return f"{roll.count(least)} of {len(roll.faces)} at {least}+" if least else ""


def _alt(scene: Scene) -> str:
    parts = [f"{scene.title.rstrip('.')}."]
    for title, roll, least in _rolls(scene):
        count = f": {_count(roll, least)}" if least else ""
        parts.append(f"{title} {', '.join(map(str, roll.faces))}{count}.")
    if scene.chance is not None:
        parts.append(f"{scene.likely}: {percent(scene.chance)}.")
    return sentences(parts)
