"""Counters are drawn once and kept, and are the same as fresh ones."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest

from render import counters, formations, kept, sprites
from render.canvas import Sprite
from render.firefight import counters as firefight
from render.kept import Folder
from render.look import LOOKS, STANDARD
from render.trap import counters as trap

ARMY = formations.Formation("18", "XXXX", "infantry", 8, "(4)2", STANDARD.liveries[0])
SQUAD = counters.Counter("german", "8", ("regular",), signals=("spent",))
TANK = trap.Chit("russian", "1/81", "tank", "T-80", "1", 5, 4, 1)
COUNTERS: list[tuple[Callable[..., Sprite], tuple[object, ...]]] = [
    (formations.formation, (ARMY, STANDARD, 1.3)),
    (counters.sprite, (SQUAD, LOOKS["dark"], 0.7)),
    (trap.counter, (TANK, STANDARD, 2.1)),
    (firefight.counter, (firefight.Chit("german"), STANDARD, 1.0)),
    (firefight.far_counter, (firefight.Chit("soviet"), STANDARD, 0.4)),
]


def told(sprite: Sprite) -> tuple[object, ...]:
    """Return all that a sprite is."""
    return sprite.image.mode, sprite.image.tobytes(), sprite.mask.mode, sprite.mask.tobytes(), sprite.x, sprite.y


@pytest.mark.parametrize(("draw", "asked"), COUNTERS)
def test_a_kept_counter_is_the_same_as_a_fresh_one(
    draw: Callable[..., Sprite], asked: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept.SHELF, "folder", Folder(tmp_path))
    fresh = told(inspect.unwrap(draw)(*asked))
    for _ in range(3):
        sprites.READY.clear()
        assert told(draw(*asked)) == fresh
        kept.SHELF.forget()
    (file,) = (each for each in tmp_path.iterdir() if each.name != kept.LOCKS)
    file.write_bytes(file.read_bytes()[:-1])
    sprites.READY.clear()
    assert told(draw(*asked)) == fresh
