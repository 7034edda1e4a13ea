"""Checks of the network traffic against Discord's own description of its API.

`Conformance` reads the log of a local Discord's `faults` and reports misfits in both directions. It checks the
bot's requests, our answers, and the objects inside gateway events. `$DISCORD_OPENAPI` is the path of Discord's
openapi.json; tests that need it skip without it.
"""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped,unused-ignore]
from jsonschema.exceptions import ValidationError, best_match  # type: ignore[import-untyped,unused-ignore]

from bot.local import Dispatch, Exchange, Faults

_INNER_ERROR = {
    "type": "object",
    "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
    "required": ["code", "message"],
}
_CORRECTIONS = {
    # The description allows 4000 characters of content; the documentation says 2000, and it is stricter here.
    ("MessageCreateRequest", "content"): {"maxLength": 2000},
    ("MessageEditRequestPartial", "content"): {"maxLength": 2000},
    # The description gives the faults of single fields the numbers of whole answers; in the documentation's
    # examples, and from Discord, they carry names such as BASE_TYPE_MAX_LENGTH.
    ("InnerErrors", "_errors"): {"items": _INNER_ERROR},
}
"""Where the documentation differs from the description, the documentation holds."""

_RELAXED_REQUESTS = {
    r"/attachments/\d+/id": "discord.py numbers new attachments with integers; Discord takes both.",
    r"/recipient_id": "discord.py sends ids as integers; Discord takes both.",
    r"/allowed_mentions/users/\d+": "discord.py sends ids as integers; Discord takes both.",
    r"/nonce": "A nonce may be a string or a number; the description's formats exclude each other's forms.",
}
"""Places where Discord accepts more than its description, with the evidence."""

_RELAXED_ANSWERS = {
    r"/resource/type": "A deferred answer has type 5 or 6 here; the description names only 4 and 7.",
}
"""The same for our answers."""

_GATEWAY = {
    "THREAD_CREATE": "ThreadResponse",
    "THREAD_UPDATE": "ThreadResponse",
}
"""Events whose data is one of the described components, with more fields beside."""


def description_path() -> Path:
    """Where Discord's description lies. Skips the test without it."""
    path = os.environ.get("DISCORD_OPENAPI")
    if not path:
        pytest.skip("DISCORD_OPENAPI is not set: the path of Discord's openapi.json")
    if not Path(path).is_file():
        pytest.fail(f"DISCORD_OPENAPI is {path}, which is no file")
    return Path(path)


class Conformance:
    """The description, ready to be asked."""

    def __init__(self, path: Path) -> None:
        self.description = json.loads(path.read_text())
        schemas = self.description["components"]["schemas"]
        for (component, field), stricter in _CORRECTIONS.items():
            schemas[component]["properties"][field] |= stricter
        self.routes = [
            (re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), path)
            for path in self.description["paths"]
        ]

    @functools.cache  # noqa: B019 - one instance lives as long as the test run
    def validator(self, pointer: str) -> Draft202012Validator:
        """A validator of the schema at a JSON pointer into the description."""
        schema = {"$ref": f"#{pointer}", "components": self.description["components"]}
        schema["paths"] = self.description["paths"]
        return Draft202012Validator(schema, format_checker=FormatChecker())

    def complaints(self, faults: Faults) -> list[str]:
        """Everything in the log that does not fit, in words; nothing when all is well."""
        found = [complaint for exchange in faults.requests for complaint in self.of_exchange(exchange)]
        return found + [complaint for each in faults.dispatches for complaint in self.of_dispatch(each)]

    def of_exchange(self, exchange: Exchange) -> Iterator[str]:
        """Yield the faults of one request and its answer."""
        path = self._path(exchange.path)
        where = f"{exchange.method} {exchange.path}"
        operation = self.description["paths"].get(path, {}).get(exchange.method.lower())
        if operation is None:
            if exchange.status != 404:
                yield f"{where}: Discord has no such route, and the answer was {exchange.status}"
            return
        pointer = f"/paths/{_escaped(path)}/{exchange.method.lower()}"
        if exchange.body and exchange.status < 300:
            if "requestBody" in operation:
                schema = f"{pointer}/requestBody/content/application~1json/schema"
                yield from self._wrong(schema, exchange.body, f"{where} request", _RELAXED_REQUESTS)
            else:
                yield f"{where}: a body where Discord takes none"
        yield from self._answer(exchange, operation, pointer, where)

    def _answer(self, exchange: Exchange, operation: Any, pointer: str, where: str) -> Iterator[str]:
        if exchange.status == 429:
            return
        if exchange.status >= 400:
            schema = "/components/schemas/ErrorResponse"
            yield from self._wrong(schema, exchange.answer, f"{where} -> {exchange.status}", {})
            return
        answers = operation["responses"]
        described = answers.get(str(exchange.status))
        if described is None:
            yield f"{where}: answered {exchange.status}, described are {', '.join(answers)}"
        elif exchange.answer is not None:
            if "content" not in described:
                yield f"{where}: an answer with a body where Discord gives none"
                return
            schema = f"{pointer}/responses/{exchange.status}/content/application~1json/schema"
            yield from self._wrong(schema, exchange.answer, f"{where} -> {exchange.status}", _RELAXED_ANSWERS)
        elif "content" in described:
            yield f"{where}: an answer without the body that Discord gives"

    def of_dispatch(self, dispatch: Dispatch) -> Iterator[str]:
        """Yield the faults of the described objects in a gateway event."""
        data = dispatch.data
        parts = [(_GATEWAY[dispatch.name], data, "")] if dispatch.name in _GATEWAY else []
        if dispatch.name == "GUILD_CREATE":
            parts += [("GuildResponse", data, "")]
            parts += [("GuildChannelResponse", each, "channel") for each in data["channels"]]
            parts += [("ThreadResponse", each, "thread") for each in data["threads"]]
            parts += [("GuildMemberResponse", each, "member") for each in data["members"]]
        if dispatch.name == "INTERACTION_CREATE":
            parts += list(_interaction_parts(data))
        for component, value, part in parts:
            where = f"{dispatch.name} {part}".strip()
            yield from self._wrong(f"/components/schemas/{component}", value, where, {})

    def _wrong(self, pointer: str, value: Any, where: str, relaxed: dict[str, str]) -> Iterator[str]:
        for error in self.validator(pointer).iter_errors(value):
            for leaf in _leaves(error, relaxed):
                place = "/" + "/".join(str(step) for step in leaf.absolute_path)
                yield f"{where} at {place}: {leaf.message[:300]}"

    def _path(self, path: str) -> str:
        exact = path if path in self.description["paths"] else None
        matching = [template for pattern, template in self.routes if pattern.match(path)]
        # Where several templates match, the one with the fewest parameters is meant ("@original").
        return exact or min(matching, key=lambda template: template.count("{"), default="")


def _leaves(error: ValidationError, relaxed: dict[str, str]) -> Iterator[ValidationError]:
    """The errors that remain of one when the relaxed places are left out.

    For a union the nearest branch counts; it passes if all its faults are relaxed.
    """
    place = "/" + "/".join(str(step) for step in error.absolute_path)
    if any(re.search(f"{pattern}$", place) for pattern in relaxed):
        return
    if not error.context:
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    left = [[leaf for inner in branch for leaf in _leaves(inner, relaxed)] for branch in branches.values()]
    if all(left):
        best = best_match([leaf for branch in left for leaf in branch])
        yield from min(left, key=len) if best is None else [best]


def _interaction_parts(data: Any) -> Iterator[tuple[str, Any, str]]:
    if "member" in data:
        yield "GuildMemberResponse", data["member"], "member"
    if "user" in data:
        yield "UserResponse", data["user"], "user"
    if "message" in data:
        yield "MessageResponse", data["message"], "message"
    kind = "GuildChannelResponse" if "position" in data["channel"] else "PrivateChannelResponse"
    kind = "ThreadResponse" if "thread_metadata" in data["channel"] else kind
    yield kind, data["channel"], "channel"
    resolved = data["data"].get("resolved", {})
    for key, component in (
        ("users", "UserResponse"),
        ("roles", "GuildRoleResponse"),
        ("messages", "MessageResponse"),
        ("attachments", "MessageAttachmentResponse"),
    ):
        for value in resolved.get(key, {}).values():
            yield component, value, f"resolved {key}"


def _escaped(path: str) -> str:
    return path.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
