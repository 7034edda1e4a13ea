"""Previews: the table when an order is given, now or after a plan or list."""

from __future__ import annotations

from bot.chat.desk.order_text import AnySeen
from bot.chat.desk.table import Table
from bot.chat.panel.way import Way
from bot.kernel.plan import Plan
from bot.kernel.secret import Seat


def eyes(table: Table, seat: Seat, way: Way) -> AnySeen:
    """Return the table when the order of a way is given: now, or after plan or list."""
    if way.listed:
        return after_list(table, seat)
    return foreseen(table, seat) if way.planned else table.seen(seat)


def after_list(table: Table, seat: Seat) -> AnySeen:
    """Return the table a seat can expect after its queued orders."""
    laid = [action for action, _ in table.laid_aside(seat)]
    return table.game.foresee(table.seen(seat), laid) if laid else table.seen(seat)


def foreseen(table: Table, seat: Seat) -> AnySeen:
    """Return the table a seat can expect after its plan."""
    plan = table.log.plans.get(seat, Plan())
    actions = [intent.action for intent in plan.intents for _ in range(intent.times)] if plan.next else []
    return table.game.foresee(table.seen(seat), actions)
