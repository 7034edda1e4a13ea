"""Registered application commands: their validation, and the register."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterator
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
USER: Final = 6
CHANNEL: Final = 7
ROLE: Final = 8
MENTIONABLE: Final = 9
NUMBER: Final = 10
ATTACHMENT: Final = 11

CHAT_INPUT: Final = 1
ON_USER: Final = 2
ON_MESSAGE: Final = 3

_MOST: Final = {CHAT_INPUT: 100, ON_USER: 15, ON_MESSAGE: 15}
_LETTERS: Final = 8000
_CREATES_A_DAY: Final = 200
_DAY: Final = 24 * 3600.0
_NOT_UNIQUE: Final = "Application command names must be unique"
_VALUES: Final = (STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT)


def _is_name(name: str) -> bool:
    """Return whether a slash command or option may have this name.

    Discord allows letters of any script, digits, `-`, `_` and `'`, in lower case.
    """
    kinds = (unicodedata.category(letter)[0] for letter in name)
    return name == name.lower() and all(
        letter in "-_'" or kind in "LNM" for letter, kind in zip(name, kinds, strict=True)
    )


def read_command(form: Form) -> JSON:
    """Validate a command that a bot registers. Faults go to the form."""
    kind = form.one_of("type", (CHAT_INPUT, ON_USER, ON_MESSAGE), default=CHAT_INPUT)
    command: JSON = {"type": kind, "name": form.text("name", low=1, high=32, required=True) or ""}
    if kind == CHAT_INPUT:
        _check_name(form, command["name"], "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
        command["description"] = form.text("description", low=1, high=100, required=True) or ""
        options, kinds = _read_options(form, (SUBCOMMAND, GROUP, *_VALUES))
        if {SUBCOMMAND, GROUP} & kinds and kinds & set(_VALUES):
            message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
            form.fault("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
        command["options"] = options
    elif form.body.get("description"):
        form.fault("description", "APPLICATION_COMMAND_CONTEXT_MENU_NO_DESCRIPTION", "Must be empty")
    command |= _read_localizations(form)
    if form.body.get("default_member_permissions") is None:
        command["default_member_permissions"] = None
    else:
        command["default_member_permissions"] = str(form.integer("default_member_permissions"))
    command["nsfw"] = form.flag("nsfw")
    command["contexts"] = form.array("contexts", high=3)
    if "dm_permission" in form and not form.flag("dm_permission", default=True):
        command["contexts"] = command["contexts"] or [0]
    command["integration_types"] = form.array("integration_types", low=1, high=2) or [0]
    if _letters(command) > _LETTERS:
        form.fault(None, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({_LETTERS})")
    return command


def _read_localizations(form: Form) -> JSON:
    return {
        key: {locale: texts.text(locale, low=1, high=100) for locale in texts.body}
        for key in ("name_localizations", "description_localizations")
        if (texts := form.object(key)) is not None
    }


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
        **_read_localizations(form),
    }
    _check_name(form, option["name"], "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name is invalid")
    if kind == GROUP:
        option["options"] = _read_options(form, (SUBCOMMAND,))[0]
        return option
    if kind == SUBCOMMAND:
        option["options"] = _read_options(form, _VALUES)[0]
        return option
    option["required"] = form.flag("required")
    if kind in (STRING, INTEGER, NUMBER):
        _read_value_limits(form, option, kind)
    if kind == CHANNEL and "channel_types" in form:
        option["channel_types"] = form.array("channel_types", high=25)
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
        value = form.body.get(key)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float):
            form.fault(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        else:
            option[key] = value


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
        elif isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else (int, float)):
            each.fault("value", "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        choices.append({"name": name, "value": value})
    return choices


def _letters(command: JSON) -> int:
    """Return the length of a command as Discord counts it.

    Names, descriptions and values count, each with its longest translation.
    """
    total = 0
    for key in ("name", "description"):
        own = len(command.get(key) or "")
        total += max([own, *(len(text or "") for text in (command.get(f"{key}_localizations") or {}).values())])
    total += sum(_letters(option) for option in command.get("options", ()))
    for choice in command.get("choices", ()):
        total += len(choice["name"] or "") + len(str(choice["value"]))
    return total


class Register:
    """The commands that the bot has registered, globally (guild `None`) or in a guild."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.changed = 0
        self._creates: dict[str | None, list[float]] = {}

    def listed(self, guild_id: str | None) -> list[Command]:
        """All commands of one scope."""
        return [each for each in self.world.commands.values() if each.guild_id == guild_id]

    def offered(self, guild_id: str | None) -> Iterator[Command]:
        """All commands available to people in a guild, or in direct messages (`None`)."""
        for command in self.world.commands.values():
            context = 0 if guild_id else 1
            if command.contexts is not None and context not in command.contexts:
                continue
            if command.guild_id in (None, guild_id):
                yield command

    def get(self, guild_id: str | None, command_id: str) -> Command:
        """One command. Raises `Refused` 10063."""
        command = self.world.commands.get(command_id)
        if command is None or command.guild_id != guild_id:
            raise Refused(10063)
        return command

    def put(self, guild_id: str | None, body: Any) -> list[Command]:
        """Replace all commands of a scope."""
        if not isinstance(body, list):
            raise Refused(50035, errors={"_errors": [{"code": "LIST_TYPE_CONVERT", "message": "Not a list"}]})
        faults: JSON = {}
        forms = [Form(each, path=(i,), faults=faults) for i, each in enumerate(body)]
        read = [read_command(form) for form in forms]
        for kind, most in _MOST.items():
            if sum(1 for each in read if each["type"] == kind) > most:
                raise Refused(30032)
        seen: set[tuple[int, str]] = set()
        for form, command in zip(forms, read, strict=True):
            key = (command["type"], command["name"])
            if key in seen:
                form.fault("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", _NOT_UNIQUE)
            seen.add(key)
        if faults:
            raise Refused(50035, errors=faults)
        for old in self.listed(guild_id):
            if (old.type, old.name) not in seen:
                self._remove(old)
        commands = [self._store(guild_id, each)[0] for each in read]
        self._tell()
        return commands

    def post(self, guild_id: str | None, body: JSON) -> tuple[Command, bool]:
        """Register a command, replacing one of the same name.

        The second value is true if it is new.
        """
        form = Form(body)
        read = read_command(form)
        form.finish()
        same = [each for each in self.listed(guild_id) if each.type == read["type"]]
        if len(same) >= _MOST[read["type"]] and all(each.name != read["name"] for each in same):
            raise Refused(30032)
        stored = self._store(guild_id, read)
        self._tell()
        return stored

    def patch(self, guild_id: str | None, command_id: str, body: JSON) -> Command:
        """Change one command."""
        command = self.get(guild_id, command_id)
        fields = ("name", "description", "options", "default_member_permissions", "nsfw", "contexts")
        whole = {key: getattr(command, key) for key in fields} | body | {"type": command.type}
        form = Form({key: value for key, value in whole.items() if value is not None})
        read = read_command(form)
        if any(each.name == read["name"] and each.id != command_id for each in self.listed(guild_id)):
            form.fault("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", _NOT_UNIQUE)
        form.finish()
        self._update(command, read)
        self._tell()
        return command

    def delete(self, guild_id: str | None, command_id: str) -> None:
        """Remove one command."""
        self._remove(self.get(guild_id, command_id))
        self._tell()

    def _store(self, guild_id: str | None, read: JSON) -> tuple[Command, bool]:
        for command in self.listed(guild_id):
            if (command.type, command.name) == (read["type"], read["name"]):
                self._update(command, read)
                return command, False
        self._count_create(guild_id)
        new_id = self.world.new_id()
        command = Command(id=new_id, version=new_id, guild_id=guild_id, **read)
        self.world.commands[command.id] = command
        self.world.keep(command)
        return command, True

    def _update(self, command: Command, read: JSON) -> None:
        if any(getattr(command, key) != value for key, value in read.items()):
            for key, value in read.items():
                setattr(command, key, value)
            command.version = self.world.new_id()
            self.world.keep(command)

    def _remove(self, command: Command) -> None:
        del self.world.commands[command.id]
        self.world.forget(command)

    def _count_create(self, guild_id: str | None) -> None:
        oldest = time.monotonic() - _DAY
        recent = [moment for moment in self._creates.get(guild_id, []) if moment > oldest]
        if len(recent) >= _CREATES_A_DAY:
            raise Refused(30034)
        self._creates[guild_id] = [*recent, time.monotonic()]

    def _tell(self) -> None:
        self.changed += 1
        self.world.tell(Event("COMMANDS_CHANGED", dict))
