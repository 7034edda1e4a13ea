"""Routes about threads and forum posts: starting them, their members, the archive."""

from __future__ import annotations

import msgspec

from bot.local import wire, wire_messages
from bot.local.api.channels import AUTO_ARCHIVE
from bot.local.bodies import Body
from bot.local.events import Event
from bot.local.limits import JSON, Form, Refused
from bot.local.objects import Channel, ChannelType, Flags, Message, Thread
from bot.local.permissions import Permission, demand
from bot.local.site import Answer, Call, Route
from bot.local.times import now

_MOST_MEMBERS = 1000
_PUBLIC, _PRIVATE = ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD


def start_on_message(call: Call) -> Answer:
    """POST /channels/{channel}/messages/{message}/threads."""
    channel, message = call.channel, call.message
    demand(call.world, channel, call.world.bot.id, Permission.CREATE_PUBLIC_THREADS)
    _must_be(channel, ChannelType.TEXT)
    if message.flags & Flags.HAS_THREAD:
        raise Refused(160004)
    form = Form(call.body.object)
    name, auto_archive = _read_basics(form)
    form.finish()
    thread = call.world.add_thread(channel, name, call.world.bot, auto_archive=auto_archive, on_message=message.id)
    call.world.replace(msgspec.structs.replace(message, flags=message.flags | Flags.HAS_THREAD))
    return Answer(201, wire.channel(call.world, thread))


def start(call: Call) -> Answer:
    """POST /channels/{channel}/threads: below a text channel, or as a post of a forum."""
    if call.channel.type == ChannelType.FORUM:
        return _start_post(call, call.channel)
    channel = call.channel
    _must_be(channel, ChannelType.TEXT)
    form = Form(call.body.object)
    name, auto_archive = _read_basics(form)
    kind = form.one_of("type", (_PUBLIC, _PRIVATE), default=_PRIVATE)
    private = kind == _PRIVATE
    invitable = form.flag("invitable", default=True)
    form.finish()
    needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    demand(call.world, channel, call.world.bot.id, needed)
    thread = call.world.add_thread(
        channel, name, call.world.bot, private=private, invitable=invitable, auto_archive=auto_archive
    )
    if not private:
        _announce(call, channel, thread)
    return Answer(201, wire.channel(call.world, thread))


def _start_post(call: Call, forum: Channel) -> Answer:
    demand(call.world, forum, call.world.bot.id, Permission.SEND_MESSAGES)
    form = Form(call.body.object)
    name, auto_archive = _read_basics(form)
    tags = form.snowflakes("applied_tags", high=5)
    if unknown := set(tags) - {tag.id for tag in forum.tags}:
        form.fault("applied_tags", "BASE_TYPE_CHOICES", f"Unknown tag {min(unknown)}.")
    first = form.object("message", required=True)
    form.finish()
    assert first is not None
    thread = call.world.add_thread(forum, name, call.world.bot, auto_archive=auto_archive, tags=tags)
    try:
        message = call.site.messages.send(thread, call.world.bot, Body(first.body, call.body.files))
    except Refused:
        call.world.remove_channel(thread)
        raise
    shown = wire.channel(call.world, thread)
    return Answer(201, shown | {"message": wire_messages.message(call.world, message)})


def _read_basics(form: Form) -> tuple[str, int]:
    name = form.text("name", low=1, high=100, required=True) or ""
    return name, form.one_of("auto_archive_duration", AUTO_ARCHIVE, default=4320)


def _must_be(channel: Channel, kind: ChannelType) -> None:
    if channel.type != kind:
        raise Refused(50024)


def _announce(call: Call, channel: Channel, thread: Channel) -> None:
    """Tell the channel that a thread was started in it, as Discord does."""
    notice = Message(
        id=call.world.new_id(),
        channel_id=channel.id,
        author_id=call.world.bot.id,
        timestamp=now(),
        type=18,
        content=thread.name,
    )
    call.world.post(notice)


# Members


def _thread(call: Call) -> tuple[Channel, Thread]:
    channel = call.channel
    demand(call.world, channel, call.world.bot.id)
    if channel.thread is None:
        raise Refused(50024)
    return channel, channel.thread


def _user_id(call: Call) -> str:
    user_id = call.path.get("user", "@me")
    return call.world.bot.id if user_id == "@me" else call.world.user(user_id).id


def add_member(call: Call) -> None:
    """PUT …/thread-members/{user}, "@me" being the bot."""
    channel, thread = _thread(call)
    user_id = _user_id(call)
    if user_id != call.world.bot.id:
        demand(call.world, channel, call.world.bot.id, Permission.SEND_MESSAGES_IN_THREADS)
    guild = call.world.guild(channel.guild_id or "")
    if user_id not in guild.members:
        raise Refused(10007)
    if thread.archived:
        raise Refused(50083)
    if len(thread.members) >= _MOST_MEMBERS:
        raise Refused(30033)
    if user_id not in thread.members:
        thread.members[user_id] = now()
        _members_changed(call, channel, added=[user_id])


def remove_member(call: Call) -> None:
    """DELETE …/thread-members/{user}."""
    channel, thread = _thread(call)
    user_id = _user_id(call)
    own_private = thread.owner_id == call.world.bot.id and channel.type == _PRIVATE
    if user_id != call.world.bot.id and not own_private:
        demand(call.world, channel, call.world.bot.id, Permission.MANAGE_THREADS)
    if thread.archived:
        raise Refused(50083)
    if thread.members.pop(user_id, None) is not None:
        _members_changed(call, channel, removed=[user_id])


def _members_changed(
    call: Call, channel: Channel, *, added: list[str] | None = None, removed: list[str] | None = None
) -> None:
    assert channel.thread is not None
    call.world.keep(channel)
    payload: JSON = {
        "id": channel.id,
        "guild_id": channel.guild_id,
        "member_count": min(50, len(channel.thread.members)),
        "added_members": [wire.thread_member(channel, each) for each in added or ()],
        "removed_member_ids": removed or [],
    }
    call.world.tell(Event("THREAD_MEMBERS_UPDATE", lambda: payload, channel=channel))


def members(call: Call) -> list[JSON]:
    """GET /channels/{channel}/thread-members."""
    channel, thread = _thread(call)
    return [wire.thread_member(channel, each) for each in thread.members]


def member(call: Call) -> JSON:
    """GET /channels/{channel}/thread-members/{user}."""
    channel, thread = _thread(call)
    if _user_id(call) not in thread.members:
        raise Refused(10007)
    return wire.thread_member(channel, _user_id(call))


# The archive


def archived_public(call: Call) -> JSON:
    """GET /channels/{channel}/threads/archived/public."""
    return _archived(call, _PUBLIC)


def archived_private(call: Call) -> JSON:
    """GET /channels/{channel}/threads/archived/private."""
    demand(call.world, call.channel, call.world.bot.id, Permission.MANAGE_THREADS)
    return _archived(call, _PRIVATE)


def archived_joined(call: Call) -> JSON:
    """GET /channels/{channel}/users/@me/threads/archived/private."""
    return _archived(call, _PRIVATE)


def _archived(call: Call, kind: ChannelType) -> JSON:
    world = call.world
    demand(world, call.channel, world.bot.id, Permission.READ_MESSAGE_HISTORY)
    found = [
        channel
        for channel in world.channels.values()
        if channel.parent_id == call.channel.id
        and channel.type == kind
        and channel.thread is not None
        and channel.thread.archived
        and world.sees(world.bot.id, channel)
    ]
    found.sort(key=lambda channel: channel.thread.archived_at if channel.thread else "", reverse=True)
    limit = call.limit(high=100, default=50)
    joined = [c for c in found[:limit] if c.thread is not None and world.bot.id in c.thread.members]
    return {
        "threads": [wire.channel(world, each) for each in found[:limit]],
        "members": [wire.thread_member(each, world.bot.id) for each in joined],
        "has_more": len(found) > limit,
    }


_CHANNEL = "/channels/{channel}"
ROUTES: list[Route] = [
    ("POST", f"{_CHANNEL}/messages/{{message}}/threads", start_on_message),
    ("POST", f"{_CHANNEL}/threads", start),
    ("GET", f"{_CHANNEL}/thread-members", members),
    ("PUT", f"{_CHANNEL}/thread-members/{{user}}", add_member),
    ("DELETE", f"{_CHANNEL}/thread-members/{{user}}", remove_member),
    ("GET", f"{_CHANNEL}/thread-members/{{user}}", member),
    ("GET", f"{_CHANNEL}/threads/archived/public", archived_public),
    ("GET", f"{_CHANNEL}/threads/archived/private", archived_private),
    ("GET", f"{_CHANNEL}/users/@me/threads/archived/private", archived_joined),
]
