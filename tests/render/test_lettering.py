"""Fonts, lines and paragraphs."""

from __future__ import annotations

import pytest
from PIL import Image

from render import lettering
from render.lettering import Weight, shorten, width, wrap, write

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzäöüßéèñçł0123456789.,:;!?+-–—…/%()'\"§"
CYRILLIC = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ"
MISSING = "\uffff"


@pytest.mark.parametrize("weight", ["Medium", "Bold"])
def test_fonts_have_latin_and_cyrillic_letters(weight: Weight) -> None:
    box = lettering.mask(MISSING, 40, weight).tobytes()
    lacking = [sign for sign in LATIN + CYRILLIC if lettering.mask(sign, 40, weight).tobytes() == box]
    assert lacking == []


def test_the_licence_lies_beside_the_fonts() -> None:
    files = {file.name for file in lettering.FONTS.iterdir()}
    assert files == {
        "IBMPlexSansCondensed-Medium.ttf",
        "IBMPlexSansCondensed-Bold.ttf",
        "IBMPlexSansCondensed-LICENSE.txt",
    }
    assert "SIL OPEN FONT LICENSE" in (lettering.FONTS / "IBMPlexSansCondensed-LICENSE.txt").read_text()


def test_wrapping_keeps_every_word_and_every_line_fits() -> None:
    text = "Target a hex that one of your units sees; the shells may drift. Целься лучше, товарищ."
    lines = wrap(text, 20, 180)
    assert " ".join(lines) == text
    assert len(lines) > 3
    assert all(width(line, 20, "Medium") <= 180 for line in lines)


def test_a_word_that_is_too_long_is_broken() -> None:
    word = "Panzerabwehrkanonenbatterie" * 3
    lines = wrap(f"die {word} schoss", 20, 100)
    assert "".join(lines).replace(" ", "") == f"die{word}schoss"
    assert all(width(line, 20, "Medium") <= 100 for line in lines)


def test_no_text_has_no_lines() -> None:
    assert wrap("   ", 20, 100) == []


def test_shortening_leaves_what_fits() -> None:
    assert shorten("Kalach", 20, 200) == "Kalach"
    short = shorten("The Heights before Kalach", 20, 100)
    assert short.endswith("…")
    assert width(short, 20, "Medium") <= 100


@pytest.mark.parametrize(("side", "box"), [("left", (100, 200)), ("right", (0, 100)), ("middle", (60, 140))])
def test_a_line_is_at_its_given_place(side: lettering.Side, box: tuple[int, int]) -> None:
    frame = Image.new("RGB", (200, 60), (255, 255, 255))
    write(frame, (100, 30), "HEH", 24, (0, 0, 0), side=side)
    left, top, right, bottom = frame.convert("L").point(lambda v: 255 - v).getbbox() or (0, 0, 0, 0)
    assert box[0] <= left < right <= box[1]
    assert abs((top + bottom) / 2 - 30) <= 1, "the capitals' middle is at the height asked for"
