"""Times as Discord writes them: ISO 8601 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """Return the present, as Discord writes it."""
    return datetime.now(UTC).isoformat()


def unix(stamp: str) -> float:
    """Return the Unix time in seconds of a time in Discord's form."""
    return datetime.fromisoformat(stamp).timestamp()
