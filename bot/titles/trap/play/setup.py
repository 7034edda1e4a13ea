"""The table as the scenario sets it up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.kernel.dice import Roll
from bot.kernel.game import Options
from bot.kernel.rule import case
from bot.kernel.secret import Seat, private
from bot.kit.lots import shuffle
from bot.titles.trap import events as ev
from bot.titles.trap.field.battle import scenario
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model.table import (
    CHECHEN,
    RUSSIAN,
    WAITING,
    Battery,
    BatteryId,
    CounterId,
    HexId,
    Unit,
    UnitId,
)
from bot.titles.trap.play.base import Play, total
from bot.titles.trap.play.drawing import draw
from bot.titles.trap.play.revealing import look
from bot.titles.trap.printed.tables import RussianRecord, ScenarioRecord, tables
from bot.titles.trap.printed.units import named

FORMATIONS = ("1/81", "2/81", "3/81", "1/131", "3/131")


@case("TRAP-10.0", "TRAP-10.1", "TRAP-10.3", "TRAP-2.0", "TRAP-11.2-15")
def lay_out(play: Play, key: str, options: Options) -> None:
    """Put everything into its place in the scenario. Later arrivals get ids by lot."""
    record = tables().scenarios[key]
    standing = [counter for start in record.russian.start for counter in named((*start.units, *start.riders))]
    waiting = [counter for wave in record.russian.waves for counter in named(wave.units)]
    dealt, deal = shuffle(play.dice, "which counter is which unit", waiting) if waiting else ((), None)
    ids = {counter: UnitId(f"r{n}") for n, counter in enumerate((*standing, *dealt), 1)}
    pool = tuple(sorted(named(record.chechen.pool)))
    restricted = record.russian.restricted
    play.emit(
        ev.Opened(
            scenario=key,
            options=dict(options),
            turn=record.turns[0],
            units=tuple(_units(record.russian, ids)),
            lots=private((deal,) if deal is not None else (), RUSSIAN),
            pool=private(pool),
            undrawn=len(pool),
            roadblocks=record.chechen.roadblocks,
            batteries=tuple(_batteries(record, options)),
            control=dict.fromkeys(ground().landmark_of, CHECHEN) | _held(record.russian),
            outside=tuple(each for each in record.russian.markers if each in FORMATIONS) if restricted else (),
            restricted=restricted,
        )
    )


def _held(record: RussianRecord) -> dict[HexId, Seat]:
    """Return the landmarks where Russians stand when the game begins."""
    return {start.hex: RUSSIAN for start in record.start if start.hex in ground().landmark_of}


def _units(record: RussianRecord, ids: dict[CounterId, UnitId]) -> Iterator[Unit]:
    """Yield the units by id: starting units in their stacks, all others waiting."""
    units = {id: Unit(id, RUSSIAN, private(counter, RUSSIAN), WAITING) for counter, id in ids.items()}
    height = 0
    for start in record.start:
        for counter in named((*start.units, *start.riders)):
            height += 1
            id = ids[counter]
            carrier = ids[CounterId(start.units[0])] if counter in start.riders else UnitId("")
            readable = private(counter, RUSSIAN)
            units[id] = Unit(
                id, RUSSIAN, readable, start.hex, start.level, start.facing, aboard=carrier, height=height
            )
    yield from sorted(units.values(), key=lambda unit: int(unit.id[1:]))


@case("TRAP-4.3.1-3", "TRAP-8.3")
def _batteries(record: ScenarioRecord, options: Options) -> Iterable[Battery]:
    """Yield the off-map batteries: all nine, or six and the chosen Buratinos."""
    buratinos = options.get("buratino") == "yes"
    count = min(record.russian.batteries, 6) if buratinos else record.russian.batteries
    yield from (Battery(BatteryId(f"a{n}")) for n in range(1, count + 1))
    if buratinos:
        yield from (Battery(BatteryId(f"b{n}"), buratino=True) for n in (1, 2))


# TRAP-R53
@case("TRAP-11.2-11", "TRAP-8.3")
def pay_for_buratinos(play: Play) -> None:
    """Award the Chechens a ten-sided die for the Buratinos, a zero rolled again."""
    rolls: list[Roll] = []
    while not rolls or not total(rolls[-1]):
        rolls.append(play.dice.roll("the price of the Buratinos", 1, 10))
    points = 2 * total(rolls[-1])
    play.emit(ev.Awarded(CHECHEN, points, "TRAP-11.2-11", "the Russians use Buratinos", tuple(rolls)))


@case("TRAP-10.3.1", "TRAP-10.3.2")
def choices(play: Play) -> None:
    """Let the Chechens set up in the city, with the Russian units in view."""
    look(play)
    if any(battery.buratino for battery in play.state.batteries.values()):
        pay_for_buratinos(play)
    record = scenario(play.state).chechen
    dice, sides = record.lot
    if record.start:
        fixed = tuple(CounterId(counter) for counter in named(record.start))
        draw(play, "set-up", len(fixed), fixed=fixed)
    elif dice:
        roll = play.dice.roll("units in the city", dice, sides)
        draw(play, "set-up", total(roll), roll)
