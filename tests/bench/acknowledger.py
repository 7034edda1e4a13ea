"""A bot that does nothing but acknowledge: the floor for how soon a command is answered."""

from __future__ import annotations

import os

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


class Acknowledger(discord.Client):
    """Knows `/game status`, and says that it has heard it."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="game", description="The game")
        group.command(name="status", description="Nothing")(_heard)
        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        await self.tree.sync()


async def _heard(interaction: discord.Interaction[discord.Client]) -> None:
    await interaction.response.defer(ephemeral=True)


if __name__ == "__main__":
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["GATEWAY"])
    Acknowledger().run(os.environ["DISCORD_TOKEN"], log_handler=None)
