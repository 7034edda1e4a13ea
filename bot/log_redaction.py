"""Removes tokens and personal links from the log.

With them, a reader could act as another person.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from textwrap import indent
from typing import Any, Final

_LEFT_OUT: Final = "…"
_SECRETS: Final = re.compile(
    r"""(?<=/interactions/)(\d+)/[^/\s?'"<>]+      # the token of an interaction, in the address of its answer
    |(?<=/webhooks/)(\d+)/[^/\s?'"<>]+            # and of the later ones
    |(?<=\bBot[ ])()[\w.-]{16,}                   # the token of a bot
    |(?<=[?&])((?:as|key|hm|page)=)[^&\s'"<>]*     # a person's name, and the signature of a file
    |(?<=/)()[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])    # a personal link
    """,
    re.VERBOSE,
)


class RedactingFormatter(logging.Formatter):
    """Formats log records and their tracebacks without secrets.

    Each message is one line. The lines of a traceback follow it, indented.

    secrets: values known in advance, such as the bot's own token.
    """

    def __init__(self, pattern: str | None = None, secrets: Iterable[str] = ()) -> None:
        super().__init__(pattern)
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """Return the line with its traceback."""
        return self.redacted(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name in `logging`
        """Return the message on one line."""
        return " · ".join(super().formatMessage(record).splitlines())

    def formatException(self, *error: Any) -> str:  # noqa: N802 - the name in `logging`
        """Return the lines of a traceback, which belong to the line above them."""
        return indent(super().formatException(*error), "    ")

    def redacted(self, text: str) -> str:
        """Return a text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, _LEFT_OUT)
        return _SECRETS.sub(_without, text)


def _without(found: re.Match[str]) -> str:
    """Return the text before a secret, followed by an ellipsis."""
    kept = next(group for group in found.groups() if group is not None)
    return f"{kept}/{_LEFT_OUT}" if kept.isdecimal() else kept + _LEFT_OUT
