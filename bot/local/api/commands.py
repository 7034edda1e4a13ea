"""Routes about the bot's commands."""

from __future__ import annotations

from bot.local import wire
from bot.local.limits import JSON, Refused
from bot.local.site import Call, Route


def _own(call: Call) -> None:
    """Raise `Refused` 10002 for another application."""
    if call.path["application"] != call.world.bot.id:
        raise Refused(10002)


def listed(call: Call) -> list[JSON]:
    """GET …/commands."""
    _own(call)
    return [wire.command(call.world, each) for each in call.site.register.all()]


def replace_all(call: Call) -> list[JSON]:
    """PUT …/commands."""
    _own(call)
    call.site.faults.command_syncs += 1
    return [wire.command(call.world, each) for each in call.site.register.put(call.body.json)]


def delete(call: Call) -> None:
    """DELETE …/commands/{command}."""
    _own(call)
    call.site.register.delete(call.path["command"])


_COMMANDS = "/applications/{application}/commands"
ROUTES: list[Route] = [
    ("GET", _COMMANDS, listed),
    ("PUT", _COMMANDS, replace_all),
    ("DELETE", f"{_COMMANDS}/{{command}}", delete),
]
