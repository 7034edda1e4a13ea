"""A bot that only acknowledges: the lower limit for the time to an answer."""

from __future__ import annotations

import os
from typing import Any

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.chat.controls import derive
from bot.chat.desk.order_text import Choice
from bot.titles import titles


class Acknowledger(discord.Client):
    """Knows `/game status` and all orders, and acknowledges them."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="game", description="The game")
        group.command(name="status", description="Nothing")(_heard)
        self.tree.add_command(group)
        for title in titles().values():
            self.tree.add_command(derive.group(title, _ordered, _suggested, _named))

    async def setup_hook(self) -> None:
        await self.tree.sync()


async def _heard(interaction: discord.Interaction[discord.Client]) -> None:
    await interaction.response.defer(ephemeral=True)


async def _ordered(interaction: discord.Interaction[Any], *_: object) -> None:
    await _heard(interaction)


async def _suggested(*_: object) -> list[Choice]:
    return []


async def _named(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
    return []


if __name__ == "__main__":
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["GATEWAY"])
    Acknowledger().run(os.environ["DISCORD_TOKEN"], log_handler=None)
