"""Routes about guilds: their channels, roles and members."""

from __future__ import annotations

from bot.local import wire
from bot.local.events import Event
from bot.local.limits import JSON, Form, Refused
from bot.local.objects import ChannelType, Guild, Role
from bot.local.permissions import Permission, in_guild
from bot.local.site import Answer, Call, Route


def _guild(call: Call) -> Guild:
    return call.world.guild(call.path["guild"])


def _demand(call: Call, guild: Guild, permission: Permission) -> None:
    if not in_guild(guild, call.world.bot.id) & permission:
        raise Refused(50013)


def guild(call: Call) -> JSON:
    """GET /guilds/{guild}, with_counts or without."""
    found = _guild(call)
    body = wire.guild(call.world, found)
    if call.query.get("with_counts") in ("true", "1"):
        count = len(found.members)
        body |= {"approximate_member_count": count, "approximate_presence_count": count}
    return body


def channels(call: Call) -> list[JSON]:
    """GET /guilds/{guild}/channels: those that the bot sees, threads not included."""
    world = call.world
    return [wire.channel(world, c) for c in world.channels_of(_guild(call)) if world.sees(world.bot.id, c)]


def create_channel(call: Call) -> Answer:
    """POST /guilds/{guild}/channels: a text channel or a forum."""
    found = _guild(call)
    _demand(call, found, Permission.MANAGE_CHANNELS)
    form = Form(call.body.object)
    name = form.text("name", low=1, high=100, required=True) or ""
    kind = form.one_of("type", (ChannelType.TEXT, ChannelType.FORUM))
    topic = form.text("topic", high=1024)
    form.finish()
    channel = call.world.add_channel(found, name, type=ChannelType(kind))
    channel.topic = topic
    return Answer(201, wire.channel(call.world, channel))


def threads(call: Call) -> JSON:
    """GET /guilds/{guild}/threads/active."""
    world = call.world
    seen = [thread for thread in world.threads_of(_guild(call)) if world.sees(world.bot.id, thread)]
    joined = [t for t in seen if t.thread is not None and world.bot.id in t.thread.members]
    return {
        "threads": [wire.channel(world, each) for each in seen],
        "members": [wire.thread_member(each, world.bot.id) for each in joined],
        "has_more": False,
    }


def roles(call: Call) -> list[JSON]:
    """GET /guilds/{guild}/roles."""
    return [wire.role(each) for each in _guild(call).roles.values()]


def role(call: Call) -> JSON:
    """GET /guilds/{guild}/roles/{role}."""
    found = _guild(call).roles.get(call.path["role"])
    if found is None:
        raise Refused(10011)
    return wire.role(found)


def create_role(call: Call) -> JSON:
    """POST /guilds/{guild}/roles."""
    found = _guild(call)
    _demand(call, found, Permission.MANAGE_ROLES)
    form = Form(call.body.object)
    name = form.text("name", high=100) or "new role"
    permissions = form.integer("permissions")
    mentionable = form.flag("mentionable")
    form.finish()
    new = Role(
        id=call.world.new_id(),
        name=name,
        permissions=permissions,
        mentionable=mentionable,
        position=len(found.roles),
    )
    found.roles[new.id] = new
    call.world.keep(found)
    payload = {"guild_id": found.id, "role": wire.role(new)}
    call.world.tell(Event("GUILD_ROLE_CREATE", lambda: payload, guild_id=found.id))
    return wire.role(new)


def members(call: Call) -> list[JSON]:
    """GET /guilds/{guild}/members."""
    found = _guild(call)
    form = Form(dict(call.query))
    after = form.integer("after", high=2**63)
    form.finish()
    ids = sorted((each for each in found.members if int(each) > after), key=int)
    return [wire.member(call.world, found, user_id) for user_id in ids[: call.limit(high=1000, default=1)]]


def search_members(call: Call) -> list[JSON]:
    """GET /guilds/{guild}/members/search: by the beginning of their names."""
    found = _guild(call)
    query, limit = call.query.get("query", "").lower(), call.limit(high=1000, default=1)
    users = [call.world.users[user_id] for user_id in found.members]
    ids = [user.id for user in users if user.name.lower().startswith(query)]
    return [wire.member(call.world, found, user_id) for user_id in ids[:limit]]


def member(call: Call) -> JSON:
    """GET /guilds/{guild}/members/{user}."""
    found = _guild(call)
    call.world.user(call.path["user"])
    if call.path["user"] not in found.members:
        raise Refused(10007)
    return wire.member(call.world, found, call.path["user"])


ROUTES: list[Route] = [
    ("GET", "/guilds/{guild}", guild),
    ("GET", "/guilds/{guild}/channels", channels),
    ("POST", "/guilds/{guild}/channels", create_channel),
    ("GET", "/guilds/{guild}/threads/active", threads),
    ("GET", "/guilds/{guild}/roles", roles),
    ("POST", "/guilds/{guild}/roles", create_role),
    ("GET", "/guilds/{guild}/roles/{role}", role),
    ("GET", "/guilds/{guild}/members", members),
    ("GET", "/guilds/{guild}/members/search", search_members),
    ("GET", "/guilds/{guild}/members/{user}", member),
]
