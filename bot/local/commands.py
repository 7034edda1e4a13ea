"""Registered application commands: their validation, and the register."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from bot.local.events import Event
from bot.local.limits import CHOICES, JSON, Form, Refused
from bot.local.objects import Command
from bot.local.world import World

SUBCOMMAND: Final = 1
GROUP: Final = 2
STRING: Final = 3
INTEGER: Final = 4
BOOLEAN: Final = 5

CHAT_INPUT: Final = 1

_MOST: Final = 100
_LETTERS: Final = 8000
_VALUES: Final = (STRING, INTEGER, BOOLEAN)


def _is_name(name: str) -> bool:
    """Return whether a slash command or option may have this name.

    Discord allows letters of any script, digits, `-`, `_` and `'`, in lower case.
    """
    kinds = (unicodedata.category(letter)[0] for letter in name)
    return name == name.lower() and all(
        letter in "-_'" or kind in "LNM" for letter, kind in zip(name, kinds, strict=True)
    )


def read_command(form: Form) -> JSON:
    """Validate a slash command that a bot registers. Faults go to the form."""
    form.one_of("type", (CHAT_INPUT,), default=CHAT_INPUT)
    command: JSON = {"name": form.text("name", low=1, high=32, required=True) or ""}
    _check_name(form, command["name"], "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    command["description"] = form.text("description", low=1, high=100, required=True) or ""
    command["options"], kinds = _read_options(form, (SUBCOMMAND, GROUP, *_VALUES))
    if {SUBCOMMAND, GROUP} & kinds and kinds & set(_VALUES):
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.fault("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    if _letters(command) > _LETTERS:
        form.fault(None, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({_LETTERS})")
    return command


def _check_name(form: Form, name: str, code: str, message: str) -> None:
    if name and not _is_name(name):
        form.fault("name", code, message)


def _read_options(form: Form, types: tuple[int, ...]) -> tuple[list[JSON], set[int]]:
    options: list[JSON] = []
    seen: set[str] = set()
    optional = False
    for each in form.objects("options", high=25) or []:
        kind = each.union(types)
        if kind is None:
            continue
        option = _read_option(each, kind)
        if option["name"] in seen:
            each.fault("name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name already exists")
        seen.add(option["name"])
        if option.get("required") and optional:
            message = "Required options must be placed before non-required options"
            each.fault("required", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional = optional or not option.get("required")
        options.append(option)
    return options, {option["type"] for option in options}


def _read_option(form: Form, kind: int) -> JSON:
    option: JSON = {
        "type": kind,
        "name": form.text("name", low=1, high=32, required=True) or "",
        "description": form.text("description", low=1, high=100, required=True) or "",
    }
    _check_name(form, option["name"], "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name is invalid")
    if kind == GROUP:
        option["options"] = _read_options(form, (SUBCOMMAND,))[0]
        return option
    if kind == SUBCOMMAND:
        option["options"] = _read_options(form, _VALUES)[0]
        return option
    option["required"] = form.flag("required")
    if kind != BOOLEAN:
        _read_value_limits(form, option, kind)
    return option


def _read_value_limits(form: Form, option: JSON, kind: int) -> None:
    if form.flag("autocomplete"):
        option["autocomplete"] = True
    if choices := form.objects("choices", high=CHOICES):
        if option.get("autocomplete"):
            message = "Autocomplete and choices are mutually exclusive"
            form.fault("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", message)
        option["choices"] = read_choices(choices, kind)
    if kind == STRING:
        for key, low in (("min_length", 0), ("max_length", 1)):
            if form.body.get(key) is not None:
                option[key] = form.integer(key, low=low, high=6000)
        return
    for key in ("min_value", "max_value"):
        if form.body.get(key) is not None:
            option[key] = form.integer(key, low=-(2**53))


def read_choices(forms: list[Form], kind: int) -> list[JSON]:
    """Validate the choices of an option or autocomplete answer.

    Faults go to the forms.
    """
    choices: list[JSON] = []
    names: set[str | None] = set()
    for each in forms:
        name = each.text("name", low=1, high=100, required=True)
        if name in names:
            message = "Option choice name already exists"
            each.fault("name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", message)
        names.add(name)
        value = each.body.get("value")
        if kind == STRING:
            value = each.text("value", low=1, high=100, required=True)
        elif isinstance(value, bool) or not isinstance(value, int):
            each.fault("value", "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        choices.append({"name": name, "value": value})
    return choices


def _letters(command: JSON) -> int:
    """Return the length of a command as Discord counts it.

    Names, descriptions and values count.
    """
    total = len(command["name"] or "") + len(command["description"] or "")
    total += sum(_letters(option) for option in command.get("options", ()))
    for choice in command.get("choices", ()):
        total += len(choice["name"] or "") + len(str(choice["value"]))
    return total


class Register:
    """The commands that the bot has registered, for all guilds and direct messages."""

    def __init__(self, world: World) -> None:
        self.world = world

    def all(self) -> list[Command]:
        """All commands."""
        return list(self.world.commands.values())

    def put(self, body: Any) -> list[Command]:
        """Replace all commands."""
        if not isinstance(body, list):
            raise Refused(50035, errors={"_errors": [{"code": "LIST_TYPE_CONVERT", "message": "Not a list"}]})
        faults: JSON = {}
        forms = [Form(each, path=(i,), faults=faults) for i, each in enumerate(body)]
        read = [read_command(form) for form in forms]
        if len(read) > _MOST:
            raise Refused(30032)
        seen: set[str] = set()
        for form, command in zip(forms, read, strict=True):
            if command["name"] in seen:
                message = "Application command names must be unique"
                form.fault("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
            seen.add(command["name"])
        if faults:
            raise Refused(50035, errors=faults)
        for old in self.all():
            if old.name not in seen:
                self._remove(old)
        commands = [self._store(each) for each in read]
        self._tell()
        return commands

    def delete(self, command_id: str) -> None:
        """Remove one command. Raises `Refused` 10063."""
        command = self.world.commands.get(command_id)
        if command is None:
            raise Refused(10063)
        self._remove(command)
        self._tell()

    def _store(self, read: JSON) -> Command:
        new_id = self.world.new_id()
        old = next((each for each in self.all() if each.name == read["name"]), None)
        command = Command(id=old.id if old is not None else new_id, version=new_id, **read)
        self.world.commands[command.id] = command
        self.world.keep(command)
        return command

    def _remove(self, command: Command) -> None:
        del self.world.commands[command.id]
        self.world.forget(command)

    def _tell(self) -> None:
        self.world.tell(Event("COMMANDS_CHANGED", dict))
