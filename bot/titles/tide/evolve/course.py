"""Effects of events on the course of the battle: stages, steps, armies, command."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.secret import Seat, private
from bot.kit import stack
from bot.titles.tide.evolve.changes import laid_open, on, with_hq, with_units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import March
from bot.titles.tide.model.table import Squad, Vehicle


@on(ev.Opened)
def _opened(state: State, e: ev.Opened) -> State:
    return State(
        scenario=e.scenario,
        options=e.options,
        initiative=e.initiative,
        hq=e.hq,
        works={work.id: work for work in e.works},
        control=e.control,
        decks=e.decks,
        sabotage=e.sabotage,
        units={vehicle.id: vehicle for vehicle in e.vehicles},
        orders={seat: private(e.orders, seat) for seat in e.hq},
        lost=dict.fromkeys(e.hq, ()),
        serial=len(e.works),
    )


@on(ev.RoundBegan)
def _round_began(state: State, e: ev.RoundBegan) -> State:
    return replace(state, round=e.round, hq={seat: replace(hq, out=False) for seat, hq in state.hq.items()})


on(ev.StageBegan)(stack.began)
on(ev.Begun)(stack.laid)
on(ev.Changed)(stack.changed)
on(ev.Ended)(stack.lifted)


@on(ev.Befell)
def _befell(state: State, e: ev.Befell) -> State:
    """The march is on the stack below the current step."""
    steps = (
        replace(step, befallen=(*step.befallen, e.what))
        if isinstance(step, March) and step.unit == e.unit
        else step
        for step in state.steps
    )
    return replace(state, steps=tuple(steps))


@on(ev.Built)
def _built(state: State, e: ev.Built) -> State:
    muster = state.steps[-1]
    lists = {**getattr(muster, "lists", {}), e.seat: e.bases}
    return replace(state, steps=(*state.steps[:-1], replace(muster, lists=lists)))


@on(ev.Mustered)
def _mustered(state: State, e: ev.Mustered) -> State:
    return _raised(state, e.seat, e.squads)


@on(ev.Reinforced)
def _reinforced(state: State, e: ev.Reinforced) -> State:
    return _raised(replace(state, serial=state.serial + len(e.units)), e.seat, e.units)


def _raised(state: State, seat: Seat, units: tuple[Squad | Vehicle, ...]) -> State:
    hq = state.hq[seat]
    squads = hq.squads + sum(isinstance(unit, Squad) for unit in units)
    return with_hq(with_units(state, *units), seat, replace(hq, squads=squads))


@on(ev.Controlled)
def _controlled(state: State, e: ev.Controlled) -> State:
    return replace(state, control={**state.control, e.hex: e.seat})


@on(ev.Gained)
def _gained(state: State, e: ev.Gained) -> State:
    hq = state.hq[e.seat]
    return with_hq(state, e.seat, replace(hq, command=hq.command + e.command, points=hq.points + e.points))


@on(ev.Bid)
def _bid(state: State, e: ev.Bid) -> State:
    hq = state.hq[e.seat]
    pool = hq.command if e.why else hq.command - e.command
    return with_hq(state, e.seat, replace(hq, command=pool, on_initiative=hq.on_initiative + e.command))


@on(ev.InitiativeTaken)
def _initiative_taken(state: State, e: ev.InitiativeTaken) -> State:
    return replace(state, initiative=e.seat)


@on(ev.ActionsAdded)
def _actions_added(state: State, e: ev.ActionsAdded) -> State:
    turn = state.steps[-1]
    return replace(state, steps=(*state.steps[:-1], replace(turn, left=getattr(turn, "left", 0) + e.n)))


@on(ev.OutOfActions)
def _out_of_actions(state: State, e: ev.OutOfActions) -> State:
    return with_hq(state, e.seat, replace(state.hq[e.seat], out=True))


@on(ev.OrdersGiven)
def _orders_given(state: State, e: ev.OrdersGiven) -> State:
    return replace(state, orders={**state.orders, e.seat: e.orders})


@on(ev.GameEnded)
def _game_ended(state: State, e: ev.GameEnded) -> State:
    """All secrets are revealed when the battle is over."""
    units = {
        id: replace(squad, base=laid_open(squad.base, base), concealed=False)
        for id, base in e.bases.items()
        if isinstance(squad := state.units[id], Squad)
    }
    cards = {
        back: replace(state.sabotage[back], card=laid_open(state.sabotage[back].card, name))
        for back, name in e.sabotage.items()
    }
    munitions = {
        unit: replace(state.munitions[unit], kind=laid_open(state.munitions[unit].kind, kind))
        for unit, kind in e.munitions.items()
    }
    works = {
        id: replace(state.works[id], covers=tuple(map(laid_open, state.works[id].covers, covers)))
        for id, covers in e.covers.items()
    }
    return replace(
        state, phase="over", outcome=e.outcome, steps=(), boons=(), units={**state.units, **units},
        sabotage={**state.sabotage, **cards}, munitions={**state.munitions, **munitions},
        works={**state.works, **works},
    )  # fmt: skip
