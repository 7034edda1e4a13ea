"""The Commissar's goal: the shared ox nearest to the one that the dice name."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters
from bot.titles.strike.field.commissar import calls, commissar, nearest_shared
from bot.titles.strike.model.table import GERMAN, RUSSIAN, WAITING, AreaId
from bot.titles.strike.play import Play
from bot.titles.strike.play.contact import ask_where
from bot.titles.strike.printed.tables import tables


@case("7.0", "7.1.5")
def place(play: Play) -> None:
    """At the end of each Russian movement the Commissar goes where the dice send him."""
    if calls(play.state):
        call(play)


@case("7.1.1", "7.1.2", "7.1.3", "7.1.3a", "7.1.3c", "7.1.3d")
def call(play: Play) -> None:
    """Roll for an ox; among the nearest ones that both sides share the Germans choose."""
    columns = tables().numbers.commissar.columns
    first = play.dice.roll("commissar column", 1)
    named = columns[first.faces[0] - 1]
    second = play.dice.roll("commissar column", 1) if len(named) > 1 else None
    column = named[(second.faces[0] + 1) % 2] if second is not None else named[0]
    row = play.dice.roll("commissar row", 2)
    ox = f"{column}{sum(row.faces) - 1}"
    near = nearest_shared(play.state, ox)
    play.emit(ev.CommissarCalled(ox, first, row, near, second))
    marker = next(unit for unit in play.state.units.values() if counters.is_kind(unit, "commissar"))
    if len(near) == 1:
        play.emit(ev.Placed(marker.id, near[0], "commissar"))
    else:
        leave(play)
        if near:
            ask_where(play, GERMAN, marker.id, near)


def leave(play: Play) -> None:
    """Take the Commissar off the map."""
    marker = commissar(play.state)
    if marker is not None:
        play.emit(ev.Placed(marker.id, WAITING, "off the map"))


@case("7.1.4")
def after_combat(play: Play, area: AreaId, *, retreated: bool) -> None:
    """When all Russians with the Commissar are eliminated, he is called again at once."""
    marker = commissar(play.state)
    there = marker is not None and marker.place == area
    if there and not retreated and not counters.troops(play.state, area, RUSSIAN):
        call(play)
