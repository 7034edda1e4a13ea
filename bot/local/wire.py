"""The JSON of users, guilds, channels and commands in Discord's API and gateway."""

from __future__ import annotations

from typing import Any

from bot.local.limits import JSON
from bot.local.objects import (
    Channel,
    ChannelType,
    Command,
    Guild,
    Role,
    User,
)
from bot.local.permissions import in_channel, sees
from bot.local.registry import Registry

_NO_STRINGS: dict[str, Any] = dict.fromkeys(
    (
        "icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id",
        "afk_channel_id", "system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code",
        "rules_channel_id", "safety_alerts_channel_id", "public_updates_channel_id", "incidents_data",
    )
)  # fmt: skip


def user(record: User) -> JSON:
    """A user, as others see it."""
    return {
        "id": record.id,
        "username": record.username,
        "global_name": record.global_name,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "bot": record.bot,
        "system": False,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }


def me(record: User) -> JSON:
    """The bot's own user."""
    return user(record) | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


def application(world: Registry) -> JSON:
    """The bot's application."""
    owner = next((world.users[guild.owner_id] for guild in world.guilds.values()), world.bot)
    return {
        "id": world.bot.id,
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(owner),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "integration_types_config": {"0": {}},
    }


def role(record: Role) -> JSON:
    """A role."""
    tags = {"bot_id": record.bot_id} if record.bot_id else {}
    return {
        "id": record.id,
        "name": record.name,
        "description": None,
        "permissions": str(record.permissions),
        "position": record.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": record.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
        **({"tags": tags} if tags else {}),
    }


def member(world: Registry, guild: Guild, user_id: str, *, with_user: bool = True) -> JSON:
    """A member of a guild; for a message's author, the user is elsewhere in the JSON."""
    record = guild.members[user_id]
    body: JSON = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": record.joined_at,
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": record.roles,
        "mute": False,
        "deaf": False,
    }
    return body | {"user": user(world.users[user_id])} if with_user else body


def guild(world: Registry, record: Guild) -> JSON:
    """A guild, as a bot that asks for it sees it."""
    return {
        **_NO_STRINGS,
        "id": record.id,
        "name": record.name,
        "features": [],
        "owner_id": record.owner_id,
        "region": "deprecated",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "roles": [role(each) for each in record.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
    }


def gateway_guild(world: Registry, record: Guild) -> JSON:
    """A guild in GUILD_CREATE: with the channels, threads and members the bot sees."""
    visible = [c for c in world.channels_of(record) if sees(world, c, world.bot.id)]
    threads = [t for t in world.threads_of(record) if sees(world, t, world.bot.id)]
    return guild(world, record) | {
        "joined_at": record.members[world.bot.id].joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(record.members),
        "voice_states": [],
        "members": [member(world, record, user_id) for user_id in record.members],
        "channels": [channel(world, each) for each in visible],
        "threads": [channel(world, each) for each in threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def channel(world: Registry, record: Channel) -> JSON:
    """A channel of any kind."""
    body: JSON = {
        "id": record.id,
        "type": int(record.type),
        "last_message_id": record.last_message_id,
        "flags": 0,
    }
    if record.last_pin:
        body["last_pin_timestamp"] = record.last_pin
    if record.type == ChannelType.DM:
        others = (world.users[each] for each in record.recipients if each != world.bot.id)
        return body | {"recipients": [user(each) for each in others]}
    body |= {
        "guild_id": record.guild_id,
        "name": record.name,
        "parent_id": record.parent_id,
        "rate_limit_per_user": 0,
    }
    if record.thread is not None:
        return body | thread(world, record)
    body |= {
        "topic": None,
        "position": record.position,
        "permission_overwrites": [
            {"id": each.id, "type": 1, "allow": str(each.allow), "deny": str(each.deny)}
            for each in record.overwrites.values()
        ],
        "nsfw": False,
    }
    return body | _forum(record) if record.type == ChannelType.FORUM else body


def _forum(record: Channel) -> JSON:
    """The fields of a forum beyond a channel's."""
    return {
        "available_tags": [],
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
    }


def thread(world: Registry, record: Channel) -> JSON:
    """The fields of a thread beyond a channel's."""
    assert record.thread is not None
    body: JSON = {
        "owner_id": record.thread.owner_id,
        "thread_metadata": {
            "archived": record.thread.archived,
            "archive_timestamp": record.thread.archived_at,
            "auto_archive_duration": record.thread.auto_archive,
            "locked": record.thread.locked,
            "create_timestamp": record.thread.created_at,
        },
        "message_count": record.thread.sent,
        "member_count": min(50, len(record.thread.members)),
        "total_message_sent": record.thread.sent,
    }
    if world.bot.id in record.thread.members:
        body["member"] = thread_member(record, world.bot.id)
    return body


def thread_member(record: Channel, user_id: str) -> JSON:
    """A member of a thread."""
    assert record.thread is not None
    return {
        "id": record.id,
        "user_id": user_id,
        "join_timestamp": record.thread.members[user_id],
        "flags": 1,
    }


def interaction_channel(world: Registry, record: Channel, user_id: str) -> JSON:
    """The channel of an interaction, with the person's permissions in it."""
    return channel(world, record) | {"permissions": str(int(in_channel(world, record, user_id)))}


def command(world: Registry, record: Command) -> JSON:
    """A registered command."""
    return {
        "id": record.id,
        "application_id": world.bot.id,
        "version": record.version,
        "type": 1,
        "name": record.name,
        "name_localizations": None,
        "description": record.description,
        "description_localizations": None,
        "default_member_permissions": None,
        "dm_permission": True,
        "contexts": None,
        "integration_types": [0],
        "nsfw": False,
        **({"options": record.options} if record.options else {}),
    }
