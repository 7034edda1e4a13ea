"""The state of the local Discord and every change of it.

All changes go through `World`: it keeps the record, notes it for the history and announces it. The gateway
(for the bot) and the people (for their windows) listen. Everything here is immediate; nothing waits.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container

from bot.local import wire, wire_messages
from bot.local.events import Event, pass_on
from bot.local.objects import (
    Channel,
    ChannelType,
    Guild,
    Member,
    Message,
    Overwrite,
    Role,
    Thread,
    User,
    text_channel_name,
)
from bot.local.permissions import EVERYONE, INVITED, MANAGERS, sees
from bot.local.registry import Registry
from bot.local.shelf import Shelf
from bot.local.times import now, unix


class World(Registry):
    """All records, and every change of them."""

    def __init__(self, shelf: Shelf, *, bot_name: str = "Fieldpost") -> None:
        super().__init__(shelf, bot_name=bot_name)
        self.listeners: list[Callable[[Event], None]] = []
        self.told = 0
        """The number of announced events; if it is unchanged, nothing has happened."""

    def tell(self, event: Event) -> None:
        """Announce an event to the listeners."""
        self.told += 1
        pass_on(event, self.listeners)

    # Users and guilds

    def add_guild(self, name: str, guild_id: str = "") -> Guild:
        """Add a guild with its owner, who never plays, and the bot as a member."""
        owner = self.add_user(f"{name} owner")
        guild_id = guild_id or self.new_id()
        everyone = Role(id=guild_id, name="@everyone", permissions=int(EVERYONE))
        managed = Role(
            id=self.new_id(),
            name=self.bot.name,
            permissions=int(INVITED),
            position=1,
            managed=True,
            bot_id=self.bot.id,
        )
        managers = Role(id=self.new_id(), name="Managers", permissions=int(MANAGERS), position=2)
        guild = Guild(
            id=guild_id,
            name=name,
            owner_id=owner.id,
            roles={role.id: role for role in (everyone, managed, managers)},
        )
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        self.join(guild, self.bot, roles=[managed.id])
        return guild

    def join(self, guild: Guild, user: User, *, roles: list[str] | None = None) -> Member:
        """Make a user a member."""
        member = Member(user_id=user.id, joined_at=now(), roles=roles or [])
        guild.members[user.id] = member
        self.keep(guild)
        self.tell(
            Event(
                "GUILD_MEMBER_ADD",
                lambda: {**wire.member(self, guild, user.id), "guild_id": guild.id},
                guild_id=guild.id,
            )
        )
        return member

    def leave(self, guild: Guild, user: User) -> None:
        """Take a member out of a guild."""
        del guild.members[user.id]
        self.keep(guild)
        gone = {"guild_id": guild.id, "user": wire.user(user)}
        self.tell(Event("GUILD_MEMBER_REMOVE", lambda: gone, guild_id=guild.id))

    # Channels

    def add_channel(
        self, guild: Guild, name: str, *, type: ChannelType = ChannelType.TEXT, channel_id: str = ""
    ) -> Channel:
        """Add a text channel or forum."""
        position = sum(1 for _ in self.channels_of(guild))
        if type == ChannelType.TEXT:
            name = text_channel_name(name)
        channel_id = channel_id or self.new_id()
        channel = Channel(id=channel_id, type=type, guild_id=guild.id, name=name, position=position)
        self._place(channel, "CHANNEL_CREATE")
        return channel

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner: User,
        *,
        private: bool = False,
    ) -> Channel:
        """Add a thread below a text channel, or a post of a forum.

        Its owner is its first member.
        """
        moment = now()
        channel = Channel(
            id=self.new_id(),
            type=ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD,
            guild_id=parent.guild_id,
            name=name,
            parent_id=parent.id,
            thread=Thread(
                owner_id=owner.id,
                created_at=moment,
                archived_at=moment,
                members={owner.id: moment},
            ),
        )
        self._place(channel, "THREAD_CREATE")
        return channel

    def dm(self, user: User) -> Channel:
        """Return the direct-message channel of a user and the bot, opened on first use."""
        for channel in self.channels.values():
            if channel.type == ChannelType.DM and user.id in channel.recipients:
                return channel
        channel = Channel(id=self.new_id(), type=ChannelType.DM, recipients=[user.id, self.bot.id])
        self._place(channel, "CHANNEL_CREATE")
        return channel

    def free_channel_name(self, name: str, taken: Container[str]) -> str:
        """Return `name` in a text channel's form, with a number if it is taken."""
        plain = text_channel_name(name)
        numbered = itertools.chain([plain], (f"{plain}-{n}" for n in itertools.count(2)))
        return next(each for each in numbered if each not in taken)

    def _place(self, channel: Channel, event: str) -> None:
        self.channels[channel.id] = channel
        self.messages.setdefault(channel.id, {})
        self.channel_changed(channel, event)

    def channel_changed(self, channel: Channel, event: str = "") -> None:
        """Keep and announce a changed channel or thread; `event` names a special event."""
        self.keep(channel)
        name = event or ("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE")
        extra = {"newly_created": True} if name == "THREAD_CREATE" else {}
        self.tell(Event(name, lambda: {**wire.channel(self, channel), **extra}, channel=channel))

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages."""
        for thread in [each for each in self.channels.values() if each.parent_id == channel.id]:
            self.remove_channel(thread)
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.tell(Event(name, lambda: wire.channel(self, channel), channel=channel))
        for message in self.messages.pop(channel.id, {}).values():
            self._drop(message)
        del self.channels[channel.id]
        self.forget(channel)

    def set_archived(self, channel: Channel, archived: bool) -> None:
        """Archive or unarchive a thread."""
        if channel.thread is not None and channel.thread.archived != archived:
            channel.thread.archived = archived
            channel.thread.archived_at = now()
            self.channel_changed(channel)

    def archive_idle(self, moment: float) -> None:
        """Archive threads that have been silent for their auto-archive time.

        `moment` is the present, in Unix seconds.
        """
        for channel in list(self.channels.values()):
            if channel.thread is None:
                continue
            last = self.messages[channel.id].get(channel.last_message_id or "")
            active = max(unix(channel.thread.archived_at), unix(last.timestamp) if last is not None else 0.0)
            if moment - active > channel.thread.auto_archive * 60:
                self.set_archived(channel, True)

    def overwrite(self, channel: Channel, overwrite: Overwrite) -> None:
        """Set the permission overwrite of a channel for a member."""
        channel.overwrites[overwrite.id] = overwrite
        self.channel_changed(channel)

    # Messages

    def post(self, message: Message) -> None:
        """Put a new message into its channel."""
        channel = self.channels[message.channel_id]
        self.messages[channel.id][message.id] = message
        if message.only_for is None:
            self.keep(message)
            channel.last_message_id = message.id
            if channel.thread is not None:
                channel.thread.sent += 1
                if channel.thread.archived and not channel.thread.locked:
                    self.set_archived(channel, False)
            self.keep(channel)
        self._message_event("MESSAGE_CREATE", message)

    def replace(self, message: Message) -> None:
        """Replace a message with its new form; files that it no longer has are dropped."""
        before = self.messages[message.channel_id][message.id]
        kept = {attachment.id for attachment in message.attachments}
        for attachment in before.attachments:
            if attachment.id not in kept:
                self.shelf.drop(attachment.id)
        self.messages[message.channel_id][message.id] = message
        if message.only_for is None:
            self.keep(message)
        self._message_event("MESSAGE_UPDATE", message)

    def remove(self, message: Message) -> None:
        """Delete a message."""
        del self.messages[message.channel_id][message.id]
        self._drop(message)
        channel = self.channels[message.channel_id]
        payload = {"id": message.id, "channel_id": channel.id}
        if channel.guild_id:
            payload["guild_id"] = channel.guild_id
        event = Event(
            "MESSAGE_DELETE", lambda: payload, channel=channel, message=message, only_for=message.only_for
        )
        self.tell(event)

    def _drop(self, message: Message) -> None:
        for attachment in message.attachments:
            self.shelf.drop(attachment.id)
        if message.only_for is None:
            self.forget(message)

    def _message_event(self, name: str, message: Message) -> None:
        channel = self.channels[message.channel_id]
        event = Event(
            name,
            lambda: wire_messages.gateway_message(self, message),
            channel=channel,
            message=message,
            only_for=message.only_for,
        )
        self.tell(event)

    def sees(self, user_id: str, channel: Channel) -> bool:
        """Whether a user sees a channel at all."""
        return sees(self, channel, user_id)
