"""Victory points, as if the game ended now. They are counted in halves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.trap.field.battle import counts, option, variant
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import at, known, of
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, ELIMINATED, EXITED, RUSSIAN, HexId, Unit


class Line(NamedTuple):
    """A line of the ledger."""

    seat: Seat
    halves: int
    cite: str
    why: str


# TRAP-R13, TRAP-R52
@case("TRAP-11.2")
def ledger(state: State) -> tuple[Line, ...]:
    """Return the lines of the ledger that score, from known units."""
    lines = (*losses(state), *buildings(state), *dudayev(state), *exits(state))
    return (*(line for line in lines if line.halves), *_earned(state))


def _earned(state: State) -> Iterator[Line]:
    """Yield points earned for good; repeated events share a line."""
    alike = Counter((each.seat, each.cite, each.why) for each in state.awards)
    for (seat, cite, why), times in alike.items():
        halves = sum(each.halves for each in state.awards if (each.seat, each.cite, each.why) == (seat, cite, why))
        yield Line(seat, halves, cite, f"{why}: {times} times" if times > 1 else why)


@case("TRAP-11.2-14")
def lead(state: State) -> int:
    """Return by how many half points the Russians lead."""
    return sum(line.halves if line.seat == RUSSIAN else -line.halves for line in ledger(state))


# TRAP-R33, TRAP-R58, TRAP-R97
@case("TRAP-11.2-01", "TRAP-11.2-08")
def losses(state: State) -> Iterator[Line]:
    """Yield points for eliminated units: three a Chechen unit, four a Russian one.

    Dudayev is counted apart.
    """
    gone = [unit for unit in state.units.values() if unit.hex == ELIMINATED]
    chechens = sum(unit.side == CHECHEN and not _named(unit) for unit in gone)
    russians = sum(unit.side == RUSSIAN and _counts(state, unit) for unit in gone)
    yield Line(RUSSIAN, 6 * chechens, "TRAP-11.2-01", f"Chechen units eliminated: {chechens}")
    yield Line(CHECHEN, 8 * russians, "TRAP-11.2-08", f"Russian units eliminated: {russians}")


def _named(unit: Unit) -> bool:
    what = known(unit)
    return what is not None and what.named


def _counts(state: State, unit: Unit) -> bool:
    """Return whether a Russian loss scores: combat units do, leaders by an option."""
    what = known(unit)
    return what is None or what.kind != "leader" or option(state, "leaders")


class Held(NamedTuple):
    """How a hex of a landmark is held."""

    russians: bool
    guards: bool
    """A unit of the 81st stands there."""
    chechens: bool


def held(state: State, hex: HexId) -> Held:
    """Return the sides in a landmark hex; a lone Russian leader does not count."""
    russians = [unit for unit in at(state, hex, seat=RUSSIAN) if _counts(state, unit)]
    formations = [what.formation for unit in russians if (what := known(unit)) is not None]
    guards = any(formation == "81" or formation.endswith("/81") for formation in formations)
    return Held(bool(russians), guards, bool(at(state, hex, seat=CHECHEN)))


# TRAP-R50, TRAP-R150
@case("TRAP-11.2-13")
def contested(state: State, building: str) -> bool:
    """Say whether both sides have units in a building: then it gives nobody points."""
    hexes = ground().building(building)
    sides = {unit.side for hex in hexes for unit in at(state, hex)}
    return len(sides) > 1


# TRAP-R51
@case("TRAP-11.2-03", "TRAP-11.2-04", "TRAP-11.2-05", "TRAP-11.2-06", "TRAP-11.2-07", "TRAP-11.2-15")
def buildings(state: State) -> Iterator[Line]:
    """Yield points for buildings.

    Russians score buildings they hold or passed last; Chechens must be there.
    """
    names = ground().record.landmarks
    for key, russian, cite in (
        ("palace", 12 if variant(state) else 24, "TRAP-11.2-03"),
        ("station", 2 if variant(state) else 6, "TRAP-11.2-04"),
        ("security", 2 if variant(state) else 6, "TRAP-11.2-04"),
    ):
        (hex,) = ground().building(key)
        chechens = bool(at(state, hex, seat=CHECHEN))
        if counts(state, key) and not chechens and state.control.get(hex) == RUSSIAN:
            guards = key != "palace" or held(state, hex).guards
            yield Line(RUSSIAN, russian if guards else 12, cite, f"{names[key].name}: held")
    for key, chechen, cite in (
        ("palace", 24, "TRAP-11.2-05"),
        ("security", 12, "TRAP-11.2-06"),
        ("parliament", 6, "TRAP-11.2-07"),
    ):
        if counts(state, key) and not contested(state, key):
            hexes = sum(held(state, hex).chechens for hex in ground().building(key))
            yield Line(CHECHEN, chechen * hexes, cite, f"{names[key].name}: {_hexes(hexes)}held")


def _hexes(count: int) -> str:
    return f"{count} hexes " if count > 1 else ""


@case("TRAP-11.2-02")
def dudayev(state: State) -> Iterator[Line]:
    """Dudayev, still in the city, encourages his side."""
    if any(_named(unit) for unit in of(state, CHECHEN)):
        yield Line(CHECHEN, 6, "TRAP-11.2-02", "Dudayev leads the defence in person")


@case("TRAP-11.2-10")
def exits(state: State) -> Iterator[Line]:
    """Count the Chechens who have left by the east edge."""
    out = sum(unit.hex == EXITED for unit in state.units.values())
    yield Line(CHECHEN, out, "TRAP-11.2-10", f"Chechen units that have left the city: {out}")
