"""What each event makes of a state. No rule, no dice: an event is a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from bot.kernel.secret import Seat, Secret, private
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HQ, Figure, Orders, ShelterId, Squad, UnitId, Vehicle

E = TypeVar("E", bound=ev.Event)
T = TypeVar("T")
_EVOLVE: dict[type[ev.Event], Callable[[State, Any], State]] = {}

FIGURE_ORDER = ("officer", "elite", "regular", "mg", "mortar")


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after an event."""
    return _EVOLVE[type(event)](state, event)


def _on(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def note(function: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _EVOLVE[kind] = function
        return function

    return note


def _with(state: State, *units: Squad | Vehicle) -> State:
    return replace(state, units={**state.units, **{unit.id: unit for unit in units}})


def _hq(state: State, seat: Seat, hq: HQ) -> State:
    return replace(state, hq={**state.hq, seat: hq})


def _squad(state: State, unit: UnitId) -> Squad:
    squad = state.units[unit]
    assert isinstance(squad, Squad)
    return squad


def in_order(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Return the figures of a base in their fixed order."""
    return tuple(sorted(figures, key=FIGURE_ORDER.index))


def _with_figures(squad: Squad, figures: Iterable[Figure]) -> Squad:
    base = replace(squad.base.open(), figures=in_order(figures))
    return replace(squad, base=Secret(squad.base.readers, base))


def _laid_open(secret: Secret[T], value: T) -> Secret[T]:
    """Return a secret that everyone may read now; the event says what it is, since not every reader knew."""
    return replace(secret.reveal(), value=value)


@_on(ev.Opened)
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
        orders={seat: private(Orders(), seat) for seat in e.hq},
        lost=dict.fromkeys(e.hq, ()),
        serial=len(e.works),
    )


@_on(ev.StageBegan)
def _stage_began(state: State, e: ev.StageBegan) -> State:
    return replace(state, stage=e.stage, phase=e.phase)


@_on(ev.RoundBegan)
def _round_began(state: State, e: ev.RoundBegan) -> State:
    return replace(state, round=e.round, hq={seat: replace(hq, out=False) for seat, hq in state.hq.items()})


@_on(ev.Begun)
def _begun(state: State, e: ev.Begun) -> State:
    return replace(state, steps=(*state.steps, e.step))


@_on(ev.Changed)
def _changed(state: State, e: ev.Changed) -> State:
    return replace(state, steps=(*state.steps[:-1], e.step))


@_on(ev.Ended)
def _ended(state: State, e: ev.Ended) -> State:
    return replace(state, steps=state.steps[:-1])


@_on(ev.Built)
def _built(state: State, e: ev.Built) -> State:
    muster = state.steps[-1]
    lists = {**getattr(muster, "lists", {}), e.seat: e.bases}
    return replace(state, steps=(*state.steps[:-1], replace(muster, lists=lists)))


@_on(ev.Mustered)
def _mustered(state: State, e: ev.Mustered) -> State:
    return _raised(state, e.seat, e.squads)


def _raised(state: State, seat: Seat, units: tuple[Squad | Vehicle, ...]) -> State:
    hq = state.hq[seat]
    squads = hq.squads + sum(isinstance(unit, Squad) for unit in units)
    return _hq(_with(state, *units), seat, replace(hq, squads=squads))


@_on(ev.Placed)
def _placed(state: State, e: ev.Placed) -> State:
    unit = replace(state.units[e.unit], hex=e.hex)
    if isinstance(unit, Squad):
        base = unit.base if e.shown is None else _laid_open(unit.base, e.shown)
        unit = replace(unit, within=e.within, concealed=e.concealed, base=base)
    return _with(state, unit)


@_on(ev.Activated)
def _activated(state: State, e: ev.Activated) -> State:
    return state


@_on(ev.Moved)
def _moved(state: State, e: ev.Moved) -> State:
    aboard = [
        replace(unit, hex=e.hex)
        for unit in state.units.values()
        if isinstance(unit, Squad) and unit.within == ShelterId(e.unit)
    ]
    return _with(state, replace(state.units[e.unit], hex=e.hex), *aboard)


@_on(ev.Tested)
def _tested(state: State, e: ev.Tested) -> State:
    return state


@_on(ev.Captured)
def _captured(state: State, e: ev.Captured) -> State:
    return _with(state, replace(state.units[e.unit], side=e.seat))


@_on(ev.Sheltered)
def _sheltered(state: State, e: ev.Sheltered) -> State:
    return _with(state, replace(_squad(state, e.unit), within=e.within))


@_on(ev.Marked)
def _marked(state: State, e: ev.Marked) -> State:
    return _with(state, *(replace(state.units[unit], activity=e.activity) for unit in e.units))


@_on(ev.Revealed)
def _revealed(state: State, e: ev.Revealed) -> State:
    squad = _squad(state, e.unit)
    return _with(state, replace(squad, concealed=False, base=_laid_open(squad.base, e.base)))


@_on(ev.Attacked)
def _attacked(state: State, e: ev.Attacked) -> State:
    return state


@_on(ev.Assaulted)
def _assaulted(state: State, e: ev.Assaulted) -> State:
    return state


@_on(ev.FigureLost)
def _figure_lost(state: State, e: ev.FigureLost) -> State:
    squad = _squad(state, e.unit)
    figures = list(squad.base.open().figures)
    figures.remove(e.figure)
    state = _with(state, _with_figures(squad, figures))
    return replace(state, lost={**state.lost, squad.side: (*state.lost[squad.side], e.figure)})


@_on(ev.Destroyed)
def _destroyed(state: State, e: ev.Destroyed) -> State:
    gone = state.units[e.unit]
    kinds = gone.base.open().figures if isinstance(gone, Squad) else (gone.kind,)
    return replace(
        state,
        munitions={unit: munition for unit, munition in state.munitions.items() if unit != e.unit},
        units={key: unit for key, unit in state.units.items() if key != e.unit},
        lost={**state.lost, gone.side: (*state.lost[gone.side], *kinds)},
    )


@_on(ev.Suppressed)
def _suppressed(state: State, e: ev.Suppressed) -> State:
    return _with(state, replace(_squad(state, e.unit), morale=e.morale))


@_on(ev.Damaged)
def _damaged(state: State, e: ev.Damaged) -> State:
    vehicle = state.units[e.unit]
    assert isinstance(vehicle, Vehicle)
    return _with(state, replace(vehicle, damage=e.damage))


@_on(ev.Healed)
def _healed(state: State, e: ev.Healed) -> State:
    if not e.figure:
        return state
    squad = _squad(state, e.unit)
    if squad.base.known:
        state = _with(state, _with_figures(squad, (*squad.base.open().figures, e.figure)))
    if e.new:
        return state
    lost = list(state.lost[squad.side])
    lost.remove(e.figure)
    return replace(state, lost={**state.lost, squad.side: tuple(lost)})


@_on(ev.WorkPlaced)
def _work_placed(state: State, e: ev.WorkPlaced) -> State:
    return replace(state, works={**state.works, e.work.id: e.work}, serial=state.serial + 1)


@_on(ev.WorkRemoved)
def _work_removed(state: State, e: ev.WorkRemoved) -> State:
    inside = [
        replace(unit, within=ShelterId(""))
        for unit in state.units.values()
        if isinstance(unit, Squad) and unit.within == ShelterId(e.work)
    ]
    state = replace(state, works={key: work for key, work in state.works.items() if key != e.work})
    return _with(state, *inside) if inside else state


@_on(ev.WorkTurned)
def _work_turned(state: State, e: ev.WorkTurned) -> State:
    return replace(state, works={**state.works, e.work: replace(state.works[e.work], kind=e.kind)})


@_on(ev.FougasseTried)
def _fougasse_tried(state: State, e: ev.FougasseTried) -> State:
    work = state.works[e.work]
    covers = list(work.covers)
    covers[e.direction - 1] = _laid_open(covers[e.direction - 1], e.sprung)
    return replace(state, works={**state.works, e.work: replace(work, covers=tuple(covers))})


@_on(ev.MunitionLaid)
def _munition_laid(state: State, e: ev.MunitionLaid) -> State:
    return replace(state, munitions={**state.munitions, e.unit: e.munition})


@_on(ev.MunitionShown)
def _munition_shown(state: State, e: ev.MunitionShown) -> State:
    munition = state.munitions[e.unit]
    shown = replace(munition, kind=_laid_open(munition.kind, e.kind))
    return replace(state, munitions={**state.munitions, e.unit: shown})


@_on(ev.MunitionGone)
def _munition_gone(state: State, e: ev.MunitionGone) -> State:
    left = {unit: munition for unit, munition in state.munitions.items() if unit != e.unit}
    return replace(state, munitions=left)


@_on(ev.Controlled)
def _controlled(state: State, e: ev.Controlled) -> State:
    return replace(state, control={**state.control, e.hex: e.seat})


@_on(ev.Gained)
def _gained(state: State, e: ev.Gained) -> State:
    hq = state.hq[e.seat]
    return _hq(state, e.seat, replace(hq, command=hq.command + e.command, points=hq.points + e.points))


@_on(ev.Bid)
def _bid(state: State, e: ev.Bid) -> State:
    hq = state.hq[e.seat]
    pool = hq.command if e.why else hq.command - e.command
    return _hq(state, e.seat, replace(hq, command=pool, on_initiative=hq.on_initiative + e.command))


@_on(ev.InitiativeTaken)
def _initiative_taken(state: State, e: ev.InitiativeTaken) -> State:
    return replace(state, initiative=e.seat)


@_on(ev.Drew)
def _drew(state: State, e: ev.Drew) -> State:
    deck = state.decks[e.deck]
    if deck.combined:
        deck = replace(deck, top="")
    else:
        deck = replace(deck, cards=tuple(card for card in deck.cards if card != e.card))
    hq = state.hq[e.seat]
    state = replace(state, decks={**state.decks, e.deck: deck})
    return _hq(state, e.seat, replace(hq, cards=(*hq.cards, e.card)))


@_on(ev.TopTurned)
def _top_turned(state: State, e: ev.TopTurned) -> State:
    deck = state.decks[e.deck]
    left = tuple(card for card in deck.cards if card != e.card)
    return replace(state, decks={**state.decks, e.deck: replace(deck, cards=left, top=e.card)})


@_on(ev.CardPlayed)
def _card_played(state: State, e: ev.CardPlayed) -> State:
    hq = state.hq[e.seat]
    cards = tuple(card for card in hq.cards if card != e.card)
    in_play = (*hq.in_play, e.card) if e.stays else hq.in_play
    hq = replace(hq, cards=cards, in_play=in_play, command=hq.command - e.cost)
    state = _hq(state, e.seat, hq)
    return state if e.stays else replace(state, discards=(*state.discards, e.card))


@_on(ev.CardLost)
def _card_lost(state: State, e: ev.CardLost) -> State:
    def without(cards: tuple[str, ...]) -> tuple[Any, ...]:
        return tuple(card for card in cards if card != e.card)

    return replace(
        state,
        hq={s: replace(q, cards=without(q.cards), in_play=without(q.in_play)) for s, q in state.hq.items()},
        decks={key: replace(deck, top="") if deck.top == e.card else deck for key, deck in state.decks.items()},
        discards=(*state.discards, e.card),
    )


@_on(ev.Contact)
def _contact(state: State, e: ev.Contact) -> State:
    waiting = {card: tried for card, tried in state.waiting.items() if card != e.card}
    return replace(state, waiting=waiting if e.made else {**waiting, e.card: state.round})


@_on(ev.Drifted)
def _drifted(state: State, e: ev.Drifted) -> State:
    return state


@_on(ev.Given)
def _given(state: State, e: ev.Given) -> State:
    return replace(state, boons=(*state.boons, e.boon))


@_on(ev.Used)
def _used(state: State, e: ev.Used) -> State:
    left = list(state.boons)
    for boon in e.boons:
        left.remove(boon)
    return replace(state, boons=tuple(left))


@_on(ev.ActionsAdded)
def _actions_added(state: State, e: ev.ActionsAdded) -> State:
    turn = state.steps[-1]
    return replace(state, steps=(*state.steps[:-1], replace(turn, left=getattr(turn, "left", 0) + e.n)))


@_on(ev.OutOfActions)
def _out_of_actions(state: State, e: ev.OutOfActions) -> State:
    return _hq(state, e.seat, replace(state.hq[e.seat], out=True))


@_on(ev.SabotageLaid)
def _sabotage_laid(state: State, e: ev.SabotageLaid) -> State:
    laid = replace(state.sabotage[e.card], place=e.deck)
    return replace(state, sabotage={**state.sabotage, e.card: laid})


@_on(ev.SabotageSprung)
def _sabotage_sprung(state: State, e: ev.SabotageSprung) -> State:
    card = state.sabotage[e.card]
    spent = replace(card, place="spent", card=_laid_open(card.card, e.name))
    return replace(state, sabotage={**state.sabotage, e.card: spent})


@_on(ev.Transferred)
def _transferred(state: State, e: ev.Transferred) -> State:
    giver, taker = _squad(state, e.giver), _squad(state, e.taker)
    state = _with(state, replace(taker, base=e.right))
    if not e.emptied:
        return _with(state, replace(giver, base=e.left))
    return replace(state, units={key: unit for key, unit in state.units.items() if key != e.giver})


@_on(ev.OrdersGiven)
def _orders_given(state: State, e: ev.OrdersGiven) -> State:
    return replace(state, orders={**state.orders, e.seat: e.orders})


@_on(ev.Reinforced)
def _reinforced(state: State, e: ev.Reinforced) -> State:
    return _raised(replace(state, serial=state.serial + len(e.units)), e.seat, e.units)


@_on(ev.GameEnded)
def _game_ended(state: State, e: ev.GameEnded) -> State:
    """Nothing stays hidden when the battle is over."""
    units = {
        id: replace(squad, base=_laid_open(squad.base, base), concealed=False)
        for id, base in e.bases.items()
        if isinstance(squad := state.units[id], Squad)
    }
    cards = {
        back: replace(state.sabotage[back], card=_laid_open(state.sabotage[back].card, name))
        for back, name in e.sabotage.items()
    }
    munitions = {
        unit: replace(state.munitions[unit], kind=_laid_open(state.munitions[unit].kind, kind))
        for unit, kind in e.munitions.items()
    }
    works = {
        id: replace(state.works[id], covers=tuple(map(_laid_open, state.works[id].covers, covers)))
        for id, covers in e.covers.items()
    }
    return replace(
        state, phase="over", outcome=e.outcome, steps=(), boons=(), units={**state.units, **units},
        sabotage={**state.sabotage, **cards}, munitions={**state.munitions, **munitions},
        works={**state.works, **works},
    )  # fmt: skip
