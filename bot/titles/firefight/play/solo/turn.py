"""The AI's turn: draw an order card and do its first order that can be done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.kit.decisions import Work
from bot.kit.lots import draw as by_lot
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards import orders
from bot.titles.firefight.cards.orders import solo
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field.entry import entry_cup
from bot.titles.firefight.field.units import kind, of, on_map, where
from bot.titles.firefight.model.ids import HexId, OrderId, UnitId
from bot.titles.firefight.model.solo import AI, HUMAN, Rumour, Tile, Track
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import AiDeed, AiTurn
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.settling import change, lay_under, settled
from bot.titles.firefight.play.solo import aims, deeds, ghosts, track
from bot.titles.firefight.play.solo.aims import Said
from bot.titles.firefight.printed.solo import COUNTERACTIONS, MISSION_ORDERS, Deed, Goal, Order
from bot.titles.firefight.printed.solo import solo as printed


@contextmanager
def as_the_ai(play: Play) -> Iterator[None]:
    """Make the AI the active player for the duration."""
    before, play.seat = play.seat, AI
    try:
        yield
    finally:
        play.seat = before


# FF-R157
@case("G-5.3.2c", "G-5.3.3", "G-5.6")
def go(play: Play, step: AiTurn) -> None:
    """Draw an order card, advance the marker, and try the orders of track and card.

    If the truck's move raises a question, the answer comes before the AI acts.
    """
    with as_the_ai(play):
        if not step.card:
            card = orders.draw(play)
            step = replace(step, card=card, came=track.advance(play, card))
            if play.state.outcome is not None:
                return
            if not isinstance(play.state.steps[-1], AiTurn):
                lay_under(play, step)
                return
        follow(play, step)


@case("G-5.3.2c", "G-5.3.3", "G-5.6")
def follow(play: Play, step: AiTurn) -> None:
    """Try the orders of the track, then of the card; the AI passes if none succeeds."""
    came, card = track.brought(play.state, step.came), step.card
    command = printed().cards[card].command or came.command
    if not any(carried_out(play, said, command) for said in (*came.instead, *lines(play.state, card))):
        play.emit(ev.AiIdle(AI, card), ev.TurnEnded(AI, (), passed=True, turn=play.state.turn), ev.Ended())


def lines(state: State, card: OrderId) -> Iterator[Said]:
    """Yield the orders of a card, and of the tiles that it points to, in order."""
    record = printed().cards[card]
    for key in (*record.priority, *record.tactical):
        if key == COUNTERACTIONS:
            yield from on_sheet(state, "counteraction")
        elif key == MISSION_ORDERS:
            yield from on_sheet(state, "mission order")
        else:
            yield Said(f"Order Card {card}", printed().orders[key])


@case("G-5.3.2c", "G-5.3.3")
def on_sheet(state: State, kind: Track) -> Iterator[Said]:
    """Yield the orders of a track's tiles from the left.

    The default of space 3 follows, unless a tile is there.
    """
    table = solo(state)
    assert table.sheet
    tiles: list[Tile] = sorted((tile for tile in table.tiles if tile.track == kind), key=lambda tile: tile.line)
    for tile in tiles:
        yield Said(track.called(tile), printed().tiles[tile.card].says, tile.card)
    if all(tile.line < DEFAULT for tile in tiles):
        sheet = printed().sheets[table.sheet]
        order = sheet.counteraction if kind == "counteraction" else sheet.mission_order
        yield Said(f"Default {kind.title()}", order)


DEFAULT = 3


# FF-R156, FF-R163
@case("G-5.6")
def carried_out(play: Play, said: Said, command: bool) -> bool:
    """Try an order; return true if a unit carries it out."""
    order = said.order
    if not aims.holds(play.state, order.when):
        return False
    free = order.no_check or (command and not said.on_track)
    if order.do == "reinforce":
        return comes_in(play, said, free)
    if order.do == "confuse":
        return confused(play, said)
    goals = aims.goals(play.state, order.to)
    if not goals and order.do in ("fire", "move"):
        return False
    for each in candidates(play.state, said):
        if isinstance(each, Rumour):
            if ghosts.acts(play, said, each, goals, free):
                return True
        elif acts(play, said, each, goals, free):
            return True
    return order.do == "move" and not said.on_track and comes_in(play, said, free)


# FF-R143
def candidates(state: State, said: Said) -> list[Unit | Rumour]:
    """Return the units and rumours that may carry out an order, in trial order."""
    order = said.order
    found: list[Unit | Rumour] = list(aims.those(state, said))
    rumours = ghosts.those(state, order)
    if order.first == "firepower":
        return [*found, *rumours]
    goals, back = aims.goals(state, order.to), -1 if order.first == "farthest" else 1
    return sorted([*found, *rumours], key=lambda each: back * aims.far(state, place(each), goals))


def place(piece: Unit | Rumour) -> HexId:
    """Return the hex of a unit or a rumour."""
    return where(piece) if isinstance(piece, Unit) else piece.hex


def acts(play: Play, said: Said, unit: Unit, goals: list[HexId], free: bool) -> bool:
    """Let a unit carry out an order, if it can."""
    here = deeds.view(play)
    action = deeds.act(here, unit, deeds.Wish(said.order, goals, free))
    if action is None:
        return False
    play.emit(ev.AiActed(AI, said.source, said.order.text, (unit.id,), command=free))
    deeds.begin(play, here, action, rest(said.order, unit.id, free))
    return True


def rest(order: Order, unit: UnitId, free: bool) -> AiDeed | None:
    """Return the rest of an order after a unit's first hex or its entry."""
    if order.do != "move" or (order.hexes == 1 and not order.then):
        return None
    return AiDeed(AI, unit, order.to, order.hexes - 1, bool(order.then), order.caps, order.low_risk, free)


# FF-R160
def go_on(play: Play, step: AiDeed) -> None:
    """Continue a unit's action hex by hex, then fire. The cost is checked at the end."""
    with as_the_ai(play):
        unit = play.state.units[step.unit]
        what: Deed = "move" if step.moves else "fire"
        order = Order(source="ours", do=what, to=cast(Goal, step.to), caps=step.caps, low_risk=step.low_risk)
        left = replace(step, moves=max(0, step.moves - 1), fires=step.fires and step.moves > 0)
        play.emit(ev.Changed(left) if left.moves or left.fires else ev.Ended())
        if not on_map(unit):
            return
        wish = deeds.Wish(order, aims.goals(play.state, order.to), free=True)
        action = deeds.act(deeds.view(play), unit, wish)
        if action is None:
            play.emit(ev.AiHeld(unit.id, fires=what == "fire"))
            return
        if not step.free:
            more = deeds.cost(play.state, action)
            change(play, way="check", cost=settled(play).cost + more, dearest=more)
        deeds.perform(play, action)


# FF-R153
@case("G-5.6")
def comes_in(play: Play, said: Said, free: bool) -> bool:
    """Draw a unit from the AI's Draw Cup and bring it in.

    If the unit cannot enter, it returns to the cup and the AI passes.
    """
    cup = entry_cup(play.state)
    if not cup:
        return False
    order = said.order
    unit, roll = by_lot(play.dice, "who comes out of the Draw Cup", cup)
    here = deeds.view(play)
    goals = aims.goals(play.state, order.to) or aims.goals(play.state, "objective")
    action = deeds.enter(here, unit, goals, order.low_risk)
    play.emit(ev.AiActed(AI, said.source, order.text, (unit,)))
    play.emit(ev.CupDrawn(unit, roll, back=action is None))
    if action is None:
        play.emit(ev.TurnEnded(AI, (), passed=True, turn=play.state.turn), ev.Ended())
    else:
        deeds.begin(play, here, action, rest(order, unit, free))
    return True


# FF-R154
@case("G-5.3.2c")
def confused(play: Play, said: Said) -> bool:
    """Spend the fresh enemy unit with the highest firepower; ties go to the nearest."""
    state = play.state
    fresh = [unit for unit in aims.units_seen(state) if unit.status == "fresh"]
    mine = [*map(where, of(state, AI)), *(rumour.hex for rumour in solo(state).rumours.values())]
    if not fresh:
        return False

    def rank(unit: Unit) -> tuple[int, int, str]:
        return -max(kind(unit).red, kind(unit).blue), aims.far(state, where(unit), mine), unit.id

    struck = min(fresh, key=rank)
    play.emit(ev.AiActed(AI, said.source, said.order.text))
    play.emit(ev.Spent(HUMAN, (struck.id,), "confusion"), ev.TurnEnded(AI, (), turn=play.state.turn), ev.Ended())
    return True


WORKS: tuple[Work[State, Event, Any], ...] = (Work(AiTurn, go), Work(AiDeed, go_on))
