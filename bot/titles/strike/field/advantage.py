"""The advantage of a place: a battle, an objective, the distance to the enemy."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.kernel.secret import Seat, Seen
from bot.kit.advice import FAR
from bot.kit.english import count
from bot.titles.strike.field import counters, names, victory
from bot.titles.strike.field.counters import POSITION, map_of
from bot.titles.strike.field.names import verb_for
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit, UnitId


@POSITION.keeps
def nearest(state: State, seat: Seat, area: AreaId) -> int:
    """Return the distance to the nearest enemy troops, in areas."""
    here = map_of(state)
    enemies = counters.held(state, counters.other(seat))
    return min((here.distance(area, each) for each in enemies if each in here), default=FAR)


def of_place(seen: Seen[State], units: Sequence[UnitId], to: AreaId, *, flying: bool = False) -> str:
    """Return the advantage of an area for units, as a clause."""
    state, here = seen.state, map_of(seen.state)
    ids = [id for id in units if id in state.units]
    unit = state.units[ids[0]] if ids else None
    if unit is None or to not in here:
        return ""
    if to in (counters.shared(state) if flying else counters.held(state, counters.other(seen.seat))):
        return _of_them(seen, ids, f"it joins the battle at {names.place(state, to)}")
    start = unit.place if unit.place in here else None
    why = _command(seen, unit, to) or _objective(seen, start, to) or _nearness(seen, start, to)
    return _of_them(seen, ids, why)


def _of_them(seen: Seen[State], ids: Sequence[UnitId], why: str) -> str:
    """Put a clause about "it" into the plural, or write of a leader as a man."""
    if not verb_for(seen, ids, "one", ""):
        return re.sub(r"^it (\w+)s\b", r"they \1", why)
    return re.sub("^it ", "he ", why) if counters.is_kind(seen.state.units[ids[0]], "leader") else why


def _command(seen: Seen[State], unit: Unit, to: AreaId) -> str:
    """Name the battles that a leader commands from an area next to them."""
    here = map_of(seen.state)
    battles = [area for area in counters.shared(seen.state) if here.distance(to, area) == 1]
    if not battles or not counters.is_kind(unit, "leader"):
        return ""
    return f"it commands the battle at {names.way(seen.state, battles)} from there"


def _objective(seen: Seen[State], start: AreaId | None, to: AreaId) -> str:
    """Name the objective that a move guards, takes or approaches."""
    here = map_of(seen.state)
    wanted = [
        (here.distance(to, area), name, area)
        for name in victory.objectives(seen.state, seen.seat)
        for area in here.objective(name)
        if (seen.state.control.get(area) != seen.seat or area == to)
        and (area == to if start is None else here.distance(to, area) < here.distance(start, area))
    ]
    if not wanted:
        return ""
    away, _, goal = min(wanted)
    holds = "guards" if seen.state.control.get(goal) == seen.seat else "takes"
    return f"it {holds if not away else 'comes nearer to'} the objective {names.place(seen.state, goal)}"


def _nearness(seen: Seen[State], start: AreaId | None, to: AreaId) -> str:
    """Say whether a move leads towards the enemy, and the distance after it."""
    after = nearest(seen.state, seen.seat, to)
    if after >= FAR:
        return "no enemy is near there"
    before = nearest(seen.state, seen.seat, start) if start is not None else after
    if after == before:
        return f"the enemy is {count(after, 'area')} away there"
    return f"it {'comes nearer to' if after < before else 'gets away from'} the enemy"
