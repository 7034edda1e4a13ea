"""What may come of an attack or a rally before its dice fall, as exactly as one may know it."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from bot.kernel.rule import case
from bot.titles.firefight.field import hits
from bot.titles.firefight.field.rolls import Help, at_least, reaches
from bot.titles.firefight.field.shots import (
    CRITICAL,
    Mods,
    Shot,
    modifiers,
    need,
    pile_of,
)
from bot.titles.firefight.model.ids import HitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.printed.hits import hits as printed

ONE = Fraction(1)


class Fate(NamedTuple):
    """What may become of a target: missed, hit and alive, destroyed; and the marker that it would draw."""

    missed: Fraction
    hit: Fraction
    destroyed: Fraction
    draws: dict[HitId, Fraction]
    """Of those that do not destroy, by their chance among all that may come of the attack."""


def guesses(state: State, shot: Shot, target: Unit) -> dict[int, Fraction]:
    """Return the chance of each hit number: a marker that lies face down may change it."""
    if target.hit is None:
        return {need(modifiers(state, shot, target)): ONE}
    found: dict[int, Fraction] = {}
    for marker, chance in hits.borne(state, target).items():
        number = need(modifiers(state, shot, target, printed().markers[marker]))
        found[number] = found.get(number, Fraction(0)) + chance
    return found


@case("COH-3.1a", "COH-3.1b", "COH-3.5i")
def on_unit(state: State, shot: Shot, target: Unit, caps: int = 0, *helps: Help) -> Fate:
    """Return what an attack may do to a unit."""
    hit = kill = Fraction(0)
    for number, chance in guesses(state, shot, target).items():
        hit += chance * reaches(number - caps, 0, *helps)
        kill += chance * reaches(number - caps, CRITICAL, *helps)
    if target.hit is not None:
        return Fate(1 - hit, Fraction(0), hit, {})
    drawn = hits.drawn(state, pile_of(shot, target, state))
    fatal = sum((chance for id, chance in drawn.items() if printed().markers[id].fatal), Fraction(0))
    if not drawn:
        fatal = ONE
    alive = (hit - kill) * (1 - fatal)
    draws = {id: (hit - kill) * chance for id, chance in drawn.items() if not printed().markers[id].fatal}
    return Fate(1 - hit, alive, hit - alive, draws)


@case("COH-6.1f")
def on_work(mods: Mods, caps: int = 0) -> Fraction:
    """Return the chance that an attack destroys a work."""
    return at_least(need(mods) - caps)
