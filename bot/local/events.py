"""Events of the local Discord, and their delivery to listeners."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import cached_property

from bot.local.limits import JSON
from bot.local.objects import Channel, Message

_log = logging.getLogger(__name__)


class Event:
    """An event; its Discord JSON is built on first use.

    `channel` is where it happened (`None` for the whole guild). `only_for` is the only person who sees it. A
    payload describes the moment of the event, so listeners read it before they return.
    """

    def __init__(
        self,
        name: str,
        payload: Callable[[], JSON],
        *,
        guild_id: str | None = None,
        channel: Channel | None = None,
        message: Message | None = None,
        only_for: str | None = None,
    ) -> None:
        self.name = name
        self.guild_id = channel.guild_id if channel is not None else guild_id
        self.channel = channel
        self.message = message
        self.only_for = only_for
        self._payload = payload

    @cached_property
    def payload(self) -> JSON:
        """The event's data as Discord's gateway sends it."""
        return self._payload()


def pass_on(event: Event, listeners: Iterable[Callable[[Event], None]]) -> None:
    """Deliver an event to each listener; a failing listener does not stop the others."""
    for listener in tuple(listeners):
        try:
            listener(event)
        except Exception:
            _log.exception("%s could not be passed on", event.name)
