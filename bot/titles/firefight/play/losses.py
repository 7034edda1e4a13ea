"""Loss of units: the effect on CAPs, hit markers and victory points."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import case
from bot.kernel.secret import Secret
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards import orders
from bot.titles.firefight.field.scoring import for_loss
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import kind
from bot.titles.firefight.model.ids import UnitId
from bot.titles.firefight.model.table import Hits, Pile
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.points import give


# FF-R7, FF-R8
@case("COH-5.1a", "COH-5.1b", "COH-2.0c", "COH-5.2b", "G-3.2.1")
def destroy(play: Play, id: UnitId, why: str = "") -> None:
    """Destroy a unit.

    Its player loses a space of the CAP track. A CAP marker on that space or above it also loses a CAP.
    """
    unit, player = play.state.units[id], play.state.players[play.state.units[id].owner]
    lost = int(kind(unit).counts)
    space = player.base - player.lost
    falls = int(lost and player.caps >= space and player.caps > 0)
    pile, left = unit.hit.pile if unit.hit is not None else "soft", returned(play, id)
    play.emit(ev.Destroyed(id, why, lost, falls, pile, left))
    if lost and is_ai(play.state, unit.owner):
        orders.lose(play)
    give(play, for_loss(play.state, unit))


def returned(play: Play, id: UnitId) -> Hits | None:
    """Return the pile after a unit's hit marker returns to it, or `None` if unhit."""
    hit = play.state.units[id].hit
    return all_returned(play, [id])[hit.pile] if hit is not None else None


def all_returned(play: Play, some: Iterable[UnitId]) -> dict[Pile, Hits]:
    """Return the piles after the hit markers of some units return to them."""
    piles: dict[Pile, Hits] = {}
    for hit in (play.state.units[id].hit for id in some):
        if hit is not None:
            pile = piles.get(hit.pile, play.state.piles[hit.pile])
            piles[hit.pile] = Secret(pile.readers, tuple(sorted((*pile.open(), hit.marker.open()))))
    return piles
