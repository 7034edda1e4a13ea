"""Remarks on the values of an order: ways, ground and watchers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.fields import Field
from bot.kernel.game import verb
from bot.kernel.rule import Wrong
from bot.kernel.secret import Seat, Seen
from bot.kit.advice import FAR, Remark, enemy_away
from bot.kit.english import away, percent
from bot.titles.tide.field import attack, board, fire, foresight, hazards, movement, names, underway, units
from bot.titles.tide.field import values as values_of
from bot.titles.tide.field.board import map_of
from bot.titles.tide.field.exposure import nearest, shooters
from bot.titles.tide.field.marches import march_of
from bot.titles.tide.field.movement import points
from bot.titles.tide.field.names import article
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import OpFireChance
from bot.titles.tide.model.table import HexId, Squad, UnitId, Vehicle
from bot.titles.tide.printed.tables import tables

MOVES = (do.Advance, do.FireAndMove, do.Assault)


def where(seen: Seen[State], piece: Any) -> str:
    """Return the hex of a unit or a fortification, or of a target that is a hex."""
    found = seen.state.units.get(piece) or seen.state.works.get(piece)
    hex = found.hex if found is not None else piece
    return hex if hex in map_of(seen.state) else ""


def weigh(
    seen: Seen[State], kind: type[Any], known: Mapping[str, Any], field: Field, values: Sequence[Any]
) -> list[Remark]:
    """Remark on hexes (cost, ground, watchers) and on units (distance to the enemy)."""
    unit = units.unit_at(seen.state, known.get("unit", UnitId("")))
    if kind is do.Remove and field.name == "unit":
        return [_of_loss(seen, UnitId(unit)) for unit in values]
    if field.type is HexId and not field.many:
        return [_of_hex(seen, kind, field, unit, HexId(hex)) for hex in values]
    if where(seen, _first(values[0])) if values else "":
        found = [_of_piece(seen, unit, HexId(where(seen, _first(value))), value) for value in values]
        if kind is do.FireAndMove and field.name == "target" and unit is not None:
            return [
                _from_here(seen.state, unit, value, remark) for value, remark in zip(values, found, strict=True)
            ]
        return found
    return []


def _from_here(state: State, unit: AnyUnit, target: str, remark: Remark) -> Remark:
    """Add the chance of a shot on the move that is made before the move."""
    enemy = units.unit_at(state, UnitId(target))
    if enemy is None or not board.sees(state, unit.hex, enemy.hex):
        return replace(remark, order=(0.0, *remark.order))
    plan = fire.plan(state, unit, enemy, "normal", allowed=attack.BANDS[:2], halves=(fire.ON_THE_MOVE,))
    if isinstance(plan, Wrong):
        return replace(remark, order=(0.0, *remark.order))
    chance = values_of.chance_of_effect(state, enemy, plan)
    told = f"{percent(chance)} to hit from here, {remark.words}"
    return Remark((-chance, *remark.order), told, percent(chance), remark.place)


def _of_loss(seen: Seen[State], id: UnitId) -> Remark:
    """Name the default loss of a squad: its least valuable figure."""
    unit = units.unit_at(seen.state, id)
    kinds = units.figures(unit) if isinstance(unit, Squad) else ()
    least = min(kinds, key=lambda kind: values_of.FIGURES[kind], default="")
    return Remark((), article(names.SINGULARS[least]) if least else "")


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and value else value


def _carried(state: State, target: Any) -> str:
    """Tell which figures a squad is known to have."""
    unit = state.units.get(UnitId(target)) if isinstance(target, str) else None
    base = units.known_base(unit) if isinstance(unit, Squad) else None
    return names.figures(base.figures) if base is not None else ""


def _of_piece(seen: Seen[State], unit: AnyUnit | None, hex: HexId, target: Any = "") -> Remark:
    """Describe a target and its distance, or the enemy's distance from an own unit."""
    if hex not in map_of(seen.state):
        return Remark()
    if unit is not None:
        far = map_of(seen.state).distance(unit.hex, hex)
        return Remark((far,), ", ".join(filter(None, (_carried(seen.state, target), away(far)))))
    mover = _mover(seen.state)
    far = nearest(seen.state, seen.seat, hex) if mover is None else map_of(seen.state).distance(mover.hex, hex)
    return Remark((far,), enemy_away(far))


def _mover(state: State) -> AnyUnit | None:
    """Return the unit at which Op Fire is possible now."""
    step = state.steps[-1] if state.steps else None
    return units.unit_at(state, step.target) if isinstance(step, OpFireChance) else None


def _of_hex(seen: Seen[State], kind: type[Any], field: Field, unit: AnyUnit | None, hex: HexId) -> Remark:
    if hex not in map_of(seen.state):
        return Remark()
    state = seen.state
    moves = unit is not None and field.name == "to"
    cost = _cost(state, kind, unit, hex) if unit is not None and moves else ""
    mover = unit.side if unit is not None else seen.seat
    eyes = len(foresight.watchers(state, unit, hex)) if unit is not None else 0
    met = (*_met(state, unit, hex if cost else None),)
    said = (
        f"{cost} point{'s' * (cost != '1')}" if cost else "",
        *_ground(state, hex),
        *met,
        f"{eyes} could fire there" if eyes else "",
    )
    use = _use(state, mover, hex, bool(met), eyes) if moves else (float(nearest(state, mover, hex)),)
    says = (foresight.takes(state, unit, verb(kind), cost),) if unit is not None and cost else ()
    return Remark((*use, _thirds(state, kind, unit, hex)), ", ".join(filter(None, said)), cost, says=says)


def _use(state: State, side: Seat, hex: HexId, meets: bool, eyes: int) -> tuple[float, ...]:
    """Rank missing objectives first, then ways without Op Fire and mines.

    Then come hexes with cover from watchers, near a goal or safe.
    """
    here, goals = map_of(state), [HexId(each.hex) for each in board.wanted(state, side)]
    cover = tables().terrain[here[hex].terrain].cover
    far = min((here.distance(hex, goal) for goal in goals), default=nearest(state, side, hex))
    return float(hex not in goals), float(meets), float(max(0, eyes - cover)), far - cover / 2


def _ways(state: State, kind: type[Any], unit: AnyUnit) -> movement.Ways | None:
    """Return the reach of a unit with an order; `None` for a gun, which others move."""
    if kind not in MOVES or units.is_gun(unit):
        return None
    march = march_of(state)
    if march is not None and march.unit == unit.id:
        return underway.ways(state, march, unit)
    return movement.reach(state, unit, verb(kind))


def _thirds(state: State, kind: type[Any], unit: AnyUnit | None, hex: HexId) -> float:
    ways = _ways(state, kind, unit) if unit is not None else None
    return float(ways.cost.get(hex, FAR)) if ways is not None else 0.0


def _cost(state: State, kind: type[Any], unit: AnyUnit, hex: HexId) -> str:
    ways = _ways(state, kind, unit)
    return points(ways.cost[hex]) if ways is not None and hex in ways.cost and hex != unit.hex else ""


def _ground(state: State, hex: HexId) -> Iterator[str]:
    spot = map_of(state)[hex]
    terrain = tables().terrain[spot.terrain]
    yield f"{terrain.name}, level {spot.level}" if spot.level else terrain.name
    yield from (objective.name for objective in board.scenario(state).objectives if objective.hex == hex)


def _met(state: State, unit: AnyUnit | None, hex: HexId | None) -> Iterator[str]:
    """Yield what the way leads through, each once: a minefield, Op Fire."""
    if unit is None or hex is None or hex == unit.hex:
        return
    found = underway.way(state, unit, hex)
    if isinstance(found, movement.Way):
        yield from dict.fromkeys(what for _, what in hazards.met(state, unit, found.path))


def threats(seen: Seen[State], piece: Any) -> str:
    """Name the enemies that could fire at a unit in its hex."""
    unit = units.unit_at(seen.state, piece)
    if unit is None:
        return ""
    found = shooters(seen.state, unit.side, unit.hex, armoured=isinstance(unit, Vehicle))
    if isinstance(unit, Squad) and unit.concealed:
        return "It is concealed: nobody fires at it directly."
    return f"{foresight.enemies(seen.state, found)} could fire at it." if found else ""
