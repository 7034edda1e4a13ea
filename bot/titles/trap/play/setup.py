"""The table as the scenario lays it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.kernel.game import Options
from bot.kernel.rule import case
from bot.kernel.secret import private
from bot.titles.trap.field.battle import scenario
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.table import (
    CHECHEN,
    RUSSIAN,
    WAITING,
    Battery,
    BatteryId,
    CounterId,
    Unit,
    UnitId,
)
from bot.titles.trap.play.base import Play, total
from bot.titles.trap.play.drawing import draw
from bot.titles.trap.printed.tables import RussianRecord, ScenarioRecord, named, tables

FORMATIONS = ("1/81", "2/81", "3/81", "1/131", "3/131")


@case("TRAP-10.0", "TRAP-10.1", "TRAP-10.3", "TRAP-2.0", "TRAP-11.2-15")
def lay_out(play: Play, key: str, options: Options) -> None:
    """Put everything where the scenario has it, the ids of the Russian units dealt by lot."""
    record = tables().scenarios[key]
    start = {counter: each for each in record.russian.start for counter in (*each.units, *each.riders)}
    counters = list(dict.fromkeys((*named(tuple(start)), *_later(record.russian))))
    deal = play.dice.roll("which counter is which unit", len(counters), 1 << 32)
    dealt = [counter for _, counter in sorted(zip(deal.faces, counters, strict=True))]
    ids = {counter: UnitId(f"r{n}") for n, counter in enumerate(dealt, 1)}
    pool = tuple(sorted(named(record.chechen.pool)))
    restricted = record.russian.restricted
    play.emit(
        ev.Opened(
            scenario=key,
            options=dict(options),
            turn=record.turns[0],
            units=tuple(_units(record.russian, ids)),
            lots=private((deal,)),
            pool=private(pool),
            undrawn=len(pool),
            roadblocks=record.chechen.roadblocks,
            batteries=tuple(_batteries(record, options)),
            control=dict.fromkeys(ground().landmark_of, CHECHEN),
            outside=tuple(each for each in record.russian.markers if each in FORMATIONS) if restricted else (),
            restricted=restricted,
        )
    )


def _later(record: RussianRecord) -> Iterator[CounterId]:
    return (counter for wave in record.waves for counter in named(wave.units))


def _units(record: RussianRecord, ids: dict[CounterId, UnitId]) -> Iterator[Unit]:
    """Yield the units by their ids: those that begin on the map in their stacks, all others waiting."""
    units = {id: Unit(id, RUSSIAN, private(counter, RUSSIAN), WAITING) for counter, id in ids.items()}
    height = 0
    for start in record.start:
        for counter in (*start.units, *start.riders):
            height += 1
            id = ids[CounterId(counter)]
            carrier = ids[CounterId(start.units[0])] if counter in start.riders else UnitId("")
            readable = private(CounterId(counter), RUSSIAN)
            units[id] = Unit(
                id, RUSSIAN, readable, start.hex, start.level, start.facing, aboard=carrier, height=height
            )
    yield from sorted(units.values(), key=lambda unit: int(unit.id[1:]))


@case("TRAP-4.3.1-3", "TRAP-8.3")
def _batteries(record: ScenarioRecord, options: Options) -> Iterable[Battery]:
    """Yield the batteries off the map: six and the Buratinos where they were chosen, otherwise all nine."""
    buratinos = options.get("buratino") == "yes"
    count = min(record.russian.batteries, 6) if buratinos else record.russian.batteries
    yield from (Battery(BatteryId(f"a{n}")) for n in range(1, count + 1))
    if buratinos:
        yield from (Battery(BatteryId(f"b{n}"), buratino=True) for n in (1, 2))


@case("TRAP-10.3.1", "TRAP-10.3.2")
def choices(play: Play) -> None:
    """Let the Chechens place what stands in the city before the game begins."""
    record = scenario(play.state).chechen
    dice, sides = record.lot
    if record.start:
        fixed = tuple(CounterId(counter) for counter in named(record.start))
        draw(play, "set-up", len(fixed), fixed=fixed)
    elif dice:
        roll = play.dice.roll("units in the city", dice, sides)
        draw(play, "set-up", total(roll), roll)
