"""The `/game` commands.

These alone are written by hand; orders are derived from the titles.
"""

from __future__ import annotations

from copy import copy
from typing import Any, Literal

from discord import Interaction, app_commands
from discord.app_commands import Choice as Suggestion

from bot.chat import chooser, guide, learning, mine, rules, suggestions, together, viewing
from bot.chat.client import BotClient, seat_named
from bot.chat.command_group import CommandGroup, of_game
from bot.chat.desk.answers import no
from bot.chat.desk.desk import OVER, SEED_IS_OUT, nowhere
from bot.chat.desk.draft import Unsure
from bot.chat.desk.order_reading import parse
from bot.chat.desk.order_text import AnySeen, Misread
from bot.chat.desk.table import Table
from bot.chat.desk.work import compute
from bot.chat.own_commands import OwnCommands
from bot.chat.panel import panel
from bot.chat.show_commands import ShowCommands
from bot.chat.table_commands import TableCommands
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC
from bot.titles import TITLES
from render import Picture

Palette = Literal["standard", "colour-blind", "dark"]
TITLE_CHOICES = [Suggestion(name=title.name, value=title.key) for title in TITLES]


FORMER = {"me": ("orders", "plan"), "show": ("at",), "table": ("start", "leave")}
"""Commands of groups that keep their former names as well, for one release.

Discord has room for five.
"""


class GameCommands(CommandGroup):
    """Everything about a table except orders; rare commands are in groups."""

    def __init__(self, client: BotClient) -> None:
        super().__init__(client, "game", "The table: begin, look, ask, take back")
        for group in (
            OwnCommands(client, "me", "For you alone: standing orders, plans, notes, colours"),
            TableCommands(client, "table", "The table itself: start it, leave it, close it"),
            ShowCommands(client, "show", "Look at a place of the map, or at the dice"),
        ):
            self.add_command(group)
            for name in FORMER[group.name]:
                former = copy(group.get_command(name))
                assert isinstance(former, app_commands.Command)
                former.description = f"The former name of /game {group.name} {name}"
                self.add_command(former)

    # Beginning.

    @app_commands.command()
    @app_commands.describe(
        title="the wargame to play",
        scenario="which battle; “lessons” teach the game, and “first” is the learning game of each title",
        side="your side at once, or any",
        against="the player of the other side",
    )
    @app_commands.choices(title=TITLE_CHOICES)
    @app_commands.autocomplete(scenario=suggestions.scenarios, side=suggestions.sides_of_scenario)
    async def new(
        self,
        interaction: Interaction[Any],
        title: Suggestion[str] | None = None,
        scenario: str = "",
        side: str | None = None,
        against: Literal["computer", "friend"] | None = None,
    ) -> None:
        """Open a table in this channel; without a scenario, choose a battle by its map."""
        if not await self.client.acknowledge(interaction):
            return
        wanted = title.value if title is not None else ""
        if wanted and scenario == suggestions.LESSONS:
            await learning.show(self.client, interaction, wanted)
        elif wanted and scenario:
            await chooser.begin(self.client, interaction, wanted, scenario, side, against)
        else:
            await chooser.show(self.client, interaction, wanted)

    @app_commands.command()
    @app_commands.describe(
        side="which side", word="a word of luck that goes into the dice, before the game begins"
    )
    @app_commands.autocomplete(side=suggestions.sides)
    @of_game
    async def join(self, interaction: Interaction[Any], side: str, word: str = "") -> None:
        """Take a side."""
        table = await self._table(interaction)
        if table is None:
            return
        seat = seat_named(table.sides, side)
        said = seat if isinstance(seat, Refusal) else await self.client.lobby.join(
            table, interaction.user.id, seat, word
        )  # fmt: skip
        await guide.seated(self.client, interaction, table, said)

    # Looking.

    @app_commands.command()
    @of_game
    async def play(self, interaction: Interaction[Any]) -> None:
        """Your orders, with buttons and lists: play without typing."""
        table = await self._running(interaction)
        if table is not None:
            await viewing.show_orders(self.client, interaction, table, panel.opened)

    @app_commands.command()
    @app_commands.describe(
        at="a place to look at more closely, such as C4, or a part of a large map",
        moment="the map as it was after this move",
        film="the events as a film: since your last turn, or from the beginning",
    )
    @app_commands.autocomplete(at=suggestions.parts)
    @app_commands.autocomplete(moment=suggestions.shown_moments)
    @of_game
    async def board(
        self,
        interaction: Interaction[Any],
        at: str = "",
        moment: app_commands.Range[int, 0, 1_000_000] | None = None,
        film: Literal["lately", "whole game"] | None = None,
    ) -> None:
        """The map as you see it now or after an earlier move, or recent events as a film."""
        table = await self._running(interaction)
        if table is not None and film is not None:
            await viewing.show_film(self.client, interaction, table, whole=film == "whole game")
        elif table is not None:
            await viewing.show_board(self.client, interaction, table, at, moment)

    @app_commands.command()
    @of_game
    async def hint(self, interaction: Interaction[Any]) -> None:
        """The order the computer would give in your place, and why."""
        table = await self._running(interaction)
        if table is not None:
            await viewing.show_hint(self.client, interaction, table)

    @app_commands.command()
    @app_commands.describe(orders="orders as you would type them, one per line or separated by ;")
    @app_commands.autocomplete(orders=suggestions.several_orders)
    @of_game
    async def do(self, interaction: Interaction[Any], orders: str) -> None:
        """Give several orders in turn, until an event that you could not foresee."""
        table = await self._running(interaction)
        if table is not None:
            await together.do(self.client, interaction, table, orders)

    @app_commands.command()
    @app_commands.describe(
        away="for how many days you are away: nothing calls you, and your games show it; 0 when you are back",
        quiet="hours of each day in which nothing calls you, such as 22:00-08:00; or off",
        clock="the time on your clock now, for your quiet hours",
    )
    @app_commands.autocomplete(quiet=suggestions.quiet_hours, clock=suggestions.clocks)
    async def mine(
        self,
        interaction: Interaction[Any],
        away: app_commands.Range[int, 0, 365] | None = None,
        quiet: str = "",
        clock: str = "",
    ) -> None:
        """Your games everywhere, whose move it is and since when, and your quiet hours."""
        if not await self.client.acknowledge(interaction):
            return
        person = interaction.user.id
        wrong = await mine.rests(self.client, person, interaction.created_at, away, quiet, clock)
        if wrong is not None:
            await self.client.say(interaction, no(wrong))
            return
        page = await mine.page(self.client, person)
        await self.client.say(interaction, page.text, buttons=page.view)

    @app_commands.command()
    @of_game
    async def hand(self, interaction: Interaction[Any]) -> None:
        """Your hand: hidden cards and units, and the open ones before you."""
        table = await self._running(interaction)
        if table is not None:
            await viewing.show_hand(self.client, interaction, table)

    @app_commands.command()
    @of_game
    async def status(self, interaction: Interaction[Any]) -> None:
        """The whole situation in words."""
        table = await self._running(interaction)
        if table is not None:
            await viewing.show_status(self.client, interaction, table)

    @app_commands.command()
    @of_game
    async def news(self, interaction: Interaction[Any]) -> None:
        """The news since your last order, in at most twelve lines."""
        table = await self._running(interaction)
        if table is not None:
            await viewing.show_news(self.client, interaction, table)

    @app_commands.command()
    @app_commands.describe(page="1 is the latest")
    @of_game
    async def log(self, interaction: Interaction[Any], page: app_commands.Range[int, 1, 1000] = 1) -> None:
        """Past events, move by move."""
        table = await self._running(interaction)
        if table is not None:
            seat = table.seat_of(interaction.user.id) or PUBLIC
            await self.client.say(interaction, await compute(guide.log_page, table, seat, page))

    # Asking.

    @app_commands.command(name="why-not")
    @app_commands.describe(
        order="an order as you would type it: its verb, then its options; both are suggested as you type"
    )
    @app_commands.autocomplete(order=suggestions.orders)
    @of_game
    async def why_not(self, interaction: Interaction[Any], order: str) -> None:
        """Why an order is not allowed, with a picture."""
        read = await self._read(interaction, order)
        if read is None:
            return
        table, seen, action = read
        refusal = table.game.judge(seen, action)
        text = (
            no(refusal, table.game) if refusal is not None else "✅ **Nothing forbids it.** You may do that now."
        )
        await self.client.say(interaction, text, await self._drawn(interaction, table, seen, action))

    @app_commands.command()
    @app_commands.describe(
        order="an order as you would type it: its verb, then its options; both are suggested as you type"
    )
    @app_commands.autocomplete(order=suggestions.orders)
    @of_game
    async def odds(self, interaction: Interaction[Any], order: str) -> None:
        """The exact odds of an order, with every modifier."""
        read = await self._read(interaction, order)
        if read is None:
            return
        table, seen, action = read
        text = guide.odds_text(table, seen, action)
        await self.client.say(interaction, text, await self._drawn(interaction, table, seen, action))

    async def _read(self, interaction: Interaction[Any], order: str) -> tuple[Table, AnySeen, Any] | None:
        """Read an order in a question; if it is unreadable, say so and return `None`."""
        table = await self._running(interaction)
        if table is None:
            return None
        seen = table.seen(table.seat_of(interaction.user.id) or PUBLIC)
        action = await compute(parse, table.game, seen, order)
        if isinstance(action, Misread):
            await self.client.say(interaction, no(action))
            return None
        return table, seen, action

    async def _drawn(
        self, interaction: Interaction[Any], table: Table, seen: AnySeen, action: Any
    ) -> tuple[Picture | None, ...]:
        return await self.client.sketched(interaction, table, seen, table.game.sketch(seen, action))

    @app_commands.command()
    @app_commands.describe(case="a number such as TOI-5.6a, a word such as pinned, or any words to search for")
    @app_commands.autocomplete(case=suggestions.rules)
    @of_game
    async def rule(self, interaction: Interaction[Any], case: str = "") -> None:
        """The rules in our own words: contents, a case, a word of the game, or a search."""
        if await self.client.acknowledge(interaction):
            await rules.answer(self.client, interaction, case)

    # Taking back and giving up.

    @app_commands.command()
    @app_commands.describe(to="go further back: the move that is taken back, and everything after it")
    @app_commands.autocomplete(to=suggestions.moves)
    @of_game
    async def undo(
        self, interaction: Interaction[Any], to: app_commands.Range[int, 1, 100000] | None = None
    ) -> None:
        """Take back your last action if nothing followed; or more, if the others agree."""
        if to is None:
            table = await self._running(interaction)
            if table is not None:
                reply = await self.client.desk.take_back(table, interaction.user.id, interaction.id)
                await self.client.answer(interaction, table, reply)
            return
        table, _ = await self._played(interaction, SEED_IS_OUT)
        if table is None:
            return
        if wrong := nowhere(table, to):
            await self.client.say(interaction, no(wrong))
        else:
            await guide.ask_rewind(self.client, interaction, table, to)

    @app_commands.command()
    @of_game
    async def resign(self, interaction: Interaction[Any]) -> None:
        """Give the game up."""
        table, seat = await self._played(interaction, OVER)
        if table is None:
            return
        question = Unsure(seat, guide.resignation(table), table.since(seat))
        if self.client.confirmations.confirms(interaction, table, question):
            await guide.resign(self.client, interaction, table, question.moment)
        else:
            await self.client.show(interaction, table, guide.resigning(table, question))

    @app_commands.command()
    @of_game
    async def help(self, interaction: Interaction[Any]) -> None:
        """How to play, in two minutes."""
        if await self.client.acknowledge(interaction):
            table = await self.client.table_to_complete(interaction)
            game = table.game if table is not None else next(iter(self.client.tables.titles.values()))
            await self.client.say(interaction, guide.help_text(game))
