"""The whole situation and a seat's hand in words, for players without the picture."""

from __future__ import annotations

from collections.abc import Mapping

from bot.kernel.game import Prompt
from bot.kernel.secret import Seat, Seen
from bot.kit import pieces
from bot.kit.english import asked, count, join
from bot.kit.standing import Report
from bot.titles.tide.events.cards import boon
from bot.titles.tide.field import board, munitions, names, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Orders, Squad, Work
from bot.titles.tide.printed.tables import card, tables
from bot.titles.tide.words import vocabulary

here = pieces.here(units.at)
"""The pieces in a place."""


def status(seen: Seen[State], prompts: Mapping[Seat, Prompt]) -> str:
    """Describe the whole situation as the seat knows it."""
    state = seen.state
    if not state.scenario:
        return "The table is empty."
    record = board.scenario(state)
    when = f"round {state.round} of {record.rounds}"
    phase = "" if state.phase == "over" else f", {state.phase} phase"
    lines = [f"**{record.name}**, {when}{phase}."]
    lines += (
        f"To move: {names.nation(seat)}{asked(prompt.text, own=seat == seen.seat)}"
        for seat, prompt in prompts.items()
    )
    if state.outcome is not None:
        winners = join([f"the {names.nation(seat)} side" for seat in state.outcome.winners])
        lines.append(f"The battle is over: {f'{winners} has won' if winners else 'nobody has won'}.")
    lines += ["", "**Objectives**", *_objectives(state)]
    for seat in units.seats_in_order(state):
        lines += ["", *_side(seen, seat)]
    if snow := sum(spot.snow for spot in board.map_of(state).spots.values()):
        everywhere = snow == len(board.map_of(state).spots)
        lines += ["", "Snow lies everywhere." if everywhere else f"Snow lies on {snow} hexes of the map."]
    works = [_work(state, work) for work in state.works.values()]
    if works:
        lines += ["", f"**On the ground:** {', '.join(sorted(works))}."]
    if state.boons:
        lines += ["", "**For a while:** " + " ".join(boon(seen, each) for each in state.boons)]
    decks = [vocabulary.label_deck(seen, deck) for deck, pile in state.decks.items() if not pile.owner]
    if decks:
        lines += ["", f"**Shared decks:** {'; '.join(decks)}."]
    return "\n".join(lines)


def _work(state: State, work: Work) -> str:
    """Describe a work; for a flame fougasse also its known direction."""
    name = f"{tables().works[work.kind].name} at {work.hex}"
    if not work.covers:
        return name
    here = board.map_of(state)
    covered = [here.beyond(work.hex, way, 1) for way in board.DIRECTIONS if _covers(work, way) is True]
    others = [here.beyond(work.hex, way, 1) for way in board.DIRECTIONS if _covers(work, way) is False]
    spared = [str(hex) for hex in others if hex]
    if covered:
        return f"{names.nation(work.owner)} {name} that throws to {covered[0]}"
    return f"{names.nation(work.owner)} {name}" + (f" that spares {join(spared)}" if spared else "")


def _covers(work: Work, direction: int) -> bool | None:
    """Return whether a fougasse covers a direction; `None` if unknown."""
    covered = work.covers[direction - 1]
    return covered.open() if covered.known else None


def _objectives(state: State) -> list[str]:
    lines = []
    for o in board.scenario(state).objectives:
        holder = state.control.get(HexId(o.hex))
        pays = f"{o.value} command" if o.kind == "command" else count(o.value, "victory point")
        only = f" for the {names.nation(Seat(o.nation))} side" if o.nation else ""
        held = f"held by the {names.nation(holder)} side" if holder else "held by nobody"
        lines.append(f"- {o.name} at {o.hex} ({pays}{only}), {held}")
    return lines


def _side(seen: Seen[State], seat: Seat) -> list[str]:
    state = seen.state
    hq = state.hq[seat]
    first = ", has the initiative" if state.initiative == seat else ""
    points = f", {count(hq.points, 'victory point')}" if hq.points else ""
    lines = [
        f"**{names.nation(seat)}: {board.side(state, seat).name}**{first}: {hq.command} command, "
        f"{hq.on_initiative} on the initiative card{points}"
    ]
    if hq.cards or hq.in_play:
        open_cards = [f"{card(c).name} ({card(c).cost})" for c in hq.cards]
        open_cards += (f"{card(c).name} (in play)" for c in hq.in_play)
        lines.append(f"Cards: {', '.join(open_cards)}.")
    if hq.operations:
        lines.append(f"Operations: {', '.join(tables().operations[key].name for key in hq.operations)}.")
    hidden = sum(held.owner == seat and held.place == "hand" for held in state.sabotage.values())
    if hidden:
        lines.append(f"Sabotage cards in hand: {hidden}.")
    own = [unit for unit in state.units.values() if unit.side == seat]
    lines += (f"- {line(seen, unit)}" for unit in own)
    if state.lost[seat]:
        lines.append(f"Lost: {names_of_lost(state.lost[seat])}.")
    return lines


def line(seen: Seen[State], unit: AnyUnit) -> str:
    """Describe a unit in one line."""
    return names.label_unit(seen, unit.id)


def names_of_lost(kinds: tuple[str, ...]) -> str:
    """List what was lost."""
    figures = tuple(kind for kind in kinds if kind in names.PLURALS)
    vehicles = [tables().vehicles[kind].name for kind in kinds if kind not in names.PLURALS]
    return ", ".join(filter(None, [names.figures(figures), *vehicles]))  # type: ignore[arg-type]


def hand(seen: Seen[State]) -> str:
    """Describe a seat's secrets: sabotage, concealed squads, munitions, fougasses."""
    state, seat = seen.state, seen.seat
    if seat not in state.hq:
        return ""
    lines = []
    held = [c for c in state.sabotage.values() if c.owner == seat and c.place != "spent" and c.card.known]
    for each in held:
        record = tables().sabotage[each.card.open()]
        where = "in hand" if each.place == "hand" else f"on {names.deck(each.place)}"
        lines.append(f"- Sabotage: **{record.name}**, {where}. {record.text}")
    own = [u for u in state.units.values() if isinstance(u, Squad) and u.side == seat]
    lines += (f"- {line(seen, unit)}" for unit in own if unit.concealed or not unit.hex)
    laid = [state.units[unit] for unit, munition in state.munitions.items() if munition.seat == seat]
    lines += (f"- {line(seen, unit)}" for unit in laid if munitions.face_down(state, unit))
    lines += (f"- {_work(state, work)}" for work in state.works.values() if work.owner == seat and work.covers)
    return "\n".join(["**Only you know**", *lines]) if lines else ""


def held(seen: Seen[State]) -> str:
    """Describe what this seat holds openly: command, strategy cards, operations cards."""
    state, seat = seen.state, seen.seat
    if seat not in state.hq:
        return ""
    hq = state.hq[seat]
    points = f" You have {count(hq.points, 'victory point')}." if hq.points else ""
    lines = [f"You have {hq.command} command, and {hq.on_initiative} on your initiative card.{points}"]
    lines += (f"- **{card(c).name}**, {card(c).cost} command. {card(c).text}" for c in hq.cards)
    lines += (f"- **{card(c).name}**, in play. {card(c).text}" for c in hq.in_play)
    operations = (tables().operations[key] for key in hq.operations)
    lines += (f"- Operations card **{record.name}**. {record.text}" for record in operations)
    return "\n".join(["**Your open cards and points, which everybody sees**", *lines])


MODES = {"best": "to kill or to suppress as seems best", "normal": "to kill", "suppressive": "to suppress"}

STANDING = Report(
    Orders,
    {
        "op_fire": {
            "ask": "You are asked each time whether units on Op Fire shoot.",
            "hold": "Units on Op Fire hold their fire.",
            "fire": "Units on Op Fire shoot at {whom} within {within} hexes, {mode}, when the chance of an effect "
            "is {chance} % or better. Smoke rounds are kept.",
        },
        "casualties": {
            "ask": "You are asked what your squads lose to hits.",
            "cheapest": "Hits cost your squads the figures that are worth least.",
        },
        "retreat": {
            "ask": "You are asked where units retreat that lose an assault.",
            "safest": "Units that lose an assault retreat to the safest hex.",
        },
        "join": {
            "ask": "You are asked whether concealed squads join the defence of an assaulted hex.",
            "join": "Concealed squads join the defence of an assaulted hex.",
            "stay": "Concealed squads stay hidden when their hex is assaulted.",
        },
        "transfers": {
            "ask": "You are asked whenever squads of yours could exchange figures.",
            "gaps": "You are asked for exchanges of figures if a squad has room for more.",
            "skip": "Your squads exchange no figures.",
        },
        "munitions": {
            "ask": "You are asked whether you buy special munitions, and which unused ones you discard.",
            "keep": "You are asked whether you buy special munitions; unused ones are kept.",
            "never": "You buy no special munitions; unused ones are kept.",
        },
        "after_fire": {
            "ask": "You are asked when a unit on its way is fired at or surprised.",
            "go on": "Units that are fired at or surprised on their way continue. If they cannot, they stop; "
            "if they can do neither, you are asked.",
            "stop": "Units that are fired at or surprised on their way stop where they are. If they cannot, "
            "they continue; if they can do neither, you are asked.",
        },
        "reroll": {
            "ask": "You are asked which dice experts with Molotov cocktails roll again.",
            "misses": "Experts with Molotov cocktails roll their misses again.",
            "never": "Experts with Molotov cocktails roll no die again.",
        },
    },
)
"""The text of each standing order, by its name and choice."""


def orders(seen: Seen[State]) -> str:
    """Describe a side's standing orders."""
    given = units.orders(seen.state, seen.seat)
    whom = "anything" if given.at == "any" else given.at
    return STANDING.tell(given, whom=whom, within=given.within, mode=MODES[given.mode], chance=given.chance)
