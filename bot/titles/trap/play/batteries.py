"""Batteries off the map: when they fire, and how far from their own side."""

from __future__ import annotations

from bot.kernel.rule import Wrong, rule
from bot.titles.trap.field.battle import night, option
from bot.titles.trap.field.indirect import too_near
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ARTILLERY, Battery
from bot.titles.trap.play.acting import Here

DISTANCE, BURATINO_DISTANCE = 2, 3
"""How far from the nearest Russian unit artillery and Buratinos may strike."""
WITH_MARKER = "batteries fire when the Artillery marker is drawn"


@rule("TRAP-4.3.1-3", "TRAP-6.5", "TRAP-8.6-1", "TRAP-2.2.8")
def has_batteries(at: Here, action: do.Bombard | do.Strike | do.Interdict) -> Wrong | None:
    """Batteries fire with the Artillery marker, once a turn by day."""
    if at.step.marker != ARTILLERY:
        return Wrong("batteries off the map fire with the Artillery marker", "wait for it", "TRAP-4.3.1-3")
    if night(at.state):
        return Wrong("artillery off the map does not fire at night", "wait for the day", "TRAP-8.6-1")
    if isinstance(action, do.Strike) and not option(at.state, "buratino"):
        return Wrong("there are no Buratinos in this game", "use artillery", "TRAP-8.3")
    left = len(batteries(at.state, buratino=isinstance(action, do.Strike)))
    wanted = action.batteries if isinstance(action, do.Bombard) else 1
    if not left:
        return Wrong("every battery has fired this turn", "wait for the next turn", "TRAP-6.5")
    if wanted > left:
        return Wrong(f"{left} batteries have not fired this turn", "use as many at most")
    return None


def batteries(state: State, *, buratino: bool = False) -> list[Battery]:
    """Return the batteries that have not fired this turn."""
    return [each for each in state.batteries.values() if each.buratino == buratino and not each.used]


# TRAP-R80, TRAP-R23
@rule("TRAP-6.5.2", "TRAP-6.5", "TRAP-8.3")
def is_safe(at: Here, action: do.Bombard | do.Strike) -> Wrong | None:
    """No battery fires at or beside a Russian unit; a Buratino keeps three hexes off."""
    buratino = isinstance(action, do.Strike)
    near = too_near(at.state, action.at, BURATINO_DISTANCE if buratino else DISTANCE)
    if near is None:
        return None
    why = f"a unit of yours at {near.hex} is too near to {action.at}"
    return Wrong(why, "choose a hex farther off", "TRAP-8.3" if buratino else "TRAP-6.5.2")
