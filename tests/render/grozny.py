"""Moments of the battle for pictures.

They show columns in the streets, ambushes, stacks on both levels, a night and a crowd.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count

from msgspec.structs import replace

from bot.kernel.secret import EVERYONE, private
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import (
    ARTILLERY,
    CHECHEN,
    CHECHENS,
    RUSSIAN,
    Award,
    Battery,
    BatteryId,
    CounterId,
    Facing,
    HexId,
    Level,
    MarkerId,
    Status,
    Unit,
    UnitId,
)

HIDDEN = HexId("1812")
"""The hex of a Chechen stack whose top alone the Russians see."""
FIGHT = HexId("1912")
"""A hex with both sides, on its two levels."""


def unit(
    id: str,
    counter: str,
    hex: str,
    facing: Facing = "N",
    status: Status = "normal",
    level: Level = "ground",
    aboard: str = "",
    height: int = 0,
    activated: bool = False,
    shot_at: bool = False,
    open: bool = True,
) -> Unit:
    """Return a unit that everybody can read, or its owner alone."""
    side = CHECHEN if counter.startswith(("c-", "dudayev")) else RUSSIAN
    secret = private(CounterId(counter), side, EVERYONE) if open else private(CounterId(counter), side)
    return Unit(
        id=UnitId(id), side=side, counter=secret, hex=HexId(hex), level=level, facing=facing, status=status,
        activated=activated, shot_at=shot_at, aboard=UnitId(aboard), height=height,
    )  # fmt: skip


def column() -> Iterator[Unit]:
    """Yield a column of the 81st on Pervomayskaya Street, a platoon in every BTR."""
    street = ["1912", "1811", "1712", "1612", "1512", "1412", "1313", "1212"]
    ways: list[Facing] = ["SE", "SE", "NE", "NE", "NE", "NE", "NE", "NE"]
    for n, (hex, way) in enumerate(zip(street, ways, strict=True), start=1):
        yield unit(f"r{n}", f"81-btr{n}", hex, way, height=n, activated=n < 4)
        yield unit(f"r{n + 20}", f"81-1-i{n}", hex, way, aboard=f"r{n}", height=n + 20)
    yield unit("r40", "kalin", "1712", aboard="r3", height=40)


def ambush() -> Iterator[Unit]:
    """Yield Chechens above and beside the street, some of them out of sight."""
    yield unit("c1", "c-rpg1", "1912", "SW", level="upper", height=50)
    yield unit("c2", "c-i1", "1912", "SW", level="upper", height=51, status="suppressed", shot_at=True)
    yield unit("c3", "c-sniper1", "1812", "SW", height=53)
    yield unit("c4", "c-i2", "1812", "S", height=52, open=False)
    yield unit("c5", "c-h1", "1812", "S", level="upper", height=54)
    yield unit("c6", "c-leader1", "1812", "S", height=49, open=False)
    yield unit("c7", "c-t1", "2112", "SW", height=55, status="pinned")
    yield unit("c8", "dudayev", "2412", level="upper", height=56)
    yield unit("c9", "c-i3", "2412", "NW", level="upper", height=57, open=False)
    yield unit("c10", "c-i4", "2710", "SW", level="upper", height=58)


def station() -> Iterator[Unit]:
    """Yield what of the 131st has reached the station, in every state."""
    states: list[Status] = ["normal", "suppressed", "pinned", "disrupted", "inactive"]
    for n, status in enumerate(states, start=1):
        yield unit(f"r{60 + n}", f"131-1-i{n}", "1519", "NE", status, height=60 + n, activated=n % 2 == 0)
    yield unit("r70", "131-t1", "1618", "NE", height=70)
    yield unit("r71", "131-t2", "1419", "NE", height=71, activated=True)
    yield unit("r72", "schmel2", "1618", "NE", height=72)
    yield unit("r73", "131-1-h1", "1518", "N", height=73, level="upper")
    yield unit("r74", "lubyenko", "1518", "N", height=74, level="upper")
    yield unit("r75", "131-bmp1", "1320", "NE", height=75)
    yield unit("r76", "131-1-i6", "1320", "NE", aboard="r75", height=76)


@cache
def battle(turn: int = 3) -> State:
    """Return the battle on a turn; the sixth is the night."""
    units = [*column(), *ambush(), *station()]
    return State(
        scenario="historical",
        turn=turn,
        phase="activations",
        units={each.id: each for each in units},
        serial=99,
        undrawn=41,
        roadblocks=2,
        cup=(CHECHENS, CHECHENS, MarkerId("2/81"), ARTILLERY),
        gone=(MarkerId("1/131"), CHECHENS, MarkerId("3/131")),
        outside=(MarkerId("3/81"),),
        spent={seat: private({}, seat) for seat in (RUSSIAN, CHECHEN)},
        roadblocked=(HexId("2011"), HexId("1618")),
        wrecks=(HexId("1811"), HexId("1419")),
        rubble=(HexId("2010"), HexId("1518")) if turn > 3 else (HexId("2010"),),
        batteries={
            BatteryId(f"a{n}"): Battery(BatteryId(f"a{n}"), used=n < 3, hex=HexId("2313" if n == 1 else ""))
            for n in range(1, 10)
        },
        control={
            HexId(hex): RUSSIAN if hex == "1519" else CHECHEN
            for hex in ("2412", "2610", "2710", "2711", "2009", "1519")
        },
        awards=(Award(RUSSIAN, 6, "9.0-4", "returned Chechen units", 2),),
        steps=(Activation(RUSSIAN, MarkerId("1/81")),),
    )


@cache
def crowd() -> State:
    """Return one hex as full as it may be, on both levels."""
    numbers = count(1)
    units = [
        *(unit(f"r{next(numbers)}", f"81-1-i{n}", FIGHT, "NE", height=n) for n in range(1, 4)),
        unit("r9", "81-btr1", FIGHT, "NE", height=9),
        unit("r10", "81-2-i1", FIGHT, "NE", aboard="r9", height=10),
        unit("r11", "kalin", FIGHT, height=11),
        *(unit(f"c{n}", f"c-i{n}", FIGHT, "SW", level="upper", height=20 + n) for n in range(1, 4)),
        unit("c9", "c-leader1", FIGHT, "SW", level="upper", height=30),
    ]
    return replace(battle(), units={each.id: each for each in units})


def without_units(state: State) -> State:
    """Return a moment before anybody came."""
    return replace(state, units={})
