"""A player places a map: the first map, an additional map, or a replacement."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec.structs import replace

from bot.kernel.rule import Rule, Wrong, case, rule
from bot.kernel.secret import Secret, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import join
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.course import spare_maps
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field.ground import EDGES, Ground, ground
from bot.titles.firefight.field.names import map_sheet
from bot.titles.firefight.field.placing import shown, stands_on
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.field.units import kind, other, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import SIDES, Edge, Field, HexId, MapId, MarkerId, Sheet, Side, UnitId, WorkId
from bot.titles.firefight.model.solo import Rumour
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseMap
from bot.titles.firefight.model.table import BOXES, Smoke, Unit
from bot.titles.firefight.play.base import alike, done
from bot.titles.firefight.printed.maps import maps


@rule("G-2.1.5", "G-3.8", "G-3.8.1")
def is_spare(at: At[State, ChooseMap], action: do.LayMap) -> Wrong | None:
    """No map is used twice."""
    spare = spare_maps(at.state)
    if action.map in spare:
        return None
    lies = any(sheet.map == action.map for sheet in at.state.field)
    why = f"map {action.map} lies on the table already" if lies else "there is no such map"
    return Wrong(why, f"choose map {join(spare, 'or')}")


@rule("G-2.1.5")
def lies_alone(at: At[State, ChooseMap], action: do.LayMap) -> Wrong | None:
    """The first map is placed alone."""
    if action.edge or action.instead or action.turned:
        return Wrong("the first map is alone", "name the map only")
    return None


@rule("G-3.8")
def joins(at: At[State, ChooseMap], action: do.LayMap) -> Wrong | None:
    """An additional map is beside an edge of the battlefield, and replaces no map."""
    if action.instead:
        return Wrong("this map is laid beside the others", "leave out the map that it should replace")
    if not action.edge:
        return Wrong("it must lie beside an edge", "name north, east, south or west")
    return None


@rule("G-3.8.1")
def replaces(at: At[State, ChooseMap], action: do.LayMap) -> Wrong | None:
    """A replacement names a map on the table, and keeps its position."""
    lying = [sheet.map for sheet in at.state.field]
    if action.instead not in lying:
        return Wrong("name the map that it replaces", f"choose map {join(lying, 'or')}")
    if action.edge:
        return Wrong("it lies where the other map lay", "leave the edge out")
    if action.turned:
        return Wrong("it lies the same way round as the other map", "leave out that it is turned")
    return None


# FF-R90
@case("G-3.8")
def beside(field: Field, edge: Edge) -> tuple[int, int]:
    """Return the place beside an edge of the battlefield.

    If several maps are outermost, the first that was placed counts.
    """
    x, y = EDGES[edge]
    outermost = max(sheet.x * x + sheet.y * y for sheet in field)
    sheet = next(each for each in field if each.x * x + each.y * y == outermost)
    return sheet.x + x, sheet.y + y


def first(play: Play, step: ChooseMap, action: do.LayMap) -> None:
    """Place the first map."""
    laid(play, step, (Sheet(action.map),))


@case("G-3.8")
def add(play: Play, step: ChooseMap, action: do.LayMap) -> None:
    """Place an additional map.

    Units that would have entered there enter by its far edge.
    """
    assert action.edge
    x, y = beside(play.state.field, action.edge)
    laid(play, step, (*play.state.field, Sheet(action.map, x, y, action.turned)))


def laid(play: Play, step: ChooseMap, field: Field) -> None:
    """Report the new layout of the battlefield; counters keep their hexes."""
    play.emit(ev.FieldLaid(field, step.seat, {}, {}, {}, {}, {}, play.state.smoke), ev.Ended())


# FF-R91
@case("G-3.8.1")
def switch(play: Play, step: ChooseMap, action: do.LayMap) -> None:
    """Replace a map.

    Counters keep their numbered hexes, or move to the nearest open hex.
    """
    state, old, new = play.state, action.instead, action.map
    field = tuple(replace(sheet, map=new) if sheet.map == old else sheet for sheet in state.field)
    there = Moves(state, ground(field), old, new)
    units = {unit.id: there.unit(unit) for unit in state.units.values() if where(unit) not in BOXES}
    works = there.works
    play.emit(
        ev.FieldLaid(
            field,
            step.seat,
            {id: hex for id, hex in units.items() if state.units[id].hiding is None},
            {id: Secret(held.readers, hex) for id, hex in units.items() if (held := state.units[id].hiding)},
            {id: hex for id, hex in works.items() if state.works[id].hiding is None},
            {id: Secret(held.readers, hex) for id, hex in works.items() if (held := state.works[id].hiding)},
            there.markers,
            there.smoke(state.smoke),
            there.rumours(),
        ),
        ev.Ended(),
    )


class Moves:
    """New hexes of counters when a map replaces another.

    Counters that can stay come first. Hidden works come last, so that the hexes of open works reveal nothing about
    them. The others avoid visible enemies, as when they are placed.
    """

    def __init__(self, state: State, here: Ground, old: MapId, new: MapId) -> None:
        self.state, self.here, self.old, self.new = state, here, old, new
        units = [each for each in state.units.values() if each.hex not in BOXES and self._stands(each)]
        self.held: dict[Side, list[HexId]] = {
            side: [self.renamed(unit.hex) for unit in units if unit.side == side] for side in SIDES
        }
        self.markers: dict[MarkerId, HexId] = {}
        for marker in sorted(state.control.values(), key=lambda each: self._moves(each.hex)):
            hex = self.dry(marker.hex, self.markers.values(), marker.side)
            self.markers[marker.id] = hex
            self.held[marker.side].append(hex)
        self.works: dict[WorkId, HexId] = {}
        for work in sorted(state.works.values(), key=lambda each: (not shown(each), self._moves(where(each)))):
            self.works[work.id] = self.dry(where(work), self.works.values(), work.side)

    def _moves(self, hex: HexId) -> bool:
        return self.dry(hex) != self.renamed(hex)

    def renamed(self, hex: HexId) -> HexId:
        """Return the hex with the same number."""
        name = HexId(f"{self.new}-{hex.partition('-')[2]}") if hex.partition("-")[0] == self.old else hex
        return self.here.called(name) or name

    def _stands(self, unit: Unit) -> bool:
        """Return true if a unit can stay in its hex on the new terrain."""
        start = self.renamed(unit.hex)
        return start in self.here and stands_on(self.here[start], kind(unit))

    def nearest(self, hex: HexId, open: Collection[HexId], side: Side | None = None) -> HexId:
        """Return the same hex if it is open, otherwise the nearest open hex.

        Ties go to the lowest number. Counters of a side avoid the hexes of its enemies and adjacent hexes.
        """
        start = self.renamed(hex)
        if start in open:
            return start
        foes = self.held[other(side)] if side is not None else []
        barred = {near for foe in foes if foe in self.here for near in self.here.within(foe, 1)}
        free = (each for each in open if each not in barred)
        return min(free, key=lambda each: (self.here.distance(start, each), each), default=start)

    def dry(self, hex: HexId, taken: Collection[HexId] = (), side: Side | None = None) -> HexId:
        """Return the nearest free hex for a counter that needs dry ground."""
        places = (each for each in self.here.places if self.here[each].terrain != "water")
        return self.nearest(hex, [each for each in places if each not in taken], side)

    def unit(self, unit: Unit) -> HexId:
        """Return a unit's new hex: with its fortification, or on terrain open to it."""
        if unit.inside:
            return self.works[WorkId(unit.inside)]
        spots = [each for each in self.here.places if stands_on(self.here[each], kind(unit))]
        hex = self.nearest(where(unit), spots, unit.side)
        if shown(unit):
            self.held[unit.side].append(hex)
        return hex

    def rumours(self) -> tuple[Rumour, ...]:
        """Return the new hexes of a solo game's rumours, one a hex and on dry ground.

        They avoid the enemies of the units that may be among them.
        """
        solo = self.state.solo
        table = solo.rumours if solo is not None else {}
        lots = map(UnitId, solo.rumour_cup) if solo is not None else ()
        side = next((self.state.units[lot].side for lot in lots if lot in self.state.units), None)
        found: dict[HexId, Rumour] = {}
        for each in sorted(table.values(), key=lambda each: self._moves(each.hex)):
            hex = self.dry(each.hex, found, side)
            found[hex] = replace(each, hex=hex)
        return tuple(sorted(found.values(), key=lambda each: list(table).index(each.id)))

    def smoke(self, smoke: dict[HexId, Smoke]) -> dict[HexId, Smoke]:
        """Return the new hexes of smoke, one counter a hex."""
        found: dict[HexId, Smoke] = {}
        for hex in sorted(smoke, key=self._moves):
            found[self.dry(hex, found)] = smoke[hex]
        return found


def to_lay(at: At[State, ChooseMap], fixed: Fixed) -> Iterator[do.LayMap]:
    """Yield each unused map in every possible position."""
    for key in spare_maps(at.state):
        match at.step.part:
            case "first":
                yield do.LayMap(MapId(key))
            case "add":
                turns = (fixed["turned"],) if "turned" in fixed else (False, True)
                yield from (do.LayMap(MapId(key), edge, turned) for edge in EDGES for turned in turns)
            case _:
                yield from (do.LayMap(MapId(key), instead=sheet.map) for sheet in at.state.field)


def question(at: At[State, ChooseMap]) -> str:
    """Ask for a map."""
    names = join([f"{key} ({maps().maps[MapId(key)].name})" for key in spare_maps(at.state)], "or")
    what = {
        "first": "On which map is the battle fought",
        "add": "Which map do you lay beside the other, and at which edge",
        "switch": "Which map do you switch for which, if any",
    }[at.step.part]
    ends = "?" if at.step.part == "first" else f"? There are {names}."
    return f"{for_whom(at.state, at.step.seat)}{what}{ends}"


def leave(play: Play, step: ChooseMap, action: do.Done) -> None:
    """Leave the maps as they are."""
    play.emit(ev.NothingPlaced("map", why="not wanted"), ev.Ended())


def says_map(seen: Seen[State], action: do.LayMap) -> str:
    """Return the order as a sentence for the first map; fields describe all others."""
    return f"Place {map_sheet(action.map)}." if not (action.edge or action.instead) else ""


def tells(at: At[State, Any], action: do.LayMap) -> Iterator[str]:
    """Yield the description of the map."""
    if action.map in maps().maps:
        yield maps().maps[action.map].text


def lays(
    cite: str,
    rules: tuple[Rule[At[State, ChooseMap], do.LayMap], ...],
    resolve: Callable[[Play, ChooseMap, do.LayMap], None],
) -> Verb[State, Event, ChooseMap, do.LayMap]:
    """Return the verb for laying a map."""
    return Verb(
        do.LayMap,
        when="maps are laid before cards are dealt, and when a generator card says so",
        says=says_map,
        why=alike,
        cite=cite,
        rules=rules,
        candidates=to_lay,
        resolve=resolve,
        tells=tells,
    )


FIRST: Decision[State, Event, ChooseMap] = Decision(
    ChooseMap,
    part="first",
    asked=speaks,
    question=question,
    does="places the map",
    you="you place the map",
    verbs=(lays("G-2.1.5", (is_spare, lies_alone), first),),
)
ADD: Decision[State, Event, ChooseMap] = Decision(
    ChooseMap,
    part="add",
    asked=speaks,
    question=question,
    does="places another map",
    you="you place another map",
    verbs=(lays("G-3.8", (is_spare, joins), add),),
)
SWITCH: Decision[State, Event, ChooseMap] = Decision(
    ChooseMap,
    part="switch",
    asked=speaks,
    question=question,
    does="may switch a map",
    you="you may switch a map",
    verbs=(
        lays("G-3.8.1", (is_spare, replaces), switch),
        done(leave, cite="G-3.8.1"),
    ),
)
