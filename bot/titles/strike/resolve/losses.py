"""Step losses: which unit takes them, and what they move in the boxes."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.titles.strike import boxes, forces
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Losses
from bot.titles.strike.model.table import AreaId, Unit, UnitId
from bot.titles.strike.resolve.contact import Play
from bot.titles.strike.withdrawal import corps_steps


def losers(state: State, step: Losses) -> tuple[Unit, ...]:
    """Return the units among which losses are chosen."""
    there = forces.troops(state, step.area, step.seat)
    return tuple(unit for unit in there if not step.units or unit.id in step.units)


def whole(step: Losses, units: tuple[Unit, ...]) -> int:
    """Count all the steps that units have, as these losses count them."""
    return corps_steps(units) if step.in_corps else sum(map(forces.steps, units))


@case("11.9.2", "11.9.3")
def go(play: Play, step: Losses) -> bool:
    """Take what nobody has to choose; ask for the rest."""
    units = losers(play.state, step)
    if step.left <= 0 or not units:
        play.emit(ev.Ended())
        return False
    if step.left >= whole(step, units):
        play.emit(ev.Ended())
        for unit in units:
            eliminate(play, unit)
        return False
    if len(units) == 1:
        take(play, units[0].id)
        return False
    return True


def take(play: Play, id: UnitId) -> None:
    """Let a unit take the next step; in corps an army that is turned over pays two."""
    step = play.state.steps[-1]
    assert isinstance(step, Losses)
    unit = play.state.units[id]
    paid = forces.size(unit) if step.in_corps else 1
    play.emit(ev.Changed(replace(step, left=step.left - paid)))
    if forces.steps(unit) > 1:
        play.emit(ev.StepLost(id, boxes.corps_lost_with(play.state, unit)))
    elif step.left < paid and (corps := boxes.corps_left_of(play.state, unit)):
        play.emit(ev.BrokenDown(id, (corps,)))
        if forces.steps(play.state.units[corps]) > 1:
            play.emit(ev.StepLost(corps))
    else:
        eliminate(play, unit)


@case("11.9.4", "12.3.1", "12.3.2")
def eliminate(play: Play, unit: Unit) -> None:
    """A unit goes to the Eliminated Box."""
    play.emit(ev.Eliminated(unit.id, "combat", boxes.corps_won_with(play.state, unit)))


def eliminate_all(play: Play, area: AreaId, units: tuple[Unit, ...]) -> None:
    """All these units are gone."""
    for unit in units:
        eliminate(play, unit)
