"""The value of positions for the units of a side."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace

from bot.kernel.secret import Seat
from bot.titles.firefight.field.arcs import in_arc, toward
from bot.titles.firefight.field.economy import POINTS
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.placing import entry_edges, ranks
from bot.titles.firefight.field.scoring import exits, promises
from bot.titles.firefight.field.shots import facing_of
from bot.titles.firefight.field.units import at, carried, kind, of, where
from bot.titles.firefight.field.weighing import blow, bounty, foes, reaches, shots, stake, struck
from bot.titles.firefight.model.ids import Facing, HexId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Control, Unit
from bot.titles.firefight.printed.effects import Alive, Convoy, Leaves, Reach

ATTACK, LATER = 0.55, 0.22
"""The weight of a shot that a unit can still fire in this activation, and later."""
DANGER = {"fresh": 0.3, "used": 0.3, "spent": 0.15}
"""The weight of a shot at a position in an enemy's activation."""
SHARES = (1.0, 0.5, 0.25)
"""The weight of the worst of these shots, of the second and of the third."""
NEARER = 0.06
"""The value of a hex nearer to the enemy in the first round, without one in sight."""
DRAWS, HELD, TAKEN = 0.3, 0.5, 0.8
"""The share of a marker's points for a unit near it, holding it, or taking it."""
OPEN, GUARD = 0.6, 3
"""The value of being near an unguarded enemy marker, and the distance of a guard."""
GOAL = 0.6
"""The value of reaching an edge, as a share of its points."""
TOGETHER = 0.05
"""The value of a position beside a friend, with which a unit can move and fire."""
FAR, SOON = 12, 5
"""The distance at which a marker draws units, and in the last round."""
CROWDED = 0.7
"""The danger that a friend in the same hex adds, because an attack strikes both."""


class Place(NamedTuple):
    """The properties of a hex for any unit in it."""

    bearings: tuple[Facing, ...]
    """The facings toward the nearest enemies."""
    near: int
    """The distance to the nearest enemy."""
    shooters: tuple[tuple[Unit, float], ...]
    """The enemies that can fire into it, with the weight of each of their shots."""
    drawn: float
    """The value of the markers near it."""


class Places:
    """The values of positions for the units of a side."""

    def __init__(self, state: State, seat: Seat, side: Side) -> None:
        self._state, self._seat, self._side = state, seat, side
        self._foes = foes(state, side)
        self._friends = [(unit.id, where(unit)) for unit in of(state, seat)]
        self._last = state.round >= state.rounds
        self._time = sqrt(1 - (state.round - 1) / max(1, state.rounds))
        self._stakes = [(marker, stake(state, marker)) for marker in state.control.values()]
        self._armed = [(foe, weight) for foe in self._foes if (weight := DANGER[foe.status] * shots(foe, POINTS))]
        self._known: dict[tuple[str, HexId, Facing, int], float] = {}
        self._at: dict[HexId, Place] = {}
        self._guards: dict[HexId, bool] = {}
        self._marks: dict[tuple[str, HexId], list[tuple[HexId, float]]] = {}
        self._blows: dict[tuple[str, HexId, str, str, bool], float] = {}
        self._goals: dict[str, list[tuple[float, dict[HexId, int]]]] = {}

    def _place(self, hex: HexId) -> Place:
        """Return the properties of a hex, computed once."""
        found = self._at.get(hex)
        if found is None:
            far = ground(self._state.field).distance
            near = sorted(self._foes, key=lambda foe: (far(hex, where(foe)), foe.id))[:3]
            found = self._at[hex] = Place(
                tuple(toward(self._state.field, hex, where(foe)) for foe in near),
                far(hex, where(near[0])) if near else 0,
                tuple(each for each in self._armed if self._covers(each[0], hex)),
                sum(self._drawn(marker, promised, hex) for marker, promised in self._stakes),
            )
        return found

    def _covers(self, foe: Unit, hex: HexId) -> bool:
        """Return true if an enemy can fire into a hex; a fresh enemy has any facing."""
        return reaches(self._state, foe, hex, flank=foe.status == "fresh")

    def facings(self, unit: Unit, hex: HexId) -> list[Facing]:
        """Return the useful facings of a unit in a hex: its own and toward near enemies."""
        return list(dict.fromkeys((unit.facing, *self._place(hex).bearings)))

    def value(self, unit: Unit, hex: HexId, facing: Facing, ap: int) -> float:
        """Return the value of a unit in a hex and facing, with its action points left."""
        fires = shots(unit, ap)
        key = (unit.id, hex, facing, fires)
        if key not in self._known:
            self._known[key] = self._value(self._there(unit, hex, facing), fires)
        return self._known[key]

    def beside(self, unit: Unit, hex: HexId) -> float:
        """Return the value of friends adjacent to a unit in a hex."""
        here = ground(self._state.field)
        return TOGETHER * any(id != unit.id and here.distance(hex, each) == 1 for id, each in self._friends)

    def danger(self, unit: Unit, hex: HexId) -> float:
        """Return the danger of a unit in a hex, from the enemy's worst shots."""
        return self._danger(self._there(unit, hex, unit.facing))

    def chance(self, unit: Unit) -> float:
        """Return the value of a unit's best shot from its hex."""
        hex, turret, field = where(unit), kind(unit).turret, self._state.field
        ahead = (worth for at, worth in self._targets(unit) if turret or in_arc(field, hex, unit.facing, at))
        return max(ahead, default=0.0)

    def _targets(self, unit: Unit) -> list[tuple[HexId, float]]:
        """Return the hexes of enemies in a unit's reach in any facing, with their values."""
        key = (unit.id, where(unit))
        if key not in self._marks:
            within = (foe for foe in self._foes if reaches(self._state, unit, where(foe), flank=True))
            self._marks[key] = [(where(foe), blow(self._state, unit, foe)) for foe in within]
        return self._marks[key]

    @staticmethod
    def _there(unit: Unit, hex: HexId, facing: Facing) -> Unit:
        inside = unit.inside if where(unit) == hex else ""
        return replace(unit, hex=hex, facing=facing, inside=inside, hiding=None)

    def carried(self, rider: Unit, hex: HexId) -> float:
        """Return the value of carrying a passenger to a hex, to fire or to get nearer."""
        there = replace(rider, hex=hex, aboard="")
        best = max((struck(self._state, there, foe, flank=True) for foe in self._foes), default=0.0)
        far = min((ground(self._state.field).distance(hex, where(foe)) for foe in self._foes), default=0)
        return best * LATER * shots(there, POINTS) if best else -self._time * NEARER * far

    def _value(self, unit: Unit, fires: int) -> float:
        hex = where(unit)
        best = self.chance(unit)
        friends = sum(each.id != unit.id and each.side == unit.side for each in at(self._state, hex))
        found = best * max(ATTACK * fires, LATER * shots(unit, POINTS)) - self._danger(unit) * (
            1 + CROWDED * friends
        )
        if not best and self._foes and kind(unit).attack and kind(unit).range:
            found -= self._time * NEARER * self._place(hex).near
        rider = carried(self._state, unit.id)
        if rider is not None:
            found += self.carried(rider, hex)
        if kind(unit).counts:
            found += self._place(hex).drawn
        return found + sum(
            promised * GOAL * (1 - min(FAR, far.get(hex, FAR)) / FAR) for promised, far in self._edges(unit)
        )

    def _danger(self, unit: Unit) -> float:
        shooters = self._place(where(unit)).shooters
        dangers = sorted((weight * self._blow(foe, unit) for foe, weight in shooters), reverse=True)
        return sum(each * share for each, share in zip(dangers, SHARES, strict=False))

    def _blow(self, foe: Unit, unit: Unit) -> float:
        """Return the value of an enemy's shot; the target's facing is only front or flank."""
        hex = where(unit)
        front = in_arc(self._state.field, hex, facing_of(self._state, unit), where(foe))
        key = (unit.id, hex, unit.inside, foe.id, front)
        if key not in self._blows:
            self._blows[key] = blow(self._state, foe, unit)
        return self._blows[key]

    def _drawn(self, marker: Control, promised: float, hex: HexId) -> float:
        far = ground(self._state.field).distance(hex, marker.hex)
        if marker.side == self._side:
            near = any(ground(self._state.field).distance(where(foe), marker.hex) <= 4 for foe in self._foes)
            return HELD * promised if far == 0 and near else 0.0
        if far == 0 and not at(self._state, hex, marker.side):
            return promised * TAKEN
        draws = DRAWS if self._guarded(marker) else OPEN
        return promised * draws * max(0.0, 1 - far / (SOON if self._last else FAR))

    def _guarded(self, marker: Control) -> bool:
        """Return true if an enemy is known to be near a marker."""
        if marker.hex not in self._guards:
            far = ground(self._state.field).distance
            self._guards[marker.hex] = any(far(where(foe), marker.hex) <= GUARD for foe in self._foes)
        return self._guards[marker.hex]

    def _edges(self, unit: Unit) -> list[tuple[float, dict[HexId, int]]]:
        """Return a unit's points for edges of the map, with each hex's distance to them."""
        if unit.id not in self._goals:
            found: list[tuple[float, dict[HexId, int]]] = []
            for side, played, score in promises(self._state):
                bound = isinstance(score, Convoy) and unit.id in played.units
                if side == unit.side and (bound or isinstance(score, Leaves)):
                    found.append((score.vp - self._kept(unit), ranks(self._state.field, exits(self._state, unit))))
                elif side == unit.side and isinstance(score, Reach):
                    edges = entry_edges(self._state, played.seat, "enemy")
                    found.append((float(score.vp), ranks(self._state.field, edges)))
            self._goals[unit.id] = [(promised, far) for promised, far in found if promised > 0]
        return self._goals[unit.id]

    def _kept(self, unit: Unit) -> float:
        """Return the points lost by a unit that leaves the map before the last round."""
        alive = any(isinstance(score, Alive) for side, _, score in promises(self._state) if side == unit.side)
        return bounty(self._state, unit.id) * alive
