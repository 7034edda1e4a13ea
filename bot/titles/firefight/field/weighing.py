"""The value of units, shots and markers to a side, in victory points."""

from __future__ import annotations

from bot.kit.memo import Alike, Memo
from bot.kit.odds import sums
from bot.titles.firefight.field import firing, hits, works
from bot.titles.firefight.field.arcs import in_arc
from bot.titles.firefight.field.chances import on_unit
from bot.titles.firefight.field.conditions import sight_limit
from bot.titles.firefight.field.economy import POINTS, checks
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.memo import PLACES
from bot.titles.firefight.field.rolls import Help
from bot.titles.firefight.field.scoring import chosen, for_loss, promises
from bot.titles.firefight.field.shots import CRITICAL, Shot, aspect_of, modifiers, need, victims
from bot.titles.firefight.field.units import at, kind, of_side, other, where
from bot.titles.firefight.field.view import sees
from bot.titles.firefight.model.actions import Fire
from bot.titles.firefight.model.ids import CounterId, HexId, Side, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import HIDDEN, AttackKind, Control, Unit
from bot.titles.firefight.printed.effects import Alive, Markers, ThisMarker

LIKELY = {
    least: float(sum(chance for total, chance in sums(2).items() if total >= least)) for least in range(3, 13)
}
"""The chance that two dice show at least a number."""
HURT = 0.4
"""The value of a hit, as a share of a destroyed unit."""
ARMS = 0.05
"""The value that each point of firepower adds to a unit."""
FEWER = 0.1
"""The value of a lost CAP in each remaining round."""
MOST = 3
"""The most shots of an activation that count."""


def _needs(state: State) -> tuple[object, ...]:
    """Return the values that the number to roll depends on, beside the two units."""
    return ground(state.field), state.works, state.smoke, sight_limit(state), checks(state)


NEEDS: Alike[State] = Alike(_needs, most=20_000)
BOUNTIES: Memo[State] = Memo("units", "record", "players", "round")
"""The value of destroying each unit."""


def likely(least: int) -> float:
    """Return the chance that two dice show at least a number."""
    return 1.0 if least <= 2 else LIKELY.get(least, 0.0)


@BOUNTIES.keeps
def bounty(state: State, id: UnitId) -> float:
    """Return the value of destroying a unit: its points, the CAP and its firepower."""
    unit, what = state.units[id], kind(state.units[id])
    found = sum(award.points for award in for_loss(state, unit))
    for side, played, score in promises(state):
        if isinstance(score, Alive) and side == unit.side:
            found += score.vp * sum(id in each.units for each in chosen(state, played))
    left = FEWER * (state.rounds - state.round) if what.counts else 0.0
    return found + left + ARMS * max(what.firepower("red"), what.firepower("blue"))


def struck(state: State, shooter: Unit, foe: Unit, flank: bool = False) -> float:
    """Return the value of a unit's shot at another; `flank` ignores the shooter's arc."""
    return blow(state, shooter, foe) if reaches(state, shooter, where(foe), flank) else 0.0


def reaches(state: State, shooter: Unit, end: HexId, flank: bool = False) -> bool:
    """Return true if a unit could fire into a hex; `flank` ignores its arc."""
    start, what = where(shooter), kind(shooter)
    far = ground(state.field).distance(start, end)
    if not what.attack or not hits.attacks(shooter) or far > 2 * hits.reach(shooter) or 0 < far < what.minimum:
        return False
    ahead = flank or what.turret or in_arc(state.field, start, shooter.facing, end)
    return bool(ahead) and sees(state, start, end)


def blow(state: State, shooter: Unit, foe: Unit) -> float:
    """Return the value of a unit's shot at a unit in reach, in any facing."""
    start, end = where(shooter), where(foe)
    how: AttackKind = "close combat" if start == end else "fire"
    shot = Shot(how, shooter.side, end, shooter, eye=start)
    key = (
        shooter.counter, shooter.hit, start, foe.counter, foe.hit, end, aspect_of(state, shot, foe),
        works.of(state, foe), _covered(state, foe),
    )  # fmt: skip
    least = NEEDS.recall(state, key, lambda: need(modifiers(state, shot, foe)))
    return value(state, foe, likely(least), likely(least + CRITICAL))


@PLACES.keeps
def _vehicles(state: State, hex: HexId, side: Side) -> bool:
    """Return true if visible vehicles of a side are in a hex."""
    return any(unit.side == side and kind(unit).vehicle for unit in at(state, hex) if unit.hex != HIDDEN)


def _covered(state: State, unit: Unit) -> CounterId | bool:
    """Return the vehicle that a unit rides in, or true if it is beside one."""
    return state.units[unit.aboard].counter if unit.aboard else _vehicles(state, where(unit), unit.side)


def value(state: State, foe: Unit, hit: float, destroyed: float) -> float:
    """Return the value of chances to hit and to destroy a unit."""
    if foe.hit is not None:
        return hit * bounty(state, foe.id)
    return (destroyed + (hit - destroyed) * HURT) * bounty(state, foe.id)


def shots(unit: Unit, ap: int) -> int:
    """Return the number of shots that action points pay for, up to a maximum."""
    cost = kind(unit).attack + hits.attack_cost(unit)
    return min(MOST, max(0, ap) // cost) if cost > 0 and kind(unit).attack else 0


def foes(state: State, side: Side) -> list[Unit]:
    """Return the enemies of a side whose hexes it knows."""
    return [unit for unit in of_side(state, other(side)) if unit.hex != HIDDEN and not unit.aboard]


def stake(state: State, marker: Control) -> float:
    """Return the points at stake in a control marker."""
    found = 0.0
    for _, played, score in promises(state):
        if isinstance(score, Markers) or (isinstance(score, ThisMarker) and marker.card == played.card):
            found += score.vp * (state.rounds - state.round + 1 if score.when == "round" else 1)
    return found


def leftover(state: State, unit: Unit, cost: int, size: int = 1) -> int:
    """Return a unit's action points after a cost, divided by the size of its group."""
    player = state.players[unit.owner]
    have = player.ap if unit.id in player.active else POINTS if unit.status == "fresh" else 0
    return (have - cost) // size


def outcome(state: State, action: Fire, aim: tuple[int, ...] = (), card: Help = "") -> float:
    """Return the value of an attack: the harm to enemies, less the harm to friends."""
    shot = firing.shot(state, action)
    found = 0.0
    for n, target in enumerate(victims(state, shot, action.target or None if shot.close else None)):
        if not isinstance(target, str):
            continue
        unit = state.units[target]
        chance = on_unit(state, shot, unit, aim[n] if n < len(aim) else 0, card if n == 0 else "")
        gain = value(state, unit, float(chance.hit + chance.destroyed), float(chance.destroyed))
        found += gain if unit.side != shot.side else -gain
    return found
