"""Reinforcements arrive beside the map."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import case
from bot.kernel.secret import EVERYONE, Seat, Secret
from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.model.table import Base, HexId, Squad, UnitId, Vehicle


@case("TOI-11.4")
def reinforce(
    play: Play, seat: Seat, squads: Iterable[Base], vehicles: Iterable[str], entry: tuple[HexId, ...] = ()
) -> None:
    """Add units beside the map; their owner places them in the Status Phase."""
    state = play.state
    new: list[Squad | Vehicle] = []
    for number, base in enumerate(squads, start=state.hq[seat].squads + 1):
        id = UnitId(f"{seat[0]}r{state.serial + len(new)}")
        new.append(
            Squad(
                id=id, side=seat, number=number, arrives=state.round, entry=entry, base=Secret((EVERYONE,), base)
            )
        )
    for kind in vehicles:
        id = UnitId(f"{seat[0]}r{state.serial + len(new)}")
        others = [u for u in (*state.units.values(), *new) if isinstance(u, Vehicle)]
        number = 1 + sum(u.side == seat and u.kind == kind for u in others) + state.lost[seat].count(kind)
        new.append(Vehicle(id=id, side=seat, number=number, arrives=state.round, entry=entry, kind=kind))
    play.emit(ev.Reinforced(seat, tuple(new)))
