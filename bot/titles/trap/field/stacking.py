"""Stacking: the limits of a level of a hex, and hexes that both sides may share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.kit.pieces import grouped
from bot.titles.trap.field.battle import stacking
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import PLACES, at, inside, known, of, other, riders
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import RUSSIAN, HexId, Level, Unit
from bot.titles.trap.printed.tables import tables


@case("TRAP-3.2", "TRAP-8.7")
def levels(state: State, hex: HexId) -> tuple[Level, ...]:
    """Return the levels of a hex: buildings that stand have two."""
    return ("ground", "upper") if ground().has_levels(hex) and hex not in state.rubble else ("ground",)


class Crowd(NamedTuple):
    """Why units find no room, and by which case."""

    why: str
    cite: str

    def refuses(self, mend: str) -> Wrong:
        """Return the refusal, with the remedy."""
        return Wrong(self.why, mend, self.cite)


# TRAP-R56
@case("TRAP-3.1", "TRAP-3.1.1", "TRAP-3.1.2", "TRAP-3.1.3")
def room(state: State, seat: Seat, hex: HexId, level: Level, coming: Iterable[Unit]) -> Crowd | None:
    """Return why units may not be placed in a hex; `None` if they may.

    Units of their side in the hex count too.

    Leaders, snipers and passengers of an APC do not count. An unknown unit counts.
    """
    come = {unit.id: unit for unit in coming}
    on_top = [rider for id in come for rider in riders(state, id) if not inside(state, rider)]
    come.update((rider.id, rider) for rider in on_top)
    stay = [unit for unit in at(state, hex, level, seat) if unit.id not in come and not inside(state, unit)]
    units = [known(unit) for unit in (*stay, *come.values())]
    if sum(each is None or each.stacks for each in units) > stacking(seat):
        why = f"there is room for {stacking(seat)} units on a level of a hex, and more would stand at {hex}"
        return Crowd(why, "TRAP-3.1.2" if seat == RUSSIAN else "TRAP-3.1.1")
    vehicles = sum(each is not None and each.vehicle for each in units)
    if vehicles > tables().charts.stacking.vehicles:
        return Crowd(f"one vehicle fits into a hex, and there is one at {hex}", "TRAP-3.1.3")
    return None


@case("TRAP-3.1.4", "TRAP-3.2")
def enemies(state: State, seat: Seat, hex: HexId, level: Level | None = "ground") -> tuple[Unit, ...]:
    """Return the enemies of a side on a level of a hex, or on both."""
    return at(state, hex, level, other(seat))


# TRAP-R86
@case("TRAP-8.8")
def helpless(units: Iterable[Unit]) -> bool:
    """Return whether all units are known snipers and leaders, who are lost alone."""
    found = [known(unit) for unit in units]
    return bool(found) and all(each is not None and not each.fights for each in found)


@case("TRAP-3.1.4", "TRAP-8.8")
def defended(state: State, seat: Seat, hex: HexId) -> bool:
    """Return whether enemies hold the ground of a hex; snipers and leaders do not."""
    return hex in _held(state, other(seat))


@PLACES.keeps
def _held(state: State, seat: Seat) -> frozenset[HexId]:
    """Return the hexes whose ground a side holds."""
    stacks = grouped((unit for unit in of(state, seat) if unit.level == "ground"), lambda unit: unit.hex)
    return frozenset(hex for hex, units in stacks.items() if not helpless(units))
