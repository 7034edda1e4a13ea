"""The services of a local Discord, and the requests that they handle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.local.bodies import Body
from bot.local.commands import Register
from bot.local.faults import Faults
from bot.local.gateway import Gateway
from bot.local.history import History
from bot.local.interactions import Interactions
from bot.local.limits import Form
from bot.local.messages import Messages
from bot.local.objects import Channel, Message
from bot.local.rates import Rates
from bot.local.world import World


class Site(msgspec.Struct, frozen=True):
    """All services that answer requests; they know the world, not each other."""

    world: World
    messages: Messages
    register: Register
    interactions: Interactions
    gateway: Gateway
    rates: Rates
    faults: Faults
    history: History


class Call(msgspec.Struct, frozen=True):
    """A request of the bot: the parts of its path, its query and its body."""

    site: Site
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Body

    @property
    def world(self) -> World:
        """The state."""
        return self.site.world

    @property
    def channel(self) -> Channel:
        """The channel of the path. Raises `Refused` 10003."""
        return self.world.channel(self.path["channel"])

    @property
    def message(self) -> Message:
        """The message of the path. Raises `Refused` 10003 or 10008."""
        return self.world.message(self.path["channel"], self.path["message"])

    def limit(self, *, high: int, default: int) -> int:
        """Return the number of items that the query asks for, at most `high`.

        Raises `Refused` 50035.
        """
        form = Form(dict(self.query))
        limit = form.integer("limit", low=1, high=high, default=default)
        form.finish()
        return limit


Handler = Callable[[Call], Any]
Route = tuple[str, str, Handler]
