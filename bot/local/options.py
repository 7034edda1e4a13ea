"""Client-side checks of a command, a select or a dialog before it is sent.

A client offers only possible input: it knows required options, choices, ranges and types, and sends nothing else.
`NotPossible` explains the problem to the person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.local.commands import GROUP, INTEGER, STRING, SUBCOMMAND
from bot.local.components import TEXT_INPUT
from bot.local.limits import JSON
from bot.local.objects import Command, walk


class NotPossible(Exception):
    """Raised for input that a person's client would not allow, with the reason."""


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


def fill(options: list[JSON], given: Mapping[str, Any], *, focused: str | None = None) -> list[JSON]:
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
            value = _value(option, values[name])
            filled.append({"type": option["type"], "name": name, "value": value})
        elif option.get("required") and focused is None:
            raise NotPossible(f"{name} is required: {option['description']}")
    order = {name: place for place, name in enumerate(values)}
    return sorted(filled, key=lambda option: order.get(option["name"], len(order)))


def _value(option: JSON, given: Any) -> Any:
    kind, name = option["type"], option["name"]
    if choices := option.get("choices"):
        for choice in choices:
            if str(given) == str(choice["value"]):
                return choice["value"]
        offered = ", ".join(choice["name"] for choice in choices)
        raise NotPossible(f"{name} must be one of: {offered}.")
    if kind == STRING:
        return _text(option, str(given))
    if kind == INTEGER:
        return _number(option, given)
    if str(given).lower() not in ("true", "false"):
        raise NotPossible(f"{name} must be true or false.")
    return str(given).lower() == "true"


def _text(option: JSON, text: str) -> str:
    low, high = option.get("min_length", 0), option.get("max_length", 6000)
    if not low <= len(text) <= high:
        raise NotPossible(f"{option['name']} must have {low} to {high} characters.")
    return text


def _number(option: JSON, given: Any) -> int:
    name = option["name"]
    try:
        number = int(str(given))
    except ValueError:
        raise NotPossible(f"{name} must be a whole number.") from None
    if number < option.get("min_value", number):
        raise NotPossible(f"{name} must be at least {option['min_value']}.")
    if number > option.get("max_value", number):
        raise NotPossible(f"{name} must be at most {option['max_value']}.")
    return number


def select(part: JSON, values: Iterable[Any]) -> list[str]:
    """Return the values that a person picks in a select. Raises `NotPossible`."""
    if part.get("disabled"):
        raise NotPossible("This list cannot be used now.")
    picked = [_option(part, value) for value in values]
    if len(set(picked)) < len(picked):
        raise NotPossible("Each can be picked once.")
    low, high = part["min_values"], part["max_values"]
    if not low <= len(picked) <= high and (picked or part.get("required", True)):
        count = str(low) if low == high else f"{low} to {high}"
        raise NotPossible(f"Pick {count} here.")
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


def answer_modal(modal: JSON, given: Mapping[str, Any]) -> list[JSON]:
    """Return the components of a dialog with a person's input. Raises `NotPossible`.

    Inputs are named by their custom_id.
    """
    values = dict(given)
    answered = [_answer_part(part, values) for part in modal["components"]]
    if values:
        raise NotPossible(f"The dialog has no input called {next(iter(values))}.")
    return answered


def _answer_part(part: JSON, values: dict[str, Any]) -> JSON:
    inner = part["component"]
    value = values.pop(inner["custom_id"], None)
    entered: JSON = {"type": inner["type"], "id": inner["id"], "custom_id": inner["custom_id"]}
    entered |= _entered(inner, value, part["label"])
    return {"type": part["type"], "id": part["id"], "component": entered}


def _entered(part: JSON, value: Any, label: str) -> JSON:
    if part["type"] == TEXT_INPUT:
        text = part.get("value", "") if value is None else str(value)
        if not text and part["required"]:
            raise NotPossible(f"{label} is required.")
        if text and not part["min_length"] <= len(text) <= part["max_length"]:
            raise NotPossible(f"{label} must have {part['min_length']} to {part['max_length']} characters.")
        return {"value": text}
    if value is None:
        value = [option["value"] for option in part["options"] if option.get("default")]
    chosen = list(value) if isinstance(value, list | tuple) else [value]
    if not chosen and part["required"]:
        raise NotPossible(f"{label} is required.")
    return {"values": select(part, chosen)}


def part_named(components: Iterable[JSON], custom_id: str) -> JSON | None:
    """The component with a custom_id, or None."""
    return next((part for part in walk(components) if part.get("custom_id") == custom_id), None)
