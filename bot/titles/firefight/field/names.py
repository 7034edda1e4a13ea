"""The names of players, sides, units, hexes, works and cards in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import cast

from bot.kernel.game import Effect, EffectKind
from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat
from bot.kit.english import FACES, count, join
from bot.titles.firefight.field.ground import EDGES, ground
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.units import team, where
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    DefenceId,
    Edge,
    Field,
    GeneratorId,
    HexId,
    MapId,
    Side,
    UnitId,
)
from bot.titles.firefight.model.solo import Solo
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, DESTROYED, HIDDEN, REMOVED, WAITING, Unit, Work, WorkKind
from bot.titles.firefight.printed import cards
from bot.titles.firefight.printed.maps import maps
from bot.titles.firefight.printed.maps import place as place_of
from bot.titles.firefight.printed.solo import solo as sheet
from bot.titles.firefight.printed.units import named, number
from bot.titles.firefight.printed.units import units as counters

SIDE: dict[str, str] = {"german": "German", "soviet": "Soviet"}
PEOPLE: dict[str, str] = {"german": "the Germans", "soviet": "the Soviets"}
BOX = {
    WAITING: "off the map",
    HIDDEN: "a hidden place",
    DESTROYED: "among the lost",
    REMOVED: "out of the battle",
}
WORKS: dict[WorkKind, str] = {
    "hasty": "hasty defence",
    "trench": "trench",
    "bunker": "bunker",
    "wire": "barbed wire",
    "road block": "road block",
    "mines": "minefield",
}


# Players and sides.


def side(which: Side | str) -> str:
    """Return the adjective of a side: "German"."""
    return SIDE.get(which, which)


def plain(value: str) -> str:
    """Name a value of an option: a side of the war, of a defence counter or of a hex."""
    return FACES.get(value) or WORKS.get(cast(WorkKind, value), side(value))


def the_side(which: Side | str) -> str:
    """Name a side: "the Germans"."""
    return PEOPLE.get(which, "nobody")


def player(state: State, seat: Seat) -> str:
    """Name a player within a sentence, with the seat if the side has several."""
    held = state.players.get(seat)
    if held is None or not held.side:
        return f"Player {seat.title()}" if seat in state.players else "nobody"
    if is_ai(state, seat):
        return f"the {side(held.side)} AI"
    if len(team(state, held.side)) > 1:
        return f"Player {seat.title()} ({side(held.side)})"
    return f"the {side(held.side)} player"


def in_round(state: State, round: int) -> str:
    """Name the round, and in a solo mission also the space of its track."""
    track = f", Mission Track {state.solo.marker} of {state.solo.end}" if state.solo is not None else ""
    return f"round {round} of {state.rounds}{track}"


# Units.


def one(unit: Unit) -> str:
    """Name a unit as its owner does: "Rifle 03"."""
    return named(unit.counter)


def all_names(unit: Unit) -> Iterator[str]:
    """Yield the names of a unit in texts: alone, and first in a list of its kind."""
    kind, number = counters().counters[unit.counter].name, unit.counter[1:]
    for each in (one(unit), f"{_plural(kind)} {number}"):
        yield f"{side(unit.side)} {each}"
        yield each


def unit(state: State, id: UnitId) -> str:
    """Name a unit with its side: "German Rifle 03"."""
    found = state.units.get(id)
    return f"{side(found.side)} {one(found)}" if found is not None else ""


def units(state: State, ids: Iterable[UnitId]) -> str:
    """Name units of one side or of both: "German Rifles 03 and 04 and LMG 11"."""
    those = [state.units[id] for id in ids if id in state.units]
    sides = dict.fromkeys(each.side for each in those)
    return join(f"{side(which)} {row([each for each in those if each.side == which])}" for which in sides)


def row(some: Sequence[Unit]) -> str:
    """Name units of one side, by kind: "Rifles 03 and 04 and LMG 11"."""
    kinds = groupby(
        sorted(some, key=lambda each: number(each.counter)), key=lambda each: counters().counters[each.counter]
    )
    return join(_alike(kind.name, [each.counter[1:] for each in same]) for kind, same in kinds)


def _alike(name: str, numbers: Sequence[str]) -> str:
    """Name units of one kind."""
    return f"{_plural(name) if len(numbers) > 1 else name} {join(numbers)}"


def _plural(name: str) -> str:
    """Return the plural of a kind; only plain words take an ending."""
    last = name.split()[-1]
    plain = last.isalpha() and last[1:].islower() and last[-1] not in "sxz"
    return f"{name}{'s' if plain else ''}"


def does(ids: Sequence[object], single: str, more: str) -> str:
    """Return the verb form for the number of units."""
    return single if len(ids) == 1 else more


def label(state: State, id: UnitId, among: Side | str = "") -> str:
    """Name a unit with its hex, for lists: "German Rifle 03 at E09".

    The side is left out for units of the side `among`: "Rifle 03 at E09".
    """
    found = state.units.get(id)
    if found is None:
        return id
    apart = "," if where(found) == WAITING else ""
    name = one(found) if found.side == among else unit(state, id)
    return f"{name}{apart} {at(state, where(found))}"


# Places.


def hex(state: State, name: HexId) -> str:
    """Name a hex: "E09", or "1-E09" with several maps."""
    return BOX[name] if name in BOX else hex_on(state.field, name)


def hex_on(field: Field, name: HexId) -> str:
    """Name a hex of a battlefield."""
    return ground(field).label(name) if field and name in ground(field) else str(name)


@case("COH-4.1e")
def unplayed(state: State, text: str) -> str:
    """Return the case that makes a half hex unplayable, or "" for any other text."""
    number, _, label = text.strip().upper().rpartition("-")
    sheets = {sheet.map for sheet in state.field}
    printed = place_of(label) is not None and (MapId(number) in sheets if number else len(sheets) == 1)
    return "COH-4.1e" if printed and ground(state.field).called(text.strip().upper()) is None else ""


def at(state: State, name: HexId) -> str:
    """Return the place of a piece: "at E09", "off the map"."""
    return {HIDDEN: "in hiding"}.get(name, BOX[name]) if name in BOX else f"at {hex(state, name)}"


def on_map(state: State, name: HexId) -> str:
    """Return the place of a piece, such as " at E09"; "" if it is not on the map."""
    return f" at {hex(state, name)}" if name and name not in BOXES else ""


def space(made: Solo, space: int) -> str:
    """Name a space of the mission track, but not the end of a shorter mission."""
    assert made.sheet
    spaces = sheet().sheets[made.sheet].spaces
    found = spaces[space - 1] if 0 < space <= len(spaces) else None
    if found is None or (found.end and space < made.end):
        return f"space {space}"
    return f"space {space} ({found.name})"


def place(state: State, name: HexId) -> str:
    """Name a hex with its ground: "E09 (light woods, level 1)"."""
    if not state.field or name not in ground(state.field):
        return hex(state, name)
    spot = ground(state.field)[name]
    ground_ = [terrain(spot.terrain)] * (spot.terrain != "open") + [f"level {spot.level}"] * bool(spot.level)
    return f"{hex(state, name)} ({', '.join(ground_)})" if ground_ else hex(state, name)


def edges(some: Sequence[Edge]) -> str:
    """Name edges of the map: "the north edge", "the north and west edges", "any edge"."""
    if len(set(some)) == len(EDGES):
        return "any edge"
    return f"the {join(some)} edge{'s' if len(some) > 1 else ''}"


def work(piece: Work) -> str:
    """Name a fortification or an obstacle."""
    return WORKS[piece.kind]


def a(noun: str) -> str:
    """Put the article before a noun that can be counted."""
    return noun if noun == WORKS["wire"] else f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


# Cards, dice and points.


def action_card(card: CardId) -> str:
    """Name an action card: "Veteran NCO"."""
    found = cards.cards().actions.get(card)
    return found.name if found is not None else card


def price(card: CardId) -> str:
    """Return the price of an action card: "2 AP"; empty if it is free."""
    found = cards.cards().actions[card]
    return join([f"{found.ap} AP"] * (found.ap > 0) + [count(found.cap, "CAP")] * (found.cap > 0))


def condition(card: ConditionId) -> str:
    """Name a condition card: "Rain"."""
    found = cards.cards().conditions.get(card)
    return found.name if found is not None else card


def map_sheet(key: MapId) -> str:
    """Name a map: "map 1 (Birch fields)"."""
    record = maps().maps.get(key)
    return f"map {key} ({record.name})" if record is not None else f"map {key}"


def terrain(what: str) -> str:
    """Name a terrain for players."""
    return "plowed field" if what == "plowed" else what


def defence_side(side: str) -> str:
    """Name a side of a defence counter: "barbed wire"."""
    return WORKS.get(cast(WorkKind, side), side)


def defence(counter: DefenceId) -> str:
    """Name a defence counter by its sides: "trench or barbed wire"."""
    return join(map(defence_side, cards.cards().defences[counter].sides), "or")


def generator_card(card: GeneratorId) -> str:
    """Name a generator card with its title: "German 03 (Secure)"."""
    found = cards.cards().generator.get(card)
    return f"{cards.named(card)} ({found.top.title})" if found is not None else card


def caps(by: int) -> str:
    """Return a card's change of CAPs as a suffix: ", +1 CAP"; empty without a change."""
    return f", {by:+} CAP{'s' * (abs(by) > 1)}" if by else ""


def modifiers(some: Iterable[Modifier]) -> str:
    """List modifiers, each with its case."""
    return ", ".join(f"{each.why} {each.n:+} [{each.cite}]" for each in some)


def thrown(faces: tuple[int, ...], caps: int = 0, more: int = 0, surplus: int = 0) -> str:
    """Return dice with their additions: "4 + 5 + 1 CAP = 10".

    `surplus` is listed apart from CAPs.
    """
    extra = f" {_added(caps)} CAP{'s' * (abs(caps) > 1)}" if caps else ""
    extra += f" {_added(surplus)} by CAP Surplus" if surplus else ""
    extra += f" {_added(more)}" if more else ""
    total = sum(faces) + caps + more + surplus
    dice = " + ".join(map(str, faces))
    return f"{dice}{extra} = {total}" if len(faces) > 1 or extra else dice


def _added(n: int) -> str:
    """Return an addition to a sum or a subtraction from it: "+ 1"."""
    return f"{'+' if n > 0 else '-'} {abs(n)}"


def effect_on(state: State, id: UnitId, kind: EffectKind, what: str = "") -> list[Effect]:
    """Return the effect on a unit, none if there is no such unit."""
    found = state.units.get(id)
    return [Effect(kind, what, side(found.side), one(found), unit(state, id), id)] if found is not None else []
