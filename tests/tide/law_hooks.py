"""Hooks for the laws of Tide of Iron: secrets to deal, and the conserved stock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, get_args

from msgspec.structs import replace

from bot.kernel.game import legal
from bot.kernel.secret import Seat, Secret, Seen
from bot.titles.tide import events as ev
from bot.titles.tide.field import board, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import steps
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import (
    FIGURE_ORDER,
    HEAVY_WEAPONS,
    Base,
    Munition,
    MunitionKind,
    Orders,
    Speciality,
    Squad,
    UnitId,
    Vehicle,
    Work,
    WorkId,
)
from bot.titles.tide.printed.tables import deck_list, key_of, spaces, tables
from tests import hooks
from tests.match import Match
from tests.tide import truths

FILLINGS: tuple[tuple[str, ...], ...] = (
    ("officer", "regular", "regular", "regular"), ("officer", "elite"), ("elite", "elite", "elite", "elite"),
    ("elite", "regular"), ("regular", "regular", "regular", "regular"), ("regular", "regular", "mg"),
    ("officer", "mg"), ("mortar", "regular"), ("mg", "mortar"), ("regular",),
)  # fmt: skip
KINDS: tuple[MunitionKind, ...] = get_args(MunitionKind)
SPECIALITIES: tuple[Speciality, ...] = (
    "", "", "engineer", "medic", "flamethrower", "anti-tank", "expert", "saboteur",
)  # fmt: skip


class TideHooks(hooks.Plain):
    """Tide of Iron, as the laws ask about it."""

    usual: Mapping[str, int] = {
        "first": 45, "kryukovo": 95, "ugra": 140, "bukrin": 150, "barrikady": 190, "mtsensk": 240, "korsun": 250,
        "kalach": 350,
    }  # fmt: skip
    longest = 6000
    anytime = (do.Order, do.Resign)

    def redeal(self, state: State, viewer: Seat, rnd: Random) -> State:
        """Shuffle hidden bases, muster lists, sabotage, munitions, fougasses and orders."""
        squads = [u for u in state.units.values() if isinstance(u, Squad) and not u.base.readable(viewer)]
        units = dict(state.units)
        for seat in state.hq:
            own = [squad for squad in squads if squad.side == seat]
            bases = [squad.base.open() for squad in own]
            rnd.shuffle(bases)
            for squad, base in zip(own, bases, strict=True):
                units[squad.id] = replace(squad, base=_with(squad.base, _other(base, rnd)))
        orders = {
            seat: given if given.readable(viewer) else _with(given, _orders(rnd))
            for seat, given in state.orders.items()
        }
        step = state.steps[-1] if state.steps else None
        dealt = state.steps
        if isinstance(step, steps.Muster):
            dealt = (*dealt[:-1], _muster(step, viewer, rnd))
        return replace(
            state, units=units, orders=orders, steps=dealt, sabotage=_sabotage(state, viewer, rnd),
            munitions=_munitions(state, viewer, rnd), works=_fougasses(state, viewer, rnd),
        )  # fmt: skip

    def tells(self, seen: Seen[State], action: do.Action) -> bool:
        """A suggested deployment reveals squads by their places."""
        return isinstance(action, do.Deploy)

    def twins(self, match: Match, seat: Seat, action: do.Action, rnd: Random) -> Iterator[do.Action]:
        """Yield actions that look the same to others: other bases, orders or directions."""
        if isinstance(action, do.Build):
            builds = list(legal(match.game, match.seen(seat), do.Build))
            yield from rnd.sample(builds, min(3, len(builds)))
        elif isinstance(action, do.Order):
            yield do.Order(op_fire="fire", within=rnd.randint(1, 40), casualties="ask")
            yield do.Order(retreat="safest", chance=rnd.randint(1, 100), transfers="skip")
        elif isinstance(action, do.Advance | do.Assault | do.FireAndMove):
            yield replace(action, after_fire=rnd.choice(("ask", "go on", "stop")))
        elif isinstance(action, do.Spend) and action.munition:
            yield from (replace(action, munition=kind) for kind in KINDS if kind != action.munition)
        elif isinstance(action, do.PlayCard) and action.direction:
            others = legal(match.game, match.seen(seat), do.PlayCard, {"card": action.card, "hex": action.hex})
            yield from (other for other in others if other.direction != action.direction)

    def stock(self, state: State) -> Counter[str]:
        """Count figures and vehicles with losses, cards, sabotage, command, points, works."""
        count: Counter[str] = Counter()
        for unit in state.units.values():
            count.update(_pieces(unit))
        for seat, kinds in state.lost.items():
            count.update(f"{seat} {kind}" for kind in kinds)
        for deck in state.decks.values():
            count.update((*deck.cards, *filter(None, (deck.top,))))
        for seat, hq in state.hq.items():
            count.update((*hq.cards, *hq.in_play))
            count[f"{seat} command"] += hq.command + hq.on_initiative
            count[f"{seat} points"] += hq.points
        count.update(state.discards)
        for card in state.sabotage.values():
            count[f"{card.owner} sabotage {card.card.open()}"] += 1
        count["works"] = len(state.works)
        count["munitions"] = len(state.munitions)
        return count

    def change(self, state: State, event: ev.Event) -> Counter[str]:
        """Count the pieces that an event brings to the table or takes from it."""
        match event:
            case ev.Mustered() | ev.Reinforced():
                new = event.squads if isinstance(event, ev.Mustered) else event.units
                return Counter(piece for unit in new for piece in _pieces(unit))
            case ev.Healed(figure=figure, new=True) if figure:
                return Counter({f"{state.units[event.unit].side} {figure}": 1})
            case ev.Gained():
                return Counter({f"{event.seat} command": event.command, f"{event.seat} points": event.points})
            case ev.Bid(why=why) if why:
                return Counter({f"{event.seat} command": event.command})
            case ev.CardPlayed():
                return Counter({f"{event.seat} command": -event.cost})
            case ev.MunitionLaid():
                return Counter({"munitions": 1})
            case ev.MunitionGone():
                return Counter({"munitions": -1})
            case ev.Destroyed(unit=unit) if unit in state.munitions:
                return Counter({"munitions": -1})
            case ev.Captured():
                gun = state.units[event.unit]
                assert isinstance(gun, Vehicle)
                return Counter({f"{gun.side} {gun.kind}": -1, f"{event.seat} {gun.kind}": 1})
            case ev.WorkPlaced():
                return Counter({"works": 1})
            case ev.WorkRemoved():
                return Counter({"works": -1})
            case _:
                return Counter()

    def faults(self, state: State) -> Iterator[str]:
        """Yield what the rules of stacking, bases, transports and cards forbid."""
        yield from _unit_faults(state)
        yield from _hex_faults(state)
        yield from _card_faults(state)
        yield from _munition_faults(state)
        yield from _flame_faults(state)
        for seat, hq in state.hq.items():
            if min(hq.command, hq.on_initiative, hq.points) < 0:
                yield f"{seat} is in debt: {hq}"

    def untrue(self, seen: Seen[State], action: do.Action, why: str) -> str:
        """Look up what a refusal says of units, hexes and hands."""
        return truths.untrue(seen, action, why)

    def crops(self, state: State, rnd: Random) -> tuple[str, ...]:
        """Choose two hexes."""
        return tuple(rnd.sample(sorted(board.map_of(state).spots), 2))

    def cards(self, seen: Seen[State]) -> tuple[str, ...]:
        """Return the seat's open cards and its known sabotage."""
        if seen.seat not in seen.state.hq:
            return ()
        held = (card.card for card in seen.state.sabotage.values())
        own = map(key_of, units.open_cards(seen.state, seen.seat))
        return (*(card.open() for card in held if card.known), *own)


HOOKS = TideHooks()


def _with(secret: Secret[Any], value: Any) -> Secret[Any]:
    return Secret(secret.readers, value)


def _other(base: Base, rnd: Random) -> Base:
    """Return the base as it is, or another that could be under the same marker."""
    if rnd.random() < 0.3:
        return base
    figures = rnd.choice(FILLINGS)
    special = rnd.choice(SPECIALITIES) if HEAVY_WEAPONS.isdisjoint(figures) else ""
    return Base(base.division, tuple(sorted(figures, key=FIGURE_ORDER.index)), special)  # type: ignore[arg-type]


def _orders(rnd: Random) -> Orders:
    return Orders(
        op_fire=rnd.choice(("ask", "hold", "fire")), at=rnd.choice(("any", "infantry", "vehicles")),
        within=rnd.randint(1, 40), chance=rnd.randint(1, 100), casualties=rnd.choice(("cheapest", "ask")),
        retreat=rnd.choice(("ask", "safest")), join=rnd.choice(("ask", "join", "stay")),
        transfers=rnd.choice(("ask", "gaps", "skip")), munitions=rnd.choice(("ask", "keep", "never")),
        after_fire=rnd.choice(("ask", "go on", "stop")),
        reroll=rnd.choice(("ask", "misses", "never")),
    )  # fmt: skip


def _muster(step: steps.Muster, viewer: Seat, rnd: Random) -> steps.Muster:
    """Shuffle hidden lists, with fewer figures and specializations."""
    lists = dict(step.lists)
    for seat, secret in step.lists.items():
        if not secret.readable(viewer):
            bases = rnd.sample(secret.open(), len(secret.open()))
            divisions = sorted(
                bases, key=lambda base: [each.division for each in secret.open()].index(base.division)
            )
            lists[seat] = _with(secret, tuple(_thinned(base, rnd) for base in divisions))
    return replace(step, lists=lists)


def _thinned(base: Base, rnd: Random) -> Base:
    figures = base.figures[: rnd.randint(1, len(base.figures))]
    return replace(base, figures=figures, special=base.special if rnd.random() < 0.5 else "")


def _sabotage(state: State, viewer: Seat, rnd: Random) -> dict[Any, Any]:
    hidden = {back: card for back, card in state.sabotage.items() if not card.card.readable(viewer)}
    dealt = dict(state.sabotage)
    for seat in state.hq:
        own = {back: card for back, card in hidden.items() if card.owner == seat}
        names = [card.card.open() for card in own.values()]
        rnd.shuffle(names)
        for (back, card), name in zip(own.items(), names, strict=True):
            dealt[back] = replace(card, card=_with(card.card, name))
    return dealt


def _munitions(state: State, viewer: Seat, rnd: Random) -> dict[UnitId, Munition]:
    """Let any round lie face down."""
    return {
        unit: laid if laid.kind.readable(viewer) else replace(laid, kind=_with(laid.kind, rnd.choice(KINDS)))
        for unit, laid in state.munitions.items()
    }


def _fougasses(state: State, viewer: Seat, rnd: Random) -> dict[WorkId, Work]:
    """Let fougasses throw in any direction of those that the viewer knows nothing of."""
    works = dict(state.works)
    for id, work in state.works.items():
        hidden = [n for n, covered in enumerate(work.covers) if not covered.readable(viewer)]
        if hidden:
            there = [n for n in hidden if board.map_of(state).beyond(work.hex, n + 1, 1) is not None]
            aim = rnd.choice(there)
            covers = (
                _with(covered, n == aim) if n in hidden else covered for n, covered in enumerate(work.covers)
            )
            works[id] = replace(work, covers=tuple(covers))
    return works


def _munition_faults(state: State) -> Iterator[str]:
    """Yield munitions beside nobody, or more than a side may have."""
    for seat in state.hq:
        laid = [unit for unit, munition in state.munitions.items() if munition.seat == seat]
        if len(laid) > tables().numbers.munitions.most:
            yield f"{seat} has {len(laid)} munitions"
    yield from (f"a munition lies beside {unit}" for unit in state.munitions if unit not in state.units)


def _flame_faults(state: State) -> Iterator[str]:
    """Yield hexes with two fires or fougasses, and fougasses without one direction."""
    kinds = Counter((work.hex, tables().works[work.kind].type) for work in state.works.values())
    yield from (f"{n} fires burn at {hex}" for (hex, kind), n in kinds.items() if kind == "fire" and n > 1)
    for work in state.works.values():
        if work.covers and sum(covered.open() for covered in work.covers) != 1:
            yield f"{work.id} covers {work.covers}"


def _pieces(unit: Squad | Vehicle) -> list[str]:
    kinds = unit.base.open().figures if isinstance(unit, Squad) else (unit.kind,)
    return [f"{unit.side} {kind}" for kind in kinds]


def _unit_faults(state: State) -> Iterator[str]:
    for id, unit in state.units.items():
        if id != unit.id or unit.side not in state.hq:
            yield f"{id} is {unit}"
        if unit.hex and unit.hex not in board.map_of(state):
            yield f"{id} stands off the map at {unit.hex}"
        if isinstance(unit, Squad):
            yield from _squad_faults(state, unit)


def _squad_faults(state: State, squad: Squad) -> Iterator[str]:
    base = squad.base.open()
    if not base.figures or spaces(base.figures) > 4:
        yield f"{squad.id} has the figures {base.figures}"
    if tuple(sorted(base.figures, key=FIGURE_ORDER.index)) != base.figures:
        yield f"{squad.id} shows the order of its figures: {base.figures}"
    if base.special and not HEAVY_WEAPONS.isdisjoint(base.figures):
        yield f"{squad.id} has a heavy weapon and is {base.special}"
    if squad.concealed == squad.base.out and squad.hex:
        yield f"{squad.id} is concealed: {squad.concealed}, and its base is out: {squad.base.out}"
    if squad.morale and squad.activity == "op fire":
        yield f"{squad.id} is {squad.morale} and on Op Fire"
    if squad.within:
        shelter = state.units.get(squad.within) or state.works.get(squad.within)  # type: ignore[call-overload]
        if shelter is None or shelter.hex != squad.hex:
            yield f"{squad.id} at {squad.hex} is inside of {shelter}"


def _hex_faults(state: State) -> Iterator[str]:
    marching = any(isinstance(step, steps.March) for step in state.steps)
    for hex in {unit.hex for unit in state.units.values() if unit.hex}:
        here = units.at(state, hex)
        if len({unit.side for unit in here}) > 1 and not marching:
            yield f"enemies share {hex}"
        if units.stack(state, hex) > tables().numbers.stacking.units and not marching:
            yield f"{hex} holds {units.stack(state, hex)} units"
    for work in state.works.values():
        squads = units.inside(state, work.id)  # type: ignore[arg-type]
        if len(squads) > 1:
            yield f"{work.id} holds {len(squads)} squads"
    for unit in state.units.values():
        if isinstance(unit, Vehicle) and len(units.passengers(state, unit)) > units.kind(unit).transport:
            yield f"{unit.id} carries too many"


def _card_faults(state: State) -> Iterator[str]:
    lying = [card for deck in state.decks.values() for card in (*deck.cards, *filter(None, (deck.top,)))]
    lying += [card for seat in state.hq for card in units.open_cards(state, seat)]
    lying += state.discards
    given = [f"{card}.1" for side in board.scenario(state).sides.values() for card in side.cards] if lying else []
    full = Counter([*given, *(card for deck in state.decks for card in deck_list(deck) if card not in given)])
    count: Counter[str] = Counter(lying)
    if count != full:
        yield f"cards are missing or double: {count - full or full - count}"
    for deck in state.decks.values():
        if deck.combined and deck.cards and not deck.top:
            yield f"no card lies open on {deck}"
