"""What shots, places and markers are worth to a side, in victory points, as far as it sees."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from bot.kernel.secret import Seat
from bot.kit.odds import sums
from bot.titles.firefight.field import firing, hits
from bot.titles.firefight.field.arcs import in_arc, toward
from bot.titles.firefight.field.chances import on_unit
from bot.titles.firefight.field.economy import POINTS
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.scoring import promises
from bot.titles.firefight.field.shots import CRITICAL, Shot, modifiers, need, victims
from bot.titles.firefight.field.units import at, kind, of_side, other, where
from bot.titles.firefight.field.view import sees
from bot.titles.firefight.model.fight_actions import Fire
from bot.titles.firefight.model.fight_events import AttackKind
from bot.titles.firefight.model.ids import Facing, HexId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, Control, Unit
from bot.titles.firefight.printed.effects import Markers, ThisMarker

LIKELY = {
    least: float(sum(chance for total, chance in sums(2).items() if total >= least)) for least in range(3, 13)
}
"""The chance that two dice show so much."""
HURT = 0.4
"""What a hit is worth beside a unit destroyed."""
ATTACK, LATER = 0.55, 0.22
"""What each shot from a place counts for that its unit can still fire in its activation, and in a later one."""
DANGER = {"fresh": 0.3, "used": 0.3, "spent": 0.15}
"""What each shot of an enemy's activation at a place counts for."""
MOST = 3
"""So many shots of an activation count."""
SHARES = (1.0, 0.5, 0.25)
"""What the worst of these shots counts, the second one, and the third."""
NEARER = 0.03
"""What a hex on the way to the enemy is worth, for who has none in sight."""
DRAWS, HELD = 0.3, 0.5
"""What a marker is worth to who is near it, and who holds it, of what it promises."""
FAR = 12
CROWDED = 0.7
"""What a friend in the same hex adds to the danger there: an attack strikes them all."""


def likely(least: int) -> float:
    """Return the chance that two dice show so much or more."""
    return 1.0 if least <= 2 else LIKELY.get(least, 0.0)


def value(unit: Unit) -> float:
    """Return what it is worth to destroy a unit: its point, and what it can do."""
    what = kind(unit)
    return 1.0 + 0.05 * max(what.firepower("red"), what.firepower("blue"))


def struck(state: State, shooter: Unit, foe: Unit, flank: bool = False) -> float:
    """Return what a shot of one unit at another is worth; `flank` takes no account of the shooter's arc."""
    start, end = where(shooter), where(foe)
    far = ground(state.field).distance(start, end)
    what = kind(shooter)
    if not what.attack or not hits.attacks(shooter) or far > 2 * hits.reach(shooter) or 0 < far < what.minimum:
        return 0.0
    if not flank and not what.turret and not in_arc(state.field, start, shooter.facing, end):
        return 0.0
    if not sees(state, start, end):
        return 0.0
    how: AttackKind = "close combat" if start == end else "fire"
    least = need(modifiers(state, Shot(how, shooter.side, end, shooter, eye=start), foe))
    return worth(foe, likely(least), likely(least + CRITICAL))


def worth(foe: Unit, hit: float, destroyed: float) -> float:
    """Return what it is worth to hit a unit and to destroy it with these chances."""
    if foe.hit is not None:
        return hit * value(foe)
    return (destroyed + (hit - destroyed) * HURT) * value(foe)


def shots(unit: Unit, ap: int) -> int:
    """Return how many shots a unit has for so many action points, as far as they count."""
    cost = kind(unit).attack + hits.attack_cost(unit)
    return min(MOST, max(0, ap) // cost) if cost > 0 and kind(unit).attack else 0


def foes(state: State, side: Side) -> list[Unit]:
    """Return the enemies of a side of which it knows where they are."""
    return [unit for unit in of_side(state, other(side)) if unit.hex != HIDDEN and not unit.aboard]


class Places:
    """What places are worth to the units of a side, as things stand."""

    def __init__(self, state: State, seat: Seat, side: Side) -> None:
        self._state, self._seat, self._side = state, seat, side
        self._foes = foes(state, side)
        self._stakes = [(marker, stake(state, marker)) for marker in state.control.values()]
        self._known: dict[tuple[str, HexId, Facing, int], float] = {}

    def facings(self, unit: Unit, hex: HexId) -> list[Facing]:
        """Return the facings that a unit may want in a hex: its own, and toward the enemies nearest to it."""
        here = ground(self._state.field)
        near = sorted(self._foes, key=lambda foe: (here.distance(hex, where(foe)), foe.id))[:3]
        return list(dict.fromkeys((unit.facing, *(toward(self._state.field, hex, where(foe)) for foe in near))))

    def value(self, unit: Unit, hex: HexId, facing: Facing, ap: int) -> float:
        """Return what it is worth that a unit stands in a hex and faces so, with so many action points left."""
        fires = shots(unit, ap)
        key = (unit.id, hex, facing, fires)
        if key not in self._known:
            self._known[key] = self._value(
                replace(unit, hex=hex, facing=facing, inside=self._inside(unit, hex)), fires
            )
        return self._known[key]

    @staticmethod
    def _inside(unit: Unit, hex: HexId) -> str:
        return unit.inside if where(unit) == hex else ""

    def _value(self, unit: Unit, fires: int) -> float:
        hex = where(unit)
        best = max((struck(self._state, unit, foe) for foe in self._foes), default=0.0)
        friends = sum(each.id != unit.id and each.side == unit.side for each in at(self._state, hex))
        found = best * max(ATTACK * fires, LATER * shots(unit, POINTS)) - self._danger(unit) * (
            1 + CROWDED * friends
        )
        if not best and self._foes:
            here = ground(self._state.field)
            found -= NEARER * min(here.distance(hex, where(foe)) for foe in self._foes)
        return found + sum(self._drawn(marker, promised, hex) for marker, promised in self._stakes)

    def _danger(self, unit: Unit) -> float:
        """Return what the worst shots of the enemy at a unit come to; the second one counts half, and so on."""
        dangers = sorted(map(partial(self._threat, unit), self._foes), reverse=True)
        return sum(each * share for each, share in zip(dangers, SHARES, strict=False))

    def _threat(self, unit: Unit, foe: Unit) -> float:
        weight = DANGER[foe.status] * shots(foe, POINTS)
        return weight * struck(self._state, foe, unit, flank=foe.status == "fresh") if weight else 0.0

    def _drawn(self, marker: Control, promised: float, hex: HexId) -> float:
        far = ground(self._state.field).distance(hex, marker.hex)
        if marker.side == self._side:
            near = any(ground(self._state.field).distance(where(foe), marker.hex) <= 4 for foe in self._foes)
            return HELD * promised if far == 0 and near else 0.0
        return promised * (HELD + DRAWS if far == 0 else DRAWS * max(0.0, 1 - far / FAR))


def stake(state: State, marker: Control) -> float:
    """Return what is won and lost when a control marker changes hands."""
    found = 0.0
    for _, played, score in promises(state):
        if isinstance(score, Markers) or (isinstance(score, ThisMarker) and marker.card == played.card):
            found += score.vp * (state.rounds - state.round + 1 if score.when == "round" else 1)
    return found


def leftover(state: State, unit: Unit, cost: int) -> int:
    """Return the action points that a unit has left in its activation after so much."""
    player = state.players[unit.owner]
    have = player.ap if unit.id in player.active else POINTS if unit.status == "fresh" else 0
    return have - cost


def outcome(state: State, action: Fire, aim: tuple[int, ...] = ()) -> float:
    """Return what an attack is worth: what it does to enemies, less what it does to friends."""
    shot = firing.shot(state, action)
    found = 0.0
    for n, target in enumerate(victims(state, shot, action.target or None if shot.close else None)):
        if not isinstance(target, str):
            continue
        unit = state.units[target]
        chance = on_unit(state, shot, unit, aim[n] if n < len(aim) else 0)
        gain = worth(unit, float(chance.hit + chance.destroyed), float(chance.destroyed))
        found += gain if unit.side != shot.side else -gain
    return found
