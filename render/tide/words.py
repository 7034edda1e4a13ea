"""What pictures of Tide of Iron say to people who cannot see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.kernel.secret import Seat
from bot.titles.tide.ground import Ground
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import March, Melee, Muster, Turn
from bot.titles.tide.model.table import Base, HexId, Squad, Vehicle
from bot.titles.tide.tables import figure, tables
from render.picture import sentences

Unit = Squad | Vehicle


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that a game waits for, by the step on top of its stack."""
    if not state.steps or state.outcome is not None:
        return ()
    match state.steps[-1]:
        case Muster(waiting=waiting):
            return waiting
        case March(unit=unit) | Melee(unit=unit):
            return (state.units[unit].side,) if unit in state.units else ()
        case step:
            return (step.seat,)


def actions_left(state: State) -> int:
    """Return how many actions are left in the turn that is on, 0 when none is."""
    return state.steps[-1].left if state.steps and isinstance(state.steps[-1], Turn) else 0


def phase(state: State) -> str:
    """Name the phase."""
    return "Set-up" if state.phase == "set-up" else "Battle over" if state.phase == "over" else f"{state.phase.title()} Phase"


def squad(base: Base, side: Seat) -> str:
    """Name what a base carries, such as "machine gun, 2 regular, engineer"."""
    parts = [
        f"{count} {figure(kind, side).name.lower()}" if count > 1 else figure(kind, side).name.lower()
        for kind, count in Counter(base.figures).items()
    ]
    return ", ".join([*parts, base.special] if base.special else parts)


def unit(unit: Unit, state: State) -> str:
    """Describe a unit with its state, such as "Soviet squad 6 (4 regular), disrupted, in an entrenchment"."""
    side = unit.side.title()
    if isinstance(unit, Vehicle):
        name = f"{side} {tables().vehicles[unit.kind].name} {unit.number}"
        traits = [f"{unit.damage}ly damaged" if unit.damage == "heavi" else f"{unit.damage} damage"] if unit.damage else []
        riders = sum(isinstance(other, Squad) and other.within == unit.id for other in state.units.values())
        if riders:
            traits.append(f"carrying {riders} squad{'s' * (riders > 1)}")
    else:
        name = f"{side} squad {unit.number}"
        if unit.base.known:
            name += f" ({squad(unit.base.open(), unit.side)})"
        traits = ["concealed"] if unit.concealed else []
        if unit.morale:
            traits.append(unit.morale)
        shelter = next((work.kind for work in state.works.values() if work.id == unit.within), None)
        if shelter:
            traits.append(f"in {'an' if shelter[0] in 'aeiou' else 'a'} {shelter}")
    if unit.activity != "fresh":
        traits.insert(0, "on Op Fire" if unit.activity == "op fire" else "fatigued")
    return ", ".join([name, *traits])


def board(state: State) -> str:
    """Describe the whole map."""
    record = tables().scenarios[state.scenario]
    acting = " and ".join(seat.title() for seat in to_act(state))
    left = f" with {actions_left(state)} actions left" if actions_left(state) else ""
    first = f"Map of {record.name}, round {state.round} of {record.rounds}, {phase(state)}"
    if state.outcome is not None:
        acting = f"; {' and '.join(seat.title() for seat in state.outcome.winners) or 'nobody'} won"
    elif acting:
        acting = f"; {acting} to act{left}"
    parts = [f"{first}{acting}."]
    for seat, hq in state.hq.items():
        holds = ", has the initiative" if seat == state.initiative else ""
        parts.append(f"{seat.title()}: {hq.command} command, {hq.on_initiative} for initiative, {hq.points} points{holds}.")
    goals = (
        f"{goal.hex} {goal.name} ({state.control.get(HexId(goal.hex), '').title() or 'nobody'})"
        for goal in record.objectives
    )
    parts.append(f"Objectives: {', '.join(goals)}.")
    parts += [_force(state, seat) for seat in state.hq]
    return sentences(parts)


def _force(state: State, seat: Seat) -> str:
    units = [unit for unit in state.units.values() if unit.side == seat and unit.hex]
    if not units:
        return f"{seat.title()} has no units on the map."
    squads = [unit for unit in units if isinstance(unit, Squad)]
    counts = Counter(unit.morale for unit in squads if unit.morale)
    notes = [f"{count} {morale}" for morale, count in counts.items()]
    notes += [f"{hidden} concealed"] if (hidden := sum(unit.concealed for unit in squads)) else []
    text = f"{seat.title()} squads at {_hexes(squads)}" if squads else f"{seat.title()} has no squads"
    text += f" ({', '.join(notes)})" if notes else ""
    vehicles = [unit for unit in units if isinstance(unit, Vehicle)]
    return f"{text}; vehicles at {_hexes(vehicles)}." if vehicles else f"{text}."


def _hexes(units: Iterable[Unit]) -> str:
    return ", ".join(dict.fromkeys(unit.hex for unit in sorted(units, key=lambda unit: (len(unit.hex), unit.hex))))


def crop(
    state: State,
    ground: Ground,
    places: Sequence[HexId],
    line: tuple[str, str] | None,
    path: Sequence[str],
    mark: str | None,
    title: str,
) -> str:
    """Describe a part of the map."""
    parts = [f"{title.rstrip('.')}." if title else f"The map about {', '.join(places)}."]
    if line is not None:
        parts.append(f"A line is drawn from {line[0]} to {line[1]}.")
    if len(path) > 1:
        parts.append(f"A way is drawn along {', '.join(path)}.")
    if mark is not None:
        parts.append(f"{mark} is framed.")
    for name in places:
        spot = ground[name]
        kind = tables().terrain[spot.terrain].name + (f" on level {spot.level}" if spot.level else "")
        works = [work.kind for work in state.works.values() if work.hex == name]
        here = [unit(each, state) for each in state.units.values() if each.hex == name]
        parts.append(f"{name}, {', '.join([kind, *works])}: {'; '.join(here) or 'no units'}.")
    return sentences(parts)
