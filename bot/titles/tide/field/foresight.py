"""The foreseeable cost and danger of an order, and the squads that it reveals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeGuard

from msgspec.structs import replace

from bot.kernel.game import verb
from bot.kernel.secret import Seen
from bot.kit.english import join, listed
from bot.titles.tide.field import fire, hazards, movement, names, underway, units
from bot.titles.tide.field.board import map_of
from bot.titles.tide.field.exposure import shooters
from bot.titles.tide.field.marches import march_of
from bot.titles.tide.field.movement import points
from bot.titles.tide.field.units import AnyUnit, own
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Squad, UnitId, Vehicle


class Going(Protocol):
    """An order by which a unit moves."""

    @property
    def unit(self) -> UnitId:
        """The unit."""

    @property
    def to(self) -> HexId:
        """The end of its way."""

    @property
    def via(self) -> tuple[HexId, ...]:
        """The hexes of its way, if they are named."""


def cost(seen: Seen[State], action: Going) -> Iterator[str]:
    """Report the cost of a way."""
    unit = _goes(seen, action)
    found = underway.way(seen.state, unit, action.to, action.via) if unit is not None else None
    if unit is not None and isinstance(found, movement.Way):
        yield takes(seen.state, unit, verb(type(action)), points(found.cost))


def danger(seen: Seen[State], action: Going) -> Iterator[str]:
    """Name the enemies that could fire at the end of a way."""
    unit = _goes(seen, action)
    if unit is not None and (found := watchers(seen.state, unit, action.to)):
        yield f"{enemies(seen.state, found)} could fire at it there."


def _goes(seen: Seen[State], action: Going) -> AnyUnit | None:
    """Return the unit that goes to another hex; `None` for a gun, which others move."""
    unit = own(seen, action.unit)
    if unit is None or action.to not in map_of(seen.state) or action.to == unit.hex or units.is_gun(unit):
        return None
    return unit


def seen_on_way(seen: Seen[State], action: Going) -> Iterator[str]:
    """Name the hex where a concealed squad is seen on its way, if there is one."""
    unit, state = own(seen, action.unit), seen.state
    if not _is_hidden(unit) or action.to not in map_of(state):
        return
    way = underway.way(state, unit, action.to, action.via)
    lit = _lit(state, unit, way.path if isinstance(way, movement.Way) else ())
    if lit:
        met = hazards.met(state, replace(unit, concealed=False), lit)
        watched = any(what == hazards.WATCHED for _, what in met)
        yield f"It is revealed at {lit[0]}{', in sight of enemies on Op Fire' if watched else ''}."


def revealed(
    seen: Seen[State], what: str, lead: UnitId, support: Sequence[UnitId] = (), *, lit: bool = False
) -> Iterator[str]:
    """Name the concealed squads that an attack reveals.

    A lead that is `lit` was seen on its way already.
    """
    unit = own(seen, lead)
    if unit is None:
        return
    alone = ["it"] if _is_hidden(unit) and not lit else []
    found = [units.unit_at(seen.state, id) for id in support]
    others = [names.unit(each) for each in found if _is_hidden(each)]
    if alone or others:
        yield f"{what} reveals {join([*alone, *others])}."


def _is_hidden(unit: AnyUnit | None) -> TypeGuard[Squad]:
    return isinstance(unit, Squad) and unit.concealed


def takes(state: State, unit: AnyUnit, kind: str, cost: str) -> str:
    """Compare the cost of a way to the unit's movement, or its rest on a march."""
    march = march_of(state)
    if march is not None and march.unit == unit.id:
        left = points(max(0, underway.left(state, march, unit)))
        return f"It takes {cost} of the {left} movement point{'s' * (left != '1')} that it has left."
    has, _ = movement.allowance(state, unit, kind)
    return f"It takes {cost} of its {points(has)} movement points."


def watchers(state: State, unit: AnyUnit, hex: HexId) -> tuple[UnitId, ...]:
    """Return the enemies that could fire at the end of a way; not at concealed squads."""
    if isinstance(unit, Squad) and unit.concealed:
        way = underway.way(state, unit, hex)
        if isinstance(way, movement.Way) and not _lit(state, unit, way.path):
            return ()
    return shooters(state, unit.side, hex, armoured=isinstance(unit, Vehicle))


def _lit(state: State, unit: AnyUnit, path: Sequence[HexId]) -> Sequence[HexId]:
    """Return the part of a way on which a concealed squad is seen."""
    return next((path[n:] for n, hex in enumerate(path) if fire.comes_to_light(state, unit.side, hex)), ())


def enemies(state: State, found: Sequence[UnitId]) -> str:
    """Name some enemies by their hexes, as in "Enemies at F5 (2) and H7"."""
    hexes = Counter(state.units[id].hex for id in found)
    told = listed((f"{hex} ({n})" if n > 1 else hex for hex, n in sorted(hexes.items())), most=4)
    return f"{'An enemy' if len(found) == 1 else 'Enemies'} at {told}"
