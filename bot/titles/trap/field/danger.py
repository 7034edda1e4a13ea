"""The enemies that could fire at a hex."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.secret import Seat
from bot.kit.advice import FAR
from bot.titles.trap.field import fire
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import POSITION, known, of, other
from bot.titles.trap.field.view import firing_range, view
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Unit


@POSITION.keeps
def _watched(state: State, seat: Seat) -> dict[HexId, tuple[Unit, ...]]:
    """Return the known enemies that could fire at each hex."""
    found: dict[HexId, tuple[Unit, ...]] = {}
    for foe in of(state, other(seat)):
        if foe.aboard or not fire.armed(state, foe):
            continue
        far = firing_range(state, foe)
        for hex in view(state, foe.hex, far) if far else ():
            found[hex] = (*found.get(hex, ()), foe)
    return found


@POSITION.keeps
def _armed_for_many(state: State, seat: Seat) -> dict[HexId, int]:
    """Count the enemies who could fire at each hex, without snipers."""
    return {
        hex: sum((what := known(foe)) is None or what.kind != "sniper" for foe in foes)
        for hex, foes in _watched(state, seat).items()
    }


def threats(state: State, seat: Seat, hex: HexId, unit: Unit) -> int:
    """Count the enemies of a side who could fire at a unit in a hex."""
    what = known(unit)
    at_leaders = what is None or what.kind == "leader"
    return len(_watched(state, seat).get(hex, ())) if at_leaders else _armed_for_many(state, seat).get(hex, 0)


def watchers(state: State, seat: Seat, hex: HexId, units: Iterable[Unit] = ()) -> tuple[Unit, ...]:
    """Return the enemies that could fire at units in a hex; snipers need a leader."""
    foes = _watched(state, seat).get(hex, ())
    if any(what is None or what.kind == "leader" for what in map(known, units)):
        return foes
    return tuple(foe for foe in foes if (what := known(foe)) is None or what.kind != "sniper")


@POSITION.keeps
def nearest(state: State, seat: Seat, hex: HexId) -> int:
    """Return the distance from a hex to the nearest enemy of a side."""
    return min((ground().distance(hex, foe.hex) for foe in of(state, other(seat))), default=FAR)
