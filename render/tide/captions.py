"""Alternative texts for pictures of Tide of Iron."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bot.kernel.secret import Seat, Seen
from bot.kit.english import count
from bot.titles.tide import TITLE
from bot.titles.tide.field import names, units
from bot.titles.tide.field.board import map_of, scenario
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Turn
from bot.titles.tide.model.table import HexId, Squad, Vehicle, Work
from bot.titles.tide.printed.tables import tables
from render.picture import sentences


def phase(state: State) -> str:
    """Name the phase."""
    named = {"set-up": "Set-up", "over": "Battle over"}
    return named.get(state.phase) or f"{state.phase.title()} Phase"


def winners(state: State) -> str:
    """Name the winner; "" while there is none."""
    if state.outcome is None:
        return ""
    return f"{' and '.join(map(names.nation, state.outcome.winners)) or 'Nobody'} won"


def actions_left(state: State) -> str:
    """Return the number of actions left in the current turn in words, or ""."""
    top = state.steps[-1] if state.steps else None
    return f"{count(top.left, 'action')} left" if isinstance(top, Turn) else ""


def board(seen: Seen[State]) -> str:
    """Describe the whole map."""
    state, record = seen.state, scenario(seen.state)
    acting = " and ".join(map(names.nation, TITLE.asked(state)))
    now = winners(state) or (f"{acting} to act" if acting else "")
    if acting and (left := actions_left(state)):
        now += f" with {left}"
    first = f"Map of {record.name}, round {state.round} of {record.rounds}, {phase(state)}"
    parts = [f"{first}; {now}." if now else f"{first}."]
    for seat in units.seats_in_order(state):
        hq = state.hq[seat]
        holds = ", has the initiative" if seat == state.initiative else ""
        purse = f"{hq.command} command, {hq.on_initiative} on the initiative card, {hq.points} points"
        parts.append(f"{names.nation(seat)}: {purse}{holds}.")
    if record.objectives:
        goals = (
            f"{goal.hex} {goal.name} ({names.nation(state.control.get(HexId(goal.hex), Seat(''))) or 'nobody'})"
            for goal in record.objectives
        )
        parts.append(f"Objectives: {', '.join(goals)}.")
    parts += [_force(state, seat) for seat in units.seats_in_order(state)]
    works = tables().works
    burning = [f"{works[work.kind].name} at {work.hex}" for work in state.works.values() if _burns(work)]
    if burning:
        parts.append(f"On the map: {', '.join(burning)}.")
    return sentences(parts)


def _burns(work: Work) -> bool:
    return tables().works[work.kind].type == "fire"


def named(state: State, work: Work) -> str:
    """Name a work; a flame fougasse with its known directions."""
    name = tables().works[work.kind].name
    here = map_of(state)
    covered = [way for way, cover in enumerate(work.covers, start=1) if cover.known and cover.open()]
    to = here.beyond(work.hex, covered[0], 1) if covered and work.hex in here else None
    return f"{name} that throws to {to}" if to else name


def _force(state: State, seat: Seat) -> str:
    """Say where the units of a side are, and how many are in trouble."""
    own = [unit for unit in units.of(state, seat) if unit.hex]
    squads = [unit for unit in own if isinstance(unit, Squad)]
    vehicles = [unit for unit in own if isinstance(unit, Vehicle)]
    troubles = Counter(squad.morale for squad in squads if squad.morale)
    notes = [f"{number} {morale}" for morale, number in troubles.items()]
    if hidden := sum(squad.concealed for squad in squads):
        notes.append(f"{hidden} concealed")
    text = f"{names.nation(seat)} squads at {_hexes(squads)}" if squads else f"{names.nation(seat)}: no squads"
    text += f" ({', '.join(notes)})" if notes else ""
    return f"{text}; vehicles at {_hexes(vehicles)}." if vehicles else f"{text}."


def _hexes(units: Iterable[AnyUnit]) -> str:
    return ", ".join(dict.fromkeys(unit.hex for unit in sorted(units, key=lambda unit: (len(unit.hex), unit.hex))))


def standing(seen: Seen[State], places: Sequence[str]) -> Iterator[str]:
    """Say what stands and lies in some hexes."""
    state = seen.state
    for hex in map(HexId, places):
        here = [f"{names.label_unit(seen, unit.id)}." for unit in units.at(state, hex)]
        yield from here or [f"No units in {names.place(state, hex)}."]
    works = [f"{named(state, work)} at {work.hex}" for work in state.works.values() if work.hex in places]
    if works:
        yield f"On the ground: {', '.join(works)}."
