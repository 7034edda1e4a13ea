"""Alternative texts for pictures of a firefight, and the texts of its panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.kernel.secret import Seat, Seen
from bot.kit.english import FACES, begun, count, join
from bot.kit.pieces import grouped
from bot.titles.firefight.field import names
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import at, of_side, rumoured, team, where
from bot.titles.firefight.model.ids import SIDES, HexId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import DESTROYED, HIDDEN, WAITING, Played, Unit, Zone
from bot.titles.firefight.printed.cards import cards, counters_of, number_of
from bot.titles.firefight.printed.scenarios import scenarios
from bot.titles.firefight.printed.units import named
from bot.titles.firefight.words.report import conditions, holds
from bot.titles.firefight.words.sheet import described
from render.firefight import atlas
from render.firefight.pieces import hit
from render.picture import sentences

ZONES: dict[Zone, str] = {
    "victory": "Victory Points",
    "units": "Units",
    "rules": "Special Rules & Events",
}
PHASES = {
    "generation": "The firefight is being generated",
    "set-up": "Set-up",
    "pre-round": "Before the round",
    "turns": "Turns",
    "round end": "End of the round",
    "over": "The battle is over",
}


def heading(state: State) -> str:
    """Name the scenario."""
    found = scenarios().found.get(state.scenario)
    return found.name if found is not None else "Firefight"


def acting(state: State) -> tuple[Seat, ...]:
    """Return the players who are asked."""
    seat = getattr(state.steps[-1], "seat", "") if state.steps and state.outcome is None else ""
    return (Seat(seat),) if seat in state.players else ()


def winners(state: State) -> str:
    """Name the winners; "" while there are none."""
    if state.outcome is None:
        return ""
    sides = dict.fromkeys(state.players[seat].side for seat in state.outcome.winners)
    return f"{begun(join(map(names.the_side, sides)))} won" if sides else "A draw"


def active(state: State, seat: Seat) -> str:
    """Name the active unit of a player; "" if there is none."""
    player = state.players[seat]
    if not player.active:
        return ""
    units = names.row([state.units[id] for id in player.active])
    return f"{units}: {player.ap} AP left" if player.ap else units


def board_of(state: State, side: Side) -> dict[Zone, list[Played]]:
    """Return the record board of a side, zone by zone."""
    sided = [card for card in state.record if state.players[card.seat].side == side]
    return {zone: [card for card in sided if card.zone == zone] for zone in ZONES}


def card(played: Played) -> str:
    """Say in a line what a card on the record board gives."""
    number = f"{number_of(played.card):02}"
    record = cards().generator.get(played.card)
    if played.half == "top":
        return f"{number} {record.top.title if record is not None else ''}"
    caps = names.caps(record.bottom.cap) if record is not None else ""
    return f"{number} {join(map(named, counters_of(played.card, 'bottom')))}{caps}"


def text(played: Played) -> str:
    """Return the text of a card that is played for its top half."""
    record = cards().generator.get(played.card)
    return record.top.text if record is not None and played.half == "top" else ""


def coming(state: State, seat: Seat) -> dict[int, list[Unit]]:
    """Return a player's units off the map, by their earliest round of entry."""
    waiting = [
        unit
        for unit in state.units.values()
        if unit.owner == seat and unit.hex == WAITING and not unit.aboard and not rumoured(state, unit.id)
    ]
    rounds = sorted({max(unit.round, state.round) for unit in waiting})
    return {each: [unit for unit in waiting if max(unit.round, state.round) == each] for each in rounds}


def board(seen: Seen[State]) -> str:
    """Describe the whole situation."""
    state = seen.state
    now = winners(state) or join(f"{names.player(state, seat)} to act" for seat in acting(state))
    course = names.in_round(state, state.round) if state.round else PHASES[state.phase].lower()
    maps = join(f"map {sheet.map}" for sheet in state.field) or "no map yet"
    parts = [f"{heading(state)}, {course}, {maps}; {now}." if now else f"{heading(state)}, {course}, {maps}."]
    if free := atlas.choices(state):
        parts.append(f"To choose from: {join(names.map_sheet(key) for key in free)}.")
    for side in SIDES:
        parts += _side(state, side)
    held = [f"{names.hex(state, each.hex)} {names.side(each.side)}" for each in state.control.values()]
    if held:
        parts.append(f"Control markers: {', '.join(held)}.")
    parts += [_force(state, side) for side in SIDES]
    works = [
        f"{names.work(each)} {names.at(state, each.hex)}" for each in state.works.values() if each.hex != HIDDEN
    ]
    if works:
        parts.append(f"On the ground: {', '.join(works)}.")
    if state.smoke:
        parts.append(
            f"Smoke: {', '.join(f'{names.hex(state, hex)} {kind}' for hex, kind in state.smoke.items())}."
        )
    parts += [f"{line.lstrip('- ').replace('**', '')}." for line in described(state) if line]
    parts += conditions(state)
    return sentences(parts)


def _side(state: State, side: Side) -> Iterator[str]:
    """Say what the players of a side have."""
    for seat in team(state, side):
        has = () if is_ai(state, seat) else holds(state, seat)
        points = f"{state.points.get(side, 0)} VP"
        yield f"{begun(names.player(state, seat))}: {', '.join([points, *has])}."
    shown = [card(each) for zone in ZONES for each in board_of(state, side)[zone]]
    if shown:
        yield f"{names.side(side)} cards: {'; '.join(shown)}."


def _force(state: State, side: Side) -> str:
    """Say where the units of a side are."""
    units = list(of_side(state, side))
    lost = sum(unit.side == side and unit.hex == DESTROYED for unit in state.units.values())
    away = sum(unit.side == side and unit.hex == WAITING for unit in state.units.values())
    hide = sum(unit.side == side and where(unit) == HIDDEN for unit in state.units.values())
    hidden = f"{hide} hidden, " if hide else ""
    notes = f"{count(len(units), 'unit')} on the map, {hidden}{away} to come, {lost} lost"
    by_hex = dict.fromkeys(where(unit) for unit in units)
    here = ", ".join(
        f"{names.hex(state, hex)} {names.row([unit for unit in units if where(unit) == hex])}" for hex in by_hex
    )
    return f"{names.side(side)}: {notes}{f': {here}' if here else ''}."


def standing(seen: Seen[State], places: Sequence[str]) -> Iterator[str]:
    """Describe some hexes with their units."""
    state = seen.state
    for name in map(HexId, places):
        rumours = state.solo.rumours.values() if state.solo is not None else ()
        rumoured = ["a Rumored Enemy" for rumour in rumours if rumour.hex == name]
        here = [*_here(state, at(state, name)), *rumoured] or ["nobody"]
        yield f"{names.place(state, name)}: {'; '.join([*here, *_lies(state, name)])}."


def _lies(state: State, hex: HexId) -> Iterator[str]:
    """Describe what lies in a hex, except the works that a unit there is in."""
    within = {unit.inside for unit in at(state, hex)}
    yield from (
        names.a(names.work(work)) for id, work in state.works.items() if where(work) == hex and id not in within
    )
    if hex in state.smoke:
        yield f"{state.smoke[hex]} smoke"
    yield from (
        f"a {names.side(marker.side)} control marker" for marker in state.control.values() if marker.hex == hex
    )


def _here(state: State, units: Iterable[Unit]) -> Iterator[str]:
    """Describe the units in a hex; similar units are named together."""
    for (_, told), some in grouped(units, lambda unit: (unit.side, tuple(notes(state, unit)))).items():
        yield f"{names.units(state, [unit.id for unit in some])} ({', '.join(told)})"


def notes(state: State, unit: Unit) -> Iterator[str]:
    """Say how a unit is."""
    if unit.aboard:
        yield f"with {names.one(state.units[unit.aboard])}"
    elif unit.hiding is None:
        yield f"facing {FACES[unit.facing]}"
    else:
        yield "hidden"
    yield {"fresh": "fresh", "used": "active", "spent": "spent"}[unit.status]
    if (marker := hit(unit)) == "?":
        yield "with a hit marker"
    elif marker:
        yield marker
    if (work := state.works.get(unit.inside)) is not None:
        yield f"in {names.a(names.work(work))}"
