"""Smaller copies of pictures for slow networks."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.kernel.secret import PUBLIC, see
from bot.local.home import smaller
from bot.local.home.smaller import Smaller, copied
from bot.titles import titles
from render.look import STANDARD
from render.titles import PICTURES
from tests.match import Match


def board() -> bytes:
    game = titles()["tide"]
    match = Match(game, "first", game.scenarios["first"].usual, bytes(32))
    return PICTURES["tide"].board(see(match.state, PUBLIC), STANDARD).png


def test_a_copy_looks_alike_and_keeps_the_text_of_the_file() -> None:
    png = board()
    copy = copied(png)
    assert len(copy) < 0.6 * len(png)
    with Image.open(io.BytesIO(png)) as before, Image.open(io.BytesIO(copy)) as after:
        assert (after.format, after.size) == ("WEBP", before.size)
        apart = ImageStat.Stat(ImageChops.difference(before.convert("RGB"), after.convert("RGB"))).mean
        assert max(apart) < 8
        text = before.text["fieldpost-places"]  # type: ignore[attr-defined]
        assert after.info["xmp"] == b"fieldpost-places" + bytes(5) + str(text).encode()


def test_a_file_that_cannot_become_smaller_stays_as_it_is() -> None:
    blank = io.BytesIO()
    Image.new("1", (400, 400)).save(blank, "PNG")
    for file in (blank.getvalue(), b"no picture"):
        assert copied(file) == file


async def test_the_last_copies_are_kept_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []

    def copy(png: bytes) -> bytes:
        made.append(png)
        return b"w"

    monkeypatch.setattr(smaller, "_MOST", 2)
    monkeypatch.setattr(smaller, "copied", copy)
    copies = Smaller()
    for name in ("1", "2", "1", "3", "1", "2"):
        assert await copies.of(name, b"file " + name.encode()) == (b"w", "image/webp")
    assert made == [b"file 1", b"file 2", b"file 3", b"file 2"]
