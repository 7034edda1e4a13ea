"""Checks of one scenario: its references, its turns, and its starting stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bot.kit.data_files import Finding, Keys
from bot.titles.trap.model.table import ARTILLERY, CHECHENS, CounterId, HexId, Level
from bot.titles.trap.printed.lobby import DOUBTFUL, PRINTED
from bot.titles.trap.printed.map import MapRecord
from bot.titles.trap.printed.tables import ScenarioRecord, Start, Tables
from bot.titles.trap.printed.units import CounterRecord, counters, named

STAGES = ("set-up", "nightfall", "random events", "initiative", "activations", "decision", "end phase")
"""The stages of a turn, at which a tip may be given."""
BATTERIES = 9
"""The number of battery counters (6.5)."""
DICE = (6, 10)
"""2.4: how many sides a die may have."""


def misprints(read: Tables, record: ScenarioRecord, ground: MapRecord) -> Iterator[Finding]:
    """Yield the errors of a scenario; stacks are checked only if its names are right."""
    amiss = [
        *_turns(read, record), *_units(record), *_twice(record), *_markers(record), *_numbers(record),
        *_hexes(record, ground), *_words(record, ground),
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
    """Yield unknown counters, and Chechens in the city that are not in the pool."""
    for keys, patterns, side in _names(record):
        for pattern in patterns:
            sides = {counters().units[key].side for key in named((pattern,))}
            if sides != {side}:
                yield keys, f"{pattern}: no {side} counter has this key"
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
    """Yield unknown and repeated markers; each side needs a marker at the start."""
    battalions = {each.formation for each in counters().units.values() if "/" in each.formation}
    known = {*battalions, ARTILLERY}
    for keys, markers in (("markers", record.russian.markers), ("later", tuple(record.russian.later))):
        for marker in markers:
            if marker not in known:
                yield ("russian", keys), f"{marker}: there is no such marker, but {', '.join(sorted(known))}"
    times = Counter((*record.russian.markers, *record.russian.later))
    for marker in (marker for marker, count in times.items() if count > 1):
        yield ("russian", "markers"), f"{marker}: there is one such marker, and it is named twice"
    if not record.russian.markers:
        yield ("russian", "markers"), "a side has at least one marker"
    if record.chechen.markers < 1:
        yield ("chechen", "markers"), "a side has at least one marker"


def _numbers(record: ScenarioRecord) -> Iterator[Finding]:
    """Yield numbers that are too low or too high, and dice of a wrong size."""
    if not 0 <= record.russian.batteries <= BATTERIES:
        yield ("russian", "batteries"), f"there are 0 to {BATTERIES} batteries"
    if record.chechen.roadblocks < 0:
        yield ("chechen", "roadblocks"), "there are 0 road blocks or more"
    draws = record.chechen.draws
    for key, (dice, sides) in (
        ("lot", record.chechen.lot),
        ("ambush", record.chechen.ambush),
        ("draws", (draws.dice, draws.sides) if draws is not None else (0, 0)),
    ):
        if dice < 0 or (dice and sides not in DICE):
            yield ("chechen", key), "dice have a number, and 6 or 10 sides"


def _hexes(record: ScenarioRecord, ground: MapRecord) -> Iterator[Finding]:
    """Yield hexes that are not on the map, and entry hexes that are not on its edge."""
    terrain = ground.terrain()
    places: list[tuple[Keys, Iterable[HexId]]] = [(("chechen", "near"), record.chechen.near)]
    places += [(("russian", "start", str(n), "hex"), (each.hex,)) for n, each in enumerate(record.russian.start)]
    for keys, hexes in places:
        for hex in (hex for hex in hexes if hex not in terrain):
            yield keys, f"there is no hex {hex}"
    for n, wave in enumerate(record.russian.waves):
        for hex in (hex for hex in wave.entries if hex != "west"):
            if hex not in terrain or not _on_the_edge(ground, hex):
                yield ("russian", "waves", str(n), "entries"), f"{hex}: units come in at the edge of the map"


def _on_the_edge(ground: MapRecord, hex: HexId) -> bool:
    return int(hex[:2]) in (1, ground.sheet.columns) or int(hex[2:]) in (1, ground.sheet.rows)


def _words(record: ScenarioRecord, ground: MapRecord) -> Iterator[Finding]:
    """Yield landmarks, options and moments of tips that there are not."""
    landmarks, options = set(ground.landmarks), {each.name for each in (*PRINTED, *DOUBTFUL)}
    moments = {"turn", *STAGES, CHECHENS, *record.russian.markers, *record.russian.later}
    lists: list[tuple[Keys, str, Iterable[str], set[str]]] = [
        (("objectives",), "landmark", record.objectives, landmarks),
        (("without",), "option", record.without, options),
        (("agreed",), "option", record.agreed, options - set(record.without)),
    ]
    lists += [
        (("russian", "waves", str(n), "objective"), "landmark", (wave.objective,), landmarks)
        for n, wave in enumerate(record.russian.waves)
    ]
    lists += [
        (("tips", str(n), "at"), "moment for a tip", (tip.at,), moments) for n, tip in enumerate(record.tips)
    ]
    for keys, what, words, known in lists:
        for word in (word for word in words if word not in known):
            yield keys, f"{word}: there is no such {what}, but {', '.join(sorted(known))}"


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
