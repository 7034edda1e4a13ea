"""Messages that wait after a failure: why, until when, and a possible remedy."""

from __future__ import annotations

import logging
from collections.abc import Collection

from msgspec import Struct

from bot.chat.desk.table import Unplayable
from bot.chat.posts.outbox import Bag
from bot.chat.posts.refusals import Means

log = logging.getLogger(__name__)

Way = tuple[int, Bag]
"""A game, and the kind of its messages."""

AT_ONCE = "and at once when somebody uses a command or a button here, or when the permissions change"


class Stall(Struct, frozen=True):
    """Something that was not taken. `until` is in seconds since 1970."""

    means: Means | None
    why: str
    """The reason in words for everybody."""
    error: str
    """The reason as the host reads it."""
    until: float
    failures: int
    channel: int
    guild: int
    people: frozenset[int] = frozenset()


class Stalled:
    """All waiting messages by game, in memory only: a start retries every debt."""

    def __init__(self) -> None:
        self._stalls: dict[Way, Stall] = {}
        self._broken: set[tuple[int, str]] = set()

    def get(self, way: Way) -> Stall | None:
        """Return why something waits; `None` if it does not."""
        return self._stalls.get(way)

    def failures(self, way: Way) -> int:
        """Return how often something was tried in vain since it went well."""
        stall = self._stalls.get(way)
        return stall.failures if stall is not None else 0

    def begin(self, way: Way, stall: Stall, error: BaseException) -> None:
        """Record that messages wait.

        The log has each kind once, and a traceback for our own errors.
        """
        before = self._stalls.get(way)
        self._stalls[way] = stall
        if stall.means is None and (way[0], repr(error)) not in self._broken:
            self._broken.add((way[0], repr(error)))
            trace = None if isinstance(error, Unplayable) else error
            log.error("game %s: its %s cannot be made (%s); they wait", *way, stall.error, exc_info=trace)
        elif before is None or (before.means, before.error) != (stall.means, stall.error):
            log.warning("game %s: its %s wait, since %s (%s)", *way, stall.why, stall.error)

    def end(self, way: Way) -> None:
        """Note that nothing waits any more."""
        if self._stalls.pop(way, None) is not None:
            log.info("game %s: its %s wait no longer", *way)

    def concerned(self, channel: int = 0, guild: int = 0, person: int = 0) -> Collection[Way]:
        """Return the messages to retry after an event in a channel, server or inbox."""
        return [
            way
            for way, stall in self._stalls.items()
            if (channel and stall.channel == channel) or (guild and stall.guild == guild) or person in stall.people
        ]

    def why(self, game: int, missing: str = "") -> str:
        """Tell players why a game's posts wait; "" if they do not.

        `missing` names permissions.
        """
        stall = self._stalls.get((game, "posts"))
        if stall is None:
            return ""
        reason = f"the bot lacks: {missing}" if missing and stall.means is Means.SHUT else stall.why
        return (
            f"⚠️ **Nothing is posted here at the moment:** {reason}. Nothing is lost.\n"
            f"➜ The bot tries again <t:{int(stall.until) + 1}:R>, {AT_ONCE}."
        )

    def summary(self) -> list[str]:
        """Tell the host what waits, a line each."""
        return [
            f"game {game}: its {bag} wait, since {w.why} ({w.error})" for (game, bag), w in self._stalls.items()
        ]
