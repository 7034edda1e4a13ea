"""The base of the hand-written command groups, which finds their table."""

from __future__ import annotations

from typing import Any

from discord import Interaction, app_commands

from bot.chat import suggestions, viewing
from bot.chat.client import BotClient
from bot.chat.controls import game_option
from bot.chat.desk.answers import no
from bot.chat.desk.table import Table
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat

of_game = game_option.of_game(suggestions.games)


class CommandGroup(app_commands.Group):
    """Commands about tables. Each acknowledges before anything else."""

    def __init__(self, client: BotClient, name: str, description: str) -> None:
        super().__init__(name=name, description=description)
        self.client = client

    async def _table(self, interaction: Interaction[Any]) -> Table | None:
        """Acknowledge, and return the table. Ask or explain if it is not unique."""
        return await self.client.table_of(interaction) if await self.client.acknowledge(interaction) else None

    async def _running(self, interaction: Interaction[Any]) -> Table | None:
        """Return the table that is meant if its game has begun; say so if it has not."""
        table = await self._table(interaction)
        if table is not None and not table.log:
            await self.client.say(interaction, self.client.lobby.waits(table))
            return None
        return table

    async def _played(self, interaction: Interaction[Any], over: Refusal) -> tuple[Table | None, Seat]:
        """Return a live game and the person's seat. Explain if there is no such seat."""
        table = await self._running(interaction)
        seat = await viewing.seat_at(self.client, interaction, table) if table is not None else None
        if table is None or seat is None:
            return None, PUBLIC
        if table.record.status == "over":
            await self.client.say(interaction, no(over))
            return None, seat
        return table, seat
