"""The panel below the map: the clock, and each side's points, arrivals and boxes."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PIL import Image

from bot.kernel.secret import Seat
from bot.kit.english import join
from bot.titles.strike import TITLE
from bot.titles.strike.field import counters, names
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, REMOVED, Unit
from bot.titles.strike.printed.tables import tables
from render.canvas import Sprite
from render.lettering import wrap
from render.look import Look
from render.panels import MARGIN, Column, Panel
from render.strike import captions
from render.strike.inks import inks
from render.strike.pieces import NATION, in_order, piece
from render.strike.tokens import flag
from render.strike.weather import weather

COUNTER = 0.5
"""Pixels to a unit of the counters in boxes."""


def below(state: State, look: Look, width: int) -> Image.Image:
    """Return the panel as three columns, as broad as the map above it."""
    columns = [Column(width // 3, look) for _ in range(3)]
    _clock(columns[0], state)
    for column, seat in zip(columns[1:], captions.SEATS, strict=True):
        _side(column, state, seat)
    return Panel(columns, width, look)


def _clock(column: Column, state: State) -> None:
    record = counters.scenario(state)
    first, last = record.turns
    column.text(record.name, 21, column.look.muted, "Bold")
    column.gap(4)
    column.headline(f"Turn {state.turn}/{last}", 60)
    column.line(names.date(state.turn), 26, weight="Bold")
    column.gap(6)
    column.track(last, state.turn, first)
    _weather(column, state)
    column.rule()
    column.line(captions.phase(state), 30, weight="Bold")
    column.text(captions.winners(state), 26, weight="Bold")
    for seat in TITLE.asked(state):
        column.banner(NATION[seat], f"{names.nation(seat)} to act", 26)


def _weather(column: Column, state: State) -> None:
    column.gap(4)
    top = column.y
    column.line(f"{tables().numbers.conditions[state.weather].name.capitalize()}", 28, weight="Bold", indent=58)
    effect = captions.weather(state) or "marches and attacks as usual"
    for line in wrap(effect, 17, column.room - 58):
        column.line(line, 17, column.look.muted, indent=58)
    sign = weather(state.weather, column.look)
    column.stamp(sign, (MARGIN + 24, top + 34))


def _side(column: Column, state: State, seat: Seat) -> None:
    side = counters.side(state, seat)
    column.banner(NATION[seat], f"{names.nation(seat)}: {side.name}", 20)
    entries = [(str(state.points.get(seat, 0)), "operations points")]
    by_rail = sum(state.units[id].side == seat for id in state.by_rail if id in state.units)
    entries.append((str(max(0, tables().numbers.rail.capacity - by_rail)), "left by rail"))
    if state.phase == "redeployment":
        entries.append((str(state.redeploy.get(seat, 0)), "to redeploy"))
    column.figures(entries)
    _objectives(column, state, seat)
    for arrival, units in captions.due(state, seat):
        where = f"at {', '.join(arrival.areas[:3])}{' …' if len(arrival.areas) > 3 else ''}"
        _box(column, f"Due in turn {arrival.turn}", units, where)
    for box, name in ((BREAKDOWN, "Breakdown Box"), (ELIMINATED, "Eliminated Box")):
        units = list(counters.at(state, box, seat))
        if units:
            _box(column, name, units, str(len(units)))
    lost = [names.unit(unit) for unit in counters.at(state, REMOVED, seat) if _was_lost(state, unit)]
    if lost:
        column.text(f"Lost for good: {join(lost)}", 16, column.look.muted)


def _was_lost(state: State, unit: Unit) -> bool:
    """Return whether a leader out of the game was ever in it."""
    side = counters.side(state, unit.side)
    return counters.is_kind(unit, "leader") and any(unit.id in units for units in side.start.values())


def _objectives(column: Column, state: State, seat: Seat) -> None:
    goals = state.objectives.get(seat, ())
    if not goals and "objectives" not in counters.scenario(state).without:
        default = join(tables().numbers.objectives.default)
        column.text(f"No objectives yet. Without any, {default} count at the end.", 16, column.look.muted)
        return
    livery = inks(column.look).livery(NATION[seat])
    for goal in goals:
        holder = captions.holder(state, goal)
        held = "held" if holder == seat else f"{names.nation(holder) or 'nobody'} holds it"
        top = column.y
        column.line(goal, 21, right=held, indent=38)
        sign = flag(livery, holder == seat, column.look, 0.84)
        column.stamp(sign, (MARGIN + 16, (top + column.y) / 2 + 1))


def _box(column: Column, name: str, units: Iterable[Unit], note: str) -> None:
    """Draw the units of a box as small counters, in rows."""
    look = column.look
    column.line(name, 17, look.muted, right=note)
    x, high = 0.0, 0.0
    row: list[tuple[Sprite, float]] = []
    for unit in in_order(units):
        each = piece(unit, look)
        wide = (each.wide + 4) * COUNTER
        if row and x + wide > column.room:
            _row(column, row, high)
            row, x, high = [], 0.0, 0.0
        row.append((each.draw(COUNTER), x + wide / 2))
        x, high = x + wide, max(high, (each.high + 4) * COUNTER)
    _row(column, row, high)
    column.gap(3)


def _row(column: Column, row: list[tuple[Sprite, float]], high: float) -> None:
    y = column.y + high / 2
    column.gap(math.ceil(high))
    for sprite, x in row:
        column.stamp(sprite, (MARGIN + x, y))
