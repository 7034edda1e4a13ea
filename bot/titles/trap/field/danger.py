"""The enemies that could fire at a hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.kernel.secret import Seat
from bot.kit.advice import FAR
from bot.titles.trap.field import fire
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import POSITION, WATCH, known, of, other
from bot.titles.trap.field.view import firing_range, view
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Unit


@WATCH.keeps
def _in_sight(state: State, seat: Seat) -> dict[HexId, tuple[Unit, ...]]:
    """Return the known units of a side that could fire at each hex."""
    found: dict[HexId, tuple[Unit, ...]] = {}
    for unit in of(state, seat):
        if unit.aboard or not fire.armed(state, unit):
            continue
        far = firing_range(state, unit)
        for hex in view(state, unit.hex, far) if far else ():
            found[hex] = (*found.get(hex, ()), unit)
    return found


@WATCH.keeps
def _counted(state: State, seat: Seat) -> tuple[dict[HexId, int], dict[HexId, int]]:
    """Count a side's units that could fire at each hex, with and without snipers."""
    watched = _in_sight(state, seat)
    others = {
        hex: sum((what := known(unit)) is None or what.kind != "sniper" for unit in units)
        for hex, units in watched.items()
    }
    return {hex: len(units) for hex, units in watched.items()}, others


def threats(state: State, seat: Seat, unit: Unit) -> Mapping[HexId, int]:
    """Count for each hex the enemies of a side who could fire at a unit there."""
    what = known(unit)
    everybody, for_many = _counted(state, other(seat))
    return everybody if what is None or what.kind == "leader" else for_many


def watchers(state: State, seat: Seat, hex: HexId, units: Iterable[Unit] = ()) -> tuple[Unit, ...]:
    """Return the enemies that could fire at units in a hex; snipers need a leader."""
    foes = _in_sight(state, other(seat)).get(hex, ())
    if any(what is None or what.kind == "leader" for what in map(known, units)):
        return foes
    return tuple(foe for foe in foes if (what := known(foe)) is None or what.kind != "sniper")


@POSITION.keeps
def nearest(state: State, seat: Seat, hex: HexId) -> int:
    """Return the distance from a hex to the nearest enemy of a side."""
    return min((ground().distance(hex, foe.hex) for foe in of(state, other(seat))), default=FAR)
