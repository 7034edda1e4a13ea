"""The computer's moves: alone, in groups, entering, leaving, turning and riding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from bot.titles.firefight.computer.paying import AP, Choice, paid, priced, ready
from bot.titles.firefight.field import hand, hits
from bot.titles.firefight.field.arcs import in_arc, toward
from bot.titles.firefight.field.entry import doors, inward, waiting
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.movement import ways
from bot.titles.firefight.field.places import Places
from bot.titles.firefight.field.scoring import exits, for_exit
from bot.titles.firefight.field.units import kind, where
from bot.titles.firefight.field.weighing import bounty, foes, leftover
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import Turned
from bot.titles.firefight.model.ids import Facing, HexId, UnitId
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.base import Here
from bot.titles.firefight.play.entering import ENTER
from bot.titles.firefight.play.entering import cost as entry_cost
from bot.titles.firefight.play.leaving import at_an_exit
from bot.titles.firefight.play.moving import TURNING, price

ENTRY = 0.5
"""The value of being on the map."""
QUICK, HELD_UP = 2, 0.1
"""The greatest move cost of a quick unit, and the price of slow units in a group."""
WORTHWHILE = 0.015
"""The least gain of a step in a group."""
AMONG = 0.15
"""The cost of moving among enemies, who strike first."""
COMPANY = 5
"""The largest number of units that move together."""
DEPLOYED = 0.15
"""The value of Rapid Deployment elsewhere."""
LOOKED_AT = 8
"""The number of entry hexes that are examined."""


class Step(NamedTuple):
    """A move of a unit with one action, and the gain of it."""

    gain: float
    to: HexId
    facing: Facing
    cost: int


def moves(at: Here, places: Places) -> Iterator[Choice]:
    """Weigh moves of units, alone and in chains, and turns."""
    found = {unit.id: steps(at, places, unit) for unit in ready(at) if _free(at, unit)}
    for id, each in found.items():
        unit = at.state.units[id]
        for step in sorted(each, reverse=True)[:3]:
            action = do.Move((id,), (step.to,), "" if step.facing == unit.facing else step.facing)
            yield from priced(at, action, price(at.state, action), step.gain)
        yield from turns(at, places, unit)
    for chain in chains(at, list(found)):
        yield from marches(at, places, chain)


def deploys(at: Here, places: Places) -> Iterator[Choice]:
    """Weigh moves with Rapid Deployment, which reach one hex farther."""
    if not hand.holds(at.state, at.seat, hand.DEPLOYMENT):
        return
    land = ground(at.state.field)
    for unit in ready(at):
        if not _free(at, unit):
            continue
        enemies = {where(unit), *(where(foe) for foe in foes(at.state, unit.side))}
        now = places.value(unit, where(unit), unit.facing, leftover(at.state, unit, 0))
        for start, way in ways(at.state, unit.id).items():
            left = leftover(at.state, unit, way.cost)
            for to in land.neighbours[start]:
                if to in enemies:
                    continue
                worth, facing = max(
                    (places.value(unit, to, each, left), each) for each in places.facings(unit, to)
                )
                action = do.Move((unit.id,), (to,), facing, (start,), card=hand.DEPLOYMENT)
                yield from priced(at, action, price(at.state, action), worth - now - DEPLOYED)


def _free(at: Here, unit: Unit) -> bool:
    return where(unit) in ground(at.state.field) and hits.moves(unit) and not unit.bogged


def steps(at: Here, places: Places, unit: Unit, size: int = 1, facing: Facing | None = None) -> list[Step]:
    """Return the gain of each hex in reach, in the best or the given facing."""
    enemies = {where(foe) for foe in foes(at.state, unit.side)}
    now = places.value(unit, where(unit), unit.facing, leftover(at.state, unit, 0, size))
    if size == 1:  # Units in a group stay together.
        now += places.beside(unit, where(unit))
    found = []
    for to, way in ways(at.state, unit.id).items():
        left = leftover(at.state, unit, way.cost, size)
        facings = places.facings(unit, to) if facing is None else [facing]
        best = max((places.value(unit, to, each, left), each) for each in facings)
        company = places.beside(unit, to) if size == 1 else 0.0
        found.append(Step(best[0] + company - now - (AMONG if to in enemies else 0.0), to, best[1], way.cost))
    return found


def turns(at: Here, places: Places, unit: Unit) -> Iterator[Choice]:
    """Weigh the facings of a unit in its hex."""
    now = places.value(unit, where(unit), unit.facing, leftover(at.state, unit, 0))
    for facing in places.facings(unit, where(unit)):
        if facing != unit.facing:
            gain = places.value(unit, where(unit), facing, leftover(at.state, unit, TURNING)) - now
            yield from priced(at, do.Pivot((unit.id,), facing), TURNING, gain)


# Groups.


def chains(at: Here, ids: list[UnitId]) -> Iterator[list[Unit]]:
    """Yield the chains that can move together: fresh units, and the active group."""
    active = at.state.players[at.seat].active
    here = ground(at.state.field)
    for pool in (
        [at.state.units[id] for id in ids if id in active],
        [at.state.units[id] for id in ids if at.state.units[id].status == "fresh"],
    ):
        left = list(pool)
        while left:
            chain = [left.pop(0)]
            for unit in chain:
                beside = [each for each in left if here.distance(where(unit), where(each)) <= 1]
                chain += beside
                left = [each for each in left if each not in beside]
            if len(chain) > 1:
                yield chain[:COMPANY]


def marches(at: Here, places: Places, chain: list[Unit]) -> Iterator[Choice]:
    """Weigh moving a chain, in current facings or in the facing that most units want."""
    alone = [max(steps(at, places, unit, len(chain)), default=None) for unit in chain]
    wanted = Counter(step.facing for step in alone if step is not None)
    facings: list[Turned] = ["", *(each for each, _ in wanted.most_common(1))]
    for facing in facings:
        taken: set[HexId] = set()
        going: list[tuple[Unit, Step]] = []
        for unit in chain:
            there = steps(at, places, unit, len(chain), facing or unit.facing)
            best = max((step for step in there if step.to not in taken), default=None)
            if best is not None and best.gain > WORTHWHILE + AP * best.cost / len(chain):
                going.append((unit, best))
                taken.add(best.to)
        if len(going) > 1:
            action = do.Move(tuple(unit.id for unit, _ in going), tuple(step.to for _, step in going), facing)
            yield from priced(at, action, price(at.state, action), sum(step.gain for _, step in going))


# The edges of the map.


def entries(at: Here, places: Places) -> Iterator[Choice]:
    """Weigh entries of waiting units: all together, the quick units, or one at a time."""
    waiters = [unit for unit in at.state.units.values() if unit.owner == at.seat and waiting(at.state, unit)]
    quick = [unit for unit in waiters if kind(unit).move <= QUICK]
    parties = (tuple(waiters), tuple(quick), *((unit,) for unit in waiters))
    for group in dict.fromkeys(tuple(unit.id for unit in party) for party in parties if party):
        for n, door in enumerate(_doors(at, places, group)):
            action = do.Enter(group, door, _ahead(at, group[0], door[0]))
            cost = entry_cost(at.state, action)
            found = paid(at, action, cost, "command", "card")
            if found is None:
                continue
            due, entry = found
            if isinstance(entry, do.Enter) and ENTER.allows(at, entry):
                late = 0.0 if entry.by else HELD_UP * cost * (len(group) - 1)
                yield ENTRY * len(group) - due - late - n / 100, entry
                break


def _ahead(at: Here, id: UnitId, door: HexId) -> Turned:
    """Return the facing toward the nearest enemy, unless the default has it in arc."""
    here, unit = ground(at.state.field), at.state.units[id]
    enemies = (where(foe) for foe in foes(at.state, unit.side))
    near = min(enemies, key=lambda hex: (here.distance(door, hex), hex), default=None)
    if near is None or in_arc(at.state.field, door, inward(at.state, unit, door), near):
        return ""
    return toward(at.state.field, door, near)


def _doors(at: Here, places: Places, group: tuple[UnitId, ...]) -> Iterator[tuple[HexId, ...]]:
    """Yield entry hexes, the best free hexes first; a group enters side by side."""
    first, here = at.state.units[group[0]], ground(at.state.field)
    taken = {where(unit) for unit in at.state.units.values()}
    all_doors = (set(doors(at.state, at.state.units[id])) for id in group)
    open_to = [each - taken or each for each in all_doors]
    ranked = sorted(
        ((places.value(first, hex, places.facings(first, hex)[-1], 0), hex) for hex in open_to[0]), reverse=True
    )
    for _, door in ranked[:LOOKED_AT]:
        row = [door]
        for hexes in open_to[1:]:
            near = {hex for hex in hexes if any(here.distance(hex, each) <= 1 for each in row)}
            row.append(min(near - set(row) or near or hexes))
        yield tuple(row)


def departures(at: Here) -> Iterator[Choice]:
    """Weigh leaving the map, if a card awards points for it."""
    for unit in ready(at):
        if exits(at.state, unit) and at_an_exit(at.state, unit):
            kept = bounty(at.state, unit.id) / 2 if at.state.round < at.state.rounds else 0.0
            gain = sum(award.points for award in for_exit(at.state, unit)) - kept
            yield from priced(at, do.Leave(unit.id), kind(unit).move, gain)
