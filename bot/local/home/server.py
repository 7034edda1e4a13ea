"""The local Discord as a whole: put together, started, stopped."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from aiohttp import web
from yarl import URL

from bot.local.api.door import Door
from bot.local.bodies import Body
from bot.local.commands import Register
from bot.local.faults import Faults
from bot.local.gateway import Gateway
from bot.local.history import History
from bot.local.home.page import OFFERED, Page
from bot.local.home.premises import Played, Premises
from bot.local.interactions import Interactions
from bot.local.limits import REQUEST_BYTES
from bot.local.messages import Messages
from bot.local.objects import ChannelType
from bot.local.rates import Rates
from bot.local.shelf import Shelf
from bot.local.site import Site
from bot.local.strangers import BOTH_FAMILIES, asks_for, is_of_another_page
from bot.local.world import World

_log = logging.getLogger(__name__)
_DAMAGED = (
    "The file with what was said at this table was damaged, so some of it may be missing above. Your games are "
    "kept elsewhere and go on: `/game status` says where you are."
)


class LocalDiscord(Premises):
    """A Discord on this machine: for a bot an HTTP API and a gateway, for people a page.

    history: the SQLite file that survives a restart; None keeps everything in memory.
    port: 0 takes any free one.
    address: under which people reach the page from elsewhere, such as "http://192.168.1.5:8642", if that is not
    where it is bound; where it is bound to all addresses, the one by which other devices in the house reach it.
    token: the only one that a bot is let in with; a new one for each start where none is given.
    secret_links: every person has an address that nobody can guess, and nothing works without it; where fewer
    than two sit at the table, two are seated, with names that they can change.
    ack_seconds, token_seconds, heartbeat_seconds: Discord's own times, shorter ones for tests.
    recording: keep a log of all requests and dispatches in `faults`; as a rule only without a history.
    privileged_intents: those that the bot has been granted, as a bit set.
    """

    def __init__(
        self,
        *,
        history: Path | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        address: str | None = None,
        secret_links: bool = False,
        token: str | None = None,
        bot_name: str = "Fieldpost",
        guild_name: str = "The table at home",
        ack_seconds: float = 3.0,
        token_seconds: float = 900.0,
        heartbeat_seconds: float = 41.25,
        recording: bool | None = None,
        privileged_intents: int = 0,
    ) -> None:
        world = World(Shelf(), bot_name=bot_name)
        faults = Faults(recording=history is None if recording is None else recording)
        messages = Messages(world)
        site = Site(
            world,
            messages,
            Register(world),
            Interactions(world, messages, ack_seconds=ack_seconds, token_seconds=token_seconds),
            Gateway(world, faults, self.accepts, heartbeat_seconds, privileged_intents),
            Rates(),
            faults,
            History(world, history),
        )
        super().__init__(site, token, guild_name, host, port, address, secret_links)
        self._page = Page(self)
        self._runner: web.AppRunner | None = None
        self._tidying: asyncio.Task[None] | None = None
        if history is None:
            self.guild()

    # Life

    async def start(self, played: Iterable[Played] = ()) -> None:
        """Read the history, bind and serve. Raises OSError where the port is taken, `Unusable` for the history.

        If a new history is begun, the table is set up for the games that are being `played`.
        """
        await self.site.history.open()
        if self.site.history.is_new:
            self.set_up(played)
        self.ready_guild()
        if self.site.history.damage:
            self._tell_of_damage()
        app = web.Application(client_max_size=REQUEST_BYTES + 1, middlewares=[self._guard])
        Door(self.site, self.accepts).add_to(app.router)
        app.router.add_get("/gateway", self.site.gateway.serve)
        app.router.add_get("/gateway/", self.site.gateway.serve)
        self._page.add_to(app.router)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            for host in BOTH_FAMILIES if self.host == "::" else (self.host,):
                await web.TCPSite(runner, host, self.port).start()
                self.port = int(runner.addresses[0][1])
        except OSError:
            await runner.cleanup()
            await self.site.history.close()
            raise
        self._runner, self.started = runner, True
        self._tidying = asyncio.create_task(self._tidy())
        self.world.shelf.origin = self.url
        self.site.gateway.url = f"ws://{self._netloc}/gateway"
        if self.secret_links:
            names = [person.name for person in self.people.all()]
            for name in [name for name in OFFERED if name not in names][: max(0, 2 - len(names))]:
                self.person(name)
        await self.site.history.save()

    async def stop(self) -> None:
        """Say goodbye to everybody, write what is left and free the port."""
        if self._runner is None:
            return
        self.faults.release()
        if self._tidying is not None:
            self._tidying.cancel()
        self.site.interactions.close()
        await self.site.gateway.close()
        await self._page.close()
        await self._runner.cleanup()
        self._runner, self.started = None, False
        await self.site.history.close()

    def _tell_of_damage(self) -> None:
        """Say at the table that its history was damaged, in each channel, since any may lack something."""
        for channel in list(self.world.channels.values()):
            if channel.type == ChannelType.TEXT:
                body = Body({"content": _DAMAGED})
                self.site.messages.post(channel, self.world.bot, body)

    async def _tidy(self) -> None:
        """Once a minute, archive the threads that have long been silent and forget what nobody can see again."""
        while True:
            try:
                self.world.archive_idle(time.time())
                self.people.tidy(time.time())
            except Exception:
                _log.exception("the table could not be tidied up")
            await self.site.history.save()
            await asyncio.sleep(60)

    # Who may come in

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Turn away requests that a foreign web page could have made a browser send."""
        if not asks_for(request, (self.host, URL(self.address).host)):
            return web.Response(status=421, text="This address is not served here.")
        if is_of_another_page(request, URL(self.address)):
            return web.Response(status=403, text="This is not served to other pages.")
        return await handler(request)
