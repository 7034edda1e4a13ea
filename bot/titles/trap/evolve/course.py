"""The course of the game: stages, steps, markers, the End Phase."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from bot.kernel.secret import Seat, Secret, private
from bot.kit import stack
from bot.kit.pieces import with_units
from bot.titles.trap.evolve.changes import on
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import SEATS, Bonus, MarkerId, Orders, UnitId


@on(ev.Opened)
def _opened(state: State, e: ev.Opened) -> State:
    return State(
        scenario=e.scenario,
        options=e.options,
        turn=e.turn,
        units={unit.id: unit for unit in e.units},
        serial=max((unit.height for unit in e.units), default=0),
        pool=e.pool,
        undrawn=e.undrawn,
        roadblocks=e.roadblocks,
        batteries={battery.id: battery for battery in e.batteries},
        control=e.control,
        outside=e.outside,
        restricted=e.restricted,
        spent={seat: private({}, seat) for seat in SEATS},
        orders={seat: private(Orders(), seat) for seat in SEATS},
    )


on(ev.StageBegan)(stack.began)
on(ev.Begun)(stack.laid)
on(ev.Changed)(stack.changed)
on(ev.Ended)(stack.lifted)


@on(ev.EventRolled)
def _event_rolled(state: State, e: ev.EventRolled) -> State:
    state = replace(state, event=e.event)
    match e.event:
        case "chechen desperation" | "russian desperation":
            return replace(state, bonus=Bonus(e.seat, e.number))
        case "snafu":
            return replace(state, loses=e.seat)
        case "return":
            return replace(state, returned=True)
        case _:
            return state


@on(ev.InitiativeRolled)
def _initiative_rolled(state: State, e: ev.InitiativeRolled) -> State:
    return state


@on(ev.CupFilled)
def _cup_filled(state: State, e: ev.CupFilled) -> State:
    return replace(state, cup=e.markers, outside=e.outside, gone=(), held=MarkerId(""))


def _without(markers: tuple[MarkerId, ...], marker: MarkerId) -> tuple[MarkerId, ...]:
    at = markers.index(marker)
    return (*markers[:at], *markers[at + 1 :])


@on(ev.MarkerHeld)
def _marker_held(state: State, e: ev.MarkerHeld) -> State:
    if e.marker in state.cup:
        return replace(state, held=e.marker, cup=_without(state.cup, e.marker))
    return replace(state, held=e.marker, outside=_without(state.outside, e.marker))


@on(ev.MarkerAdded)
def _marker_added(state: State, e: ev.MarkerAdded) -> State:
    return replace(state, cup=(*state.cup, e.marker), outside=_without(state.outside, e.marker))


@on(ev.MarkerLost)
def _marker_lost(state: State, e: ev.MarkerLost) -> State:
    return replace(
        state,
        cup=_without(state.cup, e.marker),
        gone=(*state.gone, e.marker),
        loses=Seat(""),
        snafu=(*state.snafu, e.seat),
    )


@on(ev.MarkerDrawn)
def _marker_drawn(state: State, e: ev.MarkerDrawn) -> State:
    gone = (*state.gone, e.marker)
    if state.held:
        return replace(state, held=MarkerId(""), gone=gone)
    return replace(state, cup=_without(state.cup, e.marker), gone=gone)


@on(ev.BonusBegan)
def _bonus_began(state: State, e: ev.BonusBegan) -> State:
    units = {
        id: replace(unit, moved=False, fired=False, spotted=False, climbed=False) if unit.side == e.seat else unit
        for id, unit in state.units.items()
    }
    return replace(state, bonus=None, units=units)


def _rested(state: State) -> dict[Seat, Secret[dict[UnitId, int]]]:
    """Return that nobody has spent anything, for those who may know it."""
    return {seat: Secret(was.readers, {} if was.known else UNSET) for seat, was in state.spent.items()}


@on(ev.ActivationBegan)
def _activation_began(state: State, e: ev.ActivationBegan) -> State:
    return replace(state, acted=(), entered={}, spent=_rested(state))


@on(ev.ActivationEnded)
def _activation_ended(state: State, e: ev.ActivationEnded) -> State:
    out = [replace(unit, got_out=False) for unit in state.units.values() if unit.got_out]
    return replace(with_units(state, out), acted=(), entered={}, spent=_rested(state))


@on(ev.Released)
def _released(state: State, e: ev.Released) -> State:
    return replace(state, restricted=False)


@on(ev.Recovered)
def _recovered(state: State, e: ev.Recovered) -> State:
    units = {
        id: replace(
            unit,
            status=e.units.get(id, unit.status),
            activated=False,
            moved=False,
            fired=False,
            shot_at=False,
            spotted=False,
            climbed=False,
        )
        for id, unit in state.units.items()
    }
    batteries = {id: replace(each, used=False, hex="") for id, each in state.batteries.items()}
    return replace(state, units=units, batteries=batteries)


@on(ev.TurnBegan)
def _turn_began(state: State, e: ev.TurnBegan) -> State:
    return replace(
        state, turn=e.turn, event="none", bonus=None, loses=Seat(""), cup=(), gone=(), held=MarkerId("")
    )


@on(ev.ReinforcementsEnded)
def _reinforcements_ended(state: State, e: ev.ReinforcementsEnded) -> State:
    return replace(state, reinforces=False)


@on(ev.GameEnded)
def _game_ended(state: State, e: ev.GameEnded) -> State:
    return replace(state, phase="over", outcome=e.outcome, steps=())
