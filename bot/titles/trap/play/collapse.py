"""A building has collapsed: units leave the rubble, or its owner gives a unit up."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.trap import events as ev
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.stacking import enemies, room
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import record
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Collapse
from bot.titles.trap.model.table import HexId, Unit, UnitId
from bot.titles.trap.play.base import Play, price
from bot.titles.trap.play.control import take
from bot.titles.trap.play.results import eliminate
from bot.titles.trap.play.revealing import looking

Here = At[State, Collapse]


def fallen(state: State, step: Collapse) -> tuple[UnitId, ...]:
    """Return the units of the step that are still in its hex."""
    return tuple(id for id in step.units if state.units[id].hex == step.hex)


# TRAP-R83
def ways_out(state: State, unit: Unit) -> list[HexId]:
    """Return the exits of a unit from rubble: adjacent, without enemies, with room."""
    return [
        hex
        for hex in ground().neighbours(unit.hex)
        if not enemies(state, unit.side, hex) and not room(state, unit.side, hex, "ground", [unit])
    ]


# Retreat.


# TRAP-R83
@case("TRAP-8.7")
def go_retreat(play: Play, step: Collapse) -> bool:
    """Ask while fallen units are among enemies; units without an exit are lost."""
    for id in fallen(play.state, step):
        if not ways_out(play.state, play.state.units[id]):
            eliminate(play, id, "collapse")
    if fallen(play.state, step) and enemies(play.state, step.seat, step.hex):
        return True
    play.emit(ev.Ended())
    return False


# TRAP-R83
@rule("TRAP-8.7")
def can_get_out(at: Here, action: do.Retreat) -> Wrong | None:
    """They leave for an adjacent hex with room, without enemies on its ground."""
    if action.unit not in fallen(at.state, at.step):
        return Wrong("that unit did not come down with the building", "choose one that did")
    if action.to not in ways_out(at.state, at.state.units[action.unit]):
        return Wrong(f"it cannot get out to {action.to}", "choose a hex beside it without enemies and with room")
    return None


def retreats(at: Here, fixed: Fixed) -> Iterator[do.Retreat]:
    """Offer every way out for each of them."""
    for id in fallen(at.state, at.step):
        for hex in ways_out(at.state, at.state.units[id]):
            yield do.Retreat(id, hex)


def retreat(play: Play, step: Collapse, action: do.Retreat) -> None:
    """Get a unit out."""
    unit = play.state.units[action.unit]
    path = (unit.hex, action.to)
    play.emit(ev.Moved((unit.id,), path, "ground", (unit.facing,), price(unit.side, 0), "retreat"))
    take(play, unit.id, path[1:])


# Too many in the rubble.


# TRAP-R28
@case("TRAP-3.1")
def go_lose(play: Play, step: Collapse) -> bool:
    """Ask while the rubble is overstacked."""
    if room(play.state, step.seat, step.hex, "ground", ()):
        return True
    play.emit(ev.Ended())
    return False


# TRAP-R28
@rule("TRAP-8.7", "TRAP-3.1")
def takes_room(at: Here, action: do.Lose) -> Wrong | None:
    """One of the units that count is given up."""
    unit = at.state.units.get(action.unit)
    if unit is None or action.unit not in fallen(at.state, at.step) or unit.side != at.seat:
        return Wrong("that unit is not in the rubble", "choose one that does")
    if not record(unit).stacks:
        return Wrong("it takes no room", "choose a unit that counts for stacking")
    return None


def losable(at: Here, fixed: Fixed) -> Iterator[do.Lose]:
    """Offer each unit in the rubble."""
    return (do.Lose(unit.id) for unit in units_at(at.state, at.step.hex, "ground", at.seat) if not unit.aboard)


def lose(play: Play, step: Collapse, action: do.Lose) -> None:
    """Give a unit up."""
    eliminate(play, action.unit, "stacking")


def _retreating(at: Here) -> str:
    left = len(fallen(at.state, at.step))
    return f"The building at {at.step.hex} has come down among enemies. Where do your {left} units get out to?"


def _crowded(at: Here) -> str:
    return f"There is not room for all your units in the rubble at {at.step.hex}. Which one do you give up?"


WHEN = "when a building comes down with units in it"
RETREAT = Decision(
    Collapse,
    part="retreat",
    question=_retreating,
    does="gets its units out of the rubble",
    you="your side gets its units out of the rubble",
    go=looking(go_retreat),
    verbs=(
        Verb(
            do.Retreat,
            when=f"units get out of rubble {WHEN}",
            says="{unit:goes|go} back to {to}.",
            cite="TRAP-8.7",
            rules=(can_get_out,),
            candidates=retreats,
            resolve=retreat,
        ),
    ),
)
LOSE = Decision(
    Collapse,
    part="lose",
    question=_crowded,
    does="gives up units for which there is no room",
    you="your side gives up units for which there is no room",
    go=looking(go_lose),
    verbs=(
        Verb(
            do.Lose,
            when=f"units are given up {WHEN}",
            says="{unit:is|are} given up.",
            cite="TRAP-8.7",
            rules=(takes_room,),
            candidates=losable,
            resolve=lose,
        ),
    ),
)
DECISIONS = (RETREAT, LOSE)
