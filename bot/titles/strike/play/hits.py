"""Step losses: the units that take them, and their effect on the boxes."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.strike import events as ev
from bot.titles.strike.field import boxes, counters
from bot.titles.strike.field.retreats import corps_steps
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Losses
from bot.titles.strike.model.table import NOBODY, AreaId, Unit, UnitId
from bot.titles.strike.play import Play


def ask_losses(
    play: Play, seat: Seat, area: AreaId, steps: int, *, in_corps: bool = False, units: tuple[UnitId, ...] = ()
) -> None:
    """Let a side choose what it loses."""
    play.emit(ev.Begun(Losses(seat, area, steps, in_corps, units)))


def losers(state: State, step: Losses) -> tuple[Unit, ...]:
    """Return the units among which losses are chosen."""
    there = counters.troops(state, step.area, step.seat)
    return tuple(unit for unit in there if not step.units or unit.id in step.units)


def whole(step: Losses, units: tuple[Unit, ...]) -> int:
    """Count all the steps that units have, as these losses count them."""
    return corps_steps(units) if step.in_corps else sum(map(counters.steps, units))


@case("11.9.3")
def left_of(state: State, step: Losses, unit: Unit) -> dict[UnitId, bool]:
    """Return the corps that may remain when an army owes half of its own step."""
    halved = step.in_corps and counters.steps(unit) == 1 and step.left < counters.size(unit)
    return boxes.remnants(state, unit) if halved else {}


def take(play: Play, step: Losses, id: UnitId, corps: UnitId = NOBODY) -> None:
    """Let a unit take the next step; a reduced army pays two corps and may leave one."""
    unit = play.state.units[id]
    paid = counters.size(unit) if step.in_corps else 1
    if counters.steps(unit) > 1:
        lost = boxes.corps_lost_with(play.state, unit)
        play.emit(ev.Changed(replace(step, left=step.left - paid, turned={**step.turned, id: lost})))
        play.emit(ev.StepLost(id, lost))
        return
    remnants = left_of(play.state, step, unit)
    play.emit(ev.Changed(replace(step, left=step.left - paid)))
    if remnants:
        chosen = corps or next(iter(remnants))
        play.emit(ev.BrokenDown(id, (chosen,), remnants[chosen]))
    else:
        eliminate(play, unit, step)


@case("11.9.4", "12.3.1", "12.3.2")
def eliminate(play: Play, unit: Unit, step: Losses | None = None) -> None:
    """A unit is eliminated; a reduced army returns a corps.

    For an army that these very losses have turned over, the corps that went with that step comes back, if any did.
    """
    turned = step is not None and unit.id in step.turned
    corps = step.turned[unit.id] if step is not None and turned else boxes.corps_won_with(play.state, unit)
    play.emit(ev.Eliminated(unit.id, "combat", corps))


def eliminate_all(play: Play, area: AreaId, units: tuple[Unit, ...]) -> None:
    """All these units are gone."""
    for unit in units:
        eliminate(play, unit)
