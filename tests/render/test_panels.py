"""Panels below maps: unchanged columns are not drawn again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from render import png
from render.canvas import Sprite
from render.kept import SHELF
from render.look import STANDARD
from render.overlay import coloured
from render.panels import Column, Panel
from render.titles import PICTURES
from tests.render.test_every_process import drawn

RED, BLUE = (200, 30, 30), (30, 30, 200)


@pytest.fixture(autouse=True)
def _nothing_in_memory() -> None:
    SHELF.forget()


@pytest.fixture
def palette() -> Image.Image:
    """A palette that holds the colours of these panels."""
    return png.fit([Panel([column(BLUE), column(RED)], 500, STANDARD)], [RED, BLUE, STANDARD.panel])


def square(colour: tuple[int, int, int]) -> Sprite:
    """A square of a colour."""
    return Sprite(Image.new("RGB", (20, 20), colour), Image.new("L", (20, 20), 255), 10, 10)


def column(colour: tuple[int, int, int] = RED, text: str = "Round 2", sprite: Sprite | None = None) -> Column:
    """A column with a line in a colour, a track and a sprite."""
    made = Column(240, STANDARD)
    made.line(text, 24, colour)
    made.track(5, 2)
    if sprite is not None:
        made.scene(sprite)
    return made


@pytest.mark.parametrize("title", ["tide", "strike", "trap", "firefight"])
def test_a_panel_in_a_palette_looks_as_it_is_drawn(title: str) -> None:
    """Whether its columns are in memory or not."""
    seen, _ = drawn(title)
    palette = PICTURES[title].palette(seen.state, STANDARD)
    assert palette is not None
    (panel,) = (each for each in PICTURES[title].whole(seen, STANDARD).below if isinstance(each, Panel))
    for _ in ("drawn", "from memory"):
        assert panel.rows(palette) == coloured(panel.copy(), palette)


def test_an_unchanged_column_is_drawn_once(palette: Image.Image, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other column of a panel is drawn when it changes."""
    made, draw = list[Column](), Column.done

    def done(self: Column, height: int = 0) -> Image.Image:
        made.append(self)
        return draw(self, height)

    monkeypatch.setattr(Column, "done", done)
    sprite = square(BLUE)
    for turn in ("Round 2", "Round 3", "Round 3"):
        Panel([column(text=turn), column(sprite=sprite)], 500, STANDARD).rows(palette)
    assert len(made) == 3


@pytest.mark.parametrize(
    "other",
    [
        lambda: column(text="Round 3", sprite=square(RED)),
        lambda: column(BLUE, sprite=square(RED)),
        lambda: column(sprite=square(BLUE)),
        lambda: column(),
    ],
)
def test_a_column_that_looks_different_is_drawn(palette: Image.Image, other: Callable[[], Column]) -> None:
    """It may differ in its text, in a colour, or in a sprite of the same size."""
    first, changed = column(sprite=square(RED)), other()
    assert first.indexed(palette).tobytes() != changed.indexed(palette).tobytes()
    assert changed.indexed(palette).tobytes() == Panel([changed], 240, STANDARD).quantize(
        palette=palette, dither=Image.Dither.NONE
    ).tobytes()  # fmt: skip


def test_a_column_is_drawn_in_each_palette(palette: Image.Image) -> None:
    """Each map has a palette of its own."""
    turned = Image.new("P", (1, 1))
    turned.putpalette(bytes(reversed(bytes(palette.getpalette() or ()))))
    for each in (palette, turned, palette):
        panel = Panel([column()], 240, STANDARD)
        assert panel.rows(each) == coloured(panel.copy(), each)
