"""Artillery off the map: who it may hit, and where no Russian is too near."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import Fixed, Verb
from bot.titles.trap.field import fire
from bot.titles.trap.field.battle import night, option
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import ARTILLERY, Battery
from bot.titles.trap.play.acting import Here, act
from bot.titles.trap.play.barrage import barrage, barrage_odds
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.fire import has_been_attacked
from bot.titles.trap.play.spotting import choices, is_occupied, is_spotted, named, sketch, targets

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
    near = fire.too_near(at.state, action.at, BURATINO_DISTANCE if buratino else DISTANCE)
    if near is None:
        return None
    why = f"a unit of yours at {near.hex} is too near to {action.at}"
    return Wrong(why, "choose a hex farther off", "TRAP-8.3" if buratino else "TRAP-6.5.2")


def bombardments(at: Here, fixed: Fixed) -> Iterator[do.Bombard]:
    """Offer each hex of enemies that a leader spots, and landmarks, with any number of batteries."""
    for hex in targets(at, fixed):
        for spotter in choices(at, hex, fixed):
            for number in range(1, len(batteries(at.state)) + 1):
                yield do.Bombard(hex, spotter, number)


@case("TRAP-6.5", "TRAP-8.4.1")
def bombard(play: Play, step: Activation, action: do.Bombard) -> None:
    """Fire batteries one after another; the rest hold their fire when nobody is left, or a building comes down."""
    act(play, named(action.spotter))
    for battery in batteries(play.state)[: action.batteries]:
        if play.state.steps[-1] != step or not enemies(play.state, play.seat, action.at, None):
            return
        barrage(play, action.at, action.spotter, battery=battery)


def bombard_odds(at: Here, action: do.Bombard) -> Odds | None:
    """Return what so many batteries do to a hex."""
    return barrage_odds(at, action.at, action.spotter, None, max(1, action.batteries))


BOMBARD = Verb(
    do.Bombard,
    when=WITH_MARKER,
    cite="TRAP-4.3.1-3",
    rules=(has_batteries, has_been_attacked, is_occupied, is_safe, is_spotted),
    candidates=bombardments,
    resolve=bombard,
    odds=bombard_odds,
    sketch=sketch,
)
