"""What happens in the world, as its listeners hear it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import cached_property

from bot.local.limits import JSON
from bot.local.objects import Channel, Message

_log = logging.getLogger(__name__)


class Event:
    """Something that happened. Its Discord JSON is made when somebody first asks for it.

    `channel` is where it happened (None: in the guild as a whole), `only_for` the person who alone sees it.
    A payload describes the moment of the event, so listeners read it before they return.
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
    """Let each listener hear an event: it has happened, whatever goes wrong in one of them."""
    for listener in tuple(listeners):
        try:
            listener(event)
        except Exception:
            _log.exception("%s could not be passed on", event.name)
