"""The parts of maps that are too large for a phone: by compass, and by the front."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.kernel.game import Sketch
from bot.kernel.secret import PUBLIC, Seen, see
from render.fronts import by_winds
from render.look import STANDARD
from render.titles import PICTURES
from tests.render import clearing, fronts, grozny, scenes

LARGE: dict[str, Callable[[], Any]] = {
    "tide": lambda: scenes.battle("kalach"), "strike": lambda: fronts.campaign(moves=0), "trap": grozny.battle,
    "firefight": clearing.battle,
}  # fmt: skip


def test_a_large_map_is_divided_by_the_winds() -> None:
    def spots(broad: int, high: int) -> dict[str, tuple[float, float]]:
        return {f"{x}-{y}": (x * 100.0, y * 100.0) for x in range(broad) for y in range(high)}

    assert by_winds({}) == by_winds(spots(10, 10), 1000) == {}
    assert list(by_winds(spots(12, 5), 1000)) == ["West", "East"]
    assert list(by_winds(spots(5, 25), 1000)) == ["North", "Centre", "South"]
    whole = by_winds(spots(40, 40), 1000)
    assert len(whole) == 9, "more would be too many to choose from"
    assert sorted(place for places in whole.values() for place in places) == sorted(spots(40, 40))


@pytest.mark.parametrize("title", LARGE)
def test_each_part_of_a_large_map_shows_its_places(title: str) -> None:
    seen: Seen[Any] = see(LARGE[title](), PUBLIC)
    pictures = PICTURES[title]
    parts = pictures.fronts(seen)
    assert len(parts) > 1
    name = next(iter(parts))
    drawn = pictures.part(seen, Sketch(tuple(parts[name])), STANDARD)
    assert set(parts[name]) <= {place.name for place in drawn.places}


def test_a_small_map_has_no_parts() -> None:
    assert not PICTURES["tide"].fronts(see(scenes.battle("first"), PUBLIC))
    assert not PICTURES["strike"].fronts(see(fronts.campaign("first", 0), PUBLIC))
