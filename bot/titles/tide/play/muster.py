"""The muster: all sides fill their bases at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen, private
from bot.kit import lots
from bot.kit.decisions import At, Decision, Fixed, Verb, just
from bot.kit.english import join
from bot.titles.tide import events as ev
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, names, units
from bot.titles.tide.field.deployment import suggested_base
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Build
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Muster
from bot.titles.tide.model.table import (
    FIGURE_ORDER,
    HEAVY_WEAPONS,
    Base,
    Figure,
    SlotId,
    Speciality,
    Squad,
    UnitId,
    in_order,
)
from bot.titles.tide.play import done
from bot.titles.tide.play.default_setup import deployment_plan
from bot.titles.tide.printed.records import SideRecord
from bot.titles.tide.printed.tables import spaces


@case("TOI-2.1b")
def begin(play: Play) -> None:
    """Let all sides fill their bases at the same time.

    In a fixed set-up the bases are full and the units are already placed.
    """
    seats = units.seats_in_order(play.state)
    lists = {seat: private(suggested_bases(board.side(play.state, seat)), seat) for seat in seats}
    step = Muster(() if board.scenario(play.state).fixed else seats, lists)
    play.emit(ev.Begun(step))
    if board.scenario(play.state).fixed:
        for seat in seats:
            fall_in(play, step, seat)
            play.emit(*deployment_plan(play.state, seat))


def go(play: Play, step: Muster) -> bool:
    """Wait until every side is ready."""
    if not step.waiting:
        play.emit(ev.Ended())
    return bool(step.waiting)


def suggested_bases(side: SideRecord) -> tuple[Base, ...]:
    """Return the bases as the scenario suggests to fill them."""
    return tuple(suggested_base(d.name, squad) for d in side.divisions for squad in d.squads)


@case("TOI-2.1b", "TOI-12.1a")
def fall_in(play: Play, step: Muster, seat: Seat) -> None:
    """Turn a side's finished list into squads, under numbers that are dealt at random."""
    bases, roll = lots.shuffle(play.dice, "squad numbers", step.lists[seat].open())
    squads = tuple(
        Squad(id=UnitId(f"{seat[0]}{number}"), side=seat, number=number, base=private(base, seat))
        for number, base in enumerate(bases, start=1)
    )
    play.emit(ev.Mustered(seat, squads, private(roll, seat)))
    waiting = tuple(other for other in step.waiting if other != seat)
    play.emit(ev.Changed(replace(step, waiting=waiting)))


def _bases(at: At[State, Muster]) -> tuple[Base, ...]:
    return at.step.lists[at.seat].open()


@rule("TOI-2.1b")
def is_slot(at: At[State, Muster], action: Build) -> Wrong | None:
    """Each side has as many bases as its scenario gives it."""
    count = len(_bases(at))
    if action.slot.isdecimal() and 1 <= int(action.slot) <= count:
        return None
    why = f"there is no base {action.slot}" if action.slot else "no base is named"
    return Wrong(why, f"choose one from 1 to {count}")


@rule("TOI-2.1a", "TOI-2.1d")
def fits_base(at: At[State, Muster], action: Build) -> Wrong | None:
    """A base has four spaces, and at least one figure."""
    if not action.figures:
        return Wrong("a squad needs at least one figure", "name its figures")
    needs = spaces(action.figures)
    if needs > 4:
        return Wrong(f"these figures take {needs} spaces, a base has 4", "leave some out")
    return None


@rule("TOI-2.1b", "TOI-2.1c")
def figures_at_hand(seen: At[State, Muster], action: Build) -> Wrong | None:
    """A squad is built from the figures of its own division."""
    bases = list(_bases(seen))
    at = int(action.slot) - 1
    name = bases[at].division
    bases[at] = Base(name, action.figures)
    division = next(d for d in board.side(seen.state, seen.seat).divisions if d.name == name)
    used = Counter(kind for base in bases if base.division == name for kind in base.figures)
    for kind, n in used.items():
        if n > (has := division.figures.get(kind, 0)):
            return _short_of(seen, name, kind, n, has)
    return None


@case("TOI-2.1b", "TOI-2.1c")
def _short_of(seen: Seen[State], division: str, kind: Figure, wanted: int, has: int) -> Wrong:
    """Refuse figures that a division lacks; other divisions cannot lend any now."""
    noun = names.SINGULARS[kind]
    divisions = board.side(seen.state, seen.seat).divisions
    others = [each.name for each in divisions if each.figures.get(kind) and each.name != division]
    if others and not has:
        return Wrong(
            f"the {names.PLURALS[kind]} belong to {join(others)}, and divisions do not mix in a base",
            f"take figures of {division}; squads in one hex may exchange figures later",
            "TOI-2.1c",
        )
    mend = "take the figure out of another base first" if has else "choose figures that it has"
    return Wrong(f"{division} has {has} × {noun}, you would use {wanted}", mend)


@rule("TOI-2.4a", "TOI-2.3f")
def special_at_hand(at: At[State, Muster], action: Build) -> Wrong | None:
    """A squad has at most one available specialization, and none with a heavy weapon."""
    if not action.special:
        return None
    if not HEAVY_WEAPONS.isdisjoint(action.figures):
        return Wrong("a squad with a heavy weapon carries no specialization", "leave one of them out", "TOI-2.3f")
    taken = [base.special for n, base in enumerate(_bases(at), start=1) if str(n) != action.slot]
    has = board.side(at.state, at.seat).specialities.count(action.special)
    if taken.count(action.special) < has:
        return None
    mend = "take it from another squad first" if has else "choose a specialization that you have, or none"
    return Wrong(f"you have {has} × {action.special} to give", mend)


def builds(at: At[State, Muster], fixed: Fixed) -> Iterator[do.Build]:
    """Yield fillings of each base."""
    step = at.step
    bases = step.lists[at.seat].open()
    side = board.side(at.state, at.seat)
    specials: tuple[Speciality, ...] = ("", *dict.fromkeys(s for s in side.specialities if s))
    for n, base in enumerate(bases, start=1):
        if fixed.get("slot", str(n)) != str(n):
            continue
        division = next(d for d in side.divisions if d.name == base.division)
        fillings = [fixed["figures"]] if "figures" in fixed else _fillings(tuple(division.figures))
        for figures, special in product(fillings, specials):
            yield do.Build(SlotId(str(n)), figures, special)


def _fillings(kinds: tuple[Figure, ...]) -> Iterator[tuple[Figure, ...]]:
    """Yield every way to fill a base from these kinds of figures, full bases first."""
    ways = {
        tuple(sorted(some, key=FIGURE_ORDER.index))
        for size in range(1, 5)
        for some in product(kinds, repeat=size)
        if spaces(some) <= 4
    }
    yield from sorted(ways, key=lambda way: (-spaces(way), way))


def fill(play: Play, step: Muster, action: do.Build) -> None:
    """Fill a base."""
    bases = list(step.lists[play.seat].open())
    at = int(action.slot) - 1
    bases[at] = Base(bases[at].division, in_order(action.figures), action.special)
    play.emit(ev.Built(play.seat, private(tuple(bases), play.seat)))


def be_ready(play: Play, step: Muster, action: do.Done) -> None:
    """Confirm that the side's bases are filled."""
    fall_in(play, step, play.seat)


MUSTER: Decision[State, Event, Muster] = Decision(
    Muster,
    question=lambda at: "Fill your bases with figures, or press Done to take the suggested ones.",
    does="fills its bases",
    asked=lambda state, step: step.waiting,
    go=go,
    verbs=(
        Verb(
            do.Build,
            when="bases are filled before the battle, until you press Done",
            cite="TOI-2.1b",
            rules=(
                is_slot,
                fits_base,
                figures_at_hand,
                special_at_hand,
            ),
            candidates=builds,
            resolve=fill,
        ),
        Verb(
            do.Done,
            when="Done is for steps without a required choice, such as spending command or drawing cards",
            says=done.says,
            why=done.why,
            cite="TOI-1.1",
            candidates=just(do.Done()),
            resolve=be_ready,
        ),
    ),
)
