"""The local Discord server: assembled, started, stopped."""

from __future__ import annotations

import asyncio
import contextlib
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
from bot.local.home.membership import Membership, Played
from bot.local.home.page import OFFERED, Library, Page
from bot.local.interactions import Interactions
from bot.local.limits import REQUEST_BYTES
from bot.local.messages import Messages
from bot.local.objects import ChannelType
from bot.local.options import NotPossible
from bot.local.origin_check import BOTH_FAMILIES, asks_for, is_of_another_page
from bot.local.rates import Rates
from bot.local.shards import SessionStarts
from bot.local.shelf import Shelf
from bot.local.site import Site
from bot.local.world import World

_log = logging.getLogger(__name__)
_QUEUE = 256
"""The most new connections that wait to be accepted."""
_PAUSE_SECONDS = 0.001
"""Seconds between untrusted requests."""
_IDLE_SECONDS = 30.0
"""Seconds that a connection may be idle; a bot's client drops its own after 15."""
_LINGERING_SECONDS = 2.0
"""Seconds in which the rest of an unwanted body is discarded."""
_UNWANTED_BYTES = 65536
"""The most bytes of an unwanted body that are discarded for an untrusted client."""
_DAMAGED = (
    "The file with the messages of this table was damaged, so some may be missing above. Your games are "
    "kept elsewhere and continue: `/game status` says where you are."
)


class LocalDiscord(Membership):
    """A Discord on this machine: an HTTP API and gateway for a bot, a page for people.

    history: the SQLite file that survives a restart; `None` keeps everything in memory.

    port: 0 takes any free port.

    address: the address of the page for people elsewhere, such as "http://192.168.1.5:8642". By default it is the
    address to which the server is bound. If it is bound to all addresses, it is the address on the local network.

    token: the only token that a bot may use; a new one for each start by default.

    secret_links: every person has a secret address, and nothing works without it. If fewer than two people sit at
    the table, two are seated, with names that they can change.

    ack_seconds, token_seconds, heartbeat_seconds, identify_seconds: Discord's own times, shorter in tests.

    library: returns the public documents of the page by path, each as its bytes and its media type.

    recording: keep a log of all requests and dispatches in `faults`; usually only without a history.
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
        identify_seconds: float = 5.0,
        recording: bool | None = None,
        library: Library | None = None,
    ) -> None:
        world = World(Shelf(), bot_name=bot_name)
        faults = Faults(recording=history is None if recording is None else recording)
        messages = Messages(world)
        site = Site(
            world,
            messages,
            Register(world),
            Interactions(world, messages, ack_seconds=ack_seconds, token_seconds=token_seconds),
            Gateway(world, faults, self.accepts, heartbeat_seconds, SessionStarts(identify_seconds)),
            Rates(),
            faults,
            History(world, history),
        )
        super().__init__(site, token, guild_name, host, port, address, secret_links)
        self._page = Page(self, library)
        self._runner: web.AppRunner | None = None
        self._listening: list[asyncio.Task[None]] = []
        self._strangers = asyncio.Lock()
        self._tidying: asyncio.Task[None] | None = None
        if history is None:
            self.guild()

    # Life

    async def start(self, played: Iterable[Played] = ()) -> None:
        """Read the history, bind and serve.

        Raises OSError if the port is taken, `Unusable` for the history. A new history is set up for the games that
        are being `played`.
        """
        await self.site.history.open()
        if self.site.history.is_new:
            self.set_up(played)
        self.ready_guild()
        if self.site.history.damage:
            self._tell_of_damage()
        runner = self._web_server()
        await runner.setup()
        try:
            await self._listen(runner)
        except OSError:
            await self._hang_up()
            await runner.cleanup()
            await self.site.history.close()
            raise
        self._runner, self.started = runner, True
        self._tidying = asyncio.create_task(self._tidy())
        self.world.shelf.origin = self.url
        self.site.gateway.url = f"ws://{self._netloc}/gateway"
        if self.secret_links:
            self._seat_two()
        await self.site.history.save()

    def _seat_two(self) -> None:
        """Seat two people, so that there are two links."""
        for name in (*OFFERED, "Boris", "Olga"):
            if len(self.people.all()) < 2:
                with contextlib.suppress(NotPossible):  # Another person's name looks like this one.
                    self.person(name)

    def _web_server(self) -> web.AppRunner:
        """Return the server of the API, the gateway and the page."""
        app = web.Application(middlewares=[self._guard])
        Door(self.site, self.accepts, self.connections.trust).add_to(app.router)
        app.router.add_get("/gateway", self.site.gateway.serve)
        app.router.add_get("/gateway/", self.site.gateway.serve)
        self._page.add_to(app.router)
        return web.AppRunner(
            app,
            access_log=None,
            shutdown_timeout=1.0,
            keepalive_timeout=_IDLE_SECONDS,
            lingering_time=0,  # The guard discards what is unread.
            auto_decompress=False,
        )

    async def _listen(self, runner: web.AppRunner) -> None:
        """Bind, and count connections before they reach the web server."""
        assert runner.server is not None
        loop, web_server = asyncio.get_running_loop(), runner.server
        for host in BOTH_FAMILIES if self.host == "::" else (self.host,):
            bound = await loop.create_server(web_server, host, self.port, start_serving=False)
            self.port = int(bound.sockets[0].getsockname()[1])
            for each in bound.sockets:
                own = each.dup()
                own.listen(_QUEUE)
                self._listening.append(asyncio.create_task(self.connections.accept(own, web_server)))
            bound.close()

    async def _hang_up(self) -> None:
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        self._listening.clear()

    async def stop(self) -> None:
        """Close all connections, write the remaining changes and free the port."""
        if self._runner is None:
            return
        self.faults.release()
        if self._tidying is not None:
            self._tidying.cancel()
        self.site.interactions.close()
        await self._hang_up()
        await self.site.gateway.close()
        await self._page.close()
        await self._runner.cleanup()
        self.connections.close()
        self._runner, self.started = None, False
        await self.site.history.close()

    def _tell_of_damage(self) -> None:
        """Announce in each channel that the history was damaged; any may lack messages."""
        for channel in list(self.world.channels.values()):
            if channel.type == ChannelType.TEXT:
                body = Body({"content": _DAMAGED})
                self.site.messages.post(channel, self.world.bot, body)

    async def _tidy(self) -> None:
        """Once a minute, archive silent threads and delete messages no longer visible."""
        while True:
            try:
                self.world.archive_idle(time.time())
                self.people.tidy(time.time())
            except Exception:
                _log.exception("the table could not be tidied up")
            await self.site.history.save()
            await asyncio.sleep(60)

    # Admission.

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Reject requests that a foreign web page could have made a browser send.

        Untrusted requests pass one at a time, so that others have their turn between them.
        """
        self.connections.hear(request.transport)
        if not self.connections.is_known(request.transport):
            async with self._strangers:
                await asyncio.sleep(_PAUSE_SECONDS)
        response = await self._answer(request, handler)
        await _discard(request, REQUEST_BYTES if self.connections.is_known(request.transport) else _UNWANTED_BYTES)
        return response

    async def _answer(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not asks_for(request, (self.host, URL(self.address).host)):
            return web.Response(status=421, text="This address is not served here.")
        if is_of_another_page(request, URL(self.address)):
            return web.Response(status=403, text="This is not served to other pages.")
        try:
            return await handler(request)
        except ConnectionResetError:  # The client left while it waited; the answer reaches nobody.
            return web.Response(status=499)


async def _discard(request: web.Request, most: int) -> None:
    """Read the rest of a limited body, so that its sender can read the response.

    The connection of a client that sends more is closed.
    """
    if (request.content_length or 0) > most:
        return
    with contextlib.suppress(TimeoutError, ConnectionError, web.RequestPayloadError):
        async with asyncio.timeout(_LINGERING_SECONDS):
            while most > 0 and not request.content.at_eof():
                most -= len(await request.content.readany())
