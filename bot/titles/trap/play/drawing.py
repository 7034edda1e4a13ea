"""Chechen units come out of the pool by lot, and go back into it."""

from __future__ import annotations

from typing import Literal

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat, private
from bot.kit.pieces import without
from bot.titles.trap import events as ev
from bot.titles.trap.model.steps import Arrival, WhyArriving
from bot.titles.trap.model.table import CHECHEN, HAND, CounterId, Unit, UnitId
from bot.titles.trap.play.base import Play, lots

Why = Literal["set-up", "ambush", "reinforcement", "replacement"]


# TRAP-R32, TRAP-R93
@case("TRAP-8.4", "TRAP-8.4-1", "TRAP-10.2.2")
def draw(
    play: Play,
    why: Why,
    number: int,
    roll: Roll | None = None,
    fixed: tuple[CounterId, ...] = (),
    replaced: int = 0,
) -> None:
    """Draw units by lot or from a fixed list, up to the size of the pool.

    The fifth unit brings a road block.
    """
    pool = play.state.pool.open()
    among = [counter for counter in pool if counter in fixed] if fixed else pool
    taken, rolls = lots(play, "which unit comes", among, number)
    left = without(pool, *taken)
    first = play.state.drawn + 1
    units = tuple(
        Unit(UnitId(f"c{first + n}"), CHECHEN, private(counter, CHECHEN), HAND) for n, counter in enumerate(taken)
    )
    play.emit(
        ev.UnitsDrawn(
            units=units,
            lots=private(rolls),
            pool=private(left),
            undrawn=len(left),
            why=why,
            number=roll,
            replaced=replaced,
        )
    )
    if units:
        blocks = min(len(units) // 5, play.state.roadblocks)
        step: WhyArriving = "reinforcement" if why == "replacement" else why
        arrive(play, CHECHEN, tuple(unit.id for unit in units), step, blocks=blocks)


def arrive(
    play: Play, seat: Seat, units: tuple[UnitId, ...], why: WhyArriving, *, blocks: int = 0, left: int = 0
) -> None:
    """Let a side place arriving units: all of them, or a limited number."""
    play.emit(ev.Begun(Arrival(seat, units, why, blocks, left)))


def put_back(play: Play, units: tuple[UnitId, ...], why: Literal["left", "road block"]) -> None:
    """Put units from the hand back into the pool."""
    counters = (play.state.units[id].counter.open() for id in units)
    pool = tuple(sorted((*play.state.pool.open(), *counters)))
    play.emit(ev.UnitsReturned(units, private(pool), len(pool), why))
