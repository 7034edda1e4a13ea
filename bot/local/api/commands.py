"""Routes about application commands, global and of one guild."""

from __future__ import annotations

from bot.local import wire
from bot.local.limits import JSON, Refused
from bot.local.site import Answer, Call, Handler, Route


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


def create(call: Call) -> Answer:
    """POST …/commands: 201 for a new one, 200 for one in place of an old one."""
    call.site.faults.command_syncs += 1
    command, new = call.site.register.post(_scope(call), call.body.object)
    return Answer(201 if new else 200, wire.command(call.world, command))


def get(call: Call) -> JSON:
    """GET …/commands/{command}."""
    return wire.command(call.world, call.site.register.get(_scope(call), call.path["command"]))


def change(call: Call) -> JSON:
    """PATCH …/commands/{command}."""
    command = call.site.register.patch(_scope(call), call.path["command"], call.body.object)
    return wire.command(call.world, command)


def delete(call: Call) -> None:
    """DELETE …/commands/{command}."""
    call.site.register.delete(_scope(call), call.path["command"])


_ALL: list[tuple[str, Handler]] = [("GET", listed), ("PUT", replace_all), ("POST", create)]
_ONE: list[tuple[str, Handler]] = [("GET", get), ("PATCH", change), ("DELETE", delete)]
ROUTES: list[Route] = [
    (method, f"/applications/{{application}}{scope}/commands{rest}", handler)
    for scope in ("", "/guilds/{guild}")
    for rest, handlers in (("", _ALL), ("/{command}", _ONE))
    for method, handler in handlers
]
