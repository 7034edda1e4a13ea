"""The panel below the map.

It shows round, phase, active side, headquarters, decks and objectives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from bot.kernel.secret import Seat
from bot.kit.english import count
from bot.titles.tide import TITLE
from bot.titles.tide.field import board, names, units
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId, Deck, DeckId, HexId, Speciality
from bot.titles.tide.printed.tables import card, tables
from bot.titles.tide.words import situation
from render import counters, fires, markers
from render.canvas import Sprite
from render.counters import badge
from render.look import Look
from render.markers import objective
from render.overlay import Settled
from render.panels import Column, Panel, mask_sign, plus_sign
from render.shelters import SHELTERS
from render.tide import pieces
from render.tide.captions import actions_left, phase, winners

ROOMY = 380
"""How broad columns must be in pixels for objectives to have one of their own."""
MEANINGS = {
    "ready": "Op Fire",
    "spent": "fatigued",
    "pinned": "pinned",
    "disrupted": "disrupted",
    "light": "light damage",
    "heavy": "heavy damage",
    "hidden": "concealed",
}


def below(state: State, look: Look, width: int) -> Image.Image:
    """Return the panel as columns side by side, as broad as the map above it."""
    seats = units.seats_in_order(state)
    aside = 2 if width // (len(seats) + 2) >= ROOMY else 1
    columns = [Column(width // (len(seats) + aside), look) for _ in range(len(seats) + aside)]
    _clock(columns[0], state)
    if aside == 1:
        columns[0].rule()
    _objectives(columns[aside - 1], state)
    _shared(columns[aside - 1], state)
    for column, seat in zip(columns[aside:], seats, strict=True):
        _headquarters(column, state, seat)
    return Panel(columns, width, look)


def _shared(column: Column, state: State) -> None:
    shared = [(key, deck) for key, deck in state.decks.items() if not deck.owner]
    if shared:
        column.gap()
        column.line("Shared decks", 19, weight="Bold")
        _decks(column, state, shared)


def legend(state: State, look: Look, width: int) -> Image.Image:
    """Return the legend of counters, cards and works, as broad as the map."""
    special = {units.known_base(unit).special for unit in state.units.values()} - {""}
    works = {pieces.form(work, state): work.kind for work in state.works.values()}
    named = tuple((form, tables().works[works[form]].name) for form in sorted(works))
    return _legend(tuple(sorted(special)), named, bool(state.munitions), look, width)


@lru_cache(maxsize=16)
def _legend(
    special: tuple[Speciality, ...], works: tuple[tuple[str, str], ...], munitions: bool, look: Look, width: int
) -> Image.Image:
    column = Column(width, look)
    entries = [(counters.man(kind, look, 0.62), names.SINGULARS[kind]) for kind in names.SINGULARS]
    entries += [(counters.speciality(pieces.BADGES[each], look, 0.8), each) for each in special]
    entries += [(badge(signal, look, 0.6), meaning) for signal, meaning in MEANINGS.items()]
    entries += [(plus_sign(11, look), "draw another"), (mask_sign(11, look), "can be subverted")]
    entries.append((markers.rose(look, 0.17), "directions: 1 north, clockwise to 6"))
    entries += [(_work(form, look), name) for form, name in works]
    if munitions:
        entries.append((counters.shell("?", False, 0.8), "special round"))
    column.legend(entries)
    return Settled(column.done())


def _work(kind: str, look: Look) -> Sprite:
    """Return a small work: an empty shelter, or a marker that is flat in a hex."""
    if kind in markers.MARKERS:
        return markers.marker(kind, look, 0.15)
    return markers.empty_shelter(kind, look, 0.2) if kind in SHELTERS else fires.fougasse("", look, 0.5)


def _clock(column: Column, state: State) -> None:
    record = board.scenario(state)
    column.text(record.name, 21, column.look.muted, "Bold")
    column.gap(4)
    column.headline(f"Round {state.round}/{record.rounds}", 60)
    column.gap(6)
    column.track(record.rounds, state.round)
    column.line(phase(state), 30, weight="Bold")
    column.text(winners(state), 26, weight="Bold")
    for seat in TITLE.asked(state):
        column.banner(seat, f"{names.nation(seat)} to act", 26)
    column.text(actions_left(state), 20)


def _headquarters(column: Column, state: State, seat: Seat) -> None:
    hq, record = state.hq[seat], board.side(state, seat)
    column.banner(seat, names.nation(seat), 22)
    column.text(record.name, 19, weight="Bold")
    notes = ["has the initiative"] * (seat == state.initiative) + ["takes no more actions"] * hq.out
    column.text(", ".join(notes).capitalize(), 16, column.look.muted)
    column.figures(
        [(str(hq.command), "command"), (str(hq.on_initiative), "initiative"), (str(hq.points), "points")]
    )
    for title, cards in (("Cards", hq.cards), ("In play", hq.in_play)):
        _cards(column, title, cards)
    if hq.operations:
        column.line("Operations", 16, column.look.muted)
        for key in hq.operations:
            column.card(tables().operations[key].name)
    _decks(column, state, [(key, deck) for key, deck in state.decks.items() if deck.owner == seat])
    held = sum(laid.owner == seat and laid.place == "hand" for laid in state.sabotage.values())
    if held:
        column.line("Sabotage cards in hand", 16, right=str(held))
    if gone := situation.names_of_lost(state.lost.get(seat, ())):
        column.text(f"Lost: {gone}", 15, column.look.muted)
    if coming := _coming(state, seat):
        column.text(coming, 15, column.look.muted)


def _cards(column: Column, title: str, cards: Iterable[CardId]) -> None:
    named = [card(id) for id in cards]
    if named:
        column.line(title, 16, column.look.muted)
    for record in named:
        column.card(record.name, str(record.cost), record.phase, record.plus, record.subversion, record.nation)


def _decks(column: Column, state: State, decks: Iterable[tuple[DeckId, Deck]]) -> None:
    for key, deck in decks:
        laid = sum(card.place == key for card in state.sabotage.values())
        name = tables().decks[key].name + (f", {laid} sabotage on it" if laid else "")
        column.line(name, 16, right=str(len(deck.cards) + bool(deck.top)))
        if deck.top:
            nation = card(deck.top).nation
            _cards(column, f"On top, {names.nation(Seat(nation))} only" if nation else "On top", [deck.top])


def _coming(state: State, seat: Seat) -> str:
    """Say how many units of a side are not on the map yet, and when they come."""
    waiting = Counter(unit.arrives for unit in state.units.values() if unit.side == seat and not unit.hex)
    return "; ".join(
        f"{count(units, 'unit')} {f'in round {arrives}' if arrives else 'to be placed'}"
        for arrives, units in sorted(waiting.items())
    )


def _objectives(column: Column, state: State) -> None:
    column.line("Objectives", 19, weight="Bold")
    for goal in board.scenario(state).objectives:
        holder = state.control.get(HexId(goal.hex), "")
        plate = objective(goal.kind == "victory", goal.value, goal.nation, holder, column.look, 0.76)
        column.entry(plate, f"{goal.hex} {goal.name}")
