"""Client-side checks of a command, a select or a dialog before it is sent.

A client offers only possible input: it knows required options, choices, ranges and types, and sends nothing else.
`NotPossible` explains the problem to the person.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from bot.local import wire, wire_messages
from bot.local.bodies import Upload
from bot.local.commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from bot.local.components import (
    CHECKBOX,
    CHECKBOXES,
    RADIO,
    SELECTS,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    UPLOAD,
)
from bot.local.limits import JSON
from bot.local.objects import Channel, Command, User, walk
from bot.local.world import World

T = TypeVar("T")


class NotPossible(Exception):
    """Raised for input that a person's client would not allow, with the reason."""


def meant(things: Mapping[str, T], key: str, names: Callable[[T], Collection[str]]) -> T | None:
    """Return the thing with an id, or else the first with that name."""
    if key in things:
        return things[key]
    return next((thing for thing in things.values() if key in names(thing)), None)


class Resolved:
    """The objects behind an interaction's ids.

    They are users, members, roles, channels and attachments.
    """

    def __init__(self, world: World, channel: Channel, user: User) -> None:
        self.world = world
        self.channel = channel
        self.user = user
        self.body: JSON = {}

    def _put(self, kind: str, key: str, value: JSON) -> str:
        self.body.setdefault(kind, {})[key] = value
        return key

    def user_id(self, given: Any) -> str:
        """A user, given as a person, an id or a name. Raises `NotPossible`."""
        key = str(getattr(given, "id", given)).removeprefix("@").lower()
        user = meant(self.world.users, key, lambda user: (user.name.lower(), user.username.lower()))
        if user is None:
            raise NotPossible(f"There is nobody called {given} here.")
        guild = self.world.guilds[self.channel.guild_id] if self.channel.guild_id else None
        if guild is not None and user.id in guild.members:
            member = wire.member(self.world, guild, user.id, with_user=False)
            member["permissions"] = "0"
            self._put("members", user.id, member)
        return self._put("users", user.id, wire.user(user))

    def channel_id(self, given: Any) -> str:
        """A channel, given itself, by id or by name."""
        key = str(getattr(given, "id", given)).removeprefix("#")
        seen = {id: each for id, each in self.world.channels.items() if self.world.sees(self.user.id, each)}
        channel = meant(seen, key, lambda channel: (channel.name,))
        if channel is None:
            raise NotPossible(f"There is no channel {given}.")
        shown = wire.interaction_channel(self.world, channel, self.user.id)
        return self._put("channels", channel.id, shown)

    def role_id(self, given: Any) -> str:
        """A role, given itself, by id or by name."""
        key = str(getattr(given, "id", given)).removeprefix("@")
        roles = self.world.guilds[self.channel.guild_id].roles if self.channel.guild_id else {}
        role = meant(roles, key, lambda role: (role.name,))
        if role is None:
            raise NotPossible(f"There is no role {given}.")
        return self._put("roles", role.id, wire.role(role))

    def mentionable_id(self, given: Any) -> str:
        """A user or a role."""
        try:
            return self.user_id(given)
        except NotPossible:
            return self.role_id(given)

    def attachment_id(self, given: Any) -> str:
        """An uploaded file."""
        if not isinstance(given, Upload):
            raise NotPossible("A file is needed here.")
        attachment = self.world.hold(given, self.user)
        shown = wire_messages.attachment(self.world, attachment, self.channel.id, ephemeral=True)
        return self._put("attachments", attachment.id, shown)


def whole_path(command: Command, path: list[str]) -> list[str]:
    """Return the full path of a subcommand, with its group.

    A person may leave out the group if only one group has such a subcommand.
    """
    if not path or any(option["name"] == path[0] for option in command.options):
        return path
    groups = [option for option in command.options if option["type"] == GROUP]
    found = [each["name"] for each in groups if path[0] in {below["name"] for below in each["options"]}]
    return [*found, *path] if len(found) == 1 else path


def find(command: Command, path: list[str]) -> JSON:
    """Return the (sub)command at `path` below `command`, with its options.

    Raises `NotPossible`.
    """
    found: JSON = {"name": command.name, "options": command.options}
    for word in path:
        below = {o["name"]: o for o in found["options"] if o["type"] in (SUBCOMMAND, GROUP)}
        if word not in below:
            raise NotPossible(f"There is no command /{command.name} {' '.join(path)}.")
        found = {"options": [], **below[word]}
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in found["options"]):
        raise NotPossible(f"/{' '.join([command.name, *path])} needs a subcommand.")
    return found


def fill(
    options: list[JSON], given: Mapping[str, Any], resolved: Resolved, *, focused: str | None = None
) -> list[JSON]:
    """Return the options of a (sub)command with a person's values.

    Raises `NotPossible`. While an option is being typed (`focused`), the others may be incomplete.
    """
    by_name = {option["name"]: option for option in options}
    values: dict[str, Any] = {}
    for key, value in given.items():
        name = next((n for n in (key, key.rstrip("_"), key.replace("_", "-")) if n in by_name), None)
        if name is None:
            raise NotPossible(f"There is no option {key}.")
        if value is not None and value != "":
            values[name] = value
    filled: list[JSON] = []
    for name, option in by_name.items():
        if name == focused:
            typed = {"type": option["type"], "name": name, "value": str(values.get(name, ""))}
            filled.append(typed | {"focused": True})
        elif name in values:
            value = _value(option, values[name], resolved)
            filled.append({"type": option["type"], "name": name, "value": value})
        elif option.get("required") and focused is None:
            raise NotPossible(f"{name} is required: {option['description']}")
    order = {name: place for place, name in enumerate(values)}
    return sorted(filled, key=lambda option: order.get(option["name"], len(order)))


def _value(option: JSON, given: Any, resolved: Resolved) -> Any:
    kind, name = option["type"], option["name"]
    if choices := option.get("choices"):
        for choice in choices:
            if str(given) == str(choice["value"]):
                return choice["value"]
        offered = ", ".join(choice["name"] for choice in choices)
        raise NotPossible(f"{name} must be one of: {offered}.")
    match kind:
        case _ if kind == STRING:
            return _text(option, str(given))
        case _ if kind in (INTEGER, NUMBER):
            return _number(option, given)
        case _ if kind == BOOLEAN:
            if str(given).lower() not in ("true", "false"):
                raise NotPossible(f"{name} must be true or false.")
            return str(given).lower() == "true"
    finders = {
        USER: resolved.user_id,
        CHANNEL: resolved.channel_id,
        ROLE: resolved.role_id,
        MENTIONABLE: resolved.mentionable_id,
        ATTACHMENT: resolved.attachment_id,
    }
    return finders[kind](given)


def _text(option: JSON, text: str) -> str:
    low, high = option.get("min_length", 0), option.get("max_length", 6000)
    if not low <= len(text) <= high:
        raise NotPossible(f"{option['name']} must have {low} to {high} characters.")
    return text


def _number(option: JSON, given: Any) -> int | float:
    name, whole = option["name"], option["type"] == INTEGER
    try:
        number = int(str(given)) if whole else float(str(given))
    except ValueError:
        raise NotPossible(f"{name} must be a {'whole ' if whole else ''}number.") from None
    if number < option.get("min_value", number):
        raise NotPossible(f"{name} must be at least {option['min_value']}.")
    if number > option.get("max_value", number):
        raise NotPossible(f"{name} must be at most {option['max_value']}.")
    return number


def select(part: JSON, values: Iterable[Any], resolved: Resolved) -> list[str]:
    """Return the values that a person picks in a select. Raises `NotPossible`."""
    if part.get("disabled"):
        raise NotPossible("This list cannot be used now.")
    picked = [_pick(part, value, resolved) for value in values]
    if len(set(picked)) < len(picked):
        raise NotPossible("Each can be picked once.")
    low, high = part["min_values"], part["max_values"]
    if not low <= len(picked) <= high and (picked or part.get("required", True)):
        count = str(low) if low == high else f"{low} to {high}"
        raise NotPossible(f"Pick {count} here.")
    return picked


def _pick(part: JSON, value: Any, resolved: Resolved) -> str:
    if part["type"] == STRING_SELECT:
        return _option(part, value)
    kinds = dict(zip(SELECTS[1:], ("user", "role", "mentionable", "channel"), strict=True))
    picked: str = getattr(resolved, f"{kinds[part['type']]}_id")(value)
    return picked


def _option(part: JSON, value: Any) -> str:
    if any(value == option["value"] for option in part["options"]):
        return str(value)
    raise NotPossible(f"{value} is not on the list.")


def value_of(part: JSON, label: str) -> str:
    """Return the value with a label in a list.

    Raises `NotPossible` if no entry or several have that label.
    """
    values = [str(option["value"]) for option in part["options"] if option["label"] == label]
    if len(values) > 1:
        raise NotPossible(f"Several are called {label}.")
    if not values:
        raise NotPossible(f"{label} is not on the list.")
    return values[0]


def answer_modal(modal: JSON, given: Mapping[str, Any], resolved: Resolved) -> list[JSON]:
    """Return the components of a dialog with a person's input. Raises `NotPossible`.

    Inputs are named by their custom_id.
    """
    values = dict(given)
    answered = [_answer_part(part, values, resolved) for part in modal["components"]]
    if values:
        raise NotPossible(f"The dialog has no input called {next(iter(values))}.")
    return answered


def _answer_part(part: JSON, values: dict[str, Any], resolved: Resolved) -> JSON:
    answered: JSON = {"type": part["type"], "id": part["id"]}
    if part["type"] == TEXT:
        return answered
    inner = part["component"] if "component" in part else part["components"][0]
    label = part.get("label") or inner.get("label") or inner["custom_id"]
    value = values.pop(inner["custom_id"], None)
    entered: JSON = {"type": inner["type"], "id": inner["id"], "custom_id": inner["custom_id"]}
    entered |= _entered(inner, value, label, resolved)
    if "component" in part:
        return answered | {"component": entered}
    return answered | {"components": [entered]}


def _entered(part: JSON, value: Any, label: str, resolved: Resolved) -> JSON:
    kind = part["type"]
    if kind == CHECKBOX:
        return {"value": part["default"] if value is None else bool(value)}
    if kind == TEXT_INPUT:
        text = part.get("value", "") if value is None else str(value)
        if not text and part["required"]:
            raise NotPossible(f"{label} is required.")
        if text and not part["min_length"] <= len(text) <= part["max_length"]:
            raise NotPossible(f"{label} must have {part['min_length']} to {part['max_length']} characters.")
        return {"value": text}
    if value is None:
        value = [option["value"] for option in part.get("options", ()) if option.get("default")]
    chosen = list(value) if isinstance(value, list | tuple) else [value]
    if not chosen and part["required"]:
        raise NotPossible(f"{label} is required.")
    if kind == RADIO:
        return {"value": _option(part, chosen[0]) if chosen else None}
    if kind == CHECKBOXES:
        picked = [_option(part, each) for each in chosen]
        if picked and not part["min_values"] <= len(picked) <= part["max_values"]:
            raise NotPossible(f"{label}: pick {part['min_values']} to {part['max_values']}.")
        return {"values": picked}
    if kind == UPLOAD:
        return {"values": [resolved.attachment_id(each) for each in chosen]}
    return {"values": select(part, chosen, resolved)}


def part_named(components: Iterable[JSON], custom_id: str) -> JSON | None:
    """The component with a custom_id, or None."""
    return next((part for part in walk(components) if part.get("custom_id") == custom_id), None)
