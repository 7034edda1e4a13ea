"""Hit markers: their effects, and the chances of face-down markers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from bot.kernel.rule import Wrong, case
from bot.titles.firefight.field.units import kind
from bot.titles.firefight.model.ids import HitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Pile, Unit
from bot.titles.firefight.printed.hits import HitRecord, hits
from bot.titles.firefight.printed.units import Aspect, Colour, named

NONE = HitRecord(source="ours", pile="soft", name="", copies=0)
"""The marker of an unhit unit."""


def marker(unit: Unit) -> HitRecord:
    """Return a unit's marker if it is known; a face-down marker has no effect."""
    if unit.hit is None or not unit.hit.marker.known:
        return NONE
    return hits().markers[unit.hit.marker.open()]


def face_down(unit: Unit) -> bool:
    """Return true if a unit has a marker that some players do not know."""
    return unit.hit is not None and not unit.hit.marker.out


def kept_from(unit: Unit, what: str) -> Wrong:
    """Return the refusal of an action that a unit's marker prevents."""
    worn = marker(unit)
    mend = "rally it first" if worn.rally else "choose another unit, nobody rallies from that"
    return Wrong(f"{named(unit.counter)} is hit ({worn.name}) and {what}", mend, worn.case)


@case("COH-3.5c", "COH-3.5e", "COH-3.6a", "COH-3.6c")
def moves(unit: Unit) -> bool:
    """Return true if the unit's marker lets it move and turn."""
    return marker(unit).moves


@case("COH-3.5e", "COH-3.5f", "COH-3.6c")
def attacks(unit: Unit) -> bool:
    """Return true if the unit's marker lets it attack."""
    return marker(unit).attacks


@case("COH-3.5g")
def move_cost(unit: Unit) -> int:
    """Return the cost that the unit's marker adds to moving and turning."""
    return marker(unit).move


@case("COH-3.5d", "COH-3.5g", "COH-3.5h", "COH-3.6b")
def attack_cost(unit: Unit) -> int:
    """Return the cost that the unit's marker adds to an attack."""
    return marker(unit).attack


@case("COH-3.5d", "COH-3.5h", "COH-3.6b")
def firepower(unit: Unit, colour: Colour) -> int:
    """Return the firepower that the unit's marker adds."""
    return marker(unit).red if colour == "red" else marker(unit).blue


@case("COH-3.5g", "COH-3.5h")
def reach(unit: Unit) -> int:
    """Return the range that the unit's marker leaves it."""
    return marker(unit).range or kind(unit).range


# FF-R45
@case("COH-3.5f", "COH-3.5g", "COH-3.5h", "COH-3.6a", "COH-3.6c")
def defence(record: HitRecord, aspect: Aspect, checked: bool) -> int:
    """Return the defence that a marker adds; it may differ with spent checks."""
    if aspect == "flank":
        return record.flank
    return record.front_checked or record.front if checked else record.front


# Chances of unknown markers.


def _unseen(state: State, pile: Pile) -> Counter[HitId]:
    """Count the markers of a pile that the viewer has not seen."""
    left = Counter(hits().pile(pile))
    for unit in state.units.values():
        if unit.hit is not None and unit.hit.pile == pile and unit.hit.marker.known:
            left[unit.hit.marker.open()] -= 1
    return +left


def _covered(state: State, pile: Pile) -> int:
    """Count the units with an unknown marker of a pile."""
    bearing = (unit.hit for unit in state.units.values() if unit.hit is not None and unit.hit.pile == pile)
    return sum(not hit.marker.known for hit in bearing)


class Lying(NamedTuple):
    """The markers in a pile, from known information."""

    number: int
    """All markers, and the fatal markers; all players know both numbers."""
    fatal: int
    lasting: dict[HitId, Fraction]
    """The share of each other marker."""


NOTHING = Lying(0, 0, {})


@case("COH-3.5a")
def lying(state: State, pile: Pile) -> Lying:
    """Return the markers in a pile.

    A fatal marker never stays on a unit, so every fatal marker is in the pile. The viewer knows how many other
    markers are unseen. Each of them is equally likely to be on a unit.
    """
    left = _unseen(state, pile)
    lasting = {id: n for id, n in left.items() if not hits().markers[id].fatal}
    total = sum(lasting.values())
    number = max(0, left.total() - _covered(state, pile))
    return Lying(number, left.total() - total, {id: Fraction(n, total) for id, n in lasting.items()})


def borne(state: State, unit: Unit) -> dict[HitId, Fraction]:
    """Return the chance of each marker that a unit may have."""
    assert unit.hit is not None, unit.id
    if unit.hit.marker.known:
        return {unit.hit.marker.open(): Fraction(1)}
    lasting = {id: n for id, n in _unseen(state, unit.hit.pile).items() if not hits().markers[id].fatal}
    total = sum(lasting.values())
    return {id: Fraction(n, total) for id, n in lasting.items()}
