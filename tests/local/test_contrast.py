"""The page's colours: all text is readable on its background (WCAG AA)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CSS = (Path(__file__).parents[2] / "bot/local/page/base.css").read_text()
GROUNDS = ("ground", "desk", "panel", "raised")
TEXTS = ("ink", "ink-soft", "ink-faint", "brass", "pencil-red", "pencil-blue")


def tokens(selector: str) -> dict[str, str]:
    block = CSS.split(selector + " {", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [":root", ':root[data-theme="light"]'])
def test_texts_stand_out(theme: str) -> None:
    colours = tokens(":root") | tokens(theme)
    pairs = [(text, ground) for text in TEXTS for ground in GROUNDS]
    pairs += [("ink", "called"), ("brass", "called"), ("brass-ink", "brass")]
    weak = {
        f"{text} on {ground}": round(contrast(colours[text], colours[ground]), 2)
        for text, ground in pairs
        if contrast(colours[text], colours[ground]) < 4.5
    }
    assert weak == {}
