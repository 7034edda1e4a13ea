"""Discord's permissions: the bits, and a user's permissions in a channel."""

from __future__ import annotations

from enum import IntFlag

from bot.local.limits import Refused
from bot.local.objects import Channel, ChannelType, Guild
from bot.local.registry import Registry


class Permission(IntFlag):
    """The permission bits used at this table; a bit set may hold others as well."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


P = Permission

ALL = P((1 << 53) - 1)
TALKING = P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES | P.READ_MESSAGE_HISTORY
IN_THREADS = P.CREATE_PUBLIC_THREADS | P.SEND_MESSAGES_IN_THREADS
PEOPLE = TALKING | P.USE_APPLICATION_COMMANDS
EVERYONE = PEOPLE | IN_THREADS | P.CREATE_PRIVATE_THREADS
"""The permissions of everyone in a new guild."""

INVITED = TALKING | IN_THREADS | P.PIN_MESSAGES
"""The permissions of the bot when it is invited."""

MANAGERS = P.MANAGE_GUILD | P.MANAGE_CHANNELS | P.MANAGE_MESSAGES | P.MENTION_EVERYONE
"""The permissions of the managers' role.

It does not show others' private threads, because managers play too.
"""

IN_DM = PEOPLE | P.PIN_MESSAGES
"""The permissions of both users in a direct message."""


def named(permissions: str) -> Permission:
    """The bit of a name such as "send_messages". Raises KeyError for an unknown one."""
    return Permission[permissions.upper()]


def in_guild(guild: Guild, user_id: str) -> Permission:
    """Return a member's permissions before channel overwrites; none for non-members."""
    member = guild.members.get(user_id)
    if member is None:
        return P(0)
    if user_id == guild.owner_id:
        return ALL
    allowed = guild.roles[guild.id].permissions
    for role_id in member.roles:
        allowed |= guild.roles[role_id].permissions
    return ALL if allowed & P.ADMINISTRATOR else P(allowed)


def in_channel(world: Registry, channel: Channel, user_id: str) -> Permission:
    """Return a user's permissions in a channel: of roles, then of the channel.

    A thread uses its parent's.
    """
    if channel.guild_id is None:
        return IN_DM if user_id in channel.recipients else P(0)
    guild = world.guilds[channel.guild_id]
    allowed = in_guild(guild, user_id)
    if allowed == ALL or not allowed:
        return allowed
    if channel.thread is not None:
        above = world.channels.get(channel.parent_id or "")
        parent = in_channel(world, above, user_id) if above is not None else P(0)
        if (
            channel.type == ChannelType.PRIVATE_THREAD
            and user_id not in channel.thread.members
            and not parent & P.MANAGE_THREADS
        ):
            return P(0)
        return parent
    bits = int(allowed)
    if own := channel.overwrites.get(user_id):
        bits = bits & ~own.deny | own.allow
    return P(bits) if bits & P.VIEW_CHANNEL else P(0)


def sees(world: Registry, channel: Channel, user_id: str) -> bool:
    """Whether a user sees a channel at all."""
    return bool(in_channel(world, channel, user_id) & P.VIEW_CHANNEL)


def demand(world: Registry, channel: Channel, user_id: str, *permissions: Permission) -> None:
    """Raise `Refused` if a user lacks a permission.

    The code is 50001 if the user does not see the channel, else 50013.
    """
    allowed = in_channel(world, channel, user_id)
    if not allowed & P.VIEW_CHANNEL:
        raise Refused(50001)
    for permission in permissions:
        if not allowed & permission:
            raise Refused(50013)


def to_send(channel: Channel) -> Permission:
    """Return the permission for sending; threads have their own."""
    return P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES
