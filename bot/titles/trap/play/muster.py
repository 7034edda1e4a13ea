"""The effects of a Chechen marker: new units, then a die for the active number."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kit.decisions import Work
from bot.titles.trap import events as ev
from bot.titles.trap.field.battle import scenario
from bot.titles.trap.field.units import of
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Muster
from bot.titles.trap.model.table import CHECHEN, CHECHENS
from bot.titles.trap.play.base import Play, total
from bot.titles.trap.play.cup import begin
from bot.titles.trap.play.drawing import draw


# TRAP-R91, TRAP-R96
@case("TRAP-10.1.1", "TRAP-10.2", "TRAP-10.2.2", "TRAP-10.3.2", "TRAP-10.4")
def units(play: Play, step: Muster) -> None:
    """Draw units of the first ambush, or reinforcements and replacements."""
    play.emit(ev.Changed(Muster("number", step.ambush)))
    state = play.state
    record = scenario(state).chechen
    if step.ambush:
        roll = play.dice.roll("units of the ambush", *record.ambush)
        draw(play, "ambush", total(roll), roll)
        return
    if record.draws is not None and state.reinforces:
        first, last = record.draws.turns
        if first <= state.turn <= last:
            roll = play.dice.roll("new units", record.draws.dice, record.draws.sides)
            draw(play, "reinforcement", total(roll), roll)
    if state.replacements:
        draw(play, "replacement", state.replacements, replaced=state.replacements)


# TRAP-R11
@case("TRAP-4.3.2", "TRAP-10.1.1")
def number(play: Play, step: Muster) -> None:
    """Roll for the number of units that act.

    The first ambush needs no roll: all its units act.
    """
    play.emit(ev.Ended())
    if step.ambush:
        placed = tuple(unit.id for unit in of(play.state, CHECHEN))
        begin(play, CHECHEN, CHECHENS, len(placed), only=placed)
        return
    roll = play.dice.roll("units that act", 1, 10)
    begin(play, CHECHEN, CHECHENS, total(roll), roll)


MUSTER: tuple[Work[State, ev.Event, Muster], ...] = (Work(Muster, units, "units"), Work(Muster, number, "number"))
