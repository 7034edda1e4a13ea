"""Plans: results that interrupt them, and conditions that end them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from bot.kernel.plan import Happened
from bot.kernel.secret import Seat, Seen
from bot.kit.plans import Plans, Watch
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import of, of_side, other, side_of, where
from bot.titles.firefight.field.view import sees
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Unit, Work


def startles(happened: Happened) -> str:
    """Return the unforeseen roll that concerns a player, or "".

    Rolls for other players' units concern no other player. A spent check is not a surprise, because the rules then
    limit the plan.
    """
    state, seat = happened.before.state, happened.now.seat
    return next((why for event in happened.events if (why := _startles(state, seat, event))), "")


def _startles(state: State, seat: Seat, event: Any) -> str:
    match event:
        case ev.HitDrawn() | ev.Destroyed() if _is_own(state, seat, event.unit):
            return f"{names.unit(state, event.unit)} is {'hit' if isinstance(event, ev.HitDrawn) else 'destroyed'}"
        case ev.Attacked() if any(_is_own(state, seat, id) for id in event.units):
            return "your attack has been rolled for"
        case ev.Rallied() | ev.WireRolled() if _is_own(state, seat, event.unit):
            return f"{names.unit(state, event.unit)} has rolled"
        case ev.InitiativeRolled():
            return "the initiative has been rolled for"
        case ev.CardsDrawn() if event.seat == seat:
            return "you have drawn action cards"
        case ev.Landed() if event.noted:
            return "artillery has landed"
    return ""


def _is_own(state: State, seat: Seat, id: UnitId) -> bool:
    return id in state.units and state.units[id].owner == seat


def of_plan(state: State, seat: Seat, action: Any) -> Iterator[Unit]:
    """Yield the units on the map that a planned action names, or all of its player's."""
    named = getattr(action, "units", None) or ((action.unit,) if getattr(action, "unit", "") else ())
    return (unit for unit in of(state, seat) if not named or unit.id in named)


def known_foes(state: State, seat: Seat) -> set[tuple[UnitId, HexId]]:
    """Return the known enemies on the map, with their hexes."""
    found = of_side(state, other(side_of(state, seat)))
    return {(unit.id, where(unit)) for unit in found if unit.hex != HIDDEN}


def comes_in_sight(happened: Happened, action: Any, n: int) -> bool:
    """Return true if a unit of the plan sees an enemy that it did not see before."""
    before, state, seat = happened.before.state, happened.now.state, happened.now.seat
    earlier = dict(known_foes(before, seat))
    for unit in of_plan(state, seat, action):
        start = where(before.units[unit.id])
        for foe, hex in known_foes(state, seat):
            known = start in ground(state.field) and foe in earlier and sees(before, start, earlier[foe])
            if not known and sees(state, where(unit), hex):
                return True
    return False


def comes_near(happened: Happened, action: Any, n: int) -> bool:
    """Return true if an enemy is within `n` hexes of a unit of the plan."""
    state, seat = happened.now.state, happened.now.seat
    return any(
        ground(state.field).distance(where(unit), hex) <= n
        for unit in of_plan(state, seat, action)
        for _, hex in known_foes(state, seat)
    )


def is_shot_at(happened: Happened, action: Any, n: int) -> bool:
    """Return true if a unit of the plan has been attacked."""
    own = {unit.id for unit in of_plan(happened.before.state, happened.now.seat, action)}
    return any(isinstance(event, ev.Attacked) and event.target in own for event in happened.events)


def marker_turned(happened: Happened, action: Any, n: int) -> bool:
    """Return true if a control marker has changed hands."""
    return any(isinstance(event, ev.MarkerTurned) for event in happened.events)


def imagines(seen: Seen[State]) -> State:
    """Return the battle without units and works whose hexes the player does not know."""

    def known(piece: Unit | Work) -> bool:
        return piece.hiding is None or piece.hiding.known

    state = seen.state
    units = {id: unit for id, unit in state.units.items() if known(unit)}
    players = {
        seat: replace(player, active=tuple(id for id in player.active if id in units))
        for seat, player in state.players.items()
    }
    works = {id: work for id, work in state.works.items() if known(work)}
    return replace(state, units=units, works=works, players=players)


NEAR = (1, 2, 3, 4, 5, 6, 8, 10)
PLANS = Plans(
    startles=startles,
    watches=(
        Watch("seen", "until one of its units sees another enemy", came=comes_in_sight),
        Watch("shot", "until one of its units is shot at", came=is_shot_at),
        Watch("near", "until an enemy is within {hexes} of one of its units", came=comes_near, numbers=NEAR),
        Watch("control", "until a control marker changes hands", came=marker_turned),
    ),
    idle=(do.Pass, do.AddCaps, do.Emerge, do.Detonate),
    imagines=imagines,
)
