"""Sentences about units that come and go, and that come to light."""

from __future__ import annotations

import re

from bot.kernel.secret import Seen
from bot.kit.english import count, join
from bot.titles.trap.field import names
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import RUSSIAN
from bot.titles.trap.words.tell.phrases import SEEN, many, on, shown

WHY_DRAWN = {
    "set-up": ("stands ready in the city", "stand ready in the city"),
    "ambush": ("lies in ambush", "lie in ambush"),
    "reinforcement": ("comes to the fight", "come to the fight"),
    "replacement": ("comes as a replacement", "come as replacements"),
}


@on(ev.UnitsDrawn)
def _units_drawn(seen: Seen[State], e: ev.UnitsDrawn) -> str:
    rolled = f" (🎲 {names.faces(e.number)})" if e.number is not None else ""
    if not e.units:
        return f"No Chechen unit is left to come{rolled}." if not seen.state.undrawn else ""
    who = f": {names.units(e.units)}" if any(each.counter.known for each in e.units) else ""
    verb = WHY_DRAWN[e.why][len(e.units) > 1]
    left = f" {e.undrawn} left to draw." if e.undrawn else ""
    return f"{count(len(e.units), 'Chechen unit')} {verb}{rolled}{who}.{left}"


@on(ev.UnitsReturned)
def _units_returned(seen: Seen[State], e: ev.UnitsReturned) -> str:
    some = shown(seen, e.units)
    why = " for the road block" if e.why == "road block" else ""
    return f"-# {names.units(some)} {names.does(some, 'goes', 'go')} back into the pool{why}."


@on(ev.Placed)
def _placed(seen: Seen[State], e: ev.Placed) -> str:
    some = shown(seen, [e.unit])
    verbs = {"return": ("returns", "return"), "replacement": ("joins", "join")}
    verb = names.does(some, *verbs.get(e.why, ("takes position", "take position")))
    on = f", riding on {names.units(shown(seen, [e.aboard]))}" if e.aboard else ""
    return f"{names.units(some)} {verb} at {names.spot(e.hex, e.level)}{on}."


@on(ev.RoadBlockPlaced)
def _road_block(seen: Seen[State], e: ev.RoadBlockPlaced) -> str:
    streets = [ground().streets[key].name for key in ground().streets_of.get(e.hex, ())]
    where = f" on {join(streets[:2])}" if streets else ""
    left = seen.state.roadblocks - 1
    return f"🚧 The Chechens put up a **road block** at {e.hex}{where}. {left} left."


@on(ev.Evacuated)
def _evacuated(seen: Seen[State], e: ev.Evacuated) -> str:
    return "President Dudayev is brought out of the city; nobody scores for him."


@on(ev.ReplacementsRolled)
def _replacements(seen: Seen[State], e: ev.ReplacementsRolled) -> str:
    number = e.roll.faces[0] + e.landmarks
    held = f" and {count(e.landmarks, 'landmark')}" if e.landmarks else ""
    side = names.the_side(e.seat)
    head = f"Replacements of {side}: 🎲 {names.dice(e.roll)}{held}, up to {number}."
    if not e.units and not e.roadblocks:
        return f"{head} There is nobody to replace."
    blocks = [count(e.roadblocks, "road block")] if e.roadblocks else []
    who = join([*(names.unit(unit) for unit in shown(seen, e.units)), *blocks])
    if e.seat == RUSSIAN:
        return f"{head} Back in the ranks: {who}."
    coming = count(e.arrive, "unit") if e.arrive else "none of them"
    rolled = f" 🎲 {names.tens(e.arrives)}: " if e.arrives is not None else ""
    arrive = f"{rolled}{coming} will come with the next Chechen marker." if rolled else ""
    return f"{head} Back in the pool: {who}.{arrive}"


GONE = {
    "carrier": ("perishes inside", "perish inside"),
    "overrun": ("is overrun", "are overrun"),
    "stacking": ("finds no room and is lost", "find no room and are lost"),
    "collapse": ("is lost in the ruins", "are lost in the ruins"),
}
"""How units are lost that no shot and no assault has been told of yet."""


@on(ev.Eliminated)
def _eliminated(seen: Seen[State], e: ev.Eliminated) -> str:
    if e.why not in GONE:
        return ""
    unit = seen.state.units[e.unit]
    where = f" at {names.spot(unit.hex, unit.level)}" if e.why != "carrier" else ""
    return f"💀 **{names.counter(e.counter)}** {GONE[e.why][many(e.counter)]}{where}."


@on(ev.Exited)
def _exited(seen: Seen[State], e: ev.Exited) -> str:
    who = join(names.counter(key) for key in e.counters)
    return f"{who} {'leaves' if len(e.counters) == 1 else 'leave'} the city by its east edge."


@on(ev.Looked)
def _looked(seen: Seen[State], e: ev.Looked) -> str:
    """Name what has come to lie open to everybody; what only one side inspects is shown on its map."""
    if e.fighting:
        return ""
    before = seen.state.units
    new = [id for id, counter in e.counters.items() if counter.out and id in before and not before[id].counter.out]
    called = {id: names.counter(e.counters[id].open()) for id in new}
    new.sort(key=lambda id: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", called[id])])
    spots = (f"{called[id]} at {names.spot(before[id].hex, before[id].level)}" for id in new)
    return f"{SEEN}{'; '.join(spots)}." if new else ""
