"""The meaning of each failure to reach Discord for the message to be sent."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from enum import Enum
from random import uniform

import discord

from bot.chat.desk.work import UNREACHABLE
from bot.store.database import StoreError

HOUR = 3600.0
"""Seconds after which everything that waits is tried again at the latest."""
TROUBLE = (discord.HTTPException, discord.RateLimited, *UNREACHABLE)
"""The exceptions that are raised if Discord refuses something or is unreachable."""


LOCKED = 160005
"""Discord's code for a locked thread."""


class Means(Enum):
    """The meaning of a failure."""

    AGAIN = "it ends without help"
    SHUT = "it waits until the bot is let in"
    ASLEEP = "the thread takes new messages but no changes"
    MISSING = "the message is gone"
    GONE = "the channel is gone"
    CLOSED = "the person takes no direct messages"
    LATE = "the interaction has ended"
    WRONG = "it is never taken as it is"


_BY_CODE = {
    10003: Means.GONE, 10004: Means.GONE, 10008: Means.MISSING, 10013: Means.CLOSED, 10015: Means.LATE,
    10062: Means.LATE, 30046: Means.AGAIN, 50007: Means.CLOSED, 50027: Means.LATE, 50033: Means.CLOSED,
    50083: Means.ASLEEP, 50278: Means.CLOSED, LOCKED: Means.SHUT,
}  # fmt: skip
"""Discord's codes that say more than the status of their answer."""
_BY_STATUS = {401: Means.SHUT, 403: Means.SHUT, 404: Means.MISSING, 408: Means.AGAIN, 429: Means.AGAIN}


def means(error: BaseException) -> Means | None:
    """Return the meaning of a failure, or None if it is an error of ours."""
    if isinstance(error, discord.HTTPException):
        if error.status >= 500:
            return Means.AGAIN
        return _BY_CODE.get(error.code) or _BY_STATUS.get(error.status, Means.WRONG)
    passing = isinstance(error, (discord.RateLimited, StoreError, *UNREACHABLE))
    # discord.py looks for this key in every 429, but those that block an address have none.
    return Means.AGAIN if passing or error.args == ("retry_after",) else None


def pause(delays: Sequence[float], failures: int, error: BaseException) -> float:
    """Return the seconds until the next try.

    They grow with each failure, respect the delay that Discord asks for, and are at most an hour. They vary at
    random, so that games that failed together do not return together.
    """
    delay = delays[min(failures, len(delays) - 1)] * uniform(0.75, 1.25)
    return min(max(delay, _asked_for(error)), HOUR)


def _asked_for(error: BaseException) -> float:
    """Return for how many seconds Discord asks the bot to wait."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    with suppress(AttributeError, ValueError):
        return float(error.response.headers.get("Retry-After", 0))  # type: ignore[attr-defined]
    return 0.0


_REASONS = {
    Means.SHUT: "Discord does not let the bot write in this channel",
    Means.ASLEEP: "the thread is closed",
    Means.CLOSED: "the player takes no direct messages",
    Means.WRONG: "Discord does not take the message as it is",
    None: "something in it is broken, and the host finds the reason in the bot's log",
}


def reason(error: BaseException) -> str:
    """Say in words for everybody why something waits."""
    if isinstance(error, discord.HTTPException) and error.code == LOCKED:
        return "the thread is locked"
    return _REASONS.get(means(error), "Discord does not answer as it should")


def brief(error: BaseException) -> str:
    """Describe a failure in one line for the host, without a page about a blocked IP.

    The message of an error of ours is left out, because it could quote a player or a secret.
    """
    if isinstance(error, discord.HTTPException):
        text = "" if "<" in error.text else f": {error.text.splitlines()[0][:200]}" if error.text else ""
        return f"{error.status} {getattr(error.response, 'reason', '')}, code {error.code}{text}"
    return type(error).__name__ if means(error) is None else f"{type(error).__name__}: {error}"[:200]
