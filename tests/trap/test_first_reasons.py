"""A refusal gives a referee's reason: the particular before the general.

Each row is a position, an order that breaks a rule, the case that forbids it, and words of the reason.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from bot.kernel.secret import private
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.steps import Arrival, Held, Next
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, Battery, BatteryId, HexId, MarkerId, UnitId
from tests.trap.fights import Fight

Units = dict[str, Any]
"""Where each unit is: its hex, or that with fields that are not as usual."""


class Row(NamedTuple):
    """An order that is refused in a position."""

    fight: Fight
    order: Any
    cite: str
    says: str


def laid(fight: Fight, units: Units, *, options: dict[str, str] | None = None, **fields: Any) -> Fight:
    for unit, where in units.items():
        hex, more = where if isinstance(where, tuple) else (where, {})
        fight.put(unit, hex, **more)
    fight.options(**(options or {}))
    fight.set(**{name: _ids(value) for name, value in fields.items()})
    return fight


def _ids(value: Any) -> Any:
    return tuple(map(HexId, value.split())) if isinstance(value, str) else value


def russians(marker: str = "1/81", turn: int = 2, scenario: str = "historical", **laying: Any) -> Fight:
    units = laying.pop("units", {})
    return laid(Fight(RUSSIAN, marker, turn=turn, scenario=scenario), units, **laying)


def chechens(number: int = 9, turn: int = 2, scenario: str = "historical", **laying: Any) -> Fight:
    units = laying.pop("units", {})
    return laid(Fight(CHECHEN, number=number, turn=turn, scenario=scenario), units, **laying)


FORMATIONS = tuple(map(MarkerId, ("1/81", "2/81", "3/81", "1/131", "3/131")))
CUP = tuple(map(MarkerId, ("artillery", "chechen", "chechen")))


def first_turn(step: Any) -> Fight:
    return russians(turn=1, steps=(step,), outside=FORMATIONS, cup=CUP, restricted=True)


def holding(turn: int, scenario: str = "historical", cup: tuple[MarkerId, ...] = (*FORMATIONS, *CUP)) -> Fight:
    return russians(turn=turn, scenario=scenario, steps=(Held(RUSSIAN),), cup=cup)


def hold(marker: str) -> do.Hold:
    return do.Hold(MarkerId(marker))


def ids(*names: str) -> tuple[UnitId, ...]:
    return tuple(map(UnitId, names))


def enter(hex: str, *units: str) -> do.Enter:
    return do.Enter(HexId(hex), ids(*units))


def move(unit: str, to: str, **fields: Any) -> do.Move:
    return do.Move(ids(unit), HexId(to), **fields)


def fire(unit: str, target: str) -> do.Fire:
    return do.Fire(ids(unit), UnitId(target))


def assault(unit: str, at: str, level: Any = "ground") -> do.Assault:
    return do.Assault(ids(unit), HexId(at), level)


def shell(unit: str) -> do.Shell:
    return do.Shell(UnitId(unit), HexId("1312"))


def clear(unit: str, how: Any = "fire") -> do.Clear:
    return do.Clear(UnitId(unit), HexId("1312"), how)


def engage(at: str, *units: str) -> do.Engage:
    return do.Engage(HexId(at), ids(*units))


def aboard(vehicle: str) -> tuple[str, dict[str, Any]]:
    return "1313", {"aboard": UnitId(vehicle)}


def arriving(why: Any, blocks: int = 0, **fields: Any) -> Fight:
    left = fields.pop("left", 0)
    units: Units = {"c-i1": "hand", "c-t1": "hand", "c-h1": "hand", "81-1-i1": "1313"}
    units |= {f"c-i{n}": "1410" for n in (2, 3, 4)}
    step = Arrival(CHECHEN, ids("c-i1", "c-t1", "c-h1"), why, blocks, left)
    return chechens(units=units, steps=(step,), **fields)


BLOCK: dict[str, Any] = {"roadblocked": "1312"}
WRECK: dict[str, Any] = {"wrecks": "1312"}
RUBBLE: dict[str, Any] = {"rubble": "1312"}
NORTH = {"facing": "N"}
FOOT: Units = {"81-1-i1": ("1313", NORTH)}
GUNS: Units = {"81-1-h1": ("1313", NORTH)}
BTR: Units = {"81-btr1": ("1313", NORTH)}
RIDING: Units = {**BTR, "81-1-i1": aboard("81-btr1")}
ON_A_TANK: Units = {"131-t1": "1313", "131-1-i1": aboard("131-t1")}
EYES: Units = {"kalin": "1309"}
FOE: Units = {"c-i1": "1312"}
TIRED = {RUSSIAN: private({UnitId("81-btr1"): 2}, RUSSIAN), CHECHEN: private({}, CHECHEN)}
BOMBARD = do.Bombard(HexId("1312"), UnitId("kalin"))
STRIKER = {BatteryId("b1"): Battery(BatteryId("b1"), buratino=True)}

ROWS: dict[str, Row] = {
    # Markers.
    "hold what comes on turn 8": Row(
        first_turn(Held(RUSSIAN)), hold("2/131"), "TRAP-10.1", "turn 8 (1 January, 1000)"
    ),
    "hold it on turn 2": Row(holding(2), hold("2/131"), "TRAP-10.2.1", "comes on turn 8"),
    "hold it in the variant": Row(holding(1, "variant"), hold("2/131"), "TRAP-10.3.3", "comes on turn 8"),
    "hold it later in the variant": Row(holding(3, "variant"), hold("2/131"), "TRAP-10.3.4", "comes on turn 8"),
    "hold the artillery first": Row(
        first_turn(Held(RUSSIAN)), hold("artillery"), "TRAP-10.1.2", "waits in the cup"
    ),
    "hold the enemy's marker": Row(holding(2), hold("chechen"), "TRAP-4.2", "not yours"),
    "hold a marker of another battle": Row(
        holding(2, "first", CUP), hold("1/81"), "TRAP-10.0", "has no marker 1/81"
    ),
    "add what comes on turn 8": Row(first_turn(Next()), do.Add(MarkerId("2/131")), "TRAP-10.1", "comes on turn 8"),
    "add the artillery": Row(first_turn(Next()), do.Add(MarkerId("artillery")), "TRAP-10.1.2", "waits in the cup"),
    # Onto the map.
    "enter before the second wave": Row(
        russians("2/131", 7, units={"131-2-i1": "waiting"}), enter("0426"), "TRAP-10.2.1", "comes on turn 8"
    ),
    "enter with one of the second wave": Row(
        russians("3/131", 7, units={"131-t7": "waiting"}),
        enter("0426", "131-t7"),
        "TRAP-10.2.1",
        "comes on turn 8",
    ),
    "move one of the second wave": Row(
        russians("3/131", 7, units={"131-t7": "waiting"}), move("131-t7", "0426"), "TRAP-10.2.1", "comes on turn 8"
    ),
    "enter before it in the variant": Row(
        russians("2/131", 7, "variant", units={"131-2-i1": "waiting"}), enter("0105"), "TRAP-10.3.4", "turn 8"
    ),
    "enter in the city": Row(
        russians(turn=1, scenario="variant", units={"81-btr1": "waiting"}),
        enter("2001"),
        "TRAP-10.3.3",
        "not come in",
    ),
    "enter in the city, second wave": Row(
        russians("2/131", 8, "variant", units={"131-2-i1": "waiting"}), enter("2001"), "TRAP-10.3.4", "not come in"
    ),
    "enter where the 131st does": Row(
        russians(units={"81-btr1": "waiting"}), enter("0426"), "TRAP-10.1.2", "does not come in at 0426"
    ),
    "enter where the 81st does, second wave": Row(
        russians("2/131", 8, units={"131-2-i1": "waiting"}),
        enter("0117"),
        "TRAP-10.1.2",
        "does not come in at 0117",
    ),
    "enter where it is full": Row(
        russians(units={"81-btr2": "0117", "81-btr1": "waiting"}),
        enter("0117"),
        "TRAP-10.1.2",
        "no room at 0117 yet",
    ),
    "enter beside a full hex": Row(
        russians(units={"81-btr2": "0117", "81-btr1": "waiting"}), enter("0116"), "TRAP-10.1.2", "does not come in"
    ),
    "enter where the enemy is": Row(
        russians(units={"c-i1": "0117", "81-btr1": "waiting"}), enter("0117"), "TRAP-10.1.2", "0117 is blocked"
    ),
    "enter off the map": Row(russians(units={"81-btr1": "waiting"}), enter("9999"), "TRAP-2.1", "not on the map"),
    "enter with whom another marker brings": Row(
        russians(units={"131-bmp1": "waiting"}), enter("0426", "131-bmp1"), "TRAP-4.3.1", "does not activate"
    ),
    "enter with the enemy": Row(russians(units=FOE), enter("0117", "c-i1"), "TRAP-4.3", "no unit of yours"),
    "enter from the map": Row(russians(units=BTR), enter("0117", "81-btr1"), "TRAP-10.1.2", "does not wait"),
    "enter without anybody": Row(russians(units=BTR), enter("0117"), "TRAP-10.1.2", "no unit waits"),
    "enter as a passenger": Row(
        russians(units={"81-btr1": "waiting", "81-1-i1": ("waiting", {"aboard": UnitId("81-btr1")})}),
        enter("0117", "81-1-i1"),
        "TRAP-8.2",
        "aboard its vehicle",
    ),
    "enter on foot before the vehicles": Row(
        russians(turn=1, units={"81-btr1": "waiting", "81-1-i1": "waiting"}, restricted=True),
        enter("0117", "81-1-i1"),
        "TRAP-10.1.2",
        "after all vehicles",
    ),
    "enter where nobody comes in": Row(
        russians(scenario="first", units={"81-btr1": "waiting"}), enter("0117"), "TRAP-10.0", "in this battle"
    ),
    # Road blocks, wrecks and rubble.
    "shell a road block": Row(russians(units=GUNS, **BLOCK), shell("81-1-h1"), "TRAP-8.4", "road"),
    "shell a wreck": Row(russians(units=GUNS, **WRECK), shell("81-1-h1"), "TRAP-8.9", "road"),
    "shell nothing": Row(russians(units=GUNS), shell("81-1-h1"), "TRAP-6.5", "no enemy"),
    "bombard a road block": Row(russians("artillery", units=EYES, **BLOCK), BOMBARD, "TRAP-8.4", "road"),
    "strike a road block": Row(
        russians("artillery", units=EYES, options={"buratino": "yes"}, batteries=STRIKER, **BLOCK),
        do.Strike(HexId("1312"), UnitId("kalin")),
        "TRAP-8.4",
        "road",
    ),
    "clear rubble by hand": Row(russians(units=GUNS, **RUBBLE), clear("81-1-h1", "hand"), "TRAP-8.7", "cannot be"),
    "clear rubble by fire": Row(russians(units=GUNS, **RUBBLE), clear("81-1-h1"), "TRAP-8.7", "cannot be cleared"),
    "clear nothing": Row(russians(units=GUNS), clear("81-1-h1"), "TRAP-8.4", "neither a road block nor a wreck"),
    "clear with rifles": Row(russians(units=FOOT, **BLOCK), clear("81-1-i1"), "TRAP-8.4.1", "only heavy weapons"),
    "clear from afar": Row(
        russians(units={"81-1-h1": "1315"}, **BLOCK), clear("81-1-h1"), "TRAP-8.4.1", "more than two hexes"
    ),
    "clear when disrupted": Row(
        russians(units={"81-1-h1": ("1313", {"status": "disrupted"})}, **BLOCK),
        clear("81-1-h1"),
        "TRAP-6.3",
        "disrupted",
    ),
    "clear as a leader": Row(
        russians(units={"kalin": "1313"}, **BLOCK), clear("kalin", "hand"), "TRAP-8.4.2", "infantry"
    ),
    "assault a road block": Row(
        russians(units=FOOT, **BLOCK), assault("81-1-i1", "1312"), "TRAP-8.4.2", "no enemy"
    ),
    "drive into a wreck": Row(
        russians(units=BTR, **WRECK), move("81-btr1", "1312"), "TRAP-8.9", "is blocked at 1312"
    ),
    "drive into a road block": Row(
        russians(units=BTR, **BLOCK), move("81-btr1", "1312"), "TRAP-8.4", "is blocked"
    ),
    "drive past a wreck": Row(russians(units=BTR, **WRECK), move("81-btr1", "1311"), "TRAP-8.9", "on the way"),
    "drive past a road block": Row(
        russians(units=BTR, **BLOCK), move("81-btr1", "1311"), "TRAP-8.4", "on the way"
    ),
    "drive into rubble": Row(russians(units=BTR, **RUBBLE), move("81-btr1", "1312"), "TRAP-8.7", "through rubble"),
    "assault over a wreck": Row(
        russians(units={**BTR, **FOE}, **WRECK), assault("81-btr1", "1312"), "TRAP-8.9", "is blocked at 1312"
    ),
    "walk over a road block from afar": Row(
        russians(units={"81-1-i1": "1314"}, **BLOCK), move("81-1-i1", "1312"), "TRAP-5.1.1-10", "whole allowance"
    ),
    "get out onto a road block": Row(
        russians(units=RIDING, **BLOCK), do.Unload(ids("81-1-i1"), HexId("1312")), "TRAP-8.2", "onto the obstacle"
    ),
    "place a tank on a wreck": Row(
        arriving("reinforcement", wrecks="2011"),
        do.Place(ids("c-t1"), HexId("2011")),
        "TRAP-8.9",
        "blocked at 2011",
    ),
    "place a tank in rubble": Row(
        arriving("reinforcement", rubble="2011"), do.Place(ids("c-t1"), HexId("2011")), "TRAP-8.7", "rubble"
    ),
    # Movement.
    "march nowhere": Row(
        russians(units={**BTR, "81-btr2": ("1314", NORTH)}),
        do.March(UnitId("81-btr1"), HexId("1313")),
        "TRAP-5.1",
        "already",
    ),
    "march onto a vehicle": Row(
        russians(units={**BTR, "81-btr2": ("1314", NORTH), "81-btr3": "1312"}),
        do.March(UnitId("81-btr1"), HexId("1312")),
        "TRAP-3.1.3",
        "one vehicle",
    ),
    "move where it is full": Row(
        russians(units={**FOOT, **{f"81-2-i{n}": "1312" for n in (1, 2, 3, 4)}}),
        move("81-1-i1", "1312"),
        "TRAP-3.1.2",
        "room for 4 units",
    ),
    "move when disrupted": Row(
        russians(units={"81-1-i1": ("1313", {"status": "disrupted"})}),
        move("81-1-i1", "1312"),
        "TRAP-5.1.2",
        "disrupted",
    ),
    "move twice": Row(
        russians(units={"81-1-i1": ("1313", {"activated": True})}),
        move("81-1-i1", "1312"),
        "TRAP-4.3.3",
        "has acted",
    ),
    "move another battalion": Row(
        russians(units={"81-2-i1": "1313"}), move("81-2-i1", "1312"), "TRAP-4.3.1", "does not activate"
    ),
    "move a passenger": Row(russians(units=RIDING), move("81-1-i1", "1312"), "TRAP-8.2", "rides in a vehicle"),
    "move a rider": Row(
        russians("1/131", units=ON_A_TANK, options={"riders": "yes"}),
        move("131-1-i1", "1312"),
        "TRAP-8.10",
        "rides",
    ),
    "move one too many": Row(
        chechens(1, units={"c-i1": "1313", "c-i2": "1312"}, acted=ids("c-i2")),
        move("c-i1", "1314"),
        "TRAP-4.3.2",
        "1 unit acts now",
    ),
    "move a bound column": Row(
        russians(turn=1, units={"81-btr1": "0117"}, restricted=True),
        move("81-btr1", "0316"),
        "TRAP-10.1.2",
        "drives for",
    ),
    "back after moving": Row(
        russians(units=BTR, acted=ids("81-btr1"), spent=TIRED),
        do.Reverse(UnitId("81-btr1")),
        "TRAP-3.4.2",
        "whole",
    ),
    "let somebody out after firing": Row(
        russians(units={**RIDING, "81-btr1": ("1313", {"fired": True})}, acted=ids("81-btr1")),
        do.Unload(ids("81-1-i1")),
        "TRAP-8.2",
        "has fired",
    ),
    "let somebody in after firing": Row(
        russians(units={**FOOT, "81-btr1": ("1313", {"fired": True})}, acted=ids("81-btr1")),
        do.Load(ids("81-1-i1"), UnitId("81-btr1")),
        "TRAP-8.2",
        "has fired",
    ),
    "get out among the enemy": Row(
        russians(units={**RIDING, **FOE}), do.Unload(ids("81-1-i1"), HexId("1312")), "TRAP-5.1.4", "enemy holds"
    ),
    # Fire and assault.
    "fire as a rider": Row(
        russians("1/131", units={**ON_A_TANK, **FOE}, options={"riders": "yes"}),
        fire("131-1-i1", "c-i1"),
        "TRAP-8.10",
        "rides",
    ),
    "fire from an APC": Row(russians(units={**RIDING, **FOE}), fire("81-1-i1", "c-i1"), "TRAP-8.2", "rides"),
    "fire when disrupted": Row(
        russians(units={**FOE, "81-1-i1": ("1313", {"status": "disrupted"})}),
        fire("81-1-i1", "c-i1"),
        "TRAP-6.3",
        "disrupted",
    ),
    "engage when disrupted": Row(
        russians(units={**FOE, "81-1-i1": ("1313", {"status": "disrupted"})}),
        engage("1312", "81-1-i1"),
        "TRAP-6.3",
        "disrupted",
    ),
    "engage out of range": Row(
        russians(units={**FOOT, "c-i1": "1306"}), engage("1306", "81-1-i1"), "TRAP-6.1", "7 hexes off"
    ),
    "engage out of sight": Row(
        russians(units={**FOOT, "c-i1": "1411"}), engage("1411", "81-1-i1"), "TRAP-6.2.1-3", "no street leads"
    ),
    "engage a road block with rifles": Row(
        russians(units=FOOT, **BLOCK), engage("1312", "81-1-i1"), "TRAP-8.4.1", "only heavy weapons"
    ),
    "engage before an attack": Row(
        russians(turn=1, units={**FOOT, **FOE}, restricted=True), engage("1312"), "TRAP-10.1.2-3", "may not fire"
    ),
    "fire twice": Row(
        russians(units={**FOE, "81-1-i1": ("1313", {"fired": True})}, acted=ids("81-1-i1")),
        fire("81-1-i1", "c-i1"),
        "TRAP-6.0",
        "has fired",
    ),
    "fire a sniper at a platoon": Row(
        chechens(units={"c-sniper1": "0520", "81-1-i1": "0518"}),
        fire("c-sniper1", "81-1-i1"),
        "TRAP-8.8",
        "leaders alone",
    ),
    "shell with rifles": Row(russians(units={**FOOT, **FOE}), shell("81-1-i1"), "TRAP-6.5", "only heavy weapons"),
    "shell with a Schmel": Row(
        russians(units={"schmel1": "1313", **FOE}), shell("schmel1"), "TRAP-8.1", "directly only"
    ),
    "bombard with another marker": Row(
        russians(units={**EYES, **FOE}), BOMBARD, "TRAP-4.3.1-3", "Artillery marker"
    ),
    "bombard at night": Row(russians("artillery", 6, units={**EYES, **FOE}), BOMBARD, "TRAP-8.6-1", "at night"),
    "bombard beside a friend": Row(
        russians("artillery", units={**EYES, **FOE, **FOOT}),
        BOMBARD,
        "TRAP-6.5.2",
        "too near",
    ),
    "assault when suppressed": Row(
        russians(units={**FOE, "81-1-i1": ("1313", {"status": "suppressed"})}),
        assault("81-1-i1", "1312"),
        "TRAP-7.0",
        "suppressed",
    ),
    "assault as a leader": Row(
        russians(units={**FOE, "kalin": "1313"}), assault("kalin", "1312"), "TRAP-7.0", "leaders alone"
    ),
    "assault an upper level": Row(
        russians(units={**FOOT, "c-i1": ("1312", {"level": "upper"})}),
        assault("81-1-i1", "1312", "upper"),
        "TRAP-7.1",
        "ground below",
    ),
    "assault a lone sniper": Row(
        russians(units={**FOOT, "c-sniper1": "1312"}), assault("81-1-i1", "1312"), "TRAP-8.8", "no combat unit"
    ),
    # Arrivals.
    "place another unit": Row(
        arriving("ambush"), do.Place(ids("c-i2"), HexId("1410")), "TRAP-10.1.1", "just come"
    ),
    "place a reinforcement within range": Row(
        arriving("reinforcement"), do.Place(ids("c-i1"), HexId("1311")), "TRAP-10.2.2", "cannot be placed"
    ),
    "place where it is full": Row(
        arriving("ambush"), do.Place(ids("c-i1"), HexId("1410")), "TRAP-3.1.1", "room for 3"
    ),
    "place a tank off the road": Row(
        arriving("ambush"), do.Place(ids("c-t1"), HexId("1411")), "TRAP-3.2", "no road"
    ),
    "return too many": Row(
        arriving("return", left=1, control={HexId("2412"): CHECHEN}),
        do.Place(ids("c-i1", "c-h1"), HexId("2412")),
        "TRAP-9.0-4",
        "only 1",
    ),
    "block a road in view": Row(
        arriving("reinforcement", 1, roadblocks=2),
        do.Block(HexId("1311"), UnitId("c-i1")),
        "TRAP-8.4",
        "would see",
    ),
    "move while placing": Row(arriving("ambush"), move("c-i1", "1311"), "TRAP-4.3", "not now"),
}


@pytest.mark.case(
    "TRAP-10.1",
    "TRAP-10.1.2",
    "TRAP-10.2.1",
    "TRAP-10.3.3",
    "TRAP-10.3.4",
    "TRAP-8.4",
    "TRAP-8.7",
    "TRAP-8.9",
    "TRAP-6.3",
)
@pytest.mark.parametrize("row", [pytest.param(row, id=name) for name, row in ROWS.items()])
def test_a_refusal_names_the_particular_case_first(row: Row) -> None:
    refusal = row.fight.refusal(row.order)
    assert refusal is not None, "it is legal"
    assert refusal.cite == row.cite, refusal
    assert row.says in refusal.why, refusal
