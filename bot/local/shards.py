"""Shards: each session of the bot hears a part of the guilds.

A bot in many guilds connects several times. Discord's documentation, "Gateway", has the formula and the limits.
"""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec

from bot.local.limits import JSON

_A_DAY: Final = 86_400.0
_STARTS_A_DAY: Final = 1000
_RECOMMENDED: Final = 1000
"""The number of guilds for which Discord recommends another shard."""
LARGEST: Final = 2500
"""The most guilds of a shard; a bot with more must use more shards."""


class Shard(msgspec.Struct, frozen=True):
    """A part of the guilds: number `id` of `count`, from 0.

    A session without a shard hears everything.
    """

    id: int = 0
    count: int = 1

    def hears(self, guild_id: str | None) -> bool:
        """Return whether this shard hears events of a guild.

        Shard 0 hears all events outside guilds, such as those in direct messages.
        """
        return self.id == (0 if guild_id is None else (int(guild_id) >> 22) % self.count)


def read_shard(given: Any) -> Shard:
    """Return the shard that a bot has given as `[id, count]`.

    `None` stands for everything. Raises ValueError.
    """
    match given:
        case None:
            return Shard()
        case [int(number), int(count)] if type(number) is type(count) is int and 0 <= number < count:
            return Shard(number, count)
    raise ValueError(given)


def recommended(guilds: int) -> int:
    """Return the number of shards that Discord recommends for a number of guilds."""
    return 1 + guilds // _RECOMMENDED


class SessionStarts:
    """The limits on new sessions: a pace, and a number a day.

    Shards whose ids have the same remainder by `max_concurrency` start one after another, `seconds` apart. Refused
    starts count, resumed sessions do not. Once no start is left, Discord also ends all sessions and replaces the
    token; here the running sessions continue.
    """

    def __init__(self, seconds: float = 5.0, max_concurrency: int = 1) -> None:
        self.seconds = seconds
        self.max_concurrency = max_concurrency
        self._free_at: dict[int, float] = {}
        self._used = 0
        self._day_ends = 0.0

    def take(self, shard: Shard) -> bool:
        """Count a start of a shard, and return whether it is allowed."""
        moment = time.monotonic()
        if moment >= self._day_ends:
            self._used, self._day_ends = 0, moment + _A_DAY
        self._used += 1
        key = shard.id % self.max_concurrency
        if self._used > _STARTS_A_DAY or moment < self._free_at.get(key, moment):
            return False
        self._free_at[key] = moment + self.seconds
        return True

    def body(self) -> JSON:
        """The limits, as GET /gateway/bot shows them."""
        left = self._day_ends - time.monotonic()
        return {
            "total": _STARTS_A_DAY,
            "remaining": max(0, _STARTS_A_DAY - self._used) if left > 0 else _STARTS_A_DAY,
            "reset_after": max(0, int(left * 1000)),
            "max_concurrency": self.max_concurrency,
        }
