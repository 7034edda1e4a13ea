"""Hooks for the laws of the Firefight Generator: hands, decks, markers, hiding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from bot.kernel.game import legal
from bot.kernel.secret import Seat, Secret, Seen
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.units import on_map, other, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import Action, Dig, Hide, LaySmoke, Plot, Recon, Show, Unload
from bot.titles.firefight.model.ids import HexId, HitId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import BOXES, DESTROYED, HIDDEN, REMOVED, WAITING, Orders, Unit, Work
from bot.titles.firefight.play.placing import hides
from bot.titles.firefight.printed.hits import PILES, hits
from tests import hooks
from tests.match import Match

T = TypeVar("T")
P = TypeVar("P", Unit, Work)


class FirefightHooks:
    """The Firefight Generator, as the laws ask about it."""

    usual: Mapping[str, int] = {
        "first": 100, "intro": 120, "infantry": 140, "light-armour": 140, "armour": 160, "full-deck": 140,
        "combined": 140, "three-players": 200, "four-players": 220, "custom": 140,
        "custom-three": 200, "custom-four": 220, "solo": 140, "solo-custom": 140, "solo-offense": 140,
        "solo-defense": 140,
    }  # fmt: skip
    alike = frozenset({"custom-three", "custom-four"})
    """They differ from `three-players` and `four-players` in numbers alone."""
    longest = 6000
    anytime: tuple[type[Any], ...] = (do.Order, do.PlayBonus, Show, do.Resign)
    finding: tuple[type[Any], ...] = (
        do.Move, do.Enter, do.Pivot, Dig, Hide, LaySmoke, Recon, Show, Unload,
    )  # fmt: skip
    """Orders that may find hidden units or mines by entering, searching or turning."""
    open_lots: tuple[type[Any], ...] = (ev.HitDrawn, ev.OptionsDrawn)
    """Open draws: a die decides if a hit destroys, by known markers.

    In the solo game the deck is known too.
    """
    acting: tuple[type[Any], ...] = (ev.AiActed, ev.AiIdle)
    """In the solo game the AI answers at once; hit markers may decide which units act."""

    def redeal(self, state: State, viewer: Seat, rnd: Random) -> State:
        """Deal the viewer's unknown things again."""
        for deal in (_orders, _cards, _markers, _hiding):
            state = deal(state, viewer, rnd)
        return state

    def tells(self, seen: Seen[State], action: Action) -> bool:
        """The cost of leaving hiding depends on the unit's hex."""
        return isinstance(action, do.Move) and any(seen.state.units[id].hiding is not None for id in action.units)

    def twins(self, match: Match, seat: Seat, action: Action, rnd: Random) -> Iterator[Action]:
        """Yield orders that look the same to others: standing orders, secret hexes."""
        seen, others = match.seen(seat), list[Action]()
        if isinstance(action, do.Order):
            yield do.Order("none")
            yield do.Order("two")
        elif isinstance(action, Hide):
            paid = {"unit": action.unit, "by": action.by, "caps": action.caps}
            others = list(legal(match.game, seen, Hide, paid))
        elif isinstance(action, Plot):
            yield Plot()
            others = [Plot(hex, smoke) for hex in ground(seen.state.field).places for smoke in (False, True)]
        elif isinstance(action, do.PlaceMine):
            others = list(legal(match.game, seen, do.PlaceMine))
        elif isinstance(action, do.Place) and hides(seen.state.steps[-1]):
            others = list(legal(match.game, seen, do.Place, {"units": action.units}))
        yield from rnd.sample(others, min(3, len(others)))

    def stock(self, state: State) -> Counter[str]:
        """Count units where they are, hit markers, action cards and points."""
        count = Counter(_box(unit.hex) for unit in state.units.values())
        for pile in PILES:
            lying = state.piles[pile].open() if pile in state.piles else ()
            count.update(f"{marker} of {pile}" for marker in lying)
        for unit in state.units.values():
            if unit.hit is not None:
                count[f"{unit.hit.marker.open()} of {unit.hit.pile}"] += 1
        for pile_of_cards in (
            state.deck.open(),
            state.discards,
            *(p.cards.open() for p in state.players.values()),
        ):
            count.update(f"action card {card}" for card in pile_of_cards)
        for side, points in state.points.items():
            count[f"{side} points"] += points
        return count

    def change(self, state: State, event: Event) -> Counter[str]:
        """Say what an event puts elsewhere."""
        change: Counter[str] = Counter()
        match event:
            case ev.Entered() | ev.Hid() | ev.Shown() | ev.Destroyed():
                for unit in _with_riders(state, event):
                    change[_box(unit.hex)] -= 1
                    change[_box(HIDDEN if isinstance(event, ev.Hid) else _goes(event))] += 1
            case ev.Left():
                gone = sum(event.unit in (unit.id, unit.aboard) for unit in state.units.values())
                change[_box(REMOVED)] += gone
                change["units on the map"] -= gone
            case ev.Scored():
                change[f"{event.side} points"] += event.points
            case ev.RumourTurned() if UnitId(event.lot) in state.units:
                change[_box(WAITING)] -= 1
                change["units on the map"] += 1
            case _:
                change.update(_generated(state, event))
        return change

    def faults(self, state: State) -> Iterator[str]:
        """Yield what may never be on the table."""
        for unit in state.units.values():
            yield from _unit_faults(state, unit)
        for player in state.players.values():
            if player.caps < 0 or player.ap < 0:
                yield f"{player.seat} has {player.caps} CAPs and {player.ap} action points"
            if len(player.cards.open()) != player.card_count or len(state.deck.open()) != state.undrawn:
                yield f"cards of {player.seat} are miscounted"
            if any(state.units[id].status != "used" for id in player.active):
                yield f"{player.active} are active, but not used"
        used = {unit.id for unit in state.units.values() if unit.status == "used"}
        if used != {id for player in state.players.values() for id in player.active}:
            yield f"{used} are used, but not active"
        hexes = [where(work) for work in state.works.values()]
        if len(set(hexes)) < len(hexes):
            yield "two works lie in one hex"

    def untrue(self, seen: Seen[State], action: Action, why: str) -> str:
        """Look at whose move it is."""
        return hooks.untrue_turn(TITLE, seen, why)

    def crops(self, state: State, rnd: Random) -> tuple[str, ...]:
        """Choose two hexes."""
        return tuple(rnd.sample(sorted(ground(state.field).places), 2)) if state.field else ()

    def cards(self, seen: Seen[State]) -> tuple[str, ...]:
        """Return the cards that a seat can look at."""
        player = seen.state.players.get(seen.seat)
        return player.cards.open() if player is not None else ()


HOOKS = FirefightHooks()


# Dealing again.


def _orders(state: State, viewer: Seat, rnd: Random) -> State:
    players = {
        seat: player
        if player.orders.readable(viewer)
        else replace(player, orders=Secret(player.orders.readers, Orders(rnd.choice(("ask", "none", "one")))))
        for seat, player in state.players.items()
    }
    return replace(state, players=players)


def _shuffled(pile: list[T], rnd: Random) -> list[T]:
    return rnd.sample(pile, len(pile))


def _cards(state: State, viewer: Seat, rnd: Random) -> State:
    """Mix the hands that a viewer cannot read with their decks."""
    unread = [player for player in state.players.values() if not player.cards.readable(viewer)]
    mixed = _shuffled([*state.deck.open(), *(card for player in unread for card in player.cards.open())], rnd)
    players = dict(state.players)
    for player in unread:
        mine = tuple(sorted(mixed.pop() for _ in player.cards.open()))
        generator = [*player.hand.open(), *player.deck.open()]
        if not player.hand.readable(viewer):
            generator = _shuffled(generator, rnd)
        cut = len(player.hand.open())
        players[player.seat] = replace(
            player,
            cards=Secret(player.cards.readers, mine),
            hand=Secret(player.hand.readers, tuple(generator[:cut])),
            deck=Secret(player.deck.readers, tuple(generator[cut:])),
        )
    return replace(state, players=players, deck=Secret(state.deck.readers, tuple(sorted(mixed))))


def _alike(marker: HitId) -> tuple[int, ...]:
    """Return the numbers of a marker; the use of any of them reveals it."""
    what = hits().markers[marker]
    return (
        what.rally,
        what.attack,
        what.move,
        what.red,
        what.blue,
        what.range,
        what.flank,
        what.front,
        what.fatal,
    )


def _markers(state: State, viewer: Seat, rnd: Random) -> State:
    """Mix face-down markers with markers of their pile that have the same numbers."""
    units, piles = dict(state.units), dict(state.piles)
    for unit in state.units.values():
        if unit.hit is None or unit.hit.marker.readable(viewer):
            continue
        pile, mine = unit.hit.pile, unit.hit.marker.open()
        lying = list(piles[pile].open())
        other = rnd.choice([mine, *(each for each in lying if _alike(each) == _alike(mine))])
        if other != mine:
            lying.remove(other)
            piles[pile] = Secret(piles[pile].readers, tuple(sorted([*lying, mine])))
        units[unit.id] = replace(unit, hit=replace(unit.hit, marker=Secret(unit.hit.marker.readers, other)))
    return replace(state, units=units, piles=piles)


def _hiding(state: State, viewer: Seat, rnd: Random) -> State:
    """Move a viewer's hidden enemies to other cover, away from units and markers.

    A marker in whose hex somebody hides has been taken already. Half of them come beside the viewer's units,
    within finding range.
    """
    land = ground(state.field)
    taken = {*map(where, state.units.values()), *map(where, state.works.values())}
    taken.update(marker.hex for marker in state.control.values())
    free = [hex for hex in land.places if land.covered(hex) and hex not in taken]
    own = (where(unit) for unit in state.units.values() if unit.owner == viewer)
    beside = {hex for each in own if each in land for hex in land.neighbours[each]}

    def elsewhere(piece: P) -> P:
        if piece.hiding is None or piece.hiding.readable(viewer) or not free:
            return piece
        near = [hex for hex in free if hex in beside] if rnd.random() < 0.5 else free
        hex = rnd.choice(near or free)
        free.remove(hex)
        return replace(piece, hiding=Secret(piece.hiding.readers, hex))

    units = {id: elsewhere(unit) for id, unit in state.units.items()}
    works = {id: elsewhere(work) for id, work in state.works.items()}
    return replace(state, units=units, works=works)


# Places of pieces.


def _box(hex: HexId) -> str:
    return f"units {hex}" if hex in (WAITING, DESTROYED, REMOVED) else "units on the map"


def _generated(state: State, event: Event) -> Counter[str]:
    """Say what the card game that makes a battle, and weapon cards, put elsewhere."""
    change: Counter[str] = Counter()
    match event:
        case ev.UnitsGiven():
            change.update(_box(unit.hex) for unit in event.units)
        case ev.UnitsPlaced():
            change.subtract(_box(state.units[id].hex) for id in event.units)
            change["units on the map"] += len(event.units)
        case ev.UnitHid():
            change[_box(state.units[event.unit].hex)] -= 1
            change["units on the map"] += 1
        case ev.WeaponTaken():
            change[f"action card {event.card}"] += 1
        case ev.ActionCardPlayed():
            change[f"action card {event.card}"] -= event.gone
    return change


def _goes(event: Event) -> HexId:
    return DESTROYED if isinstance(event, ev.Destroyed) else HexId("map")


def _with_riders(state: State, event: Any) -> list[Unit]:
    """Return the units of an event; an entering unit brings its passengers."""
    along = [u for u in state.units.values() if u.aboard == event.unit] if isinstance(event, ev.Entered) else []
    return [state.units[event.unit], *along]


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    hex = where(unit)
    if (unit.hex == HIDDEN) != (unit.hiding is not None):
        yield f"{unit.id} is hidden, or it is not"
    if hex not in BOXES and hex not in ground(state.field):
        yield f"{unit.id} stands at {hex}"
    if unit.aboard and where(state.units[unit.aboard]) != hex:
        yield f"{unit.id} rides in {unit.aboard}, which is elsewhere"
    if unit.inside and (unit.inside not in state.works or where(state.works[unit.inside]) != hex):
        yield f"{unit.id} is in {unit.inside}, which is elsewhere"
    if unit.hit is not None and not on_map(unit):
        yield f"{unit.id} bears a hit marker {hex}"
    if unit.hiding is not None and any(
        where(each) == hex and each.side == other(unit.side) and each.hiding is None
        for each in state.units.values()
    ):
        yield f"{unit.id} hides among enemies"
