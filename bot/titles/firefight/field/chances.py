"""The odds of attacks and rallies, from the information that a viewer has."""

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
    """The chances of a target: missed, hit and alive, or destroyed; and its markers."""

    missed: Fraction
    hit: Fraction
    destroyed: Fraction
    draws: dict[HitId, Fraction]
    """The chance of each marker that does not destroy, among all results."""

    def hope(self, friend: bool) -> tuple[str, float]:
        """Return the result that a player hopes for: a hit, or a friend that is spared."""
        return ("to spare it", float(self.missed)) if friend else ("to hit", float(1 - self.missed))


def guesses(state: State, shot: Shot, target: Unit) -> dict[int, Fraction]:
    """Return the chance of each hit number; a face-down marker may change the number."""
    if target.hit is None:
        return {need(modifiers(state, shot, target)): ONE}
    found: dict[int, Fraction] = {}
    for marker, chance in hits.borne(state, target).items():
        number = need(modifiers(state, shot, target, printed().markers[marker]))
        found[number] = found.get(number, Fraction(0)) + chance
    return found


@cache
def _levels(number: int, helps: Helps) -> Mapping[tuple[Level, Helps], Fraction]:
    """Return the chance of each result of a roll, with the cards left after it."""
    found: dict[tuple[Level, Helps], Fraction] = {}
    for (over, left), chance in ends(number, *helps).items():
        level: Level = "destroyed" if over >= CRITICAL else "hit" if over >= 0 else "missed"
        found[level, left] = found.get((level, left), NONE) + chance
    return found


class Way(NamedTuple):
    """A possible position after some rolls: the cards left, and changes of the piles."""

    helps: Helps
    more: tuple[int, ...] = (0,) * len(PILES)
    """In the order of `PILES`."""

    def laid(self, pile: Pile, more: int) -> Way:
        """Return the position with more markers in a pile, or fewer."""
        there = PILES.index(pile)
        return self._replace(more=tuple(n + more * (at == there) for at, n in enumerate(self.more)))


class Rolls:
    """The rolls of an attack; a roll may use a card and change the marker piles."""

    def __init__(self, state: State, *helps: Help) -> None:
        self._state = state
        self._ways: dict[Way, Fraction] = {Way(tuple(help for help in sorted(helps) if help)): ONE}

    @case("COH-3.1a", "COH-3.1b", "COH-3.5i")
    def on_unit(self, shot: Shot, target: Unit, caps: int = 0, mends: bool = True) -> Fate:
        """Return the chances of a unit in the next roll, which may use cards."""
        numbers, pile = guesses(self._state, shot, target), pile_of(shot, target, self._state)
        return self.on(numbers, target, pile, caps, mends)

    def on(
        self, numbers: Mapping[int, Fraction], target: Unit, pile: Pile, caps: int = 0, mends: bool = True
    ) -> Fate:
        """Return the chances of a unit that these numbers hit."""
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
    """Return the results of a roll with several possible hit numbers."""
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
    """Yield the results of a roll after a marker is drawn, or returned by a lost unit."""
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
    """Return the chances of a unit in an attack with a single roll."""
    return Rolls(state, *helps).on_unit(shot, target, caps)


def told(name: str, fate: Fate, alone: bool = True) -> Iterator[tuple[str, float]]:
    """Yield the odds for a target; a single target also lists possible markers."""
    if fate.draws:
        yield f"{name} is hit and survives", float(fate.hit)
    yield f"{name} is destroyed", float(fate.destroyed)
    if alone:
        for marker, chance in fate.draws.items():
            yield printed().markers[marker].name.lower(), float(chance)


@case("COH-6.1f")
def on_work(mods: Mods, caps: int = 0) -> Fraction:
    """Return the chance that an attack destroys a work."""
    return at_least(need(mods) - caps)
