"""Events of servers that may open or close the bot's way to a game's channel."""

from __future__ import annotations

from typing import Any

import discord

from bot.chat.posts.postman import Postman


class Doors(discord.Client):
    """A client that reports changes of servers, channels, threads and roles.

    The reports go to the postman.
    """

    postman: Postman

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Continue in a server that is available again."""
        await self.postman.knock(guild=guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Continue in a server that has invited the bot again."""
        await self.postman.knock(guild=guild.id)

    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Try again after a change of a server."""
        await self.postman.knock(guild=after.id)

    async def on_guild_channel_update(self, before: Any, after: discord.abc.GuildChannel) -> None:
        """Try again after a change of a channel or of its permissions."""
        await self.postman.knock(guild=after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Try again after a thread was opened or unlocked."""
        await self.postman.knock(guild=payload.guild_id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try again after a change of a role's permissions."""
        await self.postman.knock(guild=after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Try again after the bot was given or lost a role, if Discord says so."""
        await self.postman.knock(guild=after.guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Park the games of a server that has removed the bot."""
        await self.postman.look_after(lambda each: each == guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Park the game of a channel that was deleted, and those of its threads."""
        await self.postman.look_after(lambda each: each == channel.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Park the game of a thread that was deleted."""
        await self.postman.look_after(lambda each: each == payload.guild_id)
