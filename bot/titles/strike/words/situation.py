"""The whole situation in words, as a general asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from bot.kernel.game import Prompt
from bot.kernel.secret import Seat, Seen
from bot.kit import pieces
from bot.kit.english import asked, count, join
from bot.kit.standing import Report
from bot.titles.strike.events.course import weather_effects
from bot.titles.strike.field import counters, names, supply, victory
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import (
    BREAKDOWN,
    ELIMINATED,
    GERMAN,
    RUSSIAN,
    WAITING,
    AreaId,
    Orders,
    StageName,
    Unit,
)
from bot.titles.strike.words import labels

SEATS = (GERMAN, RUSSIAN)
FRONTS = (("North", 4), ("Centre", 6), ("South", 11))
"""Three fronts, by the last row of oxes that belongs to each."""


# The situation.

here = pieces.here(counters.at)
"""The pieces in a place."""


def status(seen: Seen[State], prompts: Mapping[Seat, Prompt]) -> str:
    """Describe the whole situation."""
    state = seen.state
    if not state.scenario:
        return "The table is empty."
    record = counters.scenario(state)
    effects = weather_effects(state.weather)
    weather = f"{state.weather}{': ' if effects else ''}{join(effects)}"
    stage = "" if state.outcome is not None else f", {get_args(StageName)[state.stage].capitalize()}"
    lines = [
        f"**{record.name}**, turn {state.turn} of {record.turns[1]} ({names.date(state.turn)}){stage}. "
        f"Weather: {weather}."
    ]
    lines += (
        f"To act: {names.nation(seat)}{asked(prompt.text, own=seat == seen.seat)}"
        for seat, prompt in prompts.items()
    )
    if state.outcome is not None:
        winners = join(f"the {names.nation(seat)} side" for seat in state.outcome.winners)
        result = f"{winners} has won" if winners else "nobody has won"
        lines.append(f"The campaign is over: {result}. {state.outcome.why}")
    for seat in SEATS:
        lines += ["", *_side(state, seat)]
    for front in FRONTS:
        lines += _front(state, *front)
    return "\n".join(lines)


def _side(state: State, seat: Seat) -> Iterator[str]:
    points = count(state.points[seat], "operations point")
    yield f"**{names.nation(seat)}: {counters.side(state, seat).name}**, {points}"
    goals = victory.objectives(state, seat)
    held = victory.attained(state, seat)
    rolled = "" if state.objectives[seat] else " (by default)"
    needed = [name for name in goals if name not in held]
    yield f"Objectives{rolled}: holds {join(held) or 'none'}; needs {join(needed) or 'nothing more'}."
    for arrival in counters.side(state, seat).arrivals:
        waiting = [state.units[unit] for unit in arrival.units if state.units[unit].place == WAITING]  # type: ignore[index]
        if waiting:
            yield f"Due in turn {arrival.turn}: {names.several(waiting)}."
    for box, title in ((BREAKDOWN, "Breakdown Box"), (ELIMINATED, "Eliminated Box")):
        units = counters.at(state, box, seat)
        if units:
            yield f"{title}: {join(f'{names.unit(unit)} ({names.ratings(unit)})' for unit in units)}."
    hungry = [area for area in counters.shared(state) if supply.unsupplied(state, seat, area)]
    if hungry:
        yield f"⚠️ Without supply in combat: {join(names.place(state, area) for area in hungry)}."
    down = [unit for unit in counters.of(state, seat) if unit.down and counters.is_kind(unit, "leader", "trucks")]
    if down:
        yield f"Disrupted: {names.several(down)}."
    if seat == GERMAN and state.converted:
        heads = [unit for unit in counters.of(state, seat) if counters.is_kind(unit, "rail")]
        yield f"Railheads: {join(names.place(state, unit.place) for unit in heads) or 'none'}."


def _front(state: State, name: str, last_row: int) -> Iterator[str]:
    """Describe a front, area by area, where units are."""
    first = max((row for _, row in FRONTS if row < last_row), default=0)
    here = counters.map_of(state)
    lines = []
    for area in here.areas:
        row = -(-here[area].at[1] // 2)
        if first < row <= last_row and counters.at(state, area):
            stacks = ((names.nation(seat), _stack(state, area, seat)) for seat in SEATS)
            told = "; ".join(f"{side} {stack}" for side, stack in stacks if stack)
            lines.append(f"- {names.place(state, area)}: {told}")
    if lines:
        yield from ("", f"**{name}**", *lines)


def _stack(state: State, area: AreaId, seat: Seat) -> str:
    return ", ".join(_short(state, unit) for unit in counters.at(state, area, seat))


def _short(state: State, unit: Unit) -> str:
    words = [names.ratings(unit), *labels.condition(state, unit)]
    inside = ", ".join(filter(None, words))
    return f"{names.unit(unit)} ({inside})" if inside else names.unit(unit)


def hand(seen: Seen[State]) -> str:
    """Return "": only standing orders are hidden, and they have their own command."""
    return ""


def held(seen: Seen[State]) -> str:
    """Describe the seat's points, objectives, arrivals and boxes."""
    if seen.seat not in SEATS or not seen.state.scenario:
        return ""
    title, *lines = _side(seen.state, seen.seat)
    return "\n".join([title, *(f"- {line}" for line in lines)])


STANDING = Report(
    Orders,
    {
        "supply": {
            "ask": "You are asked whether supply is bought for units that defend without it.",
            "never": "No supply is bought for units that defend without it.",
            "buy": "Supply is bought for units that defend without it, for up to {points} points in one battle.",
        },
        "reserves": {
            "ask": "You are asked whether reserves are called to a defence.",
            "none": "No reserves are called to a defence.",
            "best": "{caller} calls the strongest reserves that can join a defence.",
        },
        "withdrawal": {
            "ask": "You are asked whether units withdraw or hold.",
            "hold": "Units that should withdraw hold if they can.",
            "withdraw": "Units that should withdraw go back.",
        },
        "press": {
            "ask": "You are asked whether you continue a battle.",
            "never": "You never continue a battle.",
            "always": "You continue a battle whenever you can pay for it.",
        },
        "losses": {
            "ask": "You are asked which units take losses.",
            "cheapest": "The units that are worth least take losses.",
        },
        "air": {
            "ask": "You are asked whether aircraft help in defence.",
            "never": "No aircraft help in defence.",
            "always": "Aircraft help in defence: with support, then supply, then bombs.",
        },
        "ties": {
            "ask": "You are asked to choose among places that are equally near.",
            "first": "Among equally near places the best one for you is taken.",
        },
    },
)
"""The text of each standing order, by its name and choice."""


def orders(seen: Seen[State]) -> str:
    """Describe a side's standing orders."""
    given = counters.orders(seen.state, seen.seat)
    leader = seen.state.units.get(given.leader)
    caller = names.unit(leader) if leader is not None else "The best placed leader"
    return STANDING.tell(given, points=given.points, caller=caller)
