"""Movement, communication, supply and command again, slow and plain.

Nothing of the title's own ways and books is used here, only its records and where units stand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from bot.kernel.secret import Seat
from bot.titles.strike.field.counters import ground
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit
from bot.titles.strike.printed.records import UnitRecord
from bot.titles.strike.printed.tables import tables

TROOPS = ("army", "group", "corps", "garrison", "militia")
COST = {
    "clear": {"infantry": 1, "armour": 1, "leader": 1, "trucks": 1},
    "woods": {"infantry": 2, "armour": 2, "leader": 2, "trucks": 2},
    "marsh": {"infantry": 2, "armour": 2, "leader": 2, "trucks": 2},
    "mountain": {"infantry": 2, "armour": 3, "leader": 2, "trucks": 2},
}


def record(unit: Unit) -> UnitRecord:
    return tables().units[unit.id]


def payer(unit: Unit) -> str:
    """Return a unit's row of the terrain chart: troops with a tank picture are armour."""
    if record(unit).kind in ("leader", "trucks"):
        return record(unit).kind
    return "infantry" if record(unit).arm == "infantry" else "armour"


def column(area: AreaId) -> int:
    return ord(area[0])


def is_diamond(area: AreaId) -> bool:
    return area[0] in "BDFHJLN"


def grown(start: Iterable[AreaId], more: Callable[[AreaId], Iterator[AreaId]]) -> set[AreaId]:
    """Everything that is connected with the start."""
    found = new = set(start)
    while new := {to for area in new for to in more(area)} - found:
        found = found | new
    return found


class Position:
    """Where everybody stands."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.map = ground(state.scenario)
        self.units = [unit for unit in state.units.values() if unit.place in self.map]
        self.troops = {
            seat: {unit.place for unit in self.units if unit.side == seat and record(unit).kind in TROOPS}
            for seat in (GERMAN, RUSSIAN)
        }
        self.cut_by_air = set(self._interdicted())

    def enemies(self, seat: Seat) -> set[AreaId]:
        """5.1.1: areas with enemy combat units; other units do not count."""
        return self.troops[RUSSIAN if seat == GERMAN else GERMAN]

    def at(self, seat: Seat, area: AreaId, kind: str) -> list[Unit]:
        return [unit for unit in self.units if (unit.side, unit.place, record(unit).kind) == (seat, area, kind)]

    def _interdicted(self) -> Iterator[AreaId]:
        """9.2.1: aircraft on Russian railways, not flying supply or over German troops."""
        for unit in self.units:
            on_its_own = record(unit).kind == "luftwaffe" and unit.place not in self.troops[GERMAN]
            russian_railway = self.map[unit.place].rails and unit.place not in self.state.converted
            if on_its_own and russian_railway and not unit.mission:
                yield unit.place

    # 6.1.3: lines of communication.

    def communicates(self, unit: Unit) -> set[AreaId]:
        """Return a unit's line: free ground to a free railway nearer home, and its edge."""
        free = set(self.map.areas) - self.enemies(unit.side)
        edge = "A" if unit.side == GERMAN else "O"
        home = grown(
            self.map.exits[unit.side] & free, lambda area: (to for to in self.map[area].rails if to in free)
        )
        found = {area for area in self.map.areas if area[0] == edge}
        for start in self.map.areas:
            walked = grown([start], lambda area: (to for to in self.map[area].next if to in free))
            ahead = [
                area
                for area in walked & home
                if (column(area) < column(start) if unit.side == GERMAN else column(area) > column(start))
            ]
            in_finland = walked & free & {AreaId("G1"), AreaId("I1")}
            if ahead or (record(unit).nation == "finnish" and in_finland):
                found.add(start)
        return found

    # 6: movement.

    def points(self, unit: Unit) -> int:
        """6.3.3: the printed allowance, less what the weather takes from troops."""
        if record(unit).kind in ("leader", "trucks"):
            return 0 if unit.down else record(unit).full[2]
        ratings = record(unit).reduced if unit.down else record(unit).full
        assert ratings is not None
        match self.state.weather:
            case "heavy snow" if payer(unit) == "infantry":
                return 0
            case "mud" | "snow" | "heavy snow":
                return ratings[2] - 1
            case _:
                return ratings[2]

    def may_end(self, unit: Unit, area: AreaId) -> bool:
        """6.1.1: no armies and no trucks in diamonds."""
        return not is_diamond(area) or record(unit).kind not in ("army", "trucks")

    def stops(self, unit: Unit, area: AreaId) -> bool:
        """5.1.2, 9.2.1: enemies stop units; aircraft on a Russian railway stop Russians."""
        return area in self.enemies(unit.side) or (unit.side == RUSSIAN and area in self.cut_by_air)

    def walks(self, unit: Unit) -> dict[AreaId, int]:
        """Return the areas where a unit can end a move, with the least cost of all ways."""
        found: dict[AreaId, int] = {}
        leaves_contact = unit.place in self.enemies(unit.side)
        open_to_it = self.communicates(unit) if leaves_contact else set(self.map.areas)

        def may_enter(area: AreaId) -> bool:
            crosses = self.may_end(unit, area) or (area in ("H3", "F10") and not self.stops(unit, area))
            alone = record(unit).kind in ("leader", "trucks") and area not in self.troops[unit.side]
            return crosses and area in open_to_it and not (alone and area in self.enemies(unit.side))

        def go(area: AreaId, spent: int) -> None:
            for to in self.map[area].next:
                price = spent + max(COST[terrain][payer(unit)] for terrain in self.map[to].record.terrain)
                if price > self.points(unit) or not may_enter(to):
                    continue
                if self.may_end(unit, to) and to != unit.place:
                    found[to] = min(price, found.get(to, price))
                if not self.stops(unit, to):
                    go(to, price)

        go(unit.place, 0)
        return found

    # 11.5: supply.

    def working(self, seat: Seat) -> set[AreaId]:
        """6.4.1, 6.4.2: areas with free railways of the right gauge.

        Enemies, partisans and aircraft close them.
        """
        partisans = {unit.place for unit in self.units if record(unit).trait == "rail"}
        return {
            area
            for area in self.map.areas
            if self.map[area].rails
            and (area in self.state.converted) == (seat == GERMAN)
            and area not in self.enemies(seat)
            and area not in (partisans if seat == GERMAN else self.cut_by_air)
        }

    def railways(self, seat: Seat, closed: Collection[AreaId] = ()) -> set[AreaId]:
        """11.5.3: areas whose working railways lead home without closed areas."""
        works = self.working(seat) - set(closed)
        return grown(self.map.exits[seat] & works, lambda area: (to for to in self.map[area].rails if to in works))

    def trains(self, unit: Unit) -> set[AreaId]:
        """6.4, 6.4.5: destinations of a train with the points, from safe to safe place."""
        works, enemies = self.working(unit.side), self.enemies(unit.side)
        safe = {a for a in self.map.areas if a not in enemies and not any(b in enemies for b in self.map[a].next)}
        if unit.place not in works & safe:
            return set()
        line = grown([unit.place], lambda area: (to for to in self.map[area].rails if to in works))
        return {area for area in line & safe if self.may_end(unit, area) and area != unit.place}

    # 11.8.2: reserves.

    def reserves(self, leader: Unit, area: AreaId) -> set[str]:
        """11.8.2a: units next to the battle and near the leader, away from enemies."""
        if leader.down or (leader.place != area and leader.place not in self.map[area].next):
            return set()
        return {
            unit.id
            for unit in self.units
            if unit.side == leader.side
            and record(unit).kind in TROOPS
            and unit.place in self.map[area].next
            and (unit.place == leader.place or unit.place in self.map[leader.place].next)
            and unit.place not in self.enemies(leader.side)
            and self.may_end(unit, area)
        }

    def supplied(self, seat: Seat) -> set[AreaId]:
        """11.5.2, 11.5.3: areas on or next to a railway, or with connected trucks."""
        sources = self.railways(seat)
        aircraft = {unit.place for unit in self.units if record(unit).kind == "luftwaffe"}
        for unit in self.units:
            sound_trucks = unit.side == seat and record(unit).kind == "trucks" and not unit.down
            if not sound_trucks:
                continue
            rail = self.railways(seat, aircraft - {unit.place} if seat == RUSSIAN else ())
            if self.reaches(seat, unit.place, rail, 3):
                sources.add(unit.place)
        return sources | {to for area in sources for to in self.map[area].next}

    def reaches(self, seat: Seat, area: AreaId, rail: set[AreaId], most: int) -> bool:
        """Return whether trucks are on a railway, or within this number of areas of it."""
        if area in rail or any(to in rail for to in self.map[area].next):
            return True
        aircraft = {unit.place for unit in self.units if record(unit).kind == "luftwaffe"}
        blocked = self.enemies(seat) | (aircraft if seat == RUSSIAN else set())
        onward = [to for to in self.map[area].next if to not in blocked]
        return most > 0 and any(self.reaches(seat, to, rail, most - 1) for to in onward)

    # 11.8.1: command.

    def in_command(self, seat: Seat) -> set[AreaId]:
        """Return the areas of undisrupted leaders and next to them, unless they are busy.

        Enemies and aircraft keep them busy.
        """
        found: set[AreaId] = set()
        for leader in self.units:
            if leader.side != seat or record(leader).kind != "leader" or leader.down:
                continue
            found.add(leader.place)
            aircraft = seat == RUSSIAN and self.at(GERMAN, leader.place, "luftwaffe")
            if leader.place not in self.enemies(seat) and not aircraft:
                found.update(self.map[leader.place].next)
        return found

    # 11.9.3: withdrawal.

    def has_room(self, unit: Unit, area: AreaId) -> bool:
        """4.1.1, 4.1.2: four corps in an ox, two in a diamond; armies count for two."""
        there = [each for each in self.units if each.side == unit.side and each.place == area]
        corps = sum(self.corps(each) for each in there) + self.corps(unit)
        return self.corps(unit) == 0 or corps <= (2 if is_diamond(area) else 4)

    def corps(self, unit: Unit) -> int:
        kind = record(unit).kind
        return 2 if kind in ("army", "group") else 1 if kind in TROOPS else 0

    def withdraws(self, unit: Unit, distance: int) -> set[AreaId]:
        """Return the areas at the full distance back, or the farthest a unit can reach.

        Each area on the way is nearer home than the one before, and without enemies.
        """
        if distance == 0:
            return set()
        ends: dict[int, set[AreaId]] = {}

        def go(area: AreaId, far: int) -> None:
            for to in self.map[area].next:
                back = column(to) < column(area) if unit.side == GERMAN else column(to) > column(area)
                passes = self.may_end(unit, to) or to in ("H3", "F10")
                if not back or to in self.enemies(unit.side) or not passes:
                    continue
                away = self.map.distance(unit.place, to) == far + 1
                if away and self.may_end(unit, to) and self.has_room(unit, to):
                    ends.setdefault(far + 1, set()).add(to)
                if far + 1 < distance and not self.stops(unit, to):
                    go(to, far + 1)

        go(unit.place, 0)
        return ends[max(ends)] if ends else set()

    # 11.9.5: advance.

    def advances(self, unit: Unit) -> set[AreaId]:
        """Return the areas of an advance after a battle: infantry one area, others two."""
        found: set[AreaId] = set()

        def go(area: AreaId, left: int) -> None:
            for to in self.map[area].next:
                if to == unit.place or not (self.may_end(unit, to) or to in ("H3", "F10")):
                    continue
                if self.may_end(unit, to) and self.has_room(unit, to):
                    found.add(to)
                if left > 1 and not self.stops(unit, to):
                    go(to, left - 1)

        go(unit.place, 1 if payer(unit) == "infantry" else 2)
        return found
