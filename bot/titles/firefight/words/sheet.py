"""The sheet of a solo game in words: the mission track, tiles, orders and cups."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kit.english import count, join
from bot.titles.firefight.field import names
from bot.titles.firefight.field.entry import entry_cup
from bot.titles.firefight.model.solo import MINES, NOBODY, Solo, Track
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.cards import named
from bot.titles.firefight.printed.solo import Order, solo

DEFAULT = 3
"""The space of each track that has a printed default order."""


def described(state: State) -> Iterator[str]:
    """Describe the sheet with its pieces, the deck and the cups."""
    made = state.solo
    if made is None or not made.sheet:
        return
    yield ""
    yield f"**Solo Mission Sheet**, {made.sheet} side"
    here = names.space(made, made.marker)
    yield f"- Mission Track: the marker is on {here}; the mission ends on space {made.end}"
    yield from (f"- {_mission(made, line)}" for line in (1, 2) if any(_on_track(made, line)))
    yield f"- Counteractions: {'; '.join(orders(made, 'counteraction'))}"
    yield f"- Mission Orders: {'; '.join(orders(made, 'mission order'))}"
    yield f"- Order Cards: {deck(made)}"
    if cup := entry_cup(state):
        yield f"- AI Draw Cup: {names.units(state, cup)}"
    if made.road:
        start, end = (names.hex(state, hex) for hex in (made.road[0], made.road[-1]))
        yield f"- {names.unit(state, made.truck)} drives along the road from {start} to {end}"
    if made.rumours or made.rumour_cup:
        yield f"- Rumored Enemies: {rumours(state, made)}"


def _on_track(made: Solo, line: int) -> Iterator[str]:
    for tile in made.tiles:
        if tile.track == "mission track" and tile.line == line and tile.space:
            yield f"Mission Tile {line}, {named(tile.card)}, is on space {tile.space}: {says(tile.card)}"


def _mission(made: Solo, line: int) -> str:
    return next(_on_track(made, line))


def says(card: str) -> str:
    """Return the order of a tile."""
    tile = next(tile for key, tile in solo().tiles.items() if key == card)
    careful = "; AI of the chosen card make all their moves as low risk" if tile.careful else ""
    return f"{tile.says.text}{careful}"


def orders(made: Solo, track: Track) -> Iterator[str]:
    """Yield the counteractions or the mission orders, from the left."""
    lying = sorted((tile.space, tile.card) for tile in made.tiles if tile.track == track)
    yield from (f"{named(card)}, {says(card)}" for _, card in lying)
    if DEFAULT not in {space for space, _ in lying}:
        yield f"Default, {printed(made, track).text}"


def printed(made: Solo, track: Track) -> Order:
    """Return the order that is printed on space 3."""
    assert made.sheet
    sheet = solo().sheets[made.sheet]
    return sheet.counteraction if track == "counteraction" else sheet.mission_order


def deck(made: Solo) -> str:
    """Count the order cards, and name the current card."""
    parts = [f"{len(made.orders)} in the deck, {len(made.used)} drawn"]
    if made.lost:
        parts.append(f"{join(made.lost)} lost with AI units")
    if made.order:
        parts.append(f"current card {made.order}")
    return ", ".join(parts)


def rumours(state: State, made: Solo) -> str:
    """Name the hexes of rumours, and the contents of their cup."""
    where = join(names.hex(state, rumour.hex) for rumour in made.rumours.values())
    units = names.units(state, [unit for unit in state.units if unit in set(map(str, made.rumour_cup))])
    rest = [count(made.rumour_cup.count(NOBODY), "No Enemy counter")] if NOBODY in made.rumour_cup else []
    mines = ["mines"] * (MINES in made.rumour_cup)
    cup = join([*([units] if units else []), *mines, *rest]) or "nothing"
    return f"{f'at {where}' if where else 'none on the map'}; in their cup {cup}"
