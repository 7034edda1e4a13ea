"""Alternative texts for pictures of Into a Bear Trap, and the texts of its panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bot.kernel.secret import Seat, Seen
from bot.kit.english import count, join
from bot.titles.trap.field import points
from bot.titles.trap.field.battle import hour, night, scenario
from bot.titles.trap.field.ground import Ground, ground
from bot.titles.trap.field.names import UNCOUNTED, called, markers, turn
from bot.titles.trap.field.units import at, known, of, stack
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import ARTILLERY, ELIMINATED, SEATS, HexId, Level, RandomEvent, Unit
from bot.titles.trap.printed.tables import ScenarioRecord, tables
from bot.titles.trap.printed.units import CounterRecord
from render.picture import sentences

SIDES = {"russian": "Russian", "chechen": "Chechen"}
LEVELS: tuple[Level, ...] = ("ground", "upper")
SORTS = {"infantry": "infantry", "heavy": "heavy weapon", "rpg": "RPG", "schmel": "Schmel", "apc": "APC"}
EVENTS: dict[RandomEvent, str] = {
    "none": "",
    "chechen desperation": "Chechen desperation: a bonus activation comes last.",
    "russian desperation": "Russian desperation: a bonus activation comes last.",
    "snafu": "Snafu: a marker is lost.",
    "return": "Eliminated Chechens return.",
}


def side(seat: str) -> str:
    """Name a side."""
    return SIDES.get(seat, seat)


def record(state: State) -> ScenarioRecord:
    """Return the scenario."""
    return scenario(state)


def date(turn: int) -> str:
    """Return the name of a turn."""
    return hour(turn)


def nights() -> tuple[int, ...]:
    """Return the turns that are night."""
    return (tables().charts.track.night,)


def event(state: State) -> str:
    """Say what the random event of the turn does."""
    return EVENTS[state.event]


def acting(state: State) -> tuple[Seat, ...]:
    """Return the sides that are to act."""
    seat = getattr(state.steps[-1], "seat", "") if state.steps and state.outcome is None else ""
    return (Seat(seat),) if seat else ()


def activation(state: State) -> str:
    """Name the units that act, "" if there are none."""
    step = next((step for step in reversed(state.steps) if isinstance(step, Activation)), None)
    if step is None or state.outcome is not None:
        return ""
    if step.number:
        return f"{len(state.acted)} of {count(step.number, 'unit')} so far"
    if not step.marker:
        return "Bonus activation"
    return "The artillery is ready" if step.marker == ARTILLERY else f"The {step.marker} acts"


def winners(state: State) -> str:
    """Name the winner; "" while there is none."""
    if state.outcome is None:
        return ""
    return f"{' and '.join(map(side, state.outcome.winners)) or 'Nobody'} won"


def halves(number: int) -> str:
    """Return half points as points."""
    return f"{number // 2}½" if number % 2 else str(number // 2)


def lead(state: State) -> float:
    """Return the Russian lead in points; it may be negative."""
    return points.lead(state) / 2


def needed(state: State) -> str:
    """Say what the Russians must reach to win."""
    margin = record(state).margin
    return f"the Russians need a lead of {margin}" if margin else "level points are enough for the Russians"


def verdict(state: State) -> str:
    """Name the side that would win now, and its margin."""
    ahead, need = points.lead(state), 2 * record(state).margin
    winner, leader = ("Russians" if ahead >= least else "Chechens" for least in (need, 1))
    leads = "they lead" if winner == leader else f"{leader} lead"
    return f"{winner} win: {f'{leads} by {halves(abs(ahead))}' if ahead else 'points are level'}"


def ledger(state: State, seat: Seat) -> list[tuple[int, str]]:
    """Return the lines of a side's points."""
    return [
        (line.halves, line.why[:1].upper() + line.why[1:]) for line in points.ledger(state) if line.seat == seat
    ]


def sort(what: CounterRecord) -> str:
    """Return the category of a counter: infantry, T-80, leader."""
    return what.model or SORTS.get(what.kind, what.kind)


def counted(some: Iterable[CounterRecord]) -> str:
    """Count counters by category."""
    sorts = sorted(Counter(map(sort, some)).items())
    return join(f"{n} {name}" if name in UNCOUNTED else count(n, name) for name, n in sorts)


def board(seen: Seen[State]) -> str:
    """Describe the whole situation."""
    state, rules = seen.state, record(seen.state)
    now = winners(state) or " and ".join(f"{side(seat)} to act" for seat in acting(state))
    dark = ", night" if night(state) else ""
    first = f"Map of Grozny: {rules.name}, {turn(state, state.turn)}, {date(state.turn)}{dark}"
    parts = [f"{first}; {now}." if now else f"{first}."]
    parts.append(f"If the game ended now: {verdict(state)}; {needed(state)}.")
    cup = markers(state.cup) or "nothing"
    parts.append(f"In the cup: {cup}.")
    parts.append(f"Landmarks: {', '.join(_landmark(state, key) for key in ground().record.landmarks)}.")
    parts += [_force(state, seat) for seat in SEATS]
    for name, hexes in (("Road blocks", state.roadblocked), ("Wrecks", state.wrecks), ("Rubble", state.rubble)):
        if hexes:
            parts.append(f"{name}: {', '.join(hexes)}.")
    return sentences(parts)


def _landmark(state: State, key: str) -> str:
    """Name a landmark with its occupant or last holder."""
    where = ground()
    sides = {unit.side for hex in where.building(key) for unit in at(state, hex)}
    last = {state.control.get(hex, "") for hex in where.building(key)}
    holder = " and ".join(sorted(map(side, sides))) or " and ".join(sorted(side(each) for each in last if each))
    return f"{where.record.landmarks[key].name} ({holder or 'nobody'})"


def _force(state: State, seat: Seat) -> str:
    """Say where the units of a side are, and how many are in trouble."""
    units = list(of(state, seat))
    if not units:
        return f"{side(seat)}: nobody on the map."
    where = ", ".join(sorted({unit.hex for unit in units}))
    bad = sum(unit.status != "normal" for unit in units)
    gone = sum(unit.side == seat and unit.hex == ELIMINATED for unit in state.units.values())
    notes = f"{count(len(units), 'unit')}, {bad} not in good order, {gone} lost"
    return f"{side(seat)} ({notes}) at {where}."


def standing(seen: Seen[State], places: Sequence[str]) -> Iterator[str]:
    """Describe some hexes and their contents."""
    state, where = seen.state, ground()
    for hex in map(HexId, places):
        here = list(_here(state, hex))
        yield f"{terrain(state, where, hex)}: {'; '.join(here) if here else 'nobody'}."


def terrain(state: State, where: Ground, hex: HexId) -> str:
    """Name a hex with its ground and its markers."""
    kind = "rubble" if hex in state.rubble else "" if hex in where.landmark_of else where.terrain[hex]
    extra = [text for text, hexes in (("road block", state.roadblocked), ("wreck", state.wrecks)) if hex in hexes]
    return ", ".join(filter(None, [where.name(hex), kind, *extra]))


def _here(state: State, hex: HexId) -> Iterator[str]:
    """Describe each stack of a hex."""
    for level in LEVELS:
        for seat in SEATS:
            units = stack(state, hex, level, seat)
            if units:
                upstairs = " upstairs" if level == "upper" else ""
                yield f"{side(seat)}{upstairs} {', '.join(map(unit, _known_first(units)))}"


def _known_first(units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: known(unit) is None)


def unit(unit: Unit) -> str:
    """Name a unit with its facing and state; a covered unit shows only its status."""
    what = known(unit)
    name = called(what) if what is not None else "unknown unit"
    order = "" if unit.status == "normal" else unit.status
    if what is None:
        return f"{name} ({order})" if order else name
    faces = "aboard" if unit.aboard else "" if what.kind == "leader" else f"facing {unit.facing}"
    inside = ", ".join(filter(None, [faces, order, "has acted" if unit.activated else ""]))
    return f"{name} ({inside})" if inside else name
