"""The JSON of messages, as Discord sends it."""

from __future__ import annotations

from bot.local.limits import JSON
from bot.local.objects import Attachment, Message, Metadata
from bot.local.registry import Registry
from bot.local.wire import member, user


def attachment(world: Registry, record: Attachment, channel_id: str, *, ephemeral: bool = False) -> JSON:
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


def metadata(world: Registry, record: Metadata, guild_id: str | None) -> JSON:
    """The interaction that led to a message, in a guild or a direct message."""
    body: JSON = {
        "id": record.id,
        "type": record.type,
        "user": user(world.users[record.user_id]),
        "authorizing_integration_owners": {"0": guild_id or "0"},
    }
    if record.type == 2:
        body |= {"name": record.name, "command_type": 1}
    if record.original_id:
        body["original_response_message_id"] = record.original_id
    if record.interacted_id:
        body["interacted_message_id"] = record.interacted_id
    if record.triggered_by:
        body["triggering_interaction_metadata"] = metadata(world, record.triggered_by, guild_id)
    return body


def message(world: Registry, record: Message, *, with_reference: bool = True) -> JSON:
    """A message as the HTTP API shows it to the bot."""
    body: JSON = {
        "id": record.id,
        "channel_id": record.channel_id,
        "type": record.type,
        "author": user(world.users[record.author_id]),
        "content": record.content,
        "timestamp": record.timestamp,
        "edited_timestamp": record.edited_timestamp,
        "tts": False,
        "mention_everyone": record.mention_everyone,
        "mentions": [user(world.users[each]) for each in record.mentions],
        "mention_roles": [],
        "attachments": [
            attachment(world, each, record.channel_id, ephemeral=record.ephemeral) for each in record.attachments
        ],
        "embeds": [],
        "components": list(record.components),
        "flags": record.flags,
        "pinned": record.pinned is not None,
    }
    if record.nonce is not None:
        body["nonce"] = record.nonce
    if record.position is not None:
        body["position"] = record.position
    if record.author_id == world.bot.id or record.interaction is not None:
        body |= _application(world, record)
    if record.reference_id is not None:
        body |= _reference(world, record, with_message=with_reference)
    return body


def _application(world: Registry, record: Message) -> JSON:
    """The application of a bot's message, and the interaction that it answers."""
    if record.interaction is None:
        return {"application_id": world.bot.id}
    body: JSON = {
        "application_id": world.bot.id,
        "webhook_id": world.bot.id,
        "interaction_metadata": metadata(world, record.interaction, world.channels[record.channel_id].guild_id),
    }
    if record.interaction.type == 2:
        body["interaction"] = {
            "id": record.interaction.id,
            "type": 2,
            "name": record.interaction.name,
            "user": user(world.users[record.interaction.user_id]),
        }
    return body


def _reference(world: Registry, record: Message, *, with_message: bool) -> JSON:
    body: JSON = {
        "message_reference": {"type": 0, "channel_id": record.channel_id, "message_id": record.reference_id}
    }
    if guild_id := world.channels[record.channel_id].guild_id:
        body["message_reference"]["guild_id"] = guild_id
    if with_message:
        referred = world.messages[record.channel_id].get(record.reference_id or "")
        body["referenced_message"] = referred and message(world, referred, with_reference=False)
    return body


def gateway_message(world: Registry, record: Message) -> JSON:
    """A message in the gateway's form: with its guild and its author's membership."""
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
