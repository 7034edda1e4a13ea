"""The registry of the local Discord: users, guilds, channels, messages, commands."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from functools import cached_property

from bot.local.limits import FILE_BYTES, Refused
from bot.local.objects import EPOCH, Channel, Command, Flags, Guild, Message, User
from bot.local.shelf import Shelf

Record = User | Guild | Channel | Message | Command


class Registry:
    """All records by id. `bot` is the bot's user; the application has the same id."""

    def __init__(self, shelf: Shelf, *, bot_name: str = "Fieldpost") -> None:
        self.shelf = shelf
        self.users: dict[str, User] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.commands: dict[str, Command] = {}
        self.unsaved: dict[tuple[str, str], Record | None] = {}
        self.file_bytes = FILE_BYTES
        """The most bytes of a file."""
        self._bot_name = bot_name
        self._last_id = 0

    @cached_property
    def bot(self) -> User:
        """The bot's user, created on first use."""
        for user in self.users.values():
            if user.bot:
                return user
        return self.add_user(self._bot_name, bot=True)

    # Ids and times

    def new_id(self) -> str:
        """A snowflake: greater than all before it."""
        self._last_id = max(self._last_id + 1, (int(time.time() * 1000) - EPOCH) << 22)
        return str(self._last_id)

    def seen_id(self, snowflake: str) -> None:
        """Make later ids greater than this id, which was read from the history."""
        self._last_id = max(self._last_id, int(snowflake))

    # Keeping and announcing.

    def keep(self, record: Record) -> None:
        """Mark a record as new or changed, for the history."""
        self.unsaved[type(record).__name__, record.id] = record

    def forget(self, record: Record) -> None:
        """Mark a record as deleted."""
        self.unsaved[type(record).__name__, record.id] = None

    def load(self, record: Record) -> None:
        """Restore a record from the history.

        A message that still shows "is thinking" has lost its answer.
        """
        match record:
            case User():
                self.users[record.id] = record
            case Guild():
                self.guilds[record.id] = record
            case Channel():
                self.channels[record.id] = record
                self.messages.setdefault(record.id, {})
            case Command():
                self.commands[record.id] = record
            case Message() if not record.loading:
                self.messages.setdefault(record.channel_id, {})[record.id] = record
            case Message():
                self.forget(record)

    def add_user(self, name: str, *, bot: bool = False, user_id: str = "") -> User:
        """Add a new user without a guild."""
        plain = "".join(c for c in name.lower() if c.isalnum() or c in "._") or "person"
        taken = {user.username for user in self.users.values()}
        usernames = itertools.chain([plain], (f"{plain}{n}" for n in itertools.count(2)))
        username = next(each for each in usernames if each not in taken)
        user_id = user_id or self.new_id()
        user = User(id=user_id, username=username[:32], global_name=None if bot else name, bot=bot)
        if bot:
            user.username = name
        self.users[user.id] = user
        self.keep(user)
        return user

    # Finding

    def channels_of(self, guild: Guild) -> Iterator[Channel]:
        """Yield a guild's channels in order, without threads."""
        own = [c for c in self.channels.values() if c.guild_id == guild.id and not c.is_thread]
        return iter(sorted(own, key=lambda channel: (channel.position, int(channel.id))))

    def threads_of(self, guild: Guild) -> Iterator[Channel]:
        """Yield a guild's threads that are not archived."""
        for channel in self.channels.values():
            if channel.guild_id == guild.id and channel.thread is not None and not channel.thread.archived:
                yield channel

    def message(self, channel_id: str, message_id: str) -> Message:
        """A message that is not ephemeral. Raises `Refused` 10003 or 10008."""
        message = self.messages[self.channel(channel_id).id].get(message_id)
        if message is None or message.flags & Flags.EPHEMERAL:
            raise Refused(10008)
        return message

    def channel(self, channel_id: str) -> Channel:
        """A channel. Raises `Refused` 10003."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise Refused(10003)
        return channel

    def guild(self, guild_id: str) -> Guild:
        """A guild that the bot is in. Raises `Refused` 10004."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot.id not in guild.members:
            raise Refused(10004)
        return guild
