"""The advantage of an order, for hints: markers, cover and the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.secret import Seen
from bot.kit.advice import FAR
from bot.kit.english import away, count, join
from bot.titles.firefight.field import names, units, weighing
from bot.titles.firefight.field.exposure import nearest, shooters
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.placing import ranks
from bot.titles.firefight.field.scoring import exits
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit


def of_move(seen: Seen[State], action: do.Move) -> str:
    """Return the advantage of the goals of a move, as a clause."""
    ways = zip(action.units, action.to, strict=False)
    going = [(unit, to) for id, to in ways for unit in known(seen, (id,)) if lies(seen, to)]
    if not going:
        return ""
    reasons = [*_markers(seen, going), *_edges(seen, going), *_shelter(seen, going), *_targets(seen, going)]
    return join(reasons[:2]) or _nearness(seen, going)


Going = Sequence[tuple[Unit, HexId]]
"""Moving units, each with its goal hex."""


def _markers(seen: Seen[State], going: Going) -> Iterator[str]:
    """Name the enemy marker that a move approaches, or the own marker it guards."""
    state, here = seen.state, ground(seen.state.field)
    for unit, to in going:
        own = any(marker.hex == to and marker.side == unit.side for marker in state.control.values())
        if own and not units.at(state, to, unit.side):
            yield f"your control marker at {names.hex(state, to)} is then guarded"
            return
    far = [
        (here.distance(to, marker.hex), names.hex(state, marker.hex))
        for unit, to in going
        for marker in state.control.values()
        if marker.side != unit.side and marker.hex in here
        and here.distance(to, marker.hex) < here.distance(units.where(unit), marker.hex)
    ]  # fmt: skip
    if far:
        left, marker = min(far)
        yield (
            f"{_they(going)} nearer to the control marker at {marker}"
            if left
            else f"it takes the control marker at {marker}"
        )


def _edges(seen: Seen[State], going: Going) -> Iterator[str]:
    """Name the edges that units approach if a card pays for leaving."""
    for unit, to in going:
        edges = exits(seen.state, unit)
        far = ranks(seen.state.field, edges) if edges else {}
        if far.get(to, FAR) < far.get(units.where(unit), FAR):
            yield f"{_they(going)} nearer to {names.edges(edges)}, where units may leave the map"
            return


def _shelter(seen: Seen[State], going: Going) -> Iterator[str]:
    """Report that fewer enemies see the goal hexes than the current hexes."""
    before, after = (
        sum(len(shooters(seen.state, unit.side, hex)) for unit, hex in those)
        for those in ([(unit, units.where(unit)) for unit, _ in going], going)
    )
    if after < before:
        yield f"{'fewer enemies' if after else 'no enemy'} could fire at {them(going)} there"


def _targets(seen: Seen[State], going: Going) -> Iterator[str]:
    """Name a target of a unit that had no target before."""
    for unit, to in going:
        foes = weighing.foes(seen.state, unit.side)
        if any(_reaches(seen, unit, units.where(unit), foe) for foe in foes):
            continue
        found = [foe for foe in foes if _reaches(seen, unit, to, foe)]
        if found:
            first = min(found, key=lambda foe: (ground(seen.state.field).distance(to, units.where(foe)), foe.id))
            yield f"from there {names.one(unit)} can fire at {names.label(seen.state, first.id)}"
            return


def _nearness(seen: Seen[State], going: Going) -> str:
    """Name the distance to the enemy and the cover, if no other reason applies."""
    state, here = seen.state, ground(seen.state.field)
    unit, to = going[0]
    if here.covered(to) and not here.covered(units.where(unit)):
        return f"{names.place(state, to)} is better cover"
    far = nearest(state, unit.side, to)
    if far == FAR:
        return "no enemy is known on the map, and action points that are not used are lost"
    if far < nearest(state, unit.side, units.where(unit)):
        return f"{_they(going)} nearer to the enemy, who is then {away(far)}"
    return f"the enemy is then {away(far)}"


def _reaches(seen: Seen[State], unit: Unit, hex: HexId, foe: Unit) -> bool:
    there = replace(unit, hex=hex, aboard="", inside="", hiding=None)
    return weighing.reaches(seen.state, there, units.where(foe), flank=True)


def _they(going: Going) -> str:
    return "they come" if len(going) > 1 else "it comes"


def them(going: Sequence[Any]) -> str:
    """Return the pronoun for one thing or for several."""
    return "them" if len(going) > 1 else "it"


def under_fire(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Count the enemies that could fire at units."""
    eyes = {foe for unit in known(seen, ids) for foe in shooters(seen.state, unit.side, units.where(unit))}
    return f"{count(len(eyes), 'enemy unit')} could fire there" if eyes else "the enemy may come into sight"


def enemy_near(seen: Seen[State], id: UnitId) -> str:
    """Return the enemy's distance from a unit, as a clause; empty if unknown."""
    far = [nearest(seen.state, unit.side, units.where(unit)) for unit in known(seen, (id,))]
    return f"the enemy is {away(far[0])}" if far and far[0] < FAR else ""


def suits(seen: Seen[State], hex: HexId, mine: bool = True) -> str:
    """Return the reason for placing an own or an enemy piece in a hex."""
    if not lies(seen, hex):
        return ""
    if ground(seen.state.field).covered(hex):
        return f"there is cover in {names.place(seen.state, hex)}"
    return "it lies on the way of the enemy" if mine else "there is no cover for them"


def known(seen: Seen[State], ids: Iterable[UnitId]) -> list[Unit]:
    """Return the named units that are on the map in a known hex."""
    found = (seen.state.units.get(id) for id in ids)
    return [unit for unit in found if unit is not None and lies(seen, units.where(unit))]


def lies(seen: Seen[State], hex: HexId) -> bool:
    """Return true if a hex is on the map."""
    return bool(seen.state.field) and hex in ground(seen.state.field)
