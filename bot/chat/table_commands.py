"""The `/game table` commands: what happens to the table itself."""

from __future__ import annotations

from typing import Any

from discord import Interaction, app_commands

from bot.chat.command_group import CommandGroup, of_game
from bot.chat.desk.answers import no
from bot.kernel.rule import Refusal


class TableCommands(CommandGroup):
    """Beginning, closing and moving a table."""

    @app_commands.command()
    @of_game
    async def start(self, interaction: Interaction[Any]) -> None:
        """Begin, when every side is taken and the options are agreed."""
        table = await self._table(interaction)
        if table is not None:
            said = await self.client.lobby.start(table)
            await self.client.say(interaction, no(said) if isinstance(said, Refusal) else said)
