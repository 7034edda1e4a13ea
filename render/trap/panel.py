"""The panel below the map: the clock, the cup, the points and the losses."""

from __future__ import annotations

from PIL import Image

from bot.titles.trap.field.units import known, on_map
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ARTILLERY, CHECHEN, ELIMINATED, EXITED, SEATS, WAITING, MarkerId
from render.look import Look
from render.panels import Column, Panel
from render.trap import captions, signs
from render.trap.counters import formation

LINE, SMALL, LARGE = 31, 28, 38
"""The sizes of letters in pixels; a phone shows them at a quarter of that."""
MARKER, STAMP = 1.12, 98
"""How large a marker is drawn, and its room in pixels."""


def below(state: State, look: Look, width: int) -> Image.Image:
    """Return the panel as columns, as broad as the map above it."""
    columns = [Column(width // 3, look) for _ in range(3)]
    _clock(columns[0], state)
    _cup(columns[0], state)
    _points(columns[1], state)
    _losses(columns[2], state)
    return Panel(columns, width, look)


def _clock(column: Column, state: State) -> None:
    look, record = column.look, captions.record(state)
    first, last = record.turns
    column.text(record.name, LINE, look.muted, "Bold")
    column.headline(f"Turn {state.turn}/{last}" if first <= 1 else f"Turn {state.turn}", 62)
    column.line(captions.date(state.turn), LARGE, weight="Bold")
    column.gap(8)
    column.scene(signs.track(first, last, state.turn, captions.nights(), look, column.room))
    column.gap(8)
    if note := captions.event(state):
        column.text(note, LINE)
    column.text(captions.winners(state), LARGE, weight="Bold")
    for seat in captions.acting(state):
        text = f"{captions.side(seat)} to act"
        column.scene(signs.banner(seat, text, look, column.room, 36))
        column.gap(6)
        column.text(captions.activation(state), LINE)


def _cup(column: Column, state: State) -> None:
    look = column.look
    for title, markers, gone in (
        ("Held for the first activation", (state.held,) if state.held else (), False),
        ("In the cup", state.cup, False),
        ("Drawn and gone", state.gone, True),
        ("Not in the cup yet", state.outside, False),
    ):
        if markers:
            column.gap(8)
            column.line(title, LINE, weight="Bold")
            sprites = [formation(marker, look, MARKER, gone) for marker in _sorted(markers, gone)]
            column.scene(signs.stamps(sprites, column.room, STAMP))
    if ARTILLERY not in captions.record(state).russian.markers:
        return
    if state.turn in captions.nights():
        column.line("The artillery is silent at night", LINE)
        return
    batteries = [battery for battery in state.batteries.values() if not battery.buratino]
    if batteries:
        fresh = sum(not battery.used for battery in batteries)
        column.line("Batteries that have not fired", LINE, right=f"{fresh} of {len(batteries)}")
    buratinos = [battery for battery in state.batteries.values() if battery.buratino]
    if buratinos:
        fresh = sum(not battery.used for battery in buratinos)
        column.line("Buratinos that have not fired", LINE, right=f"{fresh} of {len(buratinos)}")


def _sorted(markers: tuple[MarkerId, ...], gone: bool) -> list[MarkerId]:
    """Return markers in a neutral order; used markers in the order of their draw."""
    return list(markers) if gone else sorted(markers, key=lambda marker: (marker == "chechen", marker))


def _points(column: Column, state: State) -> None:
    look = column.look
    lead = captions.lead(state)
    column.line("If the game ended now", LINE, weight="Bold")
    column.text(captions.verdict(state), LARGE, weight="Bold")
    margin = captions.record(state).margin
    need = captions.needed(state)
    column.text(f"{need[:1].upper()}{need[1:]}.", LINE, look.muted)
    column.gap(14)
    column.scene(signs.balance(lead, margin, look, column.room))
    column.gap(8)
    for seat in SEATS:
        rows = captions.ledger(state, seat)
        total = sum(halves for halves, _ in rows)
        column.scene(signs.banner(seat, f"{captions.side(seat)} {captions.halves(total)}", look, column.room, 34))
        column.gap(4)
        for halves, why in rows:
            column.line(why, SMALL, right=captions.halves(halves))
        column.gap(6)


def _losses(column: Column, state: State) -> None:
    look = column.look
    for seat in SEATS:
        column.scene(signs.banner(seat, captions.side(seat), look, column.room, 34))
        column.gap(4)
        units = [unit for unit in state.units.values() if unit.side == seat]
        here = [unit for unit in units if on_map(unit)]
        column.line("On the map", LINE, right=str(len(here)))
        for box, title in ((WAITING, "Still to come"), (EXITED, "Left by the east edge")):
            if there := sum(unit.hex == box for unit in units):
                column.line(title, LINE, right=str(there))
        if seat == CHECHEN:
            column.line("Not drawn yet", LINE, right=str(state.undrawn))
            column.line("Road blocks left", LINE, right=str(state.roadblocks))
        lost = [record for unit in units if unit.hex == ELIMINATED and (record := known(unit))]
        column.line("Lost", LINE, right=str(len(lost)))
        if lost:
            column.text(captions.counted(lost), SMALL, look.muted)
        column.gap(8)
