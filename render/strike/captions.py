"""Alternative texts for pictures of Strike the Bear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.kernel.secret import Seat, Seen
from bot.kit.english import count, join
from bot.titles.strike import TITLE
from bot.titles.strike.field import boxes, combat, counters, names
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, GERMAN, RUSSIAN, WAITING, AreaId, Unit, UnitId
from bot.titles.strike.printed.records import Arrival
from bot.titles.strike.printed.tables import tables
from render.picture import sentences

SEATS = (GERMAN, RUSSIAN)
PHASES = {"set-up": "Set-up", "weather": "Weather", "over": "Campaign over"}


def phase(state: State) -> str:
    """Name the phase, and whose it is."""
    named = PHASES.get(state.phase) or state.phase.title()
    return f"{names.nation(state.seat)} {named}" if state.seat else named


def winners(state: State) -> str:
    """Name the winners; "" while there are none."""
    if state.outcome is None:
        return ""
    return f"{' and '.join(map(names.nation, state.outcome.winners))} won" if state.outcome.winners else "A draw"


def now(state: State) -> str:
    """Name the sides to act or the winners; "" if there are neither."""
    acting = " and ".join(map(names.nation, TITLE.asked(state)))
    return winners(state) or (f"{acting} to act" if acting else "")


def weather(state: State) -> str:
    """Name the weather, and say what it does to marches and attacks."""
    effect = tables().numbers.conditions[state.weather]
    notes = [f"{count(effect.slower, 'point')} slower"] * bool(effect.slower)
    notes += [f"{join(effect.led)} only with leaders"] * bool(effect.led)
    notes += [f"{join('railheads' if each == 'rail' else each for each in effect.halted)} halted"] * bool(
        effect.halted
    )
    notes += [f"attacks {count(effect.shift, 'column')} left"] * bool(effect.shift)
    return "; ".join(notes)


def holder(state: State, objective: str) -> Seat:
    """Return the side that holds all of an objective, "" if neither does."""
    held = {state.control.get(area, Seat("")) for area in counters.map_of(state).objective(objective)}
    return held.pop() if len(held) == 1 else Seat("")


def due(state: State, seat: Seat) -> Iterator[tuple[Arrival, list[Unit]]]:
    """Yield the reinforcements of a side that are still to come."""
    for arrival in counters.side(state, seat).arrivals:
        units = [state.units[UnitId(id)] for id in arrival.units if UnitId(id) in state.units]
        waiting = [unit for unit in units if unit.place == WAITING]
        if waiting:
            yield arrival, waiting


def board(seen: Seen[State]) -> str:
    """Describe the whole situation."""
    state, record = seen.state, counters.scenario(seen.state)
    date = names.date(state.turn)
    when = f"turn {state.turn} of {record.turns[1]}" + (f", {date}" if date else "")
    first = f"Map of {record.name}, {when}, {state.weather} weather, {phase(state)}"
    parts = [f"{first}; {now(state)}." if now(state) else f"{first}."]
    points = (f"{names.nation(seat)} {state.points.get(seat, 0)}" for seat in SEATS)
    parts.append(f"Operations points: {', '.join(points)}.")
    for seat in SEATS:
        parts += _objectives(state, seat)
    battles = [_shared(state, area) for area in counters.shared(state)]
    if battles:
        parts.append(f"Both sides at {', '.join(battles)}.")
    parts += [_force(state, seat) for seat in SEATS]
    for seat in SEATS:
        lost = [unit for unit in state.units.values() if unit.side == seat and unit.place == ELIMINATED]
        spare = boxes.boxed(state, seat, BREAKDOWN)
        held = f"{len(lost)} eliminated, {len(spare)} in the Breakdown Box"
        coming = "".join(
            f"; {count(len(units), 'unit')} due in turn {arrival.turn}" for arrival, units in due(state, seat)
        )
        parts.append(f"{names.nation(seat)}: {held}{coming}.")
    return sentences(parts)


def _objectives(state: State, seat: Seat) -> Iterator[str]:
    goals = state.objectives.get(seat, ())
    if goals:
        held = (f"{goal} ({names.nation(holder(state, goal)) or 'nobody'})" for goal in goals)
        yield f"{names.nation(seat)} objectives: {', '.join(held)}."


def _shared(state: State, area: AreaId) -> str:
    strengths = [sum(map(counters.strength, counters.troops(state, area, seat))) for seat in SEATS]
    return f"{names.place(state, area)} ({strengths[0]} to {strengths[1]})"


def _force(state: State, seat: Seat) -> str:
    """Say where the formations of a side are, with the strength of each stack."""
    where: dict[AreaId, int] = {}
    for unit in counters.of(state, seat):
        if counters.fights(unit):
            where[unit.place] = where.get(unit.place, 0) + counters.strength(unit)
    if not where:
        return f"{names.nation(seat)}: no formations on the map."
    stacks = (f"{area} {where[area]}" for area in counters.map_of(state).areas if area in where)
    return f"{names.nation(seat)} strength: {', '.join(stacks)}."


def ground(state: State, area: AreaId) -> str:
    """Describe an area: its name, its ground, its rivers."""
    here = counters.map_of(state)[area]
    parts = [" and ".join(tables().numbers.terrain[kind].name for kind in here.record.terrain)]
    if here.record.city:
        parts.append("fortress city" if here.record.fortress else "city")
    if here.rivers:
        parts.append(f"{join(here.rivers)} {'runs' if len(here.rivers) == 1 else 'run'} through")
    if here.sources:
        ends = "only begins or ends" if len(here.sources) == 1 else "only begin or end"
        parts.append(f"{join(here.sources)} {ends} here")
    return f"{here.name}: {', '.join(parts)}"


def cover(state: State, area: AreaId) -> str:
    """Return the shifts against an attacker in an area from ground and weather."""
    weather = tables().numbers.conditions[state.weather]
    shifts = [(shift.why, -shift.n) for shift in combat.ground_shifts(state, area)]
    shifts += [(weather.name, weather.shift)] * bool(weather.shift)
    return ", ".join(f"{why} {count(n, 'column')}" for why, n in shifts)


def stack(units: Iterable[Unit]) -> str:
    """List units with their ratings and their problems."""
    told = []
    for unit in units:
        rated = names.ratings(unit)
        state = "disrupted" if counters.is_kind(unit, "leader", "trucks") else "reduced"
        told.append(names.unit(unit) + (f" {rated}" if rated else "") + (f" {state}" if unit.down else ""))
    return ", ".join(told)


def standing(seen: Seen[State], places: Sequence[str]) -> Iterator[str]:
    """Describe some areas with their units."""
    state = seen.state
    for area in map(AreaId, places):
        yield f"{ground(state, area)}."
        for seat in SEATS:
            if units := counters.at(state, area, seat):
                total = sum(map(counters.strength, units))
                yield f"{names.nation(seat)} in {area}, strength {total}: {stack(units)}."
