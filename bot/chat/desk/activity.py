"""The activity of the running bot, as records of one logger.

The code that does something notes it here, and knows no reader. The metrics and the JSON log follow the records.
Without them the logger is off, and a note costs a comparison. No record holds a name, a person's id, or a text.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar

from msgspec import Struct

log = logging.getLogger(__name__)
ATTRIBUTE = "activity"
"""The attribute of a log record that holds the activity."""
SHARD: ContextVar[int] = ContextVar("shard")
"""The shard through which the current event of Discord has come."""


class OrderTaken(Struct, frozen=True):
    """Orders of a person took effect."""

    title: str
    game: int
    entry: int
    """The number of the last entry that they wrote."""
    orders: int
    duration: float
    """Seconds in which they were judged, resolved and stored."""


class OrderRefused(Struct, frozen=True):
    """An order had no effect. `kind` is one of `REFUSALS`."""

    title: str
    game: int
    kind: str
    duration: float


class EntryWritten(Struct, frozen=True):
    """An entry was added to the log of a game."""

    title: str
    game: int
    entry: int


class Acknowledged(Struct, frozen=True):
    """Discord has accepted the acknowledgement of an interaction."""

    duration: float
    """Seconds since Discord made the interaction; it allows three."""


class Drawn(Struct, frozen=True):
    """Pictures were made. `kind` is one of `DRAWINGS`."""

    kind: str
    duration: float
    """Seconds, with the time in the queue."""


Activity = OrderTaken | OrderRefused | EntryWritten | Acknowledged | Drawn

REFUSALS = ("rule", "misread", "outdated", "stranger")
"""The kinds of refusals.

A rule forbids the order, nobody can read it, its button is outdated, or its person has no seat.
"""
DRAWINGS = ("message", "replay", "map", "later")
"""The uses of pictures: answers and posts, replays, map messages.

The last are films and other things that can wait.
"""
SAYS = {
    OrderTaken: "an order took effect",
    OrderRefused: "an order was refused",
    EntryWritten: "an entry was written",
    Acknowledged: "an interaction was acknowledged",
    Drawn: "pictures were made",
}
"""The message of each kind of record."""


def follow() -> None:
    """Make records from now on."""
    log.setLevel(logging.DEBUG)


def is_followed() -> bool:
    """Return whether anything reads the records."""
    return log.isEnabledFor(logging.DEBUG)


def is_event(record: logging.LogRecord) -> bool:
    """Return whether a record is not about an activity, as in the log for people."""
    return not hasattr(record, ATTRIBUTE)


def note(activity: Activity) -> None:
    """Tell the readers of an activity."""
    if is_followed():
        log.debug(SAYS[type(activity)], extra={ATTRIBUTE: activity})
