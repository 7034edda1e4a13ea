"""The lessons of a title: the list, and the beginning of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import ButtonStyle, Interaction

from bot.chat import guide, viewing
from bot.chat.client import BotClient
from bot.chat.controls.buttons import Press, view
from bot.chat.controls.lessons import GAME, learn, taught, with_request
from bot.chat.desk.answers import no
from bot.chat.desk.desk import Desk
from bot.chat.desk.order_text import Malformed
from bot.chat.desk.table import Table
from bot.chat.desk.work import compute
from bot.chat.panel import panel
from bot.kernel.rule import Refusal
from bot.kernel.secret import Seat
from bot.kit.lessons import LEARNED, LESSON, Lesson
from bot.titles import lessons

UNKNOWN = Malformed("there is no such lesson; the list of lessons shows them all")


async def show(client: BotClient, interaction: Interaction[Any], title: str) -> None:
    """List the lessons of a title with their subjects; the finished ones are marked.

    The lines are short, so that a phone shows the buttons, which have the names.
    """
    known, done = lessons(title), await _learned(client, interaction.user.id, title)
    if title not in client.tables.titles:
        await client.say(interaction, no(UNKNOWN))
        return
    name = client.tables.titles[title].name
    if not known:
        text = f"📖 There are no lessons for {name} yet. Its learning game explains itself by hints."
        begin = Press(learn(title, GAME), "Play the learning game", ButtonStyle.primary)
        await client.say(interaction, text, buttons=view(begin))
        return
    lines = [f"📖 **Learn {name}.** Five minutes a lesson, without the rulebook."]
    lines += [f"-# {'✅ ' if key in done else ''}**{each.number}** {each.text}" for key, each in known.items()]
    following = next((key for key in known if key not in done), GAME)
    buttons = [_button(title, key, each, key == following) for key, each in known.items()]
    style = ButtonStyle.primary if following == GAME else ButtonStyle.secondary
    buttons.append(Press(learn(title, GAME), "Play the learning game", style))
    await client.say(interaction, "\n".join(lines), buttons=view(*buttons))


def _button(title: str, key: str, lesson: Lesson, first: bool) -> Press:
    style = ButtonStyle.primary if first else ButtonStyle.secondary
    return Press(learn(title, key), f"{lesson.number} · {lesson.name}", style)


async def _learned(client: BotClient, person: int, title: str) -> set[str]:
    """Return the lessons that a person has finished."""
    games = await client.games.with_options(person, title)
    return {options[LESSON] for options in games if options.get(LEARNED) == "yes" and LESSON in options}


async def begin(client: BotClient, interaction: Interaction[Any], title: str, key: str) -> None:
    """Begin a lesson, or the learning game against the computer, in this channel."""
    if not await client.may_play(interaction):
        return
    lesson = lessons(title).get(key)
    if lesson is None and (key != GAME or title not in client.tables.titles):
        await client.say(interaction, no(UNKNOWN))
        return
    person, channel = interaction.user.id, interaction.channel_id or 0
    await _leave(client.desk, await client.tables.in_channel(channel), person)
    scenario = client.lobby.scenario(title, lesson.scenario if lesson is not None else "first")
    if isinstance(scenario, Refusal):
        await client.say(interaction, no(scenario))
        return
    options: Mapping[str, str] = {LESSON: key} if lesson is not None else {}
    table = await client.lobby.open(
        title, scenario, interaction.guild_id or 0, channel, person, interaction.id, options
    )
    if isinstance(table, Refusal):
        await client.say(interaction, no(table))
        return
    own = Seat(lesson.side) if lesson is not None else taught(title, scenario.seats)
    await client.lobby.against_computers(table, person, own)
    await client.lobby.start_if_ready(table, interaction.id)
    begins = f"📖 {table.name} begins."
    if lesson is None:
        story = "\n".join(filter(None, [begins, scenario.facts.battle, viewing.victory(table)]))
        await client.say(interaction, story, buttons=view(*guide.first_steps(table)))
    else:
        page = await compute(panel.after_step, table, own)  # Its picture, which takes longer, is in the post.
        await client.say(interaction, f"{begins}\n\n{with_request(table, page.text)}", buttons=page.view)


async def _leave(desk: Desk, table: Table | None, person: int) -> None:
    """End a lesson that its only player leaves for another."""
    if table is not None and table.lesson is not None and table.people() == (person,):
        await desk.leave_lesson(table)
