"""Routes for users, the application and the gateway's address."""

from __future__ import annotations

from bot.local import wire
from bot.local.limits import JSON, Form, Refused
from bot.local.shards import recommended
from bot.local.site import Call, Route


def me(call: Call) -> JSON:
    """GET /users/@me."""
    return wire.me(call.world.bot)


def open_dm(call: Call) -> JSON:
    """POST /users/@me/channels: a user's direct-message channel.

    It is opened on first use.
    """
    form = Form(call.body.object)
    user_id = form.snowflake("recipient_id", required=True)
    form.finish()
    user = call.world.users.get(user_id or "")
    if user is None:
        raise Refused(50033)
    if user.bot:
        raise Refused(50007)
    return wire.channel(call.world, call.world.dm(user))


def application(call: Call) -> JSON:
    """GET /oauth2/applications/@me."""
    return wire.application(call.world)


def gateway_bot(call: Call) -> JSON:
    """GET /gateway/bot."""
    gateway = call.site.gateway
    shards = recommended(sum(call.world.bot.id in guild.members for guild in call.world.guilds.values()))
    return {"url": gateway.url, "shards": shards, "session_start_limit": gateway.starts.body()}


ROUTES: list[Route] = [
    ("GET", "/users/@me", me),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/gateway/bot", gateway_bot),
]
