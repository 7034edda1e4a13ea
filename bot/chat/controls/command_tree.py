"""The command tree, which refuses options that their command does not declare."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from discord import AppCommandOptionType, Client, Interaction, InteractionType
from discord.app_commands import Command, CommandTree, Group, Parameter

from bot.chat.controls.completion import Typing
from bot.chat.desk.order_text import Malformed

TYPES = {
    AppCommandOptionType.string: (str, "text"),
    AppCommandOptionType.integer: (int, "a number"),
    AppCommandOptionType.boolean: (bool, "yes or no"),
}
"""The types of our commands' options, and their names for players."""


Refuse = Callable[[Interaction[Any], Malformed], Awaitable[None]]


class Tree(CommandTree[Client]):
    """The commands. Requests that no real client sends are answered as malformed."""

    def __init__(self, client: Client, typing: Typing, refuse: Refuse) -> None:
        """`refuse` answers a command that is malformed."""
        super().__init__(client)
        self._typing = typing
        self._refuse = refuse

    async def interaction_check(self, interaction: Interaction[Client]) -> bool:
        """Return whether the command may run."""
        data = cast(dict[str, Any], interaction.data or {})
        regroup(self, data)
        given = interaction.type is InteractionType.application_command
        wrong = impossible(self, data, complete=given)
        if wrong is None:
            return given or self._typing.asks(interaction.user.id, interaction.id)
        if given:
            await self._refuse(interaction, wrong)
        return False


def regroup(tree: CommandTree[Any], data: dict[str, Any]) -> None:
    """Put a subcommand that arrives without its group below the group.

    Older lists of commands had no groups.
    """
    found, options = tree.get_command(str(data.get("name"))), data.get("options") or ()
    name = str(options[0].get("name")) if options else ""
    if not isinstance(found, Group) or found.get_command(name) is not None:
        return
    groups = [each for each in found.commands if isinstance(each, Group) and each.get_command(name) is not None]
    if len(groups) == 1:
        kind = AppCommandOptionType.subcommand_group.value
        data["options"] = [{"type": kind, "name": groups[0].name, "options": list(options)}]


def impossible(tree: CommandTree[Any], data: Mapping[str, Any], *, complete: bool) -> Malformed | None:
    """Return the error in a command that arrived, or None.

    Only a `complete` command must have all required options.
    """
    found: Any = tree.get_command(str(data.get("name")))
    options: Sequence[Mapping[str, Any]] = data.get("options") or ()
    while isinstance(found, Group):
        found = found.get_command(str(options[0].get("name"))) if options else None
        options = options[0].get("options") or () if options else ()
    if not isinstance(found, Command):
        return Malformed("there is no such command")
    given = {str(option.get("name")): option for option in options}
    known = {parameter.display_name: parameter for parameter in found.parameters}
    for name in given:
        if name not in known:
            return Malformed(f"{found.name} has no option {name!r}")
    if not complete:
        typed = next((name for name, option in given.items() if option.get("focused")), "")
        return None if typed in known and known[typed].autocomplete else Malformed("nothing is completed there")
    for name, parameter in known.items():
        if name not in given and parameter.required:
            return Malformed(f"{found.name} needs {name}: {parameter.description}")
        if name in given and (wrong := _wrong(parameter, given[name].get("value"))) is not None:
            return wrong
    return None


def _wrong(parameter: Parameter, value: Any) -> Malformed | None:
    name, choices = parameter.display_name, parameter.choices
    kind, called = TYPES[parameter.type]
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        return Malformed(f"{name}: {str(value)[:50]!r} is not {called}")
    if choices and value not in [choice.value for choice in choices]:
        return Malformed(
            f"{name}: nothing is called {str(value)[:50]!r}", tuple(choice.name for choice in choices)
        )
    if isinstance(value, int) and not isinstance(value, bool):
        low, high = parameter.min_value, parameter.max_value
        if (low is not None and value < low) or (high is not None and value > high):
            return Malformed(f"{name}: {value} is not from {low} to {high}")
    return None
