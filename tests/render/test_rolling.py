"""Dice that roll for a second and end on the strip of the same fight."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.kernel.dice import Roll
from bot.kernel.game import Scene
from render import LOOKS, Look, Picture
from render.copies import smaller
from render.dice import rolling, strip

looks = pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
FIGHTS = {
    "one roll": Scene("fight", "BMP 5 fires: missed", rolls=(Roll("attack", 10, (3,), 0),), chance=0.4),
    "with targets": Scene(
        "fight", "German 3rd Squad on Soviet 5th Squad", hits=(5, 5), titles=("attack", "5th Squad defends"),
        rolls=(Roll("attack", 6, (6, 1, 5, 2), 0), Roll("defence", 6, (4, 6), 1)), chance=0.2,
    ),
    "a long title": Scene(
        "fight", "C4 Kaunas: the defenders are eliminated. " + "German 13 to 4 by differential, woods -1, " * 3,
        rolls=(Roll("combat", 6, (6, 4), 0),), titles=("2d6 +2: DE",),
    ),
    "many dice": Scene("fight", "Shells on A4", rolls=(Roll("attack", 6, (1, 2, 3, 4, 5, 6) * 7, 0),)),
}  # fmt: skip
fights = pytest.mark.parametrize("scene", FIGHTS.values(), ids=FIGHTS)


def frames(picture: Picture) -> list[Image.Image]:
    found = []
    with Image.open(io.BytesIO(picture.png)) as film:
        assert film.format == "WEBP"
        assert film.info["loop"] == 1, "it rolls once"
        for n in range(getattr(film, "n_frames", 1)):
            film.seek(n)
            found.append(film.convert("RGB"))
    return found


def lying(scene: Scene, look: Look) -> Image.Image:
    with Image.open(io.BytesIO(strip(scene, look).png)) as still:
        return still.convert("RGB")


def differ(a: Image.Image, b: Image.Image) -> bool:
    return a.size != b.size or ImageChops.difference(a, b).getbbox() is not None


@looks
@fights
def test_the_last_frame_is_the_strip(scene: Scene, look: Look) -> None:
    film, still = rolling(scene, look), strip(scene, look)
    *moving, last = frames(film)
    assert not differ(last, lying(scene, look))
    assert (film.width, film.height, film.alt) == (still.width, still.height, still.alt)
    assert len(moving) > 5
    assert all(differ(one, last) for one in moving)
    assert any(differ(one, other) for one, other in pairwise(moving))


@fights
def test_dice_roll_for_about_a_second_in_a_small_file(scene: Scene) -> None:
    film = rolling(scene, LOOKS["standard"])
    assert len(film.png) < 150_000
    times = []
    with Image.open(io.BytesIO(film.png)) as shown:
        for n in range(getattr(shown, "n_frames", 1)):
            shown.seek(n)
            shown.load()
            times.append(shown.info["duration"])
    assert 700 <= sum(times[:-1]) <= 1300


def test_rolling_dice_show_no_result() -> None:
    """The titles of two fights differ only in the result."""
    one, two = (
        Scene("fight", f"BMP 5 fires: {result}", rolls=(Roll("attack", 6, (3,), 0),), chance=chance)
        for result, chance in (("missed", 0.4), ("destroyed", 0.6))
    )
    looks = [frames(rolling(scene, LOOKS["standard"])) for scene in (one, two)]
    assert not any(differ(a, b) for a, b in zip(looks[0][:-1], looks[1][:-1], strict=True))
    assert differ(looks[0][-1], looks[1][-1])


def test_a_place_for_small_files_gets_the_strip() -> None:
    scene, look = FIGHTS["many dice"], LOOKS["standard"]
    film = rolling(scene, look)
    kept = smaller(film, len(film.png))
    assert kept is film
    still = smaller(film, len(film.png) - 1)
    assert still is not None
    assert still.name == "dice.png"
    assert still.png.startswith(b"\x89PNG")
    assert len(still.png) < len(film.png)
