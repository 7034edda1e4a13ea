"""The JSON that Discord shows of each record, over HTTP and over the gateway."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from bot.local.components import media_of
from bot.local.limits import JSON
from bot.local.permissions import in_channel
from bot.local.records import (
    Attachment,
    Channel,
    ChannelType,
    Command,
    Flags,
    Guild,
    Message,
    Metadata,
    Role,
    User,
)

if TYPE_CHECKING:
    from bot.local.world import World

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
    return user(record) | {"mfa_enabled": True, "locale": record.locale, "verified": True, "email": None}


def application(world: World) -> JSON:
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
        "mentionable": record.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
        **({"tags": tags} if tags else {}),
    }


def member(world: World, guild: Guild, user_id: str, *, with_user: bool = True) -> JSON:
    """A member of a guild; with the message it wrote, the user stands elsewhere."""
    record = guild.members[user_id]
    body: JSON = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": record.joined_at,
        "nick": record.nick,
        "pending": False,
        "premium_since": None,
        "roles": record.roles,
        "mute": False,
        "deaf": False,
    }
    return body | {"user": user(world.users[user_id])} if with_user else body


def guild(world: World, record: Guild) -> JSON:
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


def gateway_guild(world: World, record: Guild) -> JSON:
    """A guild as GUILD_CREATE brings it: with channels, threads and members that the bot sees."""
    visible = [c for c in world.channels_of(record) if world.sees(world.bot.id, c)]
    threads = [t for t in world.threads_of(record) if world.sees(world.bot.id, t)]
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


def channel(world: World, record: Channel) -> JSON:
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
        "rate_limit_per_user": record.slowmode,
    }
    if record.thread is not None:
        return body | thread(world, record)
    body |= {
        "topic": record.topic,
        "position": record.position,
        "permission_overwrites": [
            {"id": each.id, "type": each.type, "allow": str(each.allow), "deny": str(each.deny)}
            for each in record.overwrites.values()
        ],
        "nsfw": False,
    }
    if record.type == ChannelType.FORUM:
        body |= {
            "available_tags": [
                {"id": t.id, "name": t.name, "moderated": t.moderated, "emoji_id": None, "emoji_name": None}
                for t in record.tags
            ],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
        }
    return body


def thread(world: World, record: Channel) -> JSON:
    """What a thread has beyond a channel."""
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
    if record.type == ChannelType.PRIVATE_THREAD:
        body["thread_metadata"]["invitable"] = record.thread.invitable
    if record.thread.tags:
        body["applied_tags"] = record.thread.tags
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


def attachment(world: World, record: Attachment, channel_id: str, *, ephemeral: bool = False) -> JSON:
    """An attachment with its address."""
    url = world.shelf.url(channel_id, record)
    body: JSON = {
        "id": record.id,
        "filename": record.filename,
        "size": record.size,
        "url": url,
        "proxy_url": url,
        "content_type": record.content_type,
    }
    if record.description:
        body["description"] = record.description
    if record.width:
        body |= {"width": record.width, "height": record.height}
    if ephemeral:
        body["ephemeral"] = True
    return body


def metadata(world: World, record: Metadata) -> JSON:
    """How a message came from an interaction."""
    body: JSON = {
        "id": record.id,
        "type": record.type,
        "user": user(world.users[record.user_id]),
        "authorizing_integration_owners": {"0": next(iter(world.guilds), "0")},
    }
    if record.type == 2:
        body |= {"name": record.name, "command_type": record.command_type}
    if record.original_id:
        body["original_response_message_id"] = record.original_id
    if record.interacted_id:
        body["interacted_message_id"] = record.interacted_id
    if record.target_user_id:
        body["target_user"] = user(world.users[record.target_user_id])
    if record.target_message_id:
        body["target_message_id"] = record.target_message_id
    if record.triggered_by:
        body["triggering_interaction_metadata"] = metadata(world, record.triggered_by)
    return body


def components(world: World, record: Message) -> list[JSON]:
    """A message's components with the addresses of what they show."""
    parts = copy.deepcopy(list(record.components))
    by_id = {each.id: each for each in record.attachments}
    for media in media_of(parts):
        found = by_id.get(media.get("attachment_id", ""))
        if found is None:
            media |= {"id": "0", "proxy_url": media["url"]}
            continue
        url = world.shelf.url(record.channel_id, found)
        media |= {"id": found.id, "url": url, "proxy_url": url, "content_type": found.content_type}
        if found.width:
            media |= {"width": found.width, "height": found.height}
    for part in parts:
        for file in (part, *part.get("components", ())):
            if file["type"] == 13:
                found = by_id.get(file["file"].get("attachment_id", ""))
                file |= {"name": found and found.filename, "size": found and found.size}
    return parts


def embeds(world: World, record: Message) -> list[JSON]:
    """A message's embeds with the addresses of their pictures."""
    shown = copy.deepcopy(list(record.embeds))
    by_name = {each.filename: each for each in record.attachments}
    for embed in shown:
        for key in ("image", "thumbnail", "author", "footer"):
            media = embed.get(key, {})
            field = "url" if key in ("image", "thumbnail") else "icon_url"
            found = by_name.get(str(media.get(field, "")).removeprefix("attachment://"))
            if found is not None:
                url = world.shelf.url(record.channel_id, found)
                media |= {field: url, f"proxy_{field}": url}
                if field == "url" and found.width:
                    media |= {"width": found.width, "height": found.height}
                    media |= {"content_type": found.content_type}
                    if found.description:
                        media["description"] = found.description
    return shown


def used_by_embeds(record: Message) -> set[str]:
    """The names of the files that a message shows inside its embeds and not below them."""
    pictures = (embed.get(key, {}) for embed in record.embeds for key in ("image", "thumbnail"))
    icons = (embed.get(key, {}) for embed in record.embeds for key in ("author", "footer"))
    urls = [p.get("url", "") for p in pictures] + [i.get("icon_url", "") for i in icons]
    return {url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")}


def message(world: World, record: Message, *, with_reference: bool = True) -> JSON:
    """A message as the HTTP API shows it to the bot."""
    in_embeds = used_by_embeds(record)
    body: JSON = {
        "id": record.id,
        "channel_id": record.channel_id,
        "type": record.type,
        "author": user(world.users[record.author_id]),
        "content": record.content,
        "timestamp": record.timestamp,
        "edited_timestamp": record.edited_timestamp,
        "tts": record.tts,
        "mention_everyone": record.mention_everyone,
        "mentions": [user(world.users[each]) for each in record.mentions],
        "mention_roles": list(record.mention_roles),
        "attachments": [
            attachment(world, each, record.channel_id, ephemeral=record.ephemeral)
            for each in record.attachments
            if each.filename not in in_embeds
        ],
        "embeds": embeds(world, record),
        "components": components(world, record),
        "flags": record.flags,
        "pinned": record.pinned is not None,
    }
    if record.nonce is not None:
        body["nonce"] = record.nonce
    if record.position is not None:
        body["position"] = record.position
    if record.interaction is not None:
        body |= {"application_id": world.bot.id, "webhook_id": world.bot.id}
        body["interaction_metadata"] = metadata(world, record.interaction)
        if record.interaction.type == 2:
            body["interaction"] = {
                "id": record.interaction.id,
                "type": 2,
                "name": record.interaction.name,
                "user": user(world.users[record.interaction.user_id]),
            }
    elif record.author_id == world.bot.id:
        body["application_id"] = world.bot.id
    if record.reactions:
        body["reactions"] = [_reaction(emoji, by, world.bot.id) for emoji, by in record.reactions.items() if by]
    if record.flags & Flags.HAS_THREAD and record.id in world.channels:
        body["thread"] = channel(world, world.channels[record.id])
    if record.reference_id is not None:
        body |= _reference(world, record, with_message=with_reference)
    return body


def _reference(world: World, record: Message, *, with_message: bool) -> JSON:
    body: JSON = {
        "message_reference": {"type": 0, "channel_id": record.channel_id, "message_id": record.reference_id}
    }
    if guild_id := world.channels[record.channel_id].guild_id:
        body["message_reference"]["guild_id"] = guild_id
    if with_message:
        referred = world.messages[record.channel_id].get(record.reference_id or "")
        body["referenced_message"] = referred and message(world, referred, with_reference=False)
    return body


def _reaction(emoji: str, by: tuple[str, ...], bot_id: str) -> JSON:
    name, _, emoji_id = emoji.partition(":")
    return {
        "emoji": {"id": emoji_id or None, "name": name},
        "count": len(by),
        "count_details": {"burst": 0, "normal": len(by)},
        "burst_colors": [],
        "me_burst": False,
        "burst_me": False,
        "burst_count": 0,
        "me": bot_id in by,
    }


def gateway_message(world: World, record: Message) -> JSON:
    """A message as the gateway brings it: with its guild and its author's membership."""
    body = message(world, record)
    guild_id = world.channels[record.channel_id].guild_id
    if guild_id is None:
        return body
    body["guild_id"] = guild_id
    members = world.guilds[guild_id].members
    if record.author_id in members:
        body["member"] = member(world, world.guilds[guild_id], record.author_id, with_user=False)
    for mentioned in body["mentions"]:
        if mentioned["id"] in members:
            mentioned["member"] = member(world, world.guilds[guild_id], mentioned["id"], with_user=False)
    return body


def interaction_channel(world: World, record: Channel, user_id: str) -> JSON:
    """The channel of an interaction, with what the person may do in it."""
    return channel(world, record) | {"permissions": str(int(in_channel(world, record, user_id)))}


def command(world: World, record: Command) -> JSON:
    """A registered command."""
    body: JSON = {
        "id": record.id,
        "application_id": world.bot.id,
        "version": record.version,
        "type": record.type,
        "name": record.name,
        "name_localizations": record.name_localizations,
        "description": record.description,
        "description_localizations": record.description_localizations,
        "default_member_permissions": record.default_member_permissions,
        "dm_permission": record.contexts is None or 1 in record.contexts,
        "contexts": record.contexts,
        "integration_types": record.integration_types,
        "nsfw": record.nsfw,
    }
    if record.options:
        body["options"] = record.options
    if record.guild_id:
        body["guild_id"] = record.guild_id
    return body
