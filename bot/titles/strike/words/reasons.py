"""The reason for an advised order, in a sentence a player would say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot.kernel.secret import Seen
from bot.kit.advice import FAR
from bot.kit.english import count, join
from bot.kit.reasons import Reasons
from bot.titles.strike.field import counters, names, victory
from bot.titles.strike.field.names import verb_for
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import AreaId, Unit, UnitId
from bot.titles.strike.play.arrival import sets_up
from bot.titles.strike.words import remarks

WHY: Reasons[State] = Reasons()


@WHY.on(do.Done)
def _done(seen: Seen[State], action: do.Done) -> str:
    if sets_up(seen.state):
        return "the suggested places are good ones to begin from"
    return "nothing else is worth its price now"


WHY.plainly(do.Lose, because="of all who could take the loss it is worth least")
WHY.plainly(do.Replace, do.Rebuild, because="whoever is bought back can fight again")
WHY.plainly(do.Hold, because="the ground is worth more than the steps that it costs to stay")
WHY.plainly(do.Withdraw, because="whoever stays pays in steps, and there they can be in supply again")
WHY.plainly(do.Continue, because="one more round of this battle promises more than it costs")
WHY.plainly(do.Choose, because="of places that are equally near it is the best one")
WHY.plainly(do.Break, do.Combine, do.Swap, because="so they are worth more on the map")


@WHY.on(do.Convert)
def _convert(seen: Seen[State], action: do.Convert) -> str:
    return f"the railway carries supply and trains as far as {names.place(seen.state, action.to)} then"


@WHY.on(*do.GOING)
def _there(seen: Seen[State], action: Any) -> str:
    """Name the advantage of a place: a battle, an objective, or the enemy's distance."""
    named: Sequence[UnitId] = getattr(action, "units", ()) or (getattr(action, "unit", UnitId("")),)
    ids = [id for id in named if id in seen.state.units]
    unit = seen.state.units[ids[0]] if ids else None
    to, here = AreaId(getattr(action, "to", "") or getattr(action, "at", "")), counters.map_of(seen.state)
    if unit is None or to not in here:
        return ""
    flies = isinstance(action, do.Fly)
    if to in (counters.shared(seen.state) if flies else counters.held(seen.state, counters.other(seen.seat))):
        return _of_them(seen, ids, f"it joins the battle at {names.place(seen.state, to)}")
    start = unit.place if unit.place in here else None
    why = _command(seen, unit, to) or _objective(seen, start, to) or _nearness(seen, start, to)
    return _of_them(seen, ids, why)


def _of_them(seen: Seen[State], ids: Sequence[UnitId], why: str) -> str:
    """Turn a reason into the plural for several units and trucks."""
    return why if verb_for(seen, ids, "one", "") else re.sub(r"^it (\w+)s\b", r"they \1", why)


def _command(seen: Seen[State], unit: Unit, to: AreaId) -> str:
    """Say which battles a leader commands from the area beside them."""
    here = counters.map_of(seen.state)
    battles = [area for area in counters.shared(seen.state) if here.distance(to, area) == 1]
    if not battles or not counters.is_kind(unit, "leader"):
        return ""
    return f"it commands the battle at {join(names.place(seen.state, area) for area in battles)} from there"


def _objective(seen: Seen[State], start: AreaId | None, to: AreaId) -> str:
    """Say which objective a move guards or takes, or whither it comes nearer."""
    here = counters.map_of(seen.state)
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
    """Say whether a move leads towards the enemy, and the distance then."""
    after = remarks.nearest(seen.state, seen.seat, to)
    if after >= FAR:
        return "no enemy is near there"
    before = remarks.nearest(seen.state, seen.seat, start) if start is not None else after
    if after == before:
        return f"the enemy is {count(after, 'area')} away there"
    return f"it {'comes nearer to' if after < before else 'gets away from'} the enemy"
