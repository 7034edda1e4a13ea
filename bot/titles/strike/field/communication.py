"""Lines of communication: free ground to a railway nearer home, and its edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.paths import Tree, spread, trace
from bot.titles.strike.field import counters
from bot.titles.strike.field.counters import HOME_OF_THE_FINNS, is_finnish
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit


@counters.FRONTS.keeps
def _free_railways(state: State, seat: Seat) -> Tree[AreaId]:
    """Return the areas whose railways of any gauge lead home without enemies."""
    here, enemies = counters.map_of(state), counters.held(state, counters.other(seat))

    def onward(area: AreaId) -> Iterator[AreaId]:
        return (to for to in here[area].rails if to not in enemies)

    return spread(sorted(here.exits[seat] - enemies), onward)


@counters.FRONTS.keeps
def _by_foot(state: State, seat: Seat, start: AreaId) -> Tree[AreaId]:
    """Return every area that free ground reaches from an area, itself possibly shared."""
    here, enemies = counters.map_of(state), counters.held(state, counters.other(seat))

    def onward(area: AreaId) -> Iterator[AreaId]:
        return (to for to in here[area].next if to not in enemies)

    return spread((start,), onward)


@case("6.1.3")
@counters.FRONTS.keeps
def line(state: State, seat: Seat, start: AreaId, *, finnish: bool = False) -> tuple[AreaId, ...] | None:
    """Return a line of communication from an area to a side's home edge, or `None`.

    It leads over ground without enemies to a railway nearer home, and along that to the edge, as short as can be.
    An area at the edge needs none; Finns also trace to any free ox of Finland.
    """
    here = counters.map_of(state)
    if start in here.edge[seat]:
        return (start,)
    railways, reached = _free_railways(state, seat), _by_foot(state, seat, start)
    home, enemies = here.nearness(seat, start), counters.held(state, counters.other(seat))
    ways = [
        (*reversed(trace(reached, area)), *trace(railways, area)[1:])
        for area in reached
        if area in railways and here.nearness(seat, area) > home
    ]
    if finnish:
        ends = (area for area in here.region(HOME_OF_THE_FINNS) if area in reached and area not in enemies)
        ways += (tuple(reversed(trace(reached, area))) for area in ends)
    return min(ways, key=len, default=None)


class _Ground(NamedTuple):
    """The free ground of a side: the piece of each area, and its railways' nearness."""

    piece: dict[AreaId, int]
    nearest: list[int]
    finnish: frozenset[int]
    """Pieces with an ox of Finland in them."""


@counters.FRONTS.keeps
def _free_ground(state: State, seat: Seat) -> _Ground:
    here, enemies = counters.map_of(state), counters.held(state, counters.other(seat))
    railways = _free_railways(state, seat)
    piece: dict[AreaId, int] = {}
    nearest: list[int] = []
    for area in here.areas:
        if area in enemies or area in piece:
            continue
        whole = _by_foot(state, seat, area)
        piece |= dict.fromkeys(whole, len(nearest))
        nearest.append(max((here.nearness(seat, each) for each in whole if each in railways), default=NOWHERE))
    finland = here.region(HOME_OF_THE_FINNS)
    return _Ground(piece, nearest, frozenset(piece[area] for area in finland if area in piece))


NOWHERE = -1000
"""Farther from home than any area."""


@case("6.1.3", "12.4.2")
def has_line(state: State, unit: Unit, area: AreaId) -> bool:
    """Return whether a unit has a line of communication in an area; `line` finds it."""
    here, seat = counters.map_of(state), unit.side
    if area in here.edge[seat]:
        return True
    free = _free_ground(state, seat)
    around = (area,) if area in free.piece else here[area].next
    pieces = {free.piece[each] for each in around if each in free.piece}
    home = here.nearness(seat, area)
    return any(free.nearest[n] > home for n in pieces) or (
        is_finnish(unit) and not pieces.isdisjoint(free.finnish)
    )
