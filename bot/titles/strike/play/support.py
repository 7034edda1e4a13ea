"""Support of a battle: paid supply, and aircraft."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Fixed
from bot.titles.strike import events as ev
from bot.titles.strike.field import aircraft, counters, names, supply
from bot.titles.strike.field.aircraft import bomb_targets
from bot.titles.strike.field.supply import source
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, NOBODY, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.play import Play
from bot.titles.strike.play.named import own
from bot.titles.strike.printed.tables import tables


def trucks_of(state: State, area: AreaId) -> tuple[Unit, ...]:
    """Return the trucks in bombing reach that supply Russians in an area."""
    found = source(state, RUSSIAN, area)
    if found is None or found.how != "trucks":
        return ()
    return tuple(target for target in bomb_targets(state) if target.id == found.trucks)


# Supply.


def too_dear(state: State, seat: Seat, price: int, spent: int) -> Wrong | None:
    """Say that a side has too few points left for supply."""
    has = state.points[seat] - spent
    if price <= has:
        return None
    left = " after all else" if spent else ""
    return Wrong(f"supply costs {price} operations points, you have {has}{left}", "leave `supply` out", "11.5.4")


def supply_choices(seen: Seen[State], area: AreaId, fixed: Fixed) -> tuple[bool, ...]:
    """Return the choices of paying supply: if units lack it, or bombs may cut it."""
    endangered = seen.seat == RUSSIAN and trucks_of(seen.state, area)
    lacking = supply.unsupplied(seen.state, seen.seat, area)
    return (False, True) if lacking or endangered or fixed.get("supply") else (False,)


# Aircraft.


@rule("9.2", "9.2.3", "9.2.4", "11.5.5")
def air_can_help(at: At[State, Any], action: do.Attack | do.Defend) -> Wrong | None:
    """An air unit supports its area's battle or flies supply, one mission at a time."""
    area = action.area if isinstance(action, do.Attack) else at.step.area
    for unit, field in ((action.air, "air"), (action.airlift, "airlift"), (action.bomb, "bomb")):
        if unit and at.seat != GERMAN:
            return Wrong("only the Germans have air units", f"leave `{field}` out", "9.2")
    if action.air and isinstance(action, do.Defend) and at.step.air:
        return Wrong("an air unit helps in this battle already", "leave `air` out", "9.2.3")
    if action.air and (wrong := _no_flight(at, action.air, area, "9.2.3")):
        return wrong
    if action.airlift and action.airlift == action.air:
        return Wrong("one air unit has one mission", "let another one fly supply", "9.2")
    if action.airlift and (wrong := _no_flight(at, action.airlift, area, "9.2.4")):
        return wrong
    return _no_airlift(at, action, area)


def _no_flight(seen: Seen[State], id: UnitId, area: AreaId, cite: str) -> Wrong | None:
    """Return why an air unit is not free for a mission in an area."""
    state, unit = seen.state, own(seen, id)
    if unit is None or not counters.is_kind(unit, "luftwaffe"):
        return Wrong("that is no air unit on the map", "choose one of your air units", cite)
    name = counters.record(unit).name
    if cite == "9.2.3" and unit.place != area:
        return Wrong(f"{name} is at {unit.place}, not at {area}", "choose one that stands there", cite)
    if unit.mission == "supply":
        return Wrong(f"{name} flies supply this turn", "choose another one", "9.2")
    if unit.id in state.tried:
        return Wrong(f"{name} has dropped bombs in this phase", "choose another one", "9.2")
    if counters.interdicts(state, unit):
        return Wrong(f"{name} cuts the railway at {unit.place}", "choose another one", "9.2")
    reach = tables().numbers.air.range
    if counters.map_of(state).distance(unit.place, area) > reach:
        return Wrong(
            f"{name} is at {unit.place}, more than {reach} areas away", "choose one that is nearer", "9.1.1"
        )
    return None


def _no_airlift(seen: Seen[State], action: do.Attack | do.Defend, area: AreaId) -> Wrong | None:
    """Return why supply cannot be flown in, or not to the named units."""
    if not action.airlift:
        return (
            Wrong("no air unit is named that flies", "name it as `airlift`", "9.2.4") if action.supplied else None
        )
    lacking = {unit.id: unit for unit in supply.unsupplied(seen.state, seen.seat, area)}
    if not lacking:
        return Wrong("nobody there lacks supply", "leave `airlift` out", "11.5.5")
    for id in action.supplied:
        if id not in lacking:
            name = counters.record(seen.state.units[id]).name
            return Wrong(
                f"{name} is not at {area}, or lacks no supply", "name a unit that lacks it there", "11.5.5"
            )
    named = [lacking[id] for id in action.supplied]
    if len(set(action.supplied)) != len(named) or (len(named) > 1 and counters.stacked(named) > len(named)):
        return Wrong("one air unit supplies an army, a panzer group or two corps", "name no more", "9.2.4")
    if len(named) > supply.MOST_CORPS:
        return Wrong("one air unit supplies an army, a panzer group or two corps", "name no more", "9.2.4")
    return None


@rule("9.2.2")
def can_bomb(seen: Seen[State], action: do.Attack | do.Defend) -> Wrong | None:
    """An air unit without another mission bombs Russian trucks within its range."""
    state = seen.state
    if not action.bomb:
        return Wrong("no trucks are named", "name them as `bomb`") if action.bomber else None
    target = state.units.get(action.bomb)
    if (
        target is None
        or target.side == seen.seat
        or not counters.is_kind(target, "trucks")
        or not counters.on_map(target)
    ):
        return Wrong("those are no Russian trucks on the map", "choose trucks within range")
    if target.down:
        return Wrong(f"{names.full(target)} are disrupted already", "choose other trucks")
    if action.bomber and action.bomber in (action.air, action.airlift):
        return Wrong("one air unit has one mission", "let another one bomb", "9.2")
    if action.bomber and (wrong := _no_flight(seen, action.bomber, target.place, "9.2.2")):
        return wrong
    if not aircraft.within_range(state, target.place):
        return Wrong(f"no free air unit reaches {target.place}", "choose trucks within range", "9.1.1")
    if aircraft.bomber(state, target, (action.air, action.airlift), action.bomber) is None:
        return Wrong("no other air unit is free for it", "use one air unit for one mission", "9.2")
    return None


Sorties = tuple[UnitId, UnitId, UnitId, tuple[UnitId, ...], UnitId]
"""Air support, supply flight, bombed trucks, supplied units, and the bomber."""


def sorties(seen: Seen[State], area: AreaId, fixed: Fixed) -> Iterator[Sorties]:
    """Yield the missions of air units in a battle, none first."""
    state = seen.state
    german = seen.seat == GERMAN
    support = [NOBODY, *(unit.id for unit in aircraft.supporters(state, area))] if german else [NOBODY]
    lifts = [NOBODY, *(unit.id for unit in aircraft.within_range(state, area))] if german else [NOBODY]
    hit = trucks_of(state, area) if "bomb" not in fixed else aircraft.bomb_targets(state)
    bombs = [NOBODY, *(unit.id for unit in hit)] if german else [NOBODY]
    yield from product(support, lifts, bombs, _lifted(seen, area, fixed), _bombers(seen, fixed))


def _lifted(seen: Seen[State], area: AreaId, fixed: Fixed) -> Iterable[tuple[UnitId, ...]]:
    """Return the units to fly supply to: the default, single units, then two corps."""
    if "supplied" in fixed:
        return [fixed["supplied"]]
    if not fixed.get("airlift"):
        return [()]
    lacking = supply.unsupplied(seen.state, seen.seat, area)
    corps = [unit.id for unit in lacking if counters.size(unit) == 1]
    return [(), *((unit.id,) for unit in lacking), *combinations(corps, supply.MOST_CORPS)]


def _bombers(seen: Seen[State], fixed: Fixed) -> Iterable[UnitId]:
    free = [unit.id for unit in counters.air(seen.state)] if fixed.get("bomb") and seen.seat == GERMAN else []
    return (NOBODY, *free)


class Missions(NamedTuple):
    """The missions in a battle: support, supply flight, and bombed trucks."""

    air: UnitId = NOBODY
    airlift: UnitId = NOBODY
    bomb: UnitId = NOBODY


NO_MISSIONS = Missions()


def give_missions(
    state: State, support: Sequence[Unit], airlift: Sequence[Unit], targets: Sequence[Unit]
) -> Missions:
    """Give each air unit one mission: support first, then supply, then bombs."""
    air = support[0].id if support else NOBODY
    lift = next((unit.id for unit in airlift if unit.id != air), NOBODY)
    target = next(iter(targets), None)
    free = target is not None and aircraft.bomber(state, target, (air, lift)) is not None
    return Missions(air, lift, target.id if target is not None and free else NOBODY)


@case("9.2.2", "9.2.3", "9.2.4", "11.5.5")
def fly(play: Play, area: AreaId, action: do.Attack | do.Defend) -> tuple[UnitId, ...]:
    """Fly the named missions: bombs fall at once, supply stays for the turn.

    Returns the supporting air units.
    """
    if action.bomb:
        bomb(play, play.state.units[action.bomb], (action.air, action.airlift), action.bomber)
    if action.airlift:
        play.emit(ev.Flown(action.airlift, area, "supply", action.supplied))
    return (action.air,) if action.air else ()


@case("9.2.2", "9.1.1", "3.1.1")
def bomb(play: Play, target: Unit, busy: tuple[UnitId, ...], named: UnitId) -> None:
    """Bomb trucks: the modified die must not exceed the air unit's rating."""
    unit = aircraft.bomber(play.state, target, busy, named)
    assert unit is not None
    weather = tables().numbers.conditions[play.state.weather]
    modifiers = (Modifier("9.2.2", weather.name, weather.bombing),) if weather.bombing else ()
    roll = play.dice.roll("bombs", 1)
    need = counters.rating(unit)
    hit = roll.faces[0] + weather.bombing <= need
    play.emit(ev.Bombed(unit.id, target.id, roll, need, hit, modifiers))
    if hit:
        play.emit(ev.Turned(target.id, True, "bombs"))


def brought(seen: Seen[State], action: do.Attack | do.Defend) -> list[str]:
    """Name the support that an order brings into a battle."""
    return [
        *(["air support"] if action.air else []),
        *(["supply that you pay for"] if action.supply else []),
        *(["supply by air"] if action.airlift else []),
        *([f"bombs on {names.called(seen, (action.bomb,))}"] if action.bomb else []),
    ]
