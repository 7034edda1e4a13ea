"""Checks of a scenario: its map, objectives, works, decks and victory."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Set

from bot.kernel.rule import case
from bot.kit import hexes
from bot.kit.data_files import Finding, Keys
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed import tokens
from bot.titles.tide.printed.check.sheet import Sheet, no_side, on_map
from bot.titles.tide.printed.check.units import forces
from bot.titles.tide.printed.ground import DEPTHS, Misprint, assemble, hex_named
from bot.titles.tide.printed.records import ScenarioRecord
from bot.titles.tide.printed.tables import Tables

NO_FORTIFICATIONS = frozenset({*DEPTHS.values(), "pond", "building"})
"""TOI-9.3."""
TIP_STAGES = ("round", "action", "spend", "draw", "op fire")
TIP_LENGTH = 200


def scenario(tables: Tables, record: ScenarioRecord, broken: Set[str]) -> Iterator[Finding]:
    """Yield the errors of a scenario; without a map and two sides, only those.

    `broken` names faulty boards and overlays, such as "board 1A".
    """
    amiss = [*_boards(tables, record, broken), *_coverings(tables, record, broken), *_frame(record)]
    yield from amiss
    if amiss:
        return
    try:
        sheet = Sheet(tables, record, assemble(tables, record.map, record.overlays, record.streams))
    except Misprint as misprint:
        yield ("map",), str(misprint)
        return
    if missing := {spot.terrain for spot in sheet.ground.spots.values()} - set(tables.terrain):
        yield ("map",), f"there is no terrain {min(missing)!r}"
        return
    yield from _edges(sheet)
    yield from _objectives(sheet)
    yield from _works(sheet)
    yield from _tokens(sheet)
    yield from _decks(sheet)
    yield from forces(sheet)
    yield from _victory(sheet)
    yield from _tips(sheet)


def _boards(tables: Tables, record: ScenarioRecord, broken: Set[str]) -> Iterator[Finding]:
    if not record.map or not record.map[0]:
        yield ("map",), "a map has at least one board"
    for y, row in enumerate(record.map):
        at = ("map", str(y))
        if len(row) != len(record.map[0]):
            yield at, "every row of a map has as many boards as the others"
        for entry in row:
            board, _, turned = entry.partition(" ")
            if turned not in ("", "turned"):
                yield at, f"a board can be turned, but not {turned!r}"
            if board not in tables.boards:
                yield at, f"there is no board {board!r}"
            elif f"board {board}" in broken:
                yield at, f"board {board!r} is not in order"


def _coverings(tables: Tables, record: ScenarioRecord, broken: Set[str]) -> Iterator[Finding]:
    for i, covering in enumerate(record.overlays):
        at = ("overlays", str(i))
        if covering.tile not in tables.overlays:
            yield (*at, "tile"), f"there is no overlay {covering.tile!r}"
        elif f"overlay {covering.tile}" in broken:
            yield (*at, "tile"), f"overlay {covering.tile!r} is not in order"
        try:
            hex_named(covering.hex)
        except Misprint as misprint:
            yield (*at, "hex"), str(misprint)


def _frame(record: ScenarioRecord) -> Iterator[Finding]:
    if record.rounds < 1:
        yield ("rounds",), "a battle lasts at least one round"
    if len(record.sides) != 2:
        yield ("sides",), "a scenario has two sides"
    if record.initiative not in record.sides:
        yield ("initiative",), no_side(record.initiative)


def _edges(sheet: Sheet) -> Iterator[Finding]:
    """Yield overlays that reach beyond the map."""
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
        at = ("objectives", str(i))
        yield from on_map(sheet, (*at, "hex"), (objective.hex,))
        if times[objective.hex] > 1:
            yield (*at, "hex"), f"{objective.hex} is an objective {times[objective.hex]} times"
        if objective.value < 1:
            yield (*at, "value"), "an objective is worth at least 1"
        for field, side in (("nation", objective.nation), ("holder", objective.holder)):
            if side and side not in sheet.record.sides:
                yield (*at, field), no_side(side)


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
        if printed is None:
            yield (*at, "kind"), f"there is no fortification or obstacle {work.kind!r}"
        elif work.kind == "fougasse":
            yield (*at, "kind"), "a flame fougasse is laid by its card alone: only its owner knows where it throws"
        elif work.hex not in sheet.ground:
            yield from on_map(sheet, (*at, "hex"), (work.hex,))
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
    """Yield decks that are missing, empty, duplicate, or of the wrong side."""
    record, tables = sheet.record, sheet.tables
    places: list[tuple[Keys, str, tuple[str, ...]]] = [(("shared_decks",), "", record.shared_decks)]
    places += ((("sides", seat, "decks"), seat, side.decks) for seat, side in record.sides.items())
    times = Counter(itertools.chain.from_iterable(decks for _, _, decks in places))
    filled = {card.deck for card in tables.cards.values()}
    for at, owner, decks in places:
        for key in decks:
            deck = tables.decks.get(key)
            if deck is None:
                yield at, f"there is no deck {key!r}"
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
    victory, sides = sheet.record.victory, sheet.record.sides
    objectives = {objective.hex for objective in sheet.record.objectives}
    if victory.default and victory.default not in sides:
        yield ("victory", "default"), no_side(victory.default)
    if not victory.conditions and not victory.default:
        yield ("victory", "conditions"), "nobody could win"
    for i, condition in enumerate(victory.conditions):
        at = ("victory", "conditions", str(i))
        if condition.side not in sides:
            yield (*at, "side"), no_side(condition.side)
        for name in condition.holds:
            if name not in objectives:
                yield (*at, "holds"), f"there is no objective at {name!r}"
        if condition.holds and not 1 <= condition.count <= len(condition.holds):
            yield (*at, "count"), f"of {len(condition.holds)} hexes {condition.count} cannot be asked for"
        if not condition.holds and condition.points < 1:
            yield at, "a condition names hexes to hold, or points"


def _tips(sheet: Sheet) -> Iterator[Finding]:
    for i, tip in enumerate(sheet.record.tips):
        at = ("tips", str(i))
        if not 1 <= tip.round <= sheet.record.rounds:
            yield (*at, "round"), f"the battle has rounds 1 to {sheet.record.rounds}"
        if tip.stage not in TIP_STAGES:
            yield (*at, "stage"), f"a stage is one of {', '.join(TIP_STAGES)}"
        if not 1 <= len(tip.text) <= TIP_LENGTH:
            yield (*at, "text"), f"a tip has 1 to {TIP_LENGTH} characters, not {len(tip.text)}"
