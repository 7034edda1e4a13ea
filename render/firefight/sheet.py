"""The solo mission sheet below the map: mission track, tiles, order cards, cups."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from bot.kit.english import count
from bot.titles.firefight.field import names
from bot.titles.firefight.field.entry import entry_cup
from bot.titles.firefight.field.units import side_of
from bot.titles.firefight.model.ids import Side
from bot.titles.firefight.model.solo import MINES, NOBODY, SheetSide, Solo, Track
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.cards import named
from bot.titles.firefight.printed.solo import Space, solo
from bot.titles.firefight.words.sheet import DEFAULT, printed, says
from render.canvas import CHALK, INK, Pen, Sprite, cut, mix, sheet
from render.lettering import wrap
from render.look import Colour, Look
from render.panels import MARGIN, Column, abreast
from render.places import stacked

TITLE, LINE, SMALL = 46, 38, 34
"""The sizes of letters in pixels; a phone shows them at under a quarter."""
ACROSS = 5
"""The number of spaces of the track side by side."""
HIGH, NUMBER, NAME = 106, 76, 34
"""In pixels: the height of a space, the room of its number, its name's size."""
TRACKS: dict[Track, tuple[str, Colour]] = {
    "counteraction": ("Counteractions", (158, 48, 40)),
    "mission order": ("Mission Orders", (44, 102, 58)),
    "mission track": ("Mission Track", (36, 84, 150)),
}
"""The areas of the sheet and their colours."""


def below(state: State, look: Look, broad: int) -> list[Image.Image]:
    """Return the sheet as broad as the map above it; nothing without a sheet."""
    made = state.solo
    if made is None or not made.sheet:
        return []
    ai = side_of(state, made.ai)
    head = Column(broad, look)
    head.banner(ai, f"Solo Mission Sheet: {made.sheet.title()}", TITLE)
    head.gap(6)
    _named(head, "mission track")
    head.scene(track(_lying(made), ai, look, head.room))
    columns = [Column(broad // 3, look) for _ in range(3)]
    _orders(columns[0], made, "counteraction")
    _orders(columns[1], made, "mission order")
    _deck(columns[1], state, made)
    _card(columns[2], made)
    return [stacked([head.done(), abreast([column.done() for column in columns], broad, look)], look.panel)]


def _named(column: Column, area: Track) -> None:
    """Write the name of an area on its colour."""
    name, colour = TRACKS[area]
    pen = sheet(column.room / 2, 25, 1)
    pen.box((-column.room / 2, -23), (column.room / 2, 23), colour, colour, 1, 6)
    pen.text((-column.room / 2 + MARGIN, 0), name, LINE, CHALK, "left")
    column.scene(cut(pen))
    column.gap(6)


# The mission track.


class Lying(NamedTuple):
    """The contents of the mission track."""

    sheet: SheetSide
    marker: int
    end: int
    tiles: tuple[tuple[int, str], ...]
    """The spaces of the tiles, and their texts, such as "S01"."""


def _lying(made: Solo) -> Lying:
    assert made.sheet
    tiles = ((tile.space, tile.card.upper()) for tile in made.tiles if tile.track == "mission track")
    return Lying(made.sheet, made.marker, made.end, tuple(tiles))


@lru_cache(maxsize=32)
def track(made: Lying, ai: Side, look: Look, wide: int) -> Sprite:
    """Return the mission track, row by row, with its markers and tiles."""
    spaces = solo().sheets[made.sheet].spaces
    rows = -(-len(spaces) // ACROSS)
    pen = sheet(wide / 2, rows * HIGH / 2, 1)
    broad = wide / ACROSS
    for n, space in enumerate(spaces):
        left = -wide / 2 + n % ACROSS * broad
        top = (n // ACROSS - rows / 2) * HIGH
        _space(pen, (left + 4, top + 4, left + broad - 4, top + HIGH - 4), made, n + 1, space, ai, look)
    return cut(pen)


Box = tuple[float, float, float, float]


def _space(pen: Pen, box: Box, made: Lying, number: int, space: Space, ai: Side, look: Look) -> None:
    """Draw a space.

    The marker's space is golden, the end of the mission is framed, and passed spaces are faded.
    """
    left, top, right, bottom = box
    here, ends, gone = number == made.marker, number == made.end, number < made.marker
    edge, thick = (look.alarm, 8) if ends else (look.ink, 5) if here else (look.rule, 2)
    pen.box((left, top), (right, bottom), look.gold if here else look.page, edge, thick, 10)
    ink = INK if here else look.muted if gone else look.ink
    middle, room = (top + bottom) / 2, right - left - NUMBER - 10
    pen.text((left + NUMBER / 2, middle), str(number), 42, ink)
    for at, card in made.tiles:
        if at == number:
            _chip(pen, (right - 70, middle), card, ai, look)
            room -= 134
    lines = wrap(space.name, NAME, int(room), "Bold")[:2]
    for n, line in enumerate(lines):
        pen.text((left + NUMBER, middle + (n - (len(lines) - 1) / 2) * NAME * 1.15), line, NAME, ink, "left")


def _chip(pen: Pen, at: tuple[float, float], text: str, ai: Side, look: Look) -> None:
    """Draw a tile with its number, such as "S01"."""
    livery = look.livery(ai)
    x, y = at
    pen.box((x - 60, y - 24), (x + 60, y + 24), livery.base, livery.rim, 3, 6)
    pen.text((x, y), text, 36, livery.ink)


# Orders, cards and cups.


def _orders(column: Column, made: Solo, area: Track) -> None:
    """Write the AI's goals in order: its tiles, then the order on the last space."""
    _named(column, area)
    lying = {tile.space: tile.card for tile in made.tiles if tile.track == area}
    for space in range(1, DEFAULT + 1):
        if space in lying:
            card = lying[space]
            column.text(f"{space}  {named(card)}", LINE, weight="Bold")
            column.text(says(card), SMALL)
        elif space == DEFAULT:
            column.text(f"{space}  Printed on the sheet", LINE, column.look.muted, "Bold")
            column.text(printed(made, area).text, SMALL)
        else:
            column.text(f"{space}  no tile", LINE, column.look.muted)
        column.gap(8)


def _card(column: Column, made: Solo) -> None:
    """Write the order card that the AI follows."""
    _headed(column, f"Order Card {made.order}" if made.order else "No Order Card yet")
    if not made.order:
        return
    lines, first = solo().lines(made.order), len(solo().cards[made.order].priority)
    for title, some in (("Priority orders", lines[:first]), ("Tactical orders", lines[first:])):
        column.line(title, SMALL, column.look.muted, "Bold")
        for line in some:
            column.text(f"– {line}", SMALL)


def _deck(column: Column, state: State, made: Solo) -> None:
    """Count what is left in the deck and in the cups."""
    _headed(column, "Deck and cups")
    column.line("Order Cards in the deck", LINE, right=str(len(made.orders)))
    column.line("Order Cards drawn", LINE, right=str(len(made.used)))
    column.line("Lost with AI units", LINE, right=str(len(made.lost)))
    column.line("AI Draw Cup", LINE, right=count(len(entry_cup(state)), "unit"))
    if made.road:
        start, end = (names.hex(state, hex) for hex in (made.road[0], made.road[-1]))
        column.line(names.unit(state, made.truck), LINE, right=f"{start} to {end}")
    if made.rumours or made.rumour_cup:
        column.line("Rumored Enemies", LINE, right=f"{len(made.rumours)} on the map")
        column.text(f"In their cup: {in_cup(state, made)}", SMALL)


def _headed(column: Column, title: str) -> None:
    """Write a title on the plain ground of the sheet."""
    pen = sheet(column.room / 2, 25, 1)
    ground = mix(column.look.ink, column.look.panel, 0.25)
    pen.box((-column.room / 2, -23), (column.room / 2, 23), ground, ground, 1, 6)
    pen.text((-column.room / 2 + MARGIN, 0), title, LINE, column.look.panel, "left")
    column.scene(cut(pen))
    column.gap(6)


def in_cup(state: State, made: Solo) -> str:
    """Say what is in the cup of rumoured enemies."""
    units = names.units(state, [unit for unit in state.units if str(unit) in made.rumour_cup])
    empty = made.rumour_cup.count(NOBODY)
    parts = [units] * bool(units) + ["mines"] * (MINES in made.rumour_cup)
    parts += [f"{empty} times nobody" if empty > 1 else "nobody"] * bool(empty)
    return ", ".join(parts) or "nothing"
