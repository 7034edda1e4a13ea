"""The faces of cards side by side on one picture."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render import png
from render.finished import Picks, Picture
from render.look import Look
from render.picture import sentences
from render.places import Place, written

ABREAST = 2
"""How many faces stand side by side; their text can still be read at 400 pixels."""


def side_by_side(
    keys: Sequence[str], faces: Sequence[Image.Image], says: Sequence[str], look: Look, picks: Picks
) -> Picture:
    """Return equally large faces in rows, from left to right.

    Faces with picks are places of the picture.
    """
    width, height = faces[0].size
    image = Image.new("RGB", (width * min(len(faces), ABREAST), height * -(-len(faces) // ABREAST)), look.panel)
    shape = (0, 0, width, 0, width, height, 0, height)
    outline = tuple(at - (height if n % 2 else width) // 2 for n, at in enumerate(shape))
    places = []
    for n, (key, face) in enumerate(zip(keys, faces, strict=True)):
        x, y = width * (n % ABREAST), height * (n // ABREAST)
        image.paste(face, (x, y))
        if key in picks:
            places.append(Place(key, x + width // 2, y + height // 2, outline, picks=tuple(picks[key])))
    file = png.encode(image, text=written(places) if places else b"")
    return Picture(file, image.width, image.height, sentences(says), "cards.png")
