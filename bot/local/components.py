"""Discord's message components: their positions and limits.

`read_components` and `read_modal` validate the components that a bot sends and return them as Discord would show
them: every part with an `id`, every default filled in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.local.limits import JSON, Form
from bot.local.objects import walk

ROW: Final = 1
BUTTON: Final = 2
STRING_SELECT: Final = 3
TEXT_INPUT: Final = 4
LABEL: Final = 18


_IN_LABEL = (STRING_SELECT, TEXT_INPUT)


def read_components(form: Form) -> list[JSON]:
    """Validate the `components` of a message: rows of buttons and lists.

    Faults go to the form.
    """
    reader = _Reader()
    parts = reader.read_all(form.objects("components", high=5) or [], (ROW,))
    reader.number(parts)
    return parts


def read_modal(form: Form) -> JSON:
    """Validate the data of a modal. Raises `Refused` 50035."""
    modal: JSON = {
        "custom_id": form.text("custom_id", low=1, high=100, required=True),
        "title": form.text("title", low=1, high=45, required=True),
    }
    forms = form.objects("components", low=1, high=5, required=True) or []
    reader = _Reader(modal=True)
    modal["components"] = reader.read_all(forms, (LABEL,))
    form.finish()
    reader.number(modal["components"])
    return modal


class _Reader:
    """A single pass over the components of a message or modal."""

    def __init__(self, *, modal: bool = False) -> None:
        self.modal = modal
        self.custom_ids: set[str] = set()
        self.ids: set[int] = set()

    def read_all(self, forms: list[Form], types: tuple[int, ...]) -> list[JSON]:
        return [part for form in forms if (part := self.read(form, types)) is not None]

    def read(self, form: Form, types: tuple[int, ...]) -> JSON | None:
        kind = form.union(types)
        if kind is None:
            return None
        part: JSON = {"type": kind, "id": form.integer("id", high=2**31 - 1)}
        if part["id"] in self.ids:
            form.fault("id", "COMPONENT_ID_DUPLICATED", "Component ids must be unique")
        elif part["id"]:
            self.ids.add(part["id"])
        part.update(_READERS[kind](self, form))
        return part

    def number(self, parts: list[JSON]) -> None:
        """Give every part without an id the next free one."""
        free = (n for n in range(1, 2**31) if n not in self.ids)
        for part in walk(parts):
            part["id"] = part["id"] or next(free)

    def custom_id(self, form: Form) -> str | None:
        custom_id = form.text("custom_id", low=1, high=100, required=True)
        if custom_id in self.custom_ids:
            message = "Component custom id cannot be duplicated"
            form.fault("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        if custom_id:
            self.custom_ids.add(custom_id)
        return custom_id

    def row(self, form: Form) -> JSON:
        forms = form.objects("components", low=1, high=5, required=True) or []
        parts = self.read_all(forms, (BUTTON, STRING_SELECT))
        if len(parts) > 1 and any(part["type"] != BUTTON for part in parts):
            message = "The specified component exceeds the maximum width"
            form.fault("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
        return {"components": parts}

    def button(self, form: Form) -> JSON:
        part: JSON = {"style": form.one_of("style", range(1, 5), required=True, default=1)}
        part["custom_id"] = self.custom_id(form)
        if label := form.text("label", high=80):
            part["label"] = label
        if emoji := self.emoji(form):
            part["emoji"] = emoji
        if not label and not emoji:
            form.fault("label", "BUTTON_COMPONENT_INVALID_LABEL", "A button needs a label or an emoji")
        part["disabled"] = form.flag("disabled")
        return part

    def emoji(self, form: Form) -> JSON | None:
        emoji = form.object("emoji")
        if emoji is None:
            return None
        name = emoji.text("name", high=100)
        if not name or name.isascii():
            emoji.fault("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        return {"name": name}

    def select(self, form: Form) -> JSON:
        part: JSON = {"custom_id": self.custom_id(form)}
        if placeholder := form.text("placeholder", high=150):
            part["placeholder"] = placeholder
        part["min_values"] = form.integer("min_values", high=25, default=1)
        part["max_values"] = form.integer("max_values", low=1, high=25, default=1)
        if part["min_values"] > part["max_values"]:
            message = f"int value should be less than or equal to {part['max_values']}."
            form.fault("min_values", "NUMBER_TYPE_MAX", message)
        if self.modal:
            part["required"] = form.flag("required", default=True)
        else:
            part["disabled"] = form.flag("disabled")
        part["options"] = self.options(form)
        if part["max_values"] > len(part["options"]) > 0 and form.body.get("max_values"):
            message = f"int value should be less than or equal to {len(part['options'])}."
            form.fault("max_values", "NUMBER_TYPE_MAX", message)
        return part

    def options(self, form: Form) -> list[JSON]:
        options: list[JSON] = []
        seen: set[str | None] = set()
        for each in form.objects("options", low=1, high=25, required=True) or []:
            option: JSON = {
                "label": each.text("label", low=1, high=100, required=True),
                "value": each.text("value", low=1, high=100, required=True),
            }
            if option["value"] in seen:
                message = "The specified option value is already used"
                each.fault("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            seen.add(option["value"])
            if description := each.text("description", high=100):
                option["description"] = description
            if face := self.emoji(each):
                option["emoji"] = face
            if each.flag("default"):
                option["default"] = True
            options.append(option)
        return options

    def text_input(self, form: Form) -> JSON:
        part: JSON = {
            "custom_id": self.custom_id(form),
            "style": form.one_of("style", (1, 2), required=True, default=1),
            "min_length": form.integer("min_length", high=4000),
            "max_length": form.integer("max_length", low=1, high=4000, default=4000),
            "required": form.flag("required", default=True),
        }
        if part["min_length"] > part["max_length"]:
            message = "int value should be less than or equal to max_length."
            form.fault("min_length", "NUMBER_TYPE_MAX", message)
        for key, high in (("value", 4000), ("placeholder", 100)):
            if value := form.text(key, high=high):
                part[key] = value
        return part

    def label(self, form: Form) -> JSON:
        part: JSON = {"label": form.text("label", low=1, high=45, required=True)}
        if description := form.text("description", high=100):
            part["description"] = description
        inner = form.object("component", required=True)
        if inner is not None and (component := self.read(inner, _IN_LABEL)) is not None:
            part["component"] = component
        return part


_READERS: Final[dict[int, Callable[[_Reader, Form], JSON]]] = {
    ROW: _Reader.row,
    BUTTON: _Reader.button,
    TEXT_INPUT: _Reader.text_input,
    LABEL: _Reader.label,
    STRING_SELECT: _Reader.select,
}
