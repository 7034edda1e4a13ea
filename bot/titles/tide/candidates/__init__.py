"""Actions that might be legal: generous, lazy, in the order of units and hexes. The rules are the only judge.

Each generator honours the fields that are already fixed, so that asking for one unit costs one unit's work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.kernel.game import verb
from bot.kernel.secret import Seen
from bot.titles.tide import asks
from bot.titles.tide.candidates import acting, answering
from bot.titles.tide.candidates.choices import Fixed
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State


def candidates(seen: Seen[State], kind: type[do.Action], fixed: Fixed) -> Iterator[do.Action]:
    """Yield actions of a class that might be legal for the seat now and agree with the fixed fields."""
    if verb(kind) not in asks.verbs(seen.state, seen.seat) and kind not in (do.Order, do.Resign):
        return
    for action in _CANDIDATES[kind](seen, fixed):
        if all(getattr(action, name) == value for name, value in fixed.items()):
            yield action


_CANDIDATES: dict[type[do.Action], Callable[[Seen[State], Fixed], Iterator[do.Action]]] = {
    do.Build: answering.builds,
    do.Place: answering.places,
    do.Deploy: answering.deploys,
    do.Advance: acting.advances,
    do.Fire: acting.fires,
    do.OpFire: acting.op_fires,
    do.FireAndMove: acting.fires_and_moves,
    do.Assault: acting.assaults,
    do.PlayCard: acting.cards,
    do.Fatigue: acting.fatigues,
    do.Special: acting.specials,
    do.Stop: acting.stops,
    do.Shoot: answering.shots,
    do.Hold: answering.holds,
    do.Remove: answering.removes,
    do.Reroll: answering.rerolls,
    do.Retreat: answering.retreats,
    do.Join: answering.joins,
    do.Spend: answering.spends,
    do.PlaySabotage: answering.sabotages,
    do.Draw: answering.draws,
    do.Subvert: answering.subversions,
    do.Transfer: answering.transfers,
    do.Done: answering.dones,
    do.Order: answering.orders,
    do.Resign: answering.resigns,
}
