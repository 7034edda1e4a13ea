"""Choosing a battle: a gallery of each title's scenarios, and a card for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import ButtonStyle, Interaction, SelectOption

from bot.chat import guide, viewing
from bot.chat.client import BotClient, seat_named
from bot.chat.controls.buttons import Pick, Press
from bot.chat.controls.lessons import learn, taught
from bot.chat.desk.answers import no
from bot.chat.desk.guard import painted
from bot.chat.desk.names import offered
from bot.chat.desk.order_text import LONGEST, AnyGame, clip
from bot.chat.desk.table import Table
from bot.chat.desk.work import FILMS, draw_later
from bot.chat.panel.page import Page, laid
from bot.kernel.game import Scenario
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat
from bot.kit import facts
from bot.kit.english import count, join
from bot.titles import lessons
from render import Picture, draws
from render.drawings import Portrait

ALONE = "It begins as soon as a player has taken the seat and agrees to the options."
TOGETHER = "It begins when the last side is taken and everybody agrees to the options."
SHOWN = 8
"""How many battles a page shows, each with its map; Discord takes ten files."""


async def show(
    client: BotClient, interaction: Interaction[Any], title: str = "", scenario: str = "", number: int = 0
) -> None:
    """Show the card of a scenario, the gallery of a title, or the titles."""
    known = client.tables.titles
    game = known.get(title)
    if game is None:
        page = titles(known)
        await client.say(interaction, page.text, buttons=page.view)
    elif scenario in game.scenarios:
        page = card(game, game.scenarios[scenario])
        await client.say(interaction, page.text, await portraits(game, [scenario]), page.view)
    else:
        number = number if shown(game, number) else 0
        page, maps = gallery(game, number), await portraits(game, [each.key for each in shown(game, number)])
        await client.say(interaction, page.text, maps, page.view)


async def portraits(game: AnyGame, scenarios: list[str]) -> tuple[Picture | None, ...]:
    """Return the small maps of these scenarios, without maps that players make."""
    if not draws(game.key):
        return ()
    made = [await draw_later(FILMS, painted, Portrait(game.key, each)) for each in scenarios]
    return tuple(each for each in made if each is not None)


def titles(known: Mapping[str, AnyGame]) -> Page:
    """Return the titles, each with its learning game."""
    lines = ["🗺️ **Which game?**"]
    for game in known.values():
        first = next(iter(game.scenarios.values()), None)
        learns = f" Begin with **{first.name}**: {first.facts.battle or first.text}" if first is not None else ""
        about = f" {game.about}" if game.about else ""
        lines.append(f"**{game.name}** · {count(len(game.scenarios), 'scenario')}.{about}{learns}")
    presses = [Press(f"new:{key}", game.name) for key, game in known.items()]
    return Page("\n".join(lines), laid(presses))


def shown(game: AnyGame, page: int) -> list[Scenario]:
    """Return the scenarios on a page of the gallery."""
    return facts.in_order(game.scenarios)[page * SHOWN : (page + 1) * SHOWN]


def gallery(game: AnyGame, page: int = 0) -> Page:
    """Return a page of the scenarios of a title, with a list to choose from."""
    pages = -(-len(game.scenarios) // SHOWN)
    of = f" · page {page + 1} of {pages}" if pages > 1 else ""
    lines = [f"🗺️ **{game.name}: choose a battle**{of}"]
    lines += (
        f"**{each.name}** · {facts.measures(each)}\n{each.facts.battle}".rstrip() for each in shown(game, page)
    )
    options = [
        SelectOption(
            label=clip(each.name, LONGEST), value=each.key, description=clip(facts.measures(each), LONGEST)
        )
        for each in shown(game, page)
    ]
    lists = [Pick(f"new:{game.key}", options, "Look at a battle")] if options else []
    further = [Press(f"new:{game.key}::{(page + 1) % pages}", "More battles")] if pages > 1 else []
    learns = [Press(learn(game.key), "Lessons", emoji="📖")] if lessons(game.key) else []
    return Page("\n".join(lines), laid(lists, [*further, *learns, Press("new", "Other games")]))


def card(game: AnyGame, scenario: Scenario) -> Page:
    """Return the facts by which players choose a scenario, with ways to begin."""
    known = scenario.facts
    lines = [
        f"🗺️ **{game.name}: {scenario.name}**",
        scenario.text.strip(),
        f"**Players:** {_players(scenario)}",
        *([f"**Length:** {facts.length(known)}"] if known.minutes else []),
        *([f"**Complexity:** {known.complexity} of 5"] if known.complexity else []),
        *([f"**Victory:** {known.winning}"] if known.winning else []),
        *([f"**Balance:** {facts.balance(known)}"] if known.balance else []),
        f"**In the box:** {facts.box(scenario)}",
    ]
    if known.source == "ours" and (known.minutes or known.balance):
        lines.append("-# Length and balance are estimates of ours, from games of the computer against itself.")
    path = f"open:{game.key}:{scenario.key}"
    presses = [Press(path, "Open a table", ButtonStyle.primary)]
    if len(scenario.seats) > 1:
        presses += [
            Press(f"{path}:{seat}", clip(f"{offered(scenario, seat)} against the computer", 80))
            for seat in scenario.seats[:3]
        ]
    return Page("\n".join(lines), laid(presses, [Press(f"new:{game.key}", "All battles")]))


async def begin(
    client: BotClient,
    interaction: Interaction[Any],
    title: str,
    scenario: str,
    side: str | None,
    against: str | None,
) -> None:
    """Open a table for a scenario, and seat the player and the computer if wanted.

    Without a side the player has the one that the lessons teach.
    """
    if not await client.may_play(interaction):
        return
    chosen = client.lobby.scenario(title, scenario)
    if isinstance(chosen, Refusal):
        await client.say(interaction, no(chosen))
        return
    seat = taught(title, chosen.seats) if side in (None, "", "any") else seat_named(chosen.seats, side or "")
    if isinstance(seat, Refusal):
        await client.say(interaction, no(seat))
        return
    table = await client.lobby.open(
        title, chosen, interaction.guild_id or 0, interaction.channel_id or 0, interaction.user.id, interaction.id
    )
    if isinstance(table, Refusal):
        await client.say(interaction, no(table))
        return
    said = [f"Table {table.record.id} is open."]
    if side or against:
        said += await _seat_both(client, table, interaction.user.id, seat, against)
    if await client.lobby.start_if_ready(table, interaction.id):
        said.append(viewing.victory(table))
    else:
        said.append(ALONE if len(table.seats) == 1 else TOGETHER)
    await client.say(interaction, "\n".join(filter(None, said)), buttons=laid(guide.first_steps(table)))


async def _seat_both(client: BotClient, table: Table, person: int, seat: Seat, against: str | None) -> list[str]:
    """Seat the player who opened the table, and the computer if they want it."""
    if against == "computer":
        said = await client.lobby.against_computers(table, person, seat)
    else:
        said = [await client.lobby.join(table, person, seat, "")]
    return [each if isinstance(each, str) else no(each) for each in said]


def _players(scenario: Scenario) -> str:
    sides = dict.fromkeys(offered(scenario, seat) for seat in scenario.seats)
    return f"{len(scenario.seats)} ({join(sides)})"
