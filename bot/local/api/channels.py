"""Routes for channels: reading, changing, deleting and permission overwrites."""

from __future__ import annotations

from bot.local import wire
from bot.local.limits import JSON, Form, Refused
from bot.local.objects import Channel, ChannelType, Overwrite, Tag
from bot.local.permissions import Permission, demand
from bot.local.site import Call, Route
from bot.local.times import now

AUTO_ARCHIVE = (60, 1440, 4320, 10080)


def get(call: Call) -> JSON:
    """GET /channels/{channel}."""
    demand(call.world, call.channel, call.world.bot.id)
    return wire.channel(call.world, call.channel)


def change(call: Call) -> JSON:
    """PATCH /channels/{channel}."""
    channel = call.channel
    form = Form(call.body.object)
    if channel.type == ChannelType.DM:
        raise Refused(50024)
    if form.body.get("name") not in (None, channel.name) and call.site.faults.rate_limits:
        call.site.rates.rename(channel.id)
    if channel.thread is not None:
        _change_thread(call, channel, form)
    else:
        _change_channel(call, channel, form)
    call.world.channel_changed(channel)
    return wire.channel(call.world, channel)


def _change_channel(call: Call, channel: Channel, form: Form) -> None:
    demand(call.world, channel, call.world.bot.id, Permission.MANAGE_CHANNELS)
    name = form.text("name", low=1, high=100)
    topic = form.text("topic", high=4096 if channel.type == ChannelType.FORUM else 1024)
    slowmode = form.integer("rate_limit_per_user", high=21600, default=channel.slowmode)
    position = form.integer("position", default=channel.position)
    tags = [
        Tag(
            id=each.snowflake("id") or call.world.new_id(),
            name=each.text("name", low=1, high=20, required=True) or "",
            moderated=each.flag("moderated"),
        )
        for each in form.objects("available_tags", high=20) or []
    ]
    form.finish()
    channel.name = name or channel.name
    channel.topic = topic if "topic" in form else channel.topic
    channel.slowmode, channel.position = slowmode, position
    channel.tags = tags if "available_tags" in form else channel.tags


def _change_thread(call: Call, channel: Channel, form: Form) -> None:
    thread = channel.thread
    assert thread is not None
    owns = thread.owner_id == call.world.bot.id
    reopens = thread.archived and form.body.get("archived") is False and not thread.locked
    if not owns and not reopens:
        demand(call.world, channel, call.world.bot.id, Permission.MANAGE_THREADS)
    elif reopens:
        demand(call.world, channel, call.world.bot.id, Permission.SEND_MESSAGES_IN_THREADS)
    name = form.text("name", low=1, high=100)
    auto_archive = form.one_of("auto_archive_duration", AUTO_ARCHIVE, default=thread.auto_archive)
    slowmode = form.integer("rate_limit_per_user", high=21600, default=channel.slowmode)
    archived = form.flag("archived", default=thread.archived)
    locked = form.flag("locked", default=thread.locked)
    tags = form.snowflakes("applied_tags", high=5)
    form.finish()
    if thread.archived and archived:
        raise Refused(50083)
    if locked != thread.locked:
        demand(call.world, channel, call.world.bot.id, Permission.MANAGE_THREADS)
    if archived != thread.archived:
        thread.archived, thread.archived_at = archived, now()
    channel.name = name or channel.name
    channel.slowmode = slowmode
    thread.auto_archive, thread.locked = auto_archive, locked
    thread.invitable = form.flag("invitable", default=thread.invitable)
    thread.tags = tags if "applied_tags" in form else thread.tags


def delete(call: Call) -> JSON:
    """DELETE /channels/{channel}; a direct message is only closed."""
    channel = call.channel
    shown = wire.channel(call.world, channel)
    if channel.type != ChannelType.DM:
        needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
        demand(call.world, channel, call.world.bot.id, needed)
        call.world.remove_channel(channel)
    return shown


def put_overwrite(call: Call) -> None:
    """PUT /channels/{channel}/permissions/{overwrite}."""
    channel = call.channel
    demand(call.world, channel, call.world.bot.id, Permission.MANAGE_ROLES)
    form = Form(call.body.object)
    overwrite = Overwrite(
        id=call.path["overwrite"],
        type=form.one_of("type", (0, 1), required=True),
        allow=form.integer("allow"),
        deny=form.integer("deny"),
    )
    form.finish()
    call.world.overwrite(channel, overwrite)


def delete_overwrite(call: Call) -> None:
    """DELETE /channels/{channel}/permissions/{overwrite}."""
    channel = call.channel
    demand(call.world, channel, call.world.bot.id, Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.path["overwrite"], None) is None:
        raise Refused(10009)
    call.world.channel_changed(channel)


_CHANNEL = "/channels/{channel}"
ROUTES: list[Route] = [
    ("GET", _CHANNEL, get),
    ("PATCH", _CHANNEL, change),
    ("DELETE", _CHANNEL, delete),
    ("PUT", f"{_CHANNEL}/permissions/{{overwrite}}", put_overwrite),
    ("DELETE", f"{_CHANNEL}/permissions/{{overwrite}}", delete_overwrite),
]
