"""Line of sight: the hexes that block it, and smoke on the way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import Literal, NamedTuple

from bot.kernel.rule import case
from bot.kit import hexes
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.model.ids import Field, HexId

Density = Literal["heavy", "light"]
Smoke = Mapping[HexId, Density]
NO_SMOKE: Smoke = {}


class Look(NamedTuple):
    """The line of sight between two hexes."""

    bar: HexId | None = None
    """The hex that blocks it; `None` if it is clear."""
    cite: str = ""
    why: str = ""
    haze: int = 0
    """The number of hexes of light smoke on the line."""

    @property
    def clear(self) -> bool:
        """True if the line is clear."""
        return self.bar is None


SEES = Look()


def sees(field: Field, a: HexId, b: HexId, smoke: Smoke = NO_SMOKE) -> bool:
    """Return true if two hexes see each other."""
    return look(field, a, b, smoke).clear


@case("COH-4.4a", "COH-6.2c")
def look(field: Field, a: HexId, b: HexId, smoke: Smoke = NO_SMOKE) -> Look:
    """Return the line of sight from centre to centre.

    Units never block it, and neither does terrain in the two hexes themselves.
    """
    if not smoke:
        return _printed(field, a, b)
    haze, fog = 0, Look()
    for hexes_ in _passed(field, a, b):
        found = min((_through(field, a, b, at, smoke) for at in hexes_), key=lambda it: (not it.clear, it.haze))
        if not found.clear:
            return found
        haze += found.haze
        fog = found if found.haze else fog
        if haze == 2:
            return Look(hexes_[0], "COH-6.2c", f"smoke at {_label(field, hexes_[0])} and before it hides it")
    return Look(haze=haze) if haze else SEES


def _through(field: Field, a: HexId, b: HexId, at: HexId, smoke: Smoke) -> Look:
    if smoke.get(at) == "heavy":
        return Look(at, "COH-6.2b", f"heavy smoke at {_label(field, at)} hides it")
    return _bar(field, a, b, at) or Look(haze=int(smoke.get(at) == "light"))


@lru_cache(maxsize=1 << 17)
def _printed(field: Field, a: HexId, b: HexId) -> Look:
    """Return the line of sight without smoke."""
    for beside in _passed(field, a, b):
        bars = [_bar(field, a, b, at) for at in beside]
        if all(bars):
            return bars[0] or SEES
    return SEES


# FF-R41
@case("COH-4.4b")
@lru_cache(maxsize=1 << 17)
def _passed(field: Field, a: HexId, b: HexId) -> tuple[tuple[HexId, ...], ...]:
    """Return the hexes between two hexes, in order.

    A line along a hexside passes both hexes beside it. A hex that the line touches only at a corner is not passed.
    Beyond the rim of the battlefield nothing blocks.
    """
    land = ground(field)
    one, other = land.places[a], land.places[b]
    left, right = hexes.line(one, other)
    q, r = other.q - one.q, other.r - one.r
    along = q == r or q == -2 * r or r == -2 * q
    pairs = zip_longest(left, right) if along else ((at, at) for at in left if at in right)
    passed = (tuple(land.at[at] for at in dict.fromkeys(pair) if at in land.at) for pair in pairs)
    return tuple(each for each in passed if each)


@case("COH-4.4c", "COH-4.4d", "COH-4.4e")
def _bar(field: Field, a: HexId, b: HexId, at: HexId) -> Look | None:
    """Return how a hex blocks the line between two hexes, or `None`.

    Woods and buildings rise one level above their ground.
    """
    land = ground(field)
    high, low = (a, b) if land[a].level >= land[b].level else (b, a)
    eye, foot, level, cover = land[high].level, land[low].level, land[at].level, land.covered(at)
    name = _label(field, at)
    if eye == foot:
        if level > eye:
            return Look(at, "COH-4.4e", f"the rise at {name} is in the way")
        if cover and level + 1 >= eye:
            stands = "are" if land[at].terrain.endswith("woods") else "is"
            return Look(at, "COH-4.4a", f"the {land[at].terrain} at {name} {stands} in the way")
        return None
    if level + cover >= eye:
        return Look(at, "COH-4.4c", f"{name} is as high as the higher of the two")
    if cover and land.distance(at, low) == 1 and level + 1 > foot:
        return Look(at, "COH-4.4d", f"{_label(field, low)} lies right behind the {land[at].terrain} at {name}")
    return None


def _label(field: Field, name: HexId) -> str:
    return ground(field).label(name)


def seen_from(field: Field, start: HexId, smoke: Smoke = NO_SMOKE) -> list[HexId]:
    """Return all hexes that a hex sees, itself included."""
    return [name for name in ground(field).places if sees(field, start, name, smoke)]
