"""Control markers, and the units that take them."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.firefight import events as ev
from bot.titles.firefight.field.units import at, kind, other
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Control, Unit
from bot.titles.firefight.play.base import Play


# FF-R75
@case("COH-5.3a", "COH-2.0c", "COH-6.4a")
def taker(state: State, marker: Control) -> Unit | None:
    """Return the unit that takes a control marker, or `None`.

    It is an enemy of the marker's side with firepower, in a hex without units of that side. A hidden unit takes no
    marker, but keeps one for its side.
    """
    if at(state, marker.hex, marker.side):
        return None
    for unit in at(state, marker.hex, other(marker.side)):
        what = kind(unit)
        if unit.hiding is None and what.counts and max(what.red, what.blue) > 0:
            return unit
    return None


def take_control(play: Play) -> None:
    """Flip each control marker that a unit takes now. Passing units take them too."""
    for marker in play.state.control.values():
        unit = taker(play.state, marker)
        if unit is not None:
            play.emit(ev.MarkerTurned(marker.id, other(marker.side), unit.id))
