"""The `/game show` commands: a place of the map, and the dice."""

from __future__ import annotations

from typing import Any

from discord import Interaction, app_commands

from bot.chat import guide, suggestions, viewing
from bot.chat.command_group import CommandGroup, of_game
from bot.chat.desk.work import compute
from bot.kernel.secret import PUBLIC


class ShowCommands(CommandGroup):
    """Information for players and spectators."""

    @app_commands.command()
    @app_commands.describe(place="a place of the map, such as C4")
    @app_commands.autocomplete(place=suggestions.places)
    @of_game
    async def at(self, interaction: Interaction[Any], place: str) -> None:
        """All that you may know of a place, and every order that begins or ends there."""
        table = await self._running(interaction)
        if table is not None:
            await viewing.show_place(self.client, interaction, table, place)

    @app_commands.command()
    @app_commands.describe(place="a place of the map, such as C4")
    @app_commands.autocomplete(place=suggestions.places)
    @of_game
    async def figures(self, interaction: Interaction[Any], place: str) -> None:
        """Each figure of the units in a place and of its ground, explained with its rule."""
        table = await self._running(interaction)
        if table is not None:
            await viewing.show_figures(self.client, interaction, table, place)

    @app_commands.command()
    @app_commands.describe(file="the whole game as a file that can be checked")
    @of_game
    async def dice(self, interaction: Interaction[Any], file: bool = False) -> None:
        """The dice: commitment, rolls, the check at the end, and the game as a file."""
        table = await (self._running(interaction) if file else self._table(interaction))
        if table is not None and file:
            await guide.show_export(self.client, interaction, table)
        elif table is not None:
            seat = table.seat_of(interaction.user.id) or PUBLIC
            await self.client.say(interaction, await compute(guide.dice_page, table, seat))
