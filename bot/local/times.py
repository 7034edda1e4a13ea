"""Moments as Discord writes them: ISO 8601 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any


def now() -> str:
    """This moment, as Discord writes it."""
    return datetime.now(UTC).isoformat()


def unix(stamp: str) -> float:
    """The Unix time in seconds of a moment as Discord writes it."""
    return datetime.fromisoformat(stamp).timestamp()


def moment(value: Any) -> str | None:
    """A moment that a request gives, as Discord would repeat it; None where it is not one."""
    try:
        return datetime.fromisoformat(str(value).replace("Z", "+00:00")).astimezone(UTC).isoformat()
    except ValueError:
        return None
