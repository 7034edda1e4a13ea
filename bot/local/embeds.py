"""Discord's embeds: their fields and limits."""

from __future__ import annotations

from bot.local.limits import EMBEDS_TEXT, JSON, Form
from bot.local.times import moment

_PICTURES = ("image", "thumbnail")


def read_embeds(form: Form) -> list[JSON]:
    """Validate the `embeds` of a message and drop empty ones; faults go to the form."""
    embeds = [_read(each) for each in form.objects("embeds", high=10) or []]
    if sum(_letters(embed) for embed in embeds) > EMBEDS_TEXT:
        message = f"Embed size exceeds maximum size of {EMBEDS_TEXT}"
        form.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", message)
    return embeds


def _read(form: Form) -> JSON:
    embed: JSON = {"type": "rich"}
    for key, high in (("title", 256), ("description", 4096)):
        if value := form.text(key, high=high):
            embed[key] = value
    if url := _url(form, "url"):
        embed["url"] = url
    if form.body.get("color") is not None:
        embed["color"] = form.integer("color", high=0xFFFFFF)
    if stamp := form.text("timestamp", high=64):
        if read := moment(stamp):
            embed["timestamp"] = read
        else:
            form.fault("timestamp", "DATE_TIME_TYPE_PARSE", f'Could not parse "{stamp}" as a date.')
    if fields := form.objects("fields", high=25):
        embed["fields"] = [
            {
                "name": each.text("name", low=1, high=256, required=True),
                "value": each.text("value", low=1, high=1024, required=True),
                "inline": each.flag("inline"),
            }
            for each in fields
        ]
    for key, field, high in (("author", "name", 256), ("footer", "text", 2048)):
        if (nested := form.object(key)) and (value := nested.text(field, high=high)):
            embed[key] = {field: value}
            for address in ("url", "icon_url"):
                if url := _url(nested, address, upload=address == "icon_url"):
                    embed[key][address] = url
    for key in _PICTURES:
        if (nested := form.object(key)) and (url := _url(nested, "url", upload=True)):
            embed[key] = {"url": url}
    if len(embed) == 1:
        form.fault("description", "BASE_TYPE_REQUIRED", "This field is required")
    return embed


def _url(form: Form, key: str, *, upload: bool = False) -> str | None:
    url = form.text(key, high=2048)
    schemes = ("http://", "https://", *(["attachment://"] if upload else []))
    if url and not url.startswith(schemes):
        listed = "('http', 'https', 'attachment')" if upload else "('http', 'https')"
        scheme = url.split(":")[0]
        form.fault(key, "URL_TYPE_INVALID_SCHEME", f'Scheme "{scheme}" is not supported. Must be one of {listed}.')
    return url


def _letters(embed: JSON) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [embed.get("author", {}).get("name"), embed.get("footer", {}).get("text")]
    for field in embed.get("fields", ()):
        texts += [field["name"], field["value"]]
    return sum(len(text) for text in texts if text)
