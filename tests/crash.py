"""The bot as it is, in a process that kills itself before or after its n-th commit or request.

`python -m tests.crash` with CRASH="commit before 3" or "send after 7"; without CRASH it lives until it is killed.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import aiosqlite
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.__main__ import main

Method = Callable[..., Awaitable[Any]]
POINTS: dict[str, tuple[tuple[type[Any], str], ...]] = {
    "commit": ((aiosqlite.Connection, "commit"),),
    "send": ((HTTPClient, "request"), (AsyncWebhookAdapter, "request")),
}


def die() -> None:
    """End this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


def arm(kind: str, when: str, at: int) -> None:
    """Let the process die at the `at`-th commit, or the `at`-th request to Discord."""
    numbers = count(1)
    for owner, name in POINTS[kind]:
        setattr(owner, name, _armed(getattr(owner, name), numbers, when, at))


def _armed(method: Method, numbers: Any, when: str, at: int) -> Method:
    async def deadly(*arguments: Any, **options: Any) -> Any:
        number = next(numbers)
        if (when, number) == ("before", at):
            die()
        done = await method(*arguments, **options)
        if (when, number) == ("after", at):
            die()
        return done

    return deadly


if __name__ == "__main__":
    if planned := os.environ.get("CRASH"):
        kind, when, at = planned.split()
        arm(kind, when, int(at))
    sys.exit(main([]))
