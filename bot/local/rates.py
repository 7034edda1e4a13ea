"""Discord's rate limits: headers on every answer, and optional enforcement."""

from __future__ import annotations

import hashlib
import time
from typing import Final

import msgspec

from bot.local.limits import JSON

_UNLIMITED: Final = (1000, 1.0)
_LIMITS: Final[dict[tuple[str, str], tuple[int, float]]] = {
    ("POST", "/channels/{channel}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel}/messages/{message}"): (5, 5.0),
    ("POST", "/webhooks/{application}/{token}"): (5, 2.0),
    ("PATCH", "/webhooks/{application}/{token}/messages/{message}"): (5, 2.0),
}
"""Requests in a number of seconds, as observed; other routes get `_OTHERS`."""
_OTHERS: Final = (30, 10.0)


class Limited(Exception):
    """Raised for a request that came too early. `wait` is in seconds."""

    def __init__(self, wait: float, headers: dict[str, str]) -> None:
        self.wait = wait
        self.headers = headers | {
            "Via": "1.1 local",
            "Retry-After": str(int(wait) + 1),
            "X-RateLimit-Scope": "user",
        }
        self.body: JSON = {
            "message": "You are being rate limited.",
            "retry_after": round(wait, 3),
            "global": False,
        }


class _Window(msgspec.Struct):
    """A count of requests until a moment."""

    until: float
    used: int = 0


class Rates:
    """The counters of all buckets."""

    def __init__(self) -> None:
        self.windows: dict[tuple[str, ...], _Window] = {}

    def count(self, method: str, route: str, major: str, *, enforced: bool) -> dict[str, str]:
        """Count a request and return its headers.

        Raises `Limited` if limits are enforced and exceeded. `major` is the channel, guild or webhook that a
        bucket belongs to.
        """
        if not enforced:
            return self._headers(method, route, *_UNLIMITED, used=1, left=_UNLIMITED[1])
        limit, seconds = _LIMITS.get((method, route), _OTHERS)
        window = self._window((method, route, major), seconds)
        left = window.until - time.monotonic()
        headers = self._headers(method, route, limit, seconds, used=window.used + 1, left=left)
        if window.used >= limit:
            raise Limited(left, headers)
        window.used += 1
        return headers

    def _window(self, key: tuple[str, ...], seconds: float) -> _Window:
        moment = time.monotonic()
        window = self.windows.get(key)
        if window is None or window.until <= moment:
            window = self.windows[key] = _Window(moment + seconds)
        return window

    def _headers(
        self, method: str, route: str, limit: int, seconds: float, *, used: int, left: float
    ) -> dict[str, str]:
        bucket = hashlib.md5(f"{method} {route}".encode(), usedforsecurity=False).hexdigest()
        return {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, limit - used)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": bucket,
        }
