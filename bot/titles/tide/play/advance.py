"""An Advance: a unit moves up to its full allowance, or moves a gun along."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seen
from bot.kit.decisions import Verb
from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import advantage, foresight, guns, phrases, units
from bot.titles.tide.field.names import for_reader
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Intent
from bot.titles.tide.play import activation, marching, moving, sketches
from bot.titles.tide.play.activation import ACTIVATED, InTurn, takes_an_action
from bot.titles.tide.play.moving import MOVE, MOVE_ITSELF, set_out


@case("TOI-4.1")
def advance(play: Play, action: do.Advance) -> None:
    """Advance with a fresh unit, or move a gun along."""
    if units.is_gun(play.state.units[action.unit]):
        _haul(play, action)
    else:
        set_out(play, action, action.to)


@case("FB-equip-1")
def _haul(play: Play, action: do.Advance) -> None:
    """Move a gun with a fresh unit of its hex.

    The march is that unit's; the gun stays with it.
    """
    crew = guns.mover(play.state, play.state.units[action.unit], action.crew)
    assert not isinstance(crew, Wrong)
    play.emit(ev.Activated(action.unit, "advance"))
    marching.begin_march(play, crew, "advance", Intent((action.to,)), action.unit)


def says_advance(seen: Seen[State], action: do.Advance) -> str:
    """Return the order as a sentence."""
    return f"{for_reader(seen, action.unit)} {phrases.goes(seen, action)}."


def foretold(seen: Seen[State], action: do.Advance) -> list[str]:
    """Report the cost and danger of the way, and where it reveals a concealed squad."""
    return [
        *foresight.cost(seen, action),
        *foresight.danger(seen, action),
        *foresight.seen_on_way(seen, action),
    ]


ADVANCE: InTurn[do.Advance] = Verb(
    do.Advance,
    when="a unit advances in your turn of the Action Phase",
    says=says_advance,
    why=advantage.of_move,
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        activation.steady,
        moving.on_the_map,
        moving.moved_along,
        *MOVE[1:],
        *MOVE_ITSELF,
    ),
    tells=foretold,
    candidates=moving.advances,
    resolve=takes_an_action(advance),
    odds=moving.of_way,
    sketch=sketches.way,
)
