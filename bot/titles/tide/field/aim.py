"""Targets of attacks: sight, support, and the position after a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.titles.tide.field import board, fire, guns, names, smoke_rounds, units, whose
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Figure, HexId, Mode, ShelterId, Squad, UnitId, Vehicle


def sight_wrong(state: State, start: HexId, end: HexId) -> Wrong | None:
    """Return why two hexes do not see each other, or `None` if they do."""
    here = board.map_of(state)
    limit = board.sight_limit(state)
    if here.distance(start, end) > limit:
        return Wrong(f"nobody sees farther than {limit} hexes now", "go nearer", "TOI-10.4")
    obstacle = board.obstacle(state, start, end)
    if obstacle is None:
        return None
    why = f"{start} does not see {end}: {obstacle.why}"
    return Wrong(why, "choose a unit that sees it, or another target", obstacle.cite)


def support_wrong(
    state: State, lead: UnitId, support: Sequence[UnitId], seat: str, ready: tuple[str, ...], target: AnyUnit
) -> Wrong | None:
    """Return why units cannot join a combined attack.

    `ready` names the activation states that allow it.
    """
    if len(set(support)) < len(support) or lead in support:
        return Wrong("each unit takes part once", "name each supporting unit once")
    for each in support:
        unit = units.unit_at(state, each)
        if unit is None or unit.side != seat:
            return whose.not_yours(state, Seat(seat), each)
        wrong = _cannot_join(state, unit, ready) or guns.unserved(state, unit, "FB-equip-4")
        if wrong := wrong or sight_wrong(state, unit.hex, target.hex):
            return wrong
    return None


@case("TOI-5.6a", "TOI-5.4d", "TOI-5.4e", "TOI-3.6c")
def _cannot_join(state: State, unit: AnyUnit, ready: tuple[str, ...]) -> Wrong | None:
    """Return why the player's unit can support no attack, whatever the target."""
    name = names.unit(unit)
    if isinstance(unit, Squad) and unit.morale:
        cite = "TOI-5.4d" if unit.morale == "pinned" else "TOI-5.4e"
        return Wrong(f"{name} is {unit.morale} and cannot support", "choose a steady unit", cite)
    if unit.activity not in ready:
        on_op_fire = "only units on Op Fire join an Op Fire attack" if ready == ("op fire",) else ""
        why = f"{name} is {_doing(unit.activity)}" + f", and {on_op_fire}" * bool(on_op_fire)
        return Wrong(why, f"choose units that are {' or '.join(map(_doing, ready))}")
    if units.aboard(state, unit) is not None:
        return Wrong(f"{name} sits in a transport, and passengers do not fire", "choose another unit", "TOI-3.6c")
    if isinstance(unit, Squad) and set(units.figures(unit)) == {"mortar"}:
        return Wrong(f"{name} has only mortars, which join no other attack", "leave it out")
    if smoke_rounds.has(state, unit):
        return Wrong(f"{name} has a smoke round loaded, which is fired alone", "leave it out", "FB-munition-9")
    return None


def _doing(activity: str) -> str:
    return "on Op Fire" if activity == "op fire" else activity


def plan_wrong(
    state: State,
    lead: AnyUnit,
    target: AnyUnit,
    mode: Mode,
    support: Sequence[UnitId] = (),
    using: Sequence[Figure] = (),
    chosen: Mapping[UnitId, Sequence[Figure]] = {},
) -> Wrong | None:
    """Return why the whole attack is illegal: mode, weapons, ranges or halving."""
    for id in chosen:
        if id not in support:
            unit = state.units.get(id)
            who = names.unit(unit) if unit is not None else "a unit that is not there"
            return Wrong(f"figures of {who} are named, which does not support", "name it in `support`", "TOI-2.2a")
    if mode == "suppressive" and isinstance(target, Vehicle):
        return Wrong("vehicles are immune to suppressive fire", "fire normally", "TOI-3.1a")
    friends = [unit for each in support if (unit := units.unit_at(state, each)) is not None]
    plan = fire.plan(state, lead, target, mode, friends, using, chosen=chosen)
    return plan if isinstance(plan, Wrong) else None


def moved_to(state: State, unit: AnyUnit, hex: HexId) -> AnyUnit:
    """Return a unit as if it were at a hex; a new hex means no shelter."""
    moved = replace(unit, hex=hex)
    if isinstance(moved, Squad) and (hex != unit.hex or units.aboard(state, unit) is not None):
        return replace(moved, within=ShelterId(""))
    return moved


def standing_at(state: State, unit: AnyUnit, hex: HexId, cleared: Sequence[HexId] = ()) -> State:
    """Return the state with a unit moved to a hex, where it captures enemy guns."""
    if cleared:
        left = {id: work for id, work in state.works.items() if work.kind != "wire" or work.hex not in cleared}
        state = replace(state, works=left)
    moved = moved_to(state, unit, hex)
    there = replace(state, units={**state.units, unit.id: moved})
    taken = {gun.id: replace(gun, side=unit.side) for gun in units.taken_by(there, moved)}
    return replace(there, units={**there.units, **taken})
