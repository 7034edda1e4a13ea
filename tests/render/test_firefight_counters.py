"""Every unit and state of a firefight differs from every other without colour.

This holds on a phone as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from msgspec.structs import replace
from PIL import Image

from render.firefight import counters
from render.firefight.armour import BODIES
from render.firefight.counters import HITS, Chit
from render.firefight.men import MEN
from render.look import LOOKS, Look
from tests.render.likeness import apart, on

NEAR, FAR = 0.5, 0.24
"""Pixels of a counter on a crop and on the whole map, both shown 400 pixels wide."""
RIFLE = Chit("german", "riflemen", "Rifle 03", "3", red=2, range="5", flank=11, front=12)

looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.key)


def near(chit: Chit, look: Look) -> Image.Image:
    return on(counters.counter(chit, look, NEAR), look.clear)


def far(chit: Chit, look: Look) -> Image.Image:
    return on(counters.far_counter(chit, look, FAR), look.clear)


def closest(pictures: Mapping[object, Image.Image]) -> tuple[float, object, object]:
    return min(
        ((apart(pictures[a], pictures[b]), a, b) for a, b in itertools.combinations(pictures, 2)),
        key=lambda found: found[0],
    )


@looks
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("draw", [near, far])
def test_figures_differ(draw: object, side: str, look: Look) -> None:
    assert callable(draw)
    nameless = replace(RIFLE, side=side, name="")
    assert closest({each: draw(replace(nameless, figure=each), look) for each in (*MEN, *BODIES)})[0] > 2


@looks
@pytest.mark.parametrize("draw", [near, far])
def test_states_differ(draw: object, look: Look) -> None:
    assert callable(draw)
    states = {
        "fresh": RIFLE,
        "active": replace(RIFLE, state="active", points="5"),
        "spent": replace(RIFLE, state="spent"),
        "hidden": replace(RIFLE, hidden=True),
        "dug in": replace(RIFLE, shelter="entrenchment"),
        "in a trench": replace(RIFLE, shelter="trench"),
        "in a bunker": replace(RIFLE, shelter="pillbox"),
        "loaded": replace(RIFLE, load="riflemen", carries="Rifle 04"),
        "unknown": Chit("german"),
        **{f"hit {hit}": replace(RIFLE, hit=hit) for hit in ("?", "pinned", "suppressed")},
    }
    assert closest({name: draw(chit, look) for name, chit in states.items()})[0] > 2


@looks
@pytest.mark.parametrize("draw", [near, far])
def test_facings_differ(draw: object, look: Look) -> None:
    assert callable(draw)
    assert closest({facing: draw(replace(RIFLE, facing=facing), look) for facing in range(-1, 6)})[0] > 5


@looks
def test_values_and_their_targets_differ(look: Look) -> None:
    one = replace(RIFLE, name="")
    values = {
        "soft": one,
        "armoured": replace(one, armour="both"),
        "armoured in front": replace(one, armour="front"),
        "crewed": replace(one, crewed=True),
        "turret": replace(one, turret=True),
        "wheels": replace(one, gear="wheel"),
        "tracks": replace(one, gear="track"),
        "bonus": replace(one, bonus="W"),
        "shield": replace(one, shield=True),
    }
    assert closest({name: near(chit, look) for name, chit in values.items()})[0] > 1


def test_hit_counters_have_a_letter_each() -> None:
    assert len(set(HITS.values())) == len(HITS)
