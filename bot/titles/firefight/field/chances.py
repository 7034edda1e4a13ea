"""What may come of an attack or a rally before its dice fall, as exactly as one may know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from bot.kernel.rule import case
from bot.titles.firefight.field import hits
from bot.titles.firefight.field.rolls import Help, Helps, at_least, ends
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
from bot.titles.firefight.model.table import Pile, Unit
from bot.titles.firefight.printed.hits import PILES
from bot.titles.firefight.printed.hits import hits as printed

ONE, NONE = Fraction(1), Fraction(0)
Level = Literal["missed", "hit", "destroyed"]


class Fate(NamedTuple):
    """What may become of a target: missed, hit and alive, destroyed; and the marker that it would draw."""

    missed: Fraction
    hit: Fraction
    destroyed: Fraction
    draws: dict[HitId, Fraction]
    """Of those that do not destroy, by their chance among all that may come of the attack."""

    def hope(self, friend: bool) -> tuple[str, float]:
        """Return what one hopes for: to hit, or to spare a friend."""
        return ("to spare it", float(self.missed)) if friend else ("to hit", float(1 - self.missed))


def guesses(state: State, shot: Shot, target: Unit) -> dict[int, Fraction]:
    """Return the chance of each hit number: a marker that lies face down may change it."""
    if target.hit is None:
        return {need(modifiers(state, shot, target)): ONE}
    found: dict[int, Fraction] = {}
    for marker, chance in hits.borne(state, target).items():
        number = need(modifiers(state, shot, target, printed().markers[marker]))
        found[number] = found.get(number, Fraction(0)) + chance
    return found


@cache
def _levels(number: int, helps: Helps) -> Mapping[tuple[Level, Helps], Fraction]:
    """Return what a roll on a number does, and which cards are left then, with the chance of each."""
    found: dict[tuple[Level, Helps], Fraction] = {}
    for (over, left), chance in ends(number, *helps).items():
        level: Level = "destroyed" if over >= CRITICAL else "hit" if over >= 0 else "missed"
        found[level, left] = found.get((level, left), NONE) + chance
    return found


class Way(NamedTuple):
    """How things may stand after some rolls of an attack: which cards are left, how many more lie in each pile."""

    helps: Helps
    more: tuple[int, ...] = (0,) * len(PILES)
    """In the order of `PILES`."""

    def laid(self, pile: Pile, more: int) -> Way:
        """Return the way with more markers in a pile, or fewer."""
        there = PILES.index(pile)
        return self._replace(more=tuple(n + more * (at == there) for at, n in enumerate(self.more)))


class Rolls:
    """The rolls of one attack: each may take a card, and draw a marker from a pile or lay one back."""

    def __init__(self, state: State, *helps: Help) -> None:
        self._state = state
        self._ways: dict[Way, Fraction] = {Way(tuple(help for help in sorted(helps) if help)): ONE}

    @case("COH-3.1a", "COH-3.1b", "COH-3.5i")
    def on_unit(self, shot: Shot, target: Unit, caps: int = 0, mends: bool = True) -> Fate:
        """Return what the next roll may do to a unit; cards mend it or are kept for another one."""
        numbers, pile = guesses(self._state, shot, target), pile_of(shot, target, self._state)
        return self.on(numbers, target, pile, caps, mends)

    def on(
        self, numbers: Mapping[int, Fraction], target: Unit, pile: Pile, caps: int = 0, mends: bool = True
    ) -> Fate:
        """Return what the next roll may do to a unit that is hit on these numbers."""
        found: dict[Level, Fraction] = {"missed": NONE, "hit": NONE, "destroyed": NONE}
        after: dict[Way, Fraction] = {}
        lying = hits.lying(self._state, pile) if target.hit is None else hits.NOTHING
        for way, so_far in self._ways.items():
            for (level, left), chance in _on_any(numbers, caps, way.helps if mends else ()).items():
                came = way._replace(helps=left) if mends else way
                for end, then, part in _drawn(lying, came, level, target, pile):
                    share = so_far * chance * part
                    found[end] += share
                    after[then] = after.get(then, NONE) + share
        self._ways = after
        alive = found["hit"]
        draws = {id: alive * chance for id, chance in lying.lasting.items()} if alive else {}
        return Fate(found["missed"], alive, found["destroyed"], draws)


def _on_any(numbers: Mapping[int, Fraction], caps: int, helps: Helps) -> Mapping[tuple[Level, Helps], Fraction]:
    """Return what a roll does whose number is one of several."""
    if len(numbers) == 1:
        return _levels(next(iter(numbers)) - caps, helps)
    found: dict[tuple[Level, Helps], Fraction] = {}
    for number, guess in numbers.items():
        for end, chance in _levels(number - caps, helps).items():
            found[end] = found.get(end, NONE) + guess * chance
    return found


# FF-R53
def _drawn(
    lying: hits.Lying, way: Way, level: Level, target: Unit, pile: Pile
) -> Iterator[tuple[Level, Way, Fraction]]:
    """Yield what a roll comes to when a marker is drawn, or laid back with who is destroyed."""
    if level == "missed":
        yield level, way, ONE
    elif target.hit is not None:
        yield "destroyed", way.laid(target.hit.pile, 1), ONE
    elif level == "destroyed":
        yield level, way, ONE
    else:
        number = lying.number + way.more[PILES.index(pile)]
        fatal = Fraction(lying.fatal, number) if number else ONE
        yield "destroyed", way, fatal
        if fatal < 1:
            yield "hit", way.laid(pile, -1), 1 - fatal


def on_unit(state: State, shot: Shot, target: Unit, caps: int = 0, *helps: Help) -> Fate:
    """Return what an attack with one roll may do to a unit."""
    return Rolls(state, *helps).on_unit(shot, target, caps)


def told(name: str, fate: Fate, alone: bool = True) -> Iterator[tuple[str, float]]:
    """Yield what may become of a target; of a single one also which marker it may draw."""
    if fate.draws:
        yield f"{name} is hit", float(fate.hit)
    yield f"{name} is destroyed", float(fate.destroyed)
    if alone:
        for marker, chance in fate.draws.items():
            yield printed().markers[marker].name.lower(), float(chance)


@case("COH-6.1f")
def on_work(mods: Mods, caps: int = 0) -> Fraction:
    """Return the chance that an attack destroys a work."""
    return at_least(need(mods) - caps)
