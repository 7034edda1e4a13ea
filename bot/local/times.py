"""Times as Discord writes them: ISO 8601 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any


def now() -> str:
    """Return the present, as Discord writes it."""
    return datetime.now(UTC).isoformat()


def unix(stamp: str) -> float:
    """Return the Unix time in seconds of a time in Discord's form."""
    return datetime.fromisoformat(stamp).timestamp()


def moment(value: Any) -> str | None:
    """Return a time from a request in Discord's form; `None` if it is invalid."""
    try:
        return datetime.fromisoformat(str(value).replace("Z", "+00:00")).astimezone(UTC).isoformat()
    except ValueError:
        return None
