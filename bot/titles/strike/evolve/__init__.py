"""What each event makes of a state. No rule, no dice: an event is a fact."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.kernel.secret import Seat, private
from bot.kit import stack
from bot.kit.by_kind import ByKind
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import (
    BREAKDOWN,
    DROPPED,
    ELIMINATED,
    NOBODY,
    REMOVED,
    AreaId,
    Orders,
    Unit,
    UnitId,
)

_EVOLVE: ByKind[State, State] = ByKind()
_on = _EVOLVE.on


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after an event."""
    return _EVOLVE[type(event)](state, event)


def _with(state: State, units: Iterable[Unit]) -> State:
    return replace(state, units={**state.units, **{unit.id: unit for unit in units}})


def _put(state: State, id: UnitId, place: AreaId, *, down: bool = False) -> State:
    """Put a unit anew: in a box, or on the map as if it had just come."""
    return _with(state, [Unit(id, state.units[id].side, place, down)])


@_on(ev.Opened)
def _opened(state: State, e: ev.Opened) -> State:
    seats = tuple(e.objectives)
    return State(
        scenario=e.scenario,
        options=e.options,
        turn=e.turn,
        units={unit.id: unit for unit in e.units},
        points=dict.fromkeys(seats, 0),
        objectives=e.objectives,
        control=e.control,
        converted=e.converted,
        orders={seat: private(Orders(losses=e.losses), seat) for seat in seats},
    )


@_on(ev.StageBegan)
def _stage_began(state: State, e: ev.StageBegan) -> State:
    return replace(state, stage=e.stage, phase=e.phase, seat=e.seat, tried=(), fought=())


@_on(ev.TurnBegan)
def _turn_began(state: State, e: ev.TurnBegan) -> State:
    flown = [replace(unit, mission="", supplies=()) for unit in state.units.values() if unit.mission == "supply"]
    return replace(_with(state, flown), turn=e.turn, by_rail=(), railed=(), redeploy={})


@_on(ev.Readied)
def _readied(state: State, e: ev.Readied) -> State:
    rested = [
        replace(unit, spent=0, trail=(), rides=NOBODY)
        for unit in state.units.values()
        if unit.side == e.seat and (unit.spent or unit.trail or unit.rides)
    ]
    return _with(state, rested) if rested else state


_on(ev.Begun)(stack.laid)
_on(ev.Changed)(stack.changed)
_on(ev.Ended)(stack.lifted)


@_on(ev.WeatherCame)
def _weather_came(state: State, e: ev.WeatherCame) -> State:
    return replace(state, weather=e.weather)


@_on(ev.RedeploymentRolled)
def _redeployment_rolled(state: State, e: ev.RedeploymentRolled) -> State:
    return replace(state, redeploy=e.units)


@_on(ev.PointsCame)
def _points_came(state: State, e: ev.PointsCame) -> State:
    return replace(state, points={**state.points, e.seat: e.points})


@_on(ev.ObjectivesCame)
def _objectives_came(state: State, e: ev.ObjectivesCame) -> State:
    return replace(state, objectives={**state.objectives, e.seat: e.objectives})


@_on(ev.Placed)
def _placed(state: State, e: ev.Placed) -> State:
    return _with(state, [replace(state.units[e.unit], place=e.place, trail=(), spent=0)])


@_on(ev.Moved)
def _moved(state: State, e: ev.Moved) -> State:
    gone = []
    for id, cost in zip(e.units, e.costs, strict=True):
        unit = state.units[id]
        rides = e.leader if id in e.led else unit.rides
        gone.append(_along(replace(unit, spent=unit.spent + cost, rides=rides), e.path))
    left = [
        replace(unit, rides=DROPPED)
        for unit in state.units.values()
        if unit.rides in e.units and unit.id not in e.units
    ]
    return _with(state, [*gone, *left])


def _along(unit: Unit, path: tuple[AreaId, ...]) -> Unit:
    return replace(unit, place=path[-1], trail=(*(unit.trail or (unit.place,)), *path[1:]))


@_on(ev.Railed)
def _railed(state: State, e: ev.Railed) -> State:
    unit = state.units[e.unit]
    moved = replace(unit, spent=unit.spent + e.cost, rides=e.leader or unit.rides)
    state = _with(state, [_along(moved, e.path)])
    return replace(state, by_rail=(*state.by_rail, e.unit))


@_on(ev.Converted)
def _converted(state: State, e: ev.Converted) -> State:
    state = _with(state, [_along(state.units[e.railhead], e.path)])
    return replace(state, converted=(*state.converted, *e.areas))


@_on(ev.Flown)
def _flown(state: State, e: ev.Flown) -> State:
    unit = replace(state.units[e.unit], mission=e.mission, supplies=e.supplied)
    return _with(state, [_along(unit, (unit.place, e.place))])


@_on(ev.BrokenDown)
def _broken_down(state: State, e: ev.BrokenDown) -> State:
    whole = state.units[e.unit]
    parts = [replace(whole, id=id, down=state.units[id].down if e.down is None else e.down) for id in e.into]
    return _inherit(_with(_put(state, e.unit, BREAKDOWN), parts), (e.unit,), e.into)


def _inherit(state: State, former: Iterable[UnitId], new: tuple[UnitId, ...]) -> State:
    """Note that units have come in the place of some that have moved by rail this turn."""
    gone = {*state.by_rail, *state.railed}
    return replace(state, railed=(*state.railed, *new)) if not gone.isdisjoint(former) else state


@_on(ev.Combined)
def _combined(state: State, e: ev.Combined) -> State:
    parts = [state.units[id] for id in e.units]
    slowest = max(parts, key=lambda unit: unit.spent)
    for part in parts:
        state = _put(state, part.id, BREAKDOWN, down=part.down and not e.whole)
    return _inherit(_with(state, [replace(slowest, id=e.into, down=False)]), e.units, (e.into,))


@_on(ev.ControlTaken)
def _control_taken(state: State, e: ev.ControlTaken) -> State:
    return replace(state, control={**state.control, **dict.fromkeys(e.areas, e.seat)})


@_on(ev.PartisansRolled)
def _partisans_rolled(state: State, e: ev.PartisansRolled) -> State:
    return state


@_on(ev.Turned)
def _turned(state: State, e: ev.Turned) -> State:
    return _with(state, [replace(state.units[e.unit], down=e.down)])


@_on(ev.CommissarCalled)
def _commissar_called(state: State, e: ev.CommissarCalled) -> State:
    return state


@_on(ev.Declared)
def _declared(state: State, e: ev.Declared) -> State:
    return replace(state, fought=(*state.fought, e.area))


@_on(ev.Paid)
def _paid(state: State, e: ev.Paid) -> State:
    return replace(state, points={**state.points, e.seat: state.points[e.seat] - e.points})


@_on(ev.CannotGoOn)
def _cannot_go_on(state: State, e: ev.CannotGoOn) -> State:
    return state


@_on(ev.Bombed)
def _bombed(state: State, e: ev.Bombed) -> State:
    return replace(state, tried=(*state.tried, e.unit))


@_on(ev.ReserveCalled)
def _reserve_called(state: State, e: ev.ReserveCalled) -> State:
    state = replace(state, tried=(*state.tried, e.unit))
    unit = state.units[e.unit]
    return _with(state, [_along(unit, (unit.place, e.area))]) if e.came else state


@_on(ev.Fought)
def _fought(state: State, e: ev.Fought) -> State:
    return state


@_on(ev.StepLost)
def _step_lost(state: State, e: ev.StepLost) -> State:
    state = _with(state, [replace(state.units[e.unit], down=True)])
    return _put(state, e.corps, ELIMINATED) if e.corps else state


@_on(ev.Eliminated)
def _eliminated(state: State, e: ev.Eliminated) -> State:
    state = _put(state, e.unit, ELIMINATED)
    return _put(state, e.corps, BREAKDOWN) if e.corps else state


@_on(ev.Withdrew)
def _withdrew(state: State, e: ev.Withdrew) -> State:
    return _with(state, [_along(state.units[id], e.path) for id in e.units])


@_on(ev.Advanced)
def _advanced(state: State, e: ev.Advanced) -> State:
    return _with(state, [_along(state.units[id], e.path) for id in e.units])


@_on(ev.LeaderTested)
def _leader_tested(state: State, e: ev.LeaderTested) -> State:
    return _put(state, e.unit, REMOVED) if e.lost else state


@_on(ev.Recovery)
def _recovery(state: State, e: ev.Recovery) -> State:
    return _with(state, [replace(state.units[e.unit], down=not e.recovered)])


@_on(ev.Swapped)
def _swapped(state: State, e: ev.Swapped) -> State:
    army = state.units[e.army]
    other = ELIMINATED if army.place == BREAKDOWN else BREAKDOWN
    here = army.place
    state = _put(state, e.army, other)
    for id in e.corps:
        state = _put(state, id, here)
    return state


@_on(ev.Replaced)
def _replaced(state: State, e: ev.Replaced) -> State:
    return _put(state, e.unit, e.place, down=e.down)


@_on(ev.OrdersGiven)
def _orders_given(state: State, e: ev.OrdersGiven) -> State:
    return replace(state, orders={**state.orders, e.seat: e.orders})


@_on(ev.GameEnded)
def _game_ended(state: State, e: ev.GameEnded) -> State:
    return replace(state, phase="over", seat=Seat(""), outcome=e.outcome, steps=())
