"""Queued orders, given together: a list that a seat makes in the panel.

A custom id has room for one order and not for several, and a tap on the map leads to a new message. So the list is
kept beside the game, by seat: it is there on every page, and after a restart. Orders given meanwhile are no longer
on it, even if the bot was restarted.
"""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle, SelectOption
from msgspec.structs import replace

from bot.chat.controls.buttons import Pick, Press
from bot.chat.desk.draft import APART
from bot.chat.desk.order_text import LONGEST, AnyGame, AnySeen
from bot.chat.desk.table import Orders, Table
from bot.chat.panel.eyes import eyes
from bot.chat.panel.pieces import able, beginning
from bot.chat.panel.values import possible
from bot.chat.panel.walk import chosen
from bot.chat.panel.way import LISTED, Way
from bot.kernel.game import verb
from bot.kernel.secret import Seat
from bot.kit.plans import goes_on

MOST = 12
"""The most orders in a queue: each can be removed or moved up in one list."""
HOW = "-# Given one after another, until something happens that you could not foresee."


def begun(table: Table, seat: Seat) -> Way:
    """Return the way on which a seat begins an order: for its list if it has one."""
    since, length = table.since(seat), len(table.laid_aside(seat))
    return Way(table.record.id, since, f"{LISTED}{length}" if length else "")


def is_of_now(table: Table, seat: Seat, way: Way) -> bool:
    """Return whether a page is current: the view, the list and the plan are unchanged."""
    known = table.plan_number(seat) if way.planned else len(table.laid_aside(seat))
    return table.is_as_at(way.moment, seat) and (not way.purpose or way.number == str(known))


def add(game: AnyGame, seen: AnySeen, way: Way, action: Any) -> Press | None:
    """Return the button that queues an order, if that makes sense.

    The first order is queued only if other units could act after it.
    """
    if way.planned or verb(type(action)) in APART:
        return None
    if way.listed:
        full = way.purpose == f"{LISTED}{MOST}"
        return None if full else Press(way.path("lay"), "Add to the list", ButtonStyle.success)
    kind = type(action)
    alone = beginning(game, kind) is None or len(able(game, seen, possible(game, seen))) < 2
    if alone or not goes_on(game, seen, action):
        return None
    return Press(replace(way, verb=f"{LISTED}0{way.name}").path("lay"), "Add to the list")


def order(table: Table, seat: Seat, way: Way) -> tuple[Any, str] | None:
    """Return the order of a way with its sentence; `None` if the way leads nowhere."""
    seen = eyes(table, seat, way)
    action = chosen(table.game, seen, way)
    if action is None or verb(type(action)) in APART or table.game.judge(seen, action) is not None:
        return None
    return action, table.game.spoken(seen, action)


def told(orders: Orders) -> str:
    """Write the list down."""
    lines = [f"{n}. {said}" for n, (_, said) in enumerate(orders, start=1)]
    return "\n".join(["🗂️ **Your list**", *lines, HOW])


def do_all(way: Way, orders: Orders) -> Press:
    """Return the button that gives all of them."""
    return Press(way.path("doall"), f"Do all {len(orders)}" if len(orders) > 1 else "Do it", ButtonStyle.success)


def changes(way: Way, orders: Orders) -> Pick:
    """Return the list of possible changes."""
    said = [f"{n}. {words}" for n, (_, words) in enumerate(orders, start=1)]
    off = [SelectOption(label=f"Take off {each}"[:LONGEST], value=f"off:{n}") for n, each in enumerate(said)]
    up = [SelectOption(label=f"Move up {each}"[:LONGEST], value=f"up:{n}") for n, each in enumerate(said)]
    none = SelectOption(label="Empty the list", value="none:0")
    return Pick(way.path("list"), [*off, *up[1:], none], "Change the list")


def changed(orders: Orders, value: str) -> Orders:
    """Return the list after a change; nonsense changes nothing."""
    what, _, number = value.partition(":")
    n = int(number) if number.isdecimal() and len(number) < 3 else len(orders)
    if what == "none":
        return ()
    if what == "off":
        return orders[:n] + orders[n + 1 :]
    if what == "up" and 0 < n < len(orders):
        return (*orders[: n - 1], orders[n], orders[n - 1], *orders[n + 1 :])
    return orders
