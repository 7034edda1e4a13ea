"""Checks of one scenario: its references, its turns, and its starting stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.kit.data_files import Finding, Keys
from bot.kit.data_names import Names, dangling
from bot.titles.trap.model.table import ARTILLERY, CHECHENS, CounterId, HexId, Level
from bot.titles.trap.printed.lobby import DOUBTFUL, PRINTED
from bot.titles.trap.printed.map import MapRecord
from bot.titles.trap.printed.tables import ScenarioRecord, Start, Tables
from bot.titles.trap.printed.units import CounterRecord, counters, named

STAGES = ("set-up", "nightfall", "random events", "initiative", "activations", "decision", "end phase")
"""The stages of a turn, at which a tip may be given."""


def misprints(read: Tables, record: ScenarioRecord, ground: MapRecord, known: Names) -> Iterator[Finding]:
    """Yield the errors of a scenario; stacks are checked only if its names are right."""
    amiss = [
        *dangling(record, ScenarioRecord, _of_its_own(record, known)),
        *_turns(read, record), *_units(record), *_twice(record), *_markers(record), *_dice(record),
    ]  # fmt: skip
    yield from amiss or _stacks(read, record, ground)


def _turns(read: Tables, record: ScenarioRecord) -> Iterator[Finding]:
    """Yield turns that the track does not have, or that come after the battle."""
    first, last = record.turns
    if not 1 <= first <= last <= len(read.charts.track.turns):
        yield ("turns",), f"turns go from 1 to {len(read.charts.track.turns)}, the first one first"
        return
    for keys, turn in _moments(record):
        if not 1 <= turn <= last:
            yield keys, f"the battle ends with turn {last}, and there is no turn {turn} in it"


def _moments(record: ScenarioRecord) -> Iterator[tuple[Keys, int]]:
    """Yield the turns in which something comes."""
    for n, wave in enumerate(record.russian.waves):
        yield ("russian", "waves", str(n), "turn"), wave.turn
    for marker, turn in record.russian.later.items():
        yield ("russian", "later", marker), turn
    for turn in record.chechen.more:
        yield ("chechen", "more"), turn
    for turn in record.chechen.draws.turns if record.chechen.draws is not None else ():
        yield ("chechen", "draws"), turn
    for n, tip in enumerate(record.tips):
        yield ("tips", str(n), "turn"), tip.turn


def _names(record: ScenarioRecord) -> Iterator[tuple[Keys, tuple[str, ...], str]]:
    """Yield the keys and patterns of counters, and the side that must own them."""
    for n, start in enumerate(record.russian.start):
        yield ("russian", "start", str(n), "units"), start.units, "russian"
        yield ("russian", "start", str(n), "riders"), start.riders, "russian"
    for n, wave in enumerate(record.russian.waves):
        yield ("russian", "waves", str(n), "units"), wave.units, "russian"
    yield ("chechen", "pool"), record.chechen.pool, "chechen"
    yield ("chechen", "start"), record.chechen.start, "chechen"


def _units(record: ScenarioRecord) -> Iterator[Finding]:
    """Yield patterns that name both sides, and set-up units outside the pool."""
    for keys, patterns, side in _names(record):
        for pattern in patterns:
            if len({counters().units[key].side for key in named((pattern,))}) > 1:
                yield keys, f"{pattern}: not every counter with such a key is {side}"
    for key in sorted(set(named(record.chechen.start)) - set(named(record.chechen.pool))):
        yield ("chechen", "start"), f"{key}: it is not in the pool"


def _twice(record: ScenarioRecord) -> Iterator[Finding]:
    """Yield counters that would be in the game more than once."""
    times: Counter[CounterId] = Counter()
    for keys, patterns, _ in _names(record):
        if keys != ("chechen", "start"):
            for key in named(patterns):
                times[key] += 1
                if times[key] == 2:
                    yield keys, f"{key}: there is one such counter, and it is named twice"


def _markers(record: ScenarioRecord) -> Iterator[Finding]:
    """Yield repeated markers."""
    times = Counter((*record.russian.markers, *record.russian.later))
    for marker in (marker for marker, count in times.items() if count > 1):
        yield ("russian", "markers"), f"{marker}: there is one such marker, and it is named twice"


def _dice(record: ScenarioRecord) -> Iterator[Finding]:
    """Yield dice without sides."""
    for key, (dice, sides) in (("lot", record.chechen.lot), ("ambush", record.chechen.ambush)):
        if dice and not sides:
            yield ("chechen", key), "dice have 6 or 10 sides"


def names(ground: MapRecord) -> Names:
    """Return the names that a scenario may use."""
    of_side = {
        side: {key for key, each in counters().units.items() if each.side == side}
        for side in ("russian", "chechen")
    }
    markers = {ARTILLERY, *(each.formation for each in counters().units.values() if "/" in each.formation)}
    options = {each.name for each in (*PRINTED, *DOUBTFUL)}
    hexes = ground.terrain()
    return {
        "hex": hexes,
        "hex at the edge": {"west", *(hex for hex in hexes if _on_the_edge(ground, hex))},
        "Russian counter": of_side["russian"],
        "Chechen counter": of_side["chechen"],
        "marker": markers,
        "landmark": ground.landmarks,
        "option": options,
        "option in play": options,
        "moment for a tip": {"turn", *STAGES, CHECHENS, *markers},
    }


def _of_its_own(record: ScenarioRecord, known: Names) -> Names:
    """Return the names that a scenario may use beside what it says itself."""
    moments = {"turn", *STAGES, CHECHENS, *record.russian.markers, *record.russian.later}
    return {
        **known,
        "option in play": set(known["option"]) - set(record.without),
        "moment for a tip": moments & set(known["moment for a tip"]),
    }


def _on_the_edge(ground: MapRecord, hex: HexId) -> bool:
    return int(hex[:2]) in (1, ground.sheet.columns) or int(hex[2:]) in (1, ground.sheet.rows)


# How the Russians stand who begin on the map.


def _stacks(read: Tables, record: ScenarioRecord, ground: MapRecord) -> Iterator[Finding]:
    """Yield units that cannot stand or ride as the scenario says (3.1, 3.2, 8.2)."""
    standing: dict[tuple[HexId, Level], list[CounterRecord]] = {}
    for n, start in enumerate(record.russian.start):
        at = ("russian", "start", str(n))
        units = [counters().units[key] for key in named(start.units)]
        if why := _cannot_stand(start, units, ground):
            yield (*at, "hex"), why
        if why := _cannot_ride(record, start):
            yield (*at, "riders"), why
        stack = standing.setdefault((start.hex, start.level), [])
        stack += units
        most, vehicles = read.charts.stacking.russian, read.charts.stacking.vehicles
        if sum(each.stacks for each in stack) > most:
            yield (*at, "units"), f"more than {most} units stand on one level of {start.hex}"
        if sum(each.vehicle for each in stack) > vehicles:
            yield (*at, "units"), f"more than one vehicle stands at {start.hex}"


def _cannot_stand(start: Start, units: Sequence[CounterRecord], ground: MapRecord) -> str:
    """Say why units may not be placed in their hex; "" if they may."""
    terrain, vehicle = ground.terrain()[start.hex], any(each.vehicle for each in units)
    paved = any(start.hex in street.hexes for street in ground.streets.values())
    if start.level == "upper" and terrain not in ("built-up", "landmark"):
        return f"there is no upper level at {start.hex}"
    if vehicle and start.level == "upper":
        return "vehicles stand on the ground"
    if vehicle and terrain != "clear" and not paved:
        return f"no road leads to {start.hex} for a vehicle"
    return ""


def _cannot_ride(record: ScenarioRecord, start: Start) -> str:
    """Say why the riders cannot ride; "" if they can."""
    if not start.riders:
        return ""
    carrier = counters().units.get(CounterId(start.units[0])) if start.units else None
    if carrier is None or not carrier.vehicle:
        return "they ride in the first of the units, which must be a vehicle"
    if carrier.kind == "tank" and "riders" not in record.agreed:
        return "nobody rides on a tank unless the scenario agrees on riders"
    kinds = [counters().units[key] for key in named(start.riders)]
    leaders = sum(each.kind == "leader" for each in kinds)
    if leaders > 1 or len(kinds) - leaders > 1 or any(each.vehicle for each in kinds):
        return "one unit on foot and one leader find room in a vehicle"
    return ""
