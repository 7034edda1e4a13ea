"""The units that may move in this part of the phase, and the redeployment limit."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat, Seen
from bot.kit.english import count
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Movement, Redeployment
from bot.titles.strike.model.table import GERMAN, Unit, UnitId
from bot.titles.strike.play import Play, contact

Moves = Movement | Redeployment
"""The decisions at which units move."""


@case("2.0", "6.4.1a")
def begin_rails(play: Play) -> None:
    """The Germans advance their railheads and move their trucks before all else."""
    play.emit(ev.Begun(Movement(play.state.seat, "rails")))


@case("2.0")
def begin_units(play: Play) -> None:
    """A side moves its units."""
    play.emit(ev.Begun(Movement(play.state.seat, "units")))


def ask_redeployment(play: Play, seat: Seat, left: int) -> None:
    """Let a side redeploy this number of units."""
    play.emit(ev.Begun(Redeployment(seat, left)))


def end(play: Play, step: Moves, action: do.Done) -> None:
    """Be done with moving."""
    play.emit(ev.Ended())
    contact.abandoned(play)


def out_of_turn(seen: Seen[State], unit: Unit) -> Wrong | None:
    """Say why a unit does not move in this part of the movement phase."""
    step = seen.state.steps[-1]
    if not isinstance(step, Movement) or seen.seat != GERMAN:
        return None
    is_trucks = counters.is_kind(unit, "trucks")
    if step.part == "rails" and not is_trucks:
        return Wrong(
            "railheads and trucks move first", "press Done when they have moved, then move the rest", "2.0"
        )
    if step.part == "units" and is_trucks:
        return Wrong("trucks have moved before all other units", "move it next turn", "2.0")
    return None


def in_turn(seen: Seen[State], step: object, unit: Unit) -> bool:
    """Return whether a unit moves in this part: German trucks first, then the rest."""
    if not isinstance(step, Movement) or seen.seat != GERMAN:
        return True
    return counters.is_kind(unit, "trucks") == (step.part == "rails")


def more_units(left: int) -> str:
    """Say how many units more may redeploy."""
    return count(left, "more unit") if left else "no more units"


def too_many_redeploy(seen: Seen[State], units: tuple[Unit, ...]) -> Wrong | None:
    """Return why these units exceed the redeployment limit."""
    step = seen.state.steps[-1]
    new = sum(not unit.trail for unit in units)
    if isinstance(step, Redeployment) and new > step.left:
        return Wrong(
            f"{more_units(step.left)} may redeploy this turn",
            "continue with units that have moved, or press Done",
            "3.2.1",
        )
    return None


@case("3.2.1")
def count_redeployed(play: Play, units: Sequence[UnitId]) -> None:
    """Count redeployed units; a unit counts only once a phase."""
    step = play.state.steps[-1]
    new = sum(not play.state.units[unit].trail for unit in units)
    if isinstance(step, Redeployment) and new:
        play.emit(ev.Changed(replace(step, left=step.left - new)))
