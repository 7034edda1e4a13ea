"""Several orders at once: one a line, or one order repeated for other pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ButtonStyle, Interaction

from bot.chat.client import BotClient
from bot.chat.controls.buttons import Press
from bot.chat.desk.answers import no, sentence
from bot.chat.desk.desk import Done
from bot.chat.desk.draft import Make, Stopped, Unchanged, Unsure
from bot.chat.desk.order_completion import continued, exact
from bot.chat.desk.order_reading import parse
from bot.chat.desk.order_text import (
    LONGEST,
    PARTED,
    AnyGame,
    AnySeen,
    Choice,
    Malformed,
    Misread,
    Unclear,
    clip,
    parted,
)
from bot.chat.desk.order_text import MOST as MOST_CHOICES
from bot.chat.desk.spelling import tidy
from bot.chat.desk.table import Orders, Table
from bot.chat.desk.work import compute
from bot.chat.panel.page import Page, laid, unbroken
from bot.chat.panel.values import possible
from bot.chat.panel.walk import chosen
from bot.chat.panel.way import Way, picked
from bot.kernel.fields import fields, given
from bot.kernel.game import kind_of, verb
from bot.kernel.rule import Refusal

TOO_LONG = "This line is too long to complete: press Enter to give these orders, or use Your orders"
"""The only choice if no other fits into Discord's 100 characters."""
MOST = 20
"""How many orders are taken together at most."""


async def do(client: BotClient, interaction: Interaction[Any], table: Table, text: str) -> None:
    """Take the typed orders in turn, and report where the series stopped."""
    typed = parted(tidy(text))
    if not 0 < len(typed) <= MOST:
        await client.say(interaction, no(Malformed(f"type from 1 to {MOST} orders, one a line or parted by ;")))
        return
    makes = [_reads(table.game, line) for line in typed]
    await take(client, interaction, table, makes, [f"`{line}`" for line in typed])


def _reads(game: AnyGame, line: str) -> Make:
    return lambda seen: parse(game, seen, line)


async def take(
    client: BotClient,
    interaction: Interaction[Any],
    table: Table,
    makes: Sequence[Make],
    named: Sequence[str],
    seq: int | None = None,
    left: str = "",
) -> None:
    """Take orders in turn.

    `named` are their texts, and `left` explains what happens to the remaining orders. `seq` is the moment of a
    button; only typed orders answer a question.
    """
    asked = client.confirmations.asked(interaction, table) if seq is None else None
    reply = await client.desk.act_together(table, interaction.user.id, makes, interaction.id, seq, asked=asked)
    if isinstance(reply, Done) and len(makes) > 1:
        told = f"-# All {len(makes)} orders were given."
        if reply.stopped is not None:
            told = " ".join(filter(None, ["⚠️", _came_of(reply.stopped, named), left]))
        await client.answer(interaction, table, reply, told)
    else:
        stopped = len(makes) > 1 and not isinstance(reply, Unchanged)
        none = f"-# None of the {len(makes)} orders was given: it stopped at {named[0]}." if stopped else ""
        await client.answer(interaction, table, reply, none)


def _came_of(stopped: Stopped, named: Sequence[str]) -> str:
    """Say how many orders were taken, and why the next one was not."""
    left = named[stopped.taken]
    match stopped.why:
        case Refusal(cite, why, _):
            reason = f"{sentence(why)} ({cite})"
        case Malformed(what, _) | Unclear(what, _):
            reason = sentence(what)
        case Unsure():
            reason = "It gives up moves that you still have: give it alone if you mean it."
        case str() as why:
            reason = sentence(why)
    given = f"{stopped.taken} of {len(named)} orders {'was' if stopped.taken == 1 else 'were'} given"
    return f"{given}; it stopped before {left}: {reason}"


def completed(game: AnyGame, seen: AnySeen, text: str) -> list[Choice]:
    """Complete the last of several orders, in the position expected after the others."""
    head, last = _parted(tidy(text) + " " * text.endswith(" "))
    ahead, brief = seen, ""
    for line in parted(head):
        action = parse(game, ahead, line)
        if isinstance(action, Misread):
            return [_note(f"⚠️ “{line}”: {action.what}", text)]
        brief += f"{_brief(game, ahead, action)}; "
        then = game.foresee(ahead, [action])
        ahead = then if seen.seat in game.prompts(then) else ahead
    foreseen = seen.seat in game.prompts(ahead)  # Else all that can be named is offered.
    found = continued(game, ahead, last, possible(game, ahead) if foreseen else None)
    fitting = (_fitting(choice, head, brief) for choice in found)
    known = list({choice.name: choice for choice in fitting if choice is not None}.values())[:MOST_CHOICES]
    return known or ([_note(TOO_LONG, text)] if found or len(text) > LONGEST else [])


def _brief(game: AnyGame, seen: AnySeen, action: Any) -> str:
    """Write an order as short as it can be read again, by ids."""
    said = given(action)
    told = [f"{f.name}:{exact(game, seen, f, said[f.name])}" for f in fields(type(action)) if f.name in said]
    return " ".join([verb(type(action)), *told])


def _fitting(choice: Choice, head: str, brief: str) -> Choice | None:
    """Put the earlier orders in front of a choice, with ids if necessary.

    Returns None if the result is too long for Discord.
    """
    value = next((v for v in (f"{head}{choice.value}", f"{brief}{choice.value}") if len(v) <= LONGEST), None)
    if value is None:
        return None
    name = f"{head}{choice.name}"
    return Choice(name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}", value)


def _note(text: str, typed: str) -> Choice:
    """Return a choice that is only a note: picking it adds no order to the typed text."""
    return Choice(clip(text), typed if typed.strip() and len(typed) <= LONGEST else ";")


def _parted(text: str) -> tuple[str, str]:
    """Return the text before the last order, with its separator, and the last order."""
    marks = list(PARTED.finditer(text))
    return (text[: marks[-1].end()], text[marks[-1].end() :]) if marks else ("", text)


# The same order for the others.


@unbroken
def page(table: Table, seen: AnySeen, way: Way) -> Page:
    """Show the orders that are to be given together, in words."""
    actions = orders(table, seen, way)
    told = [f"{n}. {table.game.spoken(seen, action)}" for n, action in enumerate(actions, start=1)]
    back = Press(f"panel:{way.game}", "Start again")
    if not actions:
        return Page("There is nothing to order.", laid([back]))
    do_it = Press(way.path("together"), "Do it", ButtonStyle.success)
    head = "**All of this, one after another:**"
    return Page("\n".join([head, *told]), laid([do_it, back]))


def orders(table: Table, seen: AnySeen, way: Way) -> list[Any]:
    """Return the orders that a way stands for, one for each piece that its pick names."""
    kind = kind_of(table.game, way.name)
    if kind is None or len(fields(kind)) != 1 or not way.picks:
        return []
    numbers = [n for n in way.picks[0].split("+") if n.isdecimal() and len(n) < 4][:MOST]
    ways = (picked(way.to(kind, ()), 0, [n]) for n in dict.fromkeys(numbers))
    found = (chosen(table.game, seen, each) for each in ways)
    return [action for action in found if action is not None and table.game.judge(seen, action) is None]


async def give_list(
    client: BotClient, interaction: Interaction[Any], table: Table, orders: Orders, seq: int
) -> None:
    """Give the queued orders. The remaining orders stay queued."""
    makes = [_gives(action) for action, _ in orders] or [lambda seen: Malformed("your list is empty")]
    named = [f"“{said.removesuffix('.')}”" for _, said in orders]
    await take(client, interaction, table, makes, named, seq, "The rest stays in your list.")


async def give(client: BotClient, interaction: Interaction[Any], table: Table, way: Way) -> None:
    """Give the orders that a page shows."""
    seat = table.seat_of(interaction.user.id)
    seen = table.seen(seat) if seat is not None else None
    actions = await compute(orders, table, seen, way) if seen is not None else []
    named = [table.game.spoken(seen, action) for action in actions] if seen is not None else []
    makes = [_gives(action) for action in actions] or [lambda seen: Malformed("this button is not known here")]
    await take(client, interaction, table, makes, named, way.moment)


def _gives(action: Any) -> Make:
    return lambda seen: action
