"""Plans as people read them, leave them and drop them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from discord import ButtonStyle, SelectOption
from msgspec.structs import replace

from bot.chat.controls.buttons import Pick, Press
from bot.chat.desk.draft import AnyPlan, MakePlan
from bot.chat.desk.names import named
from bot.chat.desk.naming import Names, fits
from bot.chat.desk.order_reading import parse
from bot.chat.desk.order_text import LONGEST, MOST, AnySeen, Choice, Malformed, Misread, intended, parted
from bot.chat.desk.spelling import tidy
from bot.chat.desk.table import Table
from bot.chat.panel.eyes import foreseen
from bot.chat.panel.page import Page, buttons, laid, unbroken
from bot.chat.panel.panel import verbs
from bot.chat.panel.values import possible
from bot.chat.panel.walk import chosen as whole
from bot.chat.panel.way import PLANNED, Way
from bot.kernel.plan import Intent, Plan
from bot.kernel.secret import Seat
from bot.kit.english import join
from bot.kit.pieces import grouped

NONE = "You have no plan. Orders that you add are given for you one after another, each time you are asked."
FEW = 4
"""The most numbers shown of a condition; all of them can be typed."""
HOW = """\
-# Nobody else sees it. It does only what is legal. It stops when a die is rolled, something hidden is revealed, \
or you are asked for something else. You then get a message.\
"""


@unbroken
def page(table: Table, seat: Seat) -> Page:
    """Show the plan of a seat, its possible next orders and its stopping conditions."""
    way = Way(table.record.id, table.since(seat), f"{PLANNED}{table.plan_number(seat)}")
    seen, ahead = table.seen(seat), foreseen(table, seat)
    plan = table.log.plans.get(seat, Plan())
    kinds = possible(table.game, ahead) if seat in table.game.prompts(ahead) else []
    until = [_until(table, seen, way, plan)] if plan.next is not None else []
    last = []
    if plan.intents:
        last.append(Press(way.path("drop"), "Drop the plan", ButtonStyle.danger))
    if plan.stopped and plan.intents:
        last.append(Press(way.path("resume"), "Resume it"))
    last.append(Press(f"panel:{way.game}", "Your orders"))
    told_verbs = buttons(verbs(table.game, ahead, way, kinds))
    typed = (
        ""
        if kinds
        else f"-# To add orders, type `/game me plan then:` and the order, as after `/{table.game.key}`."
    )
    title = f"🗒️ **Your plan, {named(table, seat)}**"
    return Page(
        "\n".join(filter(None, [title, told(table, seat) or NONE, HOW, typed])), laid(told_verbs, until, last)
    )


def _until(table: Table, seen: AnySeen, way: Way, plan: AnyPlan) -> Pick:
    """Make the select of conditions that stop the plan before its last order."""
    last = plan.intents[-1]
    known = list(few(table.game.conditions(seen), last.until).items())[:MOST]
    options = [SelectOption(label=text[:LONGEST], value=key, default=key in last.until) for key, text in known]
    return Pick(way.path("until"), options, "Continue the last order …", least=0, most=len(options))


def few(known: Mapping[str, str], ticked: Collection[str]) -> dict[str, str]:
    """Return the stopping conditions; of long number series every second."""
    same = grouped(known, lambda key: key.rstrip("0123456789"))
    shown = {key for keys in same.values() for key in (keys if len(keys) <= FEW else keys[::2])}
    return {key: said for key, said in known.items() if key in shown or key in ticked}


def told(table: Table, seat: Seat) -> str:
    """Describe the plan of a seat, a line for each order; "" without a plan."""
    plan = table.log.plans.get(seat)
    if plan is None:
        return ""
    seen = table.seen(seat)
    known = table.game.conditions(seen)
    lines = [f"It has stopped: {plan.stopped}."] if plan.stopped else []
    said = intended(table.game, seen, plan.intents)
    for n, (intent, order) in enumerate(zip(plan.intents, said, strict=True), start=1):
        until = join((known.get(key, key) for key in intent.until), "or")
        times = f" · {intent.times} times" if intent.times > 1 else ""
        lines.append(f"{n}. {order}{times}{f' · {until}' if until else ''}")
    return "\n".join(lines)


def in_hand(table: Table, seat: Seat) -> str:
    """Describe the plan of a seat beside its hand; "" without a plan."""
    text = told(table, seat)
    return f"🗒️ **Your plan**\n{text}" if text else ""


# Changes of a plan: each function returns a maker of the new plan from the view and the old plan.


def adds(table: Table, line: str, until: str, times: int) -> MakePlan:
    """Add typed orders; without any, change the stopping conditions.

    A new order inherits the conditions of the last order.
    """

    def make(seen: AnySeen, plan: AnyPlan) -> AnyPlan | Misread:
        keys = conditions(table, seen, until)
        if isinstance(keys, Malformed):
            return keys
        if not line.strip():
            return Plan(tuple(replace(intent, until=keys) for intent in plan.intents))
        ahead = foreseen(table, seen.seat)
        for order in parted(line):
            action = parse(table.game, ahead, order)
            if isinstance(action, Misread):
                return action
            plan = _with(plan, action, keys if until.strip() else None, times)
            ahead = table.game.foresee(ahead, [action])
        return plan

    return make


def adds_way(table: Table, way: Way) -> MakePlan:
    """Add the order that the panel shows."""

    def make(seen: AnySeen, plan: AnyPlan) -> AnyPlan | Misread:
        action = whole(table.game, foreseen(table, seen.seat), way)
        return _with(plan, action) if action is not None else Malformed("this button is not known here")

    return make


def _with(plan: AnyPlan, action: Any, until: tuple[str, ...] | None = None, times: int = 1) -> AnyPlan:
    before = plan.intents if not plan.stopped else ()
    same = before[-1].until if before else ()
    return Plan((*before, Intent(action, same if until is None else until, times)))


def stops_at(keys: list[str]) -> MakePlan:
    """Let these things stop the plan before its last order."""

    def make(seen: AnySeen, plan: AnyPlan) -> AnyPlan:
        if not plan.intents:
            return plan
        *before, last = plan.intents
        return Plan((*before, replace(last, until=tuple(keys))))

    return make


def nothing(seen: AnySeen, plan: AnyPlan) -> AnyPlan:
    """Drop the plan."""
    return Plan()


def again(seen: AnySeen, plan: AnyPlan) -> AnyPlan:
    """Resume a stopped plan."""
    return Plan(plan.intents)


def conditions(table: Table, seen: AnySeen, text: str) -> tuple[str, ...] | Malformed:
    """Read conditions by key or by words; commas separate several."""
    known = Names(table.game.conditions(seen))
    found: list[str] = []
    for part in filter(None, (part.strip() for part in tidy(text).split(","))):
        keys = known.named(part)
        if len(keys) != 1:
            likely = [known.labels[key] for key in keys or known.nearly(part) or known.labels]
            return Malformed(f"nothing called {part!r} can stop a plan", tuple(likely[:3]))
        found += keys
    return tuple(found)


def suggested(table: Table, seen: AnySeen, typed: str) -> list[Choice]:
    """Suggest what could stop a plan, after what has been named already."""
    before, _, last = typed.rpartition(",")
    kept = f"{before.strip()}, " if before.strip() else ""
    found = table.game.conditions(seen).items()
    return [Choice(f"{kept}{said}"[:LONGEST], f"{kept}{key}") for key, said in found if fits(said, last)][:MOST]
