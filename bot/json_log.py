"""The log as JSON, a line for each event, for programs that collect logs.

Such a line has no secret and no text of a player. So a traceback has the places and the kinds of the errors. It
has the message of an error only if the network, the database or the system made it.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import traceback
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from bot.chat.desk import activity
from bot.log_redaction import RedactingFormatter
from bot.store.database import StoreError
from render.pool import InPainter

_FACTS: Final = re.compile(r"\b(?:game (?P<game>\d+)\b|Shard ID (?P<shard>\d+)\b)", re.IGNORECASE)
"""How messages of the log name a game and, in those of discord.py, a shard."""
_SAFE: Final = ("discord.errors", "aiohttp.client_exceptions", "bot.chat.desk.table")
"""The modules whose errors quote no player."""


class JsonFormatter(RedactingFormatter):
    """Formats log records as JSON, each on one line.

    Every line has `time` (ISO 8601, UTC), `level`, `logger` and `message`. If they apply, it also has `game`,
    `entry`, `shard`, `duration` in seconds, other facts of an activity, and `traceback`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        message = _message(record)
        facts: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.redacted(message),
        }
        facts |= {name: int(text) for found in _FACTS.finditer(message) for name, text in _named(found)}
        if (shard := activity.SHARD.get(None)) is not None:
            facts["shard"] = shard
        if (done := getattr(record, activity.ATTRIBUTE, None)) is not None:
            facts |= msgspec.structs.asdict(done)
        if record.exc_info and (error := record.exc_info[1]) is not None:
            facts["traceback"] = self.redacted("\n".join(_traced(error)))
        return msgspec.json.encode(facts).decode()


def _named(found: re.Match[str]) -> Iterator[tuple[str, str]]:
    return ((name, text) for name, text in found.groupdict().items() if text is not None)


def _message(record: logging.LogRecord) -> str:
    """Return the message on one line.

    It has the kinds of our own errors in place of their messages.
    """
    if isinstance(record.msg, BaseException):
        return _said(record.msg)
    given = record.args
    if isinstance(given, tuple):
        given = tuple(_said(each) if isinstance(each, BaseException) else each for each in given)
    elif isinstance(given, Mapping):
        given = {key: _said(each) if isinstance(each, BaseException) else each for key, each in given.items()}
    message = str(record.msg) % given if given else str(record.msg)
    lines = message.splitlines()
    # The event loop adds the whole task with its error.
    return " · ".join(lines[:1] if record.name == "asyncio" else lines)


def _said(error: BaseException) -> str:
    """Return the kind of an error, and its message if that quotes no player."""
    safe = isinstance(error, (OSError, StoreError, sqlite3.Error, InPainter)) or type(error).__module__ in _SAFE
    return f"{type(error).__name__}: {error}" if safe else type(error).__name__


def _traced(error: BaseException) -> Iterator[str]:
    """Yield the lines of a traceback, the first cause first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _traced(before)
    for each in traceback.format_tb(error.__traceback__):
        yield from each.splitlines()
    yield _said(error)
