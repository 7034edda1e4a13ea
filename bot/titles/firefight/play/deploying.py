"""Rapid Deployment: a unit that moves enters one more hex at no cost."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import see
from bot.kit.decisions import Fixed
from bot.titles.firefight.cards import discards
from bot.titles.firefight.field import hand
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.movement import Way, way, ways
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play.base import Here, Play

Legs = tuple[tuple[HexId, ...], tuple[HexId, ...]]


def first_leg(action: do.Move) -> Legs:
    """Return the end of the move itself and its path, without the card's extra hex."""
    return ((action.via[-1],), action.via[:-1]) if action.card and action.via else (action.to, action.via)


@rule("COH-7.2a", "COH-7.1c")
def may_deploy(at: Here, action: do.Move) -> Wrong | None:
    """Rapid Deployment moves one unit from the end of its move into the next hex."""
    if not action.card:
        return None
    if action.card != hand.DEPLOYMENT:
        return Wrong("that card does not go with a move", "Rapid Deployment does", "COH-7.1b")
    if not hand.holds(at.state, at.seat, action.card):
        return Wrong("you do not hold Rapid Deployment", "leave the card out", "COH-7.1c")
    if len(action.units) != 1 or len(action.to) != 1 or not action.via:
        return Wrong(
            "one unit moves with the card, and then goes one hex farther",
            "name the hex of its move as via, and the next one as to",
        )
    found = second_leg(at.state, action)
    return found if isinstance(found, Wrong) else None


def second_leg(state: State, action: do.Move) -> Way | Wrong:
    """Return the path into the next hex from the end of the move."""
    id, start = action.units[0], action.via[-1]
    if start not in ground(state.field) or where(state.units[id]) == start:
        return Wrong("the unit moves first", "name the hex of its move as via")
    there = replace(state.units[id], hex=start, hiding=None, inside="")
    found = way(replace(state, units={**state.units, id: there}), id, action.to[0])
    if isinstance(found, Way) and len(found.path) != 2:
        return Wrong("the card is good for one hex", "choose a hex beside the one of the move")
    return found


@case("COH-7.2a")
def farther(play: Play, action: do.Move) -> Way | None:
    """Return the path of the extra hex and discard the card.

    Returns `None` if the unit did not reach the end of its move.
    """
    id = action.units[0]
    unit = play.state.units[id]
    if not action.card or unit.hex != action.via[-1]:
        return None
    found = way(see(play.state, play.seat).state, id, action.to[0])
    if not isinstance(found, Way):
        return None
    discards.discard(play, play.seat, action.card, (id,))
    return found._replace(cost=0)


def deployments(at: Here, units: tuple[UnitId, ...], fixed: Fixed) -> Iterator[do.Move]:
    """Yield the extra hexes next to each reachable hex, for a single unit.

    The unit's own hex is left out, and the payment is the stated one.
    """
    if not hand.holds(at.state, at.seat, hand.DEPLOYMENT) or len(units) != 1 or units[0] not in at.state.units:
        return
    here, home = ground(at.state.field), where(at.state.units[units[0]])
    if home not in here or fixed.get("card", hand.DEPLOYMENT) != hand.DEPLOYMENT:
        return
    said = {name: fixed[name] for name in ("facing", "by", "caps") if name in fixed}
    for start in [fixed["via"][-1]] if fixed.get("via") else ways(at.state, units[0]):
        for to in here.within(start, 1) if start in here else ():
            if fixed["to"] == (to,) if "to" in fixed else to != home:
                yield do.Move(units, (to,), via=(start,), card=hand.DEPLOYMENT, **said)
