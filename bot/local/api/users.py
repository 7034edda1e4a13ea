"""Routes for users, the application and the gateway's address."""

from __future__ import annotations

from bot.local import wire
from bot.local.limits import JSON, Form, Refused
from bot.local.site import Call, Route


def me(call: Call) -> JSON:
    """GET /users/@me."""
    return wire.me(call.world.bot)


def change_me(call: Call) -> JSON:
    """PATCH /users/@me: the bot's name."""
    form = Form(call.body.object)
    name = form.text("username", low=2, high=32)
    form.finish()
    if name:
        call.world.bot.username = name
        call.world.keep(call.world.bot)
    return wire.me(call.world.bot)


def user(call: Call) -> JSON:
    """GET /users/{user}."""
    return wire.user(call.world.user(call.path["user"]))


def my_guilds(call: Call) -> list[JSON]:
    """GET /users/@me/guilds."""
    bot = call.world.bot
    return [
        {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": "0",
            "features": [],
        }
        for guild in call.world.guilds.values()
        if bot.id in guild.members
    ]


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
    """GET /applications/@me and /oauth2/applications/@me."""
    return wire.application(call.world)


def change_application(call: Call) -> JSON:
    """PATCH /applications/@me: any value is accepted, because none is shown here."""
    form = Form(call.body.object)
    form.text("description", high=400)
    form.finish()
    return wire.application(call.world)


def gateway(call: Call) -> JSON:
    """GET /gateway."""
    return {"url": call.site.gateway.url}


def gateway_bot(call: Call) -> JSON:
    """GET /gateway/bot."""
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": call.site.gateway.url, "shards": 1, "session_start_limit": limit}


ROUTES: list[Route] = [
    ("GET", "/users/@me", me),
    ("PATCH", "/users/@me", change_me),
    ("GET", "/users/@me/guilds", my_guilds),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/users/{user}", user),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/@me", application),
    ("PATCH", "/applications/@me", change_application),
    ("GET", "/gateway", gateway),
    ("GET", "/gateway/bot", gateway_bot),
]
