"""Routes for a channel and its messages: reading, sending, editing and pins."""

from __future__ import annotations

import msgspec

from bot.local import wire, wire_messages
from bot.local.events import Event
from bot.local.limits import JSON, Form, Refused
from bot.local.objects import Channel, Message
from bot.local.permissions import Permission, demand
from bot.local.site import Call, Route
from bot.local.times import now


def _shown(call: Call, message: Message) -> JSON:
    return wire_messages.message(call.world, message)


def _readable(call: Call) -> list[Message]:
    """Return the channel's messages that the bot may read, oldest first."""
    channel = call.channel
    demand(call.world, channel, call.world.bot.id, Permission.READ_MESSAGE_HISTORY)
    return [each for each in call.world.messages[channel.id].values() if not each.ephemeral]


def channel(call: Call) -> JSON:
    """GET /channels/{channel}."""
    demand(call.world, call.channel, call.world.bot.id)
    return wire.channel(call.world, call.channel)


def listed(call: Call) -> list[JSON]:
    """GET /channels/{channel}/messages.

    Newest first; before or after a message.
    """
    messages = _readable(call)
    form = Form(dict(call.query))
    edges = {key: form.integer(key, high=2**63) for key in ("before", "after") if key in form}
    form.finish()
    limit = call.limit(high=100, default=50)
    if "before" in edges:
        chosen = [each for each in messages if int(each.id) < edges["before"]][-limit:]
    elif "after" in edges:
        chosen = [each for each in messages if int(each.id) > edges["after"]][:limit]
    else:
        chosen = messages[-limit:]
    return [_shown(call, each) for each in reversed(chosen)]


def create(call: Call) -> JSON:
    """POST /channels/{channel}/messages."""
    return _shown(call, call.site.messages.send(call.channel, call.world.bot, call.body))


def edit(call: Call) -> JSON:
    """PATCH /channels/{channel}/messages/{message}: only the bot's own messages."""
    demand(call.world, call.channel, call.world.bot.id)
    message = call.message
    _not_archived(call.channel)
    if message.author_id != call.world.bot.id:
        raise Refused(50005)
    return _shown(call, call.site.messages.edit(message, call.body))


# Pins


def pin(call: Call) -> None:
    """PUT …/pins/{message}: a message in the channel announces it."""
    channel, message = call.channel, call.message
    demand(call.world, channel, call.world.bot.id, Permission.PIN_MESSAGES)
    _not_archived(channel)
    if message.pinned is None:
        call.world.replace(msgspec.structs.replace(message, pinned=now()))
        _pins_changed(call, channel)
        notice = Message(
            id=call.world.new_id(),
            channel_id=channel.id,
            author_id=call.world.bot.id,
            timestamp=now(),
            type=6,
            reference_id=message.id,
        )
        call.world.post(notice)


def unpin(call: Call) -> None:
    """DELETE …/pins/{message}."""
    channel, message = call.channel, call.message
    demand(call.world, channel, call.world.bot.id, Permission.PIN_MESSAGES)
    if message.pinned is not None:
        call.world.replace(msgspec.structs.replace(message, pinned=None))
        _pins_changed(call, channel)


def _pins_changed(call: Call, channel: Channel) -> None:
    channel.last_pin = now()
    call.world.keep(channel)
    payload = {"channel_id": channel.id, "last_pin_timestamp": channel.last_pin}
    if channel.guild_id:
        payload["guild_id"] = channel.guild_id
    call.world.tell(Event("CHANNEL_PINS_UPDATE", lambda: payload, channel=channel))


def _not_archived(channel: Channel) -> None:
    if channel.thread is not None and channel.thread.archived:
        raise Refused(50083)


_ALL = "/channels/{channel}/messages"
_ONE = "/channels/{channel}/messages/{message}"
ROUTES: list[Route] = [
    ("GET", "/channels/{channel}", channel),
    ("PUT", f"{_ALL}/pins/{{message}}", pin),
    ("DELETE", f"{_ALL}/pins/{{message}}", unpin),
    ("GET", _ALL, listed),
    ("POST", _ALL, create),
    ("PATCH", _ONE, edit),
]
