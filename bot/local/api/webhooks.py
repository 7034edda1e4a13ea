"""Routes of interactions: the first answer, and the webhook for later answers."""

from __future__ import annotations

from bot.local import wire_messages
from bot.local.limits import JSON, Refused
from bot.local.site import Call, Route


def callback(call: Call) -> JSON | None:
    """POST /interactions/{interaction}/{token}/callback."""
    response = call.site.interactions.answer(call.path["interaction"], call.path["token"], call.body)
    return response if call.query.get("with_response") in ("true", "1", "True") else None


def _token(call: Call) -> str:
    if call.path["application"] != call.world.bot.id:
        raise Refused(10015)
    return call.path["token"]


def follow_up(call: Call) -> JSON:
    """POST /webhooks/{application}/{token}."""
    return wire_messages.message(call.world, call.site.interactions.follow_up(_token(call), call.body))


def edit(call: Call) -> JSON:
    """PATCH …/messages/{message}."""
    message = call.site.interactions.edit(_token(call), call.path["message"], call.body)
    return wire_messages.message(call.world, message)


_MESSAGE = "/webhooks/{application}/{token}/messages/{message}"
ROUTES: list[Route] = [
    ("POST", "/interactions/{interaction}/{token}/callback", callback),
    ("POST", "/webhooks/{application}/{token}", follow_up),
    ("PATCH", _MESSAGE, edit),
]
