"""Effects of hits: losses, wrecks, rubble, points, and units that are overrun."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.trap import events as ev
from bot.titles.trap.field.battle import option
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import after, result, shared
from bot.titles.trap.field.stacking import enemies, helpless, room
from bot.titles.trap.field.units import at, on_map, other, record, riders
from bot.titles.trap.model.steps import Collapse
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, HexId, Level, Result, Status, Unit, UnitId
from bot.titles.trap.play.base import Play, tens
from bot.titles.trap.play.control import take

Why = Literal["fire", "indirect fire", "assault", "carrier", "overrun", "stacking", "collapse", "buratino"]
FOUR = ("palace", "station", "parliament", "security")
"""11.3: the buildings whose ruin is heard of four hexes farther."""


# TRAP-R95
@case("TRAP-10.1.2-3", "TRAP-10.1.2-5")
def attacks(play: Play, seat: Seat) -> None:
    """A side begins an attack: the first Chechen one frees the Russian columns."""
    if seat == CHECHEN and play.state.restricted:
        play.emit(ev.Released("attack"))


@case("TRAP-6.4.3", "TRAP-6.4.3-5")
def suffer(play: Play, shot: ev.Shot, why: Why, heavy: bool) -> None:
    """Apply the result of a shot to a unit and its passengers."""
    if shot.result == "eliminated":
        eliminate(play, shot.unit, why, even=shot.die is not None and shot.die.faces[0] % 2 == 0)
        return
    share(play, shot.unit, shot.result, heavy)
    set_back(play, play.state.units[shot.unit], shot.result)


@case("TRAP-6.4.3-5")
def share(play: Play, vehicle: UnitId, done: Result, heavy: bool) -> None:
    """Apply a vehicle's result to its passengers; equal results share an event."""
    ends: dict[Status, list[UnitId]] = {}
    for rider in riders(play.state, vehicle):
        status = after(rider.status, shared(done, heavy, rider.status))
        if status != rider.status:
            ends.setdefault(status, []).append(rider.id)
    for status, (first, *rest) in ends.items():
        play.emit(ev.StatusChanged(first, status, also=tuple(rest)))


def set_back(play: Play, unit: Unit, done: Result) -> None:
    """Put a result on a unit that survives it."""
    status = after(unit.status, done)
    if status != unit.status:
        play.emit(ev.StatusChanged(unit.id, status))


def eliminate(play: Play, id: UnitId, why: Why, *, even: bool = False) -> None:
    """Eliminate a unit with its passengers.

    A vehicle may leave a wreck if the die was even.
    """
    for rider in riders(play.state, id):
        eliminate(play, rider.id, "carrier")
    unit = play.state.units[id]
    what = record(unit)
    play.emit(ev.Eliminated(id, unit.counter.open(), why))
    if what.named:
        fallen_president(play)
    if what.vehicle and even and leaves_wreck(unit.hex):
        play.emit(ev.Wrecked(unit.hex))


# TRAP-R34, TRAP-R146
@case("TRAP-8.9")
def leaves_wreck(hex: HexId) -> bool:
    """Return whether a burning vehicle may block the road; open hexes are passable."""
    return ground().terrain[hex] != "clear"


# TRAP-R97
@case("TRAP-11.2-02")
def fallen_president(play: Play) -> None:
    """Dudayev is dead: the Russians score a ten-sided die."""
    roll = play.dice.roll("Dudayev", 1, 10)
    play.emit(ev.Awarded(RUSSIAN, 2 * tens(roll), "TRAP-11.2-02", "Dudayev is dead", (roll,)))


@case("TRAP-8.8")
def die_of(play: Play, unit: Unit, heavy: bool, schmel: bool = False) -> tuple[Roll | None, Result]:
    """Roll for the result of a hit; a sniper hit by heavy weapons needs no die."""
    if heavy and record(unit).kind == "sniper":
        return None, "eliminated"
    die = play.dice.roll("result", 1)
    return die, result(heavy, schmel, record(unit), unit.status, die.faces[0])


# Rubble.


# TRAP-R27, TRAP-R28, TRAP-R82
@case("TRAP-8.7", "TRAP-8.7-1", "TRAP-8.1")
def bring_down(play: Play, hex: HexId, seat: Seat) -> None:
    """Turn a building into rubble.

    Units upstairs fall to the ground, and must find room there.
    """
    if not ground().has_levels(hex) or hex in play.state.rubble:
        return
    down = tuple(unit.id for unit in at(play.state, hex, "upper"))
    play.emit(ev.Rubbled(hex, seat, down))
    atrocity(play, hex, seat)
    settle(play, hex, down)


# TRAP-R28, TRAP-R83, TRAP-R86
def settle(play: Play, hex: HexId, down: Iterable[UnitId]) -> None:
    """Push the decisions for units that fell with a building onto the stack."""
    fallen = tuple(id for id in down if on_map(play.state.units[id]))
    if not fallen:
        return
    seat = play.state.units[fallen[0]].side
    if not helpless(play.state.units[id] for id in fallen):
        find_alone(play, enemies(play.state, seat, hex))
    if enemies(play.state, seat, hex):
        play.emit(ev.Begun(Collapse(seat, hex, fallen)))
    elif room(play.state, seat, hex, "ground", ()):
        units = tuple(unit.id for unit in at(play.state, hex, "ground", seat) if not unit.aboard)
        play.emit(ev.Begun(Collapse(seat, hex, units, "lose")))


# TRAP-R54
@case("TRAP-11.3", "TRAP-11.2-09")
def atrocity(play: Play, hex: HexId, seat: Seat) -> None:
    """Roll for reporters in an intact hotel: a ruin they report costs a point or two."""
    city = ground()
    hotels = [hotel for hotel in city.hotels if hotel not in play.state.rubble or hotel == hex]
    standing = [hotel for hotel in city.hotels if hotel not in play.state.rubble]
    if not option(play.state, "hotels") or not standing:
        return
    roll = play.dice.roll("correspondents", 1, 10)
    far = tens(roll) + 4 * (city.landmark_of.get(hex) in FOUR)
    reported = any(city.distance(hotel, hex) <= far for hotel in hotels)
    points = (1 if tens(roll) % 2 else 2) if reported else 0
    why = f"correspondents report the ruin at {hex}" if reported else f"nobody reports the ruin at {hex}"
    play.emit(ev.Awarded(other(seat), 2 * points, "TRAP-11.3", why, (roll,)))


# Units that enter an interdicted hex.

DISRUPTS = 2
"""Half of the combat factor of a battery, its fraction dropped."""


# TRAP-R81
@case("TRAP-6.5.3")
def interdict(play: Play, units: Sequence[UnitId], hex: HexId) -> None:
    """Fire at units entering an interdicted hex, once a battery; hits disrupt.

    Passengers are disrupted with the vehicle.
    """
    hurt: dict[UnitId, None] = {}
    for battery in play.state.batteries.values():
        if battery.hex and ground().distance(battery.hex, hex) <= 1:
            rolls = tuple(play.dice.roll("interdiction", 1, 10) for _ in units)
            hits = tuple(id for id, roll in zip(units, rolls, strict=True) if tens(roll) <= DISRUPTS)
            play.emit(ev.Harassed(tuple(units), hex, rolls, hits))
            hurt.update(dict.fromkeys(hits))
    for id in hurt:
        for unit in (*riders(play.state, id), play.state.units[id]):
            set_back(play, unit, "disrupted")


# Events on the way.


# TRAP-R86
@case("TRAP-8.8")
def after_moving(play: Play, units: Iterable[UnitId], path: Sequence[HexId], *, start: bool = False) -> None:
    """Take what lies on the way: snipers and leaders who are alone, and objectives.

    Units that come down or enter the map check the first hex too; units going upstairs check that level.
    """
    units = tuple(units)
    end = play.state.units[units[0]]
    passed: list[tuple[HexId, Level]] = [(hex, "ground") for hex in dict.fromkeys(path if start else path[1:])]
    for hex, level in dict.fromkeys((*passed, (end.hex, end.level))):
        find_alone(play, enemies(play.state, end.side, hex, level))
    for id in units:
        take(play, id, path)


# TRAP-R86
@case("TRAP-8.8")
def find_alone(play: Play, found: Sequence[Unit]) -> None:
    """Eliminate the units found, if all are snipers and leaders."""
    if helpless(found):
        for unit in found:
            eliminate(play, unit.id, "overrun")
