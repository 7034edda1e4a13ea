"""Victory points for losses, and for the goals of cards played for their top."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.titles.firefight.field.boards import tops
from bot.titles.firefight.field.placing import entry_edges, ranks
from bot.titles.firefight.field.units import kind, of_side, other, side_of, where
from bot.titles.firefight.model.ids import Edge, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import DESTROYED, Award, Played, Unit
from bot.titles.firefight.printed.cards import named
from bot.titles.firefight.printed.effects import (
    Alive,
    AnyScore,
    Convoy,
    Kills,
    Leaves,
    Markers,
    QuarryDown,
    Reach,
    ThisMarker,
    Victims,
)
from bot.titles.firefight.printed.units import named as counter_name

Promise = tuple[Side, Played, AnyScore]


@case("G-3.2", "G-4.2a")
def promises(state: State) -> Iterator[Promise]:
    """Yield the goals of cards played for their top, with the side that scores."""
    for played, top in tops(state):
        yield from ((side_of(state, played.seat), played, each) for each in top.scores)


def _award(state: State, promise: Promise, times: int, why: str) -> tuple[Award, ...]:
    side, played, score = promise
    why = f"{named(played.card)}: {why}"
    return (Award(side, times * score.vp, "G-3.2", why, state.round),) if times else ()


@case("G-3.2.1", "COH-5.2b")
def for_loss(state: State, unit: Unit) -> tuple[Award, ...]:
    """Return the points for the enemy of a destroyed unit, by any cause."""
    winner = other(unit.side)
    name = counter_name(unit.counter)
    found = [Award(winner, 1, "G-3.2.1", f"{name} is destroyed", state.round)]
    for promise in promises(state):
        side, played, score = promise
        if side != winner:
            continue
        if isinstance(score, Kills) and is_victim(unit, score.of):
            found += _award(state, promise, 1, f"{name} is destroyed")
        elif isinstance(score, QuarryDown) and played.quarry == unit.id:
            found += _award(state, promise, 1, f"{name} was hunted down")
    return tuple(found)


@case("G-3.2.1")
def is_victim(unit: Unit, of: Victims) -> bool:
    """Return true if a unit is of the sort for which a card awards points."""
    what = kind(unit)
    match of:
        case "vehicle":
            return what.vehicle
        case "vehicle or crewed":
            return what.vehicle or what.has_crew
        case "foot":
            return what.foot
        case _:
            return True


# FF-R88
@case("COH-4.1e")
def exits(state: State, unit: Unit) -> tuple[Edge, ...]:
    """Return the edges by which cards let a unit leave the map."""
    return tuple(
        dict.fromkeys(
            edge
            for side, played, score in promises(state)
            if side == unit.side and _may_leave(played, score, unit)
            for edge in entry_edges(state, played.seat, "enemy")
        )
    )


def _may_leave(played: Played, score: AnyScore, unit: Unit) -> bool:
    return isinstance(score, Leaves) or (isinstance(score, Convoy) and unit.id in played.units)


def for_exit(state: State, unit: Unit) -> tuple[Award, ...]:
    """Return the points for a unit that leaves the map as a card allows."""
    why = f"{counter_name(unit.counter)} has left the map"
    found = (
        _award(state, promise, 1, why)
        for promise in promises(state)
        if promise[0] == unit.side and _may_leave(promise[1], promise[2], unit)
    )
    return tuple(award for awards in found for award in awards)


@case("G-3.2", "COH-5.2a")
def at_round_end(state: State) -> tuple[Award, ...]:
    """Return the points that sides score at the end of a round."""
    return tuple(award for promise in promises(state) for award in _for_markers(state, promise, "round"))


@case("G-3.2", "COH-5.2a")
def at_end(state: State) -> tuple[Award, ...]:
    """Return the points that sides score at the end of the firefight."""
    found = [award for promise in promises(state) for award in _for_markers(state, promise, "end")]
    for promise in promises(state):
        side, played, score = promise
        if isinstance(score, Alive):
            number = sum(_lives(state.units[id]) for each in chosen(state, played) for id in each.units)
            found += _award(state, promise, number, f"{number} alive")
        elif isinstance(score, Reach):
            near = ranks(state.field, entry_edges(state, played.seat, "enemy"))
            number = sum(near.get(where(unit), 99) <= score.within for unit in of_side(state, side))
            found += _award(state, promise, number, f"{number} near the enemy's edge")
    return tuple(found)


def chosen(state: State, played: Played) -> Iterator[Played]:
    """Yield the card whose units a card affects."""
    return (each for each in state.record if each.card == played.chosen)


def _lives(unit: Unit) -> bool:
    return unit.hex != DESTROYED


def _for_markers(state: State, promise: Promise, when: str) -> tuple[Award, ...]:
    """Return the points for control markers of a side."""
    side, played, score = promise
    if not isinstance(score, Markers | ThisMarker) or score.when != when:
        return ()
    mine = [marker for marker in state.control.values() if marker.side == side]
    if isinstance(score, ThisMarker):
        mine = [marker for marker in mine if marker.card == played.card]
    return _award(state, promise, len(mine), f"{len(mine)} Control Marker{'s' if len(mine) != 1 else ''}")
