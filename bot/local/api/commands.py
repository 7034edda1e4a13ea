"""Routes about application commands, global and of one guild."""

from __future__ import annotations

from bot.local import wire
from bot.local.limits import JSON, Refused
from bot.local.site import Call, Route


def _scope(call: Call) -> str | None:
    """The guild of the path, or None for global commands."""
    if call.path["application"] != call.world.bot.id:
        raise Refused(10002)
    guild_id = call.path.get("guild")
    return None if guild_id is None else call.world.guild(guild_id).id


def listed(call: Call) -> list[JSON]:
    """GET …/commands."""
    return [wire.command(call.world, each) for each in call.site.register.listed(_scope(call))]


def replace_all(call: Call) -> list[JSON]:
    """PUT …/commands."""
    call.site.faults.command_syncs += 1
    commands = call.site.register.put(_scope(call), call.body.json)
    return [wire.command(call.world, each) for each in commands]


def delete(call: Call) -> None:
    """DELETE …/commands/{command}."""
    call.site.register.delete(_scope(call), call.path["command"])


_COMMANDS = "/applications/{application}/commands"
ROUTES: list[Route] = [
    ("GET", _COMMANDS, listed),
    ("PUT", _COMMANDS, replace_all),
    ("DELETE", f"{_COMMANDS}/{{command}}", delete),
]
