"""A player places the Defense Counters that were drawn from the cup."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen, private
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count, join
from bot.kit.pieces import without
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field import advantage, names, phrases, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.misplaced import no_room
from bot.titles.firefight.field.placing import defence_hexes, settles, toward_enemy
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import side_of
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import DefenceId, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import PlaceDefences
from bot.titles.firefight.model.table import Work
from bot.titles.firefight.printed.cards import cards


def sides(counter: DefenceId) -> tuple[str, ...]:
    """Return the works printed on the sides of a counter."""
    return cards().defences[counter].sides


def question(at: At[State, PlaceDefences]) -> str:
    """Ask for the counters."""
    who, left = for_whom(at.state, at.step.seat), count(len(at.step.counters), "Defense Counter")
    return f"{who}You have {left} to place. Which one goes where, and with which side up?"


def to_place(at: At[State, PlaceDefences], fixed: Fixed) -> Iterator[do.PlaceDefence]:
    """Yield each counter with each side up in each hex; the facing is the default."""
    hexes = sorted(defence_hexes(at.state, at.step.seat))
    for counter in dict.fromkeys(at.step.counters):
        for kind in sides(counter):
            if fixed.get("kind", kind) == kind and fixed.get("counter", counter) == counter:
                for hex in hexes:
                    if fixed.get("at", hex) == hex:
                        yield do.PlaceDefence(counter, kind, hex, fixed.get("facing", ""))  # type: ignore[arg-type]


@rule("G-3.7.3a")
def was_drawn(at: At[State, PlaceDefences], action: do.PlaceDefence) -> Wrong | None:
    """Only drawn counters are placed, with one of their sides up."""
    if action.counter not in at.step.counters:
        return Wrong(
            "you have not drawn that counter", f"choose {join(list(map(names.defence, at.step.counters)), 'or')}"
        )
    if action.kind not in sides(action.counter):
        return Wrong("that is on neither side of it", f"choose {names.defence(action.counter)}")
    if action.facing and action.kind != "bunker":
        return Wrong("only a bunker faces a side", "leave the facing out", "COH-6.1d")
    return None


@rule("G-3.7.3b")
def has_room(at: At[State, PlaceDefences], action: do.PlaceDefence) -> Wrong | None:
    """The hex has no other counter, and no enemy unit or marker is in or next to it."""
    return no_room(at.state, at.step.seat, action.at)


@case("G-3.7.3a", "G-3.7.3c")
def place(play: Play, step: PlaceDefences, action: do.PlaceDefence) -> None:
    """Place the counter; own units in its hex that fit are in it at once."""
    if action.kind == "smoke":
        play.emit(ev.SmokePlaced(step.seat, action.at, step.card))
    else:
        side = side_of(play.state, step.seat)
        facing = action.facing or toward_enemy(play.state, side, action.at)
        id = works.unused(play.state)
        work = Work(id, action.kind, side, step.seat, action.at, facing, card=step.card)
        play.emit(ev.DefencePlaced(work, tuple(garrison(play.state, work))))
    make_way(play, action.at)
    play.emit(ev.Changed(replace(step, counters=without(step.counters, action.counter))))


# FF-R180
@case("G-3.7.3b", "COH-6.1a")
def make_way(play: Play, hex: HexId) -> None:
    """Move hidden works out of a hex to the nearest one with room.

    Only their owners learn of it.
    """
    here = ground(play.state.field)
    for seat in play.state.players:
        hidden = {
            work.id: work.hiding.open() for work in play.state.works.values() if work.owner == seat and work.hiding
        }
        room = defence_hexes(play.state, seat) if hex in hidden.values() else ()
        nearest = min(room, key=lambda each: (here.distance(hex, each), each), default=hex)
        if hidden:
            places = {id: nearest if place == hex else place for id, place in hidden.items()}
            play.emit(ev.HiddenMoved(seat, {}, {}, {id: private(place, seat) for id, place in places.items()}))


def garrison(state: State, work: Work) -> Iterator[UnitId]:
    """Yield the own units that a new fortification takes in.

    A hasty defence takes one.
    """
    found = (
        unit.id
        for unit in units_at(state, work.hex, work.side)
        if unit.hiding is None and settles(state, unit, work.kind)
    )
    if work.kind == "hasty":
        yield from (unit for unit in [next(found, None)] if unit is not None)
    else:
        yield from found


def go(play: Play, step: PlaceDefences) -> bool:
    """Ask while counters are left and there is room for them."""
    if step.counters and defence_hexes(play.state, step.seat):
        return True
    if step.counters:
        play.emit(ev.NothingPlaced("Defense Counter", len(step.counters), step.card))
    play.emit(ev.Ended())
    return False


def says_defence(seen: Seen[State], action: do.PlaceDefence) -> str:
    """Return the order as a sentence."""
    what, where = names.defence_side(action.kind), names.place(seen.state, action.at)
    return f"The {what} is placed at {where}{phrases.faces(action.facing)}."


PLACE_DEFENCES: Decision[State, Event, PlaceDefences] = Decision(
    PlaceDefences,
    asked=speaks,
    question=question,
    does="places Defense Counters",
    you="you place Defense Counters",
    go=go,
    verbs=(
        Verb(
            do.PlaceDefence,
            when="Defense Counters are placed when they have been drawn",
            says=says_defence,
            why=lambda seen, action: advantage.suits(seen, action.at),
            cite="G-3.7.3a",
            rules=(was_drawn, has_room),
            candidates=to_place,
            resolve=place,
        ),
    ),
)
