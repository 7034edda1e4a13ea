"""Roads across the battlefield, from edge to edge."""

from __future__ import annotations

from functools import lru_cache

from bot.kernel.rule import case
from bot.titles.firefight.field.ground import EDGES, ground
from bot.titles.firefight.model.ids import Edge, Field, HexId
from bot.titles.firefight.model.solo import HUMAN
from bot.titles.firefight.model.state import State

Road = tuple[HexId, ...]


@lru_cache(maxsize=64)
def road(field: Field, entrance: Edge, exit: Edge) -> Road:
    """Return the shortest road between two edges, hex by hex, or an empty path."""
    here = ground(field)
    goal = set(here.rim(exit))
    ways: list[Road] = [(hex,) for hex in sorted(here.rim(entrance)) if here[hex].roads]
    seen = {way[0] for way in ways}
    for way in ways:
        if way[-1] in goal:
            return way
        for hex in sorted(here[way[-1]].roads - seen):
            if hex in here:
                seen.add(hex)
                ways.append((*way, hex))
    return ()


# FF-R123
@case("G-6.2.soviet22")
def pairs(state: State) -> tuple[tuple[Edge, Edge], ...]:
    """Return the pairs of edges for the AI's truck.

    It exits by the player's entry edge.
    """
    exits = state.players[HUMAN].edges
    found = ((way, exit) for exit in exits for way in EDGES if way not in exits)
    return tuple(pair for pair in found if road(state.field, *pair))
