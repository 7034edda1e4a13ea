"""Questions at any time: supply, communication, command, and reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.kernel.fields import Field
from bot.kernel.game import Sketch, Told
from bot.kernel.secret import Seen
from bot.kit.english import count
from bot.kit.paths import spread, trace
from bot.kit.title import Question
from bot.titles.strike.field import combat, communication, counters, movement, names, supply
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import NOBODY, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.printed.tables import tables
from bot.titles.strike.words import labels


class Supply(Question, frozen=True, tag="supply"):
    """The supply of a unit, or the cut in its line; also communication and command."""

    unit: Annotated[UnitId, Meta(description="which unit")]
    line: Annotated[
        Literal["supply", "communication", "command"],
        Meta(description="the line that is drawn; the answer names all"),
    ] = "supply"


class Reach(Question, frozen=True, tag="reach"):
    """The areas a unit can reach now, and their costs."""

    unit: Annotated[UnitId, Meta(description="which unit")]


def topics(seen: Seen[State], kind: type[Question], field: Field) -> Iterable[Any]:
    """Yield the topics of a question; units are ground units on the map."""
    found = labels.VOCABULARY.values(seen, field)
    if field.type is not UnitId:
        return found
    units = seen.state.units
    return (id for id in found if counters.on_map(units[id]) and counters.marches(units[id]))


def ask_supply(seen: Seen[State], question: Supply) -> Told:
    """Tell the lines of a unit of the ground."""
    piece = seen.state.units.get(question.unit)
    if piece is None or not counters.on_map(piece) or not counters.marches(piece):
        return Told("That is no unit of the ground on the map.", found=False)
    return lines(seen.state, piece, question.line)


def ask_reach(seen: Seen[State], question: Reach) -> Told:
    """Tell where a unit could move."""
    return _reach(seen.state, question.unit)


ANSWERS: Mapping[type[Struct], Callable[[Seen[State], Any], Told]] = {Supply: ask_supply, Reach: ask_reach}


def lines(state: State, unit: Unit, shown: str) -> Told:
    """Tell all three lines of a unit and draw one of them."""
    told = {
        "supply": _supply(state, unit),
        "communication": _communication(state, unit),
        "command": _command(state, unit),
    }
    where = names.place(state, unit.place)
    text = "\n".join([f"**{names.full(unit)} at {where}**", *(each.text for each in told.values())])
    return Told(text, told[shown].sketch)


def _path(state: State, unit: Unit, path: Iterable[AreaId]) -> Sketch:
    way = tuple(path)
    return Sketch(tuple(dict.fromkeys((unit.place, *way))), path=way if len(way) > 1 else (), mark=unit.place)


def _supply(state: State, unit: Unit) -> Told:
    """Say what would supply a unit that fights where it is."""
    source = supply.source(state, unit.side, unit.place)
    if source is not None:
        by = "its railway" if source.how == "rail" else names.full(state.units[source.trucks])
        cite = "11.5.3" if source.how == "rail" else "11.5.2"
        way = names.way(state, source.path)
        return Told(f"Combat supply [{cite}]: by {by}, along {way}.", _path(state, unit, source.path))
    if supply.supplied_in_finland(state, unit):
        return Told("Combat supply [11.5.6]: a Finn in or next to Finland needs none.", _path(state, unit, ()))
    if not counters.fights(unit):
        return Told("Combat supply [11.5]: only troops need it; here there is none.", _path(state, unit, ()))
    lacking = supply.unsupplied(state, unit.side, unit.place)
    price = count(counters.price(unit), "operations point")
    if unit not in lacking:
        return Told("Combat supply [11.5.5]: an air unit flies it in.", _path(state, unit, ()))
    why, cut = _cut(state, unit)
    text = f"Combat supply [11.5.4]: **none**; {why}. In a battle it costs {price}."
    return Told(text, Sketch((unit.place, *cut), path=cut, mark=cut[-1] if cut else unit.place))


def _cut(state: State, unit: Unit) -> tuple[str, tuple[AreaId, ...]]:
    """Return the cut in a unit's shortest line, its enemy, and the way up to it."""
    here = counters.map_of(state)
    gauge = [area for area in here.areas if supply.is_gauge(state, unit.side, area)]
    exits = sorted(here.exits[unit.side] & set(gauge))
    back = spread(exits, lambda area: (to for to in here[area].rails if to in gauge))
    near = [area for area in (unit.place, *here[unit.place].next) if area in back]
    if not near:
        nearest = min(back, key=lambda area: here.distance(unit.place, area), default=None)
        if nearest is None:
            return "no railway of its gauge leads home", ()
        away = here.distance(unit.place, nearest)
        return f"the nearest railway that leads home is {away} areas away, at {names.place(state, nearest)}", ()
    way = min((trace(back, area) for area in near), key=len)
    whole = way if way[0] == unit.place else (unit.place, *way)
    for n, area in enumerate(whole):
        if area in way and not supply.works(state, unit.side, area):
            return f"the line is cut at {names.place(state, area)} by {_cutter(state, unit, area)}", whole[: n + 1]
    return "the line is open, but too far away", whole


def _cutter(state: State, unit: Unit, area: AreaId) -> str:
    enemies = counters.troops(state, area, counters.other(unit.side))
    if enemies:
        return names.several(enemies)
    return "aircraft" if unit.side == RUSSIAN else "partisans"


def _communication(state: State, unit: Unit) -> Told:
    """Say how a unit communicates with home from where it is."""
    path = communication.line(state, unit.side, unit.place, finnish=counters.is_finnish(unit))
    if path is None:
        text = "Line of communication [6.1.3]: **none** without enemies on the way to a railway nearer home."
        return Told(text, _path(state, unit, ()))
    return Told(f"Line of communication [6.1.3]: {names.way(state, path)}.", _path(state, unit, path))


def _command(state: State, unit: Unit) -> Told:
    """Say whose command a unit is in."""
    leader = combat.commander(state, unit.side, unit.place)
    if leader is None:
        out = tables().numbers.modifiers.out_of_command
        text = f"Command [11.8.1]: **none**; {out} less when it attacks, {out} more for units that attack it."
        return Told(text, _path(state, unit, ()))
    where = names.place(state, leader.place)
    text = f"Command [11.8.1]: {names.full(leader)} (rating {counters.rating(leader)}) at {where}."
    return Told(text, _path(state, unit, dict.fromkeys((unit.place, leader.place))))


def _reach(state: State, id: UnitId) -> Told:
    """Say where a unit could move, led where the weather demands it."""
    unit = state.units.get(id)
    if unit is None or not counters.on_map(unit) or not counters.marches(unit):
        return Told("That unit is not on the map, or does not move over the ground.", found=False)
    moves = state.phase in ("movement", "redeployment") and state.seat in ("", unit.side)
    unit = unit if moves else _rested(unit)
    has, made = movement.allowance(state, unit)
    parts = ", ".join(f"{part.why} {part.n:+} [{part.cite}]" for part in made)
    when = f"{unit.spent} spent" if moves else "when it moves next, in this weather"
    lines = [f"**{names.full(unit)}** has {count(has, 'movement point')} ({parts}), {when}."]
    party: tuple[Unit, ...] = (unit,)
    if movement.needs_leader(state, unit):
        able = (each if moves else _rested(each) for each in counters.leaders(state, unit.side))
        leader = next((each for each in able if each.place == unit.place), None)
        if leader is None:
            lines.append(f"In {state.weather} it moves only with a leader [6.3.3], and none is there.")
            return Told("\n".join(lines), Sketch((unit.place,), mark=unit.place))
        lines.append(f"In {state.weather} it moves only with a leader [6.3.3]; {names.full(leader)} can take it.")
        party = (leader, unit)
    found = movement.reach(state, party, escorted=True)
    goals = tuple(movement.destinations(state, party, escorted=True))
    if goals:
        lines.append(f"It can stop in {count(len(goals), 'area')}; the numbers are their costs.")
    else:
        lines.append("It can go nowhere.")
    if movement.disengages(state, unit):
        lines.append("It is among enemies, and can enter only areas with a line of communication [6.1.3].")
    notes = tuple((area, str(found.cost[area])) for area in goals)
    return Told("\n".join(lines), Sketch((unit.place, *goals), mark=unit.place, notes=notes))


def _rested(unit: Unit) -> Unit:
    """Return a unit as it is when its next movement begins."""
    return replace(unit, spent=0, trail=(), rides=NOBODY)
