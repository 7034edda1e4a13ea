"""The scenario's table, and the units that players place."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Options
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.strike import events as ev
from bot.titles.strike.field.counters import ground
from bot.titles.strike.model.table import (
    BREAKDOWN,
    ELIMINATED,
    GERMAN,
    REMOVED,
    RUSSIAN,
    WAITING,
    AreaId,
    Unit,
    UnitId,
)
from bot.titles.strike.play import Play
from bot.titles.strike.printed.records import ScenarioRecord
from bot.titles.strike.printed.tables import tables


@case("14.0", "14.1", "14.2", "12.3.1", "1.1")
def lay_out(play: Play, scenario: str, options: Options) -> None:
    """Put everything where the scenario has it."""
    record = tables().scenarios[scenario]
    play.emit(
        ev.Opened(
            scenario=scenario,
            options=dict(options),
            turn=record.turns[0],
            units=tuple(_units(record)),
            control=_control(scenario, record),
            converted=tuple(AreaId(area) for area in record.converted),
            objectives={Seat(seat): side.objectives for seat, side in record.sides.items()},
            losses="ask",
        )
    )


def _units(record: ScenarioRecord) -> Iterator[Unit]:
    """Yield every counter, those that the scenario does not use out of the game."""
    places: dict[str, str] = {}
    reduced: set[str] = set()
    for side in record.sides.values():
        places |= dict.fromkeys(side.breakdown, BREAKDOWN) | dict.fromkeys(side.eliminated, ELIMINATED)
        places |= {unit: area for area, units in side.start.items() for unit in units}
        later = [
            *(unit for c in side.choices for unit in c.units),
            *(unit for a in side.arrivals for unit in a.units),
        ]
        places |= dict.fromkeys(later, WAITING)
        reduced |= set(side.reduced)
    for id, printed in tables().units.items():
        called = printed.kind in ("partisans", "commissar") and printed.kind not in record.without
        spare = WAITING if called or printed.trait == "parachute" else REMOVED
        yield Unit(UnitId(id), Seat(printed.side), AreaId(places.get(id, spare)), id in reduced)


@case("13.1.1")
def _control(scenario: str, record: ScenarioRecord) -> dict[AreaId, Seat]:
    """All areas are Russian, unless the scenario gives them to the Germans or to none."""
    german = record.sides["german"].controls
    return {
        area: GERMAN if area in german else RUSSIAN for area in ground(scenario).areas if area not in record.nobody
    }
