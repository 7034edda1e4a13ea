"""Autocomplete for the `/game` commands. Titles complete orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from discord import Interaction
from discord.app_commands import Choice as Suggestion
from discord.app_commands import Command

from bot.chat import guide, together, viewing
from bot.chat.client import BotClient
from bot.chat.controls.completion import distinct
from bot.chat.desk import rest, work
from bot.chat.desk.names import named, offered
from bot.chat.desk.naming import fits
from bot.chat.desk.order_completion import complete
from bot.chat.desk.order_text import AnyGame, AnySeen, Choice
from bot.chat.desk.table import Table
from bot.chat.panel import plan as planning
from bot.chat.panel.eyes import foreseen
from bot.chat.posts import moments
from bot.chat.rules import book_of
from bot.kernel.secret import PUBLIC, Seat
from bot.titles import lessons

Typing = Interaction[BotClient]
"""Somebody types, and waits for nothing."""

V = TypeVar("V", str, int)
LESSONS = "lessons"
"""The scenario that stands for the list of lessons."""


def _fitting(found: Iterable[tuple[str, V]], current: str) -> list[Suggestion[V]]:
    """Return the entries that fit the typed text: the name of each, and its value."""
    return distinct((shown, value) for shown, value in found if fits(shown, current))


def _chosen(found: Iterable[Choice]) -> list[Suggestion[str]]:
    """Return entries that fit the typed text already."""
    return distinct((choice.name, choice.value) for choice in found)


# The asker, and their knowledge.


async def _running(interaction: Typing) -> Table | None:
    """Return the table at which somebody types, where its game has begun."""
    table = await interaction.client.table_to_complete(interaction)
    return table if table is not None and table.log else None


async def _seen(interaction: Typing) -> tuple[AnyGame, AnySeen] | None:
    """Return the game as somebody who types may see it, whether they sit there or not."""
    table = await _running(interaction)
    return (table.game, table.seen(_eyes(table, interaction))) if table is not None else None


def _eyes(table: Table, interaction: Typing) -> Seat:
    return table.seat_of(interaction.user.id) or PUBLIC


async def _seated(interaction: Typing) -> tuple[Table, Seat] | None:
    """Return the asker's table and seat, `None` without a seat."""
    table = await _running(interaction)
    seat = table.seat_of(interaction.user.id) if table is not None else None
    return (table, seat) if table is not None and seat is not None else None


# Beginning.


async def scenarios(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest the scenarios of the title that has been filled in, or else of all."""
    battles = [scenario for game in _meant(interaction) for scenario in game.scenarios.values()]
    taught = any(lessons(game.key) for game in _meant(interaction))
    learn = [("Lessons: learn the game, step by step", LESSONS)] if taught else []
    return _fitting([*((f"{each.name} ({each.key})", each.key) for each in battles), *learn], current)


async def sides_of_scenario(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest the sides of the scenario that has been filled in."""
    wanted = str(getattr(interaction.namespace, "scenario", ""))
    played = [game.scenarios[wanted] for game in _meant(interaction) if wanted in game.scenarios]
    seats = {seat: offered(scenario, seat) for scenario in played for seat in scenario.seats}
    return _fitting([("any", "any"), *((called, str(seat)) for seat, called in seats.items())], current)


def _meant(interaction: Typing) -> list[AnyGame]:
    """Return the title that has been filled in, or else all of them."""
    titles = interaction.client.tables.titles
    wanted = getattr(interaction.namespace, "title", None)
    return [titles[wanted]] if wanted in titles else list(titles.values())


async def sides(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest the sides of the table."""
    table = await interaction.client.table_to_complete(interaction)
    if table is None:
        return []
    return _fitting([(named(table, each.seat), str(each.seat)) for each in table.seats], current)


async def games(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest the asker's own games; commands of a title get games of that title."""
    parent = interaction.command.root_parent if isinstance(interaction.command, Command) else None
    title = parent.name if parent is not None and parent.name in interaction.client.tables.titles else ""
    own = await interaction.client.which.own(interaction.user.id, title)
    found = [each for each in own if fits(each.named, current)]
    return distinct((each.words, str(each.record.id)) for each in found)


# Looking.


async def places(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest places of the map."""
    return await _of_what_is_seen(interaction, viewing.places, current)


async def parts(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest parts of a large map, and places."""
    return await _of_what_is_seen(interaction, viewing.parts, current)


async def orders(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Complete an order in a question."""
    return await _of_what_is_seen(interaction, complete, current)


async def _of_what_is_seen(
    interaction: Typing, suggested: Callable[[AnyGame, AnySeen, str], Iterable[Choice]], current: str
) -> list[Suggestion[str]]:
    known = await _seen(interaction)
    return _chosen(await work.complete(suggested, *known, current)) if known is not None else []


async def quiet_hours(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest hours in which somebody wants not to be called."""
    return _fitting([(hours, hours) for hours in rest.USUAL], current)


async def clocks(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest what somebody's clock may say."""
    return _fitting([(time, time) for time in rest.clocks(interaction.created_at)], current)


async def shown_moments(interaction: Typing, current: int | str) -> list[Suggestion[int]]:
    """Suggest moments of the game at which one can look."""
    table = await _running(interaction)
    if table is None:
        return []
    found = await work.complete(moments.suggested, table, str(current))
    return distinct((choice.name, int(choice.value)) for choice in found)


async def moves(interaction: Typing, current: int | str) -> list[Suggestion[int]]:
    """Suggest moves that could be taken back."""
    table = await _running(interaction)
    if table is None:
        return []
    found = await work.complete(guide.moves, table, _eyes(table, interaction))
    return _fitting([(shown, n) for n, shown in found], str(current))


async def notes(interaction: Typing, current: int | str) -> list[Suggestion[int]]:
    """Suggest the player's own notes to drop."""
    played = await _seated(interaction)
    if played is None:
        return []
    table, seat = played
    return _fitting([(f"{n}: {text}", n) for n, text in table.notes.get(seat, {}).items()], str(current))


async def rules(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest words of the game, and rules by their numbers and titles."""
    table = await interaction.client.table_to_complete(interaction)
    book = book_of(interaction.client.tables.titles, table.game.key if table is not None else "")
    terms = [(f"{term.name}: explained", term.name) for term in book.terms.values()] if current else []
    return _fitting([*terms, *((f"{case.id}: {case.title}", case.id) for case in book.cases.values())], current)


# Ordering.


async def several_orders(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Complete the last of several orders."""
    played = await _seated(interaction)
    if played is None:
        return []
    table, seat = played
    return _chosen(await work.complete(together.completed, table.game, table.seen(seat), current))


async def planned_orders(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Complete the last of several orders that follow the plan."""
    played = await _seated(interaction)
    if played is None:
        return []
    table, seat = played
    seen = await work.complete(foreseen, table, seat)
    return _chosen(await work.complete(together.completed, table.game, seen, current))


async def conditions(interaction: Typing, current: str) -> list[Suggestion[str]]:
    """Suggest what can end a plan."""
    played = await _seated(interaction)
    if played is None:
        return []
    table, seat = played
    return _chosen(planning.suggested(table, table.seen(seat), current))
