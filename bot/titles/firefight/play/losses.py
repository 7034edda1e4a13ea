"""Units that are lost: what becomes of their owner's CAPs, of their hit marker, and what it is worth."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Secret
from bot.titles.firefight.field.units import kind, other
from bot.titles.firefight.model import events as ev
from bot.titles.firefight.model import fight_events as fight
from bot.titles.firefight.model.ids import UnitId
from bot.titles.firefight.model.state import Hits
from bot.titles.firefight.play.base import Play


# FF-R7
@case("COH-5.1a", "COH-5.1b", "COH-2.0c")
def destroy(play: Play, id: UnitId, why: str = "") -> None:
    """Destroy a unit. Its space of the CAP track is filled, and a CAP marker on it, or above, loses that CAP."""
    unit, player = play.state.units[id], play.state.players[play.state.units[id].owner]
    lost = int(kind(unit).counts)
    space = player.base - player.lost
    falls = int(lost and player.caps >= space and player.caps > 0)
    pile, left = unit.hit.pile if unit.hit is not None else "soft", returned(play, id)
    play.emit(fight.Destroyed(id, why, lost, falls, pile, left))
    award(play, id)


def returned(play: Play, id: UnitId) -> Hits | None:
    """Return the pile with the hit marker of a unit laid back; `None` where it has none."""
    hit = play.state.units[id].hit
    if hit is None:
        return None
    pile = play.state.piles[hit.pile]
    return Secret(pile.readers, tuple(sorted((*pile.open(), hit.marker.open()))))


# FF-R8
@case("G-3.2.1", "COH-5.2b")
def award(play: Play, id: UnitId) -> None:
    """Give the enemy of a unit that is destroyed the victory points for it, whoever destroyed it."""
    unit = play.state.units[id]
    play.emit(ev.Scored(other(unit.side), 1, "G-3.2.1", "a unit destroyed"))
