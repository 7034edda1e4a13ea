"""Discord's message components: their positions and limits.

`read_components` and `read_modal` validate the components that a bot sends and return them as Discord would show
them: every part with an `id`, every default filled in. Links to uploads ("attachment://map.png") stay unchanged;
their message resolves them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from bot.local.limits import COMPONENTS_TEXT, COMPONENTS_TOTAL, JSON, Form, Refused
from bot.local.objects import walk

ROW: Final = 1
BUTTON: Final = 2
STRING_SELECT: Final = 3
TEXT_INPUT: Final = 4
SECTION: Final = 9
TEXT: Final = 10
THUMBNAIL: Final = 11
GALLERY: Final = 12
FILE: Final = 13
SEPARATOR: Final = 14
CONTAINER: Final = 17
LABEL: Final = 18

LINK: Final = 5

_IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
_IN_LABEL = (STRING_SELECT, TEXT_INPUT)


def read_components(form: Form, *, v2: bool) -> list[JSON]:
    """Validate the `components` of a message; faults go to the form.

    `v2` is the message's flag.
    """
    high = COMPONENTS_TOTAL if v2 else 5
    forms = form.objects("components", high=high) or []
    reader = _Reader()
    top = (ROW, *_IN_CONTAINER[1:], CONTAINER) if v2 else (ROW,)
    parts = reader.read_all(forms, top)
    if reader.count > COMPONENTS_TOTAL:
        form.fault(
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"Max total components exceeded. Can have at most {COMPONENTS_TOTAL}",
        )
    if reader.letters > COMPONENTS_TEXT:
        form.fault(
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Components displayable text size exceeds maximum size of {COMPONENTS_TEXT}",
        )
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


def media_of(parts: list[JSON]) -> Iterator[JSON]:
    """Yield every media item in `parts` (thumbnails, galleries, files)."""
    for part in walk(parts):
        if part["type"] == THUMBNAIL:
            yield part["media"]
        elif part["type"] == GALLERY:
            yield from (item["media"] for item in part["items"])
        elif part["type"] == FILE:
            yield part["file"]


class _Reader:
    """A single pass over the components of a message or modal."""

    def __init__(self, *, modal: bool = False) -> None:
        self.modal = modal
        self.count = 0
        self.letters = 0
        self.custom_ids: set[str] = set()
        self.ids: set[int] = set()

    def read_all(self, forms: list[Form], types: tuple[int, ...]) -> list[JSON]:
        return [part for form in forms if (part := self.read(form, types)) is not None]

    def read(self, form: Form, types: tuple[int, ...]) -> JSON | None:
        kind = form.union(types)
        if kind is None:
            return None
        self.count += 1
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
        style = form.one_of("style", range(1, 6), required=True, default=1)
        part: JSON = {"style": style}
        if style == LINK:
            part["url"] = form.text("url", low=1, high=512, required=True)
            if part["url"] and not part["url"].startswith(("http://", "https://", "discord://")):
                form.fault("url", "URL_TYPE_INVALID_SCHEME", "Scheme must be one of http, https or discord.")
            if "custom_id" in form:
                message = "A custom id and url cannot both be specified"
                form.fault("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_CONFLICT", message)
        else:
            part["custom_id"] = self.custom_id(form)
            if form.body.get("url"):
                form.fault("url", "BUTTON_COMPONENT_INVALID_STYLE", "Only link buttons can have a url")
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

    def section(self, form: Form) -> JSON:
        forms = form.objects("components", low=1, high=3, required=True) or []
        part: JSON = {"components": self.read_all(forms, (TEXT,))}
        accessory = form.object("accessory", required=True)
        if accessory is not None and (inner := self.read(accessory, (BUTTON, THUMBNAIL))) is not None:
            part["accessory"] = inner
        return part

    def text(self, form: Form) -> JSON:
        content = form.text("content", low=1, high=COMPONENTS_TEXT, required=True) or ""
        self.letters += len(content)
        return {"content": content}

    def media(self, form: Form, key: str, *, upload: bool = False) -> JSON:
        media = form.object(key, required=True)
        url = media.text("url", low=1, high=2048, required=True) if media is not None else None
        schemes = ("attachment://",) if upload else ("attachment://", "http://", "https://")
        if media is not None and url and not url.startswith(schemes):
            listed = ", ".join(scheme.removesuffix("://") for scheme in schemes)
            media.fault("url", "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {listed}.")
        return {"url": url or ""}

    def described(self, form: Form) -> JSON:
        return {"description": form.text("description", high=1024), "spoiler": form.flag("spoiler")}

    def thumbnail(self, form: Form) -> JSON:
        return {"media": self.media(form, "media"), **self.described(form)}

    def gallery(self, form: Form) -> JSON:
        items = form.objects("items", low=1, high=10, required=True) or []
        return {"items": [{"media": self.media(item, "media"), **self.described(item)} for item in items]}

    def file(self, form: Form) -> JSON:
        return {"file": self.media(form, "file", upload=True), "spoiler": form.flag("spoiler")}

    def separator(self, form: Form) -> JSON:
        return {
            "spacing": form.one_of("spacing", (1, 2), default=1),
            "divider": form.flag("divider", default=True),
        }

    def container(self, form: Form) -> JSON:
        forms = form.objects("components", low=1, high=COMPONENTS_TOTAL, required=True) or []
        colour = form.body.get("accent_color")
        return {
            "accent_color": None if colour is None else form.integer("accent_color", high=0xFFFFFF),
            "spoiler": form.flag("spoiler"),
            "components": self.read_all(forms, _IN_CONTAINER),
        }

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
    SECTION: _Reader.section,
    TEXT: _Reader.text,
    THUMBNAIL: _Reader.thumbnail,
    GALLERY: _Reader.gallery,
    FILE: _Reader.file,
    SEPARATOR: _Reader.separator,
    CONTAINER: _Reader.container,
    LABEL: _Reader.label,
    STRING_SELECT: _Reader.select,
}


def resolve_media(parts: list[JSON], names: dict[str, str]) -> None:
    """Resolve "attachment://name" to uploads; `names` maps file names to ids.

    Raises `Refused` 50035 for an unknown name.
    """
    faults = Form({})
    for media in media_of(parts):
        url: Any = media["url"]
        if not url.startswith("attachment://"):
            continue
        name = url.removeprefix("attachment://")
        if name in names:
            media["attachment_id"] = names[name]
        else:
            faults.fault(
                "components",
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment was not found: {name}",
            )
    if faults.faults:
        raise Refused(50035, errors=faults.faults)
