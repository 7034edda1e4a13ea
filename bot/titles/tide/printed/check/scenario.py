"""Checks of a scenario: its map, objectives, works, decks and victory."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Set

from bot.kernel.rule import case
from bot.kit import hexes
from bot.kit.data_files import Finding, Keys
from bot.kit.data_names import Names, dangling
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed import tokens
from bot.titles.tide.printed.check.sheet import Sheet
from bot.titles.tide.printed.check.units import forces
from bot.titles.tide.printed.ground import DEPTHS, Ground, Misprint, assemble, hex_named
from bot.titles.tide.printed.records import Boards, Covering, ScenarioRecord
from bot.titles.tide.printed.tables import Tables

NO_FORTIFICATIONS = frozenset({*DEPTHS.values(), "pond", "building"})
"""TOI-9.3."""
Coverings = tuple[Covering, ...]


def scenario(tables: Tables, record: ScenarioRecord, known: Names, broken: Set[str]) -> Iterator[Finding]:
    """Yield the errors of a scenario; without a map, those that need none.

    `broken` names faulty boards and overlays, such as "board 1A".
    """
    of_its_own = {"side": record.sides, "objective hex": {each.hex for each in record.objectives}}
    known = {**known, **of_its_own}
    amiss = [*_boards(record, broken), *_coverings(record, broken)]
    ground = _nowhere(tables)
    if not (amiss or any(dangling(record.map, Boards, known)) or any(dangling(record.overlays, Coverings, known))):
        ground, amiss = _assembled(tables, record)
        known |= {"hex": ground.spots} if ground.spots else {}
    yield from (*amiss, *dangling(record, ScenarioRecord, known))
    if len(record.sides) != 2:
        yield ("sides",), "a scenario has two sides"
        return
    sheet = Sheet(tables, record, ground, known)
    yield from _edges(sheet)
    yield from _objectives(sheet)
    yield from _works(sheet)
    yield from _tokens(sheet)
    yield from _decks(sheet)
    yield from forces(sheet)
    yield from _victory(sheet)
    yield from _tips(sheet)


def _boards(record: ScenarioRecord, broken: Set[str]) -> Iterator[Finding]:
    if not record.map or not record.map[0]:
        yield ("map",), "a map has at least one board"
    for y, row in enumerate(record.map):
        if len(row) != len(record.map[0]):
            yield ("map", str(y)), "every row of a map has as many boards as the others"
        for x, entry in enumerate(row):
            if f"board {(board := entry.removesuffix(' turned'))}" in broken:
                yield ("map", str(y), str(x)), f"board {board!r} is not in order"


def _coverings(record: ScenarioRecord, broken: Set[str]) -> Iterator[Finding]:
    for i, covering in enumerate(record.overlays):
        at = ("overlays", str(i))
        if f"overlay {covering.tile}" in broken:
            yield (*at, "tile"), f"overlay {covering.tile!r} is not in order"
        try:
            hex_named(covering.hex)
        except Misprint as misprint:
            yield (*at, "hex"), str(misprint)


def _nowhere(tables: Tables) -> Ground:
    """Return a map without hexes, on which no check of places finds anything."""
    return Ground(tables, {}, (0, 0))


def _assembled(tables: Tables, record: ScenarioRecord) -> tuple[Ground, list[Finding]]:
    """Return the map, without hexes if it cannot be put together, and why it cannot."""
    try:
        ground = assemble(tables, record.map, record.overlays, record.streams)
    except Misprint as misprint:
        return _nowhere(tables), [(("map",), str(misprint))]
    if missing := {spot.terrain for spot in ground.spots.values()} - set(tables.terrain):
        return _nowhere(tables), [(("map",), f"there is no terrain {min(missing)!r}")]
    return ground, []


def _edges(sheet: Sheet) -> Iterator[Finding]:
    """Yield overlays that reach beyond the map."""
    if not sheet.ground.spots:
        return
    full = {spot.at for spot in sheet.ground.spots.values()}
    for i, covering in enumerate(sheet.record.overlays):
        for walk in sheet.tables.overlays[covering.tile].terrain:
            at = hex_named(covering.hex)
            for direction in filter(None, walk.split("-")):
                at = hexes.step(at, (int(direction) - 1 + covering.turn) % 6 + 1)
            if at not in full:
                yield ("overlays", str(i)), f"the overlay reaches beyond the map by its walk {walk!r}"


def _objectives(sheet: Sheet) -> Iterator[Finding]:
    times = Counter(objective.hex for objective in sheet.record.objectives)
    for i, objective in enumerate(sheet.record.objectives):
        if times[objective.hex] > 1:
            yield ("objectives", str(i), "hex"), f"{objective.hex} is an objective {times[objective.hex]} times"


@case("FB-winter-1")
def _tokens(sheet: Sheet) -> Iterator[Finding]:
    """Yield works beyond the number of tokens."""
    laid = [
        tokens.token(sheet.tables, work.kind, sheet.ground[HexId(work.hex)].snow)
        for work in sheet.record.works
        if work.hex in sheet.ground and work.kind in sheet.tables.works
    ]
    for (front, snow), most in tokens.short(sheet.tables, laid).items():
        season = "winter" if snow else "summer"
        yield ("works",), f"there are {most} {season} tokens of {sheet.tables.works[front].name}"


@case("FB-trench-2")
def _works(sheet: Sheet) -> Iterator[Finding]:
    """Yield fortifications and obstacles in forbidden hexes (TOI-9.3 to TOI-9.6)."""
    standing: Counter[tuple[str, str]] = Counter()
    for i, work in enumerate(sheet.record.works):
        at = ("works", str(i))
        printed = sheet.tables.works.get(work.kind)
        if work.kind == "fougasse":
            yield (*at, "kind"), "a flame fougasse is laid by its card alone: only its owner knows where it throws"
        elif printed is None or work.hex not in sheet.ground:
            continue
        elif printed.type == "fortification":
            kind = work.kind if work.kind == "trench" else printed.type
            standing[work.hex, kind] += 1
            terrain = sheet.ground[HexId(work.hex)].terrain
            if terrain in NO_FORTIFICATIONS:
                yield (*at, "hex"), f"there is no fortification in {sheet.tables.terrain[terrain].name}"
            most = 1 if kind == "trench" else sheet.tables.numbers.stacking.fortifications
            if standing[work.hex, kind] > most:
                several = f"is more than one {kind}" if most == 1 else f"are more than {most} {kind}s"
                yield (*at, "hex"), f"there {several} at {work.hex}"
        else:
            standing[work.hex, work.kind] += 1
            if standing[work.hex, work.kind] > 1:
                yield (*at, "hex"), f"there is more than one {printed.name} at {work.hex}"


def _decks(sheet: Sheet) -> Iterator[Finding]:
    """Yield decks that are empty, duplicate, or of the wrong side."""
    record, tables = sheet.record, sheet.tables
    places: list[tuple[Keys, str, tuple[str, ...]]] = [(("shared_decks",), "", record.shared_decks)]
    places += ((("sides", seat, "decks"), seat, side.decks) for seat, side in record.sides.items())
    times = Counter(itertools.chain.from_iterable(decks for _, _, decks in places))
    filled = {card.deck for card in tables.cards.values()}
    for at, owner, decks in places:
        for key in decks:
            deck = tables.decks.get(key)
            if deck is None:
                continue
            if key not in filled:
                yield at, f"no card lies in the deck {key!r}"
            if times[key] > 1:
                yield at, f"the deck {key!r} is given {times[key]} times"
            if deck.nation not in ("", owner):
                yield at, f"the deck {key!r} belongs to the {deck.nation} side"
            if deck.combined and owner:
                yield at, f"the combined deck {key!r} can only be shared"


def _victory(sheet: Sheet) -> Iterator[Finding]:
    """Yield victory conditions that are impossible or always met."""
    victory = sheet.record.victory
    if not victory.conditions and not victory.default:
        yield ("victory", "conditions"), "nobody could win"
    for i, condition in enumerate(victory.conditions):
        at = ("victory", "conditions", str(i))
        if condition.holds and not 1 <= condition.count <= len(condition.holds):
            yield (*at, "count"), f"of {len(condition.holds)} hexes {condition.count} cannot be asked for"
        if not condition.holds and condition.points < 1:
            yield at, "a condition names hexes to hold, or points"


def _tips(sheet: Sheet) -> Iterator[Finding]:
    for i, tip in enumerate(sheet.record.tips):
        if tip.round > sheet.record.rounds:
            yield ("tips", str(i), "round"), f"the battle has rounds 1 to {sheet.record.rounds}"
