"""The whole situation in words, with the ledger of victory points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Literal

from bot.kernel.game import Prompt
from bot.kernel.secret import EVERYONE, Seat, Seen
from bot.kit import pieces
from bot.kit.english import asked, begun, count, join
from bot.kit.standing import Report
from bot.titles.trap.events.course import RANDOM_EVENTS
from bot.titles.trap.field import names, points
from bot.titles.trap.field.battle import hour, night, scenario
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import at, known, of, on_map, stack
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import (
    ARTILLERY,
    CHECHEN,
    ELIMINATED,
    EXITED,
    HAND,
    RUSSIAN,
    SEATS,
    WAITING,
    HexId,
    Level,
    Orders,
    Unit,
)
from bot.titles.trap.printed.units import CounterRecord

LEVELS: tuple[Level, ...] = ("ground", "upper")
READ = 1990
"""How many characters are read at once."""
Detail = Literal["hexes", "places of formations", "formations"]
DETAILS: tuple[Detail, ...] = ("hexes", "places of formations", "formations")
"""The details of positions, from fullest to shortest.

The first that fits a message is shown.
"""
FEW = 6
"""A formation in at most this number of hexes is listed hex by hex."""

here = pieces.here(at)
"""The units in a place."""


def status(seen: Seen[State], prompts: Mapping[Seat, Prompt]) -> str:
    """Describe the situation, in the fullest detail that fits a message."""
    if not seen.state.scenario:
        return "The table is empty."
    text = ""
    for detail in DETAILS:
        text = _status(seen.state, seen.seat, prompts, detail)
        if len(text) <= READ:
            break
    return text


def _status(state: State, own: Seat, prompts: Mapping[Seat, Prompt], detail: Detail) -> str:
    """Describe the situation in a given detail; a seat reads only its own question."""
    record = scenario(state)
    dark = " It is night." if night(state) else ""
    lines = [f"**{record.name}**, {names.turn(state, state.turn)} ({hour(state.turn)}).{dark}"]
    lines += (
        f"To act: {names.side(seat)}{asked(prompt.text, own=seat == own)}" for seat, prompt in prompts.items()
    )
    if state.outcome is not None:
        winners = join(names.the_side(seat) for seat in state.outcome.winners) or "nobody"
        lines.append(f"The battle is over: {winners} has won. {state.outcome.why}")
    lines += ["", *_markers(state), "", *_ledger(state)]
    lines += ["", f"**Landmarks**: {'; '.join(_landmark(state, key) for key in ground().record.landmarks)}."]
    if what := list(_obstacles(state)):
        lines += ["", *what]
    for seat in SEATS:
        lines += ["", f"**{names.side(seat)}**", *_force(state, seat, detail)]
    return "\n".join(lines)


def _markers(state: State) -> Iterator[str]:
    """Say which markers were drawn, and which may still come."""
    if state.held:
        yield f"First goes {names.marker(state.held)}."
    if state.cup or state.gone:
        yield f"In the cup: {names.markers(state.cup) or 'nothing'}."
    if state.gone:
        yield f"Drawn or lost this turn: {names.markers(state.gone)}."
    if state.outside:
        yield f"Not in the cup yet: {names.markers(state.outside)}."
    if state.event != "none":
        yield f"Random event of this turn: {RANDOM_EVENTS[state.event]}."
    if state.restricted:
        yield "The Russian columns must follow their routes, and do not fire until the Chechens attack."


def _ledger(state: State) -> Iterator[str]:
    """List the points, each with its case, and the side that would win."""
    ahead, margin = points.lead(state), scenario(state).margin
    leader = RUSSIAN if ahead >= 0 else CHECHEN
    winner = RUSSIAN if ahead >= 2 * margin else CHECHEN
    balance = f"{names.the_side(leader)} leads by {names.points(abs(ahead))}" if ahead else "the sides are level"
    need = f"the Russians need a lead of {margin}" if margin else "level points are enough for the Russians"
    yield (
        f"**Points, if the game ended now**: {balance}, "
        f"and {names.the_side(winner)} would win ({need}) [TRAP-11.2-14]."
    )
    for seat in SEATS:
        lines = [line for line in points.ledger(state) if line.seat == seat]
        total = sum(line.halves for line in lines)
        yield f"{names.side(seat)}: {names.points(total)}"
        yield from (f"- {names.halves(line.halves)}: {line.why} [{line.cite}]" for line in lines)


def _landmark(state: State, key: str) -> str:
    """Say which side holds a landmark."""
    hexes = ground().building(key)
    sides = sorted({unit.side for hex in hexes for unit in at(state, hex)}, reverse=True)
    last = {state.control.get(hex, Seat("")) for hex in hexes}
    name = f"{ground().record.landmarks[key].name} ({', '.join(hexes)})"
    if len(sides) > 1:
        return f"{name}: contested, worth nothing"
    if sides:
        return f"{name}: {names.side(sides[0])}"
    holders = join(sorted(names.side(seat) for seat in last if seat))
    return f"{name}: empty, last {holders}" if holders else f"{name}: empty"


def _obstacles(state: State) -> Iterator[str]:
    for title, hexes in (("Road blocks", state.roadblocked), ("Wrecks", state.wrecks), ("Rubble", state.rubble)):
        if hexes:
            yield f"{title}: {', '.join(sorted(set(hexes)))}."
    under_fire = [battery.hex for battery in state.batteries.values() if battery.hex]
    if under_fire:
        yield f"Under interdiction fire: {join(under_fire)}."


def _force(state: State, seat: Seat, detail: Detail) -> Iterator[str]:
    """List the units of a side by hex or formation, and its units off the map."""
    places = sorted({unit.hex for unit in of(state, seat)})
    if not places:
        yield "Nobody on the map."
    if detail == "hexes":
        for hex in places:
            stacks = {level: stack(state, hex, level, seat) for level in LEVELS}
            told = [f"{_UP[level]}{_stack(state, units)}" for level, units in stacks.items() if units]
            yield f"- {names.place(hex)}: {'; '.join(told)}"
    else:
        yield from _formations(state, seat, FEW if detail == "formations" else len(places))
    yield from _beside(state, seat)


_UP: Mapping[Level, str] = {"ground": "", "upper": "upstairs "}


def _formations(state: State, seat: Seat, most: int) -> Iterator[str]:
    """List the strength and hexes of each formation, and the units not in good order.

    A formation in many hexes shows the first and the last.
    """
    units = sorted(of(state, seat), key=lambda unit: (unit.hex, unit.id))
    by_formation: dict[str, list[Unit]] = {}
    by_status: dict[str, list[Unit]] = {}
    for unit in units:
        what = known(unit)
        by_formation.setdefault(what.formation if what is not None else "", []).append(unit)
        if unit.status != "normal":
            by_status.setdefault(unit.status, []).append(unit)
    for whose, some in sorted(by_formation.items()):
        has = f"{names.formation(whose)}: {names.sorts(some)}" if whose else names.sorts(some)
        spots = list(dict.fromkeys(unit.hex for unit in some))
        yield f"- {has} {f'at {join(spots)}' if len(spots) <= most else f'between {spots[0]} and {spots[-1]}'}"
    for status, some in sorted(by_status.items()):
        yield f"- {begun(status)}: {_where(some)}"


def _where(units: Iterable[Unit]) -> str:
    """Say of each sort of unit where it is."""
    sorts: dict[str, list[Unit]] = {}
    for unit in units:
        sorts.setdefault(_sort(known(unit)), []).append(unit)
    return ", ".join(
        f"{sort} at {join(dict.fromkeys(unit.hex for unit in some))}" for sort, some in sorted(sorts.items())
    )


def _sort(what: CounterRecord | None) -> str:
    """Say what a counter is, as one counts it; leaders go by their names."""
    if what is None:
        return "covered units"
    return what.name.partition(",")[0] if what.kind == "leader" else what.model or names.KINDS[what.kind]


def _stack(state: State, units: Iterable[Unit]) -> str:
    """List a stack from the top; neighbours with the same notes are listed together."""
    alike = groupby(units, key=lambda unit: _notes(state, unit))
    return ", ".join(_names(some) + (f" ({notes})" if notes else "") for notes, some in alike)


def _names(units: Iterable[Unit]) -> str:
    """Name units; those that lie covered are counted."""
    some = list(units)
    covered = sum(known(unit) is None for unit in some)
    told = [names.unit(unit) for unit in some if known(unit) is not None]
    return join([*told, *([f"{covered} covered"] if covered else [])])


def _notes(state: State, unit: Unit) -> str:
    """Say how a unit faces and in which state it is."""
    order = [note for note in names.condition(state, unit) if not note.startswith("carries")]
    return ", ".join([*names.facing(unit), *order])


def _beside(state: State, seat: Seat) -> Iterator[str]:
    """List the units off the map, still to be drawn, and lost."""
    mine = [unit for unit in state.units.values() if unit.side == seat]
    waiting = [unit for unit in mine if unit.hex == WAITING]
    if waiting:
        yield f"Off the map: {names.sorts(waiting)}."
    if seat == CHECHEN:
        hand = sum(unit.hex == HAND for unit in mine)
        blocks = count(state.roadblocks, "road block")
        being = f"; {count(hand, 'unit')} to be placed" if hand else ""
        left = count(state.undrawn, "unit") if state.undrawn else "nobody"
        yield f"Not drawn yet: {left}; {blocks} left{being}."
    elif ARTILLERY in scenario(state).russian.markers:
        fresh = sum(not battery.used for battery in state.batteries.values())
        yield f"Batteries off the map: {len(state.batteries)}; {fresh} can still fire this turn."
    for box, title in ((EXITED, "Out of the city"), (ELIMINATED, "Eliminated")):
        gone = [unit for unit in mine if unit.hex == box]
        if gone:
            yield f"{title}: {names.sorts(gone)}."


def hand(seen: Seen[State]) -> str:
    """Describe the seat's secrets: units to place, and covered units in its stacks."""
    if seen.seat not in SEATS or not seen.state.scenario:
        return ""
    mine = [unit for unit in seen.state.units.values() if unit.side == seen.seat]
    hidden = [unit for unit in mine if on_map(unit) and not _shown(unit, seen.seat)]
    lines = []
    placing = [unit for unit in mine if unit.hex == HAND]
    if placing:
        lines.append(f"To be placed: {names.units(placing)}.")
    if hidden:
        lines.append("**The enemy cannot see under your stacks:**")
        lines += (f"- {_covered(hidden, hex)}" for hex in sorted({unit.hex for unit in hidden}))
    return "\n".join(lines)


def _shown(unit: Unit, seat: Seat) -> bool:
    """Say whether the enemy may read a counter."""
    return any(
        reader in (EVERYONE, *(other for other in SEATS if other != seat)) for reader in unit.counter.readers
    )


def _covered(hidden: Iterable[Unit], hex: HexId) -> str:
    here = [unit for unit in hidden if unit.hex == hex]
    levels = [(level, [unit for unit in here if unit.level == level]) for level in LEVELS]
    return "; ".join(f"{names.spot(hex, level)}: {names.units(units)}" for level, units in levels if units)


def held(seen: Seen[State]) -> str:
    """Describe what the seat has beside the map."""
    if seen.seat not in SEATS or not seen.state.scenario:
        return ""
    return "\n".join(f"- {line}" for line in _beside(seen.state, seen.seat))


STANDING = Report(
    Orders,
    {
        "dudayev": {
            "ask": "You are asked whether Dudayev stays when he is drawn.",
            "stays": "Dudayev stays in the city when he is drawn.",
            "leaves": "Dudayev leaves the city when he is drawn.",
        },
    },
)


def orders(seen: Seen[State]) -> str:
    """Describe the seat's standing orders."""
    if seen.seat != CHECHEN:
        return "- You are never asked anything between your activations."
    given = seen.state.orders.get(seen.seat)
    return STANDING.tell(given.open() if given is not None else Orders())
