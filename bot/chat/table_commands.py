"""The `/game table` commands, for the table as a whole."""

from __future__ import annotations

from typing import Any

from discord import Interaction, app_commands

from bot.chat import guide, suggestions
from bot.chat.client import seat_named
from bot.chat.command_group import CommandGroup, of_game
from bot.chat.desk.answers import no
from bot.chat.desk.desk import OVER
from bot.chat.desk.table import Unplayable
from bot.chat.lobby import Said
from bot.kernel.rule import Refusal


class TableCommands(CommandGroup):
    """Beginning, leaving and closing a table."""

    @app_commands.command()
    @of_game
    async def start(self, interaction: Interaction[Any]) -> None:
        """Begin, when every side is taken and the options are agreed."""
        table = await self._table(interaction)
        if table is not None:
            said = await self.client.lobby.start(table, interaction.id)
            await self.client.say(interaction, no(said) if isinstance(said, Refusal) else said)

    @app_commands.command()
    @app_commands.describe(side="which side", computer="whether the computer plays it")
    @app_commands.autocomplete(side=suggestions.sides)
    @of_game
    async def seat(self, interaction: Interaction[Any], side: str, computer: bool) -> None:
        """Let the computer play a side, or stop it."""
        table = await self._table(interaction)
        if table is None:
            return
        seat = seat_named(table.sides, side)
        said = seat if isinstance(seat, Refusal) else await self.client.lobby.computer(
            table, interaction.user.id, seat, computer
        )  # fmt: skip
        await guide.seated(self.client, interaction, table, said)

    @app_commands.command()
    @of_game
    async def leave(self, interaction: Interaction[Any]) -> None:
        """Leave your seat; a lobby that the last one leaves is closed."""
        table = await self._table(interaction)
        if table is not None:
            said = await self.client.lobby.leave(table, interaction.user.id)
            await self.client.say(interaction, said if isinstance(said, str) else no(said))

    @app_commands.command()
    @of_game
    async def here(self, interaction: Interaction[Any]) -> None:
        """Move a game of yours to this channel."""
        table = await self._table(interaction)
        if table is None:
            return
        if not await self.client.may_play(interaction):
            return
        channel, guild = interaction.channel_id or 0, interaction.guild_id or 0
        said = await self.client.lobby.bring(table, interaction.user.id, channel, guild)
        await self.client.say(interaction, said if isinstance(said, str) else no(said))

    @app_commands.command()
    @of_game
    async def close(self, interaction: Interaction[Any]) -> None:
        """Close a lobby whose game has not begun."""
        lobby, person = self.client.lobby, interaction.user.id
        try:
            table = await self._table(interaction)
        except Unplayable as error:
            manages = self.client.manages(interaction, error.record)
            said: Said = await lobby.close_unreadable(error.record, person, manages=manages)
            await self.client.say(interaction, said if isinstance(said, str) else no(said))
            return
        if table is None:
            return
        manages = self.client.manages(interaction, table.record)
        if self.client.confirmations.confirms(interaction, table, guide.about_closing(table)):
            said = await lobby.close(table, person, manages=manages)
        elif (wrong := await lobby.why_not_close(table, person, manages=manages)) is not None:
            said = wrong
        else:
            await self.client.show(interaction, table, guide.closing(table, table.moment))
            return
        await self.client.say(interaction, said if isinstance(said, str) else no(said))

    @app_commands.command()
    @app_commands.describe(side="the side of that player")
    @app_commands.autocomplete(side=suggestions.sides)
    @of_game
    async def unseat(self, interaction: Interaction[Any], side: str) -> None:
        """Free the seat of a player who does not agree to the options, or is long absent."""
        table = await self._table(interaction)
        if table is None:
            return
        seat = seat_named(table.sides, side)
        said = seat if isinstance(seat, Refusal) else await self.client.lobby.unseat(
            table, interaction.user.id, seat, manages=self.client.manages(interaction, table.record)
        )  # fmt: skip
        await self.client.say(interaction, said if isinstance(said, str) else no(said))

    @app_commands.command()
    @of_game
    async def end(self, interaction: Interaction[Any]) -> None:
        """End a running game without a loser, if all players agree."""
        table = await self._running(interaction)
        if table is not None and table.outcome() is not None:
            await self.client.say(interaction, no(OVER))
        elif table is not None:
            question = guide.about_the_end(table)
            if self.client.confirmations.confirms(interaction, table, question):
                await guide.end(self.client, interaction, table, question.moment, asks=True)
            else:
                await self.client.show(interaction, table, guide.ending(table, question))
